// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module prepared for execution.
//
// Every function is numbered once: each SSA value, those of nested regions
// included, gets a slot in the function's frame, and each operation becomes a
// step that knows its function in the OpTable and the slots it reads and
// writes. Executing a step then looks nothing up.
//
// One frame per call of a function is enough for its regions too. A region
// runs only while the operation that owns it runs, and never twice at once in
// one call, so its values may live in the caller's frame; captured values are
// then simply other slots.
//
// A slot is emptied after the last step that may read it, so that a long
// program needs no more memory than its live values. A value used inside a
// region dies after the step, in its own block, that owns the region.

#pragma once

#include "weft/StableHLO/Interpreter/Value.h"

#include <llvm/ADT/StringMap.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Operation.h>

#include <functional>
#include <memory>
#include <vector>

namespace weft::reference {

class OpCall;
class OpTable;

/// The values of one call of a function, by slot.
using Frame = std::vector<Value>;
using Slot = unsigned;

struct BlockPlan;

struct Step {
  Step() = default;
  Step(Step &&) = default;
  Step &operator=(Step &&) = default;

  mlir::Operation *operation = nullptr;
  /// Empty when the table does not have the operation; executing it is an
  /// error, having it in code that is not reached is not.
  std::function<Status(OpCall &)> function;
  llvm::SmallVector<Slot, 2> operands;
  llvm::SmallVector<Slot, 1> results;
  /// One per region; null for an empty region.
  llvm::SmallVector<std::unique_ptr<BlockPlan>, 0> regions;
  /// Slots that are dead after this step.
  llvm::SmallVector<Slot, 2> dead;
};

/// One block: of a function, or of a region.
struct BlockPlan {
  mlir::Block *block = nullptr;
  llvm::SmallVector<Slot, 4> arguments;
  std::vector<Step> steps;
  /// What the terminator returns.
  llvm::SmallVector<Slot, 4> results;
  /// Slots of this block that are read by nothing, or only by the terminator.
  llvm::SmallVector<Slot, 4> deadAtEnd;
  llvm::SmallVector<Slot, 2> deadAtStart;
};

struct FunctionPlan {
  mlir::Operation *function = nullptr;
  unsigned slotCount = 0;
  BlockPlan body;
};

/// Immutable after construction, hence shared by all processes of a grid. The
/// module must outlive it and must not change.
class Program {
public:
  static StatusOr<std::unique_ptr<Program>> create(mlir::ModuleOp module,
                                                   const OpTable &table);

  mlir::ModuleOp module() const { return root; }
  /// Null when the module has no function of that name with a body.
  const FunctionPlan *find(llvm::StringRef name) const;

private:
  explicit Program(mlir::ModuleOp module) : root(module) {}

  mlir::ModuleOp root;
  llvm::StringMap<FunctionPlan> functions;
};

} // namespace weft::reference
