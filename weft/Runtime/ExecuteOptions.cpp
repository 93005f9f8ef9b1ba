// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/ExecuteOptions.h"

namespace weft::runtime {

uint64_t ReceivedBytes::currentBytes() const {
  std::lock_guard guard(mutex);
  return received.size();
}

Status ReceivedBytes::add(std::span<const char> chunk) {
  bool complete = false;
  {
    std::lock_guard guard(mutex);
    if (done()->isReady() && !done()->status().ok()) {
      return done()->status();
    }
    uint64_t missing = total - received.size();
    if (chunk.size() > missing) {
      return Status::invalidArgument(
          "a chunk of " + std::to_string(chunk.size()) +
          " bytes was added where " + std::to_string(missing) + " of " +
          std::to_string(total) + " are missing");
    }
    if (granule > 0 && chunk.size() % granule != 0) {
      return Status::invalidArgument(
          "a chunk of " + std::to_string(chunk.size()) +
          " bytes is no multiple of the granule of " + std::to_string(granule));
    }
    received.insert(received.end(), chunk.begin(), chunk.end());
    complete = received.size() == total;
  }
  if (complete) {
    done()->set();
  }
  return Status::success();
}

void ReceivedBytes::fail(Status status) { done()->set(std::move(status)); }

HostReceiver::~HostReceiver() {
  if (!target->done()->isReady()) {
    fail(Status::aborted("the host stopped sending after " +
                         std::to_string(currentBytes()) + " of " +
                         std::to_string(totalBytes()) + " bytes"));
  }
}

} // namespace weft::runtime
