// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A generated program before and after a pass: does it still compute the same?

#pragma once

#include "weft/StableHLO/Testing/GenerateProgram.h"

namespace weft::generate {

/// What a program returned, or why it did not.
struct Outcome {
  Status status = Status::success();
  std::vector<reference::Tensor> results;
};

/// How far results may be apart after a pass. Integers and booleans are always
/// the same; NaN is the same as any NaN.
struct Tolerance {
  /// The same numbers, signs of zeros included.
  bool isExact = true;
  /// Else: this many units in the last place of the element type, and below
  /// that, of the largest magnitude in the tensor.
  double units = 4;
};

/// A pass, or several, that programs are checked across.
struct CheckedPass {
  std::string name;
  Tolerance tolerance;
  /// Rewrites the module in place.
  std::function<mlir::LogicalResult(mlir::ModuleOp)> apply;
  /// Executes what the pass left; the interpreter where empty.
  std::function<Outcome(mlir::ModuleOp, const GeneratedProgram &)> run;
};

/// Runs @main of a module, which need not be the program's own, on the
/// program's inputs in the interpreter.
Outcome interpret(mlir::ModuleOp module, const GeneratedProgram &program);

/// Success, or which result differs, where, and by how much.
Status compareOutcomes(const Outcome &before, const Outcome &after,
                       const Tolerance &tolerance);

enum class Verdict {
  /// The same before and after.
  Same,
  /// The pass changed a result, or made the program fail or invalid.
  Changed,
  /// The program fails by itself, or takes too long: nothing to compare.
  Fails,
  /// The verifier refuses the program: the generator is wrong.
  Invalid,
};

struct CheckResult {
  Verdict verdict = Verdict::Same;
  /// The first pass that changed a result.
  std::string pass;
  std::string message;
};

/// Applies the passes one after the other to a copy, and compares after each.
CheckResult checkProgram(const GeneratedProgram &program,
                         llvm::ArrayRef<CheckedPass> passes);

} // namespace weft::generate
