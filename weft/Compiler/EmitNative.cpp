// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/EmitNative.h"

#include "weft/Compiler/DescribeCollective.h"
#include "weft/Compiler/OutlineCalls.h"
#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Target/CPU/EmitGlue.h"
#include "weft/Tile/Tiling/Emit.h"

using namespace mlir;

namespace weft {
namespace {

/// The constants arena: what the plan placed in it, then what kernels keep for
/// themselves.
class Constants {
public:
  explicit Constants(int64_t alignment) : alignment(alignment) {}

  /// Fails where the constants are too many to be written into a file.
  Status reserve(int64_t placed) {
    auto most = static_cast<int64_t>(budget->limits().maxBytes);
    if (placed > most) {
      return Status::resourceExhausted(
          "the program's constants take " + std::to_string(placed) +
          " bytes, over the limit of " + std::to_string(most));
    }
    bytes.resize(static_cast<size_t>(placed), '\0');
    return Status::success();
  }

  Status write(int64_t offset, ElementsAttr value) {
    WEFT_ASSIGN_OR_RETURN(reference::Tensor tensor, read(value));
    llvm::ArrayRef<char> raw = tensor.bytes();
    if (bytes.size() < offset + raw.size()) {
      return Status::internal("a constant lies outside its arena");
    }
    std::copy(raw.begin(), raw.end(), bytes.begin() + offset);
    return Status::success();
  }

  StatusOr<int64_t> append(ElementsAttr value) {
    auto [known, isNew] = offsets.try_emplace(value, 0);
    if (isNew) {
      WEFT_ASSIGN_OR_RETURN(reference::Tensor tensor, read(value));
      bytes.resize(llvm::alignTo(bytes.size(), alignment), '\0');
      known->second = static_cast<int64_t>(bytes.size());
      bytes.append(tensor.bytes().begin(), tensor.bytes().end());
    }
    return known->second;
  }

  std::string take() { return std::move(bytes); }

private:
  StatusOr<reference::Tensor> read(ElementsAttr value) {
    return reference::Tensor::fromAttribute(*budget, value);
  }

  int64_t alignment;
  std::shared_ptr<reference::Budget> budget =
      reference::Budget::create(reference::Limits());
  std::string bytes;
  llvm::DenseMap<Attribute, int64_t> offsets;
};

Status writePlaced(plan::ProgramOp program, Constants &constants) {
  Status status = Status::success();
  program.walk([&](plan::ConstantOp constant) {
    plan::PlaceAttr place = plan::placeOf(constant.getResult());
    if (status.ok() && place.getArena() == plan::Arena::Constants) {
      status = constants.write(place.getOffset(), constant.getValue());
    }
  });
  return status;
}

/// Programs per piece for other threads; 0 for kernels too small to share.
int64_t grainOf(plan::KernelOp kernel, int64_t programs,
                const Machine &machine) {
  int64_t bytes = 0;
  for (Value value : kernel->getOperands()) {
    bytes += plan::byteSize(value.getType());
  }
  for (Value value : kernel->getResults()) {
    bytes += plan::byteSize(value.getType());
  }
  int64_t price =
      plan::kernelPicoseconds(machine, bytes, plan::unitsOf(kernel.getBody()),
                              /*pieces=*/1);
  const int64_t piece = machine.costs.piecePicoseconds;
  if (programs < 2 || price < 2 * piece) {
    return 0;
  }
  int64_t pieces = price / piece;
  return std::max<int64_t>(1, programs / pieces);
}

StatusOr<cpu::KernelCode>
describeCode(plan::KernelOp kernel, tile::KernelOp tiled, int64_t scratchBytes,
             const Machine &machine, Constants &constants) {
  cpu::KernelCode code;
  code.function = tiled.getSymName().str();
  code.programs = static_cast<int64_t>(tiled.getGrid());
  code.grain = grainOf(kernel, code.programs, machine);
  code.scratchBytes = scratchBytes;
  if (auto own =
          tiled->getAttrOfType<ArrayAttr>(tile::constantsAttributeName)) {
    for (Attribute entry : own) {
      WEFT_ASSIGN_OR_RETURN(int64_t offset, constants.append(cast<ElementsAttr>(
                                                cast<ArrayAttr>(entry)[1])));
      code.constants.push_back(offset);
    }
  }
  return code;
}

/// What threads that help with the kernels need, each size once.
std::vector<HelperScratch>
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
  for (auto [bytes, threads] : threadsOf) {
    helpers.push_back({bytes, threads});
  }
  return helpers;
}

/// Whether a call takes arrays as they are in code: row-major, of whole bytes.
bool takesCodesArrays(stablehlo::CustomCallOp call) {
  auto isRowMajor = [](Attribute layout) {
    auto order = cast<DenseIntElementsAttr>(layout).getValues<APInt>();
    int64_t rank = order.size();
    return llvm::all_of(llvm::enumerate(order), [&](auto each) {
      return each.value() == static_cast<uint64_t>(rank - 1 - each.index());
    });
  };
  auto isOfBytes = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    Type element = tensor ? tensor.getElementType() : Type();
    return !tensor || element.isInteger(1) || !element.isIntOrFloat() ||
           element.getIntOrFloatBitWidth() >= 8;
  };
  auto areRowMajor = [&](std::optional<ArrayAttr> layouts) {
    return !layouts || llvm::all_of(*layouts, isRowMajor);
  };
  return areRowMajor(call.getOperandLayouts()) &&
         areRowMajor(call.getResultLayouts()) &&
         llvm::all_of(call->getOperandTypes(), isOfBytes) &&
         llvm::all_of(call->getResultTypes(), isOfBytes);
}

