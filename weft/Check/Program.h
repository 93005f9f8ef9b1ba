// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with all that a run of it needs: what check mode executes, random
// programs are made as, and findings are made small as.

#pragma once

#include "weft/StableHLO/Interpreter/Bounds/Table.h"
#include "weft/StableHLO/Interpreter/Tensor.h"

#include <llvm/ADT/StringRef.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <vector>

namespace weft {

/// The custom call that returns its operand. Random programs have it, and the
/// interpreter is told about it while programs are checked.
inline constexpr llvm::StringLiteral identityTarget = "generated.identity";

struct CheckedProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// One per argument of @main; of a grid program, for one process after the
  /// other.
  std::vector<reference::Tensor> inputs;
  /// Runs on this many replicas of this many partitions; 1 of 1 where it talks
  /// to nobody.
  int64_t replicas = 1;
  int64_t partitions = 1;
  int64_t processes() const { return replicas * partitions; }
  /// What each process of a grid finds in its infeed.
  std::vector<reference::Tensor> infeed;
  /// What the interpreter may spend on one run.
  reference::Limits limits = {.maxBytes = uint64_t(64) << 20,
                              .maxSteps = 200'000};
  /// So long that stages are executed only where the compiled program is wrong.
  bool isForMachine = false;
  /// What the target does beyond what all do.
  reference::Liberties liberties = {};
};

/// A copy with the same inputs.
CheckedProgram cloneProgram(const CheckedProgram &program);

} // namespace weft
