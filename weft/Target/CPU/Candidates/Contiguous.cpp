// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/CpuCandidates.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Target/CPU/Candidates/Products.h"
#include "weft/Tile/Tiling/Heroes/Sequential.h"
#include "weft/Tile/Tiling/Survey.h"

#include <llvm/ADT/bit.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

/// A few vectors, but no more than the extent has: all of it, if it is short,
/// and else so many that the last tile is full, if there is such a number, or
/// all of it, if it is not much longer and few pieces of a vector are left.
/// Tiles that are not full test and move elements one by one.
int64_t fit(int64_t extent, int64_t lanes, int64_t vectors) {
  if (extent <= lanes * vectors) {
    return std::max<int64_t>(1, extent);
  }
  for (int64_t fewer = vectors; 2 * fewer > vectors; --fewer) {
    if (extent % (lanes * fewer) == 0) {
      return lanes * fewer;
    }
  }
  const auto rest = static_cast<uint64_t>(extent % lanes);
  return llvm::popcount(rest) <= 1 && extent <= 2 * lanes * vectors
             ? extent
             : lanes * vectors;
}

/// As many rows as there may be, and no fewer than half of them, so that the
/// last tile is full, if there is such a number.
int64_t fitRows(int64_t rows, int64_t most) {
  if (rows <= most) {
    return rows;
  }
  for (int64_t fewer = most; 2 * fewer > most; --fewer) {
    if (rows % fewer == 0) {
      return fewer;
    }
  }
  return most;
}

/// Whether a kernel is over before others could help: about so much as its
/// operations take for all elements.
bool isShort(const TilingSpace &space, const Machine &machine) {
  int64_t units = static_cast<int64_t>(space.live.size());
  for (const TilingSpace::Dimension &dimension : space.dimensions) {
    units = saturatingMultiply(units, dimension.extent);
  }
  return saturatingMultiply(units, machine.costs.unitPicoseconds) <
         2 * machine.costs.piecePicoseconds;
}

/// Dimensions to be walked inside a program.
llvm::SmallVector<unsigned> chooseInner(const TilingSpace &space,
                                        const Survey &survey,
                                        const Machine &machine,
                                        ArrayRef<int64_t> sizes) {
  llvm::SmallVector<unsigned> inner;
  for (unsigned d = 0; d < space.parallelCount(); ++d) {
    if (survey.isRepeated.test(d)) {
      inner.push_back(d);
    }
  }
  // The last loop is cheaper inside than as a grid, once the dimensions around
  // it keep all workers busy, or if none but one will come.
  const unsigned parallel = space.parallelCount();
  if (parallel > 1 && !survey.isRepeated.test(parallel - 1)) {
    const unsigned last = parallel - 1;
    int64_t programs = 1;
    for (unsigned d = 0; d < last; ++d) {
      programs *= llvm::divideCeil(space.dimensions[d].extent, sizes[d]);
    }
    if (programs >= 16 * machine.costs.workers || isShort(space, machine)) {
      inner.push_back(last);
    }
  }
  return inner;
}

/// Gives a program several rows, where there are many more than workers: what
/// it does before the first is done less often.
void shareRows(const TilingSpace &space, const Machine &machine,
               Candidate &candidate) {
  const unsigned parallel = space.parallelCount();
  if (parallel < 2 || candidate.inner.size() != 1 ||
      candidate.inner.front() != parallel - 1) {
    return;
  }
  auto tilesOf = [&](unsigned d) {
    return static_cast<int64_t>(
        llvm::divideCeil(space.dimensions[d].extent, candidate.sizes[d]));
  };
  const unsigned row = parallel - 2;
  int64_t programs = 1;
  for (unsigned d = 0; d <= row; ++d) {
    programs *= tilesOf(d);
  }
  const int64_t enough = 32 * machine.costs.workers;
  const int64_t rows = std::min(tilesOf(row), programs / enough);
  if (rows < 2) {
    return;
  }
  candidate.inner = {row, parallel - 1};
  candidate.blocks.assign(space.dimensions.size(), 0);
  candidate.blocks[row] = rows * candidate.sizes[row];
}

/// Vectors of a tile: few enough for the registers, enough that one is at work
/// while others wait.
constexpr int64_t mostVectors = 16;

/// Sizes of tiles for the dimensions one after the other: each proposal so far
/// becomes several.
class Enumeration {
public:
  Enumeration(const TilingSpace &space, const Survey &survey,
              const Machine &machine)
      : space(space), survey(survey), machine(machine),
        lanes(std::max<int64_t>(1, machine.vectorBytes / survey.widest)) {
    Candidate first = Candidate::ones(space);
    first.keepsCostly = true;
    first.hasTotals = true;
    made.push_back(std::move(first));
  }

