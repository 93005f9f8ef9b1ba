// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the operations that are what their region is.

#include "weft/Plan/IR/Plan.h"

using namespace mlir;

namespace weft::plan {

//===----------------------------------------------------------------------===//
// What all of them have in common
//===----------------------------------------------------------------------===//

/// P1: operands and block arguments, yielded values and results agree.
static LogicalResult verifyBorder(Operation *operation, Block &block,
                                  TypeRange results) {
  if (block.getArgumentTypes() != operation->getOperandTypes()) {
    return operation->emitOpError()
           << "block arguments (" << block.getArgumentTypes()
           << ") must have the types of the operands ("
           << operation->getOperandTypes() << ")";
  }
  TypeRange yielded = block.getTerminator()->getOperandTypes();
  if (yielded != results) {
    return operation->emitOpError()
           << "yields (" << yielded << "), but has results (" << results << ")";
  }
  return success();
}

/// P1: no unused operand of a kernel.
static LogicalResult verifyUsed(Operation *operation, Block &block) {
  for (BlockArgument argument : block.getArguments()) {
    if (argument.use_empty()) {
      return operation->emitOpError()
             << "operand " << argument.getArgNumber() << " is not used";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool isControlFlow(Operation *operation) {
  return isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(operation);
}

/// Operations whose meaning is not a function of their operands.
static bool reachesOut(Operation *operation) {
  using namespace stablehlo;
  return isa<AllGatherOp, AllReduceOp, AllToAllOp, AsyncStartOp, AsyncDoneOp,
             CollectiveBroadcastOp, CollectivePermuteOp, CollectiveReduceOp,
             CompositeOp, CrossReplicaSumOp, CustomCallOp, InfeedOp,
             OptimizationBarrierOp, OutfeedOp, PartitionIdOp, RecvOp,
             ReduceScatterOp, ReplicaIdOp, SendOp, AfterAllOp, CreateTokenOp,
             GetTupleElementOp, TupleOp>(operation);
}

/// P2: only StableHLO operations that compute; control flow only in a loop
/// kernel.
static LogicalResult verifyContents(Operation *kernel, Region &region,
                                    bool isLoop) {
  for (Operation &operation : region.front()) {
    if (operation.hasTrait<OpTrait::IsTerminator>()) {
      continue;
    }
    if (!isa_and_present<stablehlo::StableHLODialect>(operation.getDialect()) ||
        reachesOut(&operation)) {
      InFlightDiagnostic diagnostic =
          kernel->emitOpError() << "cannot contain '" << operation.getName()
                                << "': a kernel computes, and has no effects";
      diagnostic.attachNote(operation.getLoc()) << "it is here";
      return diagnostic;
    }
    if (!isControlFlow(&operation)) {
      continue;
    }
    if (!isLoop) {
      return kernel->emitOpError() << "contains '" << operation.getName()
                                   << "', which needs the hero 'loop'";
    }
    for (Region &inner : operation.getRegions()) {
      if (failed(verifyContents(kernel, inner, isLoop))) {
        return failure();
      }
    }
  }
  return success();
}

/// P2: what may stand behind each name of a hero.
static bool isHero(Operation *operation, Hero hero) {
  Hero own = heroOf(operation);
  switch (hero) {
  case Hero::None:
    return true;
  case Hero::Grouped:
  case Hero::Attention:
    return own == Hero::Dot;
  case Hero::Chain:
    return own == Hero::Reduce;
  case Hero::Scan:
    return own == Hero::Window || own == Hero::Reduce;
  case Hero::TopK:
    return own == Hero::Sort;
  default:
    return own == hero;
  }
}

static LogicalResult verifyHero(Operation *kernel, Region &region, Hero hero) {
  if (hero == Hero::None) {
    return success();
  }
  for (Operation &operation : region.front()) {
    if (isHero(&operation, hero)) {
      return success();
    }
  }
  return kernel->emitOpError()
         << "has no operation that is the hero '" << stringifyHero(hero) << "'";
}

/// P6, as far as the plan knows it: whether the chosen tiles read an element
/// before they overwrite it is the tiler's to say.
static LogicalResult verifyInPlace(KernelOp kernel) {
  if (!kernel.getInplace()) {
    return success();
  }
  SmallVector<bool> written(kernel.getNumOperands());
  for (auto pair : kernel.getInplace()->getAsRange<AliasAttr>()) {
    int64_t result = pair.getResult();
    int64_t operand = pair.getOperand();
    if (result < 0 || result >= kernel.getNumResults() || operand < 0 ||
        operand >= kernel.getNumOperands()) {
      return kernel.emitOpError()
             << "inplace " << pair << " does not name a result and an operand";
    }
    if (written[operand]) {
      return kernel.emitOpError()
             << "inplace " << pair << " repeats an operand";
    }
    written[operand] = true;
    Value value = kernel.getOperand(operand);
    int64_t resultBytes = byteSize(kernel.getResult(result).getType());
    if (resultBytes != byteSize(value.getType())) {
      return kernel.emitOpError()
             << "inplace " << pair << " pairs " << resultBytes << " bytes with "
             << byteSize(value.getType());
    }
    if (llvm::count(kernel.getOperands(), value) != 1) {
      return kernel.emitOpError()
             << "inplace " << pair << " overwrites a value that is an operand "
             << "more than once";
    }
  }
  return success();
}

LogicalResult KernelOp::verify() { return verifyInPlace(*this); }

LogicalResult KernelOp::verifyRegions() {
  Block &block = getBody().front();
  if (failed(verifyBorder(*this, block, getResultTypes())) ||
      failed(verifyUsed(*this, block)) ||
      failed(verifyContents(*this, getBody(), getHero() == Hero::Loop))) {
    return failure();
  }
  if (getResults().empty()) {
    return emitOpError("has no results");
  }
  return verifyHero(*this, getBody(), getHero());
}

//===----------------------------------------------------------------------===//
// Calls out of the program
//===----------------------------------------------------------------------===//

/// Taking tuples apart and putting them together is no operation of its own.
static Operation *findCall(Block &block) {
  for (Operation &operation : block) {
    if (!isa<YieldOp, stablehlo::TupleOp, stablehlo::GetTupleElementOp>(
            operation)) {
      return &operation;
    }
  }
  return nullptr;
}

Operation *FfiOp::getCall() { return findCall(getBody().front()); }
Operation *CallbackOp::getCall() { return findCall(getBody().front()); }
Operation *CollectiveOp::getCall() { return findCall(getBody().front()); }

/// One call, of the kind that is expected.
static LogicalResult verifyCall(Operation *operation, Block &block,
                                StringRef expected,
                                function_ref<bool(Operation *)> isExpected) {
  if (failed(verifyBorder(operation, block, operation->getResultTypes()))) {
    return failure();
  }
  Operation *call = findCall(block);
  bool valid = call && isExpected(call);
  for (Operation &other : block) {
    valid =
        valid &&
        (&other == call ||
         isa<YieldOp, stablehlo::TupleOp, stablehlo::GetTupleElementOp>(other));
  }
  if (!valid) {
    return operation->emitOpError() << "must hold exactly one " << expected;
  }
  // P5: one token in, the same chain out, in the last position.
  auto isToken = [](Type type) { return isa<stablehlo::TokenType>(type); };
  int64_t in = llvm::count_if(operation->getOperandTypes(), isToken);
  int64_t out = llvm::count_if(operation->getResultTypes(), isToken);
  if (in != out || in > 1 ||
      (in == 1 && (!isToken(operation->getOperands().back().getType()) ||
                   !isToken(operation->getResults().back().getType())))) {
    return operation->emitOpError(
        "must have no token, or one as its last operand and last result");
  }
  return success();
}

static bool isHostTransfer(Operation *call) {
  return llvm::TypeSwitch<Operation *, bool>(call)
      .Case<stablehlo::SendOp, stablehlo::RecvOp>(
          [](auto op) { return op.getIsHostTransfer(); })
      .Default([](Operation *op) {
        return isa<stablehlo::InfeedOp, stablehlo::OutfeedOp>(op);
      });
}

static bool isCollective(Operation *call) {
  using namespace stablehlo;
  return isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
             CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
             ReduceScatterOp>(call) ||
         (isa<SendOp, RecvOp>(call) && !isHostTransfer(call));
}

LogicalResult FfiOp::verify() { return success(); }
LogicalResult FfiOp::verifyRegions() {
  if (failed(verifyCall(*this, getBody().front(), "custom call",
                        [](Operation *call) {
                          return isa<stablehlo::CustomCallOp>(call);
                        }))) {
    return failure();
  }
  // P5: effects are in the chain.
  if (cast<stablehlo::CustomCallOp>(getCall()).getHasSideEffect() &&
      !isChained(*this)) {
    return emitOpError("has side effects and needs a token");
  }
  return success();
}

LogicalResult CallbackOp::verify() { return success(); }
LogicalResult CallbackOp::verifyRegions() {
  if (failed(verifyCall(*this, getBody().front(), "transfer with the host",
                        isHostTransfer))) {
    return failure();
  }
  return isChained(*this) ? success()
                          : LogicalResult(emitOpError("needs a token"));
}

LogicalResult CollectiveOp::verify() { return success(); }
LogicalResult CollectiveOp::verifyRegions() {
  return verifyCall(*this, getBody().front(), "collective", isCollective);
}

//===----------------------------------------------------------------------===//
// Asynchronous work
//===----------------------------------------------------------------------===//

LogicalResult StartOp::verify() { return success(); }
LogicalResult StartOp::verifyRegions() {
  Block &block = getBody().front();
  auto pending = cast<stablehlo::FutureType>(getPending().getType());
  if (failed(verifyBorder(*this, block, TypeRange(pending.getTypes())))) {
    return failure();
  }
  if (!llvm::hasNItems(block, 2) ||
      !isa<CopyOp, CollectiveOp, FfiOp, CallbackOp>(block.front())) {
    return emitOpError(
        "must hold exactly one copy, collective, ffi or callback");
  }
  return success();
}

} // namespace weft::plan
