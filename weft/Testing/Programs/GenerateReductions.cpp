// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations with a function of scalars, and these functions.

#include "weft/Testing/Programs/GenerateBody.h"
#include "weft/Testing/Programs/GenerateMonoids.h"
#include "weft/Testing/Programs/GenerateRecipes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// a . b for an operation that the type has, or one of the two.
Value combine(Scope &scope, Value a, Value b, bool mayChoose) {
  auto type = cast<RankedTensorType>(a.getType());
  bool isExact = isa<IntegerType>(type.getElementType());
  auto make = [&](auto op) -> Value {
    return decltype(op)::create(scope.builder, scope.location, TypeRange(type),
                                ValueRange{a, b})
        ->getResult(0);
  };
  switch (scope.random.below(isExact ? 9 : 6)) {
  case 0:
  case 1:
    return make(AddOp());
  case 2:
    return make(MultiplyOp());
  case 3:
    return make(MaximumOp());
  case 4:
    return make(MinimumOp());
  case 5:
    if (!mayChoose) {
      return make(MaximumOp());
    }
    return scope.random.chance(50) ? a : b;
  case 6:
    return make(AndOp());
  case 7:
    return make(OrOp());
  default:
    return make(XorOp());
  }
}

Block *makeBlock(Scope &outer, Region &region, ArrayRef<Type> elements) {
  auto *block = new Block;
  region.push_back(block);
  for (Type element : elements) {
    block->addArgument(RankedTensorType::get({}, element), outer.location);
  }
  return block;
}

} // namespace

void makeCombiner(Scope &outer, Region &region, ArrayRef<Type> elements,
                  CombinerUse use) {
  SmallVector<Type> twice(elements);
  twice.append(elements.begin(), elements.end());
  Block *block = makeBlock(outer, region, twice);
  Scope scope(outer, block, /*seesOut=*/false);
  SmallVector<Value> results;
  size_t count = elements.size();
  for (size_t i = 0; i < count; ++i) {
    Value a = block->getArgument(i);
    Value b = block->getArgument(count + i);
    Value result = combine(scope, a, b, use != CombinerUse::Reduction);
    if (use == CombinerUse::Map && scope.random.chance(50)) {
      result = combine(scope, result, a, /*mayChoose=*/true);
    }
    results.push_back(result);
  }
  ReturnOp::create(scope.builder, scope.location, ValueRange(results));
}

namespace {

/// x, in the order that JAX sorts by: one NaN behind all numbers, one zero.
Value canonical(Scope &scope, Value x) {
  BodyMath math(scope);
  Type element = cast<RankedTensorType>(x.getType()).getElementType();
  auto kind = *reference::ElementType::from(element);
  Value zero = math.number(0, x);
  Value isZero = math.compare(x, ComparisonDirection::EQ, zero);
  Value unsignedZero = math.select(isZero, zero, x);
  Value isNaN = math.compare(x, ComparisonDirection::NE, x);
  Value nan = math.scalar(
      element,
      reference::Element::real(kind, std::numeric_limits<double>::quiet_NaN()));
  return math.select(isNaN, nan, unsignedZero);
}

/// a before b by this key alone, and whether the key does not tell.
struct KeyOrder {
  Value isBefore;
  Value isEqual;
};

KeyOrder compareKeys(Scope &scope, Value a, Value b,
                     ComparisonDirection direction) {
  Type element = cast<RankedTensorType>(a.getType()).getElementType();
  ComparisonType type = ComparisonType::NOTYPE;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    auto real = scope.tensor({}, element);
    a = RealOp::create(scope.builder, scope.location, real, a);
    b = RealOp::create(scope.builder, scope.location, real, b);
  }
  if (isa<FloatType>(element) && scope.random.chance(50)) {
    type = ComparisonType::TOTALORDER;
    a = canonical(scope, a);
    b = canonical(scope, b);
  }
  return {
      CompareOp::create(scope.builder, scope.location, a, b, direction, type),
      CompareOp::create(scope.builder, scope.location, a, b,
                        ComparisonDirection::EQ, type)};
}

} // namespace

