// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A memory of a device, and pieces of it.

#pragma once

#include "weft/Executable/ArrayType.h"
#include "weft/Runtime/Event.h"
#include "weft/Runtime/HostArray.h"

#include <atomic>
#include <functional>
#include <span>
#include <string>

namespace weft::runtime {

class Client;
class Device;

inline constexpr uint64_t kAlignment = 64;

struct MemoryStats {
  uint64_t bytesInUse = 0;
  uint64_t peakBytesInUse = 0;
  /// Allocations ever made.
  uint64_t allocations = 0;
  uint64_t largestAllocation = 0;
  uint64_t bytesLimit = 0;
};

/// The books of a memory. Outlives the memory while storage is alive. Takes no
/// lock: each number is right by itself, several of them may be of different
/// moments.
class MemoryAccount : public RefCounted {
public:
  MemoryAccount(std::string name, uint64_t limit)
      : name(std::move(name)), limit(limit) {}

  /// Counts `bytes` in, or says with numbers why not.
  Status take(uint64_t bytes);
  void giveBack(uint64_t bytes);
  MemoryStats stats() const;
  /// The peak and the counts start again from the present.
  void resetStats();

private:
  const std::string name;
  const uint64_t limit;
  std::atomic<uint64_t> bytesInUse = 0;
  std::atomic<uint64_t> peakBytesInUse = 0;
  std::atomic<uint64_t> allocations = 0;
  std::atomic<uint64_t> largestAllocation = 0;
};

/// Bytes in a memory, alive as long as somebody refers to them.
class Storage : public RefCounted {
public:
  using Release = std::function<void()>;

  /// Runs `release` at the end. `writable`: whether somebody who holds the
  /// only reference may overwrite the bytes.
  Storage(void *data, uint64_t size, bool writable, Release release)
      : bytes(data), byteCount(size), mayWrite(writable),
        release(std::move(release)) {}
  ~Storage() override;

  void *data() const { return bytes; }
  uint64_t size() const { return byteCount; }
  bool isWritable() const { return mayWrite; }

private:
  void *const bytes;
  const uint64_t byteCount;
  const bool mayWrite;
  const Release release;
};

/// Belongs to its client and lives as long as that. Any thread.
class Memory {
public:
  virtual ~Memory() = default;

  /// Unique within the client, dense from 0.
  virtual int id() const = 0;
  /// "device", "pinned_host" or "unpinned_host".
  virtual const std::string &kind() const = 0;
  /// The same for all memories of one kind.
  virtual int kindId() const = 0;
  virtual const std::string &debugString() const = 0;
  virtual const std::string &toString() const = 0;
  /// The device it is the memory of.
  virtual Device &device() const = 0;
  virtual std::span<Device *const> devices() const = 0;
  virtual Client &client() const = 0;
  /// Whether the processor can read and write it through plain pointers.
  virtual bool isHostMemory() const = 0;

  /// Aligned to kAlignment, contents undefined. ResourceExhausted beyond the
  /// limit or when the machine has none.
  virtual StatusOr<Ref<Storage>> allocate(uint64_t bytes) = 0;
  /// Counts bytes that somebody has from elsewhere, or refuses them.
  virtual Status charge(uint64_t bytes) = 0;
  virtual void discharge(uint64_t bytes) = 0;
  virtual MemoryStats stats() const = 0;
  virtual void resetStats() = 0;

  /// Runs `work` when it is its turn: at once in this thread when `bytes` is
  /// little, else as a task of the client. Copies are made this way.
  virtual void schedule(uint64_t bytes, std::function<void()> work) = 0;
};

} // namespace weft::runtime
