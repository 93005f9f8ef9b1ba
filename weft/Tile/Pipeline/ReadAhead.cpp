// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/ReadAhead.h"

#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/Pipeline/TeamStep.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Registers of a thread that hold what is read ahead: a block of 512 threads
/// has 128 for each.
constexpr int64_t mostWords = 64;

int64_t wordsOf(LoadOp load) {
  RankedTensorType tile = load.getTileType();
  const unsigned bits = tile.getElementType().getIntOrFloatBitWidth();
  return tile.getNumElements() *
         static_cast<int64_t>(llvm::divideCeil(bits, 32U));
}

/// One loop of all members.
class Loop {
public:
  Loop(Operation *loop, int64_t &words) : loop(loop), words(words) {}

  void run() {
    SmallVector<LoadOp> loads;
    loop->walk([&](LoadOp load) { loads.push_back(load); });
    for (LoadOp load : loads) {
      const int64_t further = wordsOf(load);
      if (words + further <= mostWords && isReadOnly(load.getRef()) &&
          readBefore(load)) {
        words += further;
      }
    }
  }

private:
  /// Whether a value can be computed before its step. `usesIndex` is set where
  /// that takes the number of the step.
  bool isKnownBefore(Value value, bool &usesIndex) const {
    if (!loop->isAncestor(value.getParentRegion()->getParentOp())) {
      return true;
    }
    if (auto counted = dyn_cast<scf::ForOp>(loop);
        counted && value == counted.getInductionVar()) {
      usesIndex = true;
      return true;
    }
    Operation *op = value.getDefiningOp();
    return op && op->getNumRegions() == 0 && isPure(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return isKnownBefore(operand, usesIndex);
           });
  }

  Value recompute(OpBuilder &builder, Value value, IRMapping &mapping) const {
    Operation *op = value.getDefiningOp();
    if (mapping.contains(value) || !op || !loop->isAncestor(op)) {
      return mapping.lookupOrDefault(value);
    }
    for (Value operand : op->getOperands()) {
      recompute(builder, operand, mapping);
    }
    builder.clone(*op, mapping);
    return mapping.lookup(value);
  }

  /// Whether every step comes by a load: it is in the loop itself, or in what
  /// the same members do in each step; `members` is the condition then.
  bool isInEveryStep(LoadOp load, Value &members) const {
    Operation *around = load->getParentOp();
    auto choice = dyn_cast<scf::IfOp>(around);
    bool usesIndex = false;
    if (choice && around->getParentOp() == loop &&
        choice.getThenRegion().isAncestor(load->getParentRegion()) &&
        isForSomeMembers(choice) &&
        isKnownBefore(choice.getCondition(), usesIndex) && !usesIndex) {
      members = choice.getCondition();
      return true;
    }
    return around == loop;
  }

  bool readBefore(LoadOp load) {
    Value members;
    bool usesIndex = false;
    if (!isInEveryStep(load, members) ||
        !llvm::all_of(load->getOperands(), [&](Value operand) {
          return isKnownBefore(operand, usesIndex);
        })) {
      return false;
    }
    // What is read for all, all may read.
    if (llvm::none_of(load->getOperands(), dependsOnMember)) {
      members = Value();
    }
    OpBuilder builder(loop);
    if (!usesIndex) {
      IRMapping mapping;
      load.replaceAllUsesWith(copy(builder, load, members, mapping));
      load.erase();
      return true;
    }
    auto counted = cast<scf::ForOp>(loop);
    if (getConstantIntValue(counted.getStep()) != 1) {
      return false;
    }
    carry(counted, load, members);
    return true;
  }

  /// The load where the builder is, by the members of the condition, or all.
  Value copy(OpBuilder &builder, LoadOp load, Value members,
             IRMapping &mapping) const {
    Location loc = load.getLoc();
    auto read = [&](OpBuilder &inside) {
      for (Value operand : load->getOperands()) {
        recompute(inside, operand, mapping);
      }
      return cast<LoadOp>(inside.clone(*load, mapping)).getResult();
    };
    if (!members) {
      return read(builder);
    }
    Value condition = recompute(builder, members, mapping);
    auto choice = scf::IfOp::create(
        builder, loc, condition,
        [&](OpBuilder &inside, Location) {
          Value result = read(inside);
          scf::YieldOp::create(inside, loc, result);
        },
        [&](OpBuilder &inside, Location) {
          Value none = arith::ConstantOp::create(
              inside, loc, inside.getZeroAttr(load.getTileType()));
          scf::YieldOp::create(inside, loc, none);
        });
    return choice.getResult(0);
  }

  /// What the first step reads, in front of the loop.
  Value readFirst(scf::ForOp counted, LoadOp load, Value members) const {
    OpBuilder builder(counted);
    Location loc = load.getLoc();
    Value first = counted.getLowerBound();
    Value end = counted.getUpperBound();
    IRMapping mapping;
    mapping.map(counted.getInductionVar(), first);
    std::optional<int64_t> from = getConstantIntValue(first);
    std::optional<int64_t> to = getConstantIntValue(end);
    if (!from || !to || *from >= *to) {
      // There may be no step.
      Value any = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                        first, end);
      members =
          members ? arith::AndIOp::create(builder, loc, any,
                                          recompute(builder, members, mapping))
                  : any;
    }
    return copy(builder, load, members, mapping);
  }

  /// Each step reads for the next one; the last reads its own again.
  Value readNext(scf::ForOp counted, LoadOp load, Value members) const {
    Location loc = load.getLoc();
    OpBuilder builder = OpBuilder::atBlockBegin(counted.getBody());
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value index = arith::MinSIOp::create(
        builder, loc,
        arith::AddIOp::create(builder, loc, counted.getInductionVar(), one),
        arith::SubIOp::create(builder, loc, counted.getUpperBound(), one));
    IRMapping mapping;
    mapping.map(counted.getInductionVar(), index);
    return copy(builder, load, members, mapping);
  }

  void carry(scf::ForOp counted, LoadOp load, Value members) {
    SmallVector<Value> initial(counted.getInitArgs());
    initial.push_back(readFirst(counted, load, members));
    Value next = readNext(counted, load, members);
    OpBuilder builder(counted);
    auto grown =
        scf::ForOp::create(builder, counted.getLoc(), counted.getLowerBound(),
                           counted.getUpperBound(), counted.getStep(), initial);
    grown->setDiscardableAttrs(counted->getDiscardableAttrDictionary());
    Block &body = *counted.getBody();
    grown.getBody()->getOperations().splice(grown.getBody()->begin(),
                                            body.getOperations());
    for (auto [before, after] :
         llvm::zip(body.getArguments(), grown.getBody()->getArguments())) {
      before.replaceAllUsesWith(after);
    }
    Operation *yield = grown.getBody()->getTerminator();
    yield->insertOperands(yield->getNumOperands(), next);
    counted.replaceAllUsesWith(
        grown.getResults().take_front(counted.getNumResults()));
    load.replaceAllUsesWith(grown.getRegionIterArgs().back());
    load.erase();
    counted.erase();
    loop = grown;
  }

  Operation *loop;
  int64_t &words;
};

} // namespace

void readAhead(KernelOp kernel) {
  SmallVector<Operation *> loops;
  // The innermost first: what is read in front of it may move on.
  kernel.getBody().walk([&](Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp>(op) && !isForSomeMembers(op)) {
      loops.push_back(op);
    }
  });
  int64_t words = 0;
  for (Operation *loop : loops) {
    Loop(loop, words).run();
  }
}

} // namespace weft::tile
