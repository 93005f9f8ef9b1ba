// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/OutlineComputations.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tools {
namespace {

bool hasDynamicShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// Whether shapes depend on values.
bool isDynamic(Operation *op) {
  using namespace stablehlo;
  return isa<DynamicBroadcastInDimOp, DynamicConvOp, DynamicGatherOp,
             DynamicIotaOp, DynamicPadOp, DynamicReshapeOp, RealDynamicSliceOp>(
             op) ||
         llvm::any_of(op->getResultTypes(), hasDynamicShape) ||
         llvm::any_of(op->getOperandTypes(), hasDynamicShape);
}

/// What makes a test's data or looks at its results, not what it tests.
bool staysInTest(Operation &op) {
  StringRef dialect = op.getName().getDialectNamespace();
  if (dialect == "check" || dialect == "interpreter") {
    return true;
  }
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op)) {
    return call.getCallTargetName().starts_with("check.");
  }
  return isa<stablehlo::ConstantOp>(op) || op.getNumOperands() == 0;
}

/// Nothing but moving values around, which no test is about.
bool isData(Operation &op) {
  return isa<stablehlo::ConstantOp>(op) ||
         (isa<func::CallOp>(op) && op.getNumOperands() == 0);
}

void outlineSegment(ModuleOp module, ArrayRef<Operation *> segment,
                    StringRef name) {
  llvm::SmallPtrSet<Operation *, 16> members(segment.begin(), segment.end());
  bool dynamic = false;
  llvm::SetVector<Value> inputs;
  llvm::SetVector<Value> outputs;
  for (Operation *op : segment) {
    op->walk([&](Operation *inner) {
      dynamic |= isDynamic(inner);
      for (Value operand : inner->getOperands()) {
        Operation *maker = operand.getDefiningOp();
        bool isOwn = false;
        for (Operation *outer = maker; outer; outer = outer->getParentOp()) {
          isOwn |= members.contains(outer);
        }
        if (!isOwn && maker && maker->getBlock() == op->getBlock()) {
          inputs.insert(operand);
        }
      }
    });
    for (Value result : op->getResults()) {
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            while (user->getBlock() != op->getBlock()) {
              user = user->getParentOp();
            }
            return !members.contains(user);
          })) {
        outputs.insert(result);
      }
    }
  }
  // Shapes must be known when compiling.
  SmallVector<Operation *> taken;
  if (dynamic) {
    for (Value input : inputs) {
      Operation *maker = input.getDefiningOp();
      if (isData(*maker) && !llvm::is_contained(taken, maker)) {
        taken.push_back(maker);
      }
    }
    inputs.remove_if(
        [](Value input) { return isData(*input.getDefiningOp()); });
  }

  Operation *first = segment.front();
  Operation *last = segment.back();
  Location location = first->getLoc();
  auto types = [](const llvm::SetVector<Value> &values) {
    return llvm::map_to_vector(values,
                               [](Value value) { return value.getType(); });
  };
  OpBuilder builder(module.getBodyRegion());
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(
      builder, location, name,
      builder.getFunctionType(types(inputs), types(outputs)));
  function.setPrivate();
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  IRMapping mapping;
  for (auto [input, argument] : llvm::zip_equal(inputs, body->getArguments())) {
    mapping.map(input, argument);
  }
  for (Operation *op : taken) {
    builder.clone(*op, mapping);
  }
  for (Operation *op : segment) {
    builder.clone(*op, mapping);
  }
  func::ReturnOp::create(
      builder, location,
      llvm::map_to_vector(outputs, [&](Value v) { return mapping.lookup(v); }));

  builder.setInsertionPointAfter(last);
  OperationState state(location, stablehlo::CustomCallOp::getOperationName());
  state.addOperands(inputs.getArrayRef());
  state.addTypes(types(outputs));
  state.addAttribute("call_target_name",
                     builder.getStringAttr(kCompiledTarget));
  state.addAttribute(kCompiledFunction, builder.getStringAttr(name));
  Operation *call = builder.create(state);
  for (auto [output, result] : llvm::zip_equal(outputs, call->getResults())) {
    Value(output).replaceUsesWithIf(result, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      while (user->getBlock() != call->getBlock()) {
        user = user->getParentOp();
      }
      return !members.contains(user);
    });
  }
  for (Operation *op : llvm::reverse(segment)) {
    op->erase();
  }
}

} // namespace

void outlineComputations(ModuleOp module, func::FuncOp test) {
  Block &block = test.getBody().front();
  // Data first, so that it does not cut computations apart.
  Operation *lastData = nullptr;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (!isData(op)) {
      continue;
    }
    if (lastData) {
      op.moveAfter(lastData);
    } else {
      op.moveBefore(&block, block.begin());
    }
    lastData = &op;
  }
  SmallVector<SmallVector<Operation *>> segments(1);
  for (Operation &op : block.without_terminator()) {
    if (!staysInTest(op) ||
        (op.getNumOperands() == 0 && !isData(op) &&
         op.getName().getDialectNamespace() == "stablehlo")) {
      segments.back().push_back(&op);
    } else if (!segments.back().empty()) {
      segments.emplace_back();
    }
  }
  unsigned number = 0;
  for (ArrayRef<Operation *> segment : segments) {
    if (!segment.empty()) {
      outlineSegment(module, segment,
                     (test.getName() + "." + llvm::Twine(number++)).str());
    }
  }
}

} // namespace weft::tools
