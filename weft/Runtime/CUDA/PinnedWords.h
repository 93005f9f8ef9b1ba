// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words of the host's memory that a device reads and writes by itself, a few
// for each program. What the host says there the device hears although the
// driver answers nobody, and what the device says there is left when it is
// lost.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>

namespace weft::cuda {

/// Any thread.
class PinnedWords {
public:
  /// What one program has.
  static constexpr size_t kWords = 64;
  using Words = std::span<uint32_t, kWords>;

  explicit PinnedWords(const Device &device) : device(device) {}
  ~PinnedWords();

  /// All zero.
  StatusOr<Words> take();
  void giveBack(Words words);

  static void set(uint32_t &word, uint32_t value) {
    std::atomic_ref(word).store(value, std::memory_order_release);
  }
  static uint32_t get(uint32_t &word) {
    return std::atomic_ref(word).load(std::memory_order_acquire);
  }

private:
  static constexpr size_t kPageBytes = size_t(4) << 10;

  const Device &device;
  std::mutex mutex;
  std::vector<uint32_t *> free;
  std::vector<void *> pages;
};

} // namespace weft::cuda
