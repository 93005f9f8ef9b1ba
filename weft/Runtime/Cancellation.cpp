// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Cancellation.h"

#include <algorithm>

namespace weft::runtime {

bool Cancellation::request(Status reason) {
  assert(!reason.ok() && "a run ends early for a reason");
  std::lock_guard guard(mutex);
  if (isRequested()) {
    return false;
  }
  why = std::move(reason);
  requested.store(1, std::memory_order_release);
  for (Listener *listener : listeners) {
    listener->told(why);
  }
  return true;
}

Status Cancellation::reason() const {
  if (!isRequested()) {
    return Status::success();
  }
  std::lock_guard guard(mutex);
  return why;
}

void Cancellation::limit(Deadlines &deadlines, const TimeLimit &limit,
                         const std::string &program) {
  deadline = std::make_unique<Deadline>(
      deadlines, limit.time,
      [this, reason = Status::deadlineExceeded(
                 "'" + program + "' was ended at its limit of " +
                 std::to_string(limit.time.count()) + " ms (" +
                 std::string(limit.source) +
                 "): raise it, set it to 0 for no limit, or do less in one "
                 "call")] { request(reason); });
}

void Cancellation::begin() {
  if (!deadline) {
    return;
  }
  if (Status started = deadline->start(); !started.ok()) {
    request(std::move(started));
  }
}

Status Cancellation::endOf(Status status) {
  std::optional<std::chrono::milliseconds> taken;
  if (deadline) {
    taken = deadline->stop();
  }
  if (status.ok()) {
    status = reason();
  }
  if (!taken || status.code() != StatusCode::DeadlineExceeded) {
    return status;
  }
  // Code that does not look ends later.
  return Status::deadlineExceeded(status.message() + "; it ran for " +
                                  std::to_string(taken->count()) + " ms");
}

Cancellation::Listener::Listener(Cancellation *cancellation, Told told)
    : cancellation(cancellation), told(std::move(told)) {
  if (!cancellation) {
    return;
  }
  std::lock_guard guard(cancellation->mutex);
  cancellation->listeners.push_back(this);
  if (cancellation->isRequested()) {
    this->told(cancellation->why);
  }
}

Cancellation::Listener::~Listener() {
  if (!cancellation) {
    return;
  }
  std::lock_guard guard(cancellation->mutex);
  std::erase(cancellation->listeners, this);
}

} // namespace weft::runtime
