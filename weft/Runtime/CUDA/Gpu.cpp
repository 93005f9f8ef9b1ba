// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Gpu.h"

#include "weft/Runtime/CUDA/Functions.h"

namespace weft::cuda {

Gpu::Gpu(std::unique_ptr<Device> device) : opened(std::move(device)) {
  const Device &owner = *opened;
  blocks = std::make_unique<Heap>(RegionSource{
      [&owner](uint64_t bytes) -> StatusOr<uint64_t> {
        WEFT_RETURN_IF_ERROR(owner.enter());
        DeviceAddress address = 0;
        WEFT_RETURN_IF_ERROR(owner.functions().check(
            owner.functions().memoryAllocate(&address, bytes),
            ("allocating " + std::to_string(bytes) + " bytes on the device")
                .c_str()));
        return static_cast<uint64_t>(address);
      },
      [&owner](uint64_t address) {
        (void)owner.enter();
        owner.functions().memoryFree(address);
      }});
  assembled = std::make_unique<KernelCache>(
      owner, CacheOptions::fromEnvironment("kernels"));
  staging = std::make_unique<PinnedBlocks>(owner);
}

StatusOr<const DecisionKernels *> Gpu::decisions() {
  std::lock_guard lock(decisionMutex);
  if (!decisionKernels) {
    WEFT_RETURN_IF_ERROR(opened->enter());
    WEFT_ASSIGN_OR_RETURN(decisionKernels, DecisionKernels::load(*opened));
  }
  return decisionKernels.get();
}

StatusOr<std::shared_ptr<Gpu>> Gpu::open(int ordinal) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<Device> device, Device::open(ordinal));
  // The last one to hold it may be a thread of its own, which cannot wait for
  // itself.
  std::shared_ptr<Gpu> gpu(new Gpu(std::move(device)), [](Gpu *last) {
    // A forked child has none of its threads, and nothing of the driver's.
    if (last->device().isInherited()) {
      return;
    }
    std::thread([last] { delete last; }).detach();
  });
  WEFT_ASSIGN_OR_RETURN(gpu->computing,
                        Stream::create(gpu->device(), Stream::Use::Kernels));
  WEFT_ASSIGN_OR_RETURN(gpu->incoming,
                        Stream::create(gpu->device(), Stream::Use::Copies));
  WEFT_ASSIGN_OR_RETURN(gpu->outgoing,
                        Stream::create(gpu->device(), Stream::Use::Copies));
  return gpu;
}

} // namespace weft::cuda
