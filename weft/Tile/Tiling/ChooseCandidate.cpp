// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ChooseCandidate.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/ChooseProduct.h"
#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// What a program of one-element tiles says about the dimensions.
struct Survey {
  /// Elements read or written with the dimension as the contiguous one.
  llvm::SmallVector<int64_t> contiguous;
  /// Parallel dimensions that some loop does not need.
  llvm::SmallBitVector isRepeated;
  bool hasDot = false;
  /// Bytes of the widest element.
  int64_t widest = 1;
};

Survey survey(const TiledProgram &program) {
  const TilingSpace &space = *program.space;
  Survey result;
  result.contiguous.resize(space.dimensions.size());
  result.isRepeated.resize(space.dimensions.size());
  auto count = [&](Value value, ArrayRef<DimensionTile> tile) {
    auto type = cast<RankedTensorType>(value.getType());
    int64_t bytes = llvm::divideCeil(
        partType(type.getElementType()).getIntOrFloatBitWidth(), 8);
    result.widest = std::max(result.widest, bytes);
    // The last dimension that is more than one element wide.
    for (size_t d = tile.size(); d-- > 0;) {
      if (type.getDimSize(d) == 1) {
        continue;
      }
      // An offset that moves by one with the dimension.
      for (unsigned k = 0; k < space.dimensions.size(); ++k) {
        AffineExpr dim = getAffineDimExpr(k, type.getContext());
        AffineExpr without = tile[d].offset.replace(
            dim, getAffineConstantExpr(0, type.getContext()));
        AffineExpr difference =
            simplifyAffineExpr(tile[d].offset - without,
                               space.dimensions.size(), program.symbols.size());
        if (difference == dim || difference == -dim) {
          result.contiguous[k] += type.getNumElements();
        }
      }
      return;
    }
  };
  for (const Instance &instance : program.instances) {
    if (instance.kind == Instance::Kind::Load) {
      count(instance.value, instance.tile);
    } else if (instance.kind == Instance::Kind::Store) {
      count(space.roots[instance.root], instance.tile);
    }
    if (instance.value &&
        isa_and_present<stablehlo::DotGeneralOp, stablehlo::DotOp>(
            instance.value.getDefiningOp())) {
      result.hasDot = true;
    }
    // What does not depend on a dimension is computed, or stored, once before
    // the loop over it.
    if (instance.loops.empty() && instance.kind != Instance::Kind::Store) {
      continue;
    }
    llvm::SmallBitVector used(space.dimensions.size());
    for (const OperandTile &operand : instance.operandTiles) {
      for (const DimensionTile &tile : operand.tile) {
        tile.offset.walk([&](AffineExpr part) {
          if (auto dim = dyn_cast<AffineDimExpr>(part)) {
            used.set(dim.getPosition());
          }
        });
      }
    }
    for (unsigned d = 0; d < space.dimensions.size(); ++d) {
      if (space.dimensions[d].parallel && !used.test(d)) {
        result.isRepeated.set(d);
      }
    }
  }
  return result;
}

/// A few vectors, but no more than the extent needs.
int64_t fit(int64_t extent, int64_t lanes, int64_t vectors) {
  return std::max<int64_t>(
      1, extent <= lanes
             ? extent
             : std::min(lanes * vectors,
                        static_cast<int64_t>(llvm::alignTo(extent, lanes))));
}

/// Elements of the largest tile.
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
  // it keep all workers busy.
  unsigned last = space.parallelCount();
  if (last-- > 1 && !survey.isRepeated.test(last)) {
    int64_t programs = 1;
    for (unsigned d = 0; d < last; ++d) {
      programs *= llvm::divideCeil(space.dimensions[d].extent, sizes[d]);
    }
    if (programs >= 16 * machine.costs.workers) {
      inner.push_back(last);
    }
  }
  return inner;
}

/// Vectors of a tile: few enough for the registers, enough that one is at work
/// while others wait.
constexpr int64_t mostVectors = 16;
/// Elements of a row's part that is added up: a sum over rows reads little of
/// each, so it takes as much as it can.
constexpr int64_t longRow = 128;

class Choice {
public:
  Choice(const TilingSpace &space, const Machine &machine,
         const RuleTable &rules, const Survey &survey)
      : space(space), machine(machine), rules(rules), survey(survey),
        lanes(std::max<int64_t>(1, machine.vectorBytes / survey.widest)),
        sizes(space.dimensions.size(), 1) {}

