// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations one after the other, with loops and choices among them, inside one
// program of a kernel.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Loops/Phase.h"

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
  bool emitTile(mlir::Operation *op);
  bool emitWhile(stablehlo::WhileOp op);
  bool emitBody(stablehlo::WhileOp op, mlir::ArrayRef<State> states);
  bool emitChoice(mlir::Operation *op);
  bool storeUpdate(stablehlo::DynamicUpdateSliceOp op, mlir::Value ref);

  bool isDeferred(mlir::Operation *op);
  /// A value as one of the phase's own.
  mlir::Value import(Phase &phase, mlir::Value value);
  Held &heldOf(mlir::Value value);
  /// Null for constants and what is deferred.
  Held *findHeld(mlir::Value value);
  mlir::Value scalarOf(mlir::Value value);
  mlir::Value targetOf(mlir::Value value) { return targets.lookup(value); }

  PhaseFrame &frame;
  llvm::DenseMap<mlir::Value, std::unique_ptr<Held>> held;
  llvm::DenseMap<mlir::Value, mlir::Value> targets;
  llvm::DenseSet<mlir::Operation *> deferred;
  /// Updates of stacks, which are stored at the end of an iteration.
  llvm::DenseSet<mlir::Operation *> stacked;
  std::vector<std::unique_ptr<Held>> temporaries;
};

} // namespace weft::tile
