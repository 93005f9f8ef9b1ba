// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/BlockForms.h"

#include "weft/Compiler/FindFill.h"
#include "weft/Compiler/RecordTiles.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Tile/Layout/LoadsAhead.h"
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

/// What of its workspace a step finds to be zeros. Parts between which there is
/// nothing are one.
static llvm::SmallVector<gpu::KernelFill> zeroedFor(tile::KernelOp step) {
  llvm::SmallVector<gpu::KernelFill> fills;
  const llvm::SmallVector<int64_t> places = tile::workspaceOf(step);
  const size_t first = step.getNumArguments() - places.size();
  for (auto [i, place] : llvm::enumerate(places)) {
    const auto number = static_cast<unsigned>(first + i);
    if (!step.getArgAttr(number, tile::zeroedAttributeName)) {
      continue;
    }
    auto type = cast<tile::RefType>(step.getArgumentTypes()[number]);
    gpu::KernelFill fill;
    fill.isOfWorkspace = true;
    fill.offset = place;
    fill.bytes = type.getElementCount() * type.getElementBytes();
    auto endsBefore = [&](const gpu::KernelFill &other) {
      return llvm::alignTo(other.offset + other.bytes,
                           tile::workspaceAlignment) ==
             static_cast<uint64_t>(place);
    };
    if (!fills.empty() && endsBefore(fills.back())) {
      fill.bytes += place - fills.back().offset;
      fill.offset = fills.pop_back_val().offset;
    }
    fills.push_back(fill);
  }
  for (gpu::KernelFill &fill : fills) {
    fill = fill.widened();
  }
  return fills;
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
    launch.zeroed = zeroedFor(step);
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
    if (std::optional<gpu::KernelFill> fill = findFill(kernel, gpu.row)) {
      tiled.fills[byThreads] = *fill;
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
    form.tried = built->cut->chosen->tried;
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

StatusOr<size_t> BlockForms::beginStep(Form &form, tile::KernelOp step,
                                       gpu::KernelCompiler &compiler) {
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
  const std::string key =
      form.launches.size() > 1 ? keyOf(step) : std::string();
  if (auto known = numberOf.find(key); known != numberOf.end()) {
    return known->second;
  }
  WEFT_ASSIGN_OR_RETURN(
      size_t number,
      compiler.add(step, form.isTeam ? gpu::Runner::Team : gpu::Runner::Block));
  if (!key.empty()) {
    numberOf[key] = number;
  }
  return number;
}

StatusOr<StepCode> BlockForms::endStep(Form &form, tile::KernelOp step,
                                       const StatusOr<size_t> &number) {
  if (!number.ok()) {
    return number.status();
  }
  if (auto known = recorded.find(*number); known != recorded.end()) {
    return known->second;
  }
  StatusOr<gpu::CompiledKernel> &outcome = compiled[*number];
  if (!outcome.ok()) {
    return outcome.status();
  }
  const gpu::KernelInfo &info = outcome->info;
  if (auto decision = decide(form.kernel, DecisionKind::Algorithm,
                             Reason::BlocksChosen, Verdict::Chosen)) {
    decision.subject(form.kernel.getName())
        << arg(info.grid) << arg(info.threads)
        << arg(form.sizes.empty() ? largestTile(step) : form.sizes)
        << arg(info.sharedBytes);
  }
  if (trace.keepsCode) {
    trace.code.assembly += outcome->code;
  }
  StepCode &code = recorded[*number];
  code.code = std::move(outcome->code);
  code.info = std::move(outcome->info);
  for (BlockArgument argument : step.getBlock().getArguments()) {
    code.touches.push_back(!argument.use_empty());
  }
  return code;
}

static bool isF32(Value value) {
  return getElementTypeOrSelf(value.getType()).isF32();
}

/// Whether a kernel of the plan multiplies matrices of f32.
static bool multipliesF32(plan::KernelOp kernel) {
  return kernel.getBody()
      .walk([](Operation *op) {
        const bool isProduct =
            isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op) &&
            isF32(op->getOperand(0)) && isF32(op->getOperand(1));
        return isProduct ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static tile::DotOp findProductOfF32(ArrayRef<tile::KernelOp> steps) {
  tile::DotOp found;
  for (tile::KernelOp step : steps) {
    step.getBody().walk([&](tile::DotOp dot) {
      if (!found && isF32(dot.getLhs()) && isF32(dot.getRhs())) {
        found = dot;
      }
    });
  }
  return found;
}

/// `why` all digits of its factors are multiplied.
static void recordExact(plan::KernelOp kernel, llvm::StringRef why) {
  if (auto decision = decide(kernel, DecisionKind::Precision,
                             Reason::ProductExact, Verdict::Chosen)) {
    decision.subject(kernel.getName()) << arg(why);
  }
}

void BlockForms::recordDigits(Form &form) {
  tile::DotOp dot = findProductOfF32(form.steps);
  if (!dot) {
    if (multipliesF32(form.kernel)) {
      recordExact(form.kernel, "it is computed as sums");
    }
    return;
  }
  const std::optional<MatrixInstruction> row =
      tile::instructionOf(dot, gpu.row);
  if (!row || !row->isCoarse) {
    recordExact(form.kernel, dot.getCoarse()
                                 ? "no matrix instruction fits its tiles"
                                 : "precision HIGHEST or weft_exact_products "
                                   "asks for it, or it is small");
    return;
  }
  if (auto decision = decide(form.kernel, DecisionKind::Precision,
                             Reason::ProductRounded, Verdict::Chosen)) {
    decision.subject(form.kernel.getName()) << arg(row->name);
  }
}

/// How far ahead of its products a kernel loads their factors.
static void recordWays(plan::KernelOp kernel, ArrayRef<tile::KernelOp> steps) {
  tile::FactorWays all;
  for (tile::KernelOp step : steps) {
    const tile::FactorWays ways = tile::factorWaysOf(step);
    all.copied += ways.copied;
    all.loaded += ways.loaded;
    all.late += ways.late;
  }
  if (all.copied + all.loaded + all.late == 0) {
    return;
  }
  if (auto decision = decide(kernel, DecisionKind::Algorithm,
                             Reason::FactorsAhead, Verdict::Chosen)) {
    decision.subject(kernel.getName())
        << arg(all.copied) << arg(all.loaded) << arg(all.late);
  }
}

Status BlockForms::emit() {
  const DecisionStage stage(*module, "emit-blocks");
  gpu::KernelCompiler compiler(gpu, gpu::CodeForm::Assembly);
  for (Form &form : forms) {
    for (tile::KernelOp step : form.steps) {
      if (!form.numbers.emplace_back(beginStep(form, step, compiler)).ok()) {
        break;
      }
    }
  }
  compiled = compiler.finish();
  for (Form &form : forms) {
    std::vector<StepCode> steps;
    for (auto [number, step] : llvm::zip_first(form.numbers, form.steps)) {
      StatusOr<StepCode> code = endStep(form, step, number);
      if (!code.ok()) {
        giveUp(form, code.status().message());
        break;
      }
      steps.push_back(std::move(*code));
    }
    if (form.steps.empty()) {
      continue;
    }
    recordTiles(form.kernel, form.tried);
    recordDigits(form);
    recordWays(form.kernel, form.steps);
    std::vector<StepCode> &launched = tiled.steps[form.byThreads];
    for (const Launch &launch : form.launches) {
      StepCode &code = launched.emplace_back(steps[launch.step]);
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
      code.zeroed = launch.zeroed;
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
  if (multipliesF32(form.kernel)) {
    recordExact(form.kernel, "each thread multiplies by itself");
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
