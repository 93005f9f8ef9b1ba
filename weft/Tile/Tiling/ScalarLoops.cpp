// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ScalarLoops.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;
using weft::stablehlo::ComparisonDirection;

namespace weft::tile {

static RankedTensorType scalarOf(Type type) {
  return RankedTensorType::get({}, getElementTypeOrSelf(type));
}

static RankedTensorType listOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get({tensor.getNumElements()},
                               tensor.getElementType());
}

ScalarLoops::ScalarLoops(Operation *op)
    : builder(op), loc(op->getLoc()),
      word(RankedTensorType::get({}, builder.getI64Type())) {}

Value ScalarLoops::named(StringRef operation, Type result, ValueRange operands,
                         ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, operation, operands, result, attributes);
  return builder.create(state)->getResult(0);
}

Value ScalarLoops::number(int64_t value) {
  return stablehlo::ConstantOp::create(builder, loc,
                                       DenseElementsAttr::get(word, value));
}

Value ScalarLoops::add(Value a, Value b) {
  return named("stablehlo.add", word, {a, b});
}

Value ScalarLoops::multiply(Value a, int64_t b) {
  return named("stablehlo.multiply", word, {a, number(b)});
}

Value ScalarLoops::divide(Value a, int64_t b) {
  return named("stablehlo.divide", word, {a, number(b)});
}

Value ScalarLoops::remainder(Value a, int64_t b) {
  return named("stablehlo.remainder", word, {a, number(b)});
}

Value ScalarLoops::atMost(Value a, int64_t limit) {
  return named("stablehlo.minimum", word, {a, number(limit)});
}

Value ScalarLoops::both(Value a, Value b) {
  return named("stablehlo.and", a.getType(), {a, b});
}

Value ScalarLoops::compare(Value a, ComparisonDirection direction, Value b) {
  return stablehlo::CompareOp::create(builder, loc, a, b, direction);
}

Value ScalarLoops::isWithin(Value place, int64_t size) {
  return both(compare(place, ComparisonDirection::GE, number(0)),
              compare(place, ComparisonDirection::LT, number(size)));
}

Value ScalarLoops::select(Value condition, Value yes, Value no) {
  return named("stablehlo.select", yes.getType(), {condition, yes, no});
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

Value ScalarLoops::list(Value array) {
  return named("stablehlo.reshape", listOf(array.getType()), array);
}

Value ScalarLoops::array(Value list, Type type) {
  return named("stablehlo.reshape", type, list);
}

Value ScalarLoops::emptyList(Type array) {
  RankedTensorType type = listOf(array);
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  size_t bits = complex ? 2 * complex.getElementType().getIntOrFloatBitWidth()
                        : element.getIntOrFloatBitWidth();
  llvm::SmallVector<char> zero((bits + 7) / 8, 0);
  return stablehlo::ConstantOp::create(
      builder, loc, DenseElementsAttr::getFromRawBuffer(type, zero));
}

Value ScalarLoops::repeated(Value scalar, Type array) {
  return named("stablehlo.broadcast_in_dim", listOf(array),
               convert(scalar, array),
               builder.getNamedAttr("broadcast_dimensions",
                                    builder.getDenseI64ArrayAttr({})));
}

Value ScalarLoops::at(Value list, Value place) {
  auto one = cast<RankedTensorType>(list.getType()).clone({1});
  Value element = named(
      "stablehlo.dynamic_slice", one, {list, place},
      builder.getNamedAttr("slice_sizes", builder.getDenseI64ArrayAttr({1})));
  return named("stablehlo.reshape", scalarOf(one), element);
}

Value ScalarLoops::put(Value list, Value element, Value place) {
  auto one = cast<RankedTensorType>(list.getType()).clone({1});
  Value update = named("stablehlo.reshape", one, convert(element, one));
  return named("stablehlo.dynamic_update_slice", list.getType(),
               {list, update, place});
}

ScalarLoops::State
ScalarLoops::loop(int64_t count, const State &initial,
                  llvm::function_ref<State(Value, State)> turn) {
  State carried = {number(0)};
  llvm::append_range(carried, initial);
  auto loop =
      stablehlo::WhileOp::create(builder, loc, TypeRange(ValueRange(carried)),
                                 carried, ArrayRef<NamedAttribute>());
  OpBuilder::InsertionGuard guard(builder);
  auto addBlock = [&](Region &region) {
    return builder.createBlock(
        &region, {}, TypeRange(ValueRange(carried)),
        llvm::SmallVector<Location>(carried.size(), loc));
  };
  Block *test = addBlock(loop.getCond());
  stablehlo::ReturnOp::create(
      builder, loc,
      compare(test->getArgument(0), ComparisonDirection::LT, number(count)));
  Block *step = addBlock(loop.getBody());
  State next =
      turn(step->getArgument(0), State(llvm::drop_begin(step->getArguments())));
  next.insert(next.begin(), add(step->getArgument(0), 1));
  stablehlo::ReturnOp::create(builder, loc, ValueRange(next));
  return State(llvm::drop_begin(loop->getResults()));
}

ScalarLoops::State ScalarLoops::apply(Region &body, ValueRange arguments) {
  Block &block = body.front();
  IRMapping mapping;
  for (auto [parameter, argument] :
       llvm::zip_equal(block.getArguments(), arguments)) {
    mapping.map(parameter, convert(argument, parameter.getType()));
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

Value ScalarLoops::convert(Value scalar, Type like) {
  RankedTensorType type = scalarOf(like);
  return scalar.getType() == type ? scalar
                                  : named("stablehlo.convert", type, scalar);
}

} // namespace weft::tile
