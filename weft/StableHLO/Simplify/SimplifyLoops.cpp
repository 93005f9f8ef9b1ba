// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, from the inside out. Each kind of change is a function; all look at a
// loop once per round, so that a round is linear in the program.

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/StableHLO/Simplify/Rewriter.h"
#include "weft/StableHLO/Simplify/Steps.h"
#include "weft/StableHLO/Simplify/TripCount.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/PlantedFault.h"

#include <mlir/IR/IRMapping.h>
#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

void record(Operation *op, StringRef rule, SimplifyStatistics &statistics) {
  decide(op, DecisionKind::Simplify, Reason::RuleApplied) << arg(rule);
  ++statistics.applications;
  ++statistics.byRule[rule.str()];
}

//===----------------------------------------------------------------------===//
// Loops that run never, once or a few times
//===----------------------------------------------------------------------===//

/// What a thread keeps at hand beside an element of a large value.
bool isHandful(Value value) {
  constexpr int64_t handful = 16;
  return elementCount(value) <= handful;
}

/// An element of what the operation makes needs that element alone of large
/// values, whatever it does with a handful of numbers.
bool isByElement(Operation &op) {
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
      isa<OptimizationBarrierOp>(op) ||
      !llvm::all_of(op.getOperandTypes(), isPlainTensor) ||
      !llvm::all_of(op.getResultTypes(), isPlainTensor)) {
    return false;
  }
  const bool ofHandfuls = llvm::all_of(op.getOperands(), isHandful);
  if (llvm::all_of(op.getResults(), isHandful)) {
    return ofHandfuls;
  }
  return isElementwise(&op) || isa<IotaOp>(op) ||
         (isa<BroadcastInDimOp>(op) && ofHandfuls) ||
         (isa<ConstantOp>(op) && isSplat(op.getResult(0)));
}

/// Written out, all turns of such a loop are one pass over its large values,
/// together with what is before and behind it: JAX's random numbers are five
/// turns. One by one they are a pass each. Loops of handfuls alone are one
/// kernel as they are, and longer ones would be too much code.
bool isWorthWritingOut(WhileOp op, int64_t count) {
  constexpr int64_t fewTurns = 8;
  constexpr int64_t fewOperations = 512;
  Block &body = op.getBody().front();
  const auto length = static_cast<int64_t>(body.getOperations().size());
  return count <= fewTurns && count * length <= fewOperations &&
         llvm::all_of(op.getResultTypes(), isPlainTensor) &&
         !llvm::all_of(op.getResults(), isHandful) &&
         llvm::all_of(body.without_terminator(), isByElement);
}

