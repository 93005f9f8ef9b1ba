// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over whole dimensions.
//
// When the body is a kind that the tile dialect knows, elements commute. The
// accumulator has the shape of the operand's tile: a step combines it with the
// next tile element by element, and only after the loop its own elements are
// combined. Dead elements are replaced by the neutral element first, and the
// initial value is combined once, at the end; narrow floats are accumulated in
// f32. Long sums of floats end their chains (weft/Support/Summation.h).
//
// A body that chooses an extreme element with its place (Places.h) is treated
// likewise, but that the elements of the accumulator are brought into order
// before they are combined.
//
// Any other body combines elements in their order, whatever it is: it need be
// associative, not commutative. A step folds its tile from the left and appends
// the result to the accumulator. A dimension that is dealt out has an
// accumulator for each block, and these are combined in order after the loop.
// Dead elements are replaced by the initial value, which may thereby enter more
// than once, between any two elements, as the specification allows.

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/PlantedFault.h"
#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/CombineOrder.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Places.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"
#include "weft/Tile/Tiling/TiledProgram.h"
#include "weft/Tile/Tiling/Totals.h"

using namespace mlir;

namespace weft::tile {
namespace {

llvm::SmallVector<int64_t> reducedDimensions(stablehlo::ReduceOp op) {
  llvm::SmallVector<int64_t> dimensions(op.getDimensions());
  llvm::sort(dimensions);
  return dimensions;
}

bool isDealt(const DimensionTile &sequential) { return sequential.stride != 1; }

/// Whether elements have to be combined in their order.
bool isOrdered(stablehlo::ReduceOp op) {
  return combineOrderOf(op) == CombineOrder::Kept &&
         !isPlanted(Fault::OrderForgotten);
}

/// One reduction at emission.
class Reduction {
public:
  explicit Reduction(EmitContext &context)
      : context(context), math(context.math),
        op(cast<stablehlo::ReduceOp>(context.op)),
        dimensions(reducedDimensions(op)), count(op.getInputs().size()),
        kind(combineKindOf(op.getBody())), places(findPlaces(op)) {
    for (auto [d, sequential] :
         llvm::zip_equal(dimensions, context.instance.sequential)) {
      (isDealt(sequential) ? dealt : folded).push_back(d);
    }
  }

  /// The inputs' tiles in the type they are accumulated in, dead elements
  /// replaced.
  llvm::SmallVector<Value> inputs() {
    llvm::SmallVector<unsigned> masked(dimensions.begin(), dimensions.end());
    Value mask = context.mask(context.operandTile(0),
                              context.operandType(0).getShape(), masked);
    llvm::SmallVector<Value> values;
    for (unsigned i = 0; i < count; ++i) {
      TileValue input =
          emitConvert(math, context.operand(i),
                      context.operandType(i).getElementType(), bodyType(i));
      for (auto [part, value] : llvm::enumerate(input)) {
        value = kind ? math.widen(value) : value;
        if (mask) {
          Value other = kind ? emitNeutral(math, *kind, value.getType())
                             : initial(i, shapeOf(value))[part];
          value = math.select(mask, value, other);
        }
        values.push_back(value);
      }
    }
    return values;
  }

  llvm::SmallVector<Value> start() {
    llvm::SmallVector<Value> values;
    llvm::SmallVector<int64_t, 4> shape = tileShape(context.operandTile(0));
    if (isOrdered()) {
      shape = without(shape, folded);
    }
    for (unsigned i = 0; i < count; ++i) {
      for (Value part : initial(i, shape)) {
        if (kind) {
          // A sum that starts from zero is what it would be with the initial
          // value zero, sign included.
          Value wide = math.widen(part);
          part = startsFromInitial() ? wide
                                     : emitNeutral(math, *kind, wide.getType());
        }
        values.push_back(part);
      }
    }
    return values;
  }

