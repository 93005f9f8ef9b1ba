// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Timer.h"

#include <cassert>
#include <cstdio>

namespace weft {

StageTimer::Scope StageTimer::stage(std::string_view name) {
  const unsigned depth = static_cast<unsigned>(open.size());
  // The rows below the open stage end at the first row that is not deeper.
  // Open rows never move, because rows are only put in behind the innermost.
  size_t row = open.empty() ? 0 : open.back() + 1;
  for (; row < stages.size() && stages[row].depth >= depth; ++row) {
    if (stages[row].depth == depth && stages[row].name == name) {
      break;
    }
  }
  if (row == stages.size() || stages[row].depth != depth ||
      stages[row].name != name) {
    stages.insert(stages.begin() + static_cast<ptrdiff_t>(row),
                  Row{std::string(name), depth, 0, {}});
  }
  open.push_back(row);
  return Scope(*this, row);
}

void StageTimer::finish(size_t row, Clock::duration elapsed) {
  assert(!open.empty() && open.back() == row && "stages end innermost first");
  open.pop_back();
  ++stages[row].runs;
  stages[row].total += elapsed;
}

std::string StageTimer::table() const {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  Milliseconds whole{};
  for (const Row &row : stages) {
    if (row.depth == 0) {
      whole += row.total;
    }
  }
  std::string text = "        ms       %  stage\n";
  for (const Row &row : stages) {
    const double time = Milliseconds(row.total).count();
    const double share = whole.count() > 0 ? 100.0 * time / whole.count() : 0.0;
    char numbers[64];
    std::snprintf(numbers, sizeof(numbers), "%10.3f  %6.1f  ", time, share);
    text += numbers;
    text.append(2 * size_t{row.depth}, ' ');
    text += row.name;
    if (row.runs > 1) {
      text += " (" + std::to_string(row.runs) + " runs)";
    }
    text += '\n';
  }
  return text;
}

} // namespace weft
