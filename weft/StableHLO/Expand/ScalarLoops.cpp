// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ScalarLoops.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::stablehlo {

static RankedTensorType listOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get({tensor.getNumElements()},
                               tensor.getElementType());
}

ScalarLoops::ScalarLoops(Operation *op)
    : Writer(op), word(RankedTensorType::get({}, builder.getI64Type())) {}

Value ScalarLoops::number(int64_t value) {
  return integer(word, static_cast<uint64_t>(value));
}

Value ScalarLoops::isWithin(Value place, int64_t size) {
  Value isAbove = compare(place, ComparisonDirection::GE, number(0));
  return both(isAbove, compare(place, ComparisonDirection::LT, number(size)));
}

llvm::SmallVector<Value> ScalarLoops::digits(Value place,
                                             ArrayRef<int64_t> shape) {
  llvm::SmallVector<Value> found(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    found[d] = d == 0 ? place : remainder(place, shape[d]);
    place = divide(place, shape[d]);
  }
  return found;
}

Value ScalarLoops::place(ArrayRef<Value> digits, ArrayRef<int64_t> shape) {
  Value sum = number(0);
  for (auto [digit, size] : llvm::zip_equal(digits, shape)) {
    sum = add(multiply(sum, size), digit);
  }
  return sum;
}

Value ScalarLoops::array(Value list, Type type) {
  return reshape(list, cast<RankedTensorType>(type).getShape());
}

Value ScalarLoops::emptyList(Type array) { return bytes(listOf(array), 0); }

Value ScalarLoops::repeated(Value scalar, Type array) {
  return broadcastScalar(convertLike(scalar, array), listOf(array).getShape());
}

Value ScalarLoops::at(Value list, Value place) {
  auto one = cast<RankedTensorType>(list.getType()).clone({1});
  Value element =
      make<DynamicSliceOp>(one, list, place, builder.getDenseI64ArrayAttr({1}));
  return reshape(element, {});
}

Value ScalarLoops::put(Value list, Value element, Value place) {
  Value update = reshape(convertLike(element, list.getType()), {1});
  return make<DynamicUpdateSliceOp>(list.getType(), list, update, place);
}

ScalarLoops::State
ScalarLoops::loop(int64_t count, const State &initial,
                  llvm::function_ref<State(Value, State)> iteration) {
  State carried = {number(0)};
  llvm::append_range(carried, initial);
  auto loop = make<WhileOp>(TypeRange(ValueRange(carried)), carried,
                            ArrayRef<NamedAttribute>());
  OpBuilder::InsertionGuard guard(builder);
  auto addBlock = [&](Region &region) {
    return builder.createBlock(
        &region, {}, TypeRange(ValueRange(carried)),
        llvm::SmallVector<Location>(carried.size(), location()));
  };
  Block *test = addBlock(loop.getCond());
  make<ReturnOp>(
      compare(test->getArgument(0), ComparisonDirection::LT, number(count)));
  Block *step = addBlock(loop.getBody());
  State next = iteration(step->getArgument(0),
                         State(llvm::drop_begin(step->getArguments())));
  next.insert(next.begin(), add(step->getArgument(0), 1));
  make<ReturnOp>(ValueRange(next));
  return State(llvm::drop_begin(loop->getResults()));
}

ScalarLoops::State ScalarLoops::apply(Region &body, ValueRange arguments) {
  Block &block = body.front();
  IRMapping mapping;
  for (auto [parameter, argument] :
       llvm::zip_equal(block.getArguments(), arguments)) {
    mapping.map(parameter, convertLike(argument, parameter.getType()));
  }
  for (Operation &op : block.without_terminator()) {
    builder.clone(op, mapping);
  }
  State results;
  for (Value result : block.getTerminator()->getOperands()) {
    results.push_back(mapping.lookupOrDefault(result));
  }
  return results;
}

Value ScalarLoops::convertLike(Value scalar, Type like) {
  return convert(scalar, getElementTypeOrSelf(like));
}

} // namespace weft::stablehlo
