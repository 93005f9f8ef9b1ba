// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A memory of a device, and pieces of it.

#pragma once

#include "weft/Executable/ArrayType.h"
#include "weft/Runtime/Event.h"
#include "weft/Runtime/HeldBytes.h"
#include "weft/Runtime/HostArray.h"
#include "weft/Runtime/SharedQueues.h"
#include "weft/Runtime/Workers.h"

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
  Status charge(uint64_t bytes);
  void discharge(uint64_t bytes);
  /// The same of an array, which goes as a whole.
  Status take(uint64_t bytes);
  void giveBack(uint64_t bytes);
  /// By arrays.
  HeldBytes held() const;
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
  struct HeldClass {
    std::atomic<uint64_t> count = 0;
    std::atomic<uint64_t> bytes = 0;
  };
  std::array<HeldClass, HeldBytes::kClasses> classes;
};

/// Bytes in a memory, alive as long as they are referred to.
class Storage : public RefCounted {
public:
  using Release = std::function<void()>;

  /// Runs `release` at the end. `writable`: whether somebody who holds the
  /// only reference may overwrite the bytes.
  Storage(void *data, uint64_t size, bool writable, Release release)
      : bytes(data), byteCount(size), mayWrite(writable),
        release(std::move(release)) {}
  ~Storage() override;

  /// Where the bytes are, in the memory's own terms: only addresses in a host
  /// memory mean anything to the processor.
  void *address() const { return bytes; }
  uint64_t size() const { return byteCount; }
  virtual bool isWritable() const { return mayWrite; }
  /// Whether the bytes may be let go of while work that is in a queue of the
  /// device uses them: whoever gets them next comes later in that queue, or
  /// waits for it.
  virtual bool goesInOrder() const { return false; }

private:
  void *const bytes;
  const uint64_t byteCount;
  const bool mayWrite;
  const Release release;
};

/// Some of the bytes of a storage.
struct StorageRange {
  Ref<Storage> storage;
  uint64_t offset = 0;
  uint64_t size = 0;
};

/// What the caller promises about bytes of the host that are to be copied.
enum class HostBytes {
  /// Unchanged until the call returns.
  UnchangedDuringCall,
  /// Unchanged until the event is set.
  UnchangedUntilDone,
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
  /// The client, to those who only want work done or the memory kept.
  virtual Workers &workers() const = 0;
  /// Whether the processor can read and write it through plain pointers.
  virtual bool isHostMemory() const = 0;
  /// Of a device whose addresses other libraries of the process understand;
  /// null where there is none.
  virtual SharedQueues *sharedQueues() const { return nullptr; }

  /// Aligned to kAlignment, contents undefined. ResourceExhausted beyond the
  /// limit or when the machine has none.
  virtual StatusOr<Ref<Storage>> allocate(uint64_t bytes) = 0;
  struct View {
    Ref<Storage> storage;
    Ref<Event> ready;
  };
  /// Bytes of somebody else's, in a memory whose addresses he understands;
  /// `queue` as in Client::createView. Those that are not aligned as programs
  /// want them may be copied. `release` does not run after a failure.
  virtual StatusOr<View> view(void *data, uint64_t bytes,
                              Storage::Release release, intptr_t queue);
  /// Counts bytes that were allocated elsewhere, or refuses them.
  virtual Status charge(uint64_t bytes) = 0;
  virtual void discharge(uint64_t bytes) = 0;
  virtual MemoryStats stats() const = 0;
  virtual void resetStats() = 0;
  /// By arrays that are there.
  virtual HeldBytes held() const = 0;

  /// Copies between storage of this memory and the host, and to storage of
  /// `memory`, which is of the same client, be it this one. They return at once
  /// and keep what they use until they are over, not longer: the event is set
  /// then, and errors come through it too. InvalidArgument: bytes outside of
  /// the storage. Nothing waits here: the source holds what is to be copied,
  /// and nothing else uses the destination, which does not overlap the source.
  Ref<Event> read(StorageRange source, void *destination);
  /// The same of bytes that will be there behind a fence. Null where they are
  /// better read once that is so.
  Ref<Event> readBehind(const Ref<Fence> &fence, StorageRange source,
                        void *destination);
  Ref<Event> write(const void *source, HostBytes promise,
                   StorageRange destination);
  Ref<Event> copy(StorageRange source, Memory &memory,
                  StorageRange destination);

private:
  /// The same, of at least one byte; ranges are inside of their storage.
  virtual Ref<Event> startRead(StorageRange source, void *destination) = 0;
  virtual Ref<Event> startReadBehind(const Ref<Fence> &, const StorageRange &,
                                     void *) {
    return nullptr;
  }
  virtual Ref<Event> startWrite(const void *source, HostBytes promise,
                                StorageRange destination) = 0;
  virtual Ref<Event> startCopy(StorageRange source, Memory &memory,
                               StorageRange destination) = 0;
};

} // namespace weft::runtime
