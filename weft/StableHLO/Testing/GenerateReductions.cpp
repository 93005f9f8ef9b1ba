// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations with a function of scalars, and these functions.

#include "weft/StableHLO/Testing/GenerateRecipes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// a . b for an operation that the type has.
Value combine(Scope &scope, Value a, Value b) {
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

void makeCombiner(Scope &outer, Region &region, ArrayRef<Type> elements) {
  SmallVector<Type> twice(elements);
  twice.append(elements.begin(), elements.end());
  Block *block = makeBlock(outer, region, twice);
  Scope scope(outer, block, /*seesOut=*/false);
  SmallVector<Value> results;
  size_t count = elements.size();
  for (size_t i = 0; i < count; ++i) {
    Value a = block->getArgument(i);
    Value b = block->getArgument(count + i);
    Value result = combine(scope, a, b);
    if (scope.random.chance(10)) {
      result = combine(scope, result, a);
    }
    results.push_back(result);
  }
  // Several are seldom independent of each other.
  if (count == 2 && elements[0] != elements[1] && outer.random.chance(40) &&
      isa<IntegerType, FloatType>(elements[0])) {
    Value chooses =
        CompareOp::create(scope.builder, scope.location, block->getArgument(0),
                          block->getArgument(2), ComparisonDirection::LT);
    results[1] =
        SelectOp::create(scope.builder, scope.location, results[1].getType(),
                         chooses, block->getArgument(1), block->getArgument(3));
  }
  ReturnOp::create(scope.builder, scope.location, ValueRange(results));
}

void makeComparator(Scope &outer, Region &region, ArrayRef<Type> elements) {
  SmallVector<Type> pairs;
  for (Type element : elements) {
    pairs.append({element, element});
  }
  Block *block = makeBlock(outer, region, pairs);
  Scope scope(outer, block, /*seesOut=*/false);
  auto direction =
      scope.random.pick({ComparisonDirection::LT, ComparisonDirection::GT,
                         ComparisonDirection::LE, ComparisonDirection::GE});
  Value a = block->getArgument(0);
  Value b = block->getArgument(1);
  if (isa<ComplexType>(elements.front())) {
    Type part = cast<ComplexType>(elements.front()).getElementType();
    auto real = scope.tensor({}, part);
    a = RealOp::create(scope.builder, scope.location, real, a);
    b = RealOp::create(scope.builder, scope.location, real, b);
  }
  Value result =
      CompareOp::create(scope.builder, scope.location, a, b, direction);
  ReturnOp::create(scope.builder, scope.location, ValueRange(result));
}

namespace {

/// One or two inputs of a shape, with a scalar for each.
struct Inputs {
  SmallVector<Value> inputs;
  SmallVector<Value> initial;
  SmallVector<Type> elements;
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

void reduce(Scope &scope, Type element) {
  Inputs inputs = randomInputs(scope, element, scope.random.chance(90) ? 1 : 0);
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
  makeCombiner(scope, op.getBody(), inputs.elements);
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
  for (int64_t size : shape) {
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

void reduceWindow(Scope &scope, Type element) {
  Inputs inputs = randomInputs(scope, element, 1);
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
  makeCombiner(scope, op.getBody(), inputs.elements);
  scope.done(op, element);
}

void selectAndScatter(Scope &scope, Type element) {
  Value operand = scope.any(element, 1);
  Window window = randomWindow(scope, shapeOf(operand), /*isPlain=*/true);
  Value source = scope.get(scope.tensor(window.positions, element));
  Value initial = scope.get(scope.tensor({}, element));
  OpBuilder &builder = scope.builder;
  auto op = SelectAndScatterOp::create(
      builder, scope.location, operand.getType(), operand, source, initial,
      builder.getDenseI64ArrayAttr(window.sizes),
      builder.getDenseI64ArrayAttr(window.strides), paddingOf(scope, window));
  makeComparator(scope, op.getSelect(), {element});
  makeCombiner(scope, op.getScatter(), {element});
  scope.done(op, element);
}

void sort(Scope &scope, Type element) {
  Inputs inputs = randomInputs(scope, element, 1);
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
  makeCombiner(scope, op.getComputation(), {element});
  scope.done(op, element);
}

} // namespace

void addReductionRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.add<ReduceOp>(types.plain(), reduce);
  recipes.add<ReduceWindowOp>(types.plain(), reduceWindow);
  recipes.add<SelectAndScatterOp>(types.plain(), selectAndScatter);
  recipes.add<SortOp>(types.plain(), sort);
  recipes.add<MapOp>(types.plain(), map);
}

} // namespace weft::generate
