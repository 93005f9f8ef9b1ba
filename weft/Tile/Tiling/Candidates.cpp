// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Candidates.h"

#include "weft/Tile/Tiling/PredictTime.h"

#include <algorithm>
#include <deque>

using namespace mlir;

namespace weft::tile {
namespace {

int64_t largestTile(const TiledProgram &program) {
  int64_t largest = 1;
  for (const Instance &instance : program.instances) {
    for (const OperandTile &operand : instance.operandTiles) {
      int64_t count = 1;
      for (const DimensionTile &dimension : operand.tile) {
        count *= dimension.size;
      }
      largest = std::max(largest, count);
    }
  }
  return largest;
}

class Trials {
public:
  Trials(const TilingSpace &space, const Machine &machine,
         const RuleTable &rules)
      : space(space), machine(machine), rules(rules) {}

  void tryOut(const Proposal &proposal) {
    TriedCandidate &one = tried.emplace_back();
    one.candidate = proposal.candidate;
    std::optional<TiledProgram> program =
        makeTiledProgram(space, proposal.candidate, rules, one.refusal);
    if (!program) {
      return;
    }
    one.refusal = {};
    if (int64_t largest = largestTile(*program);
        proposal.mostElements != 0 && largest > proposal.mostElements) {
      one.refusal = {nullptr, "registers",
                     "a tile has " + std::to_string(largest) +
                         " elements, and registers are for " +
                         std::to_string(proposal.mostElements)};
      return;
    }
    if (proposal.candidate.keepsRead) {
      const int64_t kept = keptBytes(*program);
      if (kept == 0) {
        one.refusal = {nullptr, "kept.nothing", "no two loops read the same"};
        return;
      }
      if (proposal.mostKept != 0 && kept > proposal.mostKept) {
        one.refusal = {nullptr, "kept.room",
                       std::to_string(kept) +
                           " bytes would be kept, and there is room for " +
                           std::to_string(proposal.mostKept)};
        return;
      }
    }
    one.picoseconds = predictTime(*program, machine);
    fitting.emplace_back(tried.size() - 1, std::move(*program));
  }

  /// The first one named whose time is that of the fastest, as far as the model
  /// knows: within a third. Goes first in `tried`, the others by their time.
  std::optional<ChosenTiles> choose() {
    if (fitting.empty()) {
      return std::nullopt;
    }
    int64_t fastest = INT64_MAX;
    for (const auto &[number, program] : fitting) {
      fastest = std::min(fastest, tried[number].picoseconds);
    }
    auto &[number, program] = *llvm::find_if(fitting, [&](const auto &each) {
      return tried[each.first].picoseconds / 4 <= fastest / 3;
    });
    ChosenTiles chosen{std::move(program), tried[number].picoseconds, {}};
    std::rotate(tried.begin(), tried.begin() + number,
                tried.begin() + number + 1);
    std::stable_sort(tried.begin() + 1, tried.end(),
                     [](const TriedCandidate &a, const TriedCandidate &b) {
                       bool isRefused = !a.refusal.rule.empty();
                       bool isOtherRefused = !b.refusal.rule.empty();
                       return isRefused != isOtherRefused
                                  ? isOtherRefused
                                  : a.picoseconds < b.picoseconds;
                     });
    chosen.tried = std::move(tried);
    return chosen;
  }

private:
  const TilingSpace &space;
  const Machine &machine;
  const RuleTable &rules;
  std::vector<TriedCandidate> tried;
  /// By their number in `tried`.
  std::deque<std::pair<size_t, TiledProgram>> fitting;
};

} // namespace

std::optional<TiledProgram> makeSimpleProgram(const TilingSpace &space,
                                              const RuleTable &rules,
                                              Refusal &refusal) {
  Candidate simple = Candidate::ones(space);
  simple.hasTotals = true;
  std::optional<TiledProgram> ones =
      makeTiledProgram(space, simple, rules, refusal);
  if (!ones) {
    // Roots of fewer dimensions than the largest are stored once only when the
    // others are walked inside.
    simple.inner =
        llvm::to_vector(llvm::seq<unsigned>(0, space.parallelCount()));
    ones = makeTiledProgram(space, simple, rules, refusal);
  }
  return ones;
}

std::optional<ChosenTiles> chooseTiles(const TilingSpace &space,
                                       const Machine &machine,
                                       const CandidateSource &source,
                                       const RuleTable &rules,
                                       Refusal &refusal) {
  std::optional<TiledProgram> simple = makeSimpleProgram(space, rules, refusal);
  if (!simple) {
    return std::nullopt;
  }
  Trials trials(space, machine, rules);
  for (const std::vector<Proposal> &proposals :
       source.enumerate(*simple, machine)) {
    for (const Proposal &proposal : proposals) {
      trials.tryOut(proposal);
    }
    if (std::optional<ChosenTiles> chosen = trials.choose()) {
      return chosen;
    }
  }
  trials.tryOut({simple->candidate, 0});
  return trials.choose();
}

} // namespace weft::tile