/// while(x) whose body runs a number of times known to be n = body^n(x), where
/// n is 0 or 1, or small enough.
bool unroll(WhileOp op, SimplifyStatistics &statistics) {
  Value condition = op.getCond().front().getTerminator()->getOperand(0);
  std::optional<llvm::APInt> known = isPlainTensor(condition.getType())
                                         ? splatInteger(condition)
                                         : std::nullopt;
  std::optional<int64_t> count = known && known->isZero() ? 0 : tripCountOf(op);
  if (!count || (*count > 1 && !isWorthWritingOut(op, *count))) {
    return false;
  }
  // What the condition does besides is done as often as it was.
  if (!llvm::all_of(
          op.getCond().front().without_terminator(),
          [](Operation &inner) { return isMemoryEffectFree(&inner); })) {
    return false;
  }
  record(op,
         *count == 0   ? "loop-that-never-runs"
         : *count == 1 ? "loop-that-runs-once"
                       : "loop-of-few-turns",
         statistics);
  Block &body = op.getBody().front();
  OpBuilder builder(op);
  SmallVector<Value> values(op.getOperand());
  for (int64_t turn = 0; turn < *count; ++turn) {
    IRMapping mapping;
    mapping.map(body.getArguments(), values);
    for (Operation &inner : body.without_terminator()) {
      builder.clone(inner, mapping);
    }
    values = llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }
  op->replaceAllUsesWith(values);
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

Value returned(WhileOp op, unsigned state) {
  return op.getBody().front().getTerminator()->getOperand(state);
}

/// Lets everything inside and behind the loop that looks at `state` look at
/// other values; the state is then dead.
void redirect(WhileOp op, unsigned state, Value inCondition, Value inBody,
              Value behind) {
  op.getCond().front().getArgument(state).replaceAllUsesWith(inCondition);
  op.getBody().front().getArgument(state).replaceAllUsesWith(inBody);
  op.getResult(state).replaceAllUsesWith(behind);
}

bool isSameConstant(Value a, Value b) {
  DenseElementsAttr first = constantOf(a);
  return first && first == constantOf(b);
}

/// A state that the body returns as it came is the value it started with.
bool takeOutInvariants(WhileOp op, SimplifyStatistics &statistics) {
  bool changed = false;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    Value initial = op.getOperand()[i];
    Value next = returned(op, i);
    Value argument = op.getBody().front().getArgument(i);
    bool isInvariant =
        next == argument || next == initial || isSameConstant(next, initial);
    bool isUsed = !argument.use_empty() && next != argument;
    isUsed |= next == argument && !argument.hasOneUse();
    isUsed |= !op.getCond().front().getArgument(i).use_empty();
    isUsed |= !op.getResult(i).use_empty();
    if (!isInvariant || !isUsed || !isa<RankedTensorType>(initial.getType())) {
      continue;
    }
    record(op, "loop-invariant-state", statistics);
    redirect(op, i, initial, initial, initial);
    changed = true;
  }
  return changed;
}

/// `value` + `number`, wrapping around, where the builder stands.
Value plus(OpBuilder &builder, Location location, Value value,
           uint64_t number) {
  if (number == 0) {
    return value;
  }
  RankedTensorType type = typeOf(value);
  const llvm::APInt wrapped =
      llvm::APInt(64, number).trunc(type.getElementTypeBitWidth());
  Value constant = ConstantOp::create(
      builder, location, ElementsAttr(DenseElementsAttr::get(type, wrapped)));
  return AddOp::create(builder, location, value, constant);
}

/// Counters that step alike are one, and what they are apart.
bool mergeCounters(WhileOp op, SimplifyStatistics &statistics) {
  Block &condition = op.getCond().front();
  Block &body = op.getBody().front();
  SmallVector<Counter> counters;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    if (std::optional<Counter> counter = counterAt(op, i)) {
      counters.push_back(*counter);
    }
  }
  // What the condition looks at counts on: how often the body runs is told by
  // it.
  auto isTested = [&](const Counter &counter) {
    return !condition.getArgument(counter.state).use_empty();
  };
  std::stable_partition(counters.begin(), counters.end(), isTested);
  bool changed = false;
  SmallVector<Counter> kept;
  for (const Counter &counter : counters) {
    const auto *same = llvm::find_if(kept, [&](const Counter &other) {
      return other.step == counter.step &&
             (other.start == counter.start || !isTested(counter)) &&
             op.getResult(other.state).getType() ==
                 op.getResult(counter.state).getType();
    });
    if (same == kept.end()) {
      kept.push_back(counter);
      continue;
    }
    // It counts no longer by itself then, so that this happens once.
    record(op, "loop-equal-counters", statistics);
    const uint64_t apart = static_cast<uint64_t>(counter.start) -
                           static_cast<uint64_t>(same->start);
    OpBuilder inside = OpBuilder::atBlockBegin(&body);
    OpBuilder behind(op);
    behind.setInsertionPointAfter(op);
    redirect(op, counter.state, condition.getArgument(same->state),
             plus(inside, op.getLoc(), body.getArgument(same->state), apart),
             plus(behind, op.getLoc(), op.getResult(same->state), apart));
    changed = true;
  }
  return changed;
}

