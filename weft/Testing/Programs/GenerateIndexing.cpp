// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gather, scatter, and selection by index, with random dimension numbers.

#include "weft/Testing/Programs/GenerateRecipes.h"
#include "weft/Testing/Programs/GenerateSizes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// How a large tensor, indices into it, and a small tensor of windows belong
/// together. A gather reads the windows, a scatter writes them.
struct Correspondence {
  Dims batching;
  Dims indicesBatching;
  Dims collapsed;
  Dims indexed;
  Dims sliceSizes;
  Dims indicesShape;
  int64_t indexVectorDim = 0;
  Dims windowDims;
  Dims smallShape;
};

Correspondence randomCorrespondence(Scope &scope, ArrayRef<int64_t> large) {
  Random &random = scope.random;
  int64_t rank = static_cast<int64_t>(large.size());
  Correspondence result;
  Dims windowSizes;
  for (int64_t d = 0; d < rank; ++d) {
    bool isEmpty = large[d] == 0;
    if (!isEmpty && random.chance(15)) {
      result.batching.push_back(d);
      result.sliceSizes.push_back(1);
    } else if (!isEmpty && random.chance(50)) {
      result.collapsed.push_back(d);
      result.sliceSizes.push_back(1);
    } else {
      int64_t size = random.chance(50) ? large[d] : random.between(0, large[d]);
      result.sliceSizes.push_back(size);
      windowSizes.push_back(size);
    }
  }
  for (int64_t d : random.permutation(rank)) {
    if (!llvm::is_contained(result.batching, d) && random.chance(70)) {
      result.indexed.push_back(d);
    }
  }
  // Dimensions of the indices but the index vector's, in any order: batching
  // ones by their number, others as -1.
  Dims roles;
  for (int64_t i = random.chance(40) ? 0 : random.between(1, 2); i > 0; --i) {
    roles.push_back(-1);
  }
  for (size_t i = 0; i < result.batching.size(); ++i) {
    roles.push_back(static_cast<int64_t>(i));
  }
  Dims batch;
  Dims batchingAt(result.batching.size());
  for (int64_t i : random.permutation(static_cast<int64_t>(roles.size()))) {
    if (roles[i] >= 0) {
      batchingAt[roles[i]] = static_cast<int64_t>(batch.size());
      batch.push_back(large[result.batching[roles[i]]]);
    } else {
      batch.push_back(random.between(1, 3));
    }
  }
  int64_t components = static_cast<int64_t>(result.indexed.size());
  int64_t batchRank = static_cast<int64_t>(batch.size());
  bool isImplicit = components == 1 && random.chance(50);
  result.indicesShape = batch;
  result.indexVectorDim = batchRank;
  if (!isImplicit) {
    result.indexVectorDim = random.below(batchRank + 1);
    result.indicesShape.insert(
        result.indicesShape.begin() + result.indexVectorDim, components);
  }
  for (int64_t place : batchingAt) {
    result.indicesBatching.push_back(
        !isImplicit && place >= result.indexVectorDim ? place + 1 : place);
  }
  // Window dimensions of the small tensor, anywhere.
  int64_t smallRank = batchRank + static_cast<int64_t>(windowSizes.size());
  Dims places = random.permutation(smallRank);
  places.resize(windowSizes.size());
  llvm::sort(places);
  result.windowDims = places;
  size_t nextWindow = 0;
  size_t nextBatch = 0;
  for (int64_t d = 0; d < smallRank; ++d) {
    result.smallShape.push_back(llvm::is_contained(places, d)
                                    ? windowSizes[nextWindow++]
                                    : batch[nextBatch++]);
  }
  return result;
}

Value indicesFor(Scope &scope, const Correspondence &numbers,
                 ArrayRef<int64_t> large) {
  Type index = scope.random.pick(
      {scope.builder.getI32Type(), scope.builder.getI64Type(),
       static_cast<IntegerType>(scope.builder.getIntegerType(8)),
       IntegerType::get(scope.builder.getContext(), 32,
                        IntegerType::Unsigned)});
  int64_t size = numbers.indexed.empty() ? 1 : large[numbers.indexed.front()];
  return scope.indices(scope.tensor(numbers.indicesShape, index), size);
}

int64_t countOf(ArrayRef<int64_t> shape) {
  return ShapedType::getNumElements(shape);
}

/// Not more than the limits allow, however many windows there are.
Correspondence smallCorrespondence(Scope &scope, ArrayRef<int64_t> large) {
  while (true) {
    Correspondence numbers = randomCorrespondence(scope, large);
    if (countOf(numbers.smallShape) <= 2 * scope.session.limits.mostElements) {
      return numbers;
    }
  }
}

