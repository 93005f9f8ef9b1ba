// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/PowersOfTwo.h"
#include "weft/Support/Summation.h"
#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Tile/Pipeline/WidenFactors.h"
#include "weft/Tile/Tiling/Contraction.h"
#include "weft/Tile/Tiling/ConvolutionBoxes.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Survey.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

using namespace weft::tile;

namespace weft::gpu {
namespace {

/// Elements of the largest tile that is tried, for each thread of the largest
/// block.
constexpr int64_t mostPerThread = 8;
/// What a matrix instruction takes at least along any dimension, on all GPUs.
constexpr int64_t leastOfProduct = 16;
/// Matrices of a batch that have fewer rows and fewer columns are multiplied by
/// lanes, of which each may have one.
constexpr int64_t leastOfBatch = 8;
/// Bytes of both factors that matrix instructions take in one step, about, and
/// of one line of a factor in it: what is in flight is several steps.
constexpr int64_t bytesOfStep = 32768;
constexpr int64_t leastBytesOfTerms = 64;
constexpr int64_t mostBytesOfTerms = 256;
/// The part of the contracted dimension that is loaded at a time where each
/// lane multiplies by itself.
constexpr int64_t mostContractedByLanes = 16;
/// The smallest side of a product's or convolution's tile that is made so that
/// every multiprocessor has one.
constexpr int64_t leastShared = 32;
/// What lanes take at least along both sides of a result.
constexpr int64_t leastOfLanes = 32;
/// Programs that each multiprocessor still has where a program has several
/// matrices of a batch.
constexpr int64_t programsOfBatch = 4;
/// Programs that each multiprocessor should have: those of one wave hide what
/// the others wait for.
constexpr int64_t programsEach = 8;
/// Rows that are read whole are rounded to so many elements for each thread,
/// where they are longer.
constexpr int64_t granuleOfRow = 8;
/// Registers of a thread for all rows that it holds, and for one of them.
constexpr int64_t registersOfRows = 128;
constexpr int64_t registersOfRow = 64;
/// Bytes of the chip that are left for more than rows that are kept there.
constexpr int64_t bytesBesideRows = 2048;
/// What a thread reads at once.
constexpr int64_t bytesOfVector = 16;
/// Operations on an element from which on threads have few elements each.
constexpr size_t manyInstances = 64;
/// What a warp reads side by side at least.
constexpr int64_t bytesOfLine = 128;

/// Of the first tile that is tried.
int64_t mostElements(const ThreadModel &threads) {
  return powerBelow(mostPerThread * threads.lanes * threads.warpsPerTile);
}

/// Of a square with so many elements at most.
int64_t sideOf(int64_t elements) {
  return int64_t(1) << (llvm::Log2_64(static_cast<uint64_t>(elements)) / 2);
}

/// What becomes of rows that a program walks several times: those that are not
/// long are held in registers, and others read again; or long ones are held,
/// too, as far as a program that is alone on its multiprocessor has registers;
/// or they are kept on the chip.
enum class LongRows { ReadAgain, Held, Kept };

/// A candidate whose tiles have so many elements at most.
class BlockTiles {
public:
  BlockTiles(const TiledProgram &simple, const Survey &survey,
             const Machine &machine, int64_t elements, bool isExact,
             bool isSingle, bool isPadded = true,
             LongRows longRows = LongRows::ReadAgain)
      : simple(simple), space(*simple.space), survey(survey),
        threads(machine.threads), elements(elements), isSingle(isSingle),
        isPadded(isPadded), longRows(longRows),
        convolution(leadingConvolution(simple)),
        instruction(isPadded ? instructionFor(
                                   convolution ? convolution : survey.product,
                                   survey.hasDot, space, machine, isExact)
                             : std::nullopt),
        factorBytes(
            bytesOfFactor(convolution ? convolution : survey.product, machine)),
        bytes(bytesOfMost(simple)),
        rowLoads(countRowLoads(simple, /*ofPrograms=*/true)),
        candidate(Candidate::ones(space)) {
    candidate.hasTotals = true;
  }

