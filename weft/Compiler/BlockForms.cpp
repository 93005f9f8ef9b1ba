// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/BlockForms.h"

#include "weft/Compiler/RecordTiles.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/DenseSet.h>

using namespace mlir;

namespace weft {
namespace {

/// Why a kernel has no larger tiles: the first of those that were refused.
std::string whyOneElement(ArrayRef<tile::TriedCandidate> tried) {
  for (const tile::TriedCandidate &one : tried) {
    if (!one.refusal.rule.empty()) {
      return "it has no tiles of " + describeSizes(one.candidate) + ": " +
             one.refusal.text + " (" + one.refusal.rule + ")";
    }
  }
  return "there is one element to compute";
}

} // namespace

Status BlockForms::run() {
  module = ModuleOp::create(program.getLoc());
  WEFT_RETURN_IF_ERROR(trace.run("tile-blocks", *module, [&] {
    cutIntoTiles();
    return Status::success();
  }));
  for (const gpu::BlockPass &pass : gpu::blockPasses()) {
    WEFT_RETURN_IF_ERROR(trace.run(pass.name, *module, [&] {
      runPass(pass);
      return Status::success();
    }));
  }
  return trace.run("emit-blocks", nullptr, [&] { return emit(); });
}

void BlockForms::cutIntoTiles() {
  const gpu::BlockCandidates source;
  Tiler tiler(gpu.row, source);
  OpBuilder builder(module->getBodyRegion());
  llvm::DenseSet<Operation *> seen;
  program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
    tile::KernelOp byThreads = tiled.kernelOf.lookup(kernel);
    if (!byThreads || !seen.insert(byThreads).second) {
      return WalkResult::skip();
    }
    builder.setInsertionPointToEnd(module->getBody());
    Form &form = forms.emplace_back();
    form.kernel = kernel;
    form.byThreads = byThreads;
    StatusOr<tile::BuiltKernel> built = tiler.cut(kernel, builder);
    if (!built.ok()) {
      giveUp(form, built.status().message());
      return WalkResult::skip();
    }
    form.tile = built->kernel;
    if (!built->cut->chosen) {
      giveUp(form, built->cut->isLoop ? "the steps of a loop are for one thread"
                                      : "its algorithm is for one thread");
      return WalkResult::skip();
    }
    const tile::Candidate &candidate = built->cut->chosen->program.candidate;
    if (llvm::all_of(candidate.sizes, [](int64_t size) { return size == 1; })) {
      giveUp(form, whyOneElement(built->cut->chosen->tried));
      return WalkResult::skip();
    }
    form.sizes = describeSizes(candidate);
    return WalkResult::skip();
  });
  removeGivenUp();
}

void BlockForms::runPass(const gpu::BlockPass &pass) {
  for (Form &form : forms) {
    if (Status status = gpu::runPass(pass, form.tile, gpu.row); !status.ok()) {
      giveUp(form, status.message());
    }
  }
  removeGivenUp();
}

Status BlockForms::emit() {
  const DecisionStage stage(*module, "emit-blocks");
  for (Form &form : forms) {
    StatusOr<gpu::CompiledKernels> compiled =
        gpu::compileKernels({form.tile}, gpu, gpu::CodeForm::Assembly);
    if (!compiled.ok()) {
      giveUp(form, compiled.status().message());
      continue;
    }
    const gpu::KernelInfo &info = compiled->kernels.front();
    if (auto decision = decide(form.kernel, DecisionKind::Algorithm,
                               Reason::BlocksChosen, Verdict::Chosen)) {
      decision.subject(form.kernel.getName())
          << arg(info.grid) << arg(info.threads) << arg(form.sizes)
          << arg(info.sharedBytes);
    }
    if (trace.keepsCode) {
      trace.code.assembly += compiled->code;
    }
    tiled.blocks[form.byThreads] = {std::move(compiled->code), info};
  }
  removeGivenUp();
  return Status::success();
}

void BlockForms::giveUp(Form &form, llvm::StringRef why) {
  if (auto decision = decide(form.kernel, DecisionKind::Algorithm,
                             Reason::ThreadsAlone, Verdict::Forced)) {
    decision.subject(form.kernel.getName()) << arg(why);
  }
  if (form.tile) {
    form.tile.erase();
  }
  form.tile = nullptr;
}

void BlockForms::removeGivenUp() {
  llvm::erase_if(forms, [](Form &form) { return !form.tile; });
}

} // namespace weft
