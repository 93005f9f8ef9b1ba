// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for programs that run one after the other in the queue for kernels:
// all get the same, and hold it until they are in the queue.

#pragma once

#include "weft/Runtime/Memory.h"

#include <functional>
#include <mutex>

namespace weft::cuda {

/// Any thread.
class Scratch {
public:
  using Allocate =
      std::function<StatusOr<Ref<runtime::Storage>>(uint64_t bytes)>;

  /// At least so many bytes.
  StatusOr<Ref<runtime::Storage>> take(uint64_t bytes,
                                       const Allocate &allocate);
  /// False where there was none.
  bool giveBack();
  /// Called now and then: gives it back where nobody took it since the last
  /// time.
  void giveBackRested();

private:
  std::mutex mutex;
  Ref<runtime::Storage> held;
  bool rests = false;
};

} // namespace weft::cuda
