// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a block is computed: candidates are enumerated, rejected with a reason,
// and ranked by the time that they are predicted to take.
//
// What is worth trying is a matter of the machine, so targets bring a source of
// candidates. Everything else is the same for all of them. A candidate is
// rejected by the rule of an operation, or because a tile of it would not fit
// the registers. Predicted times are compared coarsely: of two that differ by
// less than the model knows, the one that the source named first is taken.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Tiling/Algorithms.h"
#include "weft/Tile/Tiling/Packing.h"
#include "weft/Tile/Tiling/TiledProgram.h"

namespace weft::tile {

/// A candidate, and what it has to keep to.
struct Proposal {
  Candidate candidate;
  /// Elements of the largest tile; 0 for any.
  int64_t mostElements = 0;
  /// Bytes that are kept from one loop to another; 0 for any.
  int64_t mostKept = 0;
};

/// Operands of a product that are worth packing before its kernel runs.
struct PackingChoice {
  llvm::SmallVector<Packing, 2> packings;
  /// Predicted, packing included, and if the kernel packs them itself.
  int64_t picoseconds = 0;
  int64_t otherwise = 0;
};

/// Whether packing an operand costs nothing: it is known when compiling, or
/// does not change in a loop around the kernel.
using IsPackedFreely = llvm::function_ref<bool(mlir::BlockArgument)>;

class CandidateSource {
public:
  virtual ~CandidateSource() = default;

  /// Proposals in rounds: the next round is looked at if all of the one before
  /// were refused. `simple` is the program of one-element tiles, which stands
  /// behind the last round.
  virtual std::vector<std::vector<Proposal>>
  enumerate(const TiledProgram &simple, const Machine &machine) const = 0;

  /// What to pack of a block's arguments; nothing where the kernel had better
  /// read them as they are.
  virtual PackingChoice choosePackings(const TiledProgram & /*simple*/,
                                       const Machine & /*machine*/,
                                       IsPackedFreely /*isFree*/) const {
    return {};
  }

  /// The algorithms for operations that are not cut into tiles; of equally fast
  /// ones the first is taken.
  virtual mlir::ArrayRef<const Algorithm *> algorithms() const = 0;

  /// Whether loops are kernels of several programs, which share each step.
  virtual bool sharesSteps() const { return false; }
};

/// What became of one.
struct TriedCandidate {
  Candidate candidate;
  /// Predicted, of one that fits.
  int64_t picoseconds = 0;
  /// With a rule, of one that does not.
  Refusal refusal;
};

struct ChosenTiles {
  TiledProgram program;
  int64_t picoseconds = 0;
  /// Those that fit, the fastest first; then those that were refused.
  std::vector<TriedCandidate> tried;
};

/// The program with tiles of one element: there is one whenever the block can
/// be tiled at all.
std::optional<TiledProgram> makeSimpleProgram(const TilingSpace &space,
                                              const RuleTable &rules,
                                              Refusal &refusal);

/// The best candidate of the first round that has one. The refusal is that of
/// tiles of one element.
std::optional<ChosenTiles> chooseTiles(const TilingSpace &space,
                                       const Machine &machine,
                                       const CandidateSource &source,
                                       const RuleTable &rules,
                                       Refusal &refusal);

} // namespace weft::tile