void makeComparator(Scope &outer, Region &region, ArrayRef<Type> elements) {
  SmallVector<Type> pairs;
  for (Type element : elements) {
    pairs.append({element, element});
  }
  Block *block = makeBlock(outer, region, pairs);
  Scope scope(outer, block, /*seesOut=*/false);
  BodyMath math(scope);
  auto direction =
      scope.random.pick({ComparisonDirection::LT, ComparisonDirection::GT,
                         ComparisonDirection::LE, ComparisonDirection::GE});
  // The first key, then the others where the keys before it are equal.
  size_t keys = scope.random.chance(50) ? elements.size() : 1;
  Value result;
  for (size_t key = keys; key-- > 0;) {
    KeyOrder order = compareKeys(scope, block->getArgument(2 * key),
                                 block->getArgument(2 * key + 1), direction);
    result = result
                 ? math.either(order.isBefore, math.both(order.isEqual, result))
                 : order.isBefore;
  }
  ReturnOp::create(scope.builder, scope.location, ValueRange(result));
}

namespace {

/// Inputs of a shape, with a scalar for each, and what combines them if it is
/// sensitive to order.
struct Inputs {
  SmallVector<Value> inputs;
  SmallVector<Value> initial;
  SmallVector<Type> elements;
  std::optional<Monoid> monoid;

