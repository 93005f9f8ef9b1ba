// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations one after the other, with loops and choices among them, inside one
// program of a kernel.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Loops/LoopState.h"
#include "weft/Tile/Tiling/Loops/Phase.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

#include <llvm/ADT/DenseSet.h>

#include <memory>

namespace weft::tile {

class LoopEmitter {
public:
  explicit LoopEmitter(PhaseFrame &frame) : frame(frame) {}

  /// Says where a value from outside of all blocks is.
  void define(mlir::Value value, Held held);
  /// Says which memory a result is to have in the end.
  void setTarget(mlir::Value value, mlir::Value ref) { targets[value] = ref; }

  /// False after a failure.
  bool emitOperation(mlir::Operation *op);
  /// Puts a value into memory.
  bool store(mlir::Value value, mlir::Value ref);
  TileValue tileOf(mlir::Value value) { return frame.tileOf(heldOf(value)); }

private:
  struct State {
    enum class Kind {
      /// The same in every iteration.
      Passed,
      /// The number of the iteration.
      Counter,
      Tile,
      /// Memory that each iteration writes whole.
      Memory,
      /// Memory of which each iteration writes a slice.
      Stack
    };
    Kind kind = Kind::Tile;
    mlir::Value ref;
    mlir::RankedTensorType type;
  };

  /// The operations of a block but its terminator.
  bool emitBlock(mlir::Block &block);
  bool emitPhase(mlir::Operation *op);
  /// What has an algorithm of its own (Steps/Steps.h).
  void emitHero(mlir::Operation *op);
  bool emitHeroTile(mlir::Operation *op);
  /// Whether a value is in registers, all of it.
  bool isTile(mlir::Value value);
  bool emitTile(mlir::Operation *op);
  bool storeUpdate(stablehlo::DynamicUpdateSliceOp op, mlir::Value ref);

  // Control (EmitControl.cpp).

  bool emitWhile(stablehlo::WhileOp op);
  /// How a value that goes around a loop is held.
  State chooseState(stablehlo::WhileOp op, unsigned i,
                    const std::optional<Count> &count);
  /// A loop whose iterations are counted, and one that tests before each.
  bool emitCounted(stablehlo::WhileOp op, const Count &count,
                   mlir::ArrayRef<State> states,
                   mlir::ArrayRef<mlir::Value> initial);
  bool emitTested(stablehlo::WhileOp op, mlir::ArrayRef<State> states,
                  mlir::ArrayRef<mlir::Value> initial);
  /// Says where the state is: that of a region's arguments, or of the results.
  void defineStates(stablehlo::WhileOp op, mlir::ArrayRef<State> states,
                    mlir::ValueRange values, mlir::ValueRange tiles,
                    mlir::Value counter);
  /// The tiles that an iteration gives to the next.
  llvm::SmallVector<mlir::Value> nextTiles(stablehlo::WhileOp op,
                                           mlir::ArrayRef<State> states);
  bool emitBody(stablehlo::WhileOp op, mlir::ArrayRef<State> states);
  bool emitChoice(mlir::Operation *op);

  /// The operation in whose phase this one is computed: itself, or the one in
  /// which all that use it are.
  mlir::Operation *phaseOf(mlir::Operation *op);
  bool isComputedWith(mlir::Operation *op, mlir::Operation *user);
  /// Whether a sum in the phase of an operation reads each of its elements for
  /// several results: what is computed for them would be computed as often.
  bool isReadOften(mlir::Operation *op);
  /// Whether all that an operation reads is still there when another one comes.
  bool canReadAt(mlir::Operation *op, mlir::Operation *later);
  /// A value as one of the phase's own.
  mlir::Value import(Phase &phase, mlir::Value value);
  Held &heldOf(mlir::Value value);
  /// Null for constants and what is deferred.
  Held *findHeld(mlir::Value value);
  mlir::Value scalarOf(mlir::Value value);
  TileValue elementOf(mlir::Value value);
  StepValue stepValueOf(mlir::Value value);
  mlir::Value targetOf(mlir::Value value) { return targets.lookup(value); }

  PhaseFrame &frame;
  llvm::DenseMap<mlir::Value, std::unique_ptr<Held>> held;
  llvm::DenseMap<mlir::Value, mlir::Value> targets;
  llvm::DenseSet<mlir::Operation *> deferred;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> phases;
  /// Updates of stacks, which are stored at the end of an iteration.
  llvm::DenseSet<mlir::Operation *> stacked;
  /// A state, or what an update made of it, that the next update is written
  /// over.
  struct Overwritten {
    mlir::Value ref;
    mlir::Operation *by;
  };
  llvm::DenseMap<mlir::Value, Overwritten> overwritten;
  std::vector<std::unique_ptr<Held>> temporaries;
};

} // namespace weft::tile
