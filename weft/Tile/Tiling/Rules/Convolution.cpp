// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions: loops over the places of the window around a product of
// (batch and positions) x (input features) with (input features) x (output
// features). Padding and holes are zeros of the left factor. Along dimensions
// in which the tile of the result has one position, places of the window can be
// multiplied and summed together, like input features.

#include "weft/Tile/Tiling/Contraction.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"

#include <algorithm>

using namespace mlir;

namespace weft::tile {
namespace {

class ConvolutionRule : public Rule {
public:
  /// The places of the window, then the input features of a group.
  llvm::SmallVector<SequentialDimension>
  sequentialDimensions(Operation *op) const override {
    auto convolution = cast<stablehlo::ConvolutionOp>(op);
    if (sumsNothing(convolution)) {
      return {};
    }
    llvm::SmallVector<SequentialDimension> loops = neededLoops(op);
    // Windows that are longer than the positions they have may be walked in
    // tiles.
    ArrayRef<int64_t> shape = shapeOf(convolution.getResult());
    for (auto [i, d] : llvm::enumerate(
             convolution.getDimensionNumbers().getOutputSpatialDimensions())) {
      if (loops[i].extent > shape[d] && convolution.getBatchGroupCount() == 1) {
        loops[i].largestTile = 0;
      }
    }
    return loops;
  }

  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::ConvolutionOp>(query.op);
    if (sumsNothing(op)) {
      return success();
    }
    return askNeeded(
        query, NeededAt::InLoop,
        {.holesRule = "convolution.dilated",
         .holes = "holes of the dilated input",
         .groupsRule = "convolution.groups",
         .groups = "a tile of output features spans several groups",
         .takesPlaces = true});
  }

  TileValues emit(EmitContext &context) const override {
    if (context.instance.operands.empty()) {
      Type element = context.resultType().getElementType();
      Type type = RankedTensorType::get(context.shape(), partType(element));
      return {TileValue(partCount(element), context.math.zero(type))};
    }
    return finish(context, step(context, start(context)));
  }

  TileValue prepare(EmitContext &context, unsigned i, const TileValue &raw,
                    bool hasDeadZeros) const override {
    Contraction contraction = contractionOf(context);
    return contraction.keep(factor(context, contraction, i, raw, hasDeadZeros),
                            i == 0, /*isTurned=*/i == 0);
  }

  llvm::SmallVector<Value> start(EmitContext &context) const override {
    llvm::SmallVector<int64_t> shape = {rows(context), columns(context)};
    return contractionOf(context).start(shape);
  }

  llvm::SmallVector<Value> step(EmitContext &context,
                                ValueRange accumulators) const override {
    Contraction contraction = contractionOf(context);
    TileValue factors[2];
    for (unsigned i : {0, 1}) {
      factors[i] = context.isKept(i)
                       ? contraction.takeKept(context.operand(i), i == 0,
                                              /*isTurned=*/i == 0)
                       : factor(context, contraction, i, context.operand(i),
                                context.hasDeadZeros(i));
    }
    return contraction.add(accumulators, factors[0], factors[1]);
  }

  int64_t stepsOfChain(const Instance &instance) const override {
    int64_t terms = 1;
    for (const DimensionTile &dimension : instance.sequential) {
      terms *= dimension.size;
    }
    return stepsOfProducts(tensorType(instance.value).getElementType(), terms);
  }

  llvm::SmallVector<Value> startTotals(EmitContext &context) const override {
    llvm::SmallVector<int64_t> shape = {rows(context), columns(context)};
    return contractionOf(context).startTotals(shape);
  }

  llvm::SmallVector<Value> addChain(EmitContext &context, ValueRange totals,
                                    ValueRange accumulators) const override {
    return contractionOf(context).addChain(totals, accumulators);
  }

  TileValues finishTotals(EmitContext &context,
                          ValueRange totals) const override {
    return finish(context, contractionOf(context).finishTotals(totals));
  }

  TileValues finish(EmitContext &context,
                    ValueRange accumulators) const override {
    auto op = cast<stablehlo::ConvolutionOp>(context.op);
    Arithmetic &math = context.math;
    // Rows apart again, then the features to their place.
    llvm::SmallVector<int64_t> from = rowDimensions(op, /*ofResult=*/true);
    from.push_back(op.getDimensionNumbers().getOutputFeatureDimension());
    llvm::SmallVector<int64_t> shape;
    llvm::SmallVector<int64_t> order(from.size());
    for (auto [i, d] : llvm::enumerate(from)) {
      shape.push_back(context.tile()[d].size);
      order[d] = i;
    }
    return {
        mapParts(contractionOf(context).finish(accumulators), [&](Value sum) {
          return math.transpose(math.reshape(sum, shape), order);
        })};
  }

private:
  /// Without elements there is nothing to sum, however large the window.
  static bool sumsNothing(stablehlo::ConvolutionOp op) {
    return tensorType(op.getLhs()).getNumElements() == 0 ||
           tensorType(op.getRhs()).getNumElements() == 0;
  }

