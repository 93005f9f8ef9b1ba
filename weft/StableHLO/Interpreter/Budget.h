// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run may use, and what it has used.
//
// A program from outside must not take the machine down: tensors are counted
// before they are allocated, operations before they are executed, and calls
// before they are entered. Crossing a limit is a ResourceExhausted error with
// the numbers in it.
//
// One Budget is shared by everything that belongs to one run: all processes of
// a grid, and every tensor, which gives its bytes back when it dies. Tensors
// keep their budget alive, so that results may outlive the interpreter.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace weft::reference {

struct Limits {
  /// Bytes of tensors alive at one time.
  uint64_t maxBytes = uint64_t(8) << 30;
  /// Operations executed and calls of functions and regions, each counted
  /// every time. Some operations count their inner work too.
  uint64_t maxSteps = uint64_t(1) << 40;
  /// Calls of functions and regions inside one another. Bounds the native
  /// stack, so that recursion ends in an error.
  uint64_t maxDepth = 400;
};

class Budget : public std::enable_shared_from_this<Budget> {
public:
  static std::shared_ptr<Budget> create(const Limits &limits = {});

  const Limits &limits() const { return bounds; }
  uint64_t bytesInUse() const { return bytes.load(std::memory_order_relaxed); }
  uint64_t peakBytes() const { return peak.load(std::memory_order_relaxed); }

  /// Takes `count` bytes or says why not; `what` names the taker, for
  /// instance a tensor type.
  Status takeBytes(uint64_t count, llvm::function_ref<std::string()> what);
  void giveBytesBack(uint64_t count);

  /// Counts `count` steps. Also the place where a run notices that it has been
  /// cancelled, so long-running operations call it now and then.
  Status takeSteps(uint64_t count = 1);

  /// Makes every later takeSteps of every process fail with Cancelled.
  void cancel() { cancelled.store(true, std::memory_order_relaxed); }

private:
  explicit Budget(const Limits &limits) : bounds(limits) {}

  Limits bounds;
  std::atomic<uint64_t> bytes = 0;
  std::atomic<uint64_t> peak = 0;
  std::atomic<uint64_t> steps = 0;
  std::atomic<bool> cancelled = false;
};

} // namespace weft::reference
