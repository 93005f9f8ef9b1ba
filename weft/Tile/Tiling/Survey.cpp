// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Survey.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {

Survey surveyOf(const TiledProgram &program) {
  const TilingSpace &space = *program.space;
  Survey result;
  result.contiguous.resize(space.dimensions.size());
  result.periods.resize(space.dimensions.size(), 1);
  result.isRepeated.resize(space.dimensions.size());
  result.isReduced.resize(space.dimensions.size());
  for (auto [d, dimension] : llvm::enumerate(space.dimensions)) {
    if (!dimension.parallel && isa<stablehlo::ReduceOp>(dimension.owner)) {
      result.isReduced.set(d);
    }
  }
  auto count = [&](Value value, ArrayRef<DimensionTile> tile) {
    auto type = cast<RankedTensorType>(value.getType());
    int64_t bytes = llvm::divideCeil(
        partType(type.getElementType()).getIntOrFloatBitWidth(), 8);
    result.widest = std::max(result.widest, bytes);
    result.parts =
        std::max<int64_t>(result.parts, partCount(type.getElementType()));
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
      result.product = instance.value.getDefiningOp();
      result.factor =
          getElementTypeOrSelf(result.product->getOperand(0).getType());
      if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(result.product)) {
        result.leftSides =
            static_cast<unsigned>(dot.getLhsFreeDimensions().size());
        result.sides = result.leftSides +
                       static_cast<unsigned>(dot.getRhsFreeDimensions().size());
      }
    }
    if (auto pad = instance.value
                       ? instance.value.getDefiningOp<stablehlo::PadOp>()
                       : stablehlo::PadOp();
        pad && !instance.tile.empty()) {
      if (auto dim = dyn_cast<AffineDimExpr>(instance.tile.back().offset)) {
        int64_t &period = result.periods[dim.getPosition()];
        period = std::max(period, pad.getInteriorPadding().back() + 1);
      }
    }
    // What does not depend on a dimension is computed, or stored, once before
    // the loop over it.
    const bool isStored =
        instance.kind == Instance::Kind::Store && !instance.isOfFirst;
    if (instance.loops.empty() && !isStored) {
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

} // namespace weft::tile