  Candidate run() {
    if (survey.hasDot) {
      cutProduct();
    } else if (convolution) {
      cutConvolved();
    } else {
      cutContiguous();
      limitTiles();
    }
    keepOrder();
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      if (survey.isRepeated.test(d) &&
          candidate.sizes[d] < space.dimensions[d].extent) {
        candidate.inner.push_back(d);
      }
    }
    return std::move(candidate);
  }

  /// Of the dimension that most is read along, and of no other: reshapes have
  /// tiles for it where they have none for boxes.
  Candidate runLine() {
    const unsigned d = static_cast<unsigned>(std::distance(
        survey.contiguous.begin(), llvm::max_element(survey.contiguous)));
    if (!survey.hasDot && d < space.dimensions.size()) {
      cut(d, elements);
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
    candidate.sizes[d] = std::max<int64_t>(1, size);
  }

  void cutSide(unsigned d, int64_t most, int64_t least) {
    cut(d, most);
    if (isPadded) {
      candidate.sizes[d] = std::max(candidate.sizes[d], least);
    }
  }

  /// The dimensions of a product's results that are its rows and columns. Of
  /// several that one factor has alone, and that are not one dimension, the
  /// longest; programs have one place of the others.
  llvm::SmallVector<unsigned, 2> sidesOfProduct() const {
    const unsigned parallel = space.parallelCount();
    const unsigned all = std::min(parallel, survey.sides);
    const unsigned left = std::min(all, survey.leftSides);
    auto longest = [&](unsigned begin, unsigned end) {
      unsigned found = begin;
      for (unsigned d = begin; d < end; ++d) {
        if (space.dimensions[d].extent >= space.dimensions[found].extent) {
          found = d;
        }
      }
      return found;
    };
    if (all > 2 && left > 0 && left < all) {
      const unsigned middle = parallel - all + left;
      return {longest(parallel - all, middle), longest(middle, parallel)};
    }
    auto last = llvm::seq(parallel - std::min(all, 2U), parallel);
    return {last.begin(), last.end()};
  }

  /// Sums of real numbers for one of a product.
  static int64_t partsOf(mlir::Type factor) {
    return isComplex(factor) ? 4 : 1;
  }

  /// Programs of the grid.
  int64_t programs() const {
    int64_t count = 1;
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      count *= static_cast<int64_t>(
          llvm::divideCeil(space.dimensions[d].extent, candidate.sizes[d]));
    }
    return count;
  }

  void cutProduct() {
    const unsigned parallel = space.parallelCount();
    const llvm::SmallVector<unsigned, 2> sides = sidesOfProduct();
    // Other dimensions are many products, for programs of their own, or several
    // for one where they are small.
    const auto first = static_cast<unsigned>(parallel - sides.size());
    const bool areLast = llvm::equal(sides, llvm::seq(first, parallel));
    const auto count = static_cast<unsigned>(space.dimensions.size());
    const unsigned last = lastOfTerms();
    const bool hasTerms = count > parallel;
    if (!instruction) {
      // Sums stay in registers, where there is room for twice as many.
      const int64_t side = sideOf(2 * elements / partsOf(survey.factor));
      for (unsigned d : sides) {
        cutSide(d, side, first > 0 ? 1 : leastOfLanes);
      }
      if (areLast) {
        cutBatch(first);
      }
      if (hasTerms) {
        cutSide(last, std::min(side, mostContractedByLanes), 1);
      }
      cutOtherSums();
      return;
    }
    candidate.product.isCoarse = instruction->isCoarse;
    // An instruction adds up its terms before they meet the sum. With a vector
    // there is none to use: lanes add up terms by themselves.
    int64_t terms = 1;
    for (unsigned d = parallel; d < count; ++d) {
      terms *= space.dimensions[d].extent;
    }
    const bool isOfVector = sides.size() < 2;
    candidate.hasTotals =
        isOfVector || (llvm::isa<mlir::FloatType>(survey.factor) &&
                       terms > longestChainOfProducts * instruction->k);
    // Sums take most of the registers; with totals beside them, of twice the
    // digits, there are fewer.
    const int64_t words = (candidate.hasTotals && !isOfVector ? 4 : 1) *
                          (instruction->accumulatorElement == "f64" ? 2 : 1);
    const int64_t side = sideOf(8 * elements / words);
    for (unsigned d : sides) {
      cutSide(d, side, leastOfProduct);
    }
    auto larger = [&] {
      return candidate.sizes[sides.back()] >= candidate.sizes[sides.front()]
                 ? sides.back()
                 : sides.front();
    };
    while (!sides.empty() && programs() < threads.multiprocessors &&
           candidate.sizes[larger()] > leastShared) {
      candidate.sizes[larger()] /= 2;
    }
    if (areLast) {
      cutBatch(first);
    }
    if (hasTerms) {
      const int64_t each = factorBytes;
      int64_t lines = 0;
      for (unsigned d : sides) {
        lines += candidate.sizes[d];
      }
      lines *= areLast && first > 0 ? candidate.sizes[first - 1] : 1;
      cutSide(last,
              std::clamp(bytesOfStep / (std::max<int64_t>(1, lines) * each),
                         leastBytesOfTerms / each, mostBytesOfTerms / each),
              std::max(instruction->k, leastOfProduct / each));
    }
    cutOtherSums();
  }

