// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and choices inside a kernel. What goes around a loop, or comes out of a
// choice, is a tile where it is small and memory where it is not.

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/IR/Interruptible.h"
#include "weft/Tile/Tiling/Loops/LoopEmitter.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// A block of a loop or choice, without the terminator that its builder made.
Block *emptied(Block *block) {
  if (!block->empty()) {
    block->back().erase();
  }
  return block;
}

llvm::SmallVector<Type> tileTypes(RankedTensorType type) {
  Type element = type.getElementType();
  return llvm::SmallVector<Type>(
      partCount(element),
      RankedTensorType::get(type.getShape(), partType(element)));
}

/// The next parts of a list.
TileValue take(ValueRange &values, RankedTensorType type) {
  unsigned count = partCount(type.getElementType());
  TileValue tile = llvm::to_vector_of<Value, 2>(values.take_front(count));
  values = values.drop_front(count);
  return tile;
}

/// Whether each step writes so little of a state that it is better written to
/// memory, although registers would hold it all: they are all touched then.
bool isSmallPart(ArrayRef<stablehlo::DynamicUpdateSliceOp> updates,
                 RankedTensorType state) {
  constexpr int64_t few = 16;
  int64_t written = 0;
  for (stablehlo::DynamicUpdateSliceOp update : updates) {
    written += typeOf(update.getUpdate()).getNumElements();
  }
  return state.getNumElements() > few && written * 4 <= state.getNumElements();
}

/// Bytes of a type in memory.
int64_t bytesOf(RankedTensorType type) {
  Type part = partType(type.getElementType());
  return type.getNumElements() * partCount(type.getElementType()) *
         static_cast<int64_t>(
             llvm::divideCeil(part.getIntOrFloatBitWidth(), 8U));
}

} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool LoopEmitter::emitWhile(stablehlo::WhileOp op) {
  std::optional<Count> count = countOf(op);
  llvm::SmallVector<State> states;
  llvm::SmallVector<Value> initial;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    State state = chooseState(op, i, count);
    if (state.kind == State::Kind::Tile) {
      llvm::append_range(initial, tileOf(op->getOperand(i)));
    } else if (state.ref && !store(op->getOperand(i), state.ref)) {
      return false;
    }
    states.push_back(state);
  }
  return count ? emitCounted(op, *count, states, initial)
               : emitTested(op, states, initial);
}

LoopEmitter::State LoopEmitter::chooseState(stablehlo::WhileOp op, unsigned i,
                                            const std::optional<Count> &count) {
  State state;
  state.type = typeOf(op->getOperand(i));
  stablehlo::DynamicUpdateSliceOp update = stackUpdate(op, i);
  Value target = targetOf(op->getResult(i));
  if (count && count->state == i) {
    state.kind = State::Kind::Counter;
    return state;
  }
  if (isPassed(op, i)) {
    state.kind = State::Kind::Passed;
    return state;
  }
  if (update && (target || !frame.fitsTile(state.type) ||
                 isSmallPart(update, state.type))) {
    state.kind = State::Kind::Stack;
    stacked.insert(update);
  } else if (!frame.fitsTile(state.type)) {
    state.kind = State::Kind::Memory;
  }
  llvm::SmallVector<stablehlo::DynamicUpdateSliceOp> updates;
  if (state.kind != State::Kind::Stack) {
    updates = updatesInPlace(op, i);
    if (!updates.empty() && isSmallPart(updates, state.type)) {
      state.kind = State::Kind::Memory;
    }
  }
  if (state.kind != State::Kind::Tile) {
    // What a team shares in every step is closer than a result.
    const bool isKeptApart =
        frame.team && state.kind == State::Kind::Memory &&
        (updates.empty() ||
         bytesOf(state.type) <= frame.machine.loopValueBytes);
    state.ref = target && !isKeptApart ? target : frame.allocate(state.type);
  }
  if (state.kind == State::Kind::Memory && !updates.empty()) {
    Value version = op.getBody().getArgument(i);
    for (stablehlo::DynamicUpdateSliceOp one : updates) {
      overwritten[version] = {state.ref, one};
      version = one.getResult();
    }
    overwritten[version] = {state.ref, op.getBody().front().getTerminator()};
  }
  return state;
}

