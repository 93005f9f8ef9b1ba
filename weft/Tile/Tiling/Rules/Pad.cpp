// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding around and between elements.
//
// The operand's tile is moved by the low padding, and reaches beyond the
// operand where padding is wanted: there the padding value is chosen. With
// elements between, only every (interior + 1)-th place holds one, so a tile
// must be one element wide or walk in steps of that. Along the last dimension
// it may also be some whole periods: then it is put together of the operand's
// tile and of padding, side by side.

#include "weft/Support/PlantedFault.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Places from one element to the next, and where the first one is in a tile.
struct Period {
  int64_t length;
  int64_t first;
};

/// Of a tile that is some whole periods along the last dimension.
std::optional<Period> periodOf(stablehlo::PadOp op,
                               ArrayRef<DimensionTile> tile,
                               const IndexFacts &facts) {
  if (tile.empty()) {
    return std::nullopt;
  }
  int64_t length = op.getInteriorPadding().back() + 1;
  bool isWhole = length > 1 && tile.back().stride == 1 &&
                 tile.back().size % length == 0 &&
                 facts.of(tile.back().offset).isMultipleOf(length);
  int64_t first = ((op.getEdgePaddingLow().back() % length) + length) % length;
  return isWhole ? std::optional(Period{length, first}) : std::nullopt;
}

class PadRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::PadOp>(query.op);
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(query.op);
    if (isPlanted(Fault::PaddingMoved)) {
      for (stablehlo::NeededIndex &index : needs.operands[0].indices) {
        index.offset = -index.offset;
      }
    }
    NeedRefusals refusals = {.holesRule = "pad.interior",
                             .holes = "padding between elements"};
    std::optional<Period> period = periodOf(op, query.tile, query.facts());
    if (!period) {
      return askNeeded(query, needs, NeededAt::Here, refusals);
    }
    needs.operands[0].indices.back().divisor = 1;
    for (const stablehlo::OperandNeed &need : needs.operands) {
      FailureOr<Tile> tile = neededTile(query, needs, need, refusals);
      if (failed(tile)) {
        return failure();
      }
      if (need.operand == 0) {
        DimensionTile &last = tile->back();
        last = {(last.offset + period->first).floorDiv(period->length),
                last.size / period->length, 1};
      }
      query.ask(op->getOperand(need.operand), std::move(*tile));
    }
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    Arithmetic &math = context.math;
    std::optional<Period> period = periodOf(cast<stablehlo::PadOp>(context.op),
                                            context.tile(), context.facts());
    llvm::SmallVector<int64_t> shape(context.shape());
    if (period) {
      shape.back() /= period->length;
    }
    llvm::SmallVector<unsigned> all =
        llvm::to_vector(llvm::seq<unsigned>(0, context.tile().size()));
    Value live = context.mask(context.operandTile(0),
                              context.operandType(0).getShape(), all);
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(context.op);
    if (period) {
      needs.operands[0].indices.pop_back();
    }
    for (const stablehlo::NeededIndex &index : needs.operands[0].indices) {
      Value isElement = emitIsElement(context, index);
      if (!isElement) {
        continue;
      }
      Value everywhere = math.splat(isElement, shape);
      live = live ? math.both(live, everywhere) : everywhere;
    }
    TileValue result;
    for (auto [part, value] :
         llvm::zip_equal(context.operand(0), context.operand(1))) {
      Value padding = math.repeat(value, shape);
      Value elements = live ? math.select(live, part, padding) : part;
      result.push_back(period ? spread(context, elements, padding, *period)
                              : elements);
    }
    return {result};
  }

private:
  static Value spread(EmitContext &context, Value elements, Value padding,
                      const Period &period) {
    llvm::SmallVector<Value> sides(period.length, padding);
    sides[period.first] = elements;
    auto type = cast<RankedTensorType>(elements.getType());
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape.push_back(period.length);
    Value joined = context.math.make<JoinOp>(
        RankedTensorType::get(shape, type.getElementType()), ValueRange(sides));
    return context.math.reshape(joined, context.shape());
  }
};

} // namespace

void addPadRules(RuleTable &rules) {
  rules.add<stablehlo::PadOp>(std::make_shared<const PadRule>());
}

} // namespace weft::tile
