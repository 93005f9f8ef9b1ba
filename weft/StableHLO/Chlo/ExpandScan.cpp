// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scan: a while loop over a counter, the outputs so far and the carried values.

#include "weft/StableHLO/Chlo/DynamicShape.h"
#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::chlo {

namespace {
/// What the loop carries, in the order of its operands: the counter, the inputs
/// (unchanged, because regions see nothing from outside), outputs, carries.
struct LoopValues {
  LoopValues(ValueRange all, ScanOp op)
      : counter(all[0]), inputs(all.slice(1, op.getInputs().size())),
        outputs(all.slice(1 + op.getInputs().size(), op.getOutputs().size())),
        carries(all.take_back(op.getInits().size())) {}

  Value counter;
  ValueRange inputs;
  ValueRange outputs;
  ValueRange carries;
};
} // namespace

/// Start indices of a slice at `position` of `dimension`.
static SmallVector<Value> startAt(OpBuilder &builder, Location location,
                                  Value position, int64_t dimension,
                                  int64_t rank) {
  SmallVector<Value> starts(rank, buildInt64(builder, location, 0));
  starts[dimension] = position;
  return starts;
}

static void buildCondition(ScanOp op, OpBuilder &builder, Region &region,
                           TypeRange types) {
  OpBuilder::InsertionGuard guard(builder);
  Location location = op.getLoc();
  Block *block =
      builder.createBlock(&region, region.end(), types,
                          SmallVector<Location>(types.size(), location));
  Value counter = block->getArgument(0);
  ElementwiseBuilder elementwise(builder, location, counter);
  Value limit = buildInt64(builder, location, op.getStepCount());
  Expression isInside = elementwise(counter) < elementwise(limit);
  stablehlo::ReturnOp::create(builder, location, isInside.getValue());
}

static void buildBody(ScanOp op, OpBuilder &builder, Region &region,
                      TypeRange types) {
  OpBuilder::InsertionGuard guard(builder);
  Location location = op.getLoc();
  Block *block =
      builder.createBlock(&region, region.end(), types,
                          SmallVector<Location>(types.size(), location));
  LoopValues values(block->getArguments(), op);
  int64_t dimension = op.getDimension();

  ElementwiseBuilder elementwise(builder, location, values.counter);
  Expression counter = elementwise(values.counter);
  Value position =
      op.getIsReverse()
          ? (static_cast<double>(op.getStepCount() - 1) - counter).getValue()
          : values.counter;

  // Slices of the inputs, then the carried values, are the body's arguments.
  IRMapping mapping;
  Block &scanBody = op.getBody().front();
  for (auto [input, argument] :
       llvm::zip(values.inputs, scanBody.getArguments())) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = 1;
    SmallVector<Value> operands{input};
    llvm::append_range(operands, startAt(builder, location, position, dimension,
                                         type.getRank()));
    Value slice = stablehlo::DynamicSliceOp::create(
        builder, location,
        TypeRange(RankedTensorType::get(shape, type.getElementType())),
        operands,
        {builder.getNamedAttr("slice_sizes",
                              builder.getDenseI64ArrayAttr(shape))});
    mapping.map(argument, stablehlo::ReshapeOp::create(
                              builder, location, argument.getType(), slice));
  }
  mapping.map(scanBody.getArguments().take_back(values.carries.size()),
              values.carries);
  for (Operation &inner : scanBody.without_terminator()) {
    builder.clone(inner, mapping);
  }

  SmallVector<Value> next{(counter + 1.0).getValue()};
  llvm::append_range(next, values.inputs);
  Operation *terminator = scanBody.getTerminator();
  for (auto [index, output] : llvm::enumerate(values.outputs)) {
    Value element = mapping.lookupOrDefault(terminator->getOperand(index));
    auto type = cast<RankedTensorType>(output.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = 1;
    Value update = stablehlo::ReshapeOp::create(
        builder, location, RankedTensorType::get(shape, type.getElementType()),
        element);
    SmallVector<Value> operands{output, update};
    llvm::append_range(operands, startAt(builder, location, position, dimension,
                                         type.getRank()));
    next.push_back(stablehlo::DynamicUpdateSliceOp::create(
        builder, location, TypeRange(type), operands));
  }
  for (Value carry :
       terminator->getOperands().take_back(values.carries.size())) {
    next.push_back(mapping.lookupOrDefault(carry));
  }
  stablehlo::ReturnOp::create(builder, location, next);
}

Replacement expandScan(ScanOp op, OpBuilder &builder) {
  Location location = op.getLoc();
  auto isStatic = [](Type type) {
    return cast<ShapedType>(type).hasStaticShape();
  };
  if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
      !llvm::all_of(op->getResultTypes(), isStatic) ||
      !llvm::all_of(op.getBody().getArgumentTypes(), isStatic)) {
    return op.emitOpError("can be expanded only for static shapes");
  }
  SmallVector<Value> initial{buildInt64(builder, location, 0)};
  llvm::append_range(initial, op.getInputs());
  for (Value output : op.getOutputs()) {
    // Every element is written before it is read.
    auto type = cast<RankedTensorType>(output.getType());
    Attribute zero;
    if (auto complexType = dyn_cast<ComplexType>(type.getElementType())) {
      Attribute part = builder.getZeroAttr(complexType.getElementType());
      zero = DenseElementsAttr::get(type, builder.getArrayAttr({part, part}));
    } else {
      zero = builder.getZeroAttr(type);
    }
    if (!zero) {
      return op.emitOpError("cannot be expanded for outputs of type ") << type;
    }
    initial.push_back(stablehlo::ConstantOp::create(builder, location,
                                                    cast<ElementsAttr>(zero)));
  }
  llvm::append_range(initial, op.getInits());

  SmallVector<Type> types = llvm::to_vector(ValueRange(initial).getTypes());
  auto loop = stablehlo::WhileOp::create(builder, location, types, initial);
  buildCondition(op, builder, loop.getCond(), types);
  buildBody(op, builder, loop.getBody(), types);
  LoopValues results(loop->getResults(), op);
  SmallVector<Value> replacement(results.outputs);
  llvm::append_range(replacement, results.carries);
  return replacement;
}

} // namespace weft::chlo
