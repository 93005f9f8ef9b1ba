// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/RunOnCuda.h"

#include "weft/Executable/CommandProgram.h"
#include "weft/Runtime/CUDA/Driver.h"
#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/IR/OwningOpRef.h>

#include <optional>

using namespace mlir;

namespace weft::tools {
namespace {

/// Works on a copy: the kernel of the file stays as it is.
StatusOr<gpu::CompiledKernels> compile(tile::KernelOp kernel,
                                       const Options &options) {
  WEFT_ASSIGN_OR_RETURN(Machine row, findMachine("sm_90"));
  const std::unique_ptr<gpu::GpuMachine> hopper =
      nvidia::createNvidiaMachine(std::move(row));
  if (options.byThread) {
    return gpu::compileThreadKernels({kernel}, *hopper,
                                     gpu::CodeForm::Assembly);
  }
  OwningOpRef<tile::KernelOp> copy(kernel.clone());
  WEFT_RETURN_IF_ERROR(gpu::prepare(*copy, hopper->row, options.warps));
  return gpu::compileKernels({*copy}, *hopper, gpu::CodeForm::Assembly);
}

Status printTimes(const gpu::KernelInfo &info, const std::string &device,
                  std::vector<double> microseconds) {
  std::sort(microseconds.begin(), microseconds.end());
  llvm::outs() << llvm::formatv(
      "@{0}: {1:f2} us median, {2:f2} us least of {3} runs on {4}\n", info.name,
      microseconds[microseconds.size() / 2], microseconds.front(),
      microseconds.size(), device);
  return Status::success();
}

} // namespace

Status printPtx(tile::KernelOp kernel, const Options &options,
                llvm::raw_ostream &output) {
  WEFT_ASSIGN_OR_RETURN(gpu::CompiledKernels compiled,
                        compile(kernel, options));
  const gpu::KernelInfo &info = compiled.kernels.front();
  output << llvm::formatv(
      "// @{0}: {1} blocks of {2} threads, {3} bytes of shared memory each",
      info.name, info.grid, info.threads, info.sharedBytes);
  if (info.byThread) {
    output << llvm::formatv(", {0} bytes of scratch memory for each thread",
                            info.scratchBytes);
  }
  if (info.isInterruptible) {
    output << ", the words of a run";
  }
  output << "\n" << compiled.code;
  return Status::success();
}

Status runOnCuda(tile::KernelOp kernel, ArrayRef<tile::Buffer> buffers,
                 const Options &options) {
  WEFT_ASSIGN_OR_RETURN(gpu::CompiledKernels compiled,
                        compile(kernel, options));
  const gpu::KernelInfo &info = compiled.kernels.front();
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<cuda::Device> device,
                        cuda::Device::open(0));
  if (device->capability() != 90) {
    return Status::unimplemented(llvm::formatv(
        "kernels are compiled for compute capability 9.0 only, but {0} has "
        "{1}.{2}",
        device->name(), device->capability() / 10, device->capability() % 10));
  }
  WEFT_ASSIGN_OR_RETURN(cuda::Module module, device->load(compiled.code));
  WEFT_ASSIGN_OR_RETURN(
      cuda::Function function,
      module.find(info.name, static_cast<size_t>(info.sharedBytes)));

  // One allocation per ref that shares no bytes; others use their address.
  SmallVector<std::optional<cuda::DeviceMemory>> memories(buffers.size());
  SmallVector<uint64_t> addresses(buffers.size());
  auto aliasOf = [&](size_t i) {
    auto alias = kernel.getArgAttrOfType<IntegerAttr>(
        static_cast<unsigned>(i), tile::aliasesAttributeName);
    return alias ? std::optional<int64_t>(alias.getInt()) : std::nullopt;
  };
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (!isa<tile::RefType>(type) || aliasOf(i)) {
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(cuda::DeviceMemory memory,
                          device->allocate(buffers[i].bytes.size()));
    WEFT_RETURN_IF_ERROR(
        kernel.getArgAttr(static_cast<unsigned>(i), tile::zeroedAttributeName)
            ? memory.fill(0)
            : memory.write(buffers[i].bytes.data()));
    addresses[i] = memory.address();
    memories[i].emplace(std::move(memory));
  }
  std::vector<void *> arguments;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (std::optional<int64_t> alias = aliasOf(i)) {
      addresses[i] = addresses[static_cast<size_t>(*alias)];
    }
    arguments.push_back(isa<tile::RefType>(type)
                            ? static_cast<void *>(&addresses[i])
                            : buffers[i].bytes.data());
  }
  std::optional<cuda::DeviceMemory> scratch;
  uint64_t scratchAddress = 0;
  if (info.scratchBytes != 0) {
    WEFT_ASSIGN_OR_RETURN(cuda::DeviceMemory memory,
                          device->allocate(static_cast<size_t>(
                              info.grid * info.threads * info.scratchBytes)));
    scratchAddress = memory.address();
    scratch.emplace(std::move(memory));
  }
  if (info.byThread) {
    arguments.push_back(&scratchAddress);
  }
  // Of a run that nothing cancels.
  WEFT_ASSIGN_OR_RETURN(cuda::DeviceMemory words,
                        device->allocate(RunWords::kBytes));
  uint64_t wordsAddress = words.address();
  if (info.isInterruptible) {
    const std::vector<char> zeros(RunWords::kBytes, 0);
    WEFT_RETURN_IF_ERROR(words.write(zeros.data()));
    arguments.push_back(&wordsAddress);
  }
  const auto grid = static_cast<uint32_t>(info.grid);
  const auto threads = static_cast<uint32_t>(info.threads);
  WEFT_RETURN_IF_ERROR(device->launch(function, grid, threads, arguments));
  WEFT_RETURN_IF_ERROR(device->wait());
  for (auto [buffer, memory] : llvm::zip_equal(buffers, memories)) {
    if (memory) {
      WEFT_RETURN_IF_ERROR(memory->read(buffer.bytes.data()));
    }
  }
  if (options.repeat == 0) {
    return Status::success();
  }
  WEFT_ASSIGN_OR_RETURN(std::vector<double> times,
                        device->time(function, grid, threads, arguments,
                                     static_cast<int>(options.repeat)));
  return printTimes(info, device->name(), std::move(times));
}

} // namespace weft::tools
