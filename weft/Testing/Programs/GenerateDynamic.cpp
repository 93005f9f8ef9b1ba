// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose sizes are operands. The result's type knows them or not.

#include "weft/Testing/Programs/GenerateRecipes.h"
#include "weft/Testing/Programs/GenerateSizes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

bool isOpen(RankedTensorType type) { return !type.hasStaticShape(); }

Value sizes(Scope &scope, ArrayRef<int64_t> list, RankedTensorType type) {
  Type element = scope.random.pick(
      {Type(scope.builder.getI64Type()), Type(scope.builder.getI32Type())});
  return makeSizes(scope, list, element, isOpen(type));
}

void dynamicReshape(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims shape(shapeOf(x));
  shape.insert(shape.begin() +
                   scope.random.below(static_cast<int64_t>(shape.size()) + 1),
               1);
  auto known = scope.tensor(shape, element);
  RankedTensorType type = perhapsOpen(scope, known);
  Value list = sizes(scope, shape, type);
  finishOpen(
      scope,
      DynamicReshapeOp::create(scope.builder, scope.location, type, x, list),
      known, element);
}

void dynamicIota(Scope &scope, Type element) {
  Dims shape = scope.shape(1);
  auto known = scope.tensor(shape, element);
  RankedTensorType type = perhapsOpen(scope, known);
  Value list = sizes(scope, shape, type);
  finishOpen(scope,
             DynamicIotaOp::create(scope.builder, scope.location, type, list,
                                   static_cast<uint64_t>(scope.random.below(
                                       static_cast<int64_t>(shape.size())))),
             known, element);
}

void dynamicBroadcast(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims shape = {scope.random.between(1, 3)};
  Dims dimensions;
  for (int64_t size : shapeOf(x)) {
    dimensions.push_back(static_cast<int64_t>(shape.size()));
    shape.push_back(size == 1 ? scope.random.between(1, 2) : size);
  }
  auto known = scope.tensor(shape, element);
  RankedTensorType type = perhapsOpen(scope, known);
  Value list = sizes(scope, shape, type);
  finishOpen(scope,
             DynamicBroadcastInDimOp::create(
                 scope.builder, scope.location, type, x, list,
                 scope.builder.getDenseI64ArrayAttr(dimensions),
                 DenseI64ArrayAttr(), DenseI64ArrayAttr()),
             known, element);
}

/// Three lists of one type, as these operations want them.
SmallVector<Value> threeLists(Scope &scope, ArrayRef<Dims> lists,
                              RankedTensorType type) {
  Type element = scope.random.pick(
      {Type(scope.builder.getI64Type()), Type(scope.builder.getI32Type())});
  SmallVector<Value> values;
  for (const Dims &list : lists) {
    values.push_back(makeSizes(scope, list, element, isOpen(type)));
  }
  return values;
}

void dynamicPad(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  Value filler = scope.get(scope.tensor({}, element));
  Dims low;
  Dims high;
  Dims interior;
  Dims shape;
  for (int64_t size : shapeOf(x)) {
    interior.push_back(scope.random.chance(70) ? 0 : 1);
    int64_t spread = size == 0 ? 0 : size + (size - 1) * interior.back();
    low.push_back(scope.random.between(scope.random.chance(25) ? -2 : 0, 1));
    // What is left may be nothing, but not less.
    high.push_back(std::max(scope.random.between(0, 1), -spread - low.back()));
    shape.push_back(spread + low.back() + high.back());
  }
  auto known = scope.tensor(shape, element);
  RankedTensorType type = perhapsOpen(scope, known);
  SmallVector<Value> lists = threeLists(scope, {low, high, interior}, type);
  finishOpen(scope,
             DynamicPadOp::create(scope.builder, scope.location, type, x,
                                  filler, lists[0], lists[1], lists[2]),
             known, element);
}

void realDynamicSlice(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  Dims starts;
  Dims limits;
  Dims strides;
  Dims shape;
  for (int64_t size : shapeOf(x)) {
    starts.push_back(scope.random.between(0, size));
    limits.push_back(scope.random.between(starts.back(), size));
    strides.push_back(scope.random.between(1, 2));
    shape.push_back((limits.back() - starts.back() + strides.back() - 1) /
                    strides.back());
  }
  auto known = scope.tensor(shape, element);
  RankedTensorType type = perhapsOpen(scope, known);
  SmallVector<Value> lists = threeLists(scope, {starts, limits, strides}, type);
  finishOpen(scope,
             RealDynamicSliceOp::create(scope.builder, scope.location, type, x,
                                        lists[0], lists[1], lists[2]),
             known, element);
}

} // namespace

void addDynamicRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.add<DynamicReshapeOp>(types.every(), dynamicReshape);
  recipes.add<DynamicIotaOp>(types.plain().drop_front(1), dynamicIota);
  recipes.add<DynamicBroadcastInDimOp>(types.every(), dynamicBroadcast);
  recipes.add<DynamicPadOp>(types.every(), dynamicPad);
  recipes.add<RealDynamicSliceOp>(types.every(), realDynamicSlice);
}

} // namespace weft::generate
