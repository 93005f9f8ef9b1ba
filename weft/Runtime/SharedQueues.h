// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queues of a device as other libraries of the process know them: by the
// handle that the device's driver gave out. Arrays change hands in their order,
// and nobody waits.

#pragma once

#include "weft/Runtime/Event.h"

#include <cstdint>

namespace weft::runtime {

class SharedQueues {
public:
  virtual ~SharedQueues() = default;

  /// Where others say what is to be over before bytes of theirs are used.
  virtual intptr_t arriving() const = 0;
  /// Has a queue of theirs wait.
  virtual Status waitIn(intptr_t queue, const Fence &fence) = 0;
};

} // namespace weft::runtime
