// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose sizes are operands. The sizes are constants, in sight or
// behind a barrier; the result's type knows them or not. A result of unknown
// size is brought back to a known one at once.

#include "weft/StableHLO/Testing/GenerateRecipes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

Value sizes(Scope &scope, ArrayRef<int64_t> list) {
  Type element = scope.random.pick(
      {Type(scope.builder.getI64Type()), Type(scope.builder.getI32Type())});
  return scope.perhapsHidden(scope.constant(list, element));
}

/// The type with some sizes not known.
RankedTensorType perhapsUnknown(Scope &scope, RankedTensorType type) {
  if (scope.random.chance(60)) {
    return type;
  }
  Dims shape(type.getShape());
  for (int64_t &size : shape) {
    if (scope.random.chance(50)) {
      size = ShapedType::kDynamic;
    }
  }
  return RankedTensorType::get(shape, type.getElementType());
}

/// Counts the operation, and offers its result with the type it really has.
template <typename Op>
void finish(Scope &scope, Op op, RankedTensorType known, Type element) {
  scope.count(op, element);
  Value result = op->getResult(0);
  if (result.getType() != known) {
    Value shape = scope.perhapsHidden(
        scope.constant(known.getShape(), scope.builder.getI64Type()));
    result = DynamicReshapeOp::create(scope.builder, scope.location, known,
                                      result, shape);
  }
  scope.offer(result);
}

void dynamicReshape(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims shape(shapeOf(x));
  shape.insert(shape.begin() +
                   scope.random.below(static_cast<int64_t>(shape.size()) + 1),
               1);
  auto type = scope.tensor(shape, element);
  finish(scope,
         DynamicReshapeOp::create(scope.builder, scope.location,
                                  perhapsUnknown(scope, type), x,
                                  sizes(scope, shape)),
         type, element);
}

void dynamicIota(Scope &scope, Type element) {
  Dims shape = scope.shape(1);
  auto type = scope.tensor(shape, element);
  finish(scope,
         DynamicIotaOp::create(scope.builder, scope.location,
                               perhapsUnknown(scope, type), sizes(scope, shape),
                               static_cast<uint64_t>(scope.random.below(
                                   static_cast<int64_t>(shape.size())))),
         type, element);
}

void dynamicBroadcast(Scope &scope, Type element) {
  Value x = scope.any(element);
  Dims shape = {scope.random.between(1, 3)};
  Dims dimensions;
  for (int64_t size : shapeOf(x)) {
    dimensions.push_back(static_cast<int64_t>(shape.size()));
    shape.push_back(size == 1 ? scope.random.between(1, 2) : size);
  }
  auto type = scope.tensor(shape, element);
  finish(scope,
         DynamicBroadcastInDimOp::create(
             scope.builder, scope.location, perhapsUnknown(scope, type), x,
             sizes(scope, shape),
             scope.builder.getDenseI64ArrayAttr(dimensions),
             DenseI64ArrayAttr(), DenseI64ArrayAttr()),
         type, element);
}

/// Three lists of one type, as these operations want them.
SmallVector<Value> threeLists(Scope &scope, ArrayRef<Dims> lists) {
  SmallVector<Value> values;
  for (const Dims &list : lists) {
    values.push_back(
        scope.perhapsHidden(scope.constant(list, scope.builder.getI64Type())));
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
    low.push_back(scope.random.between(0, 1));
    high.push_back(scope.random.between(0, 1));
    interior.push_back(scope.random.chance(70) ? 0 : 1);
    int64_t spread = size == 0 ? 0 : size + (size - 1) * interior.back();
    shape.push_back(spread + low.back() + high.back());
  }
  SmallVector<Value> lists = threeLists(scope, {low, high, interior});
  auto type = scope.tensor(shape, element);
  finish(scope,
         DynamicPadOp::create(scope.builder, scope.location,
                              perhapsUnknown(scope, type), x, filler, lists[0],
                              lists[1], lists[2]),
         type, element);
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
  SmallVector<Value> lists = threeLists(scope, {starts, limits, strides});
  auto type = scope.tensor(shape, element);
  finish(scope,
         RealDynamicSliceOp::create(scope.builder, scope.location,
                                    perhapsUnknown(scope, type), x, lists[0],
                                    lists[1], lists[2]),
         type, element);
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
