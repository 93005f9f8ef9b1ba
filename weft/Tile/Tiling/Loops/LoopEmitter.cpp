// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/LoopEmitter.h"

#include "weft/Tile/IR/Interruptible.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Loops/LoopState.h"
#include "weft/Tile/Tiling/OperationKinds.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace weft::tile {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

stablehlo::ConstantOp splatOf(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  return constant && constant.getValue().isSplat() ? constant
                                                   : stablehlo::ConstantOp();
}

/// Whether a loop from one number to the other is over soon whatever an
/// iteration does: it need not be interruptible.
bool hasFewIterations(Value from, Value to) {
  constexpr double kFew = 1024;
  auto first = splatOf(from);
  auto last = splatOf(to);
  auto number = [](stablehlo::ConstantOp constant) {
    return constant.getValue().getSplatValue<APInt>().signedRoundToDouble();
  };
  return first && last && number(last) - number(first) <= kFew;
}

/// Elementwise, or the same number everywhere.
bool isCheap(Operation *op) {
  return isElementwise(op) ||
         isa<stablehlo::IotaOp, stablehlo::BroadcastInDimOp>(op);
}

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

} // namespace

void LoopEmitter::define(Value value, Held wanted) {
  held[value] = std::make_unique<Held>(std::move(wanted));
}

Held *LoopEmitter::findHeld(Value value) {
  auto known = held.find(value);
  return known == held.end() ? nullptr : known->second.get();
}

Held &LoopEmitter::heldOf(Value value) {
  if (Held *known = findHeld(value)) {
    return *known;
  }
  // A constant is made where it is needed.
  auto made = std::make_unique<Held>();
  made->type = typeOf(value);
  if (frame.fitsTile(made->type)) {
    Arithmetic math(frame.builder, frame.loc);
    made->tile = emitSplat(math, splatOf(value).getValue(), made->type);
  } else {
    made->ref = frame.allocate(made->type);
    store(value, made->ref);
  }
  temporaries.push_back(std::move(made));
  return *temporaries.back();
}

Value LoopEmitter::scalarOf(Value value) {
  return Arithmetic(frame.builder, frame.loc).scalarOf(tileOf(value)[0]);
}

bool LoopEmitter::isDeferred(Operation *op) {
  if (op->getNumResults() != 1 || !isCheap(op) ||
      frame.fitsTile(typeOf(op->getResult(0))) ||
      !op->getResult(0).hasOneUse()) {
    return false;
  }
  Operation *user = *op->getResult(0).getUsers().begin();
  // What is spread over more elements would be computed for each of them.
  bool isSpread = isElementwise(op) && isa<stablehlo::BroadcastInDimOp>(user) &&
                  typeOf(user->getResult(0)).getNumElements() >
                      typeOf(op->getResult(0)).getNumElements();
  return user->getBlock() == op->getBlock() && isCheap(user) && !isSpread;
}

Value LoopEmitter::import(Phase &phase, Value value) {
  if (Value known = phase.mapping.lookupOrNull(value)) {
    return known;
  }
  Value made;
  if (auto constant = splatOf(value)) {
    made = phase.inner.clone(*constant)->getResult(0);
  } else if (Operation *op = value.getDefiningOp();
             op && deferred.contains(op)) {
    for (Value operand : op->getOperands()) {
      import(phase, operand);
    }
    made = phase.inner.clone(*op, phase.mapping)->getResult(0);
  } else {
    made = phase.addArgument(heldOf(value));
  }
  phase.mapping.map(value, made);
  return made;
}

bool LoopEmitter::store(Value value, Value ref) {
  if (Held *known = findHeld(value)) {
    if (known->ref == ref) {
      return true;
    }
    if (known->isTile()) {
      frame.storeWhole(known->tile, ref, known->type);
      return true;
    }
  }
  Phase phase(frame, frame.loc);
  return !phase.emit({import(phase, value)}, {ref}).empty();
}

bool LoopEmitter::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (!op.use_empty() && !emitOperation(&op)) {
      return false;
    }
  }
  return true;
}

bool LoopEmitter::emitOperation(Operation *op) {
  if (isa<stablehlo::ConstantOp>(op) || stacked.contains(op)) {
    return true;
  }
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
    return emitWhile(loop);
  }
  if (isControl(op)) {
    return emitChoice(op);
  }
  if (isa<stablehlo::OptimizationBarrierOp>(op)) {
    for (auto [result, operand] :
         llvm::zip_equal(op->getResults(), op->getOperands())) {
      define(result, heldOf(operand));
    }
    return true;
  }
  if (isDeferred(op)) {
    deferred.insert(op);
    return true;
  }
  return emitTile(op) || emitPhase(op);
}

