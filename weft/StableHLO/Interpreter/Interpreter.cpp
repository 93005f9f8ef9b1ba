// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Interpreter.h"

namespace weft::reference {

StatusOr<std::unique_ptr<Interpreter>>
Interpreter::create(mlir::ModuleOp module, const Limits &limits,
                    const OpTable &table) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<Program> program,
                        Program::create(module, table));
  return std::unique_ptr<Interpreter>(
      new Interpreter(std::move(program), Budget::create(limits)));
}

RunResult Interpreter::run(llvm::StringRef function,
                           llvm::ArrayRef<Value> arguments,
                           Process *process) const {
  Context context(*runProgram, runBudget, process);
  RunResult result{Status::success(), runProgram->module().getLoc(), {}};
  if (const FunctionPlan *plan = runProgram->find(function)) {
    result.location = plan->function->getLoc();
  }
  result.status = context.callFunction(function, arguments, result.results);
  if (!result.status.ok()) {
    result.results.clear();
    if (std::optional<mlir::Location> location = context.failureLocation()) {
      result.location = *location;
    }
  }
  return result;
}

} // namespace weft::reference
