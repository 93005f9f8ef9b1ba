// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/RecordTiles.h"

#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FormatVariadic.h>

using namespace mlir;
using weft::tile::TriedAlgorithm;
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

/// What was tried: tiles or an algorithm.
template <typename Tried> std::string timeOf(const Tried &one) {
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

void recordAlgorithm(plan::KernelOp kernel, ArrayRef<TriedAlgorithm> tried) {
  const auto *firstRefused =
      llvm::find_if(tried, [](const TriedAlgorithm &one) {
        return !one.refusal.rule.empty();
      });
  ArrayRef<TriedAlgorithm> fitting(tried.begin(), firstRefused);
  auto nameOf = [](const TriedAlgorithm &one) {
    return one.algorithm->name.str() + " (" + timeOf(one) + ")";
  };
  if (auto decision =
          decide(kernel, DecisionKind::Algorithm, Reason::AlgorithmChosen)) {
    std::string next;
    for (const TriedAlgorithm &one : fitting.drop_front().take_front(2)) {
      next += (next.empty() ? "" : ", ") + nameOf(one);
    }
    decision.subject(kernel.getName())
            .cost({fitting.front().picoseconds, 0},
                  {fitting.size() > 1 ? fitting[1].picoseconds : 0, 0})
        << arg(nameOf(fitting.front()))
        << arg(static_cast<int64_t>(fitting.size()))
        << arg(next.empty() ? "none" : next);
  }
  for (const TriedAlgorithm &one : ArrayRef(firstRefused, tried.end())) {
    if (auto decision = decide(kernel, DecisionKind::Algorithm,
                               Reason::AlgorithmRefused, Verdict::Refused)) {
      decision.subject(kernel.getName())
          << arg(one.algorithm->name)
          << arg(one.refusal.text + " (" + one.refusal.rule + ")");
    }
  }
}

} // namespace weft
