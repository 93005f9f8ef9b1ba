// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A heap in reserved addresses. Memory is mapped there chunk by chunk where a
// block needs it, and blocks span chunks.
//
//   place   0       1       2       3       4       5 ...
//          [a a b .|. . . .|       |c c c c|c d . .|          [ ] mapped
//
// A block of a chunk and a half fits between b and c, once place 2 is mapped.
// Where the driver has no more, a chunk that nothing uses moves there.
//
// What the driver has to be asked for is asked for by one thread at a time;
// blocks in memory that is there come and go meanwhile.

#pragma once

#include "weft/Runtime/CUDA/AddressSpace.h"
#include "weft/Runtime/CUDA/BlockMap.h"
#include "weft/Runtime/CUDA/Heap.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace weft::cuda {

/// The queue whose work uses blocks, by numbers of work.
struct WorkNumbers {
  /// All up to this one is over.
  std::function<uint64_t()> completed;
  /// Until the work of this number is over.
  std::function<void(uint64_t number)> waitFor;
};

class ChunkHeap final : public Heap {
public:
  ChunkHeap(std::unique_ptr<AddressSpace> addresses, WorkNumbers work);
  /// No work uses any block by now.
  ~ChunkHeap() override;

  StatusOr<uint64_t> allocate(uint64_t bytes) override;
  void free(uint64_t address, uint64_t usedUntil = 0) override;
  uint64_t usedUntil(uint64_t address) const override;
  /// Chunks in which no block was since the call before, and which no work
  /// uses.
  void giveBackRested() override;
  uint64_t takenBytes() const override;
  uint64_t blockBytes() const override;

private:
  struct Place {
    /// Busy ones are being mapped or unmapped.
    enum class State : uint8_t { Bare, Mapped, Busy };
    State state = State::Bare;
    /// Whether no block has begun to use it since somebody looked.
    bool rests = false;
    /// Blocks that lie in it, wholly or in part.
    uint32_t users = 0;
    uint64_t chunk = 0;
    /// The last work of blocks that were in it.
    uint64_t usedUntil = 0;
  };
  /// Where a block goes that some memory is missing for.
  struct Site {
    uint64_t address = 0;
    /// Bare ones.
    std::vector<uint64_t> places;
    /// What was free of it.
    std::vector<BlockMap::Range> parts;
  };
  /// Where chunks that no place has are.
  using Chunks = std::vector<uint64_t>;

  uint64_t addressOf(uint64_t place) const {
    return shape.base + place * shape.chunkBytes;
  }
  uint64_t placeOf(uint64_t address) const {
    return (address - shape.base) / shape.chunkBytes;
  }
  bool isBare(uint64_t place) const {
    return place < places.size() && places[place].state == Place::State::Bare;
  }
  bool isIdle(const Place &place) const {
    return place.state == Place::State::Mapped && place.users == 0;
  }

  // With the mutex.
  uint64_t takeThere(uint64_t size);
  void enter(uint64_t address, uint64_t size);
  void leave(uint64_t address, uint64_t size, uint64_t usedUntil);
  StatusOr<Site> findSite(uint64_t size) const;
  /// How many places are bare in a site that begins with what is free before
  /// this one; 0 where it does not fit.
  uint64_t bareFrom(uint64_t place, uint64_t size) const;
  void claim(Site &site, uint64_t size);
  void abandon(const Site &site, uint64_t size);
  void settle(const Site &site, const Chunks &chunks, uint64_t size);
  void close(uint64_t place);

  // By one thread at a time, without it.
  StatusOr<uint64_t> grow(uint64_t size);
  StatusOr<Chunks> takeChunks(uint64_t count);
  /// Chunks that nothing uses, out of their places. None where they are not
  /// enough.
  Chunks takeIdle(uint64_t count);
  /// Chunks of closed places. What cannot be unmapped stays closed.
  Chunks unmap(const std::vector<uint64_t> &closed);
  Status mapAll(const std::vector<uint64_t> &sites, const Chunks &chunks);
  void release(const Chunks &chunks);

  const std::unique_ptr<AddressSpace> addresses;
  const AddressSpace::Shape shape;
  const WorkNumbers work;

  /// Held by whoever asks the driver, in front of `mutex`.
  std::mutex growth;
  mutable std::mutex mutex;
  BlockMap blocks;
  std::vector<Place> places;
  uint64_t mappedPlaces = 0;
};

} // namespace weft::cuda
