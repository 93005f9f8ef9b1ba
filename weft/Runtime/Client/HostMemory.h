// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the processor reaches through pointers, its own or that of
// another device mapped for it: copies are the C library's, made by the
// client's threads.

#pragma once

#include "weft/Runtime/Client/BaseMemory.h"
#include "weft/Runtime/ThreadPool.h"

namespace weft::runtime {

class HostMemory : public BaseMemory {
public:
  HostMemory(int id, const MemoryDescription &description, Device &device,
             ThreadPool &pool, uint64_t limit)
      : BaseMemory(id, description, device, limit), pool(pool) {}

  bool isHostMemory() const override { return true; }

private:
  Ref<Event> startRead(StorageRange source, void *destination) override;
  Ref<Event> startWrite(const void *source, HostBytes promise,
                        StorageRange destination) override;
  Ref<Event> startCopy(StorageRange source, Memory &memory,
                       StorageRange destination) override;

  /// The bytes of `kept` are used by the copy.
  Ref<Event> copyBytes(const void *source, void *destination, uint64_t size,
                       Ref<Storage> kept, Ref<Storage> alsoKept = nullptr);

  ThreadPool &pool;
};

} // namespace weft::runtime
