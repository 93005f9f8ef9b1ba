// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product whose neighbouring dimensions of one kind are one dimension:
//
//   abcd, cdef -> abef     with ab, cd and ef as m, k and n:  mk, kn -> mn
//
// Tiles then fit the product of the extents, and not each of them.

#include "weft/Tile/Tiling/CopyJoined.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Flatten.h"

#include <llvm/ADT/SetVector.h>

using namespace mlir;

namespace weft::tile {
namespace {

using Moves = llvm::SmallSetVector<Operation *, 8>;

/// Whether an operand is an argument; or one in another order, as packed ones
/// are, that stays as it is and is nothing else.
bool isFactor(Value operand, bool isJoined, Moves &moves) {
  if (isa<BlockArgument>(operand)) {
    return true;
  }
  while (!isJoined && operand.hasOneUse() &&
         isa_and_present<stablehlo::SliceOp, stablehlo::ReshapeOp,
                         stablehlo::TransposeOp>(operand.getDefiningOp())) {
    moves.insert(operand.getDefiningOp());
    operand = operand.getDefiningOp()->getOperand(0);
  }
  return isa<BlockArgument>(operand) && operand.hasOneUse();
}

/// Whether all else in the block follows a product's dimensions: what is
/// computed of it, element by element.
bool isAlone(stablehlo::DotGeneralOp product, const TilingSpace &space,
             const Moves &moves) {
  auto isLikeResult = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getRank() == 0 ||
           (!isa<BlockArgument>(value) &&
            type.getShape() == product.getResult().getType().getShape());
  };
  return llvm::none_of(space.roots, llvm::IsaPred<BlockArgument>) &&
         llvm::none_of(space.updates,
                       [](Operation *update) { return update; }) &&
         llvm::all_of(space.live, [&](Operation *op) {
           return op == product || moves.contains(op) ||
                  (isElementwise(op) &&
                   llvm::all_of(op->getOperands(), isLikeResult) &&
                   llvm::all_of(op->getResults(), isLikeResult));
         });
}

} // namespace

std::optional<FlatBlock> flattenProduct(const TilingSpace &space) {
  auto found =
      llvm::find_if(space.live, llvm::IsaPred<stablehlo::DotGeneralOp>);
  if (found == space.live.end()) {
    return std::nullopt;
  }
  auto product = cast<stablehlo::DotGeneralOp>(*found);
  Seams ofProduct;
  if (!ofProduct.read(product)) {
    return std::nullopt;
  }
  const bool joinsLhs = ofProduct.joinedIn(product.getLhs()).joins();
  const bool joinsRhs = ofProduct.joinedIn(product.getRhs()).joins();
  Moves moves;
  if ((!joinsLhs && !joinsRhs) ||
      !isFactor(product.getLhs(), joinsLhs, moves) ||
      !isFactor(product.getRhs(), joinsRhs, moves) ||
      !isAlone(product, space, moves)) {
    return std::nullopt;
  }
  Seams seams;
  for (Operation *move : moves) {
    seams.keepOpen(move->getOperand(0));
    seams.keepOpen(move->getResult(0));
  }
  return seams.read(space) ? std::optional(copyJoined(space, seams))
                           : std::nullopt;
}

} // namespace weft::tile