  /// Several matrices of a batch for a program, where each is small: so its
  /// threads have enough to do, and more is on its way at a time.
  void cutBatch(unsigned first) {
    int64_t results = partsOf(survey.factor);
    bool areWhole = first > 0;
    for (unsigned d = first; d < space.parallelCount(); ++d) {
      results *= candidate.sizes[d];
      areWhole &= candidate.sizes[d] >= space.dimensions[d].extent;
    }
    if (areWhole) {
      cut(first - 1,
          std::min(elements / results,
                   programs() / (programsOfBatch * threads.multiprocessors)));
    }
  }

  /// The last dimension that the product sums over, if there is one.
  unsigned lastOfTerms() const {
    auto d = static_cast<unsigned>(space.dimensions.size());
    while (d > space.parallelCount() + 1 &&
           space.dimensions[d - 1].owner != survey.product) {
      --d;
    }
    return d - 1;
  }

  /// Sums beside the product have tiles as well.
  void cutOtherSums() {
    for (auto d = static_cast<unsigned>(space.dimensions.size());
         d-- > space.parallelCount();) {
      if (survey.isReduced.test(d)) {
        cut(d, std::max<int64_t>(1, elements / largestWith(d)));
      }
    }
  }

  void cutConvolved() {
    int64_t terms = 1;
    for (unsigned d = space.parallelCount(); d < space.dimensions.size(); ++d) {
      terms *= space.dimensions[d].extent;
    }
    const bool isByLanes = !instruction || !takesTiles(*instruction, simple);
    candidate.product.isCoarse = !isByLanes && instruction->isCoarse;
    // An instruction adds up its terms before they meet the sum.
    candidate.hasTotals =
        isByLanes || terms > longestChainOfProducts * instruction->k;
    // Sums take most of the registers; with totals beside them, of twice the
    // digits, there are fewer, and lanes have factors there as well.
    const int64_t least = isByLanes ? 1 : leastOfProduct;
    const int64_t side =
        sideOf(2 * elements /
               partsOf(mlir::getElementTypeOrSelf(convolution->getOperand(0))));
    ConvolutionTile tile = {
        .rows = isByLanes ? side : 2 * side,
        .columns = candidate.hasTotals ? side : 2 * side,
        .depth = isByLanes ? mostContractedByLanes
                           : std::max(leastOfProduct,
                                      leastBytesOfTerms / factorBytes),
        .leastSide = least,
        .leastDepth = least};
    cutConvolution(simple, tile, candidate.sizes);
    while (programs() < threads.multiprocessors &&
           std::max(tile.rows, tile.columns) > leastShared) {
      (tile.rows < tile.columns ? tile.columns : tile.rows) /= 2;
      cutConvolution(simple, tile, candidate.sizes);
    }
  }

  /// Whether rows of a factor begin anywhere, so that elements are loaded one
  /// by one.
  static bool hasOddRows(mlir::Value factor, const Machine &machine) {
    auto type = llvm::cast<mlir::RankedTensorType>(factor.getType());
    const int64_t row = type.getRank() == 0 ? 1 : type.getShape().back();
    const int64_t bits =
        partType(type.getElementType()).getIntOrFloatBitWidth();
    return row * bits % (8 * machine.threads.bankBytes) != 0;
  }

