// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Check mode: which stage of the compiler changes what a program computes?
//
//   StagesReport report = checkStages(program, options);
//   if (report.result.verdict == CheckVerdict::Changed) {
//     CheckedProgram small = reduceFinding(program, report, options);
//   }
//
// The program is compiled, and executed after each stage on its inputs:
//
//   StableHLO        by the interpreter
//   a plan           by the interpreter, and in bytes from stage placed on
//   tiled kernels    the plan by the interpreter, its kernels by the model
//   machine code     by the machine
//
// What comes out is compared with what the interpreter makes of the program as
// it came. Up to operations being written out, results must be the same bit for
// bit; a plan must give what the program it was made from gives; tiles and
// machine code may round differently, within the bounds that the reference
// gives (weft/StableHLO/Interpreter/Bounds/Table.h).

#pragma once

#include "weft/Check/CheckProgram.h"
#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/Compiled/RunTensors.h"

namespace weft {

struct CheckStagesOptions {
  /// What else is asked of the compilation.
  CompileOptions compile;
  /// Chooses the order in which the programs of a kernel start in the model.
  uint64_t seed = 0;
  /// Look for the rule or kernel as well.
  bool namesPart = true;
  /// Execute what the compiler gives, and no stage before.
  bool onlyMachine = false;
  /// What executes the compiled program where it is for another machine than
  /// the processor.
  runtime::TensorRunner runOnTarget;
};

struct StagesReport {
  /// Changed: by which stage, and which result. Unimplemented: what the
  /// compiler does not do. Fails: why there is nothing to compare with.
  CheckResult result;
  /// The rule of `simplify`, or the kernel of the plan, that is to blame;
  /// empty where none is by itself.
  std::string part;
  /// Stages after which the results agreed.
  std::vector<std::string> agreed;
};

/// @main of the program is what is compiled.
StagesReport checkStages(const CheckedProgram &program,
                         const CheckStagesOptions &options);

/// A smaller program that the same stage changes.
CheckedProgram reduceFinding(const CheckedProgram &program,
                             const StagesReport &report,
                             const CheckStagesOptions &options);

} // namespace weft
