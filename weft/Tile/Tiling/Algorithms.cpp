// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Algorithms.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Machine/SharedWork.h"

#include <algorithm>

using namespace mlir;

namespace weft::tile {
namespace {

bool isRefused(const TriedAlgorithm &one) { return !one.refusal.rule.empty(); }

/// About what the memory of a GPU takes to answer.
constexpr int64_t waitPicoseconds = 700'000;

/// Steps are those of scalars: each takes an instruction of its own.
int64_t predictTime(const AlgorithmWork &work, const Machine &machine) {
  const int64_t step =
      machine.costs.unitPicoseconds *
      std::max<int64_t>(1, machine.vectorBytes / int64_t(sizeof(float)));
  int64_t all = std::max(
      saturatingMultiply(saturatingMultiply(work.programs, work.steps), step),
      machine.transferPicoseconds(work.bytes));
  const int64_t waiting =
      machine.threads.lanes > 1
          ? std::max(saturatingMultiply(work.waits, waitPicoseconds),
                     saturatingMultiply(work.links,
                                        machine.costs.handedLinePicoseconds))
          : 0;
  return saturatingMultiply(work.kernels, machine.costs.kernelPicoseconds) +
         std::max(sharedPicoseconds(all, work.programs, machine.costs),
                  waiting);
}

} // namespace

std::optional<ChosenAlgorithm>
chooseAlgorithm(const TilingSpace &space, Operation *op, const Machine &machine,
                ArrayRef<const Algorithm *> algorithms, Refusal &refusal) {
  ChosenAlgorithm chosen;
  for (const Algorithm *algorithm : algorithms) {
    if (!algorithm->isFor(op)) {
      continue;
    }
    TriedAlgorithm &one = chosen.tried.emplace_back();
    one.algorithm = algorithm;
    if (std::optional<Refusal> reason = algorithm->refuse(space, op)) {
      one.refusal = *reason;
    } else {
      one.picoseconds =
          predictTime(algorithm->work(space, op, machine), machine);
    }
  }
  int64_t fastest = INT64_MAX;
  for (const TriedAlgorithm &one : chosen.tried) {
    if (!isRefused(one)) {
      fastest = std::min(fastest, one.picoseconds);
    }
  }
  auto best = llvm::find_if(chosen.tried, [&](const TriedAlgorithm &one) {
    return !isRefused(one) && one.picoseconds / 4 <= fastest / 3;
  });
  if (best == chosen.tried.end()) {
    refusal = chosen.tried.empty()
                  ? Refusal{op, "hero.algorithm",
                            ("no algorithm of " + machine.name + " is for it")}
                  : chosen.tried.front().refusal;
    return std::nullopt;
  }
  std::rotate(chosen.tried.begin(), best, best + 1);
  std::stable_sort(chosen.tried.begin() + 1, chosen.tried.end(),
                   [](const TriedAlgorithm &a, const TriedAlgorithm &b) {
                     return isRefused(a) != isRefused(b)
                                ? isRefused(b)
                                : a.picoseconds < b.picoseconds;
                   });
  chosen.algorithm = chosen.tried.front().algorithm;
  chosen.picoseconds = chosen.tried.front().picoseconds;
  return chosen;
}

} // namespace weft::tile