  /// Of an element in the type that factors are multiplied in. What is loaded
  /// one by one waits in a register each: there is room for half as many bytes.
  static int64_t bytesOfFactor(mlir::Operation *product,
                               const Machine &machine) {
    mlir::Type type =
        product
            ? typeForInstructions(
                  partType(mlir::getElementTypeOrSelf(product->getOperand(0))),
                  machine)
            : mlir::Type();
    if (!type) {
      return 1;
    }
    const bool isOdd = hasOddRows(product->getOperand(0), machine) ||
                       hasOddRows(product->getOperand(1), machine);
    return std::max<int64_t>(isOdd ? 2 : 1, type.getIntOrFloatBitWidth() / 8);
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

  int64_t programsWanted() const {
    return programsEach * threads.multiprocessors;
  }

  /// Results of a reduction that a program may have at most. Where there are
  /// few of them, as sums of columns, every multiprocessor has some, as long as
  /// a warp finds what it reads side by side.
  int64_t mostResults() const {
    int64_t results = 1;
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      results *= isDivided(d) ? space.dimensions[d].extent : 1;
    }
    return std::max(bytesOfLine / bytes, powerBelow(std::max<int64_t>(
                                             1, results / programsWanted())));
  }

  /// The same, for one more dimension of them.
  int64_t mostOfResults(unsigned d) const {
    if (!isDivided(d)) {
      return std::numeric_limits<int64_t>::max();
    }
    int64_t results = 1;
    for (unsigned other = 0; other < space.parallelCount(); ++other) {
      results *= isDivided(other) ? candidate.sizes[other] : 1;
    }
    return std::max<int64_t>(1, mostResults() / results);
  }

  /// Whether much is read along a dimension, of all that is.
  bool isMain(unsigned d) const {
    return survey.contiguous[d] > 0 &&
           survey.contiguous[d] >= *llvm::max_element(survey.contiguous) / 4;
  }

  /// Dimensions of rows that a program walks: it sums along them, or needs them
  /// again after a sum.
  bool isOfRow(unsigned d) const { return isMain(d) && !isShared(d); }

  /// The one that multiplies the factors of a product or convolution; nothing
  /// where there is none, or where its digits are not enough. What is small
  /// along some dimension of a product, or has few places or features, keeps
  /// all of them.
  static std::optional<MatrixInstruction>
  instructionFor(mlir::Operation *product, bool isDot, const TilingSpace &space,
                 const Machine &machine, bool isExact) {
    if (!product) {
      return std::nullopt;
    }
    const unsigned parallel = space.parallelCount();
    int64_t terms = 1;
    int64_t least =
        isDot ? std::numeric_limits<int64_t>::max() : smallerSideOf(product);
    int64_t most = 0;
    for (auto [d, dimension] : llvm::enumerate(space.dimensions)) {
      if (d >= parallel) {
        terms *= dimension.extent;
      } else if (isDot && d + 2 >= parallel) {
        least = std::min(least, dimension.extent);
        most = std::max(most, dimension.extent);
      }
    }
    if (isDot && parallel > 2 && most < leastOfBatch) {
      return std::nullopt;
    }
    const bool mayRound = !isExact && mayBeCoarse(product) &&
                          std::min(least, terms) >= leastOfProduct;
    auto nameOf = [](mlir::Type type) {
      std::string name;
      llvm::raw_string_ostream(name) << type;
      return name;
    };
    mlir::Type factor = typeForInstructions(
        partType(mlir::getElementTypeOrSelf(product->getOperand(0))), machine);
    mlir::Type other = typeForInstructions(
        partType(mlir::getElementTypeOrSelf(product->getOperand(1))), machine);
    mlir::Type sum =
        partType(mlir::getElementTypeOrSelf(product->getResult(0).getType()));
    if (llvm::isa<mlir::ComplexType>(
            mlir::getElementTypeOrSelf(product->getOperand(0))) ||
        !factor || other != factor) {
      return std::nullopt;
    }
    const std::string sumName =
        llvm::isa<mlir::FloatType>(sum)
            ? "f" + std::to_string(std::max({32U, sum.getIntOrFloatBitWidth(),
                                             factor.getIntOrFloatBitWidth()}))
            : nameOf(sum);
    for (const MatrixInstruction &one : machine.instructions) {
      if (one.element == nameOf(factor) && one.accumulatorElement == sumName &&
          (mayRound || !one.isCoarse)) {
        return one;
      }
    }
    return std::nullopt;
  }

