// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/FindProduct.h"

#include <llvm/ADT/Sequence.h>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

/// Whether an index moves with contracted dimensions alone, but for that whose
/// neighbours are taken together.
bool isOfWindow(AffineExpr index, const Product &product,
                const TilingSpace &space) {
  return llvm::all_of(
      llvm::seq<unsigned>(0, space.dimensions.size()), [&](unsigned d) {
        return !index.isFunctionOfDim(d) ||
               (!space.dimensions[d].parallel && d != product.depth);
      });
}

/// Where lines and terms are among the dimensions of an operand.
std::optional<Packing> packingOf(const Product &product, unsigned operand,
                                 const Tile &tile, const TilingSpace &space) {
  Packing packing;
  packing.operand = operand;
  packing.line = packing.depth = -1;
  for (auto [d, dimension] : llvm::enumerate(tile)) {
    auto dim = dyn_cast<AffineDimExpr>(dimension.offset);
    const auto own = static_cast<int64_t>(d);
    if (!dim) {
      if (isa<AffineConstantExpr>(dimension.offset)) {
        continue;
      }
      // A window may be walked backwards.
      if (!isOfWindow(dimension.offset, product, space)) {
        return std::nullopt;
      }
      packing.contracted.push_back(own);
      continue;
    }
    const unsigned number = dim.getPosition();
    if (!space.dimensions[number].parallel) {
      packing.contracted.push_back(own);
    }
    if (number == product.depth) {
      packing.depth = own;
    } else if (operand == 1 ? number == product.column
                            : product.rows.size() == 1 &&
                                  number == product.rows.front()) {
      packing.line = own;
    }
  }
  return packing.line < 0 || packing.depth < 0 ? std::nullopt
                                               : std::optional(packing);
}

/// Output features of a group; 0 where a convolution has none.
int64_t featuresOfGroup(stablehlo::ConvolutionOp op) {
  const auto groups = static_cast<int64_t>(
      std::max(op.getFeatureGroupCount(), op.getBatchGroupCount()));
  const int64_t feature = op.getDimensionNumbers().getOutputFeatureDimension();
  return groups == 1 ? 0
                     : cast<RankedTensorType>(op.getResult().getType())
                               .getDimSize(feature) /
                           groups;
}

std::optional<Product> findProduct(const TiledProgram &ones) {
  const TilingSpace &space = *ones.space;
  Product product;
  const Instance *found = nullptr;
  for (const Instance &instance : ones.instances) {
    Operation *op = instance.value ? instance.value.getDefiningOp() : nullptr;
    if (instance.kind == Instance::Kind::Compute &&
        isa_and_present<stablehlo::DotGeneralOp, stablehlo::DotOp,
                        stablehlo::ConvolutionOp>(op)) {
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
      return each.offset.isFunctionOfDim(d);
    });
  };
  auto convolution = dyn_cast<stablehlo::ConvolutionOp>(product.op);
  for (auto [number, tile] : llvm::enumerate(found->tile)) {
    unsigned d = dimensionOf(tile);
    if (d == none) {
      if (isa<AffineConstantExpr>(tile.offset)) {
        continue;
      }
      return std::nullopt;
    }
    if (isIn(d, left) && !isIn(d, right)) {
      product.rows.push_back(d);
    } else if (isIn(d, right) && !isIn(d, left)) {
      product.column = d;
    } else if (convolution &&
               convolution.getDimensionNumbers().getOutputFeatureDimension() ==
                   static_cast<int64_t>(number)) {
      product.column = d;
      product.columnsOfGroup = featuresOfGroup(convolution);
    }
  }
  // Groups of one feature, and a single place, have too little in common.
  if (convolution && (product.rows.empty() || product.column == none ||
                      product.columnsOfGroup == 1)) {
    return std::nullopt;
  }
  product.leftIsAlong = left.back().offset.isFunctionOfDim(product.depth);
  product.rightIsAlong = dimensionOf(right.back()) == product.depth;
  for (unsigned operand : {0, 1}) {
    product.packings[operand] =
        packingOf(product, operand, found->operandTiles[operand].tile, space);
  }
  return product;
}

} // namespace

std::optional<Product> findLeader(const TiledProgram &simple) {
  std::optional<Product> product = findProduct(simple);
  return product && llvm::all_of(simple.space->sequential,
                                 [&](const auto &entry) {
                                   return entry.first == product->op;
                                 })
             ? product
             : std::nullopt;
}

} // namespace weft::cpu
