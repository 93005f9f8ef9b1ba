// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ConvolutionBoxes.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/Support/MathExtras.h>

#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

/// What memory hands out at least, in bytes.
constexpr int64_t bytesOfSector = 32;

/// A convolution, in terms of the dimensions of the space.
struct Convolution {
  stablehlo::ConvolutionOp op;
  /// Places of the result, in the order in which they lie in the input.
  llvm::SmallVector<unsigned> rows;
  unsigned column = 0;
  unsigned depth = 0;
  /// Windows that are longer than the places they have.
  llvm::SmallVector<unsigned> windows;
  /// Output features of a group.
  int64_t group = 0;
  /// The row that neighbours in the input are along; none where features are.
  std::optional<unsigned> contiguous;
  int64_t elementBytes = 1;
};

/// The dimension that a tile is along, if it is along one as it is.
std::optional<unsigned> dimensionOf(const DimensionTile &tile) {
  auto dim = dyn_cast<AffineDimExpr>(tile.offset);
  return dim ? std::optional(dim.getPosition()) : std::nullopt;
}

/// Whether elements that are neighbours along the dimension are as far apart
/// everywhere.
bool isRegular(AffineExpr offset, unsigned d) {
  bool isDivided = false;
  offset.walk([&](AffineExpr part) {
    isDivided |= part.isFunctionOfDim(d) &&
                 (part.getKind() == AffineExprKind::FloorDiv ||
                  part.getKind() == AffineExprKind::CeilDiv ||
                  part.getKind() == AffineExprKind::Mod);
  });
  return !isDivided;
}

std::optional<Convolution> findConvolution(const TiledProgram &simple) {
  const Instance *found = nullptr;
  for (const Instance &instance : simple.instances) {
    Operation *op = instance.value ? instance.value.getDefiningOp() : nullptr;
    if (instance.kind == Instance::Kind::Compute &&
        isa_and_present<stablehlo::ConvolutionOp>(op)) {
      // Of several none leads.
      if (found) {
        return std::nullopt;
      }
      found = &instance;
    }
  }
  if (!found || found->operandTiles.size() != 2 || found->sequential.empty()) {
    return std::nullopt;
  }
  Convolution result;
  result.op = found->value.getDefiningOp<stablehlo::ConvolutionOp>();
  stablehlo::ConvDimensionNumbersAttr numbers = result.op.getDimensionNumbers();
  const int64_t feature = numbers.getOutputFeatureDimension();
  const Tile &input = found->operandTiles[0].tile;
  auto type = cast<RankedTensorType>(result.op.getLhs().getType());
  result.elementBytes = llvm::divideCeil(
      partType(type.getElementType()).getIntOrFloatBitWidth(), 8);
  result.group =
      cast<RankedTensorType>(result.op.getType()).getDimSize(feature) /
      static_cast<int64_t>(result.op.getFeatureGroupCount() *
                           result.op.getBatchGroupCount());
  ArrayRef<unsigned> summed = simple.space->sequential.find(result.op)->second;
  result.depth = summed.back();
  std::optional<unsigned> column = dimensionOf(found->tile[feature]);
  if (!column) {
    return std::nullopt;
  }
  result.column = *column;
  auto extentOf = [&](unsigned d) {
    return simple.space->dimensions[d].extent;
  };
  llvm::SmallVector<unsigned> singly;
  for (auto [i, d] : llvm::enumerate(numbers.getOutputSpatialDimensions())) {
    std::optional<unsigned> place = dimensionOf(found->tile[d]);
    const bool isOne = isa<AffineConstantExpr>(found->tile[d].offset);
    const bool isShort = place && extentOf(*place) < extentOf(summed[i]);
    if ((isOne || isShort) && result.op.getBatchGroupCount() == 1 &&
        result.op.getWindow()[i].baseDilation == 1) {
      result.windows.push_back(summed[i]);
      if (place) {
        singly.push_back(*place);
      }
    }
  }
  // Those that the input has further in are nearer to each other.
  for (auto [at, tile] : llvm::enumerate(input)) {
    for (auto [d, own] : llvm::enumerate(found->tile)) {
      std::optional<unsigned> row = dimensionOf(own);
      if (static_cast<int64_t>(d) == feature || !row ||
          llvm::is_contained(singly, *row) ||
          !tile.offset.isFunctionOfDim(*row)) {
        continue;
      }
      if (isRegular(tile.offset, *row)) {
        result.rows.push_back(*row);
        if (at + 1 == input.size()) {
          result.contiguous = *row;
        }
      }
    }
  }
  return result;
}

/// The box of places that wastes least: beyond the borders of the result, and
/// of what memory hands out where neighbours in it are places.
class RowBox {
public:
  RowBox(const TilingSpace &space, const Convolution &convolution)
      : space(space), convolution(convolution),
        current(convolution.rows.size(), 1), best(current) {}