  std::optional<TiledProgram> run() {
    if (survey.hasDot) {
      chooseDot();
    } else {
      chooseContiguous();
    }
    return tryOut(sizes);
  }

private:
  std::optional<TiledProgram> tryOut(ArrayRef<int64_t> wanted) {
    Candidate candidate;
    candidate.sizes.assign(wanted.begin(), wanted.end());
    candidate.inner = chooseInner(space, survey, machine, wanted);
    candidate.dealt = dealt;
    candidate.keepsCostly = true;
    candidate.hasTotals = true;
    Refusal ignored;
    return makeTiledProgram(space, candidate, rules, ignored);
  }

  /// Sets one size to the first of `options` that tiles within the budget.
  void choose(unsigned d, ArrayRef<int64_t> options, int64_t budget) {
    for (int64_t option : options) {
      llvm::SmallVector<int64_t> wanted(sizes);
      wanted[d] = option;
      std::optional<TiledProgram> program = tryOut(wanted);
      if (program && largestTile(*program) <= budget) {
        sizes = wanted;
        return;
      }
    }
  }

  /// A reduction along `d` that has to keep the order of elements. Lanes are
  /// rows of their own where there are enough, a few columns at a time; else
  /// blocks of one row.
  void chooseOrdered(unsigned d) {
    int64_t budget = lanes * mostVectors;
    for (unsigned p = space.parallelCount(); p-- > 0;) {
      if (space.dimensions[p].extent < lanes) {
        continue;
      }
      // Several vectors, so that one is at work while the others wait.
      if (sizes[p] == 1) {
        choose(p, options(p, 4), budget);
      }
      choose(d, {lanes}, budget);
      return;
    }
    for (unsigned first : space.sequential.lookup(space.dimensions[d].owner)) {
      int64_t extent = space.dimensions[first].extent;
      if (extent == 1) {
        continue;
      }
      for (int64_t blocks : {2 * lanes, lanes}) {
        if (extent >= 4 * blocks) {
          dealt.assign(space.dimensions.size(), 0);
          dealt[first] = blocks;
          return;
        }
      }
      return;
    }
  }

  llvm::SmallVector<int64_t> options(unsigned d, int64_t most) const {
    llvm::SmallVector<int64_t> result;
    for (int64_t vectors = most; vectors >= 1; vectors /= 2) {
      result.push_back(fit(space.dimensions[d].extent, lanes, vectors));
    }
    return result;
  }

  /// Contiguous dimensions, those with most elements first.
  void chooseContiguous() {
    llvm::SmallVector<unsigned> order;
    unsigned parallel = 0;
    for (unsigned d = 0; d < space.dimensions.size(); ++d) {
      if (survey.contiguous[d] > 0) {
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
    int64_t most = parallel > 1 ? 2 : sumsRows ? longRow / lanes : 8;
    for (unsigned d : order) {
      if (space.dimensions[d].isOrdered) {
        chooseOrdered(d);
      } else {
        choose(d, options(d, most), sumsRows ? longRow : lanes * mostVectors);
      }
    }
  }

  /// Rows that share the columns they are multiplied with; the contracted
  /// dimension element by element.
  void chooseDot() {
    unsigned parallel = space.parallelCount();
    int64_t budget = lanes * machine.vectorRegisters / 2;
    if (parallel >= 1) {
      choose(parallel - 1, options(parallel - 1, machine.vectorRegisters / 8),
             budget);
    }
    if (parallel >= 2) {
      int64_t rows = space.dimensions[parallel - 2].extent;
      llvm::SmallVector<int64_t> counts = {std::min<int64_t>(rows, 4),
                                           std::min<int64_t>(rows, 2)};
      choose(parallel - 2, counts, budget);
    }
    // A dot of vectors has nothing else.
    for (unsigned d = parallel; d < space.dimensions.size(); ++d) {
      if (parallel == 0 || sizes[parallel - 1] == 1) {
        choose(d, options(d, 4), budget);
      }
    }
  }

  const TilingSpace &space;
  const Machine &machine;
  const RuleTable &rules;
  const Survey &survey;
  int64_t lanes;
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<int64_t> dealt;
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

std::optional<TiledProgram> chooseForCpu(const TilingSpace &space,
                                         const Machine &machine,
                                         const RuleTable &rules,
                                         Refusal &refusal) {
  std::optional<TiledProgram> ones = makeSimpleProgram(space, rules, refusal);
  if (!ones) {
    return std::nullopt;
  }
  Survey found = survey(*ones);
  std::optional<TiledProgram> chosen = chooseProduct(*ones, machine, rules);
  if (!chosen) {
    chosen = Choice(space, machine, rules, found).run();
  }
  return chosen ? std::move(chosen) : std::move(ones);
}

} // namespace weft::tile