  /// Of the largest value that is read or written, the bytes of an element.
  int64_t bytesOfMost(const TiledProgram &simple) const {
    std::pair<int64_t, int64_t> most = {0, 1};
    for (const Instance &instance : simple.instances) {
      if (instance.kind == Instance::Kind::Load ||
          instance.kind == Instance::Kind::Store) {
        auto type = llvm::cast<mlir::RankedTensorType>(
            instance.kind == Instance::Kind::Load
                ? instance.value.getType()
                : space.roots[instance.root].getType());
        most = std::max(
            most,
            {type.getNumElements(),
             static_cast<int64_t>(llvm::divideCeil(
                 partType(type.getElementType()).getIntOrFloatBitWidth(), 8))});
      }
    }
    return most.second;
  }

  /// Values that are read along rows. `ofPrograms`: of which every program
  /// reads rows of its own.
  int64_t countRowLoads(const TiledProgram &simple, bool ofPrograms) const {
    llvm::DenseSet<mlir::Value> values;
    for (const Instance &instance : simple.instances) {
      if (instance.kind != Instance::Kind::Load || instance.tile.empty()) {
        continue;
      }
      instance.tile.back().offset.walk([&](mlir::AffineExpr part) {
        auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(part);
        if (dim && isOfRow(dim.getPosition()) &&
            (instance.tile.size() > 1 || !ofPrograms)) {
          values.insert(instance.value);
        }
      });
    }
    return static_cast<int64_t>(values.size());
  }

  /// All of a row in one tile, which is then read once and stays in registers;
  /// 0 where there are not enough of them.
  int64_t wholeRow(unsigned d) const {
    const int64_t extent = space.dimensions[d].extent;
    const int64_t all = threads.lanes * threads.warpsPerTile;
    const int64_t granule = granuleOfRow * all;
    const int64_t size =
        extent <= granule
            ? powerAbove(extent)
            : llvm::alignTo(static_cast<uint64_t>(extent), granule);
    return size > mostOfRow() ? 0 : size;
  }

  /// Elements of a row that is held.
  int64_t mostOfRow() const {
    const int64_t all = threads.lanes * threads.warpsPerTile;
    const int64_t words = std::max<int64_t>(
        1, survey.widest / static_cast<int64_t>(sizeof(float)));
    if (longRows == LongRows::Held) {
      // Two fifths are left for what is computed, and for vectors on their
      // way; what all programs read along rows is on its way, too.
      const int64_t registers =
          std::min(threads.registersPerThread + 1,
                   threads.registersPerMultiprocessor / all);
      const int64_t loads = countRowLoads(simple, /*ofPrograms=*/false);
      return registers * 19 / 16 / (1 + loads) * all / words;
    }
    return std::min(registersOfRow, registersOfRows / (1 + rowLoads)) * all /
           words * elements / mostElements(threads);
  }

  /// Elements of a row that is kept which are read at a time: as many as are
  /// held, and few that are not there.
  int64_t partOfRow(int64_t extent) const {
    const auto parts = llvm::divideCeil(extent, mostOfRow());
    const int64_t granule = std::max<int64_t>(1, bytesOfVector / bytes) *
                            threads.lanes * threads.warpsPerTile;
    return static_cast<int64_t>(
        llvm::alignTo(llvm::divideCeil(extent, parts), granule));
  }

  /// Elements of a tile that is only passed through: as many bytes for each
  /// thread whatever they are elements of, and fewer where programs are few.
  int64_t streamed() const {
    int64_t all = 1;
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      all *= space.dimensions[d].extent;
    }
    const int64_t most =
        std::clamp(elements * static_cast<int64_t>(sizeof(float)) / bytes,
                   elements / 2, elements * 2);
    if (space.dimensions.size() != space.parallelCount()) {
      return most;
    }
    // Where much is computed for an element, that is code for each.
    const int64_t each =
        simple.instances.size() > manyInstances ? most / 2 : most;
    return std::clamp(powerBelow(std::max<int64_t>(1, all / programsWanted())),
                      std::min(each, 4 * threads.lanes), each);
  }

