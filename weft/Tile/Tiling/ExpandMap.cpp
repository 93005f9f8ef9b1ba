// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of scalars, applied to elements one after the other. Functions
// made of operations on elements have become those operations on whole arrays
// before; what is left has control flow in it, or operations on arrays.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Expand.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {
namespace {

class Loop {
public:
  explicit Loop(stablehlo::MapOp map)
      : map(map), builder(map), loc(map.getLoc()),
        type(cast<RankedTensorType>(map.getType())),
        word(RankedTensorType::get({}, builder.getI64Type())) {}

  Value write() {
    // The count, and the result as a list.
    auto list =
        RankedTensorType::get({type.getNumElements()}, type.getElementType());
    llvm::SmallVector<Value> inputs;
    for (Value input : map.getInputs()) {
      auto shaped = cast<RankedTensorType>(input.getType());
      inputs.push_back(stablehlo::ReshapeOp::create(
          builder, loc, shaped.clone({type.getNumElements()}), input));
    }
    llvm::SmallVector<Value> initial = {number(0), emptyList(list, inputs)};
    auto loop =
        stablehlo::WhileOp::create(builder, loc, TypeRange(ValueRange(initial)),
                                   initial, ArrayRef<NamedAttribute>());
    {
      OpBuilder::InsertionGuard guard(builder);
      Block *test = addBlock(loop.getCond(), initial);
      Value again = stablehlo::CompareOp::create(
          builder, loc, test->getArgument(0), number(type.getNumElements()),
          stablehlo::ComparisonDirection::LT);
      stablehlo::ReturnOp::create(builder, loc, again);
      Block *step = addBlock(loop.getBody(), initial);
      writeStep(step->getArgument(0), step->getArgument(1), inputs);
    }
    return stablehlo::ReshapeOp::create(builder, loc, type, loop->getResult(1));
  }

private:
  Block *addBlock(Region &region, ValueRange initial) {
    return builder.createBlock(
        &region, {}, initial.getTypes(),
        llvm::SmallVector<Location>(initial.size(), loc));
  }
  Value number(int64_t value) {
    return stablehlo::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(word, value));
  }
  Value named(StringRef operation, Type result, ValueRange operands,
              ArrayRef<NamedAttribute> attributes) {
    OperationState state(loc, operation, operands, result, attributes);
    return builder.create(state)->getResult(0);
  }

  /// Something of the type to write over.
  Value emptyList(RankedTensorType list, ArrayRef<Value> inputs) {
    for (Value input : inputs) {
      if (input.getType() == list) {
        return input;
      }
    }
    Type element = list.getElementType();
    size_t bytes = isa<ComplexType>(element)
                       ? cast<ComplexType>(element)
                                 .getElementType()
                                 .getIntOrFloatBitWidth() /
                             4
                       : (element.getIntOrFloatBitWidth() + 7) / 8;
    llvm::SmallVector<char> zero(bytes, 0);
    return stablehlo::ConstantOp::create(
        builder, loc, DenseElementsAttr::getFromRawBuffer(list, zero));
  }

  void writeStep(Value count, Value list, ArrayRef<Value> inputs) {
    Block &body = map.getComputation().front();
    IRMapping mapping;
    for (auto [argument, input] :
         llvm::zip_equal(body.getArguments(), inputs)) {
      auto one = cast<RankedTensorType>(input.getType()).clone({1});
      Value element =
          named("stablehlo.dynamic_slice", one, {input, count},
                builder.getNamedAttr("slice_sizes",
                                     builder.getDenseI64ArrayAttr({1})));
      mapping.map(argument,
                  Value(stablehlo::ReshapeOp::create(
                      builder, loc, one.clone(ArrayRef<int64_t>()), element)));
    }
    for (Operation &op : body.without_terminator()) {
      builder.clone(op, mapping);
    }
    Value result = mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
    auto one = cast<RankedTensorType>(list.getType()).clone({1});
    result = stablehlo::ReshapeOp::create(builder, loc, one, result);
    Value next = named("stablehlo.dynamic_update_slice", list.getType(),
                       {list, result, count}, {});
    Value counted = stablehlo::AddOp::create(builder, loc, count, number(1));
    stablehlo::ReturnOp::create(builder, loc, ValueRange{counted, next});
  }

  stablehlo::MapOp map;
  OpBuilder builder;
  Location loc;
  RankedTensorType type;
  RankedTensorType word;
};

bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0;
}

} // namespace

bool expandMap(Operation *op) {
  auto map = dyn_cast<stablehlo::MapOp>(op);
  if (!map || !cast<RankedTensorType>(map.getType()).hasStaticShape() ||
      !llvm::all_of(map.getComputation().front().getArgumentTypes(),
                    isScalar)) {
    return false;
  }
  auto type = cast<RankedTensorType>(map.getType());
  OpBuilder builder(op);
  Value result = type.getNumElements() == 0
                     ? Value(stablehlo::ConstantOp::create(
                           builder, op->getLoc(),
                           DenseElementsAttr::get(type, ArrayRef<Attribute>())))
                     : Loop(map).write();
  op->replaceAllUsesWith(ValueRange{result});
  return true;
}

} // namespace weft::tile
