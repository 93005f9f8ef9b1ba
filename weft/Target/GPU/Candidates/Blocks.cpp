// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Survey.h"

#include <llvm/Support/MathExtras.h>

using namespace weft::tile;

namespace weft::gpu {
namespace {

/// Elements of the largest tile that is tried, for each thread of the largest
/// block.
constexpr int64_t mostPerThread = 8;
/// What a matrix instruction takes at least along any dimension, on all GPUs.
constexpr int64_t leastOfProduct = 16;
/// The part of the contracted dimension that is loaded at a time.
constexpr int64_t mostContracted = 32;
/// Programs that each multiprocessor should have.
constexpr int64_t programsEach = 2;

int64_t powerBelow(int64_t value) {
  return static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(value)));
}

int64_t powerAbove(int64_t value) {
  return static_cast<int64_t>(llvm::bit_ceil(static_cast<uint64_t>(value)));
}

/// Of a square with so many elements at most.
int64_t sideOf(int64_t elements) {
  return int64_t(1) << (llvm::Log2_64(static_cast<uint64_t>(elements)) / 2);
}

/// A candidate whose tiles have so many elements at most.
class BlockTiles {
public:
  BlockTiles(const TilingSpace &space, const Survey &survey,
             const ThreadModel &threads, int64_t elements)
      : space(space), survey(survey), threads(threads), elements(elements),
        candidate(Candidate::ones(space)) {
    candidate.hasTotals = true;
  }

  Candidate run() {
    if (survey.hasDot) {
      cutProduct();
    } else {
      cutContiguous();
    }
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      if (survey.isRepeated.test(d) &&
          candidate.sizes[d] < space.dimensions[d].extent) {
        candidate.inner.push_back(d);
      }
    }
    return std::move(candidate);
  }

private:
  void cut(unsigned d, int64_t most) {
    const TilingSpace::Dimension &dimension = space.dimensions[d];
    int64_t size = std::min(powerAbove(dimension.extent),
                            powerBelow(std::max<int64_t>(1, most)));
    if (dimension.largestTile != 0) {
      size = std::min(size, dimension.largestTile);
    }
    // Threads of a block would combine elements out of order.
    candidate.sizes[d] = dimension.isOrdered ? 1 : std::max<int64_t>(1, size);
  }

  void cutProduct() {
    const unsigned parallel = space.parallelCount();
    // Sums stay in registers, where there is room for twice as many.
    const int64_t side = sideOf(2 * elements);
    auto cutSide = [&](unsigned d, int64_t most) {
      cut(d, most);
      candidate.sizes[d] = std::max(candidate.sizes[d], leastOfProduct);
    };
    for (unsigned d = parallel - std::min(parallel, 2U); d < parallel; ++d) {
      cutSide(d, side);
    }
    if (space.dimensions.size() > parallel) {
      cutSide(static_cast<unsigned>(space.dimensions.size()) - 1,
              std::min(side, mostContracted));
    }
  }

  /// Dimensions that stand in one tile: those of the roots which all loops need
  /// are in every one; the others, and those of one reduction, in some.
  bool isShared(unsigned d) const {
    return space.dimensions[d].parallel && !survey.isRepeated.test(d);
  }
  bool isTogether(unsigned a, unsigned b) const {
    return space.dimensions[a].parallel == space.dimensions[b].parallel &&
           (space.dimensions[a].parallel ||
            space.dimensions[a].owner == space.dimensions[b].owner);
  }

  /// Elements of the largest tile with a dimension in it.
  int64_t largestWith(unsigned d) const {
    int64_t shared = 1;
    int64_t largest = 1;
    for (unsigned a = 0; a < space.dimensions.size(); ++a) {
      if (isShared(a)) {
        shared *= candidate.sizes[a];
        continue;
      }
      int64_t group = 1;
      for (unsigned b = 0; b < space.dimensions.size(); ++b) {
        group *= !isShared(b) && isTogether(a, b) ? candidate.sizes[b] : 1;
      }
      if (isShared(d) || isTogether(a, d)) {
        largest = std::max(largest, group);
      }
    }
    return shared * largest;
  }

  /// Whether programs divide a dimension among themselves, and each reduces:
  /// what is repeated a program walks.
  bool isDivided(unsigned d) const {
    return isShared(d) && space.dimensions.size() != space.parallelCount();
  }

  /// Results of a reduction that a program may have at most. Where there are
  /// few of them, as sums of columns, every multiprocessor has some, as long as
  /// a warp finds what it reads side by side.
  int64_t mostResults() const {
    int64_t results = 1;
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      results *= isDivided(d) ? space.dimensions[d].extent : 1;
    }
    const int64_t programs = programsEach * threads.multiprocessors;
    return std::max(threads.lanes,
                    powerBelow(std::max<int64_t>(1, results / programs)));
  }

  /// The same, for one more dimension of them.
  int64_t mostOfResults(unsigned d) const {
    if (!isDivided(d)) {
      return elements;
    }
    int64_t results = 1;
    for (unsigned other = 0; other < space.parallelCount(); ++other) {
      results *= isDivided(other) ? candidate.sizes[other] : 1;
    }
    return std::max<int64_t>(1, mostResults() / results);
  }

  void cutContiguous() {
    llvm::SmallVector<unsigned> order;
    for (unsigned d = 0; d < space.dimensions.size(); ++d) {
      if (survey.contiguous[d] > 0) {
        order.push_back(d);
      }
    }
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return survey.contiguous[a] > survey.contiguous[b];
    });
    // Two in one tile: a transpose, in squares.
    const bool isSquare = llvm::any_of(order, [&](unsigned d) {
      return d != order.front() && (isShared(d) || isShared(order.front()) ||
                                    isTogether(d, order.front()));
    });
    const int64_t share = isSquare ? sideOf(elements) : elements;
    for (unsigned d : order) {
      cut(d, std::min({share, elements / largestWith(d), mostOfResults(d)}));
    }
    for (auto d = static_cast<unsigned>(space.dimensions.size()); d-- > 0;) {
      if (survey.contiguous[d] == 0) {
        cut(d, std::min(elements / largestWith(d), mostOfResults(d)));
      }
    }
  }

  const TilingSpace &space;
  const Survey &survey;
  const ThreadModel &threads;
  const int64_t elements;
  Candidate candidate;
};

} // namespace

llvm::ArrayRef<const tile::Algorithm *> BlockCandidates::algorithms() const {
  return tile::blockAlgorithms();
}

std::vector<std::vector<Proposal>>
BlockCandidates::enumerate(const TiledProgram &simple,
                           const Machine &machine) const {
  const Survey survey = surveyOf(simple);
  const ThreadModel &threads = machine.threads;
  std::vector<std::vector<Proposal>> rounds;
  for (int64_t elements =
           powerBelow(mostPerThread * threads.lanes * threads.warpsPerTile);
       elements >= threads.lanes; elements /= 4) {
    rounds.push_back(
        {{BlockTiles(*simple.space, survey, threads, elements).run(), 0}});
  }
  return rounds;
}

} // namespace weft::gpu
