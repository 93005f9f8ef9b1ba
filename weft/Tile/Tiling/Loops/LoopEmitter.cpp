// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/LoopEmitter.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Loops/JoinTiles.h"
#include "weft/Tile/Tiling/OperationKinds.h"

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

stablehlo::ConstantOp splatOf(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  return constant && constant.getValue().isSplat() ? constant
                                                   : stablehlo::ConstantOp();
}

/// Elementwise, or the same number everywhere.
bool isCheap(Operation *op) {
  return isElementwise(op) ||
         isa<stablehlo::IotaOp, stablehlo::BroadcastInDimOp>(op);
}

/// Elements at other places.
bool isMove(Operation *op) {
  return isa<stablehlo::ConcatenateOp, stablehlo::PadOp, stablehlo::ReshapeOp,
             stablehlo::ReverseOp, stablehlo::SliceOp, stablehlo::TransposeOp>(
      op);
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

/// The only element of a value.
TileValue LoopEmitter::elementOf(Value value) {
  Arithmetic math(frame.builder, frame.loc);
  return mapParts(tileOf(value),
                  [&](Value part) { return math.scalarOf(part); });
}

StepValue LoopEmitter::stepValueOf(Value value) {
  RankedTensorType type = typeOf(value);
  if (auto constant = splatOf(value)) {
    Arithmetic math(frame.builder, frame.loc);
    return {type,
            {},
            emitSplat(math, constant.getValue(), frame.builder.getI1Type())};
  }
  return type.getNumElements() == 1
             ? StepValue{type, {}, elementOf(value)}
             : StepValue{type, frame.memoryOf(heldOf(value)), {}};
}

Value LoopEmitter::scalarOf(Value value) {
  return Arithmetic(frame.builder, frame.loc).scalarOf(tileOf(value)[0]);
}

/// Whether an operation's elements are more than others at other places.
static bool isComputed(Operation *op) {
  return isElementwise(op) ||
         isa<stablehlo::DotGeneralOp, stablehlo::ReduceOp>(op);
}

/// Whether a member of a team computes an element of an operation where it
/// needs it, inside the one that uses it, so that no other has to hand it over:
/// it is needed once, or nothing but places is computed.
static bool isReadInPlace(Operation *op, Operation *user) {
  auto count = [](Operation *one) {
    return typeOf(one->getResult(0)).getNumElements();
  };
  const bool isOnce =
      count(op) >= count(user) || isa<stablehlo::DynamicUpdateSliceOp>(user);
  auto slice = dyn_cast<stablehlo::DynamicSliceOp>(op);
  // What an iteration writes may have been written when its users come.
  const bool isSlice =
      slice && slice.getOperand().getParentBlock() != op->getBlock();
  const bool isPlain =
      isSlice ||
      isa<stablehlo::BroadcastInDimOp, stablehlo::IotaOp, stablehlo::ReshapeOp,
          stablehlo::ReverseOp, stablehlo::SliceOp, stablehlo::TransposeOp>(op);
  const bool isComputedThere = isOnce && isComputed(op);
  if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(user)) {
    return (isPlain || isComputedThere) &&
           op->getResult(0) == update.getUpdate();
  }
  if (isElementwise(user) ||
      isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
          stablehlo::ReverseOp, stablehlo::SliceOp, stablehlo::TransposeOp>(
          user)) {
    return isPlain || isComputedThere;
  }
  return isPlain && isa<stablehlo::DotGeneralOp, stablehlo::ReduceOp>(user);
}

bool LoopEmitter::canReadAt(Operation *op, Operation *later) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    auto known = overwritten.find(operand);
    if (known == overwritten.end()) {
      return true;
    }
    Operation *by = known->second.by;
    // Of a loop around this one, which goes on when this one is over.
    if (by->getBlock() != later->getBlock()) {
      return true;
    }
    // Stacks are updated when all else is done.
    return stacked.contains(later) ? by->hasTrait<OpTrait::IsTerminator>()
                                   : later->isBeforeInBlock(by);
  });
}

bool LoopEmitter::isReadOften(Operation *op) {
  while (phaseOf(op) != op) {
    op = *op->getResult(0).user_begin();
    if (isa<stablehlo::DotGeneralOp, stablehlo::ReduceOp>(op)) {
      return true;
    }
  }
  return false;
}