bool LoopEmitter::emitCounted(stablehlo::WhileOp op, const Count &count,
                              ArrayRef<State> states, ArrayRef<Value> initial) {
  OpBuilder &builder = frame.builder;
  Arithmetic math(builder, op.getLoc());
  Type index = builder.getIndexType();
  Type integer = partType(states[count.state].type.getElementType());
  auto toIndex = [&](Value value) {
    Value scalar = scalarOf(value);
    return count.isUnsigned ? math.make<arith::IndexCastUIOp>(index, scalar)
                            : math.make<arith::IndexCastOp>(index, scalar);
  };
  auto toTile = [&](Value value) {
    return math.splat(math.make<arith::IndexCastOp>(integer, value), {});
  };
  Value from = toIndex(op->getOperand(count.state));
  Value to = toIndex(count.limit);
  frame.meet();
  auto loop = scf::ForOp::create(builder, op.getLoc(), from, to, math.index(1),
                                 initial);
  if (!hasFewIterations(op, count)) {
    loop->setAttr(interruptibleAttributeName, builder.getUnitAttr());
  }
  builder.setInsertionPointToEnd(emptied(loop.getBody()));
  defineStates(op, states, op.getBody().getArguments(),
               loop.getRegionIterArgs(), toTile(loop.getInductionVar()));
  if (!emitBody(op, states)) {
    return false;
  }
  llvm::SmallVector<Value> next = nextTiles(op, states);
  frame.meet();
  scf::YieldOp::create(builder, op.getLoc(), next);
  builder.setInsertionPointAfter(loop);
  defineStates(op, states, op->getResults(), loop.getResults(),
               toTile(math.make<arith::MaxSIOp>(from, to)));
  return true;
}

bool LoopEmitter::emitTested(stablehlo::WhileOp op, ArrayRef<State> states,
                             ArrayRef<Value> initial) {
  OpBuilder &builder = frame.builder;
  llvm::SmallVector<Type> types;
  llvm::SmallVector<Location> locations(initial.size(), op.getLoc());
  for (Value value : initial) {
    types.push_back(value.getType());
  }
  frame.meet();
  auto loop = scf::WhileOp::create(builder, op.getLoc(), types, initial);
  // Both regions see the state as it is at the beginning of an iteration.
  Block *test = builder.createBlock(&loop.getBefore(), {}, types, locations);
  defineStates(op, states, op.getCond().getArguments(), test->getArguments(),
               {});
  if (!emitBlock(op.getCond().front())) {
    return false;
  }
  Value goesOn = scalarOf(op.getCond().front().getTerminator()->getOperand(0));
  frame.meet();
  scf::ConditionOp::create(builder, op.getLoc(), goesOn, test->getArguments());
  Block *body = builder.createBlock(&loop.getAfter(), {}, types, locations);
  defineStates(op, states, op.getBody().getArguments(), body->getArguments(),
               {});
  if (!emitBody(op, states)) {
    return false;
  }
  llvm::SmallVector<Value> next = nextTiles(op, states);
  frame.meet();
  scf::YieldOp::create(builder, op.getLoc(), next);
  builder.setInsertionPointAfter(loop);
  defineStates(op, states, op->getResults(), loop.getResults(), {});
  return true;
}

void LoopEmitter::defineStates(stablehlo::WhileOp op, ArrayRef<State> states,
                               ValueRange values, ValueRange tiles,
                               Value counter) {
  for (auto [i, value] : llvm::enumerate(values)) {
    const State &state = states[i];
    switch (state.kind) {
    case State::Kind::Passed:
      define(value, heldOf(op->getOperand(i)));
      break;
    case State::Kind::Counter:
      define(value, {state.type, {counter}, {}});
      break;
    case State::Kind::Tile:
      define(value, {state.type, take(tiles, state.type), {}});
      break;
    case State::Kind::Memory:
    case State::Kind::Stack:
      define(value, {state.type, {}, state.ref});
    }
  }
}

llvm::SmallVector<Value> LoopEmitter::nextTiles(stablehlo::WhileOp op,
                                                ArrayRef<State> states) {
  llvm::SmallVector<Value> next;
  Operation *end = op.getBody().front().getTerminator();
  for (auto [state, value] : llvm::zip_equal(states, end->getOperands())) {
    if (state.kind == State::Kind::Tile) {
      llvm::append_range(next, tileOf(value));
    }
  }
  return next;
}

