// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/JoinConditions.h"

#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/BitVector.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_JOINCONDITIONSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Devices count turns in 32 bits.
constexpr uint64_t kMostCounted = uint64_t(1) << 31;

/// Whether steps do nothing but compute values.
bool isPure(Block &block) {
  return llvm::all_of(block.without_terminator(), [](Operation &step) {
    auto kernel = dyn_cast<KernelOp>(step);
    return (kernel && kernel.getHero() != Hero::Random) ||
           isa<ConstantOp, ViewOp>(step);
  });
}

/// Which values that it carries matter: those that somebody looks at behind the
/// loop, or in its condition, and all that the next value of one of them, or an
/// effect, is made from.
llvm::BitVector findLive(WhileOp loop) {
  Block &body = loop.getBody().front();
  llvm::BitVector live(loop.getNumResults());
  llvm::DenseSet<Value> seen;
  SmallVector<Value> open;
  auto push = [&](Value value) {
    if (seen.insert(value).second) {
      open.push_back(value);
    }
  };
  auto markLive = [&](unsigned number) {
    if (!live.test(number)) {
      live.set(number);
      push(loop.getBodyYield()->getOperand(number));
    }
  };
  auto pushReads = [&](Operation *step) {
    llvm::SetVector<Value> reads(step->operand_begin(), step->operand_end());
    getUsedValuesDefinedAbove(step->getRegions(), reads);
    llvm::for_each(reads, push);
  };
  for (auto [number, result] : llvm::enumerate(loop.getResults())) {
    if (!result.use_empty() || !hasBytes(result.getType()) ||
        !loop.getCond().getArgument(number).use_empty()) {
      markLive(number);
    }
  }
  for (Operation &step : body.without_terminator()) {
    if (!isa<KernelOp, ConstantOp, ViewOp, CopyOp>(step) || keepsOrder(&step)) {
      pushReads(&step);
    }
  }
  while (!open.empty()) {
    Value value = open.pop_back_val();
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == &body) {
      markLive(argument.getArgNumber());
    } else if (Operation *maker = value.getDefiningOp();
               maker && maker->getBlock() == &body) {
      pushReads(maker);
    }
  }
  return live;
}

class ConditionJoiner {
public:
  explicit ConditionJoiner(WhileOp loop) : loop(loop) {}

  void run() {
    Block &condition = loop.getCond().front();
    if (!isPure(condition) || loop.getResults().empty()) {
      return;
    }
    const std::optional<uint64_t> trip = loop.getTrip();
    if (trip && *trip <= kMostCounted) {
      count();
    } else if (auto kernels = condition.getOps<KernelOp>();
               !trip && !kernels.empty() &&
               llvm::all_of(kernels, isOfNumbers)) {
      carry();
    }
  }

private:
  /// The number of turns is all that there is to know.
  void count() {
    Operation *yield = loop.getCondYield();
    OpBuilder builder(yield);
    auto type = cast<RankedTensorType>(yield->getOperand(0).getType());
    yieldInstead(ConstantOp::create(builder, yield->getLoc(), type,
                                    DenseElementsAttr::get(type, true)));
    loop.setCounted(true);
    const unsigned dropped = drop(findLive(loop));
    decide(loop, DecisionKind::Loop, Reason::TurnsCounted).subject("a loop")
        << arg(*loop.getTrip()) << arg(dropped);
  }

  /// What the body computes decides about the next turn.
  void carry() {
    Block &condition = loop.getCond().front();
    Value holds = loop.getCondYield()->getOperand(0);
    auto write = [&](OpBuilder builder, ValueRange state, StringRef suffix) {
      IRMapping mapping;
      mapping.map(condition.getArguments(), state);
      for (Operation &step : condition.without_terminator()) {
        builder.clone(step, mapping)->walk([&](KernelOp kernel) {
          kernel.setName((kernel.getName() + suffix).str());
        });
      }
      return mapping.lookupOrDefault(holds);
    };
    Operation *bodyYield = loop.getBodyYield();
    Value first = write(OpBuilder(loop), loop.getInits(), "_first");
    Value next = write(OpBuilder(bodyYield), bodyYield->getOperands(), "");
    bodyYield->insertOperands(bodyYield->getNumOperands(), next);
    loop.getBody().addArgument(holds.getType(), loop.getLoc());
    yieldInstead(loop.getCond().addArgument(holds.getType(), loop.getLoc()));
    SmallVector<Value> inits(loop.getInits());
    inits.push_back(first);
    renew(inits, llvm::BitVector(loop.getNumResults(), true));
    decide(loop, DecisionKind::Loop, Reason::ConditionCarried)
        .subject("a loop");
    drop(findLive(loop));
  }

  /// In place of what the condition computes.
  void yieldInstead(Value value) {
    Operation *yield = loop.getCondYield();
    yield->setOperand(0, value);
    for (Operation &step :
         llvm::make_early_inc_range(llvm::reverse(loop.getCond().front()))) {
      if (&step != yield && step.use_empty()) {
        step.erase();
      }
    }
  }

  /// Leaves out what does not matter; how much that is.
  unsigned drop(const llvm::BitVector &live) {
    if (live.all() || live.none()) {
      return 0;
    }
    SmallVector<Value> inits;
    llvm::BitVector dead = live;
    dead.flip();
    for (unsigned number : live.set_bits()) {
      inits.push_back(loop.getInits()[number]);
    }
    // What still computes with it is read by nobody.
    for (unsigned number : dead.set_bits()) {
      loop.getBody().getArgument(number).replaceAllUsesWith(
          loop.getInits()[number]);
    }
    loop.getBodyYield()->eraseOperands(dead);
    loop.getBody().front().eraseArguments(dead);
    loop.getCond().front().eraseArguments(dead);
    renew(inits, live);
    for (Operation &step :
         llvm::make_early_inc_range(llvm::reverse(loop.getBody().front()))) {
      if (isa<KernelOp, ConstantOp, ViewOp>(step) && step.use_empty() &&
          !keepsOrder(&step)) {
        step.erase();
      }
    }
    return dead.count();
  }

  /// The same loop, with other values that it begins with: its results that are
  /// kept are the first of the new one's, in order.
  void renew(ArrayRef<Value> inits, const llvm::BitVector &kept) {
    OpBuilder builder(loop);
    auto made = WhileOp::create(builder, loop.getLoc(), TypeRange(inits), inits,
                                loop.getTripAttr(), loop.getTurnsAttr(),
                                loop.getCounted());
    made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    made.getCond().takeBody(loop.getCond());
    made.getBody().takeBody(loop.getBody());
    for (auto [place, number] : llvm::enumerate(kept.set_bits())) {
      loop.getResult(number).replaceAllUsesWith(made.getResult(place));
    }
    loop.erase();
    loop = made;
  }

  WhileOp loop;
};

struct JoinConditions : impl::JoinConditionsPassBase<JoinConditions> {
  void runOnOperation() override { joinConditions(getOperation()); }
};

} // namespace

void joinConditions(ProgramOp program) {
  // Those inside of others first.
  SmallVector<WhileOp> loops;
  program.walk<WalkOrder::PostOrder>(
      [&](WhileOp loop) { loops.push_back(loop); });
  for (WhileOp loop : loops) {
    ConditionJoiner(loop).run();
  }
}

} // namespace weft::plan
