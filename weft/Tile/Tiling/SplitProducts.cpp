// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product over a very long dimension, as products over blocks of it and the
// sum of those:
//
//   x[M, K] y[K, N] = sum over B of x[M, B, K / B] y[B, K / B, N]
//
// Neither caches nor registers hold a long dimension, so it would be walked
// unpacked, and a result of few elements would be left to one thread. Blocks
// are computed side by side. How many there are follows from the shape, the
// type and the kind of machine.
//
// A CPU multiplies lines of one operand by lines of the other, each of which is
// read many times. Where the results that are handed on are few, blocks are so
// short that the lines of a tile stay in the first cache, and a sum over a
// block is a single chain, without a total.
//
// Products of floats are handed on in f32 at least and joined in f64, like the
// parts of sums (SplitReductions.cpp).

#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/Sequence.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Terms that are worth two kernels, and about how many a block gets.
constexpr int64_t fewestTerms = 8192;
constexpr int64_t blockTerms = 2048;

/// The same for blocks of threads that have a square of results each, so many
/// of which keep a GPU busy.
constexpr int64_t fewestTermsOfWarps = 4096;
constexpr int64_t fewestOfBlock = 512;
constexpr int64_t stepOfBlock = 64;
constexpr int64_t sideOfSquare = 32;
constexpr int64_t squaresWanted = 128;

/// Blocks of one chain that are worth two kernels, and lines of an operand.
constexpr int64_t fewestShortBlocks = 8;
constexpr int64_t fewestLines = 17;
/// What short blocks read, for each element that they hand on.
constexpr int64_t fewestReads = 4;

class SplitProduct {
public:
  SplitProduct(stablehlo::DotGeneralOp op, int64_t lhsDimension,
               int64_t rhsDimension, int64_t blocks, int64_t length)
      : op(op), writer(op), lhsDimension(lhsDimension),
        rhsDimension(rhsDimension), blocks(blocks), length(length) {}

  Value run() {
    RankedTensorType result = typeOf(op.getResult());
    Type element = result.getElementType();
    auto [handedOn, joined] = typesOfSum(element);
    Value sum = writer.sum(
        writer.convert(computeBlocks(result, handedOn), joined),
        writer.zero(RankedTensorType::get({}, joined)), {batchCount()});
    int64_t terms = typeOf(op.getLhs()).getDimSize(lhsDimension);
    if (terms > blocks * length) {
      sum = writer.add(
          sum, writer.convert(computeRest(result, handedOn, terms), joined));
    }
    return writer.convert(sum, element);
  }

private:
  int64_t batchCount() {
    return static_cast<int64_t>(
        op.getDotDimensionNumbers().getLhsBatchingDimensions().size());
  }

  /// With the contracted dimension as blocks of terms.
  Value inBlocks(Value operand, int64_t dimension) {
    Value part = writer.slice(operand, dimension, 0, blocks * length);
    llvm::SmallVector<int64_t> shape(typeOf(part).getShape());
    shape[static_cast<size_t>(dimension)] = blocks;
    shape.insert(shape.begin() + dimension + 1, length);
    return writer.reshape(part, shape);
  }

  Value computeBlocks(RankedTensorType result, Type element) {
    stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    // Dimensions behind the one that was cut have moved by one.
    auto moved = [](ArrayRef<int64_t> dimensions, int64_t cut) {
      return llvm::map_to_vector(
          dimensions, [&](int64_t d) { return d > cut ? d + 1 : d; });
    };
    llvm::SmallVector<int64_t> lhsBatch =
        moved(numbers.getLhsBatchingDimensions(), lhsDimension);
    llvm::SmallVector<int64_t> rhsBatch =
        moved(numbers.getRhsBatchingDimensions(), rhsDimension);
    lhsBatch.push_back(lhsDimension);
    rhsBatch.push_back(rhsDimension);
    auto inside = stablehlo::DotDimensionNumbersAttr::get(
        op.getContext(), lhsBatch, rhsBatch, {lhsDimension + 1},
        {rhsDimension + 1});
    llvm::SmallVector<int64_t> shape(result.getShape());
    shape.insert(shape.begin() + batchCount(), blocks);
    return writer.make<stablehlo::DotGeneralOp>(
        RankedTensorType::get(shape, element),
        inBlocks(op.getLhs(), lhsDimension),
        inBlocks(op.getRhs(), rhsDimension), inside,
        op.getPrecisionConfigAttr(), stablehlo::DotAlgorithmAttr());
  }

  /// The terms behind the last whole block.
  Value computeRest(RankedTensorType result, Type element, int64_t terms) {
    return writer.make<stablehlo::DotGeneralOp>(
        result.clone(element),
        writer.slice(op.getLhs(), lhsDimension, blocks * length, terms),
        writer.slice(op.getRhs(), rhsDimension, blocks * length, terms),
        op.getDotDimensionNumbers(), op.getPrecisionConfigAttr(),
        stablehlo::DotAlgorithmAttr());
  }

