// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Gpu.h"

#include "weft/Runtime/CUDA/ChunkHeap.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/CUDA/RegionHeap.h"

namespace weft::cuda {

Gpu::Gpu(std::unique_ptr<Device> device, const CacheOptions &kernelCache)
    : opened(std::move(device)) {
  makeHeap();
  assembled = std::make_unique<KernelCache>(*opened, kernelCache);
  staging = std::make_unique<PinnedBlocks>(*opened);
  ofPrograms = std::make_unique<PinnedWords>(*opened);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static RegionSource regionsOf(const Device &owner) {
  return {[&owner](uint64_t bytes) -> StatusOr<uint64_t> {
            const DeviceScope scope(owner);
            WEFT_RETURN_IF_ERROR(scope.status());
            DeviceAddress address = 0;
            WEFT_RETURN_IF_ERROR(owner.functions().check(
                owner.functions().memoryAllocate(&address, bytes),
                ("allocating " + std::to_string(bytes) + " bytes on the device")
                    .c_str()));
            return static_cast<uint64_t>(address);
          },
          [&owner](uint64_t address) {
            const DeviceScope scope(owner);
            owner.functions().memoryFree(address);
          }};
}

void Gpu::makeHeap() {
  StatusOr<std::unique_ptr<AddressSpace>> addresses =
      AddressSpace::reserve(*opened);
  if (!addresses.ok()) {
    madeOf = "regions (" + std::string(addresses.status().message()) + ")";
    blocks = std::make_unique<RegionHeap>(regionsOf(*opened));
    return;
  }
  madeOf = "chunks of " +
           std::to_string((*addresses)->shape().chunkBytes >> 20) + " MiB";
  blocks = std::make_unique<ChunkHeap>(
      *std::move(addresses),
      WorkNumbers{[this] { return computing->completed(); },
                  [this](uint64_t number) { computing->waitFor(number); }});
}

void Gpu::lookAfter(const std::shared_ptr<Scratch> &looked) {
  std::lock_guard lock(scratchMutex);
  scratch = looked;
}

void Gpu::giveBackRested() {
  std::shared_ptr<Scratch> rested;
  {
    std::lock_guard lock(scratchMutex);
    rested = scratch.lock();
  }
  if (rested) {
    rested->giveBackRested();
  }
  blocks->giveBackRested();
}

StatusOr<const DecisionKernels *> Gpu::decisions() {
  std::lock_guard lock(decisionMutex);
  if (!decisionKernels) {
    const DeviceScope scope(*opened);
    WEFT_RETURN_IF_ERROR(scope.status());
    WEFT_ASSIGN_OR_RETURN(decisionKernels, DecisionKernels::load(*opened));
  }
  return decisionKernels.get();
}

//===----------------------------------------------------------------------===//
// Among other libraries
//===----------------------------------------------------------------------===//

Status StreamQueues::waitIn(intptr_t queue, const runtime::Fence &fence) {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  const DriverFunctions &driver = device.functions();
  // NOLINTNEXTLINE(performance-no-int-to-ptr): others pass handles so.
  void *stream = reinterpret_cast<void *>(queue);
  return driver.check(
      driver.streamWaitEvent(stream,
                             static_cast<const StreamFence &>(fence).mark, 0),
      "having another library wait for an array");
}

Status StreamQueues::chain(intptr_t earlier, intptr_t later) {
  if (earlier == later) {
    return Status::success();
  }
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  const DriverFunctions &driver = device.functions();
  void *mark = nullptr;
  WEFT_RETURN_IF_ERROR(driver.check(driver.eventCreate(&mark, eventWithoutTime),
                                    "making an event"));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): others pass handles so.
  Result result = driver.eventRecord(mark, reinterpret_cast<void *>(earlier));
  if (result == 0) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    result = driver.streamWaitEvent(reinterpret_cast<void *>(later), mark, 0);
  }
  // What waits for it goes on waiting.
  driver.eventDestroy(mark);
  return driver.check(result, "waiting for a stream of another library");
}

namespace {

/// Those that are open, so that an address alone finds the one it belongs to.
struct OpenGpus {
  std::mutex mutex;
  std::vector<std::weak_ptr<Gpu>> gpus;
};

OpenGpus &openGpus() {
  static OpenGpus open;
  return open;
}

} // namespace

std::vector<std::shared_ptr<Gpu>> Gpu::all() {
  OpenGpus &open = openGpus();
  std::lock_guard lock(open.mutex);
  std::vector<std::shared_ptr<Gpu>> found;
  std::erase_if(open.gpus, [&](const std::weak_ptr<Gpu> &gpu) {
    found.push_back(gpu.lock());
    if (found.back() == nullptr) {
      found.pop_back();
      return true;
    }
    return false;
  });
  return found;
}

StatusOr<std::shared_ptr<Gpu>> Gpu::open(int ordinal,
                                         const CacheOptions &kernelCache,
                                         std::chrono::nanoseconds rest) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<Device> device, Device::open(ordinal));
  // The last one to hold it may be a thread of its own, which cannot wait for
  // itself.
  std::shared_ptr<Gpu> gpu(new Gpu(std::move(device), kernelCache),
                           [](Gpu *last) {
                             // A forked child has none of its threads, and
                             // nothing of the driver's.
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
  WEFT_ASSIGN_OR_RETURN(gpu->following,
                        Stream::create(gpu->device(), Stream::Use::Copies));
  gpu->shared = std::make_unique<StreamQueues>(gpu->device(), *gpu->incoming);
  gpu->behindRuns = std::make_unique<CallsBehindRuns>(gpu->device());
  gpu->caretaker = std::make_unique<Caretaker>(
      rest, [&kept = *gpu] { kept.giveBackRested(); });
  OpenGpus &open = openGpus();
  std::lock_guard lock(open.mutex);
  open.gpus.push_back(gpu);
  return gpu;
}

} // namespace weft::cuda
