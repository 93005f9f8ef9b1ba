// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/NarrowNumbers.h"
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
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Instrumentation/ThreadSanitizer.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>
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

/// Runs passes over all that a module defines.
static void run(llvm::FunctionPassManager &passes, llvm::Module &module,
                Analyses &analyses) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      passes.run(function, analyses.functions);
    }
  }
}

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
  run(passes, module, analyses);
}

void narrowNumbers(llvm::Module &module, llvm::TargetMachine &machine) {
  Analyses analyses(machine, module.getTargetTriple());
  llvm::FunctionPassManager passes;
  passes.addPass(NarrowNumbers());
  passes.addPass(llvm::EarlyCSEPass());
  run(passes, module, analyses);
}

namespace {

/// LLVM makes vectors of accesses that are aligned, and reads what is missing
/// to whole ones, which may be another array's. So an access is taken to be
/// aligned by no more than it and those behind it touch.
class WholeVectors : public llvm::PassInfoMixin<WholeVectors> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses) {
    evolution = &analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    layout = &function.getDataLayout();
    for (llvm::BasicBlock &block : function) {
      llvm::SmallVector<llvm::Instruction *> loads;
      llvm::SmallVector<llvm::Instruction *> stores;
      for (llvm::Instruction &instruction : block) {
        if (llvm::isa<llvm::LoadInst>(instruction)) {
          loads.push_back(&instruction);
        } else if (llvm::isa<llvm::StoreInst>(instruction)) {
          stores.push_back(&instruction);
        }
      }
      limit(loads);
      limit(stores);
    }
    return llvm::PreservedAnalyses::all();
  }

private:
  uint64_t bytesOf(llvm::Instruction *access) const {
    return layout->getTypeStoreSize(llvm::getLoadStoreType(access));
  }

  /// How many bytes are touched from an access on. Elements of a tile are
  /// accessed one after the other.
  uint64_t bytesFrom(llvm::ArrayRef<llvm::Instruction *> accesses) const {
    auto *first = llvm::getLoadStorePointerOperand(accesses.front());
    uint64_t bytes = bytesOf(accesses.front());
    for (llvm::Instruction *next : accesses.drop_front()) {
      auto *pointer = llvm::getLoadStorePointerOperand(next);
      if (pointer->getType() != first->getType() || bytes >= mostBytes) {
        break;
      }
      std::optional<llvm::APInt> distance =
          evolution->computeConstantDifference(evolution->getSCEV(pointer),
                                               evolution->getSCEV(first));
      if (!distance || *distance != bytes) {
        break;
      }
      bytes += bytesOf(next);
    }
    return bytes;
  }

  void limit(llvm::ArrayRef<llvm::Instruction *> accesses) const {
    for (; !accesses.empty(); accesses = accesses.drop_front()) {
      llvm::Instruction *access = accesses.front();
      const llvm::Align known = llvm::getLoadStoreAlignment(access);
      if (known.value() <= bytesOf(access)) {
        continue;
      }
      const llvm::Align whole(llvm::bit_floor(bytesFrom(accesses)));
      llvm::setLoadStoreAlignment(access, std::min(known, whole));
    }
  }

  /// Of a vector.
  static constexpr uint64_t mostBytes = 16;
  llvm::ScalarEvolution *evolution = nullptr;
  const llvm::DataLayout *layout = nullptr;
};

} // namespace

void alignAccesses(llvm::Module &module, llvm::TargetMachine &machine) {
  Analyses analyses(machine, module.getTargetTriple());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InferAddressSpacesPass());
  passes.addPass(llvm::InferAlignmentPass());
  passes.addPass(WholeVectors());
  run(passes, module, analyses);
}

#if WEFT_THREAD_SANITIZER
/// LLVM's own pass tells the sanitizer of accesses up to 16 bytes; these are
/// the longer ones. Lanes under masks nobody tells it of.
static void instrumentWideAccesses(llvm::Function &function) {
  constexpr uint64_t longestOfPass = 16;
  llvm::Module &module = *function.getParent();
  const llvm::DataLayout &layout = module.getDataLayout();
  llvm::SmallVector<llvm::Instruction *> wide;
  for (llvm::BasicBlock &block : function) {
    for (llvm::Instruction &access : block) {
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(access) &&
          layout.getTypeStoreSize(llvm::getLoadStoreType(&access)) >
              longestOfPass) {
        wide.push_back(&access);
      }
    }
  }
  for (llvm::Instruction *access : wide) {
    llvm::IRBuilder<> builder(access);
    llvm::FunctionCallee tell = module.getOrInsertFunction(
        llvm::isa<llvm::LoadInst>(access) ? "__tsan_read_range"
                                          : "__tsan_write_range",
        builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
    const uint64_t bytes =
        layout.getTypeStoreSize(llvm::getLoadStoreType(access));
    builder
        .CreateCall(tell, {llvm::getLoadStorePointerOperand(access),
                           builder.getInt64(bytes)})
        ->setDoesNotThrow();
  }
}

/// Functions that keep all registers of their callers lose the upper halves of
/// some once they call others, as the sanitizer's (LLVM 22, x86-64).
static void callPlainly(llvm::Function &function) {
  if (function.getCallingConv() == llvm::CallingConv::PreserveAll) {
    function.setCallingConv(llvm::CallingConv::C);
    for (llvm::User *user : function.users()) {
      llvm::cast<llvm::CallInst>(user)->setCallingConv(llvm::CallingConv::C);
    }
  }
}

void instrumentModule(llvm::Module &module, llvm::TargetMachine &machine) {
  Analyses analyses(machine, module.getTargetTriple());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ThreadSanitizerPass());
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      callPlainly(function);
      instrumentWideAccesses(function);
      function.addFnAttr(llvm::Attribute::SanitizeThread);
      passes.run(function, analyses.functions);
    }
  }
}
#else
void instrumentModule(llvm::Module &, llvm::TargetMachine &) {}
#endif

} // namespace weft::code