  static Contraction contractionOf(EmitContext &context) {
    auto op = cast<stablehlo::ConvolutionOp>(context.op);
    Contraction contraction(
        context.math, context.operandType(0).getElementType(),
        context.operandType(1).getElementType(),
        context.resultType().getElementType(), context.productForm());
    // With one input feature to a group, no matrix is multiplied: sums of a
    // few products, as they are written.
    int64_t feature = op.getDimensionNumbers().getKernelInputFeatureDimension();
    if (op.getFeatureGroupCount() > 1 && shapeOf(op.getRhs())[feature] == 1) {
      contraction.roundProducts();
    }
    RankedTensorType kernel = context.operandType(1);
    const int64_t output =
        op.getDimensionNumbers().getKernelOutputFeatureDimension();
    contraction.roundFew(kernel.getNumElements() /
                         std::max<int64_t>(1, kernel.getDimSize(output)));
    return contraction;
  }

  /// The tile of operand `i` as a matrix: rows x input features, or input
  /// features x columns.
  static TileValue factor(EmitContext &context, Contraction &contraction,
                          unsigned i, const TileValue &raw, bool hasDeadZeros) {
    auto op = cast<stablehlo::ConvolutionOp>(context.op);
    stablehlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    int64_t depth = 1;
    for (const DimensionTile &summed : context.instance.sequential) {
      depth *= summed.size;
    }
    llvm::SmallVector<int64_t> order;
    llvm::SmallVector<int64_t> shape;
    Value mask;
    if (i == 0) {
      mask = emitLive(context, hasDeadZeros);
      // Dimensions of rows, then those that are summed over.
      order = rowDimensions(op, /*ofResult=*/false);
      std::stable_partition(order.begin() + 1, order.end(), [&](int64_t d) {
        const auto *found = llvm::find(numbers.getInputSpatialDimensions(), d);
        return context.instance
                   .sequential[found -
                               numbers.getInputSpatialDimensions().begin()]
                   .size == 1;
      });
      order.push_back(numbers.getInputFeatureDimension());
      shape = {rows(context), depth};
    } else {
      if (!hasDeadZeros) {
        unsigned feature = numbers.getKernelInputFeatureDimension();
        mask = context.mask(context.operandTile(1),
                            context.operandType(1).getShape(), {feature});
      }
      order.assign(numbers.getKernelSpatialDimensions().begin(),
                   numbers.getKernelSpatialDimensions().end());
      order.push_back(numbers.getKernelInputFeatureDimension());
      order.push_back(numbers.getKernelOutputFeatureDimension());
      shape = {depth, columns(context)};
    }
    return mapParts(contraction.prepare(raw, i == 0, mask), [&](Value part) {
      return context.math.reshape(context.math.transpose(part, order), shape);
    });
  }

  /// The batch and spatial dimensions.
  static llvm::SmallVector<int64_t> rowDimensions(stablehlo::ConvolutionOp op,
                                                  bool ofResult) {
    stablehlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    llvm::SmallVector<int64_t> dimensions = {
        ofResult ? numbers.getOutputBatchDimension()
                 : numbers.getInputBatchDimension()};
    llvm::append_range(dimensions, ofResult
                                       ? numbers.getOutputSpatialDimensions()
                                       : numbers.getInputSpatialDimensions());
    return dimensions;
  }

  static int64_t columns(EmitContext &context) {
    auto op = cast<stablehlo::ConvolutionOp>(context.op);
    return context.tile()[op.getDimensionNumbers().getOutputFeatureDimension()]
        .size;
  }

  static int64_t rows(EmitContext &context) {
    int64_t count = 1;
    for (int64_t size : context.shape()) {
      count *= size;
    }
    return count / columns(context);
  }

  /// Which elements of the left factor exist; null when all do or when the load
  /// has left out the others.
  static Value emitLive(EmitContext &context, bool hasDeadZeros) {
    auto op = cast<stablehlo::ConvolutionOp>(context.op);
    stablehlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    Arithmetic &math = context.math;
    Value live;
    if (!hasDeadZeros) {
      llvm::SmallVector<unsigned> checked(
          numbers.getInputSpatialDimensions().begin(),
          numbers.getInputSpatialDimensions().end());
      live = context.mask(context.operandTile(0),
                          context.operandType(0).getShape(), checked);
    }
    auto restrict = [&](Value condition) {
      if (condition) {
        Value everywhere =
            math.splat(condition, tileShape(context.operandTile(0)));
        live = live ? math.both(live, everywhere) : everywhere;
      }
    };
    stablehlo::OperationNeeds needs = *stablehlo::needsOf(op);
    for (int64_t d : numbers.getInputSpatialDimensions()) {
      restrict(emitIsElement(context, needs.operands[0].indices[d]));
    }
    // The features of this group end before the operand's do.
    const DimensionTile &features = context.instance.sequential.back();
    int64_t extent =
        shapeOf(op.getRhs())[numbers.getKernelInputFeatureDimension()];
    if (!isInside(features, extent, context.facts())) {
      unsigned d = numbers.getInputFeatureDimension();
      Tile tile(context.operandTile(0));
      tile[d] = features;
      llvm::SmallVector<int64_t> extents(context.operandType(0).getShape());
      extents[d] = extent;
      Value mask = context.mask(tile, extents, {d});
      live = live ? math.both(live, mask) : mask;
    }
    return live;
  }
};

} // namespace

void addConvolutionRules(RuleTable &rules) {
  rules.add<stablehlo::ConvolutionOp>(
      std::make_shared<const ConvolutionRule>());
}

} // namespace weft::tile
