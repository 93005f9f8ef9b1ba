// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it costs to share a kernel: weft-benchmark-team [most threads]
//
// Kernels of a few sizes, one after the other, by teams of 1, 2, 4 ... threads.
// Each does its work in programs of 1 us, so that a team of n should take an
// n-th of the time of one thread, and a microsecond or two for the meeting.
// Medians of many kernels.

#include "weft/Runtime/Team.h"
#include "weft/Support/MachineShare.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace weft::runtime;

namespace {

using Clock = std::chrono::steady_clock;

/// Programs that keep a core busy for a microsecond each.
class Busy final : public SharedWork {
public:
  void compute(int64_t begin, int64_t end, int) override {
    for (int64_t i = begin; i < end; ++i) {
      volatile double sum = 1;
      for (int64_t step = 0; step < stepsPerMicrosecond; ++step) {
        sum = sum * 1.0000001;
      }
    }
  }

  /// Measures how many steps a microsecond has.
  void calibrate() {
    stepsPerMicrosecond = 1000;
    auto start = Clock::now();
    compute(0, 2000, 0);
    double took = std::chrono::duration<double>(Clock::now() - start).count();
    stepsPerMicrosecond =
        std::max<int64_t>(1, static_cast<int64_t>(1000 * 2000e-6 / took));
  }

private:
  int64_t stepsPerMicrosecond = 1;
};

double medianMicroseconds(Team &team, Busy &work, int64_t programs,
                          int threads) {
  constexpr int kRounds = 2000;
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    auto start = Clock::now();
    team.run(work, programs, /*grain=*/1, threads);
    times.push_back(
        std::chrono::duration<double, std::micro>(Clock::now() - start)
            .count());
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

} // namespace

int main(int count, char **arguments) {
  int most = count > 1 ? std::atoi(arguments[1]) : weft::usableProcessors();
  Busy work;
  work.calibrate();
  std::printf("kernel of");
  for (int threads = 1; threads <= most; threads *= 2) {
    std::printf("  %7d threads", threads);
  }
  std::printf("\n");
  for (int64_t programs : {2, 5, 10, 20, 50, 100, 500}) {
    std::printf("%6ld us", static_cast<long>(programs));
    for (int threads = 1; threads <= most; threads *= 2) {
      Team team(threads);
      std::printf("  %12.2f us",
                  medianMicroseconds(team, work, programs, threads));
    }
    std::printf("\n");
  }
  return 0;
}
