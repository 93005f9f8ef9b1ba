// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-opt: runs passes on a program and prints it.
//
// It has two front doors. Text goes through MLIR's own driver with everything
// testing needs: split input, verify-diagnostics, round-trip checks. Bytecode
// and portable artifacts go through Weft's importer, because MLIR's bytecode
// reader must not see an unchecked file. Behind the doors the options,
// the pass pipeline and the printer are the same.

#include "tools/common/ErrorReport.h"
#include "tools/common/Explain.h"
#include "tools/common/SourceFile.h"
#include "tools/common/Version.h"
#include "weft/Plan/Passes.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Import/TextScan.h"
#include "weft/StableHLO/Simplify/Passes.h"
#include "weft/Support/Files.h"
#include "weft/Target/CPU/Candidates/Passes.h"
#include "weft/Testing/Dialects/TestDialects.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Layout/InferLayouts.h"
#include "weft/Tile/Pipeline/Passes.h"
#include "weft/Tile/Tiling/Passes.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Shape/IR/Shape.h>
#include <mlir/Dialect/SparseTensor/IR/SparseTensor.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/AsmState.h>
#include <mlir/Pass/PassManager.h>
#include <mlir/Tools/mlir-opt/MlirOptMain.h>
#include <mlir/Transforms/Passes.h>

using namespace mlir;

namespace {

LogicalResult writeBytecode(Operation *op, llvm::raw_ostream &stream,
                            const MlirOptMainConfig &config) {
  BytecodeWriterConfig writer("weft-opt");
  if (std::optional<int64_t> version = config.bytecodeVersionToEmit()) {
    writer.setDesiredBytecodeVersion(*version);
  }
  return writeBytecodeToFile(op, stream, writer);
}

LogicalResult runOnArtifact(const llvm::MemoryBuffer &file,
                            const DialectRegistry &registry,
                            const MlirOptMainConfig &config,
                            llvm::raw_ostream &output) {
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
  weft::tools::ErrorReport errors(&context, file.getBufferIdentifier(),
                                  llvm::errs());
  auto run = [&]() -> LogicalResult {
    OwningOpRef<ModuleOp> module =
        weft::stablehlo::importModule(file.getMemBufferRef(), context);
    if (!module) {
      return failure();
    }
    PassManager passes(&context, ModuleOp::getOperationName());
    passes.enableVerifier(config.shouldVerifyPasses());
    if (failed(applyPassManagerCLOptions(passes)) ||
        failed(config.setupPassPipeline(passes)) ||
        failed(passes.run(*module))) {
      return failure();
    }
    if (config.shouldEmitBytecode()) {
      return writeBytecode(*module, output, config);
    }
    AsmState state(*module, OpPrintingFlags());
    module->print(output, state);
    output << "\n";
    return success();
  };
  LogicalResult result = run();
  if (failed(result)) {
    llvm::errs() << (errors.hasError()
                         ? errors.message()
                         : file.getBufferIdentifier().str() +
                               ": error: the pass pipeline failed")
                 << "\n";
  }
  return result;
}

/// Text goes to MLIR's parser, which keeps the manners of its kind (split
/// input, expected diagnostics); what would break it is refused here.
LogicalResult checkText(const llvm::MemoryBuffer &file) {
  std::optional<weft::stablehlo::TextError> error =
      weft::stablehlo::findTextError(file.getBuffer());
  if (!error) {
    return success();
  }
  llvm::StringRef before = file.getBuffer().take_front(error->offset);
  llvm::errs() << file.getBufferIdentifier() << ":" << before.count('\n') + 1
               << ":" << before.size() - before.rfind('\n')
               << ": error: " << error->message << "\n";
  return failure();
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM initialise(argc, argv);
  llvm::setBugReportMsg(
      "weft-opt crashed. This is a bug in Weft: please report "
      "it with the program and the text below.\n");

  DialectRegistry registry;
  weft::stablehlo::registerAllDialects(registry);
  weft::registerTestDialects(registry);
  weft::tile::registerTileDialects(registry);
  // Not part of any program Weft compiles: programs of other projects' tests
  // are printed and read with them.
  registry.insert<arith::ArithDialect, shape::ShapeDialect,
                  sparse_tensor::SparseTensorDialect, tensor::TensorDialect>();
  registerTransformsPasses();
  weft::chlo::registerChloPasses();
  registry.insert<weft::plan::PlanDialect>();
  weft::stablehlo::registerSimplifyPasses();
  weft::plan::registerPlanPasses();
  weft::tile::registerTilingPasses();
  weft::cpu::registerPasses();
  weft::tile::registerLayoutPasses();
  weft::tile::registerPipelinePasses();

  llvm::cl::opt<bool> explain(
      "explain",
      llvm::cl::desc("Print the decisions of the passes to standard error"));
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "weft-opt, Weft " << weft::tools::version << "\n";
  });
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "weft-opt: runs passes on StableHLO programs\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (explain) {
    config.setPassPipelineSetupFn([pipeline = config](PassManager &passes) {
      return weft::tools::addExplained(
          passes, llvm::errs(), [&](PassManager &explained) {
            return pipeline.setupPassPipeline(explained);
          });
    });
  }

  if (config.shouldShowDialects() || config.shouldListPasses()) {
    return asMainReturnCode(MlirOptMain(
        llvm::outs(), llvm::MemoryBuffer::getMemBuffer(""), registry, config));
  }

  auto file = weft::tools::readFile(inputName);
  if (!file.ok()) {
    llvm::errs() << file.status().message() << "\n";
    return 1;
  }
  bool isText = !weft::tools::isBytecode((*file)->getBuffer());
  if (isText && failed(checkText(**file))) {
    return 1;
  }
  // Collected first, so that nothing is written when a pass fails.
  std::string contents;
  llvm::raw_string_ostream stream(contents);
  LogicalResult result =
      isText ? MlirOptMain(stream, std::move(*file), registry, config)
             : runOnArtifact(**file, registry, config, stream);
  if (failed(result)) {
    return 1;
  }
  if (outputName == "-") {
    llvm::outs() << contents;
    return 0;
  }
  weft::Status written = weft::writeFiles({{outputName, contents}});
  if (!written.ok()) {
    llvm::errs() << written.message() << "\n";
    return 1;
  }
  return 0;
}