/// A counter ends at start + trips * step.
bool knowLastCount(WhileOp op, SimplifyStatistics &statistics) {
  bool changed = false;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    if (op.getResult(i).use_empty()) {
      continue;
    }
    std::optional<Counter> counter = counterAt(op, i);
    std::optional<int64_t> trips = counter ? tripCountOf(op) : std::nullopt;
    if (!trips) {
      continue;
    }
    record(op, "loop-last-count", statistics);
    OpBuilder builder(op);
    RankedTensorType type = typeOf(op.getResult(i));
    unsigned width = type.getElementTypeBitWidth();
    // Counters other than the one that ends the loop may wrap around.
    uint64_t steps = static_cast<uint64_t>(*trips) +
                     (isPlanted(Fault::CounterBehindLoop) ? 1 : 0);
    llvm::APInt last =
        llvm::APInt(64, static_cast<uint64_t>(counter->start)) +
        llvm::APInt(64, steps) * static_cast<uint64_t>(counter->step);
    Value constant = ConstantOp::create(
        builder, op.getLoc(),
        ElementsAttr(DenseElementsAttr::get(type, last.trunc(width))));
    op.getResult(i).replaceAllUsesWith(constant);
    changed = true;
  }
  return changed;
}

/// Which states matter: those the condition looks at, those somebody looks at
/// behind the loop, and all that the effects in the body, and the next value
/// of a state that matters, are made from.
llvm::SmallBitVector liveStates(WhileOp op) {
  Block &body = op.getBody().front();
  llvm::SmallBitVector live(op.getNumResults());
  llvm::DenseSet<Value> seen;
  SmallVector<Value> pending;
  auto push = [&](Value value) {
    if (seen.insert(value).second) {
      pending.push_back(value);
    }
  };
  auto markLive = [&](unsigned state) {
    if (!live[state]) {
      live.set(state);
      push(returned(op, state));
    }
  };
  auto pushOperands = [&](Operation *inner) {
    llvm::for_each(inner->getOperands(), push);
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(inner->getRegions(), captured);
    llvm::for_each(captured, push);
  };
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    bool isLive = !op.getResult(i).use_empty() ||
                  !op.getCond().front().getArgument(i).use_empty() ||
                  !isa<RankedTensorType>(op.getResult(i).getType());
    if (isLive) {
      markLive(i);
    }
  }
  for (Operation &inner : body.without_terminator()) {
    if (!isMemoryEffectFree(&inner)) {
      pushOperands(&inner);
    }
  }
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == &body) {
      markLive(argument.getArgNumber());
    } else if (Operation *producer = value.getDefiningOp();
               producer && producer->getBlock() == &body) {
      pushOperands(producer);
    }
  }
  return live;
}

/// The loop without the states that do not matter.
bool dropDeadState(WhileOp op, SimplifyStatistics &statistics) {
  llvm::SmallBitVector live = liveStates(op);
  if (live.all()) {
    return false;
  }
  record(op, "loop-dead-state", statistics);
  llvm::BitVector dead(op.getNumResults());
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    if (live[i]) {
      operands.push_back(op.getOperand()[i]);
      types.push_back(op.getResult(i).getType());
    } else {
      dead.set(i);
      // What still computes with it is dead too, and goes later.
      redirect(op, i, op.getOperand()[i], op.getOperand()[i],
               op.getOperand()[i]);
    }
  }
  OpBuilder builder(op);
  auto smaller = WhileOp::create(builder, op.getLoc(), TypeRange(types),
                                 ValueRange(operands));
  smaller->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  smaller.getCond().takeBody(op.getCond());
  smaller.getBody().takeBody(op.getBody());
  smaller.getBody().front().getTerminator()->eraseOperands(dead);
  smaller.getBody().front().eraseArguments(dead);
  smaller.getCond().front().eraseArguments(dead);
  unsigned next = 0;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    if (live[i]) {
      op.getResult(i).replaceAllUsesWith(smaller.getResult(next++));
    }
  }
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Invariant operations
//===----------------------------------------------------------------------===//

