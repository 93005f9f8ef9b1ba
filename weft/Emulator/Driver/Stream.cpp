// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Driver/Stream.h"

namespace weft::emulator::driver {

Stream::Stream(bool isBlocking, uint64_t seed)
    : takesTurns(isBlocking), random(seed), thread([this] { run(); }) {}

Stream::~Stream() {
  {
    std::lock_guard lock(mutex);
    ends = true;
  }
  changed.notify_all();
  thread.join();
}

uint64_t Stream::submit(std::function<void()> task) {
  std::lock_guard lock(mutex);
  tasks.push_back(std::move(task));
  changed.notify_all();
  return ++begun;
}

uint64_t Stream::submitted() {
  std::lock_guard lock(mutex);
  return begun;
}

void Stream::waitFor(uint64_t ticket) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return finished >= ticket; });
}

bool Stream::isDone(uint64_t ticket) {
  std::lock_guard lock(mutex);
  return finished >= ticket;
}

void Stream::run() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return ends || !tasks.empty(); });
      if (tasks.empty()) {
        return;
      }
      task = std::move(tasks.front());
      tasks.pop_front();
    }
    // Most work begins at once, some of it late.
    if (random.chance(10)) {
      std::this_thread::sleep_for(std::chrono::microseconds(random.below(200)));
    }
    task();
    // What the task held is gone before anyone hears that it is done.
    task = nullptr;
    {
      std::lock_guard lock(mutex);
      ++finished;
    }
    changed.notify_all();
  }
}

void Mark::set() {
  {
    std::lock_guard lock(mutex);
    isDone = true;
    when = std::chrono::steady_clock::now();
  }
  changed.notify_all();
}

void Mark::wait() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return isDone; });
}

bool Mark::check() {
  std::lock_guard lock(mutex);
  return isDone;
}

std::shared_ptr<Mark> Event::last() {
  std::lock_guard lock(mutex);
  return mark;
}

} // namespace weft::emulator::driver