  std::vector<Proposal> run() {
    if (survey.hasDot) {
      proposeDot();
    } else {
      proposeContiguous();
    }
    std::vector<Proposal> proposals;
    for (Candidate &candidate : made) {
      candidate.inner = chooseInner(space, survey, machine, candidate.sizes);
      shareRows(space, machine, candidate);
      proposals.push_back({std::move(candidate), budget});
    }
    return proposals;
  }

private:
  /// More than that are not tried.
  static constexpr size_t most = 48;
  /// Operations of a block that is tried in few tiles.
  static constexpr size_t longBlock = 12;

  using IsOpen = llvm::function_ref<bool(const Candidate &)>;

  /// Every proposal with each of the sizes, and with tiles of one element; the
  /// first ones first. Those that are not open stay as they are.
  void propose(
      unsigned d, ArrayRef<int64_t> sizes,
      IsOpen isOpen = [](const Candidate &) { return true; }) {
    std::vector<Candidate> next;
    for (Candidate &candidate : made) {
      if (isOpen(candidate)) {
        for (int64_t size : sizes) {
          bool isNew =
              size != 1 && (next.empty() || next.back().sizes[d] != size ||
                            !isSameBut(next.back(), candidate, d));
          if (isNew && next.size() < most) {
            next.push_back(candidate);
            next.back().sizes[d] = size;
          }
        }
      }
      next.push_back(std::move(candidate));
    }
    made = std::move(next);
  }

  static bool isSameBut(const Candidate &a, const Candidate &b, unsigned d) {
    for (auto [i, size] : llvm::enumerate(a.sizes)) {
      if (i != d && size != b.sizes[i]) {
        return false;
      }
    }
    return true;
  }

  /// Tiles of so many vectors, and of fewer. In a long block all are alike but
  /// the largest, and each costs as much to try as the block is long.
  llvm::SmallVector<int64_t> options(unsigned d, int64_t vectors) const {
    return options(d, vectors, lanes);
  }
  llvm::SmallVector<int64_t> options(unsigned d, int64_t vectors,
                                     int64_t width) const {
    llvm::SmallVector<int64_t> result;
    // Tiles of whole periods, as long as several of them fit.
    if (survey.periods[d] <= vectors) {
      width *= survey.periods[d];
    }
    for (; vectors >= 1; vectors /= 2) {
      result.push_back(fit(space.dimensions[d].extent, width, vectors));
      if (space.live.size() > longBlock) {
        break;
      }
    }
    return result;
  }

  /// A reduction along `d` that has to keep the order of elements. Lanes are
  /// rows of their own where there are enough, a few columns at a time; else
  /// blocks of one row.
  void proposeOrdered(unsigned d) {
    for (unsigned p = space.parallelCount(); p-- > 0;) {
      if (space.dimensions[p].extent < lanes) {
        continue;
      }
      // Several vectors, so that one is at work while the others wait.
      propose(p, options(p, 4),
              [&](const Candidate &one) { return one.sizes[p] == 1; });
      propose(d, {lanes});
      return;
    }
    for (unsigned first : space.sequential.lookup(space.dimensions[d].owner)) {
      int64_t extent = space.dimensions[first].extent;
      if (extent == 1) {
        continue;
      }
      for (int64_t blocks : {2 * lanes, lanes}) {
        if (extent >= 4 * blocks) {
          for (Candidate &candidate : made) {
            candidate.dealt.assign(space.dimensions.size(), 0);
            candidate.dealt[first] = blocks;
          }
          return;
        }
      }
      return;
    }
  }

  /// Whether a convolution walks a dimension of its window: place by place, so
  /// that every place of the result adds them up in their order.
  bool isWindow(unsigned d) const {
    Operation *owner = space.dimensions[d].owner;
    return !space.dimensions[d].parallel &&
           isa_and_present<stablehlo::ConvolutionOp>(owner) &&
           space.sequential.find(owner)->second.back() != d;
  }

