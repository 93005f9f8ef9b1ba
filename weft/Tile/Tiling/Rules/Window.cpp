// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of sliding windows: loops over the places of the window, in their
// order, around one combination with a tile of the operand. Padding and holes
// take no part. When the body is a kind that the tile dialect knows, narrow
// floats are accumulated in f32, and long sums end their chains
// (weft/Support/Summation.h).

#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"
#include "weft/Tile/Tiling/TiledProgram.h"
#include "weft/Tile/Tiling/Totals.h"

using namespace mlir;

namespace weft::tile {
namespace {

class ReduceWindowRule : public Rule {
public:
  llvm::SmallVector<SequentialDimension>
  sequentialDimensions(Operation *op) const override {
    return neededLoops(op);
  }

  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::ReduceWindowOp>(query.op);
    if (Operation *foreign = findForeignOperation(op.getBody())) {
      return query.refuse("reduce_window.body",
                          llvm::Twine("the body holds ") +
                              foreign->getName().getStringRef());
    }
    if (failed(askNeeded(query, NeededAt::InLoop,
                         {.holesRule = "reduce_window.dilated",
                          .holes = "holes of the dilated operand"}))) {
      return failure();
    }
    for (Value value : capturedValues(op)) {
      query.ask(value, {});
    }
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    return finish(context, step(context, start(context)));
  }

  llvm::SmallVector<Value> start(EmitContext &context) const override {
    llvm::SmallVector<Value> values = initial(context);
    // The initial value enters once: it is what totals start from.
    if (context.instance.chainLoop) {
      for (Value &value : values) {
        value = emitNeutral(context.math, CombineKind::Add, value.getType());
      }
    }
    return values;
  }

  llvm::SmallVector<Value> step(EmitContext &context,
                                ValueRange accumulators) const override {
    auto op = cast<stablehlo::ReduceWindowOp>(context.op);
    Arithmetic &math = context.math;
    std::optional<CombineKind> kind = combineKindOf(op.getBody());
    unsigned count = op.getInputs().size();
    llvm::SmallVector<TileValue> inputs;
    for (unsigned i = 0; i < count; ++i) {
      inputs.push_back(emitConvert(math, context.operand(i),
                                   context.operandType(i).getElementType(),
                                   bodyType(op, i)));
    }
    llvm::SmallVector<Value> next;
    if (kind) {
      for (auto [before, part] : llvm::zip_equal(accumulators, inputs[0])) {
        next.push_back(emitCombine(math, *kind, before, math.widen(part)));
      }
    } else {
      llvm::SmallVector<TileValue> arguments = group(op, accumulators);
      llvm::append_range(arguments, inputs);
      Captured captured;
      for (auto [i, value] : llvm::enumerate(capturedValues(op))) {
        captured[value] = context.operand(2 * count + i);
      }
      for (const TileValue &result :
           emitBody(math, op.getBody(), arguments, captured)) {
        llvm::append_range(next, result);
      }
    }
    Value live = emitLive(context);
    if (live) {
      for (auto [value, before] : llvm::zip_equal(next, accumulators)) {
        value = math.select(live, value, before);
      }
    }
    return next;
  }

  TileValues finish(EmitContext &context,
                    ValueRange accumulators) const override {
    auto op = cast<stablehlo::ReduceWindowOp>(context.op);
    TileValues results = group(op, accumulators);
    for (auto [i, result] : llvm::enumerate(results)) {
      result = mapParts(result, [&](Value part) {
        return context.math.narrow(part, partType(bodyType(op, i)));
      });
    }
    return results;
  }

  int64_t stepsOfChain(const Instance &instance) const override {
    auto op = cast<stablehlo::ReduceWindowOp>(instance.value.getDefiningOp());
    bool isSum = combineKindOf(op.getBody()) == CombineKind::Add &&
                 isa<FloatType>(partType(bodyType(op, 0)));
    return isSum ? longestChainOfTerms : 0;
  }

  llvm::SmallVector<Value> startTotals(EmitContext &context) const override {
    return tile::startTotals(context.math, initial(context));
  }

  llvm::SmallVector<Value> addChain(EmitContext &context, ValueRange totals,
                                    ValueRange accumulators) const override {
    return addToTotals(context.math, totals, accumulators);
  }

  TileValues finishTotals(EmitContext &context,
                          ValueRange totals) const override {
    auto op = cast<stablehlo::ReduceWindowOp>(context.op);
    Type chain = computeType(partType(bodyType(op, 0)));
    return finish(context, tile::finishTotals(context.math, totals, chain));
  }

private:
  static llvm::SmallVector<Value> initial(EmitContext &context) {
    auto op = cast<stablehlo::ReduceWindowOp>(context.op);
    std::optional<CombineKind> kind = combineKindOf(op.getBody());
    unsigned count = op.getInputs().size();
    llvm::SmallVector<Value> values;
    for (unsigned i = 0; i < count; ++i) {
      TileValue init = emitConvert(
          context.math, context.operand(count + i),
          context.operandType(count + i).getElementType(), bodyType(op, i));
      for (Value part : init) {
        Value repeated = context.math.repeat(part, context.shape());
        values.push_back(kind ? context.math.widen(repeated) : repeated);
      }
    }
    return values;
  }

  static Type bodyType(stablehlo::ReduceWindowOp op, unsigned i) {
    return getElementTypeOrSelf(op.getBody().front().getArgument(i).getType());
  }

  static TileValues group(stablehlo::ReduceWindowOp op, ValueRange parts) {
    TileValues values;
    for (unsigned i = 0; i < op.getInputs().size(); ++i) {
      unsigned size = partCount(bodyType(op, i));
      values.push_back(llvm::to_vector_of<Value, 2>(parts.take_front(size)));
      parts = parts.drop_front(size);
    }
    return values;
  }

  /// Which positions meet an element at this place of the window.
  static Value emitLive(EmitContext &context) {
    auto op = cast<stablehlo::ReduceWindowOp>(context.op);
    Arithmetic &math = context.math;
    llvm::SmallVector<unsigned> all =
        llvm::to_vector(llvm::seq<unsigned>(0, context.tile().size()));
    Value live = context.mask(context.operandTile(0),
                              context.operandType(0).getShape(), all);
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(op);
    for (auto [d, window] : llvm::enumerate(op.getWindow())) {
      Value isElement = emitIsElement(context, needs.operands[0].indices[d]);
      // An empty window meets nothing.
      if (window.size == 0) {
        isElement = math.zero(math.builder.getI1Type());
      }
      if (isElement) {
        Value everywhere = math.splat(isElement, context.shape());
        live = live ? math.both(live, everywhere) : everywhere;
      }
    }
    return live;
  }
};

} // namespace

void addWindowRules(RuleTable &rules) {
  rules.add<stablehlo::ReduceWindowOp>(
      std::make_shared<const ReduceWindowRule>());
}

} // namespace weft::tile
