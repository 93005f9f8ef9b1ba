// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/BlockForms.h"

#include "weft/Compiler/RecordTiles.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Tile/Layout/Matrix.h"
#include "weft/Tile/Tiling/KernelFrame.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>

#include <limits>

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

/// The extents of a tile with the most elements.
std::string largestTile(tile::KernelOp kernel) {
  RankedTensorType largest;
  kernel.getBody().walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto tile = dyn_cast<RankedTensorType>(type);
      if (tile &&
          (!largest || tile.getNumElements() > largest.getNumElements())) {
        largest = tile;
      }
    }
  });
  return largest ? llvm::join(llvm::map_range(largest.getShape(),
                                              [](int64_t extent) {
                                                return std::to_string(extent);
                                              }),
                              "x")
                 : "no elements";
}

} // namespace

/// What a kernel's code follows from. Where constants and workspace lie, and
/// what the constants are, only its launches know.
static std::string keyOf(tile::KernelOp step) {
  tile::KernelOp copy = step.clone();
  copy.setSymName("kernel");
  copy->removeAttr(tile::constantsAttributeName);
  copy->removeAttr(tile::workspaceAttributeName);
  std::string text;
  llvm::raw_string_ostream stream(text);
  copy->print(stream, OpPrintingFlags().useLocalScope());
  copy.erase();
  return text;
}

void BlockForms::shareSteps(Form &form) {
  llvm::StringMap<size_t> known;
  llvm::SmallVector<tile::KernelOp> kept;
  for (tile::KernelOp step : form.steps) {
    Launch &launch = form.launches.emplace_back();
    launch.constants =
        step->getAttrOfType<ArrayAttr>(tile::constantsAttributeName);
    launch.workspace = tile::workspaceOf(step);
    launch.workspaceBytes = tile::workspaceEnd(step);
    auto [place, isNew] = known.try_emplace(keyOf(step), kept.size());
    launch.step = place->second;
    if (isNew) {
      kept.push_back(step);
    } else {
      step.erase();
    }
  }
  form.steps = std::move(kept);
}

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
      llvm::StringRef why = built.status().message();
      giveUp(form, why.contains("(hero.algorithm)")
                       ? "its algorithm is for one thread"
                       : why);
      return WalkResult::skip();
    }
    form.steps = {built->kernel};
    llvm::append_range(form.steps, built->further);
    shareSteps(form);
    if (built->cut->algorithm) {
      recordAlgorithm(kernel, built->cut->algorithm->tried);
      return WalkResult::skip();
    }
    if (built->cut->isLoop) {
      form.isTeam = true;
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
    if (form.isTeam != pass.isForTeams) {
      continue;
    }
    for (tile::KernelOp step : form.steps) {
      if (Status status = gpu::runPass(pass, step, gpu.row); !status.ok()) {
        giveUp(form, status.message());
        break;
      }
    }
  }
  removeGivenUp();
}

StatusOr<BlockCode> BlockForms::emitStep(Form &form, tile::KernelOp step) {
  // Threads go on with programs that have none, blocks do not.
  constexpr uint64_t mostBlocks = std::numeric_limits<int32_t>::max();
  if (step.getGrid() > mostBlocks) {
    return Status::unimplemented(
        "it would be " + std::to_string(step.getGrid()) +
        " blocks, a launch has at most " + std::to_string(mostBlocks));
  }
  // A step may have loaded what only others need.
  step.getBody().walk([](tile::LoadOp load) {
    if (load->use_empty()) {
      load.erase();
    }
  });
  // Two kernels of the plan may be the same, too.
  std::string key = form.launches.size() > 1 ? keyOf(step) : std::string();
  if (auto known = written.find(key); known != written.end()) {
    return known->second;
  }
  WEFT_ASSIGN_OR_RETURN(
      gpu::CompiledKernels compiled,
      form.isTeam
          ? gpu::compileTeamKernels({step}, gpu, gpu::CodeForm::Assembly)
          : gpu::compileKernels({step}, gpu, gpu::CodeForm::Assembly));
  const gpu::KernelInfo &info = compiled.kernels.front();
  if (auto decision = decide(form.kernel, DecisionKind::Algorithm,
                             Reason::BlocksChosen, Verdict::Chosen)) {
    decision.subject(form.kernel.getName())
        << arg(info.grid) << arg(info.threads)
        << arg(form.sizes.empty() ? largestTile(step) : form.sizes)
        << arg(info.sharedBytes);
  }
  recordDigits(form, step);
  if (trace.keepsCode) {
    trace.code.assembly += compiled.code;
  }
  BlockCode code;
  code.code = std::move(compiled.code);
  code.info = info;
  for (BlockArgument argument : step.getBlock().getArguments()) {
    code.touches.push_back(!argument.use_empty());
  }
  if (!key.empty()) {
    written[key] = code;
  }
  return code;
}