/// What needs no tiling: all operands and the result are tiles.
bool LoopEmitter::emitTile(Operation *op) {
  auto isTile = [&](Value value) {
    Held *known = findHeld(value);
    return frame.fitsTile(typeOf(value)) &&
           (splatOf(value) || (known && known->isTile()));
  };
  if (op->getNumResults() != 1 || !frame.fitsTile(typeOf(op->getResult(0))) ||
      !llvm::all_of(op->getOperands(), isTile)) {
    return false;
  }
  RankedTensorType type = typeOf(op->getResult(0));
  Arithmetic math(frame.builder, op->getLoc());
  auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op);
  bool isEven =
      concatenate && llvm::all_of(op->getOperandTypes(), [&](Type operand) {
        return operand == op->getOperand(0).getType();
      });
  if (!isElementwise(op) && !isa<stablehlo::ReshapeOp>(op) && !isEven) {
    return false;
  }
  llvm::SmallVector<TileValue> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(tileOf(operand));
  }
  TileValue result;
  if (isEven) {
    // Joined in a new minor dimension, which then moves before the one it is
    // merged with.
    int64_t rank = type.getRank();
    int64_t along = concatenate.getDimension();
    llvm::SmallVector<int64_t> joined(typeOf(op->getOperand(0)).getShape());
    joined.push_back(op->getNumOperands());
    llvm::SmallVector<int64_t> order;
    for (int64_t d = 0; d < rank; ++d) {
      if (d == along) {
        order.push_back(rank);
      }
      order.push_back(d);
    }
    for (unsigned part = 0; part < operands[0].size(); ++part) {
      llvm::SmallVector<Value> parts;
      for (const TileValue &operand : operands) {
        parts.push_back(operand[part]);
      }
      Value made = parts[0];
      if (parts.size() > 1) {
        made = math.make<JoinOp>(
            RankedTensorType::get(joined, elementOf(parts[0])), parts);
        made = math.reshape(math.transpose(made, order), type.getShape());
      }
      result.push_back(made);
    }
  } else if (isa<stablehlo::ReshapeOp>(op)) {
    result = mapParts(operands[0], [&](Value part) {
      return math.reshape(part, type.getShape());
    });
  } else {
    for (TileValue &operand : operands) {
      operand = mapParts(operand, [&](Value part) {
        return cast<RankedTensorType>(part.getType()).getRank() == 0
                   ? math.repeat(part, type.getShape())
                   : part;
      });
    }
    result = emitElementwise(math, op, operands);
  }
  define(op->getResult(0), {type, result, {}});
  return true;
}

bool LoopEmitter::emitPhase(Operation *op) {
  Phase phase(frame, op->getLoc());
  for (Value operand : op->getOperands()) {
    import(phase, operand);
  }
  for (Value captured : capturedValues(op)) {
    import(phase, captured);
  }
  Operation *clone = phase.inner.clone(*op, phase.mapping);
  llvm::SmallVector<Value> roots;
  llvm::SmallVector<Value> refs;
  llvm::SmallVector<Value> originals;
  for (auto [result, copy] :
       llvm::zip_equal(op->getResults(), clone->getResults())) {
    if (!result.use_empty() || op->use_empty()) {
      originals.push_back(result);
      roots.push_back(copy);
      refs.push_back(targetOf(result));
    }
  }
  llvm::SmallVector<Held> results = phase.emit(roots, refs);
  if (results.empty()) {
    return false;
  }
  for (auto [result, value] : llvm::zip_equal(originals, results)) {
    define(result, value);
  }
  return true;
}