/// The operations of an iteration, and what it leaves in memory.
bool LoopEmitter::emitBody(stablehlo::WhileOp op, ArrayRef<State> states) {
  Block &body = op.getBody().front();
  if (!emitBlock(body)) {
    return false;
  }
  // The old state of another value is put aside before it is overwritten.
  llvm::SmallVector<Held> aside(states.size());
  for (auto [i, state] : llvm::enumerate(states)) {
    Value next = body.getTerminator()->getOperand(i);
    if (state.kind == State::Kind::Stack &&
        !storeUpdate(next.getDefiningOp<stablehlo::DynamicUpdateSliceOp>(),
                     state.ref)) {
      return false;
    }
    Held *known = findHeld(next);
    bool isOther = state.kind == State::Kind::Memory && known &&
                   !known->isTile() && known->ref != state.ref &&
                   llvm::any_of(states, [&](const State &other) {
                     return other.ref == known->ref;
                   });
    if (isOther) {
      aside[i] = {state.type, {}, frame.allocate(state.type)};
      if (!store(next, aside[i].ref)) {
        return false;
      }
    }
  }
  for (auto [i, state] : llvm::enumerate(states)) {
    if (state.kind != State::Kind::Memory) {
      continue;
    }
    bool isStored;
    if (aside[i].ref) {
      Phase phase(frame, op.getLoc());
      isStored =
          !phase.emit({phase.addArgument(aside[i])}, {state.ref}).empty();
    } else {
      isStored = store(body.getTerminator()->getOperand(i), state.ref);
    }
    if (!isStored) {
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

bool LoopEmitter::emitChoice(Operation *op) {
  OpBuilder &builder = frame.builder;
  llvm::SmallVector<Type> types;
  llvm::SmallVector<Value> refs;
  for (Value result : op->getResults()) {
    RankedTensorType type = typeOf(result);
    bool isTile = frame.fitsTile(type);
    Value target = isTile ? Value() : targetOf(result);
    refs.push_back(isTile ? Value() : target ? target : frame.allocate(type));
    if (isTile) {
      llvm::append_range(types, tileTypes(type));
    }
  }
  auto emitBranch = [&](Region &from, Block *to) {
    builder.setInsertionPointToEnd(to);
    if (!emitBlock(from.front())) {
      return false;
    }
    llvm::SmallVector<Value> tiles;
    for (auto [ref, value] :
         llvm::zip_equal(refs, from.front().getTerminator()->getOperands())) {
      if (!ref) {
        llvm::append_range(tiles, tileOf(value));
      } else if (!store(value, ref)) {
        return false;
      }
    }
    frame.meet();
    scf::YieldOp::create(builder, op->getLoc(), tiles);
    return true;
  };

  Operation *made;
  Value chosen = scalarOf(op->getOperand(0));
  // Every branch begins where all have met: what one of them waits for the
  // others do not.
  frame.meet();
  if (auto branch = dyn_cast<stablehlo::IfOp>(op)) {
    auto choice = scf::IfOp::create(builder, op->getLoc(), types, chosen,
                                    /*withElseRegion=*/true);
    made = choice;
    if (!emitBranch(branch.getTrueBranch(), emptied(choice.thenBlock())) ||
        !emitBranch(branch.getFalseBranch(), emptied(choice.elseBlock()))) {
      return false;
    }
  } else {
    auto branches = cast<stablehlo::CaseOp>(op).getBranches();
    unsigned last = branches.size() - 1;
    Arithmetic math(builder, op->getLoc());
    Value index = math.make<arith::IndexCastOp>(builder.getIndexType(), chosen);
    // Every other number takes the last branch.
    auto cases = llvm::to_vector(llvm::seq<int64_t>(0, last));
    auto choice = scf::IndexSwitchOp::create(builder, op->getLoc(), types,
                                             index, cases, cases.size());
    made = choice;
    for (unsigned i = 0; i < branches.size(); ++i) {
      Region &to =
          i == last ? choice.getDefaultRegion() : choice.getCaseRegions()[i];
      Block *block = builder.createBlock(&to);
      if (!emitBranch(branches[i], block)) {
        return false;
      }
    }
  }
  builder.setInsertionPointAfter(made);
  ValueRange tiles = made->getResults();
  for (auto [result, ref] : llvm::zip_equal(op->getResults(), refs)) {
    RankedTensorType type = typeOf(result);
    define(result,
           ref ? Held{type, {}, ref} : Held{type, take(tiles, type), {}});
  }
  return true;
}

} // namespace weft::tile
