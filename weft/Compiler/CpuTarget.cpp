// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/CpuTarget.h"

#include "weft/Compiler/ConstantsArena.h"
#include "weft/Compiler/DescribeCalls.h"
#include "weft/Compiler/ShareSteps.h"
#include "weft/Executable/NativeProgram.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Target/CPU/Compile.h"
#include "weft/Target/CPU/EmitGlue.h"
#include "weft/Target/CPU/JoinBands.h"
#include "weft/Target/CPU/WalkTiles.h"
#include "weft/Tile/IR/ArgumentUses.h"

using namespace mlir;

namespace weft {
namespace {

/// How long one thread takes for a kernel. `tiled` is how long the tiler thinks
/// that it does. It knows where elements are computed one by one, and counts
/// high: as much as it says is taken for certain only by a quarter.
int64_t predictTime(plan::KernelOp kernel, int64_t tiled,
                    const Machine &machine) {
  int64_t units = plan::unitsOf(kernel.getBody());
  // Units are elements of registers of 16 bytes. Wider ones have been seen to
  // do twice as much in a time, not in proportion: moves take what they took.
  if (machine.vectorBytes > 16) {
    units /= 2;
  }
  return std::max(plan::kernelPicoseconds(machine, plan::movedBytes(kernel),
                                          units, /*pieces=*/1),
                  tiled / 4);
}

/// Bytes of the only result of a kernel that each program has to itself.
int64_t partBytesOf(tile::KernelOp tile, plan::KernelOp kernel) {
  if (kernel->getNumResults() != 1) {
    return 0;
  }
  // Results come last.
  const unsigned last = tile.getNumArguments() - 1;
  auto part = tile.getArgAttrOfType<IntegerAttr>(last, tile::partAttributeName);
  auto type = cast<tile::RefType>(tile.getArgumentTypes()[last]);
  return part ? part.getInt() * *plan::elementBytes(type.getElementType()) : 0;
}

/// What threads that help with the kernels need, each size once.
StatusOr<std::vector<HelperScratch>>
collectHelpers(const llvm::DenseMap<Operation *, cpu::KernelCode> &codes) {
  std::map<uint64_t, uint32_t> threadsOf;
  for (const auto &[kernel, code] : codes) {
    if (code.grain > 0 && code.scratchBytes > 0) {
      uint32_t &threads =
          threadsOf[llvm::alignTo(code.scratchBytes, kNativeAlignment)];
      threads = std::max(threads, static_cast<uint32_t>(std::clamp<int64_t>(
                                      code.programs / code.grain, 1, 1 << 20)));
    }
  }
  std::vector<HelperScratch> helpers;
  helpers.reserve(threadsOf.size());
  for (auto [bytes, threads] : threadsOf) {
    if (bytes > HelperScratch::kMost) {
      return Status::resourceExhausted(
          "a kernel needs " + std::to_string(bytes) +
          " bytes for each thread, more than can be planned for");
    }
    helpers.push_back({bytes, threads});
  }
  return helpers;
}

/// Writes the kernels, and the plan as a function.
class ObjectWriter {
public:
  ObjectWriter(plan::ProgramOp program, const TiledKernels &tiled,
               const Machine &machine, ConstantsArena &constants,
               CompileTrace &trace)
      : program(program), tiled(tiled), machine(machine), constants(constants),
        trace(trace) {}

  Status fill(cpu::Modules &modules) {
    WEFT_RETURN_IF_ERROR(emitKernels(modules));
    const SharedSteps shared(
        program,
        [&](plan::KernelOp kernel) -> SharedSteps::Work {
          tile::KernelOp tile = tiled.kernelOf.lookup(kernel);
          if (!tile) {
            return {};
          }
          return {predictTime(kernel, tiled.picoseconds.lookup(tile), machine),
                  static_cast<int64_t>(tile.getGrid())};
        },
        machine);
    // In the order of the plan, which is the order of their constants.
    for (plan::KernelOp kernel : kernelsInOrder(program)) {
      CompileTrace::Kernel &traced = trace.kernels.emplace_back();
      traced.name = kernel.getName().str();
      if (tile::KernelOp tile = tiled.kernelOf.lookup(kernel)) {
        WEFT_RETURN_IF_ERROR(
            describe(kernel, tile, shared.threadsOf(kernel), traced));
        traced.isKept = shared.isKept(kernel);
      }
    }
    WEFT_ASSIGN_OR_RETURN(
        glue, cpu::emitGlue(
                  program,
                  // Kernels without code have nothing to compute.
                  [&](plan::KernelOp kernel) -> const cpu::KernelCode & {
                    return codes[kernel];
                  },
                  [&](plan::CopyOp copy) { return shared.threadsOf(copy); },
                  // The plan of a small program is beside its kernels.
                  parts == 1 ? *part : modules.add()));
    return Status::success();
  }

  cpu::Glue glue;
  llvm::DenseMap<Operation *, cpu::KernelCode> codes;

private:
  /// Into as many modules as are worth a thread each. That follows from the
  /// kernels alone, so that any machine writes the same code.
  Status emitKernels(cpu::Modules &modules) {
    // LLVM takes some 20 ms for as many.
    constexpr int64_t instructionsOfPart = 4096;
    int64_t instructions = 0;
    part = &modules.add();
    for (tile::KernelOp kernel : tiled.kernels) {
      if (instructions > instructionsOfPart) {
        part = &modules.add();
        ++parts;
        instructions = 0;
      }
      std::vector<cpu::KernelInfo> infos;
      WEFT_RETURN_IF_ERROR(cpu::emitKernels({kernel}, machine, *part, infos));
      instructions += infos.front().instructions;
      emitted[kernel] = {part->getFunction(infos.front().name),
                         std::move(infos.front())};
    }
    return Status::success();
  }

