// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/ObjectCode.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/Transforms/Scalar.h>

namespace weft::code {
namespace {

/// Without a handler of its own LLVM prints errors and ends the process.
class CollectDiagnostics : public llvm::DiagnosticHandler {
public:
  explicit CollectDiagnostics(std::string &errors) : errors(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(errors);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      stream << (errors.empty() ? "" : "; ");
      info.print(printer);
    }
    return true;
  }

private:
  std::string &errors;
};

/// Passes that cost more than they give here. Loop strength reduction takes a
/// third of the time of a small kernel, and saves one addition per array and
/// step: the offsets inside of a tile are constants already. The schedulers
/// take half of the time of a large one, and their order is no better than ours
/// for processors that reorder by themselves. Pointers to memory on a chip of
/// NVIDIA's have as many bits as its places need, 32, as dataLayoutOf says.
/// LLVM has no other switch for them than its command line, which belongs to
/// our copy of LLVM alone.
void configureOnce() {
  static const bool configured = [] {
    auto &options = llvm::cl::getRegisteredOptions();
    for (auto [name, value] : {std::pair("disable-lsr", "true"),
                               std::pair("enable-misched", "false"),
                               std::pair("enable-post-misched", "false"),
                               std::pair("nvptx-short-ptr", "true")}) {
      auto found = options.find(name);
      if (found != options.end() && found->second->getNumOccurrences() == 0) {
        found->second->addOccurrence(0, name, value);
      }
    }
    return true;
  }();
  static_cast<void>(configured);
}

} // namespace

llvm::DataLayout dataLayoutOf(const Machine &machine) {
  const llvm::Triple triple(machine.triple);
  return llvm::DataLayout(
      triple.computeDataLayout(triple.isNVPTX() ? "shortptr" : ""));
}

void GeneratorPasses::add(llvm::Pass *pass) {
  // Looks at all pairs of products and addresses of a block: half of the time
  // of a large kernel for a GPU, and offsets inside of a tile are constants
  // already. Of the assembler's code a hundredth changes, in either direction.
  static const llvm::AnalysisID strengthReduction =
      std::unique_ptr<llvm::Pass>(llvm::createStraightLineStrengthReducePass())
          ->getPassID();
  if (pass->getPassID() == strengthReduction) {
    delete pass;
    return;
  }
  llvm::legacy::PassManager::add(pass);
}

StatusOr<std::unique_ptr<CodeGenerator>>
CodeGenerator::create(const Machine &described, Form form) {
  configureOnce();
  const llvm::Triple triple(described.triple);
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) {
    return Status::failedPrecondition("no code generator for '" +
                                      described.name +
                                      "' is linked in: " + error);
  }
  llvm::TargetOptions options;
  // Only operations that carry `contract` are fused.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.MCOptions.AsmVerbose = false;
  std::unique_ptr<CodeGenerator> generator(new CodeGenerator());
  generator->targetMachine.reset(target->createTargetMachine(
      triple, described.processor, described.features, options,
      llvm::Reloc::PIC_, llvm::CodeModel::Small,
      llvm::CodeGenOptLevel::Default));
  if (generator->targetMachine == nullptr) {
    return Status::internal("LLVM has no machine for '" + described.name + "'");
  }
  // What the C library offers is settled by our own list of symbols, so no
  // loop becomes a call.
  llvm::TargetLibraryInfoImpl library(triple);
  library.disableAllFunctions();
  generator->passes.add(new llvm::TargetLibraryInfoWrapperPass(library));
  if (generator->targetMachine->addPassesToEmitFile(
          generator->passes, generator->stream, nullptr,
          form == Form::Object ? llvm::CodeGenFileType::ObjectFile
                               : llvm::CodeGenFileType::AssemblyFile,
          /*DisableVerify=*/true)) {
    return Status::internal("the code generator cannot write object files");
  }
  return generator;
}

StatusOr<std::string> CodeGenerator::run(llvm::Module &module) {
  std::string errors;
  std::unique_ptr<llvm::DiagnosticHandler> before =
      module.getContext().getDiagnosticHandler();
  module.getContext().setDiagnosticHandler(
      std::make_unique<CollectDiagnostics>(errors));
  bytes.clear();
  passes.run(module);
  module.getContext().setDiagnosticHandler(std::move(before));
  if (!errors.empty()) {
    return Status::internal("the code generator failed: " + errors);
  }
  return std::string(bytes.begin(), bytes.end());
}

} // namespace weft::code
