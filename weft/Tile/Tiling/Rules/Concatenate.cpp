// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors one after another.
//
// When no tile holds elements of two operands, the offset decides which operand
// is computed, and the others are not. Otherwise the tile is taken of every
// operand, and each element chosen from the one it belongs to.

#include "weft/Support/PlantedFault.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Where each operand begins, and where the last one ends.
llvm::SmallVector<int64_t> boundaries(stablehlo::ConcatenateOp op) {
  llvm::SmallVector<int64_t> places = {0};
  for (Value input : op.getInputs()) {
    places.push_back(places.back() + shapeOf(input)[op.getDimension()]);
  }
  return places;
}

bool straddles(const DimensionTile &tile, ArrayRef<int64_t> places,
               const IndexFacts &facts) {
  if (tile.size == 1) {
    return false;
  }
  bool isAligned =
      tile.stride == 1 && facts.of(tile.offset).isMultipleOf(tile.size);
  return !isAligned ||
         llvm::any_of(places.drop_front().drop_back(),
                      [&](int64_t place) { return place % tile.size != 0; });
}

class ConcatenateRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::ConcatenateOp>(query.op);
    unsigned d = op.getDimension();
    llvm::SmallVector<int64_t> places = boundaries(op);
    // What surrounds the whole, as padding does, belongs to no operand.
    bool startsInside =
        query.facts().of(query.tile[d].offset).within(0, places.back() - 1);
    bool isChoice = op.getInputs().size() > 1 && startsInside &&
                    !straddles(query.tile[d], places, query.facts());
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(op);
    for (auto [i, need] : llvm::enumerate(needs.operands)) {
      FailureOr<Tile> needed = neededTile(query, needs, need);
      if (failed(needed)) {
        return failure();
      }
      Tile &tile = *needed;
      if (isChoice) {
        // A tile of the last operand may reach beyond its end.
        int64_t size = tile[d].size;
        bool isLast = i + 1 == op.getInputs().size();
        int64_t end = places[i + 1] - places[i] - (isLast ? 1 : size);
        tile[d].offset =
            query.assume(tile[d].offset, 0, std::max<int64_t>(end, 0), size);
      }
      query.ask(op.getInputs()[i], std::move(tile),
                isChoice ? NeededAt::InBranch : NeededAt::Here, i);
    }
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    auto op = cast<stablehlo::ConcatenateOp>(context.op);
    unsigned d = op.getDimension();
    llvm::SmallVector<int64_t> places = boundaries(op);
    unsigned count = op.getInputs().size();
    TileValue result = context.operand(count - 1);
    for (unsigned i = count - 1; i-- > 0;) {
      llvm::SmallVector<int64_t> extents(context.resultType().getShape());
      extents[d] = places[i + 1] - (isPlanted(Fault::PartEndsEarly) ? 1 : 0);
      Value isBefore = context.mask(context.tile(), extents, {d});
      if (!isBefore) {
        result = context.operand(i);
        continue;
      }
      for (auto [part, value] : llvm::zip_equal(result, context.operand(i))) {
        part = context.math.select(isBefore, value, part);
      }
    }
    return {result};
  }

  Value condition(EmitContext &context, unsigned branch) const override {
    auto op = cast<stablehlo::ConcatenateOp>(context.op);
    Value end = context.math.index(boundaries(op)[branch + 1] -
                                   (isPlanted(Fault::PartEndsEarly) ? 1 : 0));
    Value at = context.index(context.tile()[op.getDimension()].offset);
    return context.math.compare(arith::CmpIPredicate::slt, at, end);
  }
};

} // namespace

void addConcatenateRules(RuleTable &rules) {
  rules.add<stablehlo::ConcatenateOp>(
      std::make_shared<const ConcatenateRule>());
}

} // namespace weft::tile