  void makeBodyIn(Scope &scope, Region &region) const {
    if (monoid) {
      makeBody(scope, region, *monoid);
    } else {
      makeCombiner(scope, region, elements);
    }
  }
};

Inputs randomInputs(Scope &scope, Type element, int64_t leastRank) {
  Inputs result;
  Value first = scope.any(element, leastRank);
  result.inputs.push_back(first);
  result.elements.push_back(element);
  if (scope.random.chance(20)) {
    Type other = scope.random.pick(scope.session.elements.plain());
    result.inputs.push_back(scope.get(scope.tensor(shapeOf(first), other)));
    result.elements.push_back(other);
  }
  for (Type type : result.elements) {
    result.initial.push_back(scope.get(scope.tensor({}, type)));
  }
  return result;
}

/// Not where special values are put in the place of operands.
std::optional<Monoid> perhapsMonoid(Scope &scope, Type element, MonoidKind kind,
                                    int percent) {
  return scope.session.turn < 0 && scope.random.chance(percent)
             ? randomMonoid(scope, element, kind)
             : std::nullopt;
}

constexpr int someOrdered = 35;

/// Perhaps combined in an order that matters.
Inputs orderedInputs(Scope &scope, Type element, int64_t leastRank,
                     int percent) {
  std::optional<Monoid> monoid =
      perhapsMonoid(scope, element, MonoidKind::Any, percent);
  if (!monoid) {
    return randomInputs(scope, element, leastRank);
  }
  Dims shape = scope.random.chance(30) ? Dims{scope.random.between(1, 2),
                                              scope.random.between(8, 40)}
                                       : scope.shape(leastRank);
  return {makeInputs(scope, *monoid, shape), makeNeutral(scope, *monoid),
          monoid->types, monoid};
}

void reduceOrdered(Scope &scope, Type element, int percent) {
  Inputs inputs =
      orderedInputs(scope, element, scope.random.chance(90) ? 1 : 0, percent);
  ArrayRef<int64_t> from = shapeOf(inputs.inputs.front());
  Dims dimensions = scope.random.subset(static_cast<int64_t>(from.size()), 60);
  Dims shape;
  for (int64_t d = 0; d < static_cast<int64_t>(from.size()); ++d) {
    if (!llvm::is_contained(dimensions, d)) {
      shape.push_back(from[d]);
    }
  }
  SmallVector<Type> types;
  for (Type type : inputs.elements) {
    types.push_back(scope.tensor(shape, type));
  }
  auto op =
      ReduceOp::create(scope.builder, scope.location, TypeRange(types),
                       ValueRange(inputs.inputs), ValueRange(inputs.initial),
                       ArrayRef<int64_t>(dimensions));
  inputs.makeBodyIn(scope, op.getBody());
  scope.done(op, element);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

struct Window {
  Dims sizes;
  Dims strides;
  Dims baseDilations;
  Dims windowDilations;
  Dims padding;
  Dims positions;
};

Window randomWindow(Scope &scope, ArrayRef<int64_t> shape, bool isPlain) {
  Random &random = scope.random;
  Window window;
  // Everything up to each element, or from it on: a scan along one dimension.
  int64_t scanned =
      random.chance(25) ? random.below(static_cast<int64_t>(shape.size())) : -1;
  for (auto [d, size] : llvm::enumerate(shape)) {
    if (scanned >= 0 && size > 0) {
      bool isScanned = static_cast<int64_t>(d) == scanned;
      bool isReversed = isScanned && random.chance(30);
      window.sizes.push_back(isScanned ? size : 1);
      window.strides.push_back(1);
      window.baseDilations.push_back(1);
      window.windowDilations.push_back(1);
      window.padding.append(
          {isScanned && !isReversed ? size - 1 : 0, isReversed ? size - 1 : 0});
      window.positions.push_back(size);
      continue;
    }
    int64_t width = random.chance(40)   ? 1
                    : random.chance(40) ? std::max<int64_t>(size, 1)
                                        : random.between(1, 3);
    int64_t stride = random.chance(60) ? 1 : random.between(1, 2);
    int64_t base = isPlain || random.chance(80) ? 1 : 2;
    int64_t dilation = isPlain || random.chance(80) ? 1 : 2;
    int64_t low = random.chance(60) ? 0 : random.between(0, 2);
    int64_t high = random.chance(60) ? 0 : random.between(0, 2);
    int64_t padded = (size == 0 ? 0 : (size - 1) * base + 1) + low + high;
    int64_t reach = (width - 1) * dilation + 1;
    window.sizes.push_back(width);
    window.strides.push_back(stride);
    window.baseDilations.push_back(base);
    window.windowDilations.push_back(dilation);
    window.padding.append({low, high});
    window.positions.push_back(
        padded <= 0 || padded < reach ? 0 : (padded - reach) / stride + 1);
  }
  return window;
}

DenseIntElementsAttr paddingOf(Scope &scope, const Window &window) {
  int64_t rank = static_cast<int64_t>(window.sizes.size());
  auto type = RankedTensorType::get({rank, 2}, scope.builder.getI64Type());
  return DenseIntElementsAttr::get(type, ArrayRef<int64_t>(window.padding));
}

void reduceWindowOrdered(Scope &scope, Type element, int percent) {
  Inputs inputs = orderedInputs(scope, element, 1, percent);
  Window window =
      randomWindow(scope, shapeOf(inputs.inputs.front()), /*isPlain=*/false);
  SmallVector<Type> types;
  for (Type type : inputs.elements) {
    types.push_back(scope.tensor(window.positions, type));
  }
  OpBuilder &builder = scope.builder;
  auto op = ReduceWindowOp::create(
      builder, scope.location, TypeRange(types), ValueRange(inputs.inputs),
      ValueRange(inputs.initial), builder.getDenseI64ArrayAttr(window.sizes),
      builder.getDenseI64ArrayAttr(window.strides),
      builder.getDenseI64ArrayAttr(window.baseDilations),
      builder.getDenseI64ArrayAttr(window.windowDilations),
      paddingOf(scope, window));
  inputs.makeBodyIn(scope, op.getBody());
  scope.done(op, element);
}

void selectAndScatter(Scope &scope, Type element) {
  Value operand = scope.any(element, 1);
  Window window = randomWindow(scope, shapeOf(operand), /*isPlain=*/true);
  std::optional<Monoid> monoid =
      perhapsMonoid(scope, element, MonoidKind::Single, someOrdered);
  Value source = monoid ? makeInputs(scope, *monoid, window.positions).front()
                        : scope.get(scope.tensor(window.positions, element));
  Value initial = monoid ? makeNeutral(scope, *monoid).front()
                         : scope.get(scope.tensor({}, element));
  OpBuilder &builder = scope.builder;
  auto op = SelectAndScatterOp::create(
      builder, scope.location, operand.getType(), operand, source, initial,
      builder.getDenseI64ArrayAttr(window.sizes),
      builder.getDenseI64ArrayAttr(window.strides), paddingOf(scope, window));
  makeComparator(scope, op.getSelect(), {element});
  if (monoid) {
    makeBody(scope, op.getScatter(), *monoid);
  } else {
    makeCombiner(scope, op.getScatter(), {element});
  }
  scope.done(op, element);
}

/// Few different elements, and their places: who moves equal ones is seen.
Inputs tiedInputs(Scope &scope, Type element) {
  auto type = scope.tensor(scope.shape(1), element);
  auto builder =
      std::move(reference::TensorBuilder::create(*scope.session.budget, type))
          .value();
  reference::ElementType kind = builder.elementType();
  SmallVector<reference::Element> few;
  for (int i = 0; i < 3; ++i) {
    few.push_back(randomElement(kind, scope.random));
  }
  for (int64_t i = 0; i < builder.elementCount(); ++i) {
    builder.setAt(i, scope.random.pick(few));
  }
  Value keys = scope.given(std::move(builder).finish());
  Type index = scope.builder.getI32Type();
  Value flat = IotaOp::create(scope.builder, scope.location,
                              scope.tensor({type.getNumElements()}, index),
                              static_cast<uint64_t>(0));
  Value places = ReshapeOp::create(scope.builder, scope.location,
                                   scope.tensor(type.getShape(), index), flat);
  return {{keys, places}, {}, {element, index}, std::nullopt};
}

void sort(Scope &scope, Type element) {
  bool hasTies = scope.random.chance(40);
  Inputs inputs =
      hasTies ? tiedInputs(scope, element) : randomInputs(scope, element, 1);
  int64_t rank = static_cast<int64_t>(shapeOf(inputs.inputs.front()).size());
  auto op = SortOp::create(scope.builder, scope.location,
                           TypeRange(ValueRange(inputs.inputs)),
                           ValueRange(inputs.inputs),
                           static_cast<uint64_t>(scope.random.below(rank)),
                           /*is_stable=*/true);
  makeComparator(scope, op.getComparator(), inputs.elements);
  scope.done(op, element);
}

void map(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value y = scope.get(cast<RankedTensorType>(x.getType()));
  Dims dimensions;
  for (size_t d = 0; d < shapeOf(x).size(); ++d) {
    dimensions.push_back(static_cast<int64_t>(d));
  }
  auto op = MapOp::create(scope.builder, scope.location, x.getType(),
                          ValueRange{x, y}, ArrayRef<int64_t>(dimensions));
  makeCombiner(scope, op.getComputation(), {element}, CombinerUse::Map);
  scope.done(op, element);
}

void reduce(Scope &scope, Type element) {
  reduceOrdered(scope, element, someOrdered);
}

void reduceWindow(Scope &scope, Type element) {
  reduceWindowOrdered(scope, element, someOrdered);
}

} // namespace

void makeOrderedReduction(Scope &scope) {
  Type element = scope.random.pick(scope.session.elements.plain());
  if (scope.random.chance(70)) {
    reduceOrdered(scope, element, 100);
  } else {
    reduceWindowOrdered(scope, element, 100);
  }
}

void makeTopK(Scope &scope) {
  Type element = scope.random.pick(scope.session.elements.plain());
  Value x = scope.random.chance(60) ? tiedInputs(scope, element).inputs.front()
                                    : scope.any(element, 1);
  auto type = cast<RankedTensorType>(x.getType());
  int64_t last = type.getRank() - 1;
  Type index = scope.builder.getI32Type();
  Value places = IotaOp::create(scope.builder, scope.location,
                                scope.tensor(type.getShape(), index),
                                static_cast<uint64_t>(last));
  SmallVector<Value> inputs = {x, places};
  auto op = SortOp::create(scope.builder, scope.location,
                           TypeRange(ValueRange(inputs)), ValueRange(inputs),
                           static_cast<uint64_t>(last), /*is_stable=*/true);
  makeComparator(scope, op.getComparator(), {element, index});
  Dims starts(type.getRank(), 0);
  Dims limits(type.getShape());
  Dims strides(type.getRank(), 1);
  limits[last] = scope.random.between(0, limits[last]);
  for (Value sorted : op->getResults()) {
    Type of = cast<RankedTensorType>(sorted.getType()).getElementType();
    scope.offer(
        SliceOp::create(scope.builder, scope.location, scope.tensor(limits, of),
                        sorted, ArrayRef<int64_t>(starts),
                        ArrayRef<int64_t>(limits), ArrayRef<int64_t>(strides)));
  }
}

void addReductionRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.add<ReduceOp>(types.plain(), reduce);
  recipes.add<ReduceWindowOp>(types.plain(), reduceWindow);
  recipes.add<SelectAndScatterOp>(types.plain(), selectAndScatter);
  recipes.add<SortOp>(types.plain(), sort);
  recipes.add<MapOp>(types.plain(), map);
}

} // namespace weft::generate
