// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Trace.h"

#include "weft/Support/DecisionsDialect.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>
#include <optional>

namespace weft {

Status CompileTrace::time(std::string_view name,
                          llvm::function_ref<Status()> work) {
  auto start = std::chrono::steady_clock::now();
  WEFT_RETURN_IF_ERROR(work());
  std::chrono::duration<double, std::milli> taken =
      std::chrono::steady_clock::now() - start;
  past.push_back({std::string(name), taken.count()});
  return Status::success();
}

Status CompileTrace::run(std::string_view name, mlir::Operation *module,
                         llvm::function_ref<Status()> work) {
  {
    std::optional<DecisionStage> stage;
    if (module) {
      stage.emplace(module, name);
    }
    WEFT_RETURN_IF_ERROR(time(name, work));
  }
  return afterStage ? afterStage(name, module) : Status::success();
}

Status CompileTrace::run(std::string_view name,
                         mlir::OwningOpRef<mlir::ModuleOp> &module,
                         llvm::function_ref<Status()> work) {
  WEFT_RETURN_IF_ERROR(time(name, work));
  return afterStage ? afterStage(name, *module) : Status::success();
}

std::string CompileTrace::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  double sum = 0;
  for (const Stage &stage : past) {
    stream << llvm::format("%9.3f ms  %s\n", stage.milliseconds,
                           stage.name.c_str());
    sum += stage.milliseconds;
  }
  stream << llvm::format("%9.3f ms  all\n", sum);
  return text;
}

namespace {

Status writeText(const std::string &path,
                 llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (!error) {
    write(file);
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (error) {
    return Status::invalidArgument("cannot write " + path + ": " +
                                   error.message());
  }
  return Status::success();
}

} // namespace

void dumpStages(CompileTrace &trace, std::string directory) {
  trace.keepsCode = true;
  trace.afterStage = [&trace, directory = std::move(directory),
                      number = 0](std::string_view stage,
                                  mlir::Operation *module) mutable -> Status {
    if (std::error_code error = llvm::sys::fs::create_directories(directory)) {
      return Status::invalidArgument("cannot make the directory " + directory +
                                     ": " + error.message());
    }
    std::string path;
    llvm::raw_string_ostream(path)
        << directory << "/" << llvm::format("%02d", ++number) << "-"
        << llvm::StringRef(stage);
    if (module) {
      return writeText(path + ".mlir", [&](llvm::raw_ostream &file) {
        module->print(file, mlir::OpPrintingFlags().useLocalScope());
        file << "\n";
      });
    }
    WEFT_RETURN_IF_ERROR(writeText(path + ".ll", [&](llvm::raw_ostream &file) {
      file << trace.code.llvm;
    }));
    return writeText(path + ".s", [&](llvm::raw_ostream &file) {
      file << trace.code.assembly;
    });
  };
}

} // namespace weft
