// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/IR/VerifyOrder.h"

#include "weft/Plan/IR/Plan.h"

using namespace mlir;

namespace weft::plan {

//===----------------------------------------------------------------------===//
// P4
//===----------------------------------------------------------------------===//

static LogicalResult verifyAwaited(Value pending, Operation *reporter) {
  if (!isa<stablehlo::FutureType>(pending.getType())) {
    return success();
  }
  // The condition of a loop sees the carried value and leaves it alone.
  auto argument = dyn_cast<BlockArgument>(pending);
  if (argument && argument.getOwner()->getParent()->getRegionNumber() == 0 &&
      isa<WhileOp>(argument.getOwner()->getParentOp()) && pending.use_empty()) {
    return success();
  }
  if (!pending.hasOneUse()) {
    return reporter->emitOpError()
           << "what is pending must be awaited exactly once, but has "
           << llvm::range_size(pending.getUses()) << " uses";
  }
  Operation *user = *pending.user_begin();
  if (user->getBlock() != pending.getParentBlock() ||
      !isa<DoneOp, WhileOp, YieldOp>(user)) {
    return user->emitOpError(
        "what is pending can only be awaited in its own region, or carried");
  }
  return success();
}

LogicalResult verifyPending(Block &block) {
  for (BlockArgument argument : block.getArguments()) {
    if (failed(verifyAwaited(argument, block.getParentOp()))) {
      return failure();
    }
  }
  for (Operation &operation : block) {
    for (Value result : operation.getResults()) {
      if (failed(verifyAwaited(result, &operation))) {
        return failure();
      }
    }
    if (isa<WhileOp, CaseOp>(operation)) {
      for (Region &region : operation.getRegions()) {
        if (failed(verifyPending(region.front()))) {
          return failure();
        }
      }
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// P5
//===----------------------------------------------------------------------===//

namespace {

/// Follows the chain through a block. `current` is the token of the last link;
/// null before the first.
class ChainVerifier {
public:
  LogicalResult verifyBlock(Block &block, Value current) {
    if (Value argument = findToken(block.getArguments());
        argument && !isa<ProgramOp>(block.getParentOp())) {
      current = argument;
    }
    for (Operation &operation : block) {
      if (failed(verifyLink(operation, current))) {
        return failure();
      }
    }
    return success();
  }

private:
  LogicalResult verifyLink(Operation &operation, Value &current) {
    for (Value operand : operation.getOperands()) {
      if (isa<stablehlo::TokenType>(operand.getType()) && operand != current) {
        return operation.emitOpError(
            "takes a token that is not the one of the effect before it");
      }
    }
    if (isa<TokenOp>(operation) && current) {
      return operation.emitOpError("begins a second chain of effects");
    }
    if (auto loop = dyn_cast<WhileOp>(operation)) {
      if (failed(verifyRegions(operation, findToken(loop.getInits())))) {
        return failure();
      }
    } else if (isa<CaseOp>(operation)) {
      if (failed(verifyRegions(operation, current))) {
        return failure();
      }
    }
    if (Value result = findToken(operation.getResults())) {
      current = result;
    }
    return success();
  }

  /// The links in the regions of a loop or branch count as one outside.
  LogicalResult verifyRegions(Operation &operation, Value current) {
    for (Region &region : operation.getRegions()) {
      if (failed(verifyBlock(region.front(), current))) {
        return failure();
      }
    }
    if (findToken(operation.getResults())) {
      return success();
    }
    for (Region &region : operation.getRegions()) {
      for (Operation &inner : region.front()) {
        if (isChained(&inner)) {
          return operation.emitOpError(
              "has effects in a region, and needs a token for them");
        }
      }
    }
    return success();
  }
};

} // namespace

LogicalResult verifyChain(Block &block) {
  return ChainVerifier().verifyBlock(block, Value());
}

} // namespace weft::plan
