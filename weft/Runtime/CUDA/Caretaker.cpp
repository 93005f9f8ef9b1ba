// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Caretaker.h"

namespace weft::cuda {

Caretaker::Caretaker(std::chrono::nanoseconds period,
                     std::function<void()> round)
    : period(period), round(std::move(round)), thread([this] { run(); }) {}

Caretaker::~Caretaker() {
  {
    std::lock_guard lock(mutex);
    isClosing = true;
  }
  changed.notify_all();
  thread.join();
}

void Caretaker::run() {
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, period, [this] { return isClosing; })) {
    lock.unlock();
    round();
    lock.lock();
  }
}

} // namespace weft::cuda
