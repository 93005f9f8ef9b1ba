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
#include "weft/Tile/Tiling/Rules/NeededTile.h"

using namespace mlir;

namespace weft::tile {
namespace {

class PadRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(query.op);
    if (isPlanted(Fault::PaddingMoved)) {
      for (stablehlo::NeededIndex &index : needs.operands[0].indices) {
        index.offset = -index.offset;
      }
    }
    return askNeeded(
        query, needs, NeededAt::Here,
        {.holesRule = "pad.interior", .holes = "padding between elements"});
  }

  TileValues emit(EmitContext &context) const override {
    Arithmetic &math = context.math;
    llvm::SmallVector<unsigned> all =
        llvm::to_vector(llvm::seq<unsigned>(0, context.tile().size()));
    Value live = context.mask(context.operandTile(0),
                              context.operandType(0).getShape(), all);
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(context.op);
    for (const stablehlo::NeededIndex &index : needs.operands[0].indices) {
      Value isElement = emitIsElement(context, index);
      if (!isElement) {
        continue;
      }
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
