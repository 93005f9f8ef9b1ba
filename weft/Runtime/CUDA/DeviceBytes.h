// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of a GPU's heap, given back when nobody holds them: the storage of an
// array, and other libraries to which the array was lent.

#pragma once

#include "weft/Runtime/CUDA/Heap.h"
#include "weft/Runtime/CUDA/Stream.h"
#include "weft/Runtime/Memory.h"

#include <cstdint>
#include <memory>
#include <mutex>

namespace weft::cuda {

class DeviceBytesList;

class DeviceBytes : public std::enable_shared_from_this<DeviceBytes> {
public:
  /// Of a heap whose blocks work in `queue` uses; `owner` keeps all of these.
  /// `counted` of them are on the books of the account.
  DeviceBytes(std::shared_ptr<void> owner, DeviceBytesList &list, Heap &heap,
              const Stream &queue, uint64_t address, uint64_t counted,
              Ref<runtime::MemoryAccount> account);
  ~DeviceBytes();
  DeviceBytes(const DeviceBytes &) = delete;

  const uint64_t address;

private:
  friend class DeviceBytesList;
  const std::shared_ptr<void> owner;
  DeviceBytesList &list;
  Heap &heap;
  const Stream &queue;
  const uint64_t counted;
  const Ref<runtime::MemoryAccount> account;
  /// Neighbours in the list.
  DeviceBytes *next = nullptr;
  DeviceBytes *previous = nullptr;
};

/// All bytes of a heap that somebody holds. Adding and removing takes no time
/// to speak of, as every array does so; finding is for those who lend. Any
/// thread.
class DeviceBytesList {
public:
  void add(DeviceBytes &bytes);
  void remove(DeviceBytes &bytes);
  /// Null where none begin at the address.
  std::shared_ptr<DeviceBytes> find(uint64_t address);

private:
  std::mutex mutex;
  DeviceBytes *first = nullptr;
};

} // namespace weft::cuda
