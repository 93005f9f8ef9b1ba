// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Budget.h"

#include <llvm/Support/FormatVariadic.h>

namespace weft::reference {

std::shared_ptr<Budget> Budget::create(const Limits &limits) {
  return std::shared_ptr<Budget>(new Budget(limits));
}

Status Budget::takeBytes(uint64_t count,
                         llvm::function_ref<std::string()> what) {
  uint64_t before = bytes.load(std::memory_order_relaxed);
  do {
    if (count > bounds.maxBytes || before > bounds.maxBytes - count) {
      return Status::resourceExhausted(
          llvm::formatv("{0} needs {1} bytes, but {2} of {3} are in use: use "
                        "smaller tensors or raise the memory limit",
                        what(), count, before, bounds.maxBytes));
    }
  } while (!bytes.compare_exchange_weak(before, before + count,
                                        std::memory_order_relaxed));
  uint64_t now = before + count;
  uint64_t highest = peak.load(std::memory_order_relaxed);
  while (highest < now &&
         !peak.compare_exchange_weak(highest, now, std::memory_order_relaxed)) {
  }
  return Status::success();
}

void Budget::giveBytesBack(uint64_t count) {
  bytes.fetch_sub(count, std::memory_order_relaxed);
}

Status Budget::takeSteps(uint64_t count) {
  uint64_t taken = steps.fetch_add(count, std::memory_order_relaxed) + count;
  if (taken > bounds.maxSteps || taken < count) {
    return Status::resourceExhausted(
        llvm::formatv("the program has executed {0} steps, the limit is {1}: "
                      "check that its loops end, or raise the step limit",
                      taken, bounds.maxSteps));
  }
  if (cancelled.load(std::memory_order_relaxed)) {
    return Status::cancelled("the run was cancelled");
  }
  return Status::success();
}

} // namespace weft::reference
