// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that sees to something now and then, also while nobody does
// anything.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace weft::cuda {

class Caretaker {
public:
  Caretaker(std::chrono::nanoseconds period, std::function<void()> round);
  /// Waits for the round that it is on.
  ~Caretaker();

private:
  void run();

  const std::chrono::nanoseconds period;
  const std::function<void()> round;
  std::mutex mutex;
  std::condition_variable changed;
  bool isClosing = false;
  std::thread thread;
};

} // namespace weft::cuda
