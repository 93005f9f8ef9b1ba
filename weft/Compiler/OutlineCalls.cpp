// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/OutlineCalls.h"

#include "weft/Executable/NativeProgram.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft {
namespace {

/// Layouts inside the program are the call's affair: it is given row-major
/// arrays and turns them.
Type withoutLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor
             ? RankedTensorType::get(tensor.getShape(), tensor.getElementType())
             : type;
}

/// The block that a call stands for: its region's, or that of what it starts.
Block &blockOf(Operation *call) {
  Block &block = call->getRegion(0).front();
  return isa<plan::StartOp>(call) ? block.front().getRegion(0).front() : block;
}

void outline(OpBuilder &builder, Operation *call, size_t number) {
  Block &block = blockOf(call);
  llvm::SmallVector<Type> inputs;
  llvm::SmallVector<Type> results;
  for (Type type : block.getArgumentTypes()) {
    if (plan::hasBytes(type)) {
      inputs.push_back(withoutLayout(type));
    }
  }
  for (Type type : block.getTerminator()->getOperandTypes()) {
    if (plan::hasBytes(type)) {
      results.push_back(withoutLayout(type));
    }
  }
  auto function =
      func::FuncOp::create(builder, call->getLoc(), callName(number),
                           builder.getFunctionType(inputs, results));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  IRMapping mapping;
  unsigned next = 0;
  for (BlockArgument argument : block.getArguments()) {
    mapping.map(argument, plan::hasBytes(argument.getType())
                              ? Value(body->getArgument(next++))
                              : Value(stablehlo::CreateTokenOp::create(
                                    builder, call->getLoc())));
  }
  for (Operation &inner : block.without_terminator()) {
    Operation *copy = builder.clone(inner, mapping);
    // Of where it ran in the program: there is one device now.
    copy->removeDiscardableAttr("mhlo.sharding");
    copy->removeDiscardableAttr("sdy.sharding");
    for (Value result : copy->getResults()) {
      result.setType(withoutLayout(result.getType()));
    }
  }
  llvm::SmallVector<Value> returned;
  for (Value value : block.getTerminator()->getOperands()) {
    if (plan::hasBytes(value.getType())) {
      returned.push_back(mapping.lookup(value));
    }
  }
  func::ReturnOp::create(builder, call->getLoc(), returned);
}

} // namespace

OwningOpRef<ModuleOp> outlineCalls(Location location,
                                   llvm::ArrayRef<NumberedCall> calls) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(location);
  OpBuilder builder(module->getBodyRegion());
  for (auto [number, call] : calls) {
    builder.setInsertionPointToEnd(module->getBody());
    outline(builder, call, number);
  }
  return module;
}

} // namespace weft