  llvm::SmallVector<int64_t> find(int64_t rows) {
    int64_t most = 1;
    for (unsigned d : convolution.rows) {
      most = std::min(rows, most * powerAbove(space.dimensions[d].extent));
    }
    walk(convolution.rows.size(), most);
    return best;
  }

private:
  /// From the innermost outwards, the longest boxes first.
  void walk(size_t count, int64_t rows) {
    if (count == 0) {
      if (rows == 1 && cost() < least) {
        least = cost();
        best = current;
      }
      return;
    }
    const int64_t extent = space.dimensions[convolution.rows[count - 1]].extent;
    for (int64_t size = std::min(rows, powerAbove(extent)); size >= 1;
         size /= 2) {
      current[count - 1] = size;
      walk(count - 1, rows / size);
    }
  }

  double cost() const {
    double computed = 1;
    double moved = 1;
    for (auto [d, size] : llvm::zip_equal(convolution.rows, current)) {
      const int64_t extent = space.dimensions[d].extent;
      computed *= static_cast<double>(llvm::alignTo(extent, size)) /
                  static_cast<double>(extent);
      if (convolution.contiguous == d) {
        const int64_t bytes = size * convolution.elementBytes;
        moved +=
            static_cast<double>(bytesOfSector) / static_cast<double>(bytes);
      }
    }
    // What is read is read for many features.
    constexpr double partOfMoving = 0.25;
    return computed * (1 + partOfMoving * moved);
  }

  const TilingSpace &space;
  const Convolution &convolution;
  llvm::SmallVector<int64_t> current;
  llvm::SmallVector<int64_t> best;
  double least = std::numeric_limits<double>::infinity();
};

} // namespace

int64_t smallerSideOf(Operation *convolution) {
  auto op = cast<stablehlo::ConvolutionOp>(convolution);
  auto type = cast<RankedTensorType>(op.getType());
  const int64_t features = std::max<int64_t>(
      1, type.getDimSize(op.getDimensionNumbers().getOutputFeatureDimension()));
  const auto groups =
      static_cast<int64_t>(op.getFeatureGroupCount() * op.getBatchGroupCount());
  return std::min(features / groups, type.getNumElements() / features);
}

Operation *leadingConvolution(const TiledProgram &simple) {
  std::optional<Convolution> found = findConvolution(simple);
  return found ? found->op.getOperation() : nullptr;
}

bool takesTiles(const MatrixInstruction &instruction,
                const TiledProgram &simple) {
  Convolution convolution = *findConvolution(simple);
  const bool isOneGroup =
      convolution.group == simple.space->dimensions[convolution.column].extent;
  Type input = getElementTypeOrSelf(convolution.op.getLhs().getType());
  Type kernel = getElementTypeOrSelf(convolution.op.getRhs().getType());
  Type sum = getElementTypeOrSelf(convolution.op.getType());
  return !convolution.rows.empty() &&
         (isOneGroup || powerIn(convolution.group) >= instruction.n) &&
         input == kernel && (sum == input || sum.isF32());
}

void cutConvolution(const TiledProgram &simple, const ConvolutionTile &wanted,
                    MutableArrayRef<int64_t> sizes) {
  const Convolution convolution = *findConvolution(simple);
  const TilingSpace &space = *simple.space;
  auto extentOf = [&](unsigned d) { return space.dimensions[d].extent; };
  const int64_t columns =
      convolution.group == extentOf(convolution.column)
          ? std::max(wanted.leastSide, powerAbove(extentOf(convolution.column)))
          : powerIn(convolution.group);
  sizes[convolution.column] = std::min(wanted.columns, columns);
  int64_t terms =
      std::min(powerAbove(extentOf(convolution.depth)), wanted.depth);
  sizes[convolution.depth] = terms;
  for (unsigned d : llvm::reverse(convolution.windows)) {
    sizes[d] = std::min(powerIn(extentOf(d)), wanted.depth / terms);
    terms *= sizes[d];
  }
  sizes[convolution.depth] *= std::max<int64_t>(1, wanted.leastDepth / terms);
  // What columns leave is for rows, as far as memory on the chip holds them.
  constexpr int64_t mostOfThem = 4;
  const int64_t rows =
      wanted.rows *
      std::min(mostOfThem, wanted.columns / sizes[convolution.column]);
  llvm::SmallVector<int64_t> box = RowBox(space, convolution).find(rows);
  for (auto [d, size] : llvm::zip_equal(convolution.rows, box)) {
    sizes[d] = size;
  }
  if (!convolution.rows.empty()) {
    int64_t all = 1;
    for (int64_t size : box) {
      all *= size;
    }
    sizes[convolution.rows.back()] *=
        std::max<int64_t>(1, wanted.leastSide / all);
  }
}

} // namespace weft::tile
