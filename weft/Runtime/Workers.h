// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a client, as its memories and buffers see them.

#pragma once

#include "weft/Support/Ref.h"

#include <cstdint>
#include <functional>

namespace weft::runtime {

/// Who holds a reference holds the client, and so its devices and memories.
class Workers : public RefCounted {
public:
  /// Threads that work at one time, for all devices together.
  virtual int threadCount() const = 0;
  /// Runs `work`, which goes through so many bytes, when it is its turn: at
  /// once in this thread when they are few, else as a task of the client. The
  /// work holds the client if it needs it.
  virtual void schedule(uint64_t bytes, std::function<void()> work) = 0;
};

} // namespace weft::runtime
