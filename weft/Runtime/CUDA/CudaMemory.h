// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memories of a GPU: its own, and memory of the host that it reaches.

#pragma once

#include "weft/Runtime/CUDA/Gpu.h"
#include "weft/Runtime/Client/HostMemory.h"

namespace weft::cuda {

/// Where the processor reaches nothing.
class CudaMemory final : public runtime::BaseMemory {
public:
  CudaMemory(int id, const runtime::MemoryDescription &description,
             runtime::Device &device, std::shared_ptr<Gpu> gpu,
             runtime::ThreadPool &pool, uint64_t limit)
      : BaseMemory(id, description, device, limit), gpu(std::move(gpu)),
        pool(pool) {}

  bool isHostMemory() const override { return false; }
  StatusOr<Ref<runtime::Storage>> allocate(uint64_t bytes) override;

private:
  using Event = runtime::Event;
  using StorageRange = runtime::StorageRange;

  Ref<Event> startRead(StorageRange source, void *destination) override;
  Ref<Event> startWrite(const void *source, runtime::HostBytes promise,
                        StorageRange destination) override;
  Ref<Event> startCopy(StorageRange source, Memory &memory,
                       StorageRange destination) override;

  /// Copies piece by piece through pinned blocks, and waits for those.
  Ref<Event> readPieces(const StorageRange &source, char *destination);
  Ref<Event> writePieces(const char *source, const StorageRange &destination);
  /// The same in a thread of the client if there is much to copy.
  Ref<Event> schedule(uint64_t bytes, Ref<runtime::Storage> kept,
                      std::function<Ref<Event>()> copy);

  const std::shared_ptr<Gpu> gpu;
  runtime::ThreadPool &pool;
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
