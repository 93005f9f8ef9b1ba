// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/ExecuteOptions.h"

namespace weft::runtime {

uint64_t HostReceiver::currentBytes() const {
  std::lock_guard guard(mutex);
  return received.size();
}

Status HostReceiver::addChunk(std::span<const char> chunk) {
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
          " bytes is no multiple of the granule of " +
          std::to_string(granule));
    }
    received.insert(received.end(), chunk.begin(), chunk.end());
    complete = received.size() == total;
  }
  if (complete) {
    done()->set();
  }
  return Status::success();
}

void HostReceiver::fail(Status status) { done()->set(std::move(status)); }

} // namespace weft::runtime
