// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices at places given at run time. The start is a runtime variable, moved
// into the range in which the slice fits.

#include "weft/Tile/Tiling/Rules/NeededTile.h"

using namespace mlir;

namespace weft::tile {
namespace {

class DynamicSliceRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    return {context.operand(0)};
  }
};

/// The update where its tile, moved by the start, lies within it.
class DynamicUpdateSliceRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    llvm::SmallVector<unsigned> all =
        llvm::to_vector(llvm::seq<unsigned>(0, context.tile().size()));
    Value isNew = context.mask(context.operandTile(1),
                               context.operandType(1).getShape(), all);
    if (!isNew) {
      return {context.operand(1)};
    }
    TileValue result;
    for (auto [old, update] :
         llvm::zip_equal(context.operand(0), context.operand(1))) {
      result.push_back(context.math.select(isNew, update, old));
    }
    return {result};
  }
};

} // namespace

void addDynamicSliceRules(RuleTable &rules) {
  rules.add<stablehlo::DynamicSliceOp>(
      std::make_shared<const DynamicSliceRule>());
  rules.add<stablehlo::DynamicUpdateSliceOp>(
      std::make_shared<const DynamicUpdateSliceRule>());
}

} // namespace weft::tile
