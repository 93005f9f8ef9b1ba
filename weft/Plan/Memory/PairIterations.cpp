// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/PairIterations.h"

#include "weft/Plan/Memory/ShareStorage.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_PAIRITERATIONSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Copies of fewer bytes cost less than the steps around them.
constexpr int64_t kFewBytes = 1024;
/// Bodies of more steps are not written twice.
constexpr unsigned kMostSteps = 64;

/// Whether the steps may stand in a plan twice: no loops, no effects.
bool isPlain(Block &block, unsigned &steps) {
  return llvm::all_of(block.without_terminator(), [&](Operation &step) {
    if (++steps > kMostSteps ||
        !llvm::all_of(step.getResultTypes(), hasBytes)) {
      return false;
    }
    if (isa<CaseOp>(step)) {
      return llvm::all_of(step.getRegions(), [&](Region &branch) {
        return isPlain(branch.front(), steps);
      });
    }
    return isa<KernelOp, ViewOp, ConstantOp, BarrierOp>(step);
  });
}

/// Loops whose steps may be written twice, in the order of the walk.
SmallVector<WhileOp> findPlain(ProgramOp program) {
  SmallVector<WhileOp> loops;
  program.walk([&](WhileOp loop) {
    unsigned steps = 0;
    bool carriesMany = llvm::any_of(loop.getResultTypes(), [](Type type) {
      return hasBytes(type) && byteSize(type) >= kFewBytes;
    });
    if (carriesMany && llvm::all_of(loop.getResultTypes(), hasBytes) &&
        isPlain(loop.getCond().front(), steps) &&
        isPlain(loop.getBody().front(), steps)) {
      loops.push_back(loop);
    }
  });
  return loops;
}

/// Writes the steps of a block again; gives what it yields.
SmallVector<Value> repeat(OpBuilder &builder, Block &block,
                          ArrayRef<Operation *> steps, ValueRange carried,
                          ValueRange yielded, StringRef suffix = "_again") {
  IRMapping mapping;
  mapping.map(block.getArguments(), carried);
  // The copy of a kernel may write over other operands than the kernel does, so
  // it is another one.
  for (Operation *step : steps) {
    builder.clone(*step, mapping)->walk([&](KernelOp kernel) {
      kernel.setName((kernel.getName() + suffix).str());
    });
  }
  return llvm::map_to_vector(
      yielded, [&](Value value) { return mapping.lookupOrDefault(value); });
}

SmallVector<Operation *> stepsOf(Block &block) {
  return llvm::map_to_vector(block.without_terminator(),
                             [](Operation &step) { return &step; });
}

/// Whether it is not known that a second iteration follows each: of those that
/// are counted an odd one is the first, before the loop.
bool needsBranch(WhileOp loop) {
  std::optional<uint64_t> trip = loop.getTrip();
  return !trip || (*trip % 2 != 0 && !loop.getCounted());
}

void pairLoop(WhileOp loop) {
  Block &cond = loop.getCond().front();
  Block &body = loop.getBody().front();
  Operation *yield = loop.getBodyYield();
  SmallVector<Operation *> steps = stepsOf(body);
  SmallVector<Value> once(yield->getOperands());
  OpBuilder builder(yield);
  IntegerAttr trip = loop.getTripAttr();
  if (!needsBranch(loop)) {
    if (trip.getInt() % 2 != 0) {
      OpBuilder before(loop);
      loop.getInitsMutable().assign(
          repeat(before, body, steps, loop.getInits(), once, "_first"));
    }
    yield->setOperands(repeat(builder, body, steps, once, once));
    loop.setTrip(trip.getInt() / 2);
    return;
  }
  Value goesOn = repeat(builder, cond, stepsOf(cond), once,
                        loop.getCondYield()->getOperands())
                     .front();
  auto choice = CaseOp::create(builder, loop.getLoc(), loop.getResultTypes(),
                               goesOn, /*guarded=*/false, /*branches=*/2);
  builder.createBlock(&choice.getBranches()[0]);
  YieldOp::create(builder, loop.getLoc(), once);
  builder.createBlock(&choice.getBranches()[1]);
  SmallVector<Value> twice = repeat(builder, body, steps, once, once);
  YieldOp::create(builder, loop.getLoc(), twice);
  yield->setOperands(choice.getResults());
  if (trip) {
    loop.setTrip(llvm::divideCeil(trip.getInt(), 2));
  }
}

struct PairIterations : impl::PairIterationsPassBase<PairIterations> {
  void runOnOperation() override { pairIterations(getOperation()); }
};

} // namespace

void pairIterations(ProgramOp program, const OverwriteRule &rule,
                    int64_t bytesOfBranch) {
  SmallVector<WhileOp> loops = findPlain(program);
  if (loops.empty()) {
    return;
  }
  OverwriteRule known = remember(rule);
  auto bytesCopied = [&](bool isPaired) {
    OwningOpRef<ProgramOp> trial(program.clone());
    SmallVector<WhileOp> tried = findPlain(*trial);
    if (isPaired) {
      llvm::for_each(tried, pairLoop);
    }
    llvm::DenseMap<Operation *, int64_t> bytes = findLoopCopies(*trial, known);
    return llvm::map_to_vector(
        tried, [&](WhileOp loop) { return bytes.lookup(loop); });
  };
  auto isFew = [](int64_t bytes) { return bytes < kFewBytes; };
  SmallVector<int64_t> before = bytesCopied(false);
  if (llvm::all_of(before, isFew)) {
    return;
  }
  SmallVector<int64_t> after = bytesCopied(true);
  for (auto [loop, one, two] : llvm::zip_equal(loops, before, after)) {
    const bool isWorthIt = !needsBranch(loop) || 2 * one - two >= bytesOfBranch;
    if (!isFew(one) && two <= one && isWorthIt) {
      pairLoop(loop);
      decide(loop, DecisionKind::Loop, Reason::IterationsPaired)
          << arg(2 * one - two);
    }
  }
}

} // namespace weft::plan
