// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Something that will have happened, or failed.
//
// An event is set once and never reset. Callbacks run outside every lock: in
// the thread that sets the event, or at once in the registering thread when it
// is already set. A callback may drop the last reference to its own event, set
// other events and start work; it must not wait.
//
// What a device's queue will do has a fence as soon as it is in the queue: work
// that comes later in the order of queues may be begun then, long before the
// event is set.

#pragma once

#include "weft/Runtime/Fence.h"
#include "weft/Support/Status.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace weft::runtime {

class Event : public RefCounted {
public:
  using Callback = std::function<void(const Status &)>;

  /// One shared object: the common case allocates nothing.
  static Ref<Event> ready();
  static Ref<Event> failed(Status status);
  static Ref<Event> pending();

  bool isReady() const { return happened.load(std::memory_order_acquire); }
  /// Success or why not; only once isReady().
  const Status &status() const;

  void onReady(Callback callback);
  /// Called when the event is set or has a fence, whatever is first.
  void onQueued(std::function<void()> callback);
  /// Null before there is one, and once the event is set.
  Ref<Fence> fence() const;
  /// Whether it is set or has a fence.
  bool isQueued() const;
  /// Waits. Inside a task of the client's pool, another thread takes over the
  /// waiting task's place.
  const Status &await();
  /// Nothing when the time has passed.
  std::optional<Status> awaitFor(std::chrono::nanoseconds time);

  /// Whether this call was the one that set it.
  bool set(Status status = Status::success());
  /// By whoever sets it: it stands in a queue from now on.
  void setFence(Ref<Fence> fence);

private:
  Event() : outcome(Status::success()) {}

  std::atomic<bool> happened = false;
  mutable std::mutex mutex;
  std::condition_variable changed;
  Status outcome;
  Ref<Fence> place;
  std::vector<Callback> callbacks;
  /// Of those who do not wait for more than a fence.
  std::vector<std::function<void()>> queueCallbacks;
};

/// Calls `then` once all events are set, with the failure of the first failed
/// one in the order given, else success.
void whenAll(std::span<const Ref<Event>> events, Event::Callback then);
/// Calls `then` once each event is set or has a fence.
void whenAllQueued(std::span<const Ref<Event>> events,
                   std::function<void()> then);
/// whenAll as an event.
Ref<Event> allOf(std::span<const Ref<Event>> events);

} // namespace weft::runtime