void gather(Scope &scope, Type element) {
  Value x = scope.any(element, scope.random.chance(90) ? 1 : 0);
  Correspondence numbers = smallCorrespondence(scope, shapeOf(x));
  Value indices = indicesFor(scope, numbers, shapeOf(x));
  auto attribute = GatherDimensionNumbersAttr::get(
      scope.builder.getContext(), numbers.windowDims, numbers.collapsed,
      numbers.batching, numbers.indicesBatching, numbers.indexed,
      numbers.indexVectorDim);
  auto type = scope.tensor(numbers.smallShape, element);
  scope.make<GatherOp>(element, type, x, indices, attribute,
                       ArrayRef<int64_t>(numbers.sliceSizes));
}

void dynamicGather(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  Correspondence numbers = smallCorrespondence(scope, shapeOf(x));
  Value indices = indicesFor(scope, numbers, shapeOf(x));
  auto attribute = GatherDimensionNumbersAttr::get(
      scope.builder.getContext(), numbers.windowDims, numbers.collapsed,
      numbers.batching, numbers.indicesBatching, numbers.indexed,
      numbers.indexVectorDim);
  auto known = scope.tensor(numbers.smallShape, element);
  RankedTensorType type = perhapsOpen(scope, known);
  Value sizes = makeSizes(scope, numbers.sliceSizes, scope.builder.getI64Type(),
                          !type.hasStaticShape());
  finishOpen(scope,
             DynamicGatherOp::create(scope.builder, scope.location, type, x,
                                     indices, sizes, attribute),
             known, element);
}

void scatter(Scope &scope, Type element) {
  Value x = scope.any(element, scope.random.chance(90) ? 1 : 0);
  Correspondence numbers = smallCorrespondence(scope, shapeOf(x));
  Value indices = indicesFor(scope, numbers, shapeOf(x));
  auto attribute = ScatterDimensionNumbersAttr::get(
      scope.builder.getContext(), numbers.windowDims, numbers.collapsed,
      numbers.batching, numbers.indicesBatching, numbers.indexed,
      numbers.indexVectorDim);
  SmallVector<Value> inputs = {x};
  SmallVector<Value> updates = {
      scope.get(scope.tensor(numbers.smallShape, element))};
  SmallVector<Type> elements = {element};
  if (scope.random.chance(20)) {
    Type other = scope.random.pick(scope.session.elements.plain());
    inputs.push_back(scope.get(scope.tensor(shapeOf(x), other)));
    updates.push_back(scope.get(scope.tensor(numbers.smallShape, other)));
    elements.push_back(other);
  }
  auto op = ScatterOp::create(
      scope.builder, scope.location, TypeRange(ValueRange(inputs)),
      ValueRange(inputs), indices, ValueRange(updates), attribute,
      /*indices_are_sorted=*/false, /*unique_indices=*/false);
  makeCombiner(scope, op.getUpdateComputation(), elements, CombinerUse::Update);
  scope.done(op, element);
}

void indexSelect(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  int64_t rank = static_cast<int64_t>(shapeOf(x).size());
  int64_t dimension = scope.random.below(rank);
  if (shapeOf(x)[dimension] == 0) {
    return;
  }
  int64_t batch =
      scope.random.chance(60) ? 0 : scope.random.below(dimension + 1);
  Dims indexShape(shapeOf(x).take_front(batch));
  for (int64_t i = scope.random.below(3); i > 0; --i) {
    indexShape.push_back(scope.random.between(1, 2));
  }
  Value index =
      scope.indices(scope.tensor(indexShape, scope.builder.getI32Type()),
                    shapeOf(x)[dimension]);
  Dims shape(shapeOf(x).take_front(dimension));
  llvm::append_range(shape, ArrayRef<int64_t>(indexShape).drop_front(batch));
  llvm::append_range(shape, shapeOf(x).drop_front(dimension + 1));
  auto type = scope.tensor(shape, element);
  scope.make<TorchIndexSelectOp>(element, type, x, index,
                                 static_cast<uint64_t>(dimension),
                                 static_cast<uint64_t>(batch));
}

} // namespace

void addIndexingRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.add<GatherOp>(types.every(), gather);
  recipes.add<DynamicGatherOp>(types.every(), dynamicGather);
  recipes.add<ScatterOp>(types.plain(), scatter);
  recipes.add<TorchIndexSelectOp>(types.every(), indexSelect);
}

} // namespace weft::generate
