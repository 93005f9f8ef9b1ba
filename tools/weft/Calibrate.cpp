// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each number is the best of several tries: what disturbs a measurement only
// makes it longer.

#include "tools/weft/Calibrate.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

namespace weft::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int tries = 7;

/// The shortest time of `work`, in picoseconds.
double shortest(llvm::function_ref<void()> work) {
  double best = 0;
  for (int i = 0; i < tries; ++i) {
    Clock::time_point start = Clock::now();
    work();
    double spent =
        std::chrono::duration<double, std::pico>(Clock::now() - start).count();
    best = i == 0 ? spent : std::min(best, spent);
  }
  return best;
}

/// Keeps the compiler from leaving work out.
void keep(const void *memory) { asm volatile("" : : "r"(memory) : "memory"); }

/// Bytes read and written per nanosecond by one thread, while `bytes` in all
/// are touched again and again.
double copyRate(int64_t bytes) {
  const auto half = static_cast<size_t>(bytes / 2);
  std::vector<char> from(half, 1);
  std::vector<char> to(half);
  constexpr size_t moved = size_t(64) << 20;
  const size_t times = std::max<size_t>(1, moved / half);
  double spent = shortest([&] {
    for (size_t i = 0; i < times; ++i) {
      std::memcpy(to.data(), from.data(), half);
      keep(to.data());
    }
  });
  return 2.0 * static_cast<double>(half * times) * 1000 / spent;
}

/// Picoseconds for a multiplication with its addition of f32, two units, in
/// loops as compiled code has them.
double unitTime() {
  constexpr size_t count = 2048;
  constexpr int times = 2000;
  std::vector<float> x(count, 1.0F);
  std::vector<float> y(count, 0.5F);
  double spent = shortest([&] {
    for (int i = 0; i < times; ++i) {
      for (size_t j = 0; j < count; ++j) {
        y[j] = x[j] * 0.999F + y[j];
      }
      keep(y.data());
    }
  });
  return spent / (2.0 * count * times);
}

/// Picoseconds until a thread that sleeps has answered.
double answerTime() {
  std::mutex mutex;
  std::condition_variable changed;
  int asked = 0;
  int answered = 0;
  bool isOver = false;
  std::thread other([&] {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return isOver || asked != answered; });
      if (isOver) {
        return;
      }
      answered = asked;
      changed.notify_all();
    }
  });
  constexpr int times = 200;
  double spent = shortest([&] {
    for (int i = 0; i < times; ++i) {
      std::unique_lock lock(mutex);
      ++asked;
      changed.notify_all();
      changed.wait(lock, [&] { return asked == answered; });
    }
  });
  {
    std::lock_guard lock(mutex);
    isOver = true;
  }
  changed.notify_all();
  other.join();
  return spent / times;
}

/// Picoseconds for a line that another thread has written, beyond those for one
/// that this one wrote.
double handedLineTime() {
  constexpr size_t lineBytes = 64;
  constexpr size_t bytes = size_t(256) << 10;
  std::vector<int64_t> array(bytes / sizeof(int64_t));
  auto update = [&] {
    for (int64_t &element : array) {
      ++element;
    }
    keep(array.data());
  };
  // Only the second update of the two is timed.
  auto second = [&](llvm::function_ref<void()> first) {
    double best = INFINITY;
    for (int i = 0; i < tries; ++i) {
      first();
      const Clock::time_point start = Clock::now();
      update();
      best = std::min(
          best, std::chrono::duration<double, std::pico>(Clock::now() - start)
                    .count());
    }
    return best;
  };
  const double handed = second([&] { std::thread(update).join(); });
  return (handed - second(update)) / (double(bytes) / lineBytes);
}

} // namespace

Calibration measureHost(const Machine &host) {
  Calibration found;
  auto set = [&](const std::string &name, double value) {
    found[name] = std::max<int64_t>(1, std::llround(value));
  };
  int64_t nearer = 0;
  double slowest = 0;
  for (const MemoryLevel &level : host.memories) {
    // Half full, and no part of it in the memory before; the last one four
    // times that one.
    int64_t bytes = level.bytes > (int64_t(1) << 40)
                        ? std::max<int64_t>(4 * nearer, 64 << 20)
                        : std::max(level.bytes / 2, 2 * nearer);
    double rate = copyRate(bytes);
    // What is farther is no faster, whatever a try says.
    slowest = slowest == 0 ? rate : std::min(slowest, rate);
    set(level.name + ".bytesPerNanosecond", slowest);
    nearer = level.bytes;
  }
  set("unitPicoseconds", unitTime());
  // A piece that takes twice as long as its way there and back.
  set("piecePicoseconds", 2 * answerTime());
  set("handedLinePicoseconds", handedLineTime());
  return found;
}

} // namespace weft::tools
