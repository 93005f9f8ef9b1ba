// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that work element by element.

#include "weft/Testing/Programs/GenerateRecipes.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

template <typename Op> void unary(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<Op>(element, TypeRange(x.getType()), ValueRange(x));
}

/// The second operand is often a constant with a special element, or the first
/// operand once more.
Value secondOperand(Scope &scope, Value x) {
  auto type = typeOf(x);
  if (scope.random.chance(8)) {
    return x;
  }
  return scope.random.chance(25) ? scope.fresh(type) : scope.get(type);
}

template <typename Op> void binary(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value y = secondOperand(scope, x);
  if (scope.random.chance(30)) {
    std::swap(x, y);
  }
  scope.make<Op>(element, TypeRange(x.getType()), ValueRange{x, y});
}

/// To the type of parts, for complex operands.
template <typename Op> void toReal(Scope &scope, Type element) {
  Value x = scope.any(element);
  Type part = element;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    part = complex.getElementType();
  }
  scope.make<Op>(element, TypeRange(typeOf(x).clone(part)), ValueRange(x));
}

/// Random, or one after the other where special values take turns.
int64_t choice(Scope &scope, int64_t count) {
  return scope.session.turn < 0 ? scope.random.below(count)
                                : scope.session.turn % count;
}

void compare(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value y = secondOperand(scope, x);
  auto direction = static_cast<ComparisonDirection>(
      choice(scope, isa<ComplexType>(element) ? 2 : 6));
  bool isFloat = isa<FloatType>(element);
  ComparisonType type = ComparisonType::NOTYPE;
  // With special values, first in one order in all directions, then the other.
  bool isTotal = scope.session.turn < 0 ? scope.random.chance(20)
                                        : scope.session.turn / 6 % 2 == 1;
  if (isFloat && isTotal) {
    type = ComparisonType::TOTALORDER;
    x = scope.withoutNaN(x);
    y = scope.withoutNaN(y);
  } else if (isFloat && scope.random.chance(50)) {
    type = ComparisonType::FLOAT;
  }
  scope.make<CompareOp>(element, x, y, direction, type);
}

void select(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value y = secondOperand(scope, x);
  Type boolean = scope.builder.getI1Type();
  bool isScalar = scope.random.chance(30);
  Value predicate = scope.get(scope.tensor(
      isScalar ? ArrayRef<int64_t>() : typeOf(x).getShape(), boolean));
  scope.make<SelectOp>(element, TypeRange(x.getType()),
                       ValueRange{predicate, x, y});
}

void clamp(Scope &scope, Type element) {
  Value x = scope.any(element);
  auto bound = [&] {
    bool isScalar = scope.random.chance(50);
    return scope.get(scope.tensor(
        isScalar ? ArrayRef<int64_t>() : typeOf(x).getShape(), element));
  };
  Value low = bound();
  Value high = bound();
  scope.make<ClampOp>(element, TypeRange(x.getType()),
                      ValueRange{low, x, high});
}

void convert(Scope &scope, Type element) {
  ElementTypes::Set types = scope.session.elements.plain();
  Type from = types[choice(scope, static_cast<int64_t>(types.size()))];
  Value x = scope.any(from);
  scope.make<ConvertOp>(element, TypeRange(typeOf(x).clone(element)),
                        ValueRange(x));
}

int64_t bitsOf(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  }
  return element.getIntOrFloatBitWidth();
}

/// Of the same width, or with a last dimension that makes up the difference.
void bitcast(Scope &scope, Type element) {
  SmallVector<Type> sources;
  for (Type type : scope.session.elements.plain()) {
    int64_t from = bitsOf(type);
    int64_t to = bitsOf(element);
    bool fits = from == to || (from < to && to % from == 0) ||
                (to < from && from % to == 0);
    // Complex numbers only among themselves, and booleans are no bits.
    bool isComplex = isa<ComplexType>(element);
    if (fits && isa<ComplexType>(type) == isComplex && !type.isInteger(1)) {
      sources.push_back(type);
    }
  }
  Type source = scope.random.pick(sources);
  int64_t from = bitsOf(source);
  int64_t to = bitsOf(element);
  Dims shape = scope.familiarShape(source);
  if (from < to) {
    shape.push_back(to / from);
  }
  Value x = scope.withoutNaN(scope.get(scope.tensor(shape, source)));
  if (from < to) {
    shape.pop_back();
  } else if (to < from) {
    shape.push_back(from / to);
  }
  auto type = scope.tensor(shape, element);
  scope.make<BitcastConvertOp>(element, TypeRange(type), ValueRange(x));
}

