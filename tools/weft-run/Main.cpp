// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-run: runs a program, or the tests in it. See Options.cpp for its manual.

#include "tools/common/ErrorReport.h"
#include "tools/common/SourceFile.h"
#include "tools/weft-run/CheckFile.h"
#include "tools/weft-run/RunFile.h"
#include "weft/StableHLO/Import/Dialects.h"

#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/DialectRegistry.h>

using namespace weft;
using namespace weft::tools;

int main(int argc, char **argv) {
  llvm::InitLLVM initialise(argc, argv);
  StatusOr<Options> options = parseOptions(argc, argv);
  if (!options.ok()) {
    llvm::errs() << "weft-run: error: " << options.status().message() << "\n";
    return 1;
  }
  auto file = readFile(options->file);
  if (!file.ok()) {
    llvm::errs() << file.status().message() << "\n";
    return 1;
  }

  mlir::DialectRegistry registry;
  stablehlo::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  if (options->check) {
    return mlir::succeeded(checkFile(**file, context, *options, llvm::outs()))
               ? 0
               : 1;
  }
  ErrorReport errors(&context, (*file)->getBufferIdentifier(), llvm::errs());
  if (mlir::failed(runFile(**file, context, *options, llvm::outs()))) {
    llvm::outs().flush();
    llvm::errs() << errors.message() << "\n";
    return 1;
  }
  return 0;
}
