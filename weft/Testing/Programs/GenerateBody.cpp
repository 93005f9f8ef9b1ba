// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateBody.h"

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;

namespace weft::generate {

Value BodyMath::number(int64_t number, Value like) {
  Type type = cast<RankedTensorType>(like.getType()).getElementType();
  ElementType element = *ElementType::from(type);
  double real = static_cast<double>(number);
  return scalar(type,
                element.isFloat() ? Element::real(element, real)
                : element.isComplex()
                    ? Element::complex(element, real)
                    : Element::integer(element, static_cast<uint64_t>(number)));
}

Value BodyMath::branch(Value predicate, Value yes, Value no) {
  SmallVector<Type> types = {yes.getType()};
  auto fill = [&](Region &region, Value value) {
    OpBuilder builder = OpBuilder::atBlockEnd(&region.emplaceBlock());
    ReturnOp::create(builder, scope.location, ValueRange(value));
  };
  if (scope.random.chance(50)) {
    auto op = IfOp::create(scope.builder, scope.location, TypeRange(types),
                           predicate);
    fill(op.getTrueBranch(), yes);
    fill(op.getFalseBranch(), no);
    return op->getResult(0);
  }
  Value index = convert(predicate, builder.getI32Type());
  auto op = CaseOp::create(scope.builder, scope.location, TypeRange(types),
                           index, 2u);
  fill(op.getBranches()[0], no);
  fill(op.getBranches()[1], yes);
  return op->getResult(0);
}

BodyMath::State
BodyMath::repeat(Value count, State state,
                 llvm::function_ref<State(BodyMath &, Value, State)> step) {
  State carried = {number(0, count), count};
  llvm::append_range(carried, state);
  SmallVector<Type> types(ValueRange(carried).getTypes());
  auto op = WhileOp::create(scope.builder, scope.location, TypeRange(types),
                            ValueRange(carried));
  auto addBlock = [&](Region &region) {
    Block &block = region.emplaceBlock();
    for (Type type : types) {
      block.addArgument(type, scope.location);
    }
    return &block;
  };
  Block *condition = addBlock(op.getCond());
  Scope inCondition(scope, condition);
  Value goesOn =
      BodyMath(inCondition)
          .compare(condition->getArgument(0), ComparisonDirection::LT,
                   condition->getArgument(1));
  ReturnOp::create(inCondition.builder, scope.location, ValueRange(goesOn));
  Block *body = addBlock(op.getBody());
  Scope inBody(scope, body);
  BodyMath math(inBody);
  Value iteration = body->getArgument(0);
  State next = {math.add(iteration, math.number(1, iteration)),
                body->getArgument(1)};
  State old(body->getArguments().drop_front(2));
  llvm::append_range(next, step(math, iteration, old));
  ReturnOp::create(inBody.builder, scope.location, ValueRange(next));
  return State(op->getResults().drop_front(2));
}

Value BodyMath::array(ArrayRef<Value> scalars, int64_t rows) {
  int64_t count = static_cast<int64_t>(scalars.size());
  State parts;
  for (Value scalar : scalars) {
    parts.push_back(reshape(scalar, {1}));
  }
  return reshape(concatenate(parts, 0), {rows, count / rows});
}

Value BodyMath::at(Value array, int64_t row, int64_t column) {
  Value part = slice(array, {row, column}, {row + 1, column + 1}, {1, 1});
  return reshape(part, {});
}

Value BodyMath::matrixProduct(Value a, Value b) {
  auto numbers = DotDimensionNumbersAttr::get(scope.builder.getContext(), {},
                                              {}, {1}, {0});
  return DotGeneralOp::create(scope.builder, scope.location,
                              cast<RankedTensorType>(a.getType()), a, b,
                              numbers, ArrayAttr(), DotAlgorithmAttr());
}

} // namespace weft::generate