Operation *LoopEmitter::phaseOf(Operation *op) {
  if (Operation *known = phases.lookup(op)) {
    return known;
  }
  Operation *phase = nullptr;
  if (op->getNumResults() == 1) {
    for (Operation *user : op->getResult(0).getUsers()) {
      const bool isInside = user->getBlock() == op->getBlock() &&
                            user->getNumResults() == 1 &&
                            isComputedWith(op, user);
      Operation *other = isInside ? phaseOf(user) : op;
      phase = !phase || phase == other ? other : op;
    }
  }
  return phases[op] = phase && canReadAt(op, phase) ? phase : op;
}

bool LoopEmitter::isComputedWith(Operation *op, Operation *user) {
  RankedTensorType type = typeOf(op->getResult(0));
  RankedTensorType used = typeOf(user->getResult(0));
  const bool isOnly = op->getResult(0).hasOneUse();
  const bool isStored =
      !isa<stablehlo::DynamicUpdateSliceOp>(user) || stacked.contains(user);
  if (frame.team && isOnly && isStored && !frame.fitsTile(type) &&
      !frame.fitsTile(used) && isReadInPlace(op, user)) {
    return !isComputed(op) || !isReadOften(user);
  }
  if (!isCheap(op) && !isMove(op)) {
    return false;
  }
  // Once for each element, however many there use it.
  if (!isOnly && !isElementwise(user)) {
    return false;
  }
  if (isMove(user)) {
    // It may take an element of each of its operands to choose one: they are
    // read from memory there, and nothing is computed.
    return isMove(op) && !frame.fitsTile(used);
  }
  // What is spread over more elements would be computed for each of them.
  bool isSpread = isElementwise(op) && isa<stablehlo::BroadcastInDimOp>(user) &&
                  used.getNumElements() > type.getNumElements();
  return isCheap(user) && !isSpread && !frame.fitsTile(type);
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
  // From the end, where it is known of all users.
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    phaseOf(&op);
  }
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
  if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op)) {
    if (Value ref = overwritten.lookup(update.getResult()).ref) {
      define(update.getResult(), {typeOf(update.getResult()), {}, ref});
      return storeUpdate(update, ref);
    }
  }
  if (phaseOf(op) != op) {
    deferred.insert(op);
    return true;
  }
  const bool isApart = frame.team &&
                       (isSmallWindow(op) || isSmallConvolution(op)) &&
                       !frame.fitsTile(typeOf(op->getResult(0)));
  if (isHero(op) && emitHeroTile(op)) {
    return true;
  }
  if (isHero(op) || isApart) {
    emitHero(op);
    return true;
  }
  return emitTile(op) || emitPhase(op);
}

bool LoopEmitter::isTile(Value value) {
  Held *known = findHeld(value);
  return frame.fitsTile(typeOf(value)) &&
         (splatOf(value) || (known && known->isTile()));
}

/// What needs no tiling: all operands and the result are tiles.
bool LoopEmitter::emitTile(Operation *op) {
  if (op->getNumResults() != 1 || !frame.fitsTile(typeOf(op->getResult(0))) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value value) { return isTile(value); })) {
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
    result = joinTiles(math, operands, concatenate.getDimension(), type);
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

/// The same, of what has an algorithm of its own.
bool LoopEmitter::emitHeroTile(Operation *op) {
  if (!llvm::all_of(op->getOperands(),
                    [&](Value value) { return isTile(value); })) {
    return false;
  }
  Captured captured;
  for (Value value : capturedValues(op)) {
    captured[value] = elementOf(value);
  }
  llvm::SmallVector<TileValue> operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return tileOf(operand); });
  Arithmetic math(frame.builder, op->getLoc());
  std::optional<TileValues> results =
      emitHeroOfTiles(math, op, operands, captured);
  if (!results) {
    return false;
  }
  for (auto [result, tile] : llvm::zip_equal(op->getResults(), *results)) {
    define(result, {typeOf(result), tile, {}});
  }
  return true;
}

void LoopEmitter::emitHero(Operation *op) {
  HeroStep step(frame, op);
  for (Value operand : op->getOperands()) {
    step.operands.push_back(stepValueOf(operand));
  }
  for (Value captured : capturedValues(op)) {
    step.captured[captured] = elementOf(captured);
  }
  for (Value result : op->getResults()) {
    Value target = targetOf(result);
    step.results.push_back(result.use_empty() ? Value()
                           : target           ? target
                                              : frame.allocate(typeOf(result)));
  }
  step.emit();
  for (auto [result, ref] : llvm::zip_equal(op->getResults(), step.results)) {
    if (!ref) {
      continue;
    }
    RankedTensorType type = typeOf(result);
    define(result,
           {type,
            frame.fitsTile(type) ? frame.loadWhole(ref, type) : TileValue(),
            ref});
  }
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

} // namespace weft::tile
