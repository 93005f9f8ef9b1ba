// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product one of whose operands has few columns behind what is contracted,
// and the other columns in front of it, as the colours of an image behind its
// width:
//
//   x[K, M] y[H, K, 3] = reshape(x[K, M] reshape(transpose(y))[K, H 3])
//
// Tiles are boxes of what memory has: of such an operand they would be as wide
// as its last dimensions, less than a vector. Put into order, its columns are
// one dimension of any length. That moves each element once, and so is worth
// it where each of them is multiplied often.

#include "weft/StableHLO/IR/Writer.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/Sequence.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// What is worth another kernel: uses of each element, and products in all.
constexpr int64_t fewestUses = 8;
constexpr int64_t fewestProducts = 1 << 18;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

int64_t extentOf(Value value, ArrayRef<int64_t> dimensions) {
  int64_t extent = 1;
  for (int64_t d : dimensions) {
    extent *= typeOf(value).getDimSize(d);
  }
  return extent;
}

/// Columns, and what lies behind all else.
struct Columns {
  int64_t all;
  int64_t last;
};

Columns columnsOf(Value operand, ArrayRef<int64_t> freeDimensions) {
  const RankedTensorType type = typeOf(operand);
  int64_t last = 1;
  for (int64_t d = type.getRank() - 1; d >= 0; --d) {
    if (llvm::is_contained(freeDimensions, d)) {
      last *= type.getDimSize(d);
    } else if (type.getDimSize(d) != 1) {
      break;
    }
  }
  return {extentOf(operand, freeDimensions), last};
}

/// Whether a vector would hold more than what tiles find side by side.
bool isShort(Value operand, const Columns &columns, const Machine &machine) {
  const unsigned bits =
      partType(typeOf(operand).getElementType()).getIntOrFloatBitWidth();
  return columns.last > 1 && columns.last < columns.all &&
         columns.last * bits < 8 * machine.vectorBytes;
}

class OrderedProduct {
public:
  explicit OrderedProduct(stablehlo::DotGeneralOp op) : op(op), writer(op) {}

  void run(bool isLhs) {
    stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    ArrayRef<int64_t> batch = isLhs ? numbers.getLhsBatchingDimensions()
                                    : numbers.getRhsBatchingDimensions();
    ArrayRef<int64_t> contracted = isLhs
                                       ? numbers.getLhsContractingDimensions()
                                       : numbers.getRhsContractingDimensions();
    const llvm::SmallVector<int64_t> columns =
        isLhs ? op.getLhsFreeDimensions() : op.getRhsFreeDimensions();
    Value ordered = order(isLhs ? op.getLhs() : op.getRhs(), batch, contracted,
                          columns, isLhs);

    // Its dimensions, as they are now: columns are one.
    const auto batches = static_cast<int64_t>(batch.size());
    const int64_t first = isLhs ? batches + 1 : batches;
    auto newBatch = llvm::to_vector(llvm::seq<int64_t>(0, batches));
    auto newContracted = llvm::to_vector(llvm::seq<int64_t>(
        first, first + static_cast<int64_t>(contracted.size())));
    auto attribute =
        isLhs
            ? stablehlo::DotDimensionNumbersAttr::get(
                  op.getContext(), newBatch, numbers.getRhsBatchingDimensions(),
                  newContracted, numbers.getRhsContractingDimensions())
            : stablehlo::DotDimensionNumbersAttr::get(
                  op.getContext(), numbers.getLhsBatchingDimensions(), newBatch,
                  numbers.getLhsContractingDimensions(), newContracted);

    const RankedTensorType type = typeOf(op.getResult());
    const size_t begin = isLhs ? batch.size() : type.getRank() - columns.size();
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + begin, shape.begin() + begin + columns.size());
    shape.insert(shape.begin() + begin,
                 extentOf(isLhs ? op.getLhs() : op.getRhs(), columns));
    Value product = writer.make<stablehlo::DotGeneralOp>(
        type.clone(shape), isLhs ? ordered : op.getLhs(),
        isLhs ? op.getRhs() : ordered, attribute, op.getPrecisionConfigAttr(),
        op.getAlgorithmAttr());
    op.replaceAllUsesWith(writer.reshape(product, type.getShape()));
  }

private:
  /// An operand with one dimension for its columns: the last one of a right
  /// operand, in front of what is contracted of a left one.
  Value order(Value operand, ArrayRef<int64_t> batch,
              ArrayRef<int64_t> contracted, ArrayRef<int64_t> columns,
              bool isLhs) {
    llvm::SmallVector<int64_t> permutation(batch);
    llvm::append_range(permutation, isLhs ? columns : contracted);
    llvm::append_range(permutation, isLhs ? contracted : columns);
    llvm::SmallVector<int64_t> shape;
    auto keep = [&](ArrayRef<int64_t> dimensions) {
      for (int64_t d : dimensions) {
        shape.push_back(typeOf(operand).getDimSize(d));
      }
    };
    keep(batch);
    if (!isLhs) {
      keep(contracted);
    }
    shape.push_back(extentOf(operand, columns));
    if (isLhs) {
      keep(contracted);
    }
    Value ordered =
        writer.reshape(writer.transpose(operand, permutation), shape);
    // The product would read it as it lay if it brought it into order itself.
    return writer.make<stablehlo::OptimizationBarrierOp>(ValueRange{ordered})
        ->getResult(0);
  }

  stablehlo::DotGeneralOp op;
  stablehlo::Writer writer;
};

} // namespace

bool orderFactors(Operation *op, const Machine &machine) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  if (!dot || !llvm::all_of(op->getOperands(), hasKnownElements) ||
      !hasKnownElements(dot.getResult())) {
    return false;
  }
  const Columns left = columnsOf(dot.getLhs(), dot.getLhsFreeDimensions());
  const Columns right = columnsOf(dot.getRhs(), dot.getRhsFreeDimensions());
  if (typeOf(dot.getLhs()).getNumElements() * right.all < fewestProducts) {
    return false;
  }
  if (right.all >= fewestUses && isShort(dot.getLhs(), left, machine)) {
    OrderedProduct(dot).run(/*isLhs=*/true);
    return true;
  }
  if (left.all >= fewestUses && isShort(dot.getRhs(), right, machine)) {
    OrderedProduct(dot).run(/*isLhs=*/false);
    return true;
  }
  return false;
}

} // namespace weft::tile
