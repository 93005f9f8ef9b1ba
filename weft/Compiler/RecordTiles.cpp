// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/RecordTiles.h"

#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FormatVariadic.h>

using namespace mlir;
using weft::tile::TriedCandidate;

namespace weft {

std::string describeSizes(const tile::Candidate &candidate) {
  std::string text;
  for (int64_t size : candidate.sizes) {
    text += (text.empty() ? "" : "x") + std::to_string(size);
  }
  return text.empty() ? "one element" : text;
}

namespace {

std::string sizesOf(const TriedCandidate &one) {
  return describeSizes(one.candidate);
}

std::string timeOf(const TriedCandidate &one) {
  return llvm::formatv("{0:f2} us", static_cast<double>(one.picoseconds) / 1e6);
}

} // namespace

void recordTiles(plan::KernelOp kernel, ArrayRef<TriedCandidate> tried) {
  auto isRefused = [](const TriedCandidate &one) {
    return !one.refusal.rule.empty();
  };
  const auto *firstRefused = llvm::find_if(tried, isRefused);
  ArrayRef<TriedCandidate> fitting(tried.begin(), firstRefused);
  if (fitting.empty()) {
    return;
  }
  if (auto decision = decide(kernel, DecisionKind::Tile, Reason::TilesChosen)) {
    std::string next;
    for (const TriedCandidate &one : fitting.drop_front().take_front(2)) {
      next +=
          (next.empty() ? "" : ", ") + sizesOf(one) + " (" + timeOf(one) + ")";
    }
    decision.subject(kernel.getName())
            .cost({fitting.front().picoseconds, 0},
                  {fitting.size() > 1 ? fitting[1].picoseconds : 0, 0})
        << arg(sizesOf(fitting.front()) + " (" + timeOf(fitting.front()) + ")")
        << arg(static_cast<int64_t>(fitting.size()))
        << arg(next.empty() ? "none" : next);
  }
  llvm::StringSet<> seen;
  for (const TriedCandidate &one : ArrayRef(firstRefused, tried.end())) {
    if (!seen.insert(one.refusal.rule).second) {
      continue;
    }
    if (auto decision = decide(kernel, DecisionKind::Tile, Reason::TilesRefused,
                               Verdict::Refused)) {
      decision.subject(kernel.getName())
          << arg(sizesOf(one))
          << arg(one.refusal.text + " (" + one.refusal.rule + ")");
    }
  }
}

} // namespace weft
