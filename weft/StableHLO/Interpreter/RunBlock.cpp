// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Context.h"

#include "weft/StableHLO/Interpreter/OpCall.h"
#include "weft/StableHLO/Interpreter/Process.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/Support/FormatVariadic.h>

namespace weft::reference {

Status Context::callFunction(llvm::StringRef name,
                             llvm::ArrayRef<Value> arguments, Values &results) {
  const FunctionPlan *plan = runProgram.find(name);
  if (!plan) {
    return Status::notFound(
        llvm::formatv("the module has no function '@{0}' with a body", name));
  }
  uint64_t frameBytes = plan->slotCount * sizeof(Value);
  WEFT_RETURN_IF_ERROR(budget().takeBytes(frameBytes, [&] {
    return llvm::formatv("a call of '@{0}'", name).str();
  }));
  auto giveBack =
      llvm::make_scope_exit([&] { budget().giveBytesBack(frameBytes); });
  Frame frame(plan->slotCount);
  return runBlock(plan->body, frame, arguments, results);
}

Status Context::takeStep() {
  WEFT_RETURN_IF_ERROR(budget().takeSteps());
  return runProcess ? runProcess->grid().status() : Status::success();
}

Status Context::runBlock(const BlockPlan &block, Frame &frame,
                         llvm::ArrayRef<Value> arguments, Values &results) {
  if (depth >= budget().limits().maxDepth) {
    return Status::resourceExhausted(llvm::formatv(
        "calls are {0} levels deep, the limit: check that recursion ends, or "
        "raise the depth limit",
        depth));
  }
  // Counted, since the regions of a loop may have no operations.
  WEFT_RETURN_IF_ERROR(takeStep());
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });

  if (arguments.size() != block.arguments.size()) {
    return Status::invalidArgument(
        llvm::formatv("{0} arguments were given, {1} are declared",
                      arguments.size(), block.arguments.size()));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (Status status =
            checkValue(arguments[i], block.block->getArgument(i).getType());
        !status.ok()) {
      return status.withContext(llvm::formatv("argument {0}", i).str());
    }
    frame[block.arguments[i]] = arguments[i];
  }
  for (Slot slot : block.deadAtStart) {
    frame[slot] = Value();
  }
  for (const Step &step : block.steps) {
    WEFT_RETURN_IF_ERROR(runStep(step, frame));
  }
  results.clear();
  for (Slot slot : block.results) {
    results.push_back(frame[slot]);
  }
  for (Slot slot : block.deadAtEnd) {
    frame[slot] = Value();
  }
  return Status::success();
}

Status Context::runStep(const Step &step, Frame &frame) {
  auto execute = [&]() -> Status {
    WEFT_RETURN_IF_ERROR(takeStep());
    if (!step.function) {
      return Status::unimplemented(
          "this operation cannot be executed by the interpreter");
    }
    OpCall call(*this, frame, step);
    WEFT_RETURN_IF_ERROR(step.function(call));
    for (size_t i = 0; i < step.results.size(); ++i) {
      WEFT_RETURN_IF_ERROR(checkValue(frame[step.results[i]],
                                      step.operation->getResult(i).getType()));
    }
    return Status::success();
  };
  Status status = execute();
  if (!status.ok()) {
    // Only the innermost operation names itself: the failure is there.
    if (!failedAt) {
      failedAt = step.operation->getLoc();
      return status.withContext(step.operation->getName().getStringRef());
    }
    return status;
  }
  for (Slot slot : step.dead) {
    frame[slot] = Value();
  }
  return status;
}

} // namespace weft::reference
