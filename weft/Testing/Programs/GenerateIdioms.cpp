// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that programs have together.

#include "weft/Testing/Programs/GenerateBody.h"
#include "weft/Testing/Programs/GenerateMonoids.h"
#include "weft/Testing/Programs/GenerateRecipes.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;

namespace weft::generate {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}
ArrayRef<int64_t> shapeOf(Value value) { return typeOf(value).getShape(); }

template <typename Op>
Value apply(Scope &scope, Type type, ValueRange operands) {
  Value result =
      Op::create(scope.builder, scope.location, TypeRange(type), operands)
          ->getResult(0);
  scope.offer(result);
  return result;
}

Value splat(Scope &scope, RankedTensorType type, int64_t number) {
  ElementType element = *ElementType::from(type.getElementType());
  Element value =
      element.isFloat() ? Element::real(element, static_cast<double>(number))
      : element.isComplex()
          ? Element::complex(element, static_cast<double>(number))
          : Element::integer(element, static_cast<uint64_t>(number));
  return scope.constant(
      std::move(Tensor::splat(*scope.session.budget, type, value)).value());
}

Type randomElement(Scope &scope, ElementTypes::Set types) {
  return scope.random.pick(types);
}

Value transposed(Scope &scope, Value x) {
  Dims order = scope.random.permutation(typeOf(x).getRank());
  Dims shape;
  for (int64_t d : order) {
    shape.push_back(shapeOf(x)[d]);
  }
  Value result =
      TransposeOp::create(scope.builder, scope.location,
                          scope.tensor(shape, typeOf(x).getElementType()), x,
                          ArrayRef<int64_t>(order));
  scope.offer(result);
  return result;
}

Value reduced(Scope &scope, Value x, ArrayRef<int64_t> dimensions) {
  Type element = typeOf(x).getElementType();
  Dims shape;
  for (int64_t d = 0; d < typeOf(x).getRank(); ++d) {
    if (!llvm::is_contained(dimensions, d)) {
      shape.push_back(shapeOf(x)[d]);
    }
  }
  // Zero, one and the ends of the range are neutral for something.
  Value initial = scope.random.chance(60)
                      ? splat(scope, scope.tensor({}, element), 0)
                      : scope.fresh(scope.tensor({}, element));
  Type type = scope.tensor(shape, element);
  auto op = ReduceOp::create(scope.builder, scope.location, TypeRange(type),
                             ValueRange(x), ValueRange(initial), dimensions);
  makeCombiner(scope, op.getBody(), {element});
  scope.offer(op.getResult(0));
  return op.getResult(0);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// x + c1 compared with c2, or less x again.
void sums(Scope &scope) {
  Value x = scope.any(randomElement(scope, scope.session.elements.plain()));
  auto type = typeOf(x);
  if (isa<IntegerType>(type.getElementType()) &&
      type.getElementType().isInteger(1)) {
    return;
  }
  Value sum = apply<AddOp>(
      scope, type, {x, splat(scope, type, scope.random.between(-2, 3))});
  switch (scope.random.below(4)) {
  case 0:
    scope.offer(CompareOp::create(
        scope.builder, scope.location, sum,
        splat(scope, type, scope.random.between(-2, 3)),
        scope.random.pick({ComparisonDirection::EQ, ComparisonDirection::NE})));
    return;
  case 1:
    apply<SubtractOp>(scope, type, {sum, x});
    return;
  case 2: {
    Value y = scope.get(type);
    Value both = apply<AddOp>(scope, type, {x, y});
    apply<SubtractOp>(scope, type, {both, scope.random.chance(50) ? x : y});
    return;
  }
  default: {
    Value difference = apply<SubtractOp>(scope, type, {x, scope.get(type)});
    apply<NegateOp>(scope, type, difference);
  }
  }
}

void complexParts(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.complex());
  Value z = scope.any(element);
  Type part = typeOf(z).clone(cast<ComplexType>(element).getElementType());
  Value real = apply<RealOp>(scope, part, z);
  Value imag = apply<ImagOp>(scope, part, z);
  if (scope.random.chance(20)) {
    std::swap(real, imag);
  }
  apply<ComplexOp>(scope, z.getType(), {real, imag});
}

