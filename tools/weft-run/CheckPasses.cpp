// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/CheckPasses.h"

#include "tools/common/RunOnGpu.h"
#include "weft/Check/CheckCompilation.h"
#include "weft/Check/CheckInputs.h"
#include "weft/Check/ProgramText.h"

using namespace mlir;

namespace weft::tools {
namespace {

Status findInputs(CheckedProgram &program,
                  llvm::ArrayRef<reference::Value> arguments,
                  llvm::StringRef text, uint64_t seed) {
  auto main = program.module->lookupSymbol<func::FuncOp>("main");
  size_t each = main.getNumArguments();
  if (!arguments.empty()) {
    // Given once for all processes, or for each.
    size_t rounds =
        arguments.size() == each ? static_cast<size_t>(program.processes()) : 1;
    for (size_t round = 0; round < rounds; ++round) {
      for (const reference::Value &value : arguments) {
        program.inputs.push_back(value.tensor());
      }
    }
    return Status::success();
  }
  WEFT_RETURN_IF_ERROR(readComment(text, program));
  bool isComplete =
      program.inputs.size() == each * static_cast<size_t>(program.processes());
  return isComplete && each > 0 ? Status::success() : makeInputs(program, seed);
}

} // namespace

LogicalResult checkPasses(ModuleOp module, FunctionOpInterface function,
                          llvm::ArrayRef<reference::Value> arguments,
                          llvm::StringRef text, const Options &options,
                          llvm::raw_ostream &output) {
  if (!isa<func::FuncOp>(function.getOperation())) {
    return function.emitError("only functions can be checked");
  }
  CheckedProgram program = programForCheck(module, function.getName());
  if (options.devices) {
    program.replicas = options.devices->replicas;
    program.partitions = options.devices->partitions;
  }
  program.limits = options.limits;
  CheckStagesOptions how;
  how.seed = options.seed.value_or(0);
  if (Status found = findInputs(program, arguments, text, how.seed);
      !found.ok()) {
    return function.emitError() << found.message();
  }
  how.compile.target = options.target;
  StatusOr<runtime::TensorRunner> runner = runnerFor(options.target);
  if (!runner.ok()) {
    return function.emitError() << runner.status().message();
  }
  how.runOnTarget = *std::move(runner);
  StagesReport report = checkStages(program, how);
  for (const std::string &stage : report.agreed) {
    output << stage << ": agrees\n";
  }
  const CheckResult &result = report.result;
  switch (result.verdict) {
  case CheckVerdict::Same:
    return success();
  case CheckVerdict::Changed:
    break;
  case CheckVerdict::Unimplemented:
    return function.emitError()
           << "cannot be compiled (" << result.stage << "): " << result.message;
  default:
    return function.emitError()
           << "there is nothing to compare with, the interpreter says: "
           << result.message;
  }
  output << result.stage << ": changes a result: " << result.message << "\n";
  if (!report.part.empty()) {
    output << "  in " << report.part << "\n";
  }
  output.flush();
  CheckedProgram small = reduceFinding(program, report, how);
  output << "\n"
         << describeFinding(checkStages(small, how), small, options.target,
                            "FILE");
  return function.emitError()
         << "stage " << result.stage << " of the compiler changes a result";
}

} // namespace weft::tools
