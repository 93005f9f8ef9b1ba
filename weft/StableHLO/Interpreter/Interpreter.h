// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference interpreter: it defines what every StableHLO operation means,
// by executing it as the specification says, one element at a time.
//
//   auto interpreter = Interpreter::create(module);
//   ...
//   Budget &budget = (*interpreter)->budget();
//   RunResult result = (*interpreter)->run("main", arguments);
//   if (!result.status.ok()) {
//     mlir::emitError(result.location) << result.status.message();
//   }
//
// How it is put together: Program numbers a module's values once; Context
// executes its steps; OpTable names the function of each operation; the
// functions are in one file per family (Elementwise.cpp, Movement.cpp, ...)
// and work on Tensors of Elements; Math.cpp has the scalar functions.

#pragma once

#include "weft/StableHLO/Interpreter/Context.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Program.h"
#include "weft/StableHLO/Interpreter/Value.h"

#include <mlir/IR/BuiltinOps.h>

#include <memory>

namespace weft::reference {

struct RunResult {
  Status status;
  /// Of the failing operation; the module's when there is none.
  mlir::Location location;
  Values results;
};

class Interpreter {
public:
  /// The module must outlive the interpreter and must not change. `table` is
  /// only read here; a caller adds operations of its own to a copy of the
  /// standard table.
  static StatusOr<std::unique_ptr<Interpreter>>
  create(mlir::ModuleOp module, const Limits &limits = {},
         const OpTable &table = standardOpTable());

  Budget &budget() const { return *runBudget; }
  const Program &program() const { return *runProgram; }

  /// Runs a function as one process that is alone. Arguments are checked
  /// against the function's type. May be called again, and from any thread.
  RunResult run(llvm::StringRef function, llvm::ArrayRef<Value> arguments,
                Process *process = nullptr) const;

private:
  Interpreter(std::unique_ptr<Program> program, std::shared_ptr<Budget> budget)
      : runProgram(std::move(program)), runBudget(std::move(budget)) {}

  std::unique_ptr<Program> runProgram;
  std::shared_ptr<Budget> runBudget;
};

} // namespace weft::reference
