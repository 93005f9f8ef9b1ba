// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where the time went, stage by stage.
//
//   StageTimer timer;
//   {
//     auto compile = timer.stage("compile");
//     { auto import = timer.stage("import"); ... }
//     { auto simplify = timer.stage("simplify"); ... }
//   }
//   std::string text = timer.table();
//
// A stage begun while another is open is a part of it; one begun again under
// the same parent adds to its row. One thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

class StageTimer {
public:
  using Clock = std::chrono::steady_clock;

  struct Row {
    std::string name;
    /// 0 for an outermost stage.
    unsigned depth = 0;
    unsigned runs = 0;
    Clock::duration total{};
  };

  /// Runs the stage until it is destroyed.
  class [[nodiscard]] Scope {
  public:
    Scope(Scope &&other)
        : timer(std::exchange(other.timer, nullptr)), row(other.row),
          start(other.start) {}
    Scope &operator=(Scope &&) = delete;
    ~Scope() {
      if (timer) {
        timer->finish(row, Clock::now() - start);
      }
    }

  private:
    friend class StageTimer;
    Scope(StageTimer &timer, size_t row)
        : timer(&timer), row(row), start(Clock::now()) {}

    StageTimer *timer;
    size_t row;
    Clock::time_point start;
  };

  Scope stage(std::string_view name);

  /// In the order in which stages first began, parts below their whole.
  const std::vector<Row> &rows() const { return stages; }

  /// One line per row: milliseconds, share of the outermost stages, name.
  std::string table() const;

private:
  void finish(size_t row, Clock::duration elapsed);

  std::vector<Row> stages;
  std::vector<size_t> open;
};

} // namespace weft
