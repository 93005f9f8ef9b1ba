// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors one after another.
//
// A tile that is known to lie in one operand is that operand's. When no tile
// holds elements of two operands, the offset decides which operand is computed,
// and the others are not. Tiles that hold one element of each, as
// those of a stack, are put together of theirs. Otherwise the tile is taken of
// every operand, and each element chosen from the one it belongs to.

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

/// The operand in which a tile is known to lie.
std::optional<unsigned> knownOperand(const DimensionTile &tile,
                                     ArrayRef<int64_t> places,
                                     const IndexFacts &facts) {
  const IndexFact first = facts.of(tile.offset);
  // Tiles of what is reversed go backwards.
  const int64_t reach = (tile.size - 1) * tile.stride;
  const int64_t behind = std::min<int64_t>(reach, 0);
  const int64_t ahead = std::max<int64_t>(reach, 0);
  for (unsigned i = 0; i + 1 < places.size(); ++i) {
    if (first.within(places[i] - behind, places[i + 1] - 1 - ahead)) {
      return i;
    }
  }
  return std::nullopt;
}

/// Whether a tile holds one element of each operand.
bool isStack(stablehlo::ConcatenateOp op, ArrayRef<DimensionTile> tile,
             const IndexFacts &facts) {
  size_t d = op.getDimension();
  auto count = static_cast<int64_t>(op.getInputs().size());
  return count > 1 && tile[d].size == count && tile[d].stride == 1 &&
         facts.of(tile[d].offset).within(0, 0) &&
         llvm::all_of(op.getInputs(),
                      [&](Value input) { return shapeOf(input)[d] == 1; });
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
    bool isStacked = isStack(op, query.tile, query.facts());
    bool isChoice = op.getInputs().size() > 1 && startsInside && !isStacked &&
                    !straddles(query.tile[d], places, query.facts());
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(op);
    if (std::optional<unsigned> known =
            knownOperand(query.tile[d], places, query.facts())) {
      FailureOr<Tile> tile = neededTile(query, needs, needs.operands[*known]);
      if (failed(tile)) {
        return failure();
      }
      query.ask(op.getInputs()[*known], std::move(*tile));
      return success();
    }
    for (auto [i, need] : llvm::enumerate(needs.operands)) {
      FailureOr<Tile> needed = neededTile(query, needs, need);
      if (failed(needed)) {
        return failure();
      }
      Tile &tile = *needed;
      if (isStacked) {
        tile[d] = {getAffineConstantExpr(0, op->getContext()), 1, 1};
      }
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
    if (knownOperand(context.tile()[d], places, context.facts())) {
      return {context.operand(0)};
    }
    unsigned count = op.getInputs().size();
    const bool isStacked = isStack(op, context.tile(), context.facts());
    if (isStacked && d + 1 == context.shape().size()) {
      return {emitStack(context, count)};
    }
    // Rows that are whole are chosen without being moved.
    auto operand = [&](unsigned i) {
      return isStacked ? spread(context, i) : context.operand(i);
    };
    TileValue result = operand(count - 1);
    for (unsigned i = count - 1; i-- > 0;) {
      llvm::SmallVector<int64_t> extents(context.resultType().getShape());
      extents[d] = places[i + 1] - (isPlanted(Fault::PartEndsEarly) ? 1 : 0);
      Value isBefore = context.mask(context.tile(), extents, {d});
      if (!isBefore) {
        result = operand(i);
        continue;
      }
      for (auto [part, value] : llvm::zip_equal(result, operand(i))) {
        part = context.math.select(isBefore, value, part);
      }
    }
    return {result};
  }

  bool mayBranch() const override { return true; }

  Value condition(EmitContext &context, unsigned branch) const override {
    auto op = cast<stablehlo::ConcatenateOp>(context.op);
    Value end = context.math.index(boundaries(op)[branch + 1] -
                                   (isPlanted(Fault::PartEndsEarly) ? 1 : 0));
    Value at = context.index(context.tile()[op.getDimension()].offset);
    return context.math.compare(arith::CmpIPredicate::slt, at, end);
  }

private:
  /// The one element of an operand in the places of all.
  static TileValue spread(EmitContext &context, unsigned i) {
    llvm::SmallVector<int64_t> shape(context.shape());
    return mapParts(context.operand(i), [&](Value part) {
      return context.math.broadcast(
          part, llvm::to_vector(llvm::seq<int64_t>(0, shape.size())), shape);
    });
  }

  static TileValue emitStack(EmitContext &context, unsigned count) {
    Arithmetic &math = context.math;
    llvm::SmallVector<int64_t> shape(context.shape());
    TileValue result;
    for (size_t part = 0; part < context.operand(0).size(); ++part) {
      llvm::SmallVector<Value> inputs;
      for (unsigned i = 0; i < count; ++i) {
        inputs.push_back(math.reshape(context.operand(i)[part],
                                      ArrayRef(shape).drop_back()));
      }
      Type element = getElementTypeOrSelf(inputs.front().getType());
      result.push_back(math.make<JoinOp>(RankedTensorType::get(shape, element),
                                         ValueRange(inputs)));
    }
    return result;
  }
};

} // namespace

void addConcatenateRules(RuleTable &rules) {
  rules.add<stablehlo::ConcatenateOp>(
      std::make_shared<const ConcatenateRule>());
}

} // namespace weft::tile
