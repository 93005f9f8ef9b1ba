// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/Products.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

constexpr unsigned none = ~0u;

/// The product of a block, in terms of the dimensions of the space.
struct Product {
  Operation *op = nullptr;
  /// Innermost row, column and contracted dimension; `none` where there is
  /// none.
  unsigned row = none;
  unsigned column = none;
  unsigned depth = none;
  /// How many elements all contracted dimensions have.
  int64_t terms = 1;
  /// Whether the last dimension of an operand is the contracted one.
  bool leftIsAlong = false;
  bool rightIsAlong = false;
};

std::optional<Product> findProduct(const TiledProgram &ones) {
  const TilingSpace &space = *ones.space;
  Product product;
  const Instance *found = nullptr;
  for (const Instance &instance : ones.instances) {
    Operation *op = instance.value ? instance.value.getDefiningOp() : nullptr;
    if (instance.kind == Instance::Kind::Compute &&
        isa_and_present<stablehlo::DotGeneralOp, stablehlo::DotOp>(op)) {
      // Of several products none leads.
      if (found) {
        return std::nullopt;
      }
      found = &instance;
      product.op = op;
    }
  }
  if (!found || found->operandTiles.size() != 2 || found->sequential.empty()) {
    return std::nullopt;
  }
  auto dimensionOf = [](const DimensionTile &tile) {
    auto dim = dyn_cast<AffineDimExpr>(tile.offset);
    return dim ? dim.getPosition() : none;
  };
  ArrayRef<unsigned> contracted = space.sequential.find(product.op)->second;
  product.depth = contracted.back();
  for (unsigned d : contracted) {
    product.terms *= space.dimensions[d].extent;
  }
  const Tile &left = found->operandTiles[0].tile;
  const Tile &right = found->operandTiles[1].tile;
  auto isIn = [&](unsigned d, const Tile &tile) {
    return llvm::any_of(tile, [&](const DimensionTile &each) {
      return dimensionOf(each) == d;
    });
  };
  for (const DimensionTile &tile : found->tile) {
    unsigned d = dimensionOf(tile);
    if (d == none) {
      if (isa<AffineConstantExpr>(tile.offset)) {
        continue;
      }
      return std::nullopt;
    }
    if (isIn(d, left) && !isIn(d, right)) {
      product.row = d;
    } else if (isIn(d, right) && !isIn(d, left)) {
      product.column = d;
    }
  }
  product.leftIsAlong = dimensionOf(left.back()) == product.depth;
  product.rightIsAlong = dimensionOf(right.back()) == product.depth;
  return product;
}

class ProductChoice {
public:
  ProductChoice(const TiledProgram &ones, const Product &product,
                const Machine &machine)
      : space(*ones.space), product(product), machine(machine),
        packedBytes(machine.cacheBytes(2) * 3 / 8),
        longBytes(machine.cacheBytes(2) * 2),
        smallBytes(machine.cacheBytes(1) / 2),
        fewestPrograms(machine.costs.workers * 2) {
    int64_t bytes = 4;
    for (Value value : llvm::concat<Value>(product.op->getOperands(),
                                           product.op->getResults())) {
      Type part =
          partType(cast<RankedTensorType>(value.getType()).getElementType());
      bytes = std::max<int64_t>(
          bytes, llvm::divideCeil(part.getIntOrFloatBitWidth(), 8));
    }
    elementBytes = bytes;
    lanes = std::max<int64_t>(1, machine.vectorBytes / bytes);
    candidate.sizes.assign(space.dimensions.size(), 1);
    candidate.keepsCostly = true;
    candidate.hasTotals = true;
  }

  Candidate run() {
    int64_t rows = extentOf(product.row);
    int64_t columns = extentOf(product.column);
    if (rows == 1 || columns == 1) {
      chooseVector(rows == 1);
    } else {
      chooseBlocks(rows, columns);
    }
    return std::move(candidate);
  }

private:
  int64_t extentOf(unsigned d) const {
    return d == none ? 1 : space.dimensions[d].extent;
  }

  void setSize(unsigned d, int64_t size) {
    if (d != none) {
      candidate.sizes[d] = std::max<int64_t>(size, 1);
    }
  }

  /// At most `vectors`, and no more than there is.
  int64_t fit(unsigned d, int64_t vectors) const {
    int64_t extent = extentOf(d);
    return extent <= lanes
               ? extent
               : std::min(lanes * vectors,
                          static_cast<int64_t>(llvm::alignTo(extent, lanes)));
  }

