// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that move elements.

#include "weft/Testing/Programs/GenerateRecipes.h"
#include "weft/Testing/Programs/GenerateSizes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

int64_t countOf(ArrayRef<int64_t> shape) {
  return ShapedType::getNumElements(shape);
}

void iota(Scope &scope, Type element) {
  Dims shape = scope.shape(1);
  auto type = scope.tensor(shape, element);
  scope.make<IotaOp>(element, type,
                     static_cast<uint64_t>(scope.random.below(
                         static_cast<int64_t>(shape.size()))));
}

void broadcast(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims sizes;
  int64_t count = std::max<int64_t>(countOf(shapeOf(x)), 1);
  for (int64_t i = scope.random.below(3); i > 0; --i) {
    int64_t size = scope.size();
    sizes.push_back(count * size > scope.session.limits.mostElements ? 1
                                                                     : size);
    count *= std::max<int64_t>(sizes.back(), 1);
  }
  Dims shape = sizes;
  llvm::append_range(shape, shapeOf(x));
  auto type = scope.tensor(shape, element);
  scope.make<BroadcastOp>(element, type, x, ArrayRef<int64_t>(sizes));
}

/// Dimensions of the operand go to random ones of a larger shape; those of size
/// one may grow.
void broadcastInDim(Scope &scope, Type element) {
  Value x = scope.any(element);
  int64_t rank = static_cast<int64_t>(shapeOf(x).size());
  int64_t resultRank = rank + scope.random.below(3);
  Dims order = scope.random.permutation(resultRank);
  Dims targets(ArrayRef<int64_t>(order).take_front(rank));
  if (scope.random.chance(70)) {
    llvm::sort(targets);
  }
  Dims shape(resultRank, 1);
  int64_t count = 1;
  for (auto [target, size] : llvm::zip_equal(targets, shapeOf(x))) {
    shape[target] = size;
    count *= std::max<int64_t>(size, 1);
  }
  for (int64_t &size : shape) {
    int64_t larger = scope.size();
    if (size == 1 && scope.random.chance(60) &&
        count * larger <= scope.session.limits.mostElements) {
      size = larger;
      count *= std::max<int64_t>(larger, 1);
    }
  }
  auto type = scope.tensor(shape, element);
  scope.make<BroadcastInDimOp>(element, type, x, ArrayRef<int64_t>(targets));
}

/// Factors of the count, in any order, with ones between.
Dims randomFactors(Random &random, int64_t count) {
  Dims factors;
  if (count == 0) {
    factors.push_back(0);
    count = 1;
  }
  for (int64_t prime : {2, 2, 2, 3, 3, 5, 5, 7}) {
    if (count % prime == 0 && random.chance(70)) {
      factors.push_back(prime);
      count /= prime;
    }
  }
  if (count != 1) {
    factors.push_back(count);
  }
  while (random.chance(25)) {
    factors.push_back(1);
  }
  Dims shuffled;
  for (int64_t i : random.permutation(static_cast<int64_t>(factors.size()))) {
    // Neighbours melt together now and then.
    if (!shuffled.empty() && random.chance(30)) {
      shuffled.back() *= factors[i];
    } else {
      shuffled.push_back(factors[i]);
    }
  }
  return shuffled;
}

void reshape(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims shape(shapeOf(x));
  if (scope.random.chance(40)) {
    // Dimensions of size one come and go.
    llvm::erase_if(shape, [&](int64_t size) {
      return size == 1 && scope.random.chance(60);
    });
    if (scope.random.chance(60)) {
      shape.insert(shape.begin() + scope.random.below(
                                       static_cast<int64_t>(shape.size()) + 1),
                   1);
    }
  } else {
    shape = randomFactors(scope.random, countOf(shapeOf(x)));
  }
  auto type = scope.tensor(shape, element);
  scope.make<ReshapeOp>(element, type, x);
}