bool LoopEmitter::storeUpdate(stablehlo::DynamicUpdateSliceOp op, Value ref) {
  Phase phase(frame, op.getLoc());
  for (Value operand : op->getOperands()) {
    import(phase, operand);
  }
  Operation *clone = phase.inner.clone(*op, phase.mapping);
  unsigned argument = cast<BlockArgument>(clone->getOperand(0)).getArgNumber();
  return !phase
              .emit({clone->getResult(0)}, {ref},
                    TilingSpace::InPlace{0, argument})
              .empty();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool LoopEmitter::emitWhile(stablehlo::WhileOp op) {
  OpBuilder &builder = frame.builder;
  Arithmetic math(builder, op.getLoc());
  std::optional<Count> count = countOf(op);
  llvm::SmallVector<State> states;
  llvm::SmallVector<Value> initial;
  for (auto [i, init] : llvm::enumerate(op->getOperands())) {
    State state;
    state.type = typeOf(init);
    stablehlo::DynamicUpdateSliceOp update = stackUpdate(op, i);
    Value target = targetOf(op->getResult(i));
    if (count && count->state == i) {
      state.kind = State::Kind::Counter;
    } else if (isPassed(op, i)) {
      state.kind = State::Kind::Passed;
    } else if (update && (target || !frame.fitsTile(state.type))) {
      state.kind = State::Kind::Stack;
      stacked.insert(update);
    } else if (!frame.fitsTile(state.type)) {
      state.kind = State::Kind::Memory;
    }
    switch (state.kind) {
    case State::Kind::Tile:
      llvm::append_range(initial, tileOf(init));
      break;
    case State::Kind::Memory:
    case State::Kind::Stack:
      state.ref = target ? target : frame.allocate(state.type);
      if (!store(init, state.ref)) {
        return false;
      }
      break;
    default:
      break;
    }
    states.push_back(state);
  }

  // Both regions see the state as it is at the beginning of an iteration.
  auto defineAll = [&](ValueRange arguments, ValueRange tiles,
                       ArrayRef<Value> counter) {
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      const State &state = states[i];
      switch (state.kind) {
      case State::Kind::Passed:
        define(argument, heldOf(op->getOperand(i)));
        break;
      case State::Kind::Counter:
        define(argument, {state.type, {counter.front()}, {}});
        break;
      case State::Kind::Tile:
        define(argument, {state.type, take(tiles, state.type), {}});
        break;
      default:
        define(argument, {state.type, {}, state.ref});
      }
    }
  };
  auto yieldTiles = [&] {
    llvm::SmallVector<Value> next;
    Operation *end = op.getBody().front().getTerminator();
    for (auto [state, value] : llvm::zip_equal(states, end->getOperands())) {
      if (state.kind == State::Kind::Tile) {
        llvm::append_range(next, tileOf(value));
      }
    }
    return next;
  };

  if (count) {
    Type index = builder.getIndexType();
    Type integer = partType(states[count->state].type.getElementType());
    auto toIndex = [&](Value value) {
      Value scalar = scalarOf(value);
      return count->isUnsigned ? math.make<arith::IndexCastUIOp>(index, scalar)
                               : math.make<arith::IndexCastOp>(index, scalar);
    };
    auto toTile = [&](Value value) {
      Arithmetic here(builder, op.getLoc());
      return here.splat(here.make<arith::IndexCastOp>(integer, value), {});
    };
    Value from = toIndex(op->getOperand(count->state));
    Value to = toIndex(count->limit);
    auto loop = scf::ForOp::create(builder, op.getLoc(), from, to,
                                   math.index(1), initial);
    if (!hasFewIterations(op->getOperand(count->state), count->limit)) {
      loop->setAttr(interruptibleAttributeName, builder.getUnitAttr());
    }
    builder.setInsertionPointToEnd(emptied(loop.getBody()));
    defineAll(op.getBody().getArguments(), loop.getRegionIterArgs(),
              {toTile(loop.getInductionVar())});
    if (!emitBody(op, states)) {
      return false;
    }
    scf::YieldOp::create(builder, op.getLoc(), yieldTiles());
    builder.setInsertionPointAfter(loop);
    defineAll(op->getResults(), loop.getResults(),
              {toTile(math.make<arith::MaxSIOp>(from, to))});
    return true;
  }

  llvm::SmallVector<Type> types;
  llvm::SmallVector<Location> locations(initial.size(), op.getLoc());
  for (Value value : initial) {
    types.push_back(value.getType());
  }
  auto loop = scf::WhileOp::create(builder, op.getLoc(), types, initial);
  Block *test = builder.createBlock(&loop.getBefore(), {}, types, locations);
  defineAll(op.getCond().getArguments(), test->getArguments(), {});
  if (!emitBlock(op.getCond().front())) {
    return false;
  }
  Value goesOn = scalarOf(op.getCond().front().getTerminator()->getOperand(0));
  scf::ConditionOp::create(builder, op.getLoc(), goesOn, test->getArguments());
  Block *body = builder.createBlock(&loop.getAfter(), {}, types, locations);
  defineAll(op.getBody().getArguments(), body->getArguments(), {});
  if (!emitBody(op, states)) {
    return false;
  }
  scf::YieldOp::create(builder, op.getLoc(), yieldTiles());
  builder.setInsertionPointAfter(loop);
  defineAll(op->getResults(), loop.getResults(), {});
  return true;
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
    scf::YieldOp::create(builder, op->getLoc(), tiles);
    return true;
  };

  Operation *made;
  if (auto branch = dyn_cast<stablehlo::IfOp>(op)) {
    auto choice = scf::IfOp::create(builder, op->getLoc(), types,
                                    scalarOf(branch.getPred()),
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
    Value index = math.make<arith::IndexCastOp>(builder.getIndexType(),
                                                scalarOf(op->getOperand(0)));
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