  llvm::SmallVector<Value> combine(ValueRange a, ValueRange b) {
    llvm::SmallVector<Value> results;
    if (kind) {
      for (auto [left, right] : llvm::zip_equal(a, b)) {
        results.push_back(emitCombine(math, *kind, left, right));
      }
      return results;
    }
    llvm::SmallVector<TileValue> arguments = group(a);
    llvm::append_range(arguments, group(b));
    for (const TileValue &result : emitBody(math, op.getBody(), arguments,
                                            captured(/*asScalars=*/false))) {
      llvm::append_range(results, result);
    }
    return results;
  }

  /// The accumulators and one more tile.
  llvm::SmallVector<Value> step(ValueRange accumulators) {
    llvm::SmallVector<Value> tile = inputs();
    return combine(accumulators,
                   isOrdered() ? fold(std::move(tile), folded) : tile);
  }

  /// Combines the elements of whole tiles along the reduced dimensions.
  llvm::SmallVector<Value> foldTile(llvm::SmallVector<Value> values) {
    return fold(std::move(values), dimensions);
  }

  /// The same of what is left in the accumulators.
  llvm::SmallVector<Value> foldAccumulators(llvm::SmallVector<Value> values) {
    if (!isOrdered()) {
      return fold(std::move(values), dimensions);
    }
    // Dimensions that were folded have left those that were dealt.
    llvm::SmallVector<int64_t> left;
    for (int64_t d : dealt) {
      left.push_back(
          d - llvm::count_if(folded, [&](int64_t gone) { return gone < d; }));
    }
    return fold(std::move(values), left);
  }

  llvm::SmallVector<Value> startTotals() {
    llvm::SmallVector<Value> values;
    for (unsigned i = 0; i < count; ++i) {
      for (Value part : initial(i, context.shape())) {
        Value wide = math.widen(part);
        values.push_back(startsFromInitial()
                             ? wide
                             : emitNeutral(math, *kind, wide.getType()));
      }
    }
    return tile::startTotals(math, values);
  }

  llvm::SmallVector<Value> addChain(ValueRange totals, ValueRange chain) {
    return addToTotals(math, totals, foldAccumulators(llvm::to_vector(chain)));
  }

  TileValues finishTotals(ValueRange totals) {
    llvm::SmallVector<Value> sums =
        tile::finishTotals(math, totals, computeType(partType(bodyType(0))));
    return finish(startsFromInitial() ? sums : combineInitial(sums));
  }

  llvm::SmallVector<Value> combineInitial(llvm::SmallVector<Value> values) {
    // Adding a zero that is not negative takes the sign from one that is; a sum
    // is one only where all its terms are.
    bool hasSign = kind == CombineKind::Add &&
                   !isa<IntegerType>(elementOf(values.front())) &&
                   !stablehlo::isNeverNegativeZero(op.getInputs()[0]);
    if (kind && !hasSign && isNeutral(*kind, op.getInitValues()[0])) {
      return values;
    }
    llvm::SmallVector<Value> initials;
    for (unsigned i = 0; i < count; ++i) {
      for (Value part : initial(i, context.shape())) {
        // Totals are wider than chains.
        Type type = elementOf(values[initials.size()]);
        initials.push_back(
            kind && isa<FloatType>(type) ? math.toFloat(part, type) : part);
      }
    }
    return combine(initials, values);
  }

  TileValues finish(ValueRange values) {
    TileValues results = group(values);
    for (auto [i, result] : llvm::enumerate(results)) {
      result = mapParts(result, [&](Value part) {
        return math.narrow(part, partType(bodyType(i)));
      });
    }
    return results;
  }

  bool hasKind() const { return kind.has_value(); }
  /// Whether the accumulators start from the initial value itself.
  bool startsFromInitial() {
    return kind == CombineKind::Add && isNeutral(*kind, op.getInitValues()[0]);
  }

private:
  bool isOrdered() const {
    return !kind && !places && !isPlanted(Fault::OrderForgotten);
  }

  static ArrayRef<int64_t> shapeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }

