// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reshapes, piece by piece.
//
// A piece (weft/StableHLO/Needs/ReshapePieces.h) of one dimension on both sides
// is itself. For any other the tile of the result is *linearised*: its
// elements, in row-major order, must be places offset + stride * i of the
// piece. These are then *delinearised* into a box of the operand's dimensions.
//
// Both steps succeed for a tile that is, from the left, ones, then one
// dimension that is partly covered, then dimensions that are covered whole; and
// always for a single element.
//
// Of a tile along a dimension of one element all others are dead: the one that
// is there stands for them.

#include "weft/StableHLO/Needs/ReshapePieces.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// extents[i + 1] * extents[i + 2] * ...
llvm::SmallVector<int64_t> innerCounts(ArrayRef<unsigned> dimensions,
                                       ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> counts(dimensions.size(), 1);
  for (size_t i = dimensions.size(); i-- > 1;) {
    counts[i - 1] = counts[i] * shape[dimensions[i]];
  }
  return counts;
}

class ReshapeRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    Value operand = query.op->getOperand(0);
    ArrayRef<int64_t> from = shapeOf(operand);
    ArrayRef<int64_t> to = shapeOf(query.op->getResult(0));
    Tile tile(from.size(), DimensionTile{query.constant(0), 1, 1});
    if (isEmpty(tensorType(operand))) {
      // Nothing is live; only the number of elements must agree.
      for (const DimensionTile &dimension : query.tile) {
        tile.back().size *= dimension.size;
      }
      query.ask(operand, std::move(tile));
      return success();
    }
    Tile live(query.tile);
    for (auto [extent, dimension] : llvm::zip_equal(to, live)) {
      if (extent == 1 && dimension.size != 1) {
        dimension = {query.constant(0), 1, 1};
      }
    }
    for (const stablehlo::ReshapePiece &piece :
         stablehlo::cutIntoPieces(from, to)) {
      if (piece.from.size() == 1 && piece.to.size() == 1) {
        tile[piece.from[0]] = live[piece.to[0]];
        continue;
      }
      DimensionTile line;
      if (failed(linearise(query, live, piece.to, to, line)) ||
          failed(delinearise(query, line, piece.from, from, tile))) {
        return failure();
      }
    }
    query.ask(operand, std::move(tile));
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    llvm::SmallVector<int64_t> shape(context.shape());
    llvm::SmallVector<int64_t> live(shape);
    for (auto [extent, size] :
         llvm::zip_equal(context.resultType().getShape(), live)) {
      const bool isOne = extent == 1 && !isEmpty(context.operandType(0));
      size = isOne ? 1 : size;
    }
    return {mapParts(context.operand(0), [&](Value part) {
      Value shaped = context.math.reshape(part, live);
      return live == shape ? shaped
                           : context.math.broadcast(
                                 shaped,
                                 llvm::to_vector(llvm::seq<int64_t>(
                                     0, static_cast<int64_t>(shape.size()))),
                                 shape);
    })};
  }

private:
  static bool isEmpty(RankedTensorType type) {
    return type.getNumElements() == 0;
  }

  static LogicalResult linearise(TileQuery &query, ArrayRef<DimensionTile> live,
                                 ArrayRef<unsigned> dimensions,
                                 ArrayRef<int64_t> shape, DimensionTile &line) {
    llvm::SmallVector<int64_t> counts = innerCounts(dimensions, shape);
    line = {query.constant(0), 1, 1};
    for (size_t i = dimensions.size(); i-- > 0;) {
      const DimensionTile &tile = live[dimensions[i]];
      line.offset = line.offset + tile.offset * counts[i];
      if (tile.size == 1) {
        continue;
      }
      int64_t stride = tile.stride * counts[i];
      if (line.size == 1) {
        line.stride = stride;
      } else if (stride != line.stride * line.size) {
        return query.refuse(
            "reshape.partial",
            llvm::formatv("a tile of {0} in dimension {1} is not continued by "
                          "the {2} elements of the dimensions after it",
                          tile.size, dimensions[i], line.size));
      }
      line.size *= tile.size;
    }
    if (line.stride < 0) {
      return query.refuse("reshape.reversed",
                          "elements are taken in descending order");
    }
    line.offset = query.facts().simplify(line.offset);
    return success();
  }

  static LogicalResult delinearise(TileQuery &query, DimensionTile line,
                                   ArrayRef<unsigned> dimensions,
                                   ArrayRef<int64_t> shape, Tile &tile) {
    llvm::SmallVector<int64_t> counts = innerCounts(dimensions, shape);
    const IndexFacts &facts = query.facts();
    for (size_t i = dimensions.size(); i-- > 0;) {
      unsigned d = dimensions[i];
      int64_t extent = shape[d];
      AffineExpr index = line.offset.floorDiv(counts[i]);
      // Beyond the first dimension lies what is dead in the result too.
      if (i != 0) {
        index = index % extent;
      }
      index = facts.simplify(index);
      tile[d] = {index, 1, 1};
      bool isWalked = line.size > 1 && line.stride % counts[i] == 0 &&
                      (i == 0 || line.stride < counts[i] * extent);
      if (!isWalked) {
        continue;
      }
      int64_t stride = line.stride / counts[i];
      IndexFact fact = facts.of(index);
      int64_t reach = stride * (line.size - 1);
      bool isAligned = stride == 1 && fact.isMultipleOf(line.size) &&
                       extent % line.size == 0;
      if (i == 0 || (fact.low >= 0 && fact.high + reach < extent) ||
          isAligned) {
        tile[d] = {index, line.size, stride};
        line.size = 1;
      } else if (stride == 1 && fact.low == 0 && fact.high == 0 &&
                 line.size % extent == 0) {
        tile[d] = {index, extent, 1};
        line.size /= extent;
        line.stride = counts[i - 1];
      } else {
        return query.refuse(
            "reshape.straddles",
            llvm::formatv("{0} elements do not end with rows of {1}", line.size,
                          extent));
      }
    }
    if (line.size > 1) {
      return query.refuse(
          "reshape.skips",
          llvm::formatv("{0} elements at a distance of {1} lie along no "
                        "dimension of the operand",
                        line.size, line.stride));
    }
    return success();
  }
};

} // namespace

void addReshapeRules(RuleTable &rules) {
  rules.add<stablehlo::ReshapeOp>(std::make_shared<const ReshapeRule>());
}

} // namespace weft::tile