OutlinedCall describeOutlined(Operation *call) {
  uint64_t bytes = 0;
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(call->getOperandTypes()),
                                llvm::to_vector(call->getResultTypes()))) {
    bytes += static_cast<uint64_t>(plan::byteSize(type));
  }
  OutlinedCall described{false, bytes};
  call->walk([&](stablehlo::CustomCallOp custom) {
    described.isInPlace = takesCodesArrays(custom);
    // The interpreter's, and those in the order that the call wants.
    described.copiedBytes = 2 * bytes;
  });
  return described;
}

} // namespace

StatusOr<NativeSections> emitNative(plan::ProgramOp program,
                                    const TiledKernels &tiled,
                                    const Machine &cpu, CompileTrace &trace) {
  plan::MemorySizes sizes = plan::readSizes(program);
  Constants constants(cpu.alignment);
  WEFT_RETURN_IF_ERROR(constants.reserve(sizes.constants));
  WEFT_RETURN_IF_ERROR(writePlaced(program, constants));

  cpu::Glue glue;
  NativeSections native;
  auto fill = [&](llvm::Module &module) -> Status {
    std::vector<cpu::KernelInfo> infos;
    WEFT_RETURN_IF_ERROR(cpu::emitKernels(tiled.kernels, cpu, module, infos));
    llvm::DenseMap<Operation *, const cpu::KernelInfo *> infoOf;
    for (auto [kernel, info] : llvm::zip_equal(tiled.kernels, infos)) {
      infoOf[kernel] = &info;
    }
    // In the order of the plan, which is the order of their constants.
    std::vector<plan::KernelOp> kernels;
    program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
      kernels.push_back(kernel);
      return WalkResult::skip();
    });
    llvm::DenseMap<Operation *, cpu::KernelCode> codes;
    for (plan::KernelOp kernel : kernels) {
      CompileTrace::Kernel &traced = trace.kernels.emplace_back();
      traced.name = kernel.getName().str();
      tile::KernelOp tile = tiled.kernelOf.lookup(kernel);
      if (!tile) {
        continue;
      }
      const cpu::KernelInfo &info = *infoOf.lookup(tile);
      WEFT_ASSIGN_OR_RETURN(
          cpu::KernelCode code,
          describeCode(kernel, tile, info.scratchBytes, cpu, constants));
      traced.function = code.function;
      traced.programs = code.programs;
      traced.grain = code.grain;
      traced.scratchBytes = code.scratchBytes;
      traced.instructions = info.instructions;
      codes[kernel] = std::move(code);
    }
    WEFT_ASSIGN_OR_RETURN(
        glue, cpu::emitGlue(
                  program,
                  // Kernels without code have nothing to compute.
                  [&](plan::KernelOp kernel) -> const cpu::KernelCode & {
                    return codes[kernel];
                  },
                  module));
    native.helpers = collectHelpers(codes);
    return Status::success();
  };
  cpu::CodeText text;
  WEFT_ASSIGN_OR_RETURN(native.sections[SectionKind::Code],
                        cpu::compileModule(cpu, fill, /*times=*/nullptr,
                                           trace.keepsCode ? &text : nullptr));
  trace.code = {std::move(text.llvm), std::move(text.assembly)};
  native.program.temporaryBytes = llvm::alignTo(sizes.temp, kNativeAlignment);
  native.program.scratchBytes = glue.scratchBytes;
  for (plan::CheckOp check : glue.checks) {
    native.program.checks.push_back(check.getMessage().str());
  }
  llvm::SmallVector<NumberedCall> outlined;
  for (auto [number, call] : llvm::enumerate(glue.calls)) {
    if (Operation *move = findMove(call)) {
      WEFT_ASSIGN_OR_RETURN(CollectiveCall collective,
                            describeCollective(move));
      native.program.calls.push_back(std::move(collective));
      continue;
    }
    OutlinedCall described = describeOutlined(call);
    outlined.push_back({number, call});
    if (!described.isInPlace) {
      native.callBytes = std::max(native.callBytes, described.copiedBytes);
    }
    native.program.calls.push_back(described);
  }
  native.sections[SectionKind::Constants] = constants.take();
  native.sections[SectionKind::Native] = encodeNativeProgram(native.program);
  if (!outlined.empty()) {
    native.sections[SectionKind::Calls] =
        stablehlo::exportModule(*outlineCalls(program.getLoc(), outlined));
  }
  return native;
}

} // namespace weft
