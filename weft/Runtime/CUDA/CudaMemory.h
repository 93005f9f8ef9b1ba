// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memories of a GPU: its own, and memory of the host that it reaches.

#pragma once

#include "weft/Runtime/CUDA/Gpu.h"
#include "weft/Runtime/Client/HostMemory.h"

namespace weft::cuda {

/// Null for arrays without storage.
uint64_t addressOf(const Ref<runtime::Storage> &storage);

/// Where the processor reaches nothing.
class CudaMemory final : public runtime::BaseMemory {
public:
  CudaMemory(int id, const runtime::MemoryDescription &description,
             runtime::Device &device, std::shared_ptr<Gpu> gpu,
             runtime::ThreadPool &pool, uint64_t limit)
      : BaseMemory(id, description, device, limit), gpu(std::move(gpu)),
        pool(pool), scratch(std::make_shared<Scratch>()) {
    this->gpu->lookAfter(scratch);
  }

  bool isHostMemory() const override { return false; }
  runtime::SharedQueues *sharedQueues() const override {
    return &gpu->queues();
  }
  StatusOr<Ref<runtime::Storage>> allocate(uint64_t bytes) override;
  StatusOr<View> view(void *data, uint64_t bytes,
                      runtime::Storage::Release release,
                      intptr_t queue) override;

  /// At least so many bytes for programs that run one after the other in the
  /// queue for kernels: all get the same, and hold it until they are in the
  /// queue. It goes when memory runs out, and when it has rested.
  StatusOr<Ref<runtime::Storage>> scratchOf(uint64_t bytes);

private:
  using Event = runtime::Event;
  using StorageRange = runtime::StorageRange;

  Ref<Event> startRead(StorageRange source, void *destination) override;
  Ref<Event> startReadBehind(const Ref<runtime::Fence> &fence,
                             const StorageRange &source,
                             void *destination) override;
  Ref<Event> startWrite(const void *source, runtime::HostBytes promise,
                        StorageRange destination) override;
  Ref<Event> startCopy(StorageRange source, Memory &memory,
                       StorageRange destination) override;

  /// To another device's.
  Ref<Event> copyThroughHost(StorageRange source, Memory &memory,
                             StorageRange destination);
  /// Through a pinned block, which goes back when it is done.
  Ref<Event> readPiece(Stream &stream, const Stream::Fences &fences,
                       const StorageRange &source, char *block,
                       char *destination);
  /// Copies piece by piece through pinned blocks, and waits for those.
  Ref<Event> readPieces(const StorageRange &source, char *destination);
  Ref<Event> writePieces(const char *source, const StorageRange &destination);
  /// The same in a thread of the client if there is much to copy.
  Ref<Event> schedule(uint64_t bytes, Ref<runtime::Storage> kept,
                      std::function<Ref<Event>()> copy);

  StatusOr<Ref<runtime::Storage>> tryToAllocate(uint64_t bytes);
  /// Before bytes arrive where kernels in the queue may still be busy with what
  /// was there before.
  Stream::Fences fencesBefore(const StorageRange &written) const;

  const std::shared_ptr<Gpu> gpu;
  runtime::ThreadPool &pool;
  const std::shared_ptr<Scratch> scratch;
};

/// Memory of the host that the device reads and writes, too.
class PinnedMemory final : public runtime::HostMemory {
public:
  PinnedMemory(int id, const runtime::MemoryDescription &description,
               runtime::Device &device, std::shared_ptr<Gpu> gpu,
               runtime::ThreadPool &pool, uint64_t limit)
      : HostMemory(id, description, device, pool, limit), gpu(std::move(gpu)) {}

  StatusOr<Ref<runtime::Storage>> allocate(uint64_t bytes) override;

private:
  const std::shared_ptr<Gpu> gpu;
};

} // namespace weft::cuda
