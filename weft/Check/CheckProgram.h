// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs through the stages of a compiler: do they still compute the same?
//
//   std::vector<CheckStage> stages = {
//       {"simplify", Exactness::Same, simplify, {}},
//       {"compiled", Exactness::Rounded, {}, compileAndRun}};
//   CheckResult result = checkProgram(program, stages);
//
// A stage rewrites the program, executes it in a way of its own, or both. What
// comes out is compared with what the interpreter makes of the program as it
// came.

#pragma once

#include "weft/Check/Program.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <deque>

namespace weft {

/// What a program returned, or why it did not.
struct Outcome {
  Status status = Status::success();
  std::vector<reference::Tensor> results;
};

/// How results are compared. NaN is always the same as any NaN.
enum class Exactness {
  /// The same numbers, signs of zeros included.
  Same,
  /// Within the bounds that the reference gives: see
  /// weft/StableHLO/Interpreter/Bounds/Table.h.
  Rounded,
};

enum class CheckVerdict {
  /// The same before and after.
  Same,
  /// A stage changed a result, or made the program fail or invalid.
  Changed,
  /// A stage says that it does not do this program.
  Unimplemented,
  /// The program fails by itself, or takes too long: nothing to compare.
  Fails,
  /// The verifier refuses the program: the generator is wrong.
  Invalid,
};

struct CheckResult {
  CheckVerdict verdict = CheckVerdict::Same;
  /// The first stage that changed a result, or does not do the program.
  std::string stage;
  std::string message;
};

struct CheckStage {
  std::string name;
  Exactness exactness = Exactness::Same;
  /// Rewrites the module in place; may be empty.
  std::function<mlir::LogicalResult(mlir::ModuleOp)> apply;
  /// Executes @main of the module on the program's inputs; the interpreter
  /// where empty. UNIMPLEMENTED is no finding, but is counted by who asks.
  std::function<Outcome(mlir::ModuleOp, const CheckedProgram &)> run;
  /// Instead of both: looks at the program as it is now by itself, and names
  /// a stage of its own.
  std::function<CheckResult(const CheckedProgram &)> check = {};
};

/// What the processes of a program find in their infeed.
std::deque<reference::Values> infeedOf(const CheckedProgram &program);

/// Runs @main of a module, which need not be the program's own, on the
/// program's inputs in the interpreter.
Outcome interpret(mlir::ModuleOp module, const CheckedProgram &program);

/// The same, by a table of operations that the caller has prepared.
Outcome interpretWith(const reference::OpTable &table, mlir::ModuleOp module,
                      const CheckedProgram &program,
                      const reference::Limits &limits);

/// The program's results with bounds, made when they are first asked for. The
/// program must outlive this.
class BoundedOutcome {
public:
  explicit BoundedOutcome(const CheckedProgram &program) : program(program) {}

  const Outcome &get();

private:
  const CheckedProgram &program;
  std::optional<Outcome> outcome;
};

/// Success, or which result differs, where, and by how much. Bounds are asked
/// for where results need not be the same and are not.
Status compareOutcomes(BoundedOutcome &bounded, const Outcome &expected,
                       const Outcome &actual, Exactness exactness);
Status compareOutcomes(const CheckedProgram &program, const Outcome &expected,
                       const Outcome &actual, Exactness exactness);

/// Sends a copy through the stages one after the other, and compares after
/// each.
CheckResult checkProgram(const CheckedProgram &program,
                         llvm::ArrayRef<CheckStage> stages);

} // namespace weft
