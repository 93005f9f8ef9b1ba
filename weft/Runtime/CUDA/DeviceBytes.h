// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of a GPU, given back when nobody holds them: the storage of an array,
// and other libraries to which the array was lent.

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
  virtual ~DeviceBytes() = default;
  DeviceBytes(const DeviceBytes &) = delete;

  const uint64_t address;

protected:
  DeviceBytes(DeviceBytesList &list, uint64_t address);
  /// Before they are given back: the next ones may begin at their address.
  void leaveList();

private:
  friend class DeviceBytesList;
  DeviceBytesList &list;
  /// Neighbours in the list.
  DeviceBytes *next = nullptr;
  DeviceBytes *previous = nullptr;
};

/// Of a heap whose blocks work in `queue` uses.
class HeapBytes final : public DeviceBytes {
public:
  /// `owner` keeps all of these. `counted` bytes are on the books of the
  /// account.
  HeapBytes(std::shared_ptr<void> owner, DeviceBytesList &list, Heap &heap,
            const Stream &queue, uint64_t address, uint64_t counted,
            Ref<runtime::MemoryAccount> account);
  ~HeapBytes() override;

private:
  const std::shared_ptr<void> owner;
  Heap &heap;
  const Stream &queue;
  const uint64_t counted;
  const Ref<runtime::MemoryAccount> account;
};

/// Of another library, to which `release` gives them back.
class ForeignBytes final : public DeviceBytes {
public:
  ForeignBytes(std::shared_ptr<void> owner, DeviceBytesList &list,
               uint64_t address, runtime::Storage::Release release);
  ~ForeignBytes() override;

private:
  const std::shared_ptr<void> owner;
  const runtime::Storage::Release release;
};

/// All bytes of a GPU that somebody holds. Adding and removing takes no time
/// to speak of, as every array does so; finding is for those who lend. Any
/// thread.
class DeviceBytesList {
public:
  void add(DeviceBytes &bytes);
  void remove(DeviceBytes &bytes);
  /// Null where none begin at the address; any of those where several do.
  std::shared_ptr<DeviceBytes> find(uint64_t address);

private:
  std::mutex mutex;
  DeviceBytes *first = nullptr;
};

} // namespace weft::cuda