void BlockForms::recordDigits(Form &form, tile::KernelOp step) {
  step.getBody().walk([&](tile::DotOp dot) {
    if (!dot.getLhs().getType().getElementType().isF32() ||
        !dot.getRhs().getType().getElementType().isF32()) {
      return WalkResult::advance();
    }
    const std::optional<MatrixInstruction> row =
        tile::instructionOf(dot, gpu.row);
    if (row && row->isCoarse) {
      if (auto decision = decide(form.kernel, DecisionKind::Precision,
                                 Reason::ProductRounded, Verdict::Chosen)) {
        decision.subject(form.kernel.getName()) << arg(row->name);
      }
    } else if (auto decision = decide(form.kernel, DecisionKind::Precision,
                                      Reason::ProductExact, Verdict::Chosen)) {
      decision.subject(form.kernel.getName())
          << arg(dot.getCoarse() ? "no matrix instruction fits its tiles"
                                 : "precision HIGHEST or weft_exact_products "
                                   "asks for it, or it is small");
    }
    return WalkResult::interrupt();
  });
}

Status BlockForms::emit() {
  const DecisionStage stage(*module, "emit-blocks");
  for (Form &form : forms) {
    std::vector<BlockCode> steps;
    for (tile::KernelOp step : form.steps) {
      StatusOr<BlockCode> code = emitStep(form, step);
      if (!code.ok()) {
        giveUp(form, code.status().message());
        break;
      }
      steps.push_back(std::move(*code));
    }
    if (form.steps.empty()) {
      continue;
    }
    std::vector<BlockCode> &launched = tiled.blocks[form.byThreads];
    for (const Launch &launch : form.launches) {
      BlockCode &code = launched.emplace_back(steps[launch.step]);
      code.constants = launch.constants;
      code.workspace = launch.workspace;
      // Some of it is the memory of other arguments. Workspace comes last.
      const size_t first = code.touches.size() - launch.workspace.size();
      for (auto [i, place] : llvm::enumerate(launch.workspace)) {
        if (place < 0 && code.touches[first + i]) {
          code.touches[static_cast<size_t>(-1 - place)] = true;
        }
      }
      code.workspaceBytes = launch.workspaceBytes;
      if (form.isTeam && code.info.sharedBytes != 0) {
        // It is on the chip.
        llvm::fill(code.workspace, 0);
        code.workspaceBytes = 0;
      }
    }
  }
  removeGivenUp();
  return Status::success();
}

void BlockForms::giveUp(Form &form, llvm::StringRef why) {
  if (auto decision = decide(form.kernel, DecisionKind::Algorithm,
                             Reason::ThreadsAlone, Verdict::Forced)) {
    decision.subject(form.kernel.getName()) << arg(why);
  }
  for (tile::KernelOp step : form.steps) {
    step.erase();
  }
  form.steps.clear();
}

void BlockForms::removeGivenUp() {
  llvm::erase_if(forms, [](Form &form) { return form.steps.empty(); });
}

} // namespace weft