void reducePrecision(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<ReducePrecisionOp>(
      element, x.getType(), x,
      static_cast<uint32_t>(scope.random.between(2, 11)),
      static_cast<uint32_t>(scope.random.between(1, 52)));
}

void complexParts(Scope &scope, Type element) {
  Type part = cast<ComplexType>(element).getElementType();
  Value x = scope.any(part);
  Value y = secondOperand(scope, x);
  scope.make<ComplexOp>(element, TypeRange(typeOf(x).clone(element)),
                        ValueRange{x, y});
}

void isFinite(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<IsFiniteOp>(element,
                         TypeRange(typeOf(x).clone(scope.builder.getI1Type())),
                         ValueRange(x));
}

void quantize(Scope &scope, Type element) {
  Value x = scope.any(scope.builder.getF32Type());
  scope.make<UniformQuantizeOp>(element, TypeRange(typeOf(x).clone(element)),
                                ValueRange(x));
}

void dequantize(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<UniformDequantizeOp>(
      element, TypeRange(typeOf(x).clone(scope.builder.getF32Type())),
      ValueRange(x));
}

void makeConstant(Scope &scope, Type element) {
  auto type = scope.tensor(scope.shape(), element);
  Value value =
      scope.constant(randomTensor(*scope.session.budget, type, scope.random));
  scope.count(value.getDefiningOp(), element);
  scope.offer(value);
}

SmallVector<Type> join(ArrayRef<Type> a, ArrayRef<Type> b) {
  SmallVector<Type> joined(a);
  joined.append(b.begin(), b.end());
  return joined;
}

template <typename... Ops>
void addUnary(Recipes &recipes, ArrayRef<Type> elements) {
  (recipes.add<Ops>(elements, unary<Ops>), ...);
}
template <typename... Ops>
void addBinary(Recipes &recipes, ArrayRef<Type> elements) {
  (recipes.add<Ops>(elements, binary<Ops>), ...);
}

} // namespace

void addElementwiseRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  SmallVector<Type> quantized = {types.quantized()};
  SmallVector<Type> numbers = join(types.floatsAndComplex(), quantized);
  SmallVector<Type> floats = join(types.floats(), quantized);
  SmallVector<Type> arithmetic = join(types.integers(), numbers);

  addUnary<CbrtOp, CosineOp, ExponentialOp, ExponentialMinusOneOp, LogOp,
           LogPlusOneOp, LogisticOp, RsqrtOp, SineOp, SqrtOp, TanOp, TanhOp>(
      recipes, numbers);
  addUnary<CeilOp, FloorOp, RoundNearestAfzOp, RoundNearestEvenOp>(recipes,
                                                                   floats);
  addUnary<NegateOp>(recipes, arithmetic);
  addUnary<NotOp>(recipes, types.booleansAndIntegers());
  addUnary<PopcntOp, CountLeadingZerosOp>(recipes, types.integers());
  addUnary<SignOp>(recipes, join(types.signedIntegers(), numbers));
  recipes.add<AbsOp>(join(types.signedIntegers(), numbers), toReal<AbsOp>);
  recipes.add<RealOp>(types.floatsAndComplex(), toReal<RealOp>);
  recipes.add<ImagOp>(types.floatsAndComplex(), toReal<ImagOp>);
  recipes.add<IsFiniteOp>(floats, isFinite);

  addBinary<AddOp, MultiplyOp, MaximumOp, MinimumOp>(recipes, types.every());
  addBinary<SubtractOp, DivideOp, PowerOp>(recipes, arithmetic);
  // The specification does not say what the remainder of complex numbers is.
  addBinary<RemainderOp>(recipes, join(types.integers(), floats));
  addBinary<AndOp, OrOp, XorOp>(recipes, types.booleansAndIntegers());
  addBinary<ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp>(
      recipes, types.integers());
  addBinary<Atan2Op>(recipes, numbers);

  recipes.add<ComplexOp>(types.complex(), complexParts);
  recipes.add<CompareOp>(types.every(), compare);
  recipes.add<SelectOp>(types.every(), select);
  recipes.add<ClampOp>(types.every(), clamp);
  recipes.add<ConvertOp>(types.plain(), convert);
  recipes.add<BitcastConvertOp>(types.plain().slice(1, 29), bitcast);
  recipes.add<ReducePrecisionOp>(types.floats(), reducePrecision);
  recipes.add<UniformQuantizeOp>(quantized, quantize);
  recipes.add<UniformDequantizeOp>(quantized, dequantize);
  recipes.add<ConstantOp>(types.plain(), makeConstant);
}

} // namespace weft::generate