void booleans(Scope &scope) {
  Type boolean = scope.builder.getI1Type();
  Value p = scope.any(boolean);
  bool value = scope.random.chance(50);
  apply<SelectOp>(scope, p.getType(),
                  {p, splat(scope, typeOf(p), value ? 1 : 0),
                   splat(scope, typeOf(p), value ? 0 : 1)});
  Type number = typeOf(p).clone(
      randomElement(scope, scope.session.elements.plain().take_front(13)));
  Value converted = apply<ConvertOp>(scope, number, p);
  scope.offer(CompareOp::create(
      scope.builder, scope.location, converted,
      splat(scope, typeOf(converted), 0),
      scope.random.pick({ComparisonDirection::EQ, ComparisonDirection::NE})));
}

/// Through one type to another and perhaps back.
void conversions(Scope &scope) {
  Value x = scope.any(randomElement(scope, scope.session.elements.plain()));
  if (scope.random.chance(30)) {
    Dims shape = scope.shape(1);
    x = IotaOp::create(
        scope.builder, scope.location,
        scope.tensor(shape,
                     randomElement(scope, scope.session.elements.integers())),
        static_cast<uint64_t>(0));
  }
  Type from = typeOf(x).getElementType();
  Value between = apply<ConvertOp>(
      scope,
      typeOf(x).clone(randomElement(scope, scope.session.elements.plain())), x);
  Type to = scope.random.chance(50)
                ? from
                : randomElement(scope, scope.session.elements.plain());
  apply<ConvertOp>(scope, typeOf(x).clone(to), between);
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// A roll: the two parts of x, exchanged or not.
void roll(Scope &scope) {
  Value x = scope.any(randomElement(scope, scope.session.elements.plain()), 1);
  int64_t dimension = scope.random.below(typeOf(x).getRank());
  int64_t size = shapeOf(x)[dimension];
  int64_t at = scope.random.between(0, size);
  auto part = [&](int64_t start, int64_t limit) -> Value {
    Dims starts(typeOf(x).getRank(), 0);
    Dims limits(shapeOf(x));
    Dims strides(typeOf(x).getRank(), 1);
    Dims shape(shapeOf(x));
    starts[dimension] = start;
    limits[dimension] = limit;
    shape[dimension] = limit - start;
    return SliceOp::create(scope.builder, scope.location,
                           scope.tensor(shape, typeOf(x).getElementType()), x,
                           ArrayRef<int64_t>(starts), ArrayRef<int64_t>(limits),
                           ArrayRef<int64_t>(strides));
  };
  SmallVector<Value> parts = {part(0, at), part(at, size)};
  if (scope.random.chance(50)) {
    std::swap(parts[0], parts[1]);
  }
  scope.offer(ConcatenateOp::create(scope.builder, scope.location, x.getType(),
                                    ValueRange(parts),
                                    static_cast<uint64_t>(dimension)));
}

/// Padded with a constant or not, and a part of that.
void padAndSlice(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  Value x = scope.any(element, 1);
  auto scalar = scope.tensor({}, element);
  Value filler =
      scope.random.chance(50) ? splat(scope, scalar, 0) : scope.get(scalar);
  if (scope.random.chance(30)) {
    x = splat(scope, typeOf(x), 0);
  }
  Dims low;
  Dims high;
  Dims none(typeOf(x).getRank(), 0);
  Dims starts;
  Dims limits;
  Dims strides(typeOf(x).getRank(), 1);
  Dims padded;
  Dims shape;
  for (int64_t size : shapeOf(x)) {
    low.push_back(scope.random.between(0, 2));
    high.push_back(scope.random.between(0, 2));
    padded.push_back(size + low.back() + high.back());
    starts.push_back(scope.random.between(0, padded.back()));
    limits.push_back(scope.random.between(starts.back(), padded.back()));
    shape.push_back(limits.back() - starts.back());
  }
  Value pad = PadOp::create(
      scope.builder, scope.location, scope.tensor(padded, element), x, filler,
      ArrayRef<int64_t>(low), ArrayRef<int64_t>(high), ArrayRef<int64_t>(none));
  scope.offer(pad);
  scope.offer(SliceOp::create(
      scope.builder, scope.location, scope.tensor(shape, element), pad,
      ArrayRef<int64_t>(starts), ArrayRef<int64_t>(limits),
      ArrayRef<int64_t>(strides)));
}

/// A part of a part, with strides; padding around padding.
void twice(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  Value x = scope.get(scope.tensor(
      {scope.random.between(4, 9), scope.random.between(1, 4)}, element));
  bool isSlice = scope.random.chance(60);
  auto scalar = scope.tensor({}, element);
  for (int i = 0; i < 2; ++i) {
    Dims first;
    Dims second;
    Dims third;
    Dims shape;
    for (int64_t size : shapeOf(x)) {
      if (isSlice) {
        first.push_back(scope.random.between(0, size / 2));
        second.push_back(size);
        third.push_back(scope.random.between(1, 2));
        shape.push_back((size - first.back() + third.back() - 1) /
                        third.back());
      } else {
        first.push_back(scope.random.between(0, 1));
        second.push_back(scope.random.between(0, 1));
        third.push_back(0);
        shape.push_back(size + first.back() + second.back());
      }
    }
    auto type = scope.tensor(shape, element);
    if (isSlice) {
      x = SliceOp::create(scope.builder, scope.location, type, x,
                          ArrayRef<int64_t>(first), ArrayRef<int64_t>(second),
                          ArrayRef<int64_t>(third));
    } else {
      x = PadOp::create(scope.builder, scope.location, type, x,
                        scope.get(scalar), ArrayRef<int64_t>(first),
                        ArrayRef<int64_t>(second), ArrayRef<int64_t>(third));
    }
    scope.offer(x);
  }
}

/// A part of x is read, changed, written back, and read again.
void readAndWrite(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  Value x = scope.any(element, 1);
  SmallVector<Value> starts;
  Dims sizes;
  for (int64_t size : shapeOf(x)) {
    sizes.push_back(scope.random.between(0, size));
    starts.push_back(
        scope.indices(scope.tensor({}, scope.builder.getI32Type()), size));
  }
  auto partType = scope.tensor(sizes, element);
  auto read = [&](Value from) -> Value {
    Value part =
        DynamicSliceOp::create(scope.builder, scope.location, partType, from,
                               ValueRange(starts), ArrayRef<int64_t>(sizes));
    scope.offer(part);
    return part;
  };
  auto write = [&](Value to, Value part) -> Value {
    Value whole = DynamicUpdateSliceOp::create(scope.builder, scope.location,
                                               to.getType(), to, part,
                                               ValueRange(starts));
    scope.offer(whole);
    return whole;
  };
  Value part = read(x);
  Value changed = scope.random.chance(50)
                      ? part
                      : apply<AddOp>(scope, partType, {part, part});
  Value whole = write(x, changed);
  if (scope.random.chance(50)) {
    whole = write(whole, scope.get(partType));
  }
  read(whole);
}

/// i < 0 ? i + n : i, then x[i] or x with x[i] changed.
void normalizedIndex(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  Value x = scope.any(element, 1);
  int64_t size = shapeOf(x).front();
  auto type = scope.tensor({1}, scope.builder.getI32Type());
  Value i = scope.indices(type, size);
  Value isNegative =
      CompareOp::create(scope.builder, scope.location, i, splat(scope, type, 0),
                        ComparisonDirection::LT);
  Value shifted = apply<AddOp>(scope, type, {i, splat(scope, type, size)});
  Value index = apply<SelectOp>(scope, type, {isNegative, shifted, i});
  Dims rest(shapeOf(x).drop_front());
  auto rowType = scope.tensor(rest, element);
  Dims window;
  for (int64_t d = 0; d < rowType.getRank(); ++d) {
    window.push_back(d);
  }
  MLIRContext *context = scope.builder.getContext();
  if (size > 0 && scope.random.chance(50)) {
    auto numbers =
        GatherDimensionNumbersAttr::get(context, window, {0}, {}, {}, {0}, 0);
    Dims sizes(shapeOf(x));
    sizes[0] = 1;
    scope.offer(GatherOp::create(scope.builder, scope.location, rowType, x,
                                 index, numbers, ArrayRef<int64_t>(sizes)));
    return;
  }
  auto numbers =
      ScatterDimensionNumbersAttr::get(context, window, {0}, {}, {}, {0}, 0);
  Value row = scope.get(rowType);
  auto op =
      ScatterOp::create(scope.builder, scope.location, TypeRange(x.getType()),
                        ValueRange(x), index, ValueRange(row), numbers,
                        /*indices_are_sorted=*/true,
                        /*unique_indices=*/true);
  // A single index: what is there stands on the left.
  std::optional<Monoid> monoid =
      scope.random.chance(30) ? randomMonoid(scope, element, MonoidKind::Single)
                              : std::nullopt;
  if (monoid) {
    makeBody(scope, op.getUpdateComputation(), *monoid);
  } else {
    makeCombiner(scope, op.getUpdateComputation(), {element},
                 CombinerUse::Update);
  }
  scope.offer(op.getResult(0));
}

//===----------------------------------------------------------------------===//
// Reductions and products
//===----------------------------------------------------------------------===//

void reduceMoved(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  Value x = scope.random.chance(50)
                ? scope.any(element, 1)
                : scope.get(scope.tensor({3, 2, 2}, element));
  switch (scope.random.below(3)) {
  case 0:
    x = transposed(scope, x);
    break;
  case 1: {
    Dims shape = {scope.random.between(1, 3)};
    Dims dimensions;
    for (int64_t size : shapeOf(x)) {
      dimensions.push_back(static_cast<int64_t>(shape.size()));
      shape.push_back(size);
    }
    x = BroadcastInDimOp::create(scope.builder, scope.location,
                                 scope.tensor(shape, element), x,
                                 ArrayRef<int64_t>(dimensions));
    break;
  }
  default:
    break;
  }
  Dims dimensions = scope.random.subset(typeOf(x).getRank(),
                                        scope.random.chance(40) ? 100 : 60);
  Value result = reduced(scope, x, dimensions);
  if (typeOf(result).getRank() > 0 && scope.random.chance(40)) {
    // Once more, mostly by the same function.
    auto first = result.getDefiningOp<ReduceOp>();
    auto again = reduced(scope, result, {0}).getDefiningOp<ReduceOp>();
    if (scope.random.chance(70)) {
      again.getBody().getBlocks().clear();
      IRMapping mapping;
      first.getBody().cloneInto(&again.getBody(), mapping);
      again.getInitValuesMutable().assign(first.getInitValues());
    }
  }
}

/// x . x, transposed before and after.
void productOfTransposed(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  int64_t m = scope.random.between(1, 3);
  int64_t k = scope.random.between(1, 3);
  int64_t n = scope.random.between(1, 3);
  Value lhs = transposed(scope, scope.get(scope.tensor({m, k}, element)));
  Value rhs = transposed(scope, scope.get(scope.tensor({k, n}, element)));
  for (int64_t left : {0, 1}) {
    for (int64_t right : {0, 1}) {
      if (shapeOf(lhs)[left] != shapeOf(rhs)[right]) {
        continue;
      }
      auto numbers = DotDimensionNumbersAttr::get(scope.builder.getContext(),
                                                  {}, {}, {left}, {right});
      auto type = scope.tensor(
          {shapeOf(lhs)[1 - left], shapeOf(rhs)[1 - right]}, element);
      Value product =
          DotGeneralOp::create(scope.builder, scope.location, type, lhs, rhs,
                               numbers, ArrayAttr(), DotAlgorithmAttr());
      scope.offer(product);
      if (scope.random.chance(50)) {
        transposed(scope, product);
      }
      return;
    }
  }
}

void convolutionOfTransposed(Scope &scope) {
  Type element = randomElement(scope, scope.session.elements.plain());
  Value lhs = transposed(
      scope,
      scope.get(scope.tensor({1, scope.random.between(2, 4), 2}, element)));
  // Whatever came first is the batch, then features, then space.
  int64_t features = shapeOf(lhs)[1];
  int64_t space = shapeOf(lhs)[2];
  int64_t window = scope.random.between(1, space);
  Value rhs = scope.get(scope.tensor({2, features, window}, element));
  auto numbers = ConvDimensionNumbersAttr::get(scope.builder.getContext(), 0, 1,
                                               {2}, 1, 0, {2}, 0, 1, {2});
  auto type = scope.tensor({shapeOf(lhs)[0], 2, space - window + 1}, element);
  Value result = ConvolutionOp::create(
      scope.builder, scope.location, type, lhs, rhs, DenseI64ArrayAttr(),
      DenseIntElementsAttr(), DenseI64ArrayAttr(), DenseI64ArrayAttr(),
      DenseBoolArrayAttr(), numbers, static_cast<uint64_t>(1),
      static_cast<uint64_t>(1), ArrayAttr());
  scope.offer(result);
  if (scope.random.chance(50)) {
    transposed(scope, result);
  }
}

/// At each place what all elements up to it combine to, or all from it on.
void running(Scope &scope) {
  ElementTypes::Set types = scope.session.elements.plain().drop_front(1);
  Type element = randomElement(scope, types);
  // Along one dimension, and side by side along the other: in vectors, where
  // there is room.
  constexpr int64_t vector = 32;
  int64_t vectors = scope.session.limits.largestSize / vector;
  int64_t side = vectors > 1 && scope.random.chance(70)
                     ? vector * scope.random.between(1, vectors)
                     : scope.size();
  Dims shape = scope.random.chance(50) ? scope.shape(1, 3)
                                       : Dims{scope.random.between(2, 4), side};
  Value x = scope.get(scope.tensor(shape, element));
  int64_t rank = typeOf(x).getRank();
  int64_t along = scope.random.below(rank);
  int64_t length = shapeOf(x)[along];
  if (length == 0) {
    return;
  }
  bool isSum = scope.random.chance(70);
  bool isReverse = scope.random.chance(50);
  Dims window(rank, 1);
  window[along] = length;
  Dims padding(2 * rank, 0);
  padding[2 * along + (isReverse ? 1 : 0)] = length - 1;
  OpBuilder &builder = scope.builder;
  Dims ones(rank, 1);
  auto none = builder.getDenseI64ArrayAttr(ones);
  auto scalar = scope.tensor({}, element);
  auto op = ReduceWindowOp::create(
      builder, scope.location, TypeRange(x.getType()), ValueRange(x),
      ValueRange(splat(scope, scalar, isSum ? 0 : 1)),
      builder.getDenseI64ArrayAttr(window), none, none, none,
      DenseIntElementsAttr::get(
          RankedTensorType::get({rank, 2}, builder.getI64Type()),
          ArrayRef<int64_t>(padding)));
  isSum ? combineBy<AddOp>(scope, op.getBody(), scalar)
        : combineBy<MultiplyOp>(scope, op.getBody(), scalar);
  scope.offer(op.getResult(0));
}

template <typename Op> void exchangedBy(Scope &scope, Value x, Value y) {
  apply<Op>(scope, x.getType(), {x, y});
  apply<Op>(scope, x.getType(), {y, x});
}

/// The same operation with its operands one way and the other.
void exchanged(Scope &scope) {
  ElementTypes::Set types = scope.session.elements.plain().drop_front(1);
  Value x = scope.any(randomElement(scope, types));
  Value y = scope.get(typeOf(x));
  using Exchange = void (*)(Scope &, Value, Value);
  constexpr Exchange operations[] = {
      exchangedBy<AddOp>,     exchangedBy<DivideOp>,   exchangedBy<MaximumOp>,
      exchangedBy<MinimumOp>, exchangedBy<MultiplyOp>, exchangedBy<PowerOp>,
      exchangedBy<SubtractOp>};
  scope.random.pick(ArrayRef<Exchange>(operations))(scope, x, y);
}

} // namespace

void makeIdiom(Scope &scope) {
  using Idiom = void (*)(Scope &);
  constexpr Idiom idioms[] = {sums,
                              complexParts,
                              booleans,
                              conversions,
                              roll,
                              padAndSlice,
                              twice,
                              exchanged,
                              makeTopK,
                              makeOrderedReduction,
                              makeOrderedReduction,
                              readAndWrite,
                              normalizedIndex,
                              reduceMoved,
                              reduceMoved,
                              running,
                              running,
                              productOfTransposed,
                              convolutionOfTransposed};
  scope.random.pick(ArrayRef<Idiom>(idioms))(scope);
}

} // namespace weft::generate