  /// A matrix and a vector.
  void chooseVector(bool leftIsVector) {
    unsigned line = leftIsVector ? product.column : product.row;
    bool isAlong = leftIsVector ? product.rightIsAlong : product.leftIsAlong;
    if (line == none || isAlong) {
      // Rows of the matrix, added up vector by vector.
      setSize(line, std::min<int64_t>(extentOf(line), 4));
      setSize(product.depth, fit(product.depth, 4));
    } else {
      setSize(line, fit(line, vectorsOfLongRow(machine, lanes)));
    }
  }

  void chooseBlocks(int64_t rows, int64_t columns) {
    // Sums in half of the registers; as many rows as columns have vectors.
    int64_t sums = machine.vectorRegisters / 2;
    int64_t height = std::min<int64_t>(rows, sums / 2);
    int64_t width = fit(product.column, sums / height);
    setSize(product.row, height);
    setSize(product.column, width);
    setSize(product.depth, std::min<int64_t>(extentOf(product.depth), lanes));

    Value right = product.op->getOperand(1);
    Value left = product.op->getOperand(0);
    auto isAsNeeded = [&](Value value) {
      Type part =
          partType(cast<RankedTensorType>(value.getType()).getElementType());
      return isa<BlockArgument>(value) &&
             llvm::divideCeil(part.getIntOrFloatBitWidth(), 8) >= 4;
    };
    bool isLong = product.terms * 2 * width * elementBytes > longBytes;
    bool keepsRight = !isLong && rows > 2 * height &&
                      (product.terms * columns * elementBytes > smallBytes ||
                       product.rightIsAlong || !isAsNeeded(right));
    bool keepsLeft = !isLong && columns > 2 * width &&
                     (!product.leftIsAlong || !isAsNeeded(left));
    candidate.inner = {product.row, product.column};
    if (!keepsRight && !keepsLeft) {
      return;
    }
    // The part of the right operand that a program packs.
    int64_t columnBlock = llvm::alignTo(columns, width);
    int64_t most = packedBytes / (product.terms * elementBytes) / width * width;
    columnBlock = std::max(width * 2, std::min(columnBlock, most));
    int64_t rowBlock =
        std::min<int64_t>(llvm::alignTo(rows, height), height * 64);
    int64_t others = 1;
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      if (d != product.row && d != product.column) {
        others *= space.dimensions[d].extent;
      }
    }
    auto programs = [&] {
      return others * llvm::divideCeil(rows, rowBlock) *
             llvm::divideCeil(columns, columnBlock);
    };
    while (programs() < static_cast<uint64_t>(fewestPrograms) &&
           rowBlock > height * 8) {
      rowBlock = llvm::alignTo(rowBlock / 2, height);
    }
    candidate.blocks.assign(space.dimensions.size(), 0);
    candidate.blocks[product.row] = rowBlock;
    candidate.blocks[product.column] = columnBlock;
    if (keepsLeft) {
      candidate.kept.push_back({product.op, 0});
    }
    if (keepsRight) {
      candidate.kept.push_back({product.op, 1});
    }
  }

  const TilingSpace &space;
  const Product &product;
  const Machine &machine;
  /// How much of the packed right operand a program holds.
  int64_t packedBytes;
  /// Beyond that, columns are too long to be packed at all.
  int64_t longBytes;
  /// A right operand that stays in the first cache all by itself.
  int64_t smallBytes;
  /// Enough programs to keep all workers busy to the end.
  int64_t fewestPrograms;
  int64_t elementBytes = 4;
  int64_t lanes = 1;
  Candidate candidate;
};

} // namespace

int64_t vectorsOfLongRow(const Machine &machine, int64_t lanes) {
  constexpr int64_t enough = 128;
  return std::max<int64_t>(
      1, std::min<int64_t>(machine.vectorRegisters / 2, enough / lanes));
}

std::optional<Candidate> proposeProduct(const TiledProgram &simple,
                                        const Machine &machine) {
  std::optional<Product> product = findProduct(simple);
  // Other loops would be walked again in every block.
  if (!product ||
      llvm::any_of(simple.space->sequential, [&](const auto &entry) {
        return entry.first != product->op;
      })) {
    return std::nullopt;
  }
  return ProductChoice(simple, *product, machine).run();
}

} // namespace weft::cpu