  /// Contiguous dimensions, those with most elements first. One along which
  /// few elements lie, as flags of rows do, is none: to move them one by one
  /// costs nothing beside the others. Where rows are summed over, several of
  /// them at a time have few results, and gain by it.
  void proposeContiguous() {
    llvm::SmallVector<unsigned> order;
    unsigned parallel = 0;
    int64_t few = 0;
    if (space.dimensions.size() == space.parallelCount()) {
      for (int64_t elements : survey.contiguous) {
        few = std::max(few, elements / (4 * lanes));
      }
    }
    for (unsigned d = 0; d < space.dimensions.size(); ++d) {
      if (survey.contiguous[d] > few) {
        order.push_back(d);
        parallel += space.dimensions[d].parallel ? 1 : 0;
      }
    }
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return survey.contiguous[a] > survey.contiguous[b];
    });
    // Two in one tile: a transpose, in squares of a few vectors.
    bool sumsRows = order.size() == 1 && parallel == 1 &&
                    space.dimensions.size() > space.parallelCount() &&
                    space.live.size() <= 6;
    int64_t longRow =
        std::max<int64_t>(1, vectorsOfLongRow(machine) / survey.parts);
    int64_t vectors = parallel > 1 ? 2 : sumsRows ? longRow : 8;
    budget = lanes * (sumsRows ? longRow : mostVectors);
    // Squares of narrow elements have rows shorter than a vector: else there
    // would be too many.
    int64_t width = lanes;
    while (parallel > 1 && width > 1 && width * width > budget) {
      width /= 2;
    }
    for (unsigned d : order) {
      if (space.dimensions[d].isOrdered) {
        proposeOrdered(d);
      } else if (!isWindow(d)) {
        propose(d, options(d, vectors, width));
      }
    }
    proposeShortRows();
  }

  /// Rows that are shorter than a vector, as the colours of a place are, or the
  /// coordinates of a point: several of them lie in one. So do several small
  /// arrays of several dimensions.
  void proposeShortRows() {
    const unsigned parallel = space.parallelCount();
    if (parallel < 2 || survey.contiguous[parallel - 1] == 0) {
      return;
    }
    int64_t length = 1;
    for (unsigned d = parallel - 1; d > 0; --d) {
      length *= space.dimensions[d].extent;
      if (length >= lanes) {
        return;
      }
      if (length >= 2 && survey.contiguous[d - 1] == 0) {
        stackRows(d - 1, length);
      }
    }
  }

  /// Several rows in a tile, each of them whole.
  void stackRows(unsigned d, int64_t length) {
    const int64_t rows = space.dimensions[d].extent;
    llvm::SmallVector<int64_t> sizes;
    for (int64_t vectors = mostVectors / 2; vectors >= 1; vectors /= 2) {
      sizes.push_back(
          fitRows(rows, std::max<int64_t>(1, vectors * lanes / length)));
      if (space.live.size() > longBlock) {
        break;
      }
    }
    propose(d, sizes, [&](const Candidate &one) {
      return llvm::all_of(
          llvm::seq(d + 1, space.parallelCount()), [&](unsigned inner) {
            return one.sizes[inner] == space.dimensions[inner].extent;
          });
    });
  }

  /// Rows that share the columns they are multiplied with; the contracted
  /// dimension element by element.
  void proposeDot() {
    unsigned parallel = space.parallelCount();
    budget = lanes * machine.vectorRegisters / 2;
    if (parallel >= 1) {
      propose(parallel - 1, options(parallel - 1, machine.vectorRegisters / 8));
    }
    if (parallel >= 2) {
      int64_t rows = space.dimensions[parallel - 2].extent;
      propose(parallel - 2,
              {std::min<int64_t>(rows, 4), std::min<int64_t>(rows, 2)});
    }
    // A dot of vectors has nothing else.
    for (unsigned d = parallel; d < space.dimensions.size(); ++d) {
      propose(d, options(d, 4), [&](const Candidate &one) {
        return parallel == 0 || one.sizes[parallel - 1] == 1;
      });
    }
  }

  const TilingSpace &space;
  const Survey &survey;
  const Machine &machine;
  int64_t lanes;
  /// Elements of the largest tile.
  int64_t budget = 0;
  std::vector<Candidate> made;
};

} // namespace

std::vector<std::vector<Proposal>>
CpuCandidates::enumerate(const TiledProgram &simple,
                         const Machine &machine) const {
  std::vector<std::vector<Proposal>> rounds;
  if (std::optional<Candidate> product = proposeProduct(simple, machine)) {
    rounds.push_back({{std::move(*product), 0}});
  }
  Survey found = surveyOf(simple);
  rounds.push_back(Enumeration(*simple.space, found, machine).run());
  return rounds;
}

PackingChoice CpuCandidates::choosePackings(const TiledProgram &simple,
                                            const Machine &machine,
                                            IsPackedFreely isFree) const {
  return chooseProductPackings(simple, machine, isFree);
}

ArrayRef<const Algorithm *> CpuCandidates::algorithms() const {
  return vectorAlgorithms();
}

} // namespace weft::cpu
