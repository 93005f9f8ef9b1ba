// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Event.h"

#include "weft/Runtime/Deferred.h"
#include "weft/Runtime/ThreadPool.h"

namespace weft::runtime {

Ref<Event> Event::ready() {
  // Never destroyed: threads may still hold it while the process ends.
  static Event *const immortal = [] {
    auto *event = new Event();
    event->set();
    return event;
  }();
  return Ref<Event>::share(immortal);
}

Ref<Event> Event::failed(Status status) {
  assert(!status.ok() && "a failure needs a reason");
  Ref<Event> event = pending();
  event->set(std::move(status));
  return event;
}

Ref<Event> Event::pending() { return Ref<Event>::adopt(new Event()); }

const Status &Event::status() const {
  assert(isReady() && "nothing is known yet");
  return outcome;
}

void Event::onReady(Callback callback) {
  if (!isReady()) {
    // In one-thread mode what would set the event may be parked here.
    runDeferred();
    std::lock_guard guard(mutex);
    if (!isReady()) {
      callbacks.push_back(std::move(callback));
      return;
    }
  }
  // A copy: the callback may release the event.
  Status status = outcome;
  callback(status);
}

void Event::onQueued(std::function<void()> callback) {
  if (!isReady()) {
    runDeferred();
    std::lock_guard guard(mutex);
    if (!isReady() && !place) {
      queueCallbacks.push_back(std::move(callback));
      return;
    }
  }
  callback();
}

Ref<Fence> Event::fence() const {
  std::lock_guard guard(mutex);
  return place;
}

bool Event::isQueued() const {
  if (isReady()) {
    return true;
  }
  std::lock_guard guard(mutex);
  return isReady() || place;
}

void Event::setFence(Ref<Fence> fence) {
  std::vector<std::function<void()>> toRun;
  {
    std::lock_guard guard(mutex);
    if (isReady()) {
      return;
    }
    place = std::move(fence);
    toRun.swap(queueCallbacks);
  }
  if (!toRun.empty()) {
    defer([toRun = std::move(toRun)] {
      for (const std::function<void()> &callback : toRun) {
        callback();
      }
    });
  }
}

const Status &Event::await() {
  if (!isReady()) {
    runDeferred();
    ThreadPool::whileBlocked([&] {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return isReady(); });
    });
  }
  return outcome;
}

std::optional<Status> Event::awaitFor(std::chrono::nanoseconds time) {
  if (!isReady()) {
    runDeferred();
    bool inTime = false;
    ThreadPool::whileBlocked([&] {
      std::unique_lock lock(mutex);
      inTime = changed.wait_for(lock, time, [&] { return isReady(); });
    });
    if (!inTime) {
      return std::nullopt;
    }
  }
  return outcome;
}

bool Event::set(Status status) {
  std::vector<std::function<void()>> queueCallbacksToRun;
  std::vector<Callback> toRun;
  Ref<Fence> passed;
  {
    std::lock_guard guard(mutex);
    if (isReady()) {
      return false;
    }
    outcome = std::move(status);
    happened.store(true, std::memory_order_release);
    queueCallbacksToRun.swap(queueCallbacks);
    toRun.swap(callbacks);
    passed = std::move(place);
    // Under the lock: who is woken may be the last to refer to this.
    changed.notify_all();
  }
  if (!toRun.empty() || !queueCallbacksToRun.empty()) {
    defer([self = Ref<Event>::share(this), toRun = std::move(toRun),
           queueCallbacksToRun = std::move(queueCallbacksToRun)] {
      for (const std::function<void()> &callback : queueCallbacksToRun) {
        callback();
      }
      for (const Callback &callback : toRun) {
        callback(self->outcome);
      }
    });
  }
  return true;
}

/// Calls `then` once it was told of by each of `events` through `tell`.
template <class Tell>
static void gather(std::span<const Ref<Event>> events, Tell tell,
                   std::function<void()> then) {
  struct Gathering : RefCounted {
    std::function<void()> then;
    std::atomic<size_t> missing;
  };
  Ref<Gathering> gathering = makeRef<Gathering>();
  gathering->then = std::move(then);
  // One more, so that nothing happens before all are registered.
  gathering->missing = events.size() + 1;
  auto arrive = [gathering] {
    if (gathering->missing.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      // What is held goes before anybody hears of it.
      std::function<void()>(std::move(gathering->then))();
    }
  };
  for (const Ref<Event> &event : events) {
    tell(*event, arrive);
  }
  arrive();
}

void whenAll(std::span<const Ref<Event>> events, Event::Callback then) {
  gather(
      events,
      [](Event &event, auto arrive) {
        event.onReady([arrive](const Status &) { arrive(); });
      },
      [all = std::vector(events.begin(), events.end()),
       then = std::move(then)]() mutable {
        const std::vector<Ref<Event>> held = std::move(all);
        for (const Ref<Event> &event : held) {
          if (!event->status().ok()) {
            then(event->status());
            return;
          }
        }
        then(Status::success());
      });
}

void whenAllQueued(std::span<const Ref<Event>> events,
                   std::function<void()> then) {
  gather(
      events, [](Event &event, auto arrive) { event.onQueued(arrive); },
      std::move(then));
}

Ref<Event> allOf(std::span<const Ref<Event>> events) {
  Ref<Event> all = Event::pending();
  whenAll(events, [all](const Status &status) { all->set(status); });
  return all;
}

} // namespace weft::runtime