void transpose(Scope &scope, Type element) {
  Value x = scope.any(element, scope.random.chance(80) ? 2 : 0);
  Dims permutation =
      scope.random.permutation(static_cast<int64_t>(shapeOf(x).size()));
  Dims shape;
  for (int64_t d : permutation) {
    shape.push_back(shapeOf(x)[d]);
  }
  auto type = scope.tensor(shape, element);
  scope.make<TransposeOp>(element, type, x, ArrayRef<int64_t>(permutation));
}

void reverse(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims dimensions =
      scope.random.subset(static_cast<int64_t>(shapeOf(x).size()), 50);
  scope.make<ReverseOp>(element, x.getType(), x, ArrayRef<int64_t>(dimensions));
}

void concatenate(Scope &scope, Type element) {
  Value first = scope.any(element, 1);
  int64_t dimension =
      scope.random.below(static_cast<int64_t>(shapeOf(first).size()));
  SmallVector<Value> inputs = {first};
  int64_t total = shapeOf(first)[dimension];
  for (int64_t i = scope.random.below(3); i > 0; --i) {
    Dims shape(shapeOf(first));
    if (scope.random.chance(50)) {
      shape[dimension] = scope.size();
    }
    inputs.push_back(scope.get(scope.tensor(shape, element)));
    total += shape[dimension];
  }
  Dims shape(shapeOf(first));
  shape[dimension] = total;
  auto type = scope.tensor(shape, element);
  scope.make<ConcatenateOp>(element, type, ValueRange(inputs),
                            static_cast<uint64_t>(dimension));
}

void slice(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims starts;
  Dims limits;
  Dims strides;
  Dims shape;
  for (int64_t size : shapeOf(x)) {
    int64_t start = scope.random.between(0, size);
    int64_t limit = scope.random.between(start, size);
    if (scope.random.chance(50)) {
      start = 0;
      limit = size;
    }
    int64_t stride = scope.random.chance(60) ? 1 : scope.random.between(1, 3);
    starts.push_back(start);
    limits.push_back(limit);
    strides.push_back(stride);
    shape.push_back((limit - start + stride - 1) / stride);
  }
  auto type = scope.tensor(shape, element);
  scope.make<SliceOp>(element, type, x, ArrayRef<int64_t>(starts),
                      ArrayRef<int64_t>(limits), ArrayRef<int64_t>(strides));
}

Dims partOf(Scope &scope, ArrayRef<int64_t> shape) {
  Dims part;
  for (int64_t size : shape) {
    part.push_back(scope.random.chance(40) ? size
                                           : scope.random.between(0, size));
  }
  return part;
}

SmallVector<Value> startsFor(Scope &scope, ArrayRef<int64_t> shape) {
  Type index = scope.random.pick(scope.session.elements.integers());
  SmallVector<Value> starts;
  for (int64_t size : shape) {
    starts.push_back(scope.indices(scope.tensor({}, index), size));
  }
  return starts;
}

void dynamicSlice(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims sizes = partOf(scope, shapeOf(x));
  SmallVector<Value> starts = startsFor(scope, shapeOf(x));
  auto type = scope.tensor(sizes, element);
  scope.make<DynamicSliceOp>(element, type, x, ValueRange(starts),
                             ArrayRef<int64_t>(sizes));
}

void dynamicUpdateSlice(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value update = scope.get(scope.tensor(partOf(scope, shapeOf(x)), element));
  SmallVector<Value> starts = startsFor(scope, shapeOf(x));
  scope.make<DynamicUpdateSliceOp>(element, x.getType(), x, update,
                                   ValueRange(starts));
}

