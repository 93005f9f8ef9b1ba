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
  std::vector<Callback> toRun;
  {
    std::lock_guard guard(mutex);
    if (isReady()) {
      return false;
    }
    outcome = std::move(status);
    happened.store(true, std::memory_order_release);
    toRun.swap(callbacks);
    // Under the lock: who is woken may be the last to refer to this.
    changed.notify_all();
  }
  if (!toRun.empty()) {
    defer([self = Ref<Event>::share(this), toRun = std::move(toRun)] {
      for (const Callback &callback : toRun) {
        callback(self->outcome);
      }
    });
  }
  return true;
}

void whenAll(std::span<const Ref<Event>> events, Event::Callback then) {
  struct Gathering : RefCounted {
    std::vector<Ref<Event>> events;
    Event::Callback then;
    std::atomic<size_t> missing;
  };
  Ref<Gathering> gathering = makeRef<Gathering>();
  gathering->events.assign(events.begin(), events.end());
  gathering->then = std::move(then);
  // One more, so that nothing happens before all are registered.
  gathering->missing = events.size() + 1;
  auto arrive = [gathering] {
    if (gathering->missing.fetch_sub(1, std::memory_order_acq_rel) != 1) {
      return;
    }
    std::vector<Ref<Event>> all = std::move(gathering->events);
    for (const Ref<Event> &event : all) {
      if (!event->status().ok()) {
        gathering->then(event->status());
        return;
      }
    }
    gathering->then(Status::success());
  };
  for (const Ref<Event> &event : events) {
    event->onReady([arrive](const Status &) { arrive(); });
  }
  arrive();
}

Ref<Event> allOf(std::span<const Ref<Event>> events) {
  Ref<Event> all = Event::pending();
  whenAll(events, [all](const Status &status) { all->set(status); });
  return all;
}

} // namespace weft::runtime