  static llvm::SmallVector<int64_t, 4> without(ArrayRef<int64_t> shape,
                                               ArrayRef<int64_t> gone) {
    llvm::SmallVector<int64_t, 4> left;
    for (auto [d, extent] : llvm::enumerate(shape)) {
      if (!llvm::is_contained(gone, static_cast<int64_t>(d))) {
        left.push_back(extent);
      }
    }
    return left;
  }

  /// Combines elements along some dimensions, which are gone then.
  llvm::SmallVector<Value> fold(llvm::SmallVector<Value> values,
                                ArrayRef<int64_t> along) {
    llvm::SmallVector<int64_t> shape(shapeOf(values.front()));
    bool isDone = llvm::all_of(along, [&](int64_t d) { return shape[d] == 1; });
    if (isDone) {
      for (Value &value : values) {
        value = math.reshape(value, without(shape, along));
      }
    } else if (kind) {
      for (Value &value : values) {
        value = ReduceOp::create(math.builder, math.loc, *kind, value, along)
                    ->getResult(0);
      }
    } else {
      Captured scalars = captured(/*asScalars=*/true);
      auto reduce = ReduceOp::create(math.builder, math.loc,
                                     CombineKind::Custom, values, along);
      emitScalarRegion(math.builder, math.loc, reduce.getBody(), op.getBody(),
                       scalars, places);
      values.assign(reduce.getResults().begin(), reduce.getResults().end());
    }
    return values;
  }

  Type bodyType(unsigned i) {
    return getElementTypeOrSelf(op.getBody().front().getArgument(i).getType());
  }

  Captured captured(bool asScalars) {
    Captured values;
    for (auto [i, value] : llvm::enumerate(capturedValues(op))) {
      const TileValue &tile = context.operand(2 * count + i);
      values[value] =
          asScalars
              ? mapParts(tile, [&](Value part) { return math.scalarOf(part); })
              : tile;
    }
    return values;
  }

  TileValue initial(unsigned i, ArrayRef<int64_t> shape) {
    TileValue value = emitConvert(
        math, context.operand(count + i),
        context.operandType(count + i).getElementType(), bodyType(i));
    return mapParts(value,
                    [&](Value part) { return math.repeat(part, shape); });
  }

  /// Parts put together again.
  TileValues group(ValueRange parts) {
    TileValues values;
    for (unsigned i = 0; i < count; ++i) {
      unsigned size = partCount(bodyType(i));
      values.push_back(llvm::to_vector_of<Value, 2>(parts.take_front(size)));
      parts = parts.drop_front(size);
    }
    return values;
  }

  EmitContext &context;
  Arithmetic &math;
  stablehlo::ReduceOp op;
  llvm::SmallVector<int64_t> dimensions;
  /// Those of them that are dealt out to lanes, and the others.
  llvm::SmallVector<int64_t> dealt;
  llvm::SmallVector<int64_t> folded;
  unsigned count;
  std::optional<CombineKind> kind;
  std::optional<unsigned> places;
};

class ReduceRule : public Rule {
public:
  llvm::SmallVector<SequentialDimension>
  sequentialDimensions(Operation *op) const override {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    if (reducesNothing(reduce)) {
      return {};
    }
    return neededLoops(op, isOrdered(reduce));
  }

  llvm::SmallVector<int64_t> loopKey(Operation *op) const override {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    llvm::SmallVector<int64_t> key(shapeOf(reduce.getInputs()[0]));
    key.push_back(-1);
    llvm::append_range(key, reducedDimensions(reduce));
    return key;
  }

  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::ReduceOp>(query.op);
    if (Operation *foreign = findForeignOperation(op.getBody())) {
      return query.refuse("reduce.body", llvm::Twine("the body holds ") +
                                             foreign->getName().getStringRef());
    }
    if (reducesNothing(op)) {
      for (Value init : op.getInitValues()) {
        query.ask(init, {});
      }
      return success();
    }
    if (isOrdered(op) && !isInOrder(query.sequential)) {
      return query.refuse("reduce.order",
                          "tiles would combine elements out of their order");
    }
    if (failed(askNeeded(query, NeededAt::InLoop))) {
      return failure();
    }
    for (Value value : capturedValues(op)) {
      query.ask(value, {});
    }
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    auto op = cast<stablehlo::ReduceOp>(context.op);
    if (reducesNothing(op)) {
      return emitInitial(context, op);
    }
    Reduction reduction(context);
    return reduction.finish(
        reduction.combineInitial(reduction.foldTile(reduction.inputs())));
  }

