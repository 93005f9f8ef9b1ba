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
// are computed side by side. How many there are follows from the shape alone.
//
// Products of floats are handed on in f32 at least and joined in f64, like the
// parts of sums (SplitReductions.cpp).

#include "weft/StableHLO/IR/Writer.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/Sequence.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Terms that are worth two kernels, and about how many a block gets.
constexpr int64_t fewestTerms = 8192;
constexpr int64_t blockTerms = 2048;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

class SplitProduct {
public:
  SplitProduct(stablehlo::DotGeneralOp op, int64_t lhsDimension,
               int64_t rhsDimension, int64_t blocks, int64_t length)
      : op(op), writer(op), lhsDimension(lhsDimension),
        rhsDimension(rhsDimension), blocks(blocks), length(length) {}

  Value run() {
    RankedTensorType result = typeOf(op.getResult());
    Type element = result.getElementType();
    Type handedOn = element;
    Type joined = element;
    if (isa<FloatType>(element)) {
      joined = writer.builder.getF64Type();
      if (element.getIntOrFloatBitWidth() < 32) {
        handedOn = writer.builder.getF32Type();
      }
    } else if (isa<ComplexType>(element)) {
      joined = ComplexType::get(writer.builder.getF64Type());
    }
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

} // namespace

bool splitProduct(Operation *op) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  if (!dot || dot.getAlgorithm()) {
    return false;
  }
  ArrayRef<int64_t> lhs =
      dot.getDotDimensionNumbers().getLhsContractingDimensions();
  ArrayRef<int64_t> rhs =
      dot.getDotDimensionNumbers().getRhsContractingDimensions();
  auto isSuitable = [](Value value) {
    RankedTensorType type = typeOf(value);
    Type element = type.getElementType();
    return type.hasStaticShape() && !type.getEncoding() &&
           type.getNumElements() > 0 &&
           (isa<FloatType, ComplexType>(element) ||
            (isa<IntegerType>(element) && !isBoolean(element)));
  };
  if (lhs.size() != 1 || !llvm::all_of(op->getOperands(), isSuitable) ||
      !isSuitable(dot.getResult())) {
    return false;
  }
  int64_t terms = typeOf(dot.getLhs()).getDimSize(lhs[0]);
  if (terms < fewestTerms) {
    return false;
  }
  int64_t length = lengthOfBlocks(terms);
  int64_t blocks = terms / length;
  // What is handed on takes less memory than what is multiplied.
  int64_t read = typeOf(dot.getLhs()).getNumElements() +
                 typeOf(dot.getRhs()).getNumElements();
  if (blocks * typeOf(dot.getResult()).getNumElements() > read) {
    return false;
  }
  op->replaceAllUsesWith(
      ValueRange{SplitProduct(dot, lhs[0], rhs[0], blocks, length).run()});
  return true;
}

} // namespace weft::tile
