// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Trace.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>

namespace weft {

Status CompileTrace::run(std::string_view name, mlir::Operation *module,
                         llvm::function_ref<Status()> work) {
  auto start = std::chrono::steady_clock::now();
  WEFT_RETURN_IF_ERROR(work());
  std::chrono::duration<double, std::milli> taken =
      std::chrono::steady_clock::now() - start;
  past.push_back({std::string(name), taken.count()});
  return afterStage ? afterStage(name, module) : Status::success();
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

std::function<Status(std::string_view, mlir::Operation *)>
dumpStages(std::string directory) {
  return [directory = std::move(directory), number = 0](
             std::string_view stage, mlir::Operation *module) mutable {
    if (!module) {
      return Status::success();
    }
    if (std::error_code error = llvm::sys::fs::create_directories(directory)) {
      return Status::invalidArgument("cannot make the directory " + directory +
                                     ": " + error.message());
    }
    std::string path;
    llvm::raw_string_ostream(path)
        << directory << "/" << llvm::format("%02d", ++number) << "-"
        << llvm::StringRef(stage) << ".mlir";
    std::error_code error;
    llvm::raw_fd_ostream file(path, error);
    if (error) {
      return Status::invalidArgument("cannot write " + path + ": " +
                                     error.message());
    }
    module->print(file, mlir::OpPrintingFlags().useLocalScope());
    file << "\n";
    return Status::success();
  };
}

} // namespace weft