  llvm::SmallVector<Value> start(EmitContext &context) const override {
    return Reduction(context).start();
  }

  llvm::SmallVector<Value> step(EmitContext &context,
                                ValueRange accumulators) const override {
    return Reduction(context).step(accumulators);
  }

  TileValues finish(EmitContext &context,
                    ValueRange accumulators) const override {
    Reduction reduction(context);
    llvm::SmallVector<Value> folded =
        reduction.foldAccumulators(llvm::to_vector(accumulators));
    if (reduction.hasKind() && !reduction.startsFromInitial()) {
      folded = reduction.combineInitial(std::move(folded));
    }
    return reduction.finish(folded);
  }

  int64_t stepsOfChain(const Instance &instance) const override {
    auto op = cast<stablehlo::ReduceOp>(instance.value.getDefiningOp());
    Type element =
        getElementTypeOrSelf(op.getBody().front().getArgument(0).getType());
    bool isSum = combineKindOf(op.getBody()) == CombineKind::Add &&
                 isa<FloatType>(partType(element));
    if (!isSum) {
      return 0;
    }
    constexpr int64_t manyLanes = 8;
    int64_t lanes = 1;
    for (const DimensionTile &sequential : instance.sequential) {
      lanes *= sequential.size;
    }
    return lanes < manyLanes ? longestChainOfTerms : longestChainOfLanes;
  }

  llvm::SmallVector<Value> startTotals(EmitContext &context) const override {
    return Reduction(context).startTotals();
  }

  llvm::SmallVector<Value> addChain(EmitContext &context, ValueRange totals,
                                    ValueRange accumulators) const override {
    return Reduction(context).addChain(totals, accumulators);
  }

  TileValues finishTotals(EmitContext &context,
                          ValueRange totals) const override {
    return Reduction(context).finishTotals(totals);
  }

private:
  /// Whether folding each tile from the left and appending it combines elements
  /// in the order of the dimensions, the last one fastest.
  static bool isInOrder(ArrayRef<DimensionTile> sequential) {
    bool isFirst = true;
    bool needsWhole = false;
    for (const DimensionTile &dimension : sequential) {
      bool isWhole = isa<AffineConstantExpr>(dimension.offset);
      if (isDealt(dimension) ? !isFirst : needsWhole && !isWhole) {
        return false;
      }
      isFirst &= isWhole && dimension.size == 1;
      needsWhole |= !isDealt(dimension) && dimension.size > 1;
    }
    return true;
  }

  /// The initial values are all there is, however many elements are missing.
  static bool reducesNothing(stablehlo::ReduceOp op) {
    return tensorType(op.getInputs()[0]).getNumElements() == 0;
  }

  static TileValues emitInitial(EmitContext &context, stablehlo::ReduceOp op) {
    TileValues results;
    for (unsigned i = 0; i < op.getInitValues().size(); ++i) {
      TileValue value = emitConvert(context.math, context.operand(i),
                                    context.operandType(i).getElementType(),
                                    context.resultType(i).getElementType());
      results.push_back(mapParts(value, [&](Value part) {
        return context.math.repeat(part, context.shape());
      }));
    }
    return results;
  }
};

} // namespace

void addReduceRules(RuleTable &rules) {
  rules.add<stablehlo::ReduceOp>(std::make_shared<const ReduceRule>());
}

} // namespace weft::tile