/// Worth computing once and keeping: not what is made from nothing, or made
/// larger, in the place where it is used.
bool isWorthKeeping(Operation *op) {
  if (isa<ConstantOp, IotaOp, BroadcastInDimOp>(op)) {
    return false;
  }
  int64_t operandBytes = 0;
  int64_t resultBytes = 0;
  for (Value operand : op->getOperands()) {
    operandBytes += byteSize(typeOf(operand));
  }
  for (Value result : op->getResults()) {
    resultBytes += byteSize(typeOf(result));
  }
  constexpr int64_t fewBytes = 1024;
  return resultBytes <= std::max(operandBytes, fewBytes);
}

/// Takes long enough that its result is worth keeping, however large it is.
bool isLong(Operation *op) {
  return isa<DotGeneralOp, DotOp, ConvolutionOp, CholeskyOp, EighOp, LuOp,
             PivotsToPermutationOp, QrOp, ReflectionsOp, TriangularSolveOp,
             TridiagonalSolveOp, FftOp, SortOp, CustomCallOp, WhileOp>(op);
}

/// Values from outside that an operation and its regions look at.
SmallVector<Value> valuesOf(Operation *op) {
  llvm::SetVector<Value> values(op->getOperands().begin(),
                                op->getOperands().end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

/// Operations that may be computed once, before the loop, in place of every
/// time. `runs`: it would have been computed at least once, so that those that
/// may fail, or never end, do so as before.
bool isHoistable(Operation *op, bool runs) {
  auto isTensor = [](Value value) { return isPlainTensor(value.getType()); };
  if (isa<OptimizationBarrierOp>(op) || !isMemoryEffectFree(op) ||
      !(runs || isSpeculatable(op)) ||
      !llvm::all_of(op->getResults(), isTensor)) {
    return false;
  }
  SmallVector<Value> values = valuesOf(op);
  return !values.empty() && llvm::all_of(values, isTensor) &&
         (isLong(op) || (op->getNumRegions() == 0 && isWorthKeeping(op)));
}

/// f(x) with x from outside the loop is computed before the loop.
bool hoist(WhileOp op, SimplifyStatistics &statistics) {
  bool changed = false;
  auto isOutside = [&](Value value) {
    return !op->isAncestor(value.getParentBlock()->getParentOp());
  };
  for (Region *region : {&op.getCond(), &op.getBody()}) {
    const bool runs =
        region == &op.getCond() || tripCountOf(op).value_or(0) > 0;
    for (Operation &inner :
         llvm::make_early_inc_range(region->front().without_terminator())) {
      if (!isHoistable(&inner, runs)) {
        continue;
      }
      // What is made from nothing may come along.
      bool movable = llvm::all_of(valuesOf(&inner), [&](Value value) {
        return isOutside(value) || constantOf(value) ||
               value.getDefiningOp<IotaOp>();
      });
      if (!movable) {
        continue;
      }
      record(&inner, "loop-invariant-operation", statistics);
      OpBuilder builder(op);
      for (Value value : valuesOf(&inner)) {
        if (!isOutside(value)) {
          Value copy = builder.clone(*value.getDefiningOp())->getResult(0);
          value.replaceUsesWithIf(copy, [&](OpOperand &use) {
            return inner.isAncestor(use.getOwner());
          });
        }
      }
      inner.moveBefore(op);
      changed = true;
    }
  }
  return changed;
}

} // namespace

bool simplifyLoops(func::FuncOp function, SimplifyStatistics &statistics) {
  SmallVector<WhileOp> loops;
  function.walk([&](WhileOp op) { loops.push_back(op); });
  bool changed = false;
  for (WhileOp op : loops) {
    if (unroll(op, statistics)) {
      changed = true;
      continue;
    }
    changed |= takeOutInvariants(op, statistics);
    changed |= mergeCounters(op, statistics);
    changed |= knowLastCount(op, statistics);
    changed |= hoist(op, statistics);
    changed |= dropDeadState(op, statistics);
  }
  return changed;
}

} // namespace weft::stablehlo