void pad(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value filler = scope.get(scope.tensor({}, element));
  Dims low;
  Dims high;
  Dims interior;
  Dims shape;
  int64_t count = 1;
  for (int64_t size : shapeOf(x)) {
    bool isPlain = scope.random.chance(40);
    int64_t between = isPlain ? 0 : scope.random.below(3);
    int64_t before = isPlain ? 0 : scope.random.between(-2, 3);
    int64_t after = isPlain ? 0 : scope.random.between(-2, 3);
    int64_t spread = size == 0 ? 0 : size + (size - 1) * between;
    if (spread + before + after < 0 ||
        count * (spread + before + after) >
            2 * scope.session.limits.mostElements) {
      between = 0;
      before = 0;
      after = 0;
      spread = size;
    }
    low.push_back(before);
    high.push_back(after);
    interior.push_back(between);
    shape.push_back(spread + before + after);
    count *= std::max<int64_t>(shape.back(), 1);
  }
  auto type = scope.tensor(shape, element);
  scope.make<PadOp>(element, type, x, filler, ArrayRef<int64_t>(low),
                    ArrayRef<int64_t>(high), ArrayRef<int64_t>(interior));
}

void dimensionSize(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  auto type = scope.tensor({}, scope.builder.getI32Type());
  scope.make<GetDimensionSizeOp>(element, type, x,
                                 static_cast<uint64_t>(scope.random.below(
                                     static_cast<int64_t>(shapeOf(x).size()))));
}

void setDimensionSize(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  int64_t rank = static_cast<int64_t>(shapeOf(x).size());
  int64_t dimension = scope.random.below(rank);
  int64_t size = scope.random.between(0, shapeOf(x)[dimension]);
  Value list =
      makeSizes(scope, {size}, scope.builder.getI32Type(), /*isOpen=*/true);
  Value scalar =
      ReshapeOp::create(scope.builder, scope.location,
                        scope.tensor({}, scope.builder.getI32Type()), list);
  auto set =
      SetDimensionSizeOp::create(scope.builder, scope.location, x, scalar,
                                 static_cast<uint64_t>(dimension));
  Dims shape(shapeOf(x));
  shape[dimension] = size;
  finishOpen(scope, set, scope.tensor(shape, element), element);
}

void tuple(Scope &scope, Type element) {
  Value x = scope.any(element);
  Value y = scope.any(scope.random.pick(scope.session.elements.plain()));
  SmallVector<Value> values = {x, y};
  auto type =
      TupleType::get(scope.builder.getContext(), TypeRange(ValueRange(values)));
  auto tuple = scope.make<TupleOp>(element, type, ValueRange(values));
  scope.make<GetTupleElementOp>(element, x.getType(), tuple, 0u);
}

void barrier(Scope &scope, Type element) {
  SmallVector<Value> values = {scope.any(element)};
  if (scope.random.chance(30)) {
    values.push_back(
        scope.any(scope.random.pick(scope.session.elements.plain())));
  }
  scope.make<OptimizationBarrierOp>(element, ValueRange(values));
}

} // namespace

void addMovementRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.add<IotaOp>(types.plain().drop_front(1), iota);
  recipes.add<BroadcastOp>(types.every(), broadcast);
  recipes.add<BroadcastInDimOp>(types.every(), broadcastInDim);
  recipes.add<ReshapeOp>(types.every(), reshape);
  recipes.add<TransposeOp>(types.every(), transpose);
  recipes.add<ReverseOp>(types.every(), reverse);
  recipes.add<ConcatenateOp>(types.every(), concatenate);
  recipes.add<SliceOp>(types.every(), slice);
  recipes.add<DynamicSliceOp>(types.every(), dynamicSlice);
  recipes.add<DynamicUpdateSliceOp>(types.every(), dynamicUpdateSlice);
  recipes.add<PadOp>(types.every(), pad);
  recipes.add<GetDimensionSizeOp>(types.every(), dimensionSize);
  recipes.add<SetDimensionSizeOp>(types.every(), setDimensionSize);
  recipes.add<TupleOp>(types.every(), tuple);
  recipes.add<GetTupleElementOp>(types.every(), tuple);
  recipes.add<OptimizationBarrierOp>(types.every(), barrier);
}

} // namespace weft::generate
