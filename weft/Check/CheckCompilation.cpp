// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/CheckCompilation.h"

#include "weft/Check/CheckInputs.h"
#include "weft/Check/ProgramText.h"
#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/Options.h"
#include "weft/Executable/Digest.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Support/Files.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

using namespace mlir;

namespace weft {
namespace {

StatusOr<std::string> placeForReport(std::string_view program) {
  llvm::SmallString<128> path;
  if (const char *folder = std::getenv("WEFT_CHECK_DIR")) {
    path = folder;
  } else {
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, path);
  }
  if (std::error_code error = llvm::sys::fs::create_directories(path)) {
    return Status::invalidArgument("cannot make the folder " +
                                   path.str().str() + ": " + error.message());
  }
  constexpr size_t enough = 16;
  std::string digest = toHex(digestOf(program)).substr(0, enough);
  llvm::sys::path::append(path, "weft-check-" + digest + ".mlir");
  return path.str().str();
}

/// Nothing is wrong with the program as far as is known.
Status letThrough(llvm::StringRef name, llvm::StringRef reason) {
  llvm::errs() << "weft: '" << name << "' was not checked: " << reason << "\n";
  return Status::success();
}

} // namespace

std::string describeFinding(const StagesReport &report,
                            const CheckedProgram &small,
                            const std::string &target,
                            const std::string &file) {
  std::string text = "// changed by " + report.result.stage + ": " +
                     report.result.message + "\n";
  if (!report.part.empty()) {
    text += "// in " + report.part + "\n";
  }
  text += "// agree: " + llvm::join(report.agreed, ", ") + "\n";
  text += "// to run it again: weft-run --check-passes " +
          (target == "host" ? "" : "--target=" + target + " ") + file + "\n";
  return text + printProgram(small);
}

Status checkCompilation(std::string_view bytes, const CompileOptions &options,
                        runtime::TensorRunner runOnTarget) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  DiagnosticCollector diagnostics(context);
  OwningOpRef<ModuleOp> module =
      stablehlo::importModule(llvm::MemoryBufferRef(bytes, "program"), context);
  if (!module) {
    return diagnostics.status("the program could not be read");
  }
  WEFT_ASSIGN_OR_RETURN(func::FuncOp entry, findEntry(*module));
  std::string name = module->getName().value_or(entry.getName()).str();
  CheckedProgram program = programForCheck(*module, entry.getName());
  program.replicas = options.replicas;
  program.partitions = options.partitions;
  if (Status made = makeInputs(program, /*seed=*/0); !made.ok()) {
    return letThrough(name, made.message());
  }
  CheckStagesOptions how;
  how.compile = options;
  how.runOnTarget = std::move(runOnTarget);
  StagesReport report = checkStages(program, how);
  switch (report.result.verdict) {
  case CheckVerdict::Same:
    return Status::success();
  case CheckVerdict::Changed:
    break;
  default:
    return letThrough(name, report.result.message);
  }
  CheckedProgram small = reduceFinding(program, report, how);
  StagesReport again = checkStages(small, how);
  WEFT_ASSIGN_OR_RETURN(std::string path, placeForReport(bytes));
  WEFT_RETURN_IF_ERROR(writeFiles(
      {{path, describeFinding(again, small, options.target, path)}}));
  return Status::internal("check mode: stage " + report.result.stage +
                          " of the compiler changes '" + name +
                          "': " + report.result.message +
                          (report.part.empty() ? "" : ", in " + report.part) +
                          "; the reduced program is in " + path);
}

} // namespace weft
