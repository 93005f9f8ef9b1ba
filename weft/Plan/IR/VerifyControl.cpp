// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of programs, loops and branches.

#include "weft/Plan/IR/Plan.h"
#include "weft/Plan/IR/VerifyOrder.h"

using namespace mlir;

namespace weft::plan {

//===----------------------------------------------------------------------===//
// while, case
//===----------------------------------------------------------------------===//

LogicalResult WhileOp::verify() {
  if (getOperandTypes() != getResultTypes()) {
    return emitOpError("results must have the types of the operands");
  }
  if (getTripAttr() && getTripAttr().getInt() < 0) {
    return emitOpError() << "a loop cannot run " << getTripAttr().getInt()
                         << " times";
  }
  if (getTurnsAttr() && getTurnsAttr().getInt() < 1) {
    return emitOpError("one turn at least is told at once");
  }
  if (getCounted() && !getTripAttr()) {
    return emitOpError("a loop that is counted has a number of turns");
  }
  return success();
}

/// Of a loop whose steps look at a number that it carries: they have when that
/// is written.
static LogicalResult verifyNextCondition(WhileOp loop) {
  Value next = loop.getNextCondition();
  if (!next || !loop.getTurns() || loop.getTrip()) {
    return success();
  }
  auto maker = next.getDefiningOp<KernelOp>();
  if (!maker || maker->getBlock() != &loop.getBody().front()) {
    return loop.emitOpError("steps look at a condition that no kernel of the "
                            "body makes");
  }
  for (Operation *step = maker->getNextNode(); step;
       step = step->getNextNode()) {
    if (isa<KernelOp, CopyOp, CaseOp>(step)) {
      return step->emitOpError("looks at a condition that is written before");
    }
  }
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  for (Region *region : {&getCond(), &getBody()}) {
    if (region->getArgumentTypes() != getOperandTypes()) {
      return emitOpError() << "region " << region->getRegionNumber()
                           << " must take the carried values";
    }
  }
  TypeRange cond = getCondYield()->getOperandTypes();
  auto flag = cond.size() == 1 ? dyn_cast<RankedTensorType>(cond.front())
                               : RankedTensorType();
  if (!flag || flag.getRank() != 0 || !flag.getElementType().isInteger(1)) {
    return emitOpError() << "cond must yield one tensor<i1>, but yields ("
                         << cond << ")";
  }
  if (getBodyYield()->getOperandTypes() != getOperandTypes()) {
    return emitOpError() << "body must yield the carried values, but yields ("
                         << getBodyYield()->getOperandTypes() << ")";
  }
  return verifyNextCondition(*this);
}

LogicalResult CaseOp::verify() {
  if (getBranches().empty()) {
    return emitOpError("has no branch");
  }
  if (!isa<IntegerType>(getIndex().getType().getElementType())) {
    return emitOpError() << "index must be an integer, but is "
                         << getIndex().getType();
  }
  if (getGuarded() && !canBeLookedAt(getIndex())) {
    return emitOpError() << "steps look at booleans and at numbers of 32 bits, "
                            "but index is "
                         << getIndex().getType();
  }
  return success();
}

/// Of steps that look whether the branch that they are of is taken.
static LogicalResult verifyLooks(Block &block) {
  for (Operation &step : block.without_terminator()) {
    if (!canLook(&step)) {
      return step.emitOpError("cannot look whether its branch is taken");
    }
  }
  if (1 + guardsWithin(block) > kMaximumGuards) {
    return block.getParentOp()->emitOpError()
           << "steps look at no more than " << kMaximumGuards << " numbers";
  }
  return success();
}

LogicalResult CaseOp::verifyRegions() {
  for (Region &branch : getBranches()) {
    if (branch.getNumArguments() != 0) {
      return emitOpError() << "branch " << branch.getRegionNumber()
                           << " must take no arguments";
    }
    TypeRange yielded = branch.front().getTerminator()->getOperandTypes();
    if (yielded != getResultTypes()) {
      return emitOpError() << "branch " << branch.getRegionNumber()
                           << " yields (" << yielded
                           << "), but the results are (" << getResultTypes()
                           << ")";
    }
    if (getGuarded() && failed(verifyLooks(branch.front()))) {
      return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// program, return
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  auto program = cast<ProgramOp>((*this)->getParentOp());
  if (getOperandTypes() != TypeRange(program.getResultTypes())) {
    return emitOpError() << "returns (" << getOperandTypes()
                         << "), but the program has results ("
                         << program.getResultTypes() << ")";
  }
  return success();
}

LogicalResult ProgramOp::verify() {
  if (getPartitions() < 1 || getReplicas() < 1) {
    return emitOpError("runs on at least one replica and partition");
  }
  auto isValue = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? tensor.hasStaticShape() : isa<stablehlo::TokenType>(type);
  };
  // P1: what enters and leaves is of static shape too.
  for (auto [i, type] : llvm::enumerate(getArgumentTypes())) {
    if (!isValue(type)) {
      return emitOpError() << "argument " << i << " has type " << type
                           << ", but must be a tensor of static shape";
    }
  }
  for (auto [i, type] : llvm::enumerate(getResultTypes())) {
    if (!isValue(type)) {
      return emitOpError() << "result " << i << " has type " << type
                           << ", but must be a tensor of static shape";
    }
  }
  return success();
}

/// The test dialects' operations may stand in a plan: the interpreter runs
/// them, and nothing compiles them.
static bool isTestOperation(Operation *operation) {
  StringRef dialect = operation->getName().getDialectNamespace();
  return dialect == "check" || dialect == "interpreter";
}

/// P3.
static LogicalResult verifySize(KernelOp kernel) {
  unsigned pointers = kernel.getNumOperands() + kernel.getNumResults();
  if (pointers > kMaximumPointers) {
    return kernel.emitOpError() << "has " << pointers
                                << " operands and results, no kernel takes "
                                   "more than "
                                << kMaximumPointers;
  }
  unsigned operations = countOperations(kernel.getBody());
  if (operations == 1) {
    return success();
  }
  bool isLoop = kernel.getHero() == Hero::Loop;
  unsigned most = isLoop ? kMaximumLoopOperations : kMaximumFusedOperations;
  if (operations > most) {
    return kernel.emitOpError()
           << "holds " << operations << " operations, the limit is " << most;
  }
  if (!isLoop && (pointers > kMaximumFusedValues ||
                  kernel.getNumResults() > kMaximumFusedResults)) {
    return kernel.emitOpError()
           << "is fused and has " << pointers << " operands and results, "
           << kernel.getNumResults() << " of them results; the limits are "
           << kMaximumFusedValues << " and " << kMaximumFusedResults;
  }
  return success();
}

/// P11.
static LogicalResult verifyRecord(Operation *operation) {
  if (isa<KernelOp, CopyOp>(operation) && getRecord(operation).empty()) {
    return operation->emitOpError()
           << "has no '" << kRecordName << "', which says why it is so";
  }
  return success();
}

/// Of operations that are steps of the plan, at any depth.
static LogicalResult verifyBlock(ProgramOp program, Block &block) {
  for (Operation &operation : block) {
    if (!isa<PlanDialect>(operation.getDialect()) &&
        !isTestOperation(&operation)) {
      return operation.emitOpError("cannot be a step of a plan");
    }
    auto kernel = dyn_cast<KernelOp>(operation);
    if (program.isAtLeast(Stage::Fused) &&
        ((kernel && failed(verifySize(kernel))) ||
         failed(verifyRecord(&operation)))) {
      return failure();
    }
    if (isa<WhileOp, CaseOp>(operation)) {
      for (Region &region : operation.getRegions()) {
        if (failed(verifyBlock(program, region.front()))) {
          return failure();
        }
      }
    }
  }
  return success();
}

LogicalResult ProgramOp::verifyRegions() {
  if (!isa<ReturnOp>(getBody().front().getTerminator())) {
    return emitOpError("must end with plan.return");
  }
  return failure(failed(verifyBlock(*this, getBody().front())) ||
                 failed(verifyPending(getBody().front())) ||
                 failed(verifyChain(getBody().front())));
}

} // namespace weft::plan