  Status describe(plan::KernelOp kernel, tile::KernelOp tile, int64_t threads,
                  CompileTrace::Kernel &traced) {
    const auto &[function, info] = emitted[tile];
    cpu::KernelCode code;
    code.function = function;
    code.programs = static_cast<int64_t>(tile.getGrid());
    code.grain =
        threads > 1 ? std::max<int64_t>(1, code.programs / threads) : 0;
    code.partBytes = partBytesOf(tile, kernel);
    code.scratchBytes = info.scratchBytes;
    WEFT_ASSIGN_OR_RETURN(code.constants, constants.appendOwn(tile));
    traced.function = info.name;
    traced.programs = code.programs;
    traced.grain = code.grain;
    traced.scratchBytes = code.scratchBytes;
    traced.streamed = info.streamed;
    traced.instructions = info.instructions;
    codes[kernel] = std::move(code);
    return Status::success();
  }

  plan::ProgramOp program;
  const TiledKernels &tiled;
  const Machine &machine;
  ConstantsArena &constants;
  CompileTrace &trace;
  /// How many modules there are, and the last one.
  int64_t parts = 1;
  llvm::Module *part = nullptr;
  /// By kernel of the tile level.
  llvm::DenseMap<Operation *, std::pair<llvm::Function *, cpu::KernelInfo>>
      emitted;
};

} // namespace

stablehlo::FactorizationChoice
CpuTarget::chooseFactorization(const stablehlo::Factorization &what) const {
  // A lane does without a library's blocks what a call of it takes a while to
  // begin with. With all lanes of a vector at work, blocks pay much later.
  constexpr int64_t largestOfLane = 16;
  constexpr int64_t mostLanes = 4;
  // A loop that goes over all elements in each step is for matrices that are
  // many and small, side by side. A kernel takes them one by one, as long as
  // one stays close by: it goes over what is left of it in each step. Its sums
  // are as long as a column.
  constexpr int64_t largestOfLoop = 12;
  constexpr int64_t fewestOfLoop = 8;
  constexpr int64_t largestOfKernel = 256;
  constexpr int64_t mostReflected = 128 * 128;
  if (what.isTridiagonal || what.isEigen) {
    return {.isKernel = false};
  }
  if (what.isByReflections) {
    const bool isLoop =
        what.order <= largestOfLoop && what.batch >= fewestOfLoop;
    const bool staysClose = what.order <= largestOfKernel &&
                            what.order * what.steps <= mostReflected;
    return {.isKernel = isLoop || staysClose, .isLoop = isLoop};
  }
  const Type part = getElementTypeOrSelf(what.element);
  const int64_t bytes = plan::elementBytes(what.element).value_or(8) /
                        (isa<ComplexType>(part) ? 2 : 1);
  const int64_t lanes =
      std::clamp<int64_t>(std::max(what.batch, what.systems), 1,
                          std::min(machine().vectorBytes / bytes, mostLanes));
  return {.isKernel = what.order <= largestOfLane * lanes};
}

Status CpuTarget::lowerTiles(plan::ProgramOp, TiledKernels &tiled,
                             CompileTrace &trace) const {
  WEFT_RETURN_IF_ERROR(trace.run("join-bands", *tiled.module, [&] {
    for (tile::KernelOp kernel : tiled.kernels) {
      cpu::joinBands(kernel, machine());
    }
    return Status::success();
  }));
  // Other tiles are as large as was measured to be best.
  const bool hasMatrices =
      llvm::any_of(machine().instructions, [](const MatrixInstruction &row) {
        return row.holdsMatrices();
      });
  return trace.run("walk-tiles", *tiled.module, [&] {
    for (tile::KernelOp kernel : tiled.kernels) {
      const bool hasProduct =
          kernel->walk([](tile::DotOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
      if (hasMatrices && hasProduct) {
        cpu::walkTiles(kernel, machine());
      }
    }
    return Status::success();
  });
}

StatusOr<EmittedProgram> CpuTarget::emit(plan::ProgramOp program,
                                         const TiledKernels &tiled,
                                         CompileTrace &trace) const {
  plan::MemorySizes sizes = plan::readSizes(program);
  ConstantsArena constants(machine().alignment);
  WEFT_RETURN_IF_ERROR(constants.place(program, sizes.constants));

  EmittedProgram result;
  ObjectWriter writer(program, tiled, machine(), constants, trace);
  cpu::CodeText text;
  WEFT_ASSIGN_OR_RETURN(
      result.sections[SectionKind::Code],
      cpu::compileModules(
          machine(),
          [&](cpu::Modules &modules) { return writer.fill(modules); },
          /*times=*/nullptr, trace.keepsCode ? &text : nullptr));
  trace.code.llvm = std::move(text.llvm);
  trace.code.assembly = std::move(text.assembly);
  WEFT_ASSIGN_OR_RETURN(result.helpers, collectHelpers(writer.codes));

  WEFT_ASSIGN_OR_RETURN(DescribedCalls calls,
                        describeCalls(program.getLoc(), writer.glue.calls));
  NativeProgram native;
  native.temporaryBytes = llvm::alignTo(sizes.temp, kNativeAlignment);
  native.scratchBytes = writer.glue.scratchBytes;
  native.calls = std::move(calls.calls);
  for (plan::CheckOp check : writer.glue.checks) {
    native.checks.push_back(check.getMessage().str());
  }
  result.sections[SectionKind::Constants] = constants.take();
  result.sections[SectionKind::Native] = encodeNativeProgram(native);
  if (!calls.outlined.empty()) {
    result.sections[SectionKind::Calls] = std::move(calls.outlined);
  }
  result.temporaryBytes = native.scratchBytes + calls.mostCopiedBytes;
  return result;
}

} // namespace weft
