// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and branches.

#include "weft/Plan/Build/ProgramBuilder.h"
#include "weft/StableHLO/Simplify/TripCount.h"

using namespace mlir;

namespace weft::plan {

static bool isToken(Type type) { return isa<stablehlo::TokenType>(type); }

static IntegerAttr findTripCount(stablehlo::WhileOp loop) {
  std::optional<int64_t> count = stablehlo::tripCountOf(loop);
  return count ? Builder(loop.getContext()).getI64IntegerAttr(*count)
               : IntegerAttr();
}

bool ProgramBuilder::hasEffects(Operation *operation) {
  WalkResult found = operation->walk([&](Operation *inner) {
    using namespace stablehlo;
    bool acts = isa<InfeedOp, OutfeedOp, SendOp, RecvOp>(inner);
    if (auto call = dyn_cast<CustomCallOp>(inner)) {
      acts = call.getHasSideEffect() ||
             call.getCallTargetName() == "shape_assertion" ||
             llvm::any_of(call->getOperandTypes(), isToken) ||
             llvm::any_of(call->getResultTypes(), isToken);
    }
    StringRef callee;
    if (auto call = dyn_cast<func::CallOp>(inner)) {
      callee = call.getCallee();
    } else if (auto composite = dyn_cast<CompositeOp>(inner)) {
      callee = composite.getDecomposition();
    }
    if (!callee.empty()) {
      if (func::FuncOp target = functions.lookup(callee)) {
        auto [entry, isNew] = effects.try_emplace(target, false);
        acts = isNew ? (effects[target] = hasEffects(target)) : entry->second;
      }
    }
    return acts ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

LogicalResult ProgramBuilder::buildRegion(Region &source, Region &region,
                                          bool yieldsToken) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&region.front());
  if (failed(buildBlock(source.front()))) {
    return failure();
  }
  Operation *terminator = source.front().getTerminator();
  Operands yielded = lookupTensors(terminator->getOperands());
  if (yieldsToken) {
    yielded.push_back(currentToken());
  }
  YieldOp::create(builder, terminator->getLoc(), yielded);
  return success();
}

LogicalResult ProgramBuilder::buildWhile(stablehlo::WhileOp loop) {
  bool isChained = hasEffects(loop);
  Operands inits = lookupTensors(loop.getOperand());
  if (isChained) {
    inits.push_back(currentToken());
  }
  for (Value init : inits) {
    auto tensor = dyn_cast<RankedTensorType>(init.getType());
    if (!tensor && !isToken(init.getType())) {
      return loop.emitError() << "a loop that carries a " << init.getType()
                              << " cannot be part of a plan";
    }
  }
  auto built =
      WhileOp::create(builder, loop.getLoc(), TypeRange(ValueRange(inits)),
                      inits, findTripCount(loop), /*turns=*/IntegerAttr(),
                      /*counted=*/false);
  for (auto [source, region] :
       llvm::zip(loop->getRegions(), built->getRegions())) {
    Block &block = region.emplaceBlock();
    Block &original = source.front();
    for (BlockArgument argument : original.getArguments()) {
      if (!isToken(argument.getType())) {
        map(argument, block.addArgument(argument.getType(), argument.getLoc()));
      }
    }
    if (isChained) {
      token = block.addArgument(inits.back().getType(), loop.getLoc());
    }
    bool isBody = &source == &loop.getBody();
    if (failed(buildRegion(source, region, isBody && isChained))) {
      return failure();
    }
  }
  if (isChained) {
    token = built.getResults().back();
  }
  mapTensors(loop.getResults(), built.getResults());
  return success();
}

LogicalResult ProgramBuilder::buildCase(Operation *operation, Value index,
                                        ArrayRef<Region *> branches) {
  bool isChained = hasEffects(operation);
  Value before = isChained ? currentToken() : token;
  SmallVector<Type> types;
  for (Type type : operation->getResultTypes()) {
    if (!isToken(type)) {
      types.push_back(type);
    }
  }
  if (isChained) {
    types.push_back(before.getType());
  }
  auto built =
      plan::CaseOp::create(builder, operation->getLoc(), types, lookup(index),
                           /*guarded=*/false, branches.size());
  for (auto [source, region] : llvm::zip_equal(branches, built.getBranches())) {
    region.emplaceBlock();
    token = before;
    if (failed(buildRegion(*source, region, isChained))) {
      return failure();
    }
  }
  token = isChained ? Value(built.getResults().back()) : before;
  mapTensors(operation->getResults(), built.getResults());
  return success();
}

} // namespace weft::plan
