// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/ObjectCode.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Instrumentation/ThreadSanitizer.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace weft::code {
namespace {

/// The analyses the passes below ask for. LLVM's own PassBuilder would register
/// all there are, and with them link all passes there are.
class Analyses {
public:
  explicit Analyses(llvm::TargetMachine &machine, const llvm::Triple &triple) {
    functions.registerPass([] { return makeAliasAnalysis(); });
    functions.registerPass([&] { return machine.getTargetIRAnalysis(); });
    functions.registerPass([triple] {
      llvm::TargetLibraryInfoImpl library(triple);
      library.disableAllFunctions();
      return llvm::TargetLibraryAnalysis(library);
    });
    registerAll<
        llvm::AssumptionAnalysis, llvm::BasicAA, llvm::BlockFrequencyAnalysis,
        llvm::BranchProbabilityAnalysis, llvm::DominatorTreeAnalysis,
        llvm::LoopAnalysis, llvm::MemorySSAAnalysis,
        llvm::OptimizationRemarkEmitterAnalysis,
        llvm::PassInstrumentationAnalysis, llvm::PostDominatorTreeAnalysis,
        llvm::ScalarEvolutionAnalysis, llvm::ScopedNoAliasAA>(functions);
    registerAll<llvm::PassInstrumentationAnalysis>(loops);
    registerAll<llvm::PassInstrumentationAnalysis,
                llvm::ProfileSummaryAnalysis>(modules);
    functions.registerPass(
        [&] { return llvm::LoopAnalysisManagerFunctionProxy(loops); });
    functions.registerPass(
        [&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
    loops.registerPass(
        [&] { return llvm::FunctionAnalysisManagerLoopProxy(functions); });
    modules.registerPass(
        [&] { return llvm::FunctionAnalysisManagerModuleProxy(functions); });
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::ModuleAnalysisManager modules;

private:
  static llvm::AAManager makeAliasAnalysis() {
    llvm::AAManager manager;
    manager.registerFunctionAnalysis<llvm::BasicAA>();
    manager.registerFunctionAnalysis<llvm::ScopedNoAliasAA>();
    return manager;
  }

  template <typename... Analysis, typename Manager>
  static void registerAll(Manager &manager) {
    (manager.registerPass([] { return Analysis(); }), ...);
  }
};

} // namespace

void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine) {
  Analyses analyses(machine, module.getTargetTriple());
  // No instcombine: it takes longer than all of these together, and leaves
  // nothing that instruction selection would not find by itself.
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(llvm::EarlyCSEPass());
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      passes.run(function, analyses.functions);
    }
  }
}

#if WEFT_THREAD_SANITIZER
void instrumentModule(llvm::Module &module, llvm::TargetMachine &machine) {
  Analyses analyses(machine, module.getTargetTriple());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ThreadSanitizerPass());
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      function.addFnAttr(llvm::Attribute::SanitizeThread);
      passes.run(function, analyses.functions);
    }
  }
}
#else
void instrumentModule(llvm::Module &, llvm::TargetMachine &) {}
#endif

} // namespace weft::code