  /// Where programs are few, each has more on its way.
  int64_t streamedBy(unsigned d, int64_t most) const {
    int64_t programs = 1;
    for (unsigned other = 0; other < space.parallelCount(); ++other) {
      programs *= llvm::divideCeil(space.dimensions[other].extent,
                                   candidate.sizes[other]);
    }
    return !space.dimensions[d].parallel && 2 * programs < programsWanted()
               ? std::min(4 * most, 4 * elements)
               : most;
  }

  /// Tiles of what is combined in order follow each other: along the last of a
  /// reduction's dimensions, and others if they have all of those behind them.
  void keepOrder() {
    llvm::SmallDenseSet<mlir::Operation *> cutOwners;
    for (auto d = static_cast<unsigned>(space.dimensions.size()); d-- > 0;) {
      const TilingSpace::Dimension &dimension = space.dimensions[d];
      if (!dimension.isOrdered) {
        continue;
      }
      if (cutOwners.contains(dimension.owner)) {
        candidate.sizes[d] = 1;
      }
      if (candidate.sizes[d] < dimension.extent) {
        cutOwners.insert(dimension.owner);
      }
    }
  }

  /// What one reduction reads may have the dimension of another: tiles that are
  /// too large for it all lose of what is read least.
  void limitTiles() {
    const int64_t most =
        std::max(registersOfRow * threads.lanes * threads.warpsPerTile,
                 longRows == LongRows::Held ? mostOfRow() : 0);
    for (const Instance &instance : simple.instances) {
      llvm::SmallSetVector<unsigned, 4> dims;
      for (const DimensionTile &tile : instance.tile) {
        tile.offset.walk([&](mlir::AffineExpr part) {
          if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(part)) {
            dims.insert(dim.getPosition());
          }
        });
      }
      auto size = [&] {
        int64_t product = 1;
        for (unsigned d : dims) {
          product *= candidate.sizes[d];
        }
        return product;
      };
      while (size() > most) {
        unsigned least = dims.front();
        for (unsigned d : dims) {
          const bool isLess = survey.contiguous[d] < survey.contiguous[least];
          if (candidate.sizes[least] == 1 ||
              (candidate.sizes[d] > 1 && isLess)) {
            least = d;
          }
        }
        candidate.sizes[least] = powerBelow(candidate.sizes[least] - 1);
      }
    }
  }

  bool isCut(unsigned d) const {
    return !isSingle || !space.dimensions[d].parallel;
  }

  void cutContiguous() {
    llvm::SmallVector<unsigned> order;
    for (unsigned d = 0; d < space.dimensions.size(); ++d) {
      if (survey.contiguous[d] > 0 && isCut(d)) {
        order.push_back(d);
      }
    }
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return survey.contiguous[a] > survey.contiguous[b];
    });
    // Two in one tile, and much is read along both: a transpose, in squares.
    const bool isSquare = llvm::any_of(order, [&](unsigned d) {
      return d != order.front() && isMain(d) &&
             (isShared(d) || isShared(order.front()) ||
              isTogether(d, order.front()));
    });
    const int64_t most = streamed();
    const int64_t share = isSquare ? sideOf(most) : most;
    for (unsigned d : order) {
      const int64_t row = isSquare || !isOfRow(d) ? 0 : wholeRow(d);
      if (row != 0) {
        candidate.sizes[d] = row;
      } else if (longRows == LongRows::Kept && !isSquare && isOfRow(d)) {
        candidate.sizes[d] = partOfRow(space.dimensions[d].extent);
        candidate.keepsRead = true;
      } else {
        cut(d, std::min({share, streamedBy(d, most) / largestWith(d),
                         mostOfResults(d)}));
      }
    }
    for (auto d = static_cast<unsigned>(space.dimensions.size()); d-- > 0;) {
      if (survey.contiguous[d] == 0 && isCut(d)) {
        cut(d,
            std::min(streamedBy(d, most) / largestWith(d), mostOfResults(d)));
      }
    }
  }

  const TiledProgram &simple;
  const TilingSpace &space;
  const Survey &survey;
  const ThreadModel &threads;
  const int64_t elements;
  /// Whether programs have one result each, whose sum all threads share.
  const bool isSingle;
  /// Whether tiles of a product may be larger than its sides, for an
  /// instruction.
  const bool isPadded;
  const LongRows longRows;
  /// The one that leads, where one does.
  mlir::Operation *const convolution;
  const std::optional<MatrixInstruction> instruction;
  const int64_t factorBytes;
  /// Of an element of what is moved most.
  const int64_t bytes;
  const int64_t rowLoads;
  Candidate candidate;
};

