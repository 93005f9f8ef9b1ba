// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tiler says and makes of a plan's kernels: may these operations be
// one kernel, may it write over an operand, and the tile program of each.

#pragma once

#include "weft/Compiler/RecordRepeats.h"
#include "weft/Machine/Machine.h"
#include "weft/Plan/Fuse/TilingOracle.h"
#include "weft/Plan/Memory/Overwrite.h"
#include "weft/Support/Status.h"
#include "weft/Target/GPU/KernelFill.h"
#include "weft/Target/GPU/KernelInfo.h"
#include "weft/Tile/Tiling/Tiling.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft {

/// What is known of a kernel when its tiles are chosen.
struct KernelFindings {
  /// What it computes more than once.
  std::vector<RepeatedWork> repeated;
  /// How long one thread takes; 0 where nobody can tell.
  int64_t picoseconds = 0;
};

/// Knows one machine. Answers the questions of fusion and of memory.
class Tiler : public plan::TilingOracle {
public:
  /// `shared`: what blocks of threads share, where kernels have such forms,
  /// too.
  Tiler(const Machine &machine, const tile::CandidateSource &source,
        const tile::CandidateSource *shared = nullptr)
      : machine(machine), source(source), shared(shared) {}

  const Machine &target() const { return machine; }

  plan::TilingAnswer ask(mlir::Region &region, plan::Hero hero) override;
  std::optional<int64_t> predict(mlir::Region &region,
                                 plan::Hero hero) override;

  /// What is worth packing before a kernel that a product leads.
  tile::PackingChoice choosePackings(plan::KernelOp kernel,
                                     tile::IsPackedFreely isFree);

  /// For plan::orderPlan and plan::shareStorage.
  plan::OverwriteRule overwriteRule();
  /// For plan::shareStorage. Null where nothing is shared by blocks of threads.
  plan::ApartRule apartRule();

  /// The tile program of a kernel, at the builder's position, and how it was
  /// found. Null where nothing is to be computed, since all results are empty.
  /// Unimplemented, with operation and place, for what has no tiling.
  StatusOr<tile::BuiltKernel> cut(plan::KernelOp kernel,
                                  mlir::OpBuilder &builder);

  /// The same, and the choice of its tiles is recorded. `found` is told more,
  /// where asked.
  StatusOr<tile::KernelOp> build(plan::KernelOp kernel,
                                 mlir::OpBuilder &builder,
                                 KernelFindings *found = nullptr);

private:
  tile::KernelRequest requestOf(plan::KernelOp kernel) const;
  /// How long blocks take for a kernel with an algorithm of its own.
  std::optional<int64_t>
  predictHero(plan::KernelOp kernel,
              mlir::ArrayRef<tile::TilingSpace::InPlace> inPlace);
  /// Whether a loop has a form that threads share, and how long they take for a
  /// step in it.
  plan::TilingAnswer askTeam(mlir::Block &block,
                             mlir::ArrayRef<mlir::Value> roots);
  /// Whether few threads would compute a kernel, one element after the other,
  /// as it is cut for them alone, since it has no tiles that they share.
  bool isLeftToThreads(mlir::Block &block, mlir::ArrayRef<mlir::Value> roots,
                       const tile::Cut &alone);

  tile::RuleTable rules;
  const Machine &machine;
  const tile::CandidateSource &source;
  const tile::CandidateSource *shared;
};

/// All kernels of a plan, those in loops and branches where they stand.
std::vector<plan::KernelOp> kernelsInOrder(plan::ProgramOp program);

/// The results of a kernel that have elements, as numbers.
llvm::SmallVector<unsigned> storedResults(plan::KernelOp kernel);

/// A kernel as code for threads of a GPU, or one of several steps of it.
struct StepCode {
  std::string code;
  gpu::KernelInfo info;
  /// Its attribute `constants`, null for none.
  mlir::ArrayAttr constants;
  /// Where its arguments in the workspace begin, and the workspace ends.
  llvm::SmallVector<int64_t> workspace;
  int64_t workspaceBytes = 0;
  /// What of it is to be zeros before.
  llvm::SmallVector<gpu::KernelFill> zeroed = {};
  /// Of several that compute something together, which have the same arguments:
  /// whether this one touches each. Empty where it touches all.
  llvm::SmallVector<bool> touches;
};

/// All tile programs of a plan, each once.
struct TiledKernels {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// In the order of the plan.
  std::vector<tile::KernelOp> kernels;
  /// By kernel of the plan; those that compute nothing are missing.
  llvm::DenseMap<mlir::Operation *, tile::KernelOp> kernelOf;
  /// By tile program: how long one thread is predicted to take.
  llvm::DenseMap<mlir::Operation *, int64_t> picoseconds;
  /// By tile program, for GPUs: the same kernel as code, in larger tiles, each
  /// of which a block of threads computes together, or in several steps that
  /// run one after the other; by single threads where there is none of these.
  llvm::DenseMap<mlir::Operation *, std::vector<StepCode>> steps;
  /// By tile program, for GPUs: what is done without code.
  llvm::DenseMap<mlir::Operation *, gpu::KernelFill> fills;
};

/// Fills the module of `tiled`, which is empty.
Status tileKernels(plan::ProgramOp program, Tiler &tiler, TiledKernels &tiled);

} // namespace weft
