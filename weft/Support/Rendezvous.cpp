// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Rendezvous.h"

#include <algorithm>

namespace weft {

std::string toString(ProcessId id) {
  return "(" + std::to_string(id.replica) + ", " +
         std::to_string(id.partition) + ")";
}

void Rendezvous::enter() {
  std::lock_guard guard(lock);
  ++threads;
}

void Rendezvous::leave() {
  std::lock_guard guard(lock);
  --threads;
  // Those who remain may now all be waiting for what nobody will bring.
  failIfStuck();
}

void Rendezvous::fail(Status status) {
  std::lock_guard guard(lock);
  failLocked(std::move(status));
}

void Rendezvous::failLocked(Status status) {
  if (failure.ok()) {
    failure = std::move(status);
    failed.store(true, std::memory_order_relaxed);
  }
  changed.notify_all();
}

Status Rendezvous::status() {
  if (!failed.load(std::memory_order_relaxed)) {
    return Status::success();
  }
  std::lock_guard guard(lock);
  return failure;
}

void Rendezvous::notify(const std::function<void()> &change) {
  std::lock_guard guard(lock);
  change();
  changed.notify_all();
}

void Rendezvous::failIfStuck() {
  if (waiters.empty() || waiters.size() < threads || !failure.ok() ||
      std::any_of(waiters.begin(), waiters.end(),
                  [](const Waiter &waiter) { return (*waiter.ready)(); })) {
    return;
  }
  std::vector<std::string> lines;
  for (const Waiter &waiter : waiters) {
    lines.push_back("process " + toString(waiter.self) + " waits for " +
                    waiter.what);
  }
  std::sort(lines.begin(), lines.end());
  std::string text = "the processes wait for each other: ";
  for (size_t i = 0; i < lines.size(); ++i) {
    text += (i == 0 ? "" : "; ") + lines[i];
  }
  failLocked(Status::failedPrecondition(std::move(text)));
}

Status Rendezvous::waitLocked(std::unique_lock<std::mutex> &held,
                              ProcessId self, std::string what,
                              const std::function<bool()> &ready) {
  if (ready()) {
    return Status::success();
  }
  auto waiter = waiters.insert(waiters.end(), {self, std::move(what), &ready});
  failIfStuck();
  changed.wait(held, [&] { return ready() || !failure.ok(); });
  waiters.erase(waiter);
  return ready() ? Status::success() : failure;
}

Status Rendezvous::wait(ProcessId self, std::string what,
                        const std::function<bool()> &ready) {
  std::unique_lock held(lock);
  return waitLocked(held, self, std::move(what), ready);
}

Status Rendezvous::show(
    ProcessId self, std::string_view name, int64_t channel,
    const ProcessGroup &group, const void *brought,
    const std::function<Status(std::span<const void *const>)> &look) {
  std::vector<const void *> all;
  std::unique_lock held(lock);
  ShowName named(name, channel, group);
  std::pair key(named, visits[{self, named}]++);
  // References into a map stay valid until the entry is erased, which only the
  // last one to leave does.
  Show &show = shows[key];
  show.brought[self] = brought;
  size_t missing = group.size() - show.brought.size();
  if (missing == 0) {
    show.isComplete = true;
    changed.notify_all();
  }
  Status met = waitLocked(held, self,
                          std::to_string(missing) + " of its group in " +
                              std::string(name),
                          [&] { return show.isComplete; });
  if (!met.ok()) {
    // Nobody may look at what is about to go.
    show.brought.erase(self);
    return met;
  }
  for (ProcessId member : group) {
    all.push_back(show.brought[member]);
  }
  held.unlock();
  Status looked = look(all);
  held.lock();
  if (++show.looked == group.size()) {
    changed.notify_all();
  }
  // Nobody waits for anything while looking, so this ends, and a failure is no
  // reason to let memory go that others read.
  changed.wait(held, [&] { return show.looked == group.size(); });
  if (++show.left == group.size()) {
    shows.erase(key);
  }
  return looked;
}

} // namespace weft