  stablehlo::DotGeneralOp op;
  stablehlo::Writer writer;
  int64_t lhsDimension;
  int64_t rhsDimension;
  int64_t blocks;
  int64_t length;
};

/// How a dimension is cut: so many blocks of so many terms, and a rest.
struct Cut {
  int64_t blocks;
  int64_t length;
};

/// Terms of a block that is one chain. Sums of f64 are joined in f64, so that
/// their chains leave some of the roundings that a sum is allowed
/// (weft/Support/Summation.h) to another chain.
int64_t termsOfChain(Type sum) {
  const bool isJoinedAsItIs = isa<FloatType, ComplexType>(sum) &&
                              partType(sum).getIntOrFloatBitWidth() == 64;
  return isJoinedAsItIs ? longestChainOfProducts - longestChainOfTerms
                        : longestChainOfProducts;
}

/// Blocks of one chain each: such that they divide, or leave the shortest rest.
Cut cutIntoChains(int64_t terms, int64_t longest) {
  constexpr int64_t step = 16;
  Cut best = {terms / longest, longest};
  for (int64_t length = longest; length > longest * 3 / 4; length -= step) {
    if (terms % length < terms % best.length) {
      best = {terms / length, length};
    }
  }
  return best;
}

/// The length of blocks: one that divides, if there is any near.
int64_t lengthOfBlocks(int64_t terms) {
  for (int64_t length : llvm::seq(blockTerms / 2, blockTerms + 1)) {
    int64_t longest = blockTerms + blockTerms / 2 - length;
    if (terms % longest == 0) {
      return longest;
    }
  }
  return blockTerms;
}

/// How the contracted dimension of a product is cut, if that is worth it.
std::optional<Cut> findCut(stablehlo::DotGeneralOp dot, int64_t lhsDimension,
                           const Machine &machine) {
  const RankedTensorType lhs = typeOf(dot.getLhs());
  const RankedTensorType result = typeOf(dot.getResult());
  const int64_t terms = lhs.getDimSize(lhsDimension);
  const int64_t read =
      lhs.getNumElements() + typeOf(dot.getRhs()).getNumElements();

  // Lines of each operand in one of several products beside each other.
  int64_t products = 1;
  for (int64_t d : dot.getDotDimensionNumbers().getLhsBatchingDimensions()) {
    products *= lhs.getDimSize(d);
  }
  const bool hasLines = llvm::all_of(dot->getOperands(), [&](Value operand) {
    return typeOf(operand).getNumElements() / (products * terms) >= fewestLines;
  });
  // Narrow numbers are multiplied so fast that what is handed on counts.
  const bool isWide = llvm::all_of(dot->getOperands(), [](Value operand) {
    return partType(typeOf(operand).getElementType()).getIntOrFloatBitWidth() >=
           32;
  });
  const int64_t longest = termsOfChain(result.getElementType());
  if (machine.isCpu() && isWide && hasLines &&
      terms >= fewestShortBlocks * longest) {
    const Cut cut = cutIntoChains(terms, longest);
    if (cut.blocks * result.getNumElements() * fewestReads <= read) {
      return cut;
    }
  }

  int64_t length = terms;
  if (terms >= fewestTerms) {
    length = lengthOfBlocks(terms);
  } else if (!machine.isCpu() && terms >= fewestTermsOfWarps) {
    auto squaresAlong = [&](Value operand) {
      return static_cast<int64_t>(llvm::divideCeil(
          typeOf(operand).getNumElements() / (products * terms), sideOfSquare));
    };
    const int64_t squares =
        products * squaresAlong(dot.getLhs()) * squaresAlong(dot.getRhs());
    const int64_t wanted = squaresWanted / squares;
    length = std::max<int64_t>(
        fewestOfBlock,
        llvm::alignTo(terms / std::max<int64_t>(wanted, 1), stepOfBlock));
  }
  if (2 * length > terms) {
    return std::nullopt;
  }
  // What is handed on takes less memory than what is multiplied.
  return terms / length * result.getNumElements() <= read
             ? std::optional(Cut{terms / length, length})
             : std::nullopt;
}

} // namespace

bool splitProduct(Operation *op, const Machine &machine) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  if (!dot || dot.getAlgorithm()) {
    return false;
  }
  ArrayRef<int64_t> lhs =
      dot.getDotDimensionNumbers().getLhsContractingDimensions();
  ArrayRef<int64_t> rhs =
      dot.getDotDimensionNumbers().getRhsContractingDimensions();
  auto isSuitable = [](Value value) {
    return hasKnownElements(value) && !isBoolean(elementOf(value));
  };
  if (lhs.size() != 1 || !llvm::all_of(op->getOperands(), isSuitable) ||
      !isSuitable(dot.getResult())) {
    return false;
  }
  std::optional<Cut> cut = findCut(dot, lhs[0], machine);
  if (!cut) {
    return false;
  }
  op->replaceAllUsesWith(ValueRange{
      SplitProduct(dot, lhs[0], rhs[0], cut->blocks, cut->length).run()});
  return true;
}

} // namespace weft::tile