/// Where programs that walk rows are few, as many more as rows have tiles, each
/// of which sums up by itself what the row needs. Nothing where there are
/// enough, or where that is more than a tile.
std::optional<Candidate> spreadRows(const Candidate &walking,
                                    const TilingSpace &space,
                                    const Survey &survey,
                                    const ThreadModel &threads) {
  int64_t programs = 1;
  bool isTile = true;
  for (auto [d, dimension] : llvm::enumerate(space.dimensions)) {
    if (!dimension.parallel) {
      isTile &= walking.sizes[d] >= dimension.extent;
    } else if (!llvm::is_contained(walking.inner, d)) {
      programs *= llvm::divideCeil(dimension.extent, walking.sizes[d]);
    }
  }
  if (survey.hasDot || walking.inner.empty() || !isTile ||
      programs >= programsEach * threads.multiprocessors) {
    return std::nullopt;
  }
  Candidate spread = walking;
  spread.inner.clear();
  return spread;
}

} // namespace

llvm::ArrayRef<const tile::Algorithm *> BlockCandidates::algorithms() const {
  return tile::blockAlgorithms(isOrdered);
}

std::vector<std::vector<Proposal>>
BlockCandidates::enumerate(const TiledProgram &simple,
                           const Machine &machine) const {
  const Survey survey = surveyOf(simple);
  const ThreadModel &threads = machine.threads;
  const TilingSpace &space = *simple.space;
  std::vector<std::vector<Proposal>> rounds;
  auto propose = [&](Candidate candidate) {
    std::vector<Proposal> &round = rounds.emplace_back();
    if (std::optional<Candidate> spread =
            spreadRows(candidate, space, survey, threads)) {
      round.push_back({std::move(*spread), 0});
    }
    round.push_back({std::move(candidate), 0});
  };
  for (int64_t elements = mostElements(threads); elements >= threads.lanes;
       elements /= 4) {
    propose(BlockTiles(simple, survey, machine, elements, isExact,
                       /*isSingle=*/false)
                .run());
  }
  // Rows that are read again otherwise. Of ways that are about as fast, the one
  // without a way through the chip.
  std::vector<Proposal> &first = rounds.front();
  const Candidate usual = first.back().candidate;
  for (LongRows longRows : {LongRows::Kept, LongRows::Held}) {
    Candidate candidate =
        BlockTiles(simple, survey, machine, mostElements(threads), isExact,
                   /*isSingle=*/false, /*isPadded=*/true, longRows)
            .run();
    if (candidate.sizes != usual.sizes) {
      first.insert(first.begin(),
                   {std::move(candidate), 0,
                    threads.sharedBytesPerBlock - bytesBesideRows});
    }
  }
  if (space.dimensions.size() > space.parallelCount()) {
    propose(BlockTiles(simple, survey, machine, mostElements(threads), isExact,
                       /*isSingle=*/true)
                .run());
  }
  if (survey.hasDot) {
    // Not everything around a product takes places that there are not.
    propose(BlockTiles(simple, survey, machine, mostElements(threads), isExact,
                       /*isSingle=*/false, /*isPadded=*/false)
                .run());
  } else {
    propose(BlockTiles(simple, survey, machine, mostElements(threads), isExact,
                       /*isSingle=*/false)
                .runLine());
  }
  return rounds;
}

} // namespace weft::gpu
