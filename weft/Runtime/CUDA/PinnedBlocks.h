// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the host that a device reads and writes by itself: what goes from
// or to anywhere else is copied through it, piece by piece.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"

#include <array>
#include <condition_variable>
#include <mutex>

namespace weft::cuda {

/// Any thread.
class PinnedBlocks {
public:
  /// The most that one block has.
  static constexpr uint64_t kPiece = uint64_t(4) << 20;

  explicit PinnedBlocks(const Device &device) : device(device) {}
  ~PinnedBlocks();

  /// A block of at least so many bytes, at most kPiece. Who may wait does so
  /// while many are out; threads that give blocks back may not.
  StatusOr<char *> take(uint64_t bytes, bool mayWait);
  /// Null where many are out already.
  char *takeOneOfFew(uint64_t bytes);
  void giveBack(char *block, uint64_t bytes);

private:
  /// Blocks have 4 KiB, 64 KiB, 1 MiB or kPiece bytes.
  static constexpr std::array<uint64_t, 4> kSizes = {
      uint64_t(4) << 10, uint64_t(64) << 10, uint64_t(1) << 20, kPiece};
  static constexpr std::array<size_t, 4> kMost = {256, 64, 32, 16};

  static size_t classOf(uint64_t bytes);
  /// One that is free, or a new one, which is made without the lock: the driver
  /// may wait for a device that waits for others who need it.
  StatusOr<char *> takeOrMake(size_t size, std::unique_lock<std::mutex> lock);
  StatusOr<char *> make(size_t size) const;

  const Device &device;
  std::mutex mutex;
  std::condition_variable returned;
  std::array<std::vector<char *>, 4> free;
  std::array<size_t, 4> made = {};
};

} // namespace weft::cuda
