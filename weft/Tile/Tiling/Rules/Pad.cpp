// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding around and between elements.
//
// The operand's tile is moved by the low padding, and reaches beyond the
// operand where padding is wanted: there the padding value is chosen. With
// elements between, only every (interior + 1)-th place holds one, so a tile
// must be one element wide or walk in steps of that.

#include "weft/Support/PlantedFault.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {
namespace {

class PadRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::PadOp>(query.op);
    Tile tile;
    for (auto [d, dimension] : llvm::enumerate(query.tile)) {
      int64_t step = op.getInteriorPadding()[d] + 1;
      int64_t low = op.getEdgePaddingLow()[d];
      AffineExpr moved =
          dimension.offset - (isPlanted(Fault::PaddingMoved) ? -low : low);
      if (dimension.size != 1 && dimension.stride % step != 0) {
        return query.refuse(
            "pad.interior",
            llvm::formatv("a tile of {0} in dimension {1} holds padding "
                          "between elements",
                          dimension.size, d));
      }
      int64_t stride = dimension.size == 1 ? 1 : dimension.stride / step;
      tile.push_back({moved.floorDiv(step), dimension.size, stride});
    }
    query.ask(op.getOperand(), std::move(tile));
    query.ask(op.getPaddingValue(), {});
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    auto op = cast<stablehlo::PadOp>(context.op);
    Arithmetic &math = context.math;
    llvm::SmallVector<unsigned> all =
        llvm::to_vector(llvm::seq<unsigned>(0, context.tile().size()));
    Value live = context.mask(context.operandTile(0),
                              context.operandType(0).getShape(), all);
    for (auto [d, dimension] : llvm::enumerate(context.tile())) {
      int64_t step = op.getInteriorPadding()[d] + 1;
      AffineExpr between = context.facts().simplify(
          (dimension.offset - op.getEdgePaddingLow()[d]) % step);
      auto constant = dyn_cast<AffineConstantExpr>(between);
      if (constant && constant.getValue() == 0) {
        continue;
      }
      Value isElement = math.compare(arith::CmpIPredicate::eq,
                                     context.index(between), math.index(0));
      Value everywhere = math.splat(isElement, context.shape());
      live = live ? math.both(live, everywhere) : everywhere;
    }
    if (!live) {
      return {context.operand(0)};
    }
    TileValue result;
    for (auto [part, value] :
         llvm::zip_equal(context.operand(0), context.operand(1))) {
      result.push_back(
          math.select(live, part, math.repeat(value, context.shape())));
    }
    return {result};
  }
};

} // namespace

void addPadRules(RuleTable &rules) {
  rules.add<stablehlo::PadOp>(std::make_shared<const PadRule>());
}

} // namespace weft::tile
