// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-run: runs a program, or the tests in it. See Options.cpp for its manual.

#include "tools/common/ErrorReport.h"
#include "tools/common/SourceFile.h"
#include "tools/weft-run/CheckFile.h"
#include "tools/weft-run/RunFile.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/Testing/Dialects/TestDialects.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/DialectRegistry.h>

using namespace weft;
using namespace weft::tools;

int main(int argc, char **argv) {
  llvm::InitLLVM initialise(argc, argv);
  llvm::setBugReportMsg(
      "weft-run crashed. This is a bug in Weft: please report "
      "it with the program and the text below.\n");
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
  registerTestDialects(registry);
  tile::registerTileDialects(registry);
  registry.insert<plan::PlanDialect>();
  mlir::MLIRContext context(registry);
  // One message is enough: its position says which operation it is about.
  context.printOpOnDiagnostic(false);
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
