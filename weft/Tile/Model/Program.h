// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program of the grid while it runs.
//
// A program keeps its place in nested regions as a stack of frames of its own,
// not on the native stack, so that it can stop at any operation and be run on
// later: programs wait for each other without threads.

#pragma once

#include "weft/Tile/Model/ElementOps.h"
#include "weft/Tile/Model/ModelMemory.h"

#include <memory>
#include <variant>

namespace weft::tile {

/// What a value is: a tile or a scalar, which is a tensor of rank 0, or a ref.
using ModelValue = std::variant<std::monostate, reference::Tensor, ModelRef>;

/// What the programs of a run share.
struct Machine {
  KernelOp kernel;
  std::shared_ptr<reference::Budget> budget;
  /// Numbers of all values in the kernel.
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::SmallVector<ModelValue> arguments;
  llvm::DenseMap<mlir::Operation *, Evaluator> evaluators;
  /// Counts atomic accesses that have changed memory.
  uint64_t changes = 0;
};

class Program {
public:
  /// Why a program does not run on by itself.
  enum class Pause {
    /// It is over.
    Ended,
    /// It waits until all programs are here.
    Barrier,
    /// In a loop, it has looked at memory that another program may change.
    Looked,
  };

  Program(Machine &machine, int64_t number);

  /// Runs until it pauses. After a failure, `operation` is the cause.
  StatusOr<Pause> run();
  mlir::Operation *operation() const { return current; }
  int64_t number() const { return programNumber; }

  //===-- For operations --------------------------------------------------===//

  Machine &machine() { return shared; }
  reference::Budget &budget() { return *shared.budget; }

  const reference::Tensor &tensor(mlir::Value value) const;
  const ModelRef &ref(mlir::Value value) const;
  /// Of a scalar integer.
  int64_t integer(mlir::Value value) const;
  llvm::SmallVector<int64_t> integers(mlir::ValueRange values) const;
  void set(mlir::Value value, ModelValue held);

  /// Runs a region on scalars to its end.
  StatusOr<llvm::SmallVector<reference::Tensor>>
  callRegion(mlir::Region &region, llvm::ArrayRef<reference::Tensor> arguments);

private:
  struct Frame {
    mlir::Block *block;
    mlir::Block::iterator next;
  };

  ModelValue &slot(mlir::Value value);
  const ModelValue &slot(mlir::Value value) const;
  void copy(mlir::ValueRange from, mlir::ValueRange to);
  void enter(mlir::Region &region);

  /// Executes the next operation.
  StatusOr<std::optional<Pause>> step();
  Status evaluate(mlir::Operation *operation);
  Status evaluateElementwise(mlir::Operation *operation);

  // Control flow. An operation with regions enters one; the end of a block
  // says what follows.
  Status enterControlFlow(mlir::Operation *operation);
  void endBlock(mlir::Operation *terminator);

  Machine &shared;
  int64_t programNumber;
  std::vector<ModelValue> values;
  std::vector<Frame> frames;
  mlir::Operation *current = nullptr;
  /// What `tile.yield` has given to callRegion.
  llvm::SmallVector<reference::Tensor> yielded;
};

} // namespace weft::tile
