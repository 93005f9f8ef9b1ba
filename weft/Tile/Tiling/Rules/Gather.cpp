// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices at places that a tensor of indices names.
//
// Where a tile of the result lies in one slice, the index is a runtime variable
// and the operand's tile moves with it. A tile that spans several slices is
// gathered from memory, each element by its own index.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"

#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

/// How the dimensions of operand, indices and result correspond, for what is
/// gathered element by element.
struct GatherDimensions {
  explicit GatherDimensions(stablehlo::GatherOp op)
      : op(op), needs(*stablehlo::needsOf(op)) {
    stablehlo::GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
    for (size_t d = 0; d < shapeOf(op.getResult()).size(); ++d) {
      if (!llvm::is_contained(numbers.getOffsetDims(), int64_t(d))) {
        batch.push_back(d);
      }
    }
    for (const stablehlo::NeededIndex &index : needs.operands[0].indices) {
      component.push_back(-1);
      window.push_back(-1);
      batching.push_back(-1);
      for (const stablehlo::IndexTerm &term : index.terms) {
        int position = static_cast<int>(term.position);
        if (term.of == stablehlo::IndexTerm::Of::Number) {
          component.back() = static_cast<int>(needs.numbers[position].need) - 1;
        } else if (llvm::is_contained(batch, term.position)) {
          batching.back() = position;
        } else {
          window.back() = position;
        }
      }
    }
  }

  /// The last start at which a slice still fits.
  int64_t lastStart(unsigned d) {
    return shapeOf(op.getOperand())[d] - op.getSliceSizes()[d];
  }

  stablehlo::GatherOp op;
  stablehlo::OperationNeeds needs;
  /// Dimensions of the result that are the indices'.
  llvm::SmallVector<unsigned> batch;
  /// Per dimension of the operand, -1 for none: the component of the index, the
  /// dimension of the result along the slice, and the one it is batched with.
  llvm::SmallVector<int> component;
  llvm::SmallVector<int> window;
  llvm::SmallVector<int> batching;
};

class GatherRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::GatherOp>(query.op);
    GatherDimensions dimensions(op);
    bool isOneSlice = llvm::all_of(
        dimensions.batch, [&](unsigned d) { return query.tile[d].size == 1; });
    return isOneSlice ? askNeeded(query, dimensions.needs)
                      : propagateElements(query, dimensions);
  }

  TileValues emit(EmitContext &context) const override {
    GatherDimensions dimensions(cast<stablehlo::GatherOp>(context.op));
    if (!context.instance.memory.empty()) {
      return {emitElements(context, dimensions)};
    }
    // The tile of the operand, in the order of its dimensions.
    llvm::SmallVector<std::pair<int, int64_t>> walked;
    for (auto [d, target] : llvm::enumerate(dimensions.window)) {
      if (target >= 0) {
        walked.push_back({target, context.operandTile(0)[d].size});
      }
    }
    return {arrange(context, context.operand(0), walked)};
  }

private:
  static LogicalResult propagateElements(TileQuery &query,
                                         GatherDimensions &dimensions) {
    Value operand = dimensions.op.getOperand();
    if (!query.isMemory(operand)) {
      return query.refuse("gather.computed",
                          "a tile spans several slices of a computed operand");
    }
    bool isMoved = false;
    for (size_t d = 0; d < dimensions.component.size(); ++d) {
      int target = dimensions.window[d];
      bool isIndexed =
          dimensions.component[d] >= 0 && dimensions.lastStart(d) != 0;
      isMoved |= isIndexed || dimensions.batching[d] >= 0;
      if (target >= 0 && isIndexed && query.tile[target].size != 1) {
        return query.refuse("gather.window",
                            "a tile spans several slices and, along an indexed "
                            "dimension, several elements of each");
      }
      if (target >= 0 && query.tile[target].stride != 1 &&
          query.tile[target].size != 1) {
        return query.refuse("gather.strided", "a tile walks slices in steps");
      }
    }
    if (!isMoved) {
      return query.refuse("gather.fixed",
                          "slices that no index moves are taken one at a time");
    }
    query.askMemory(operand);
    for (const stablehlo::OperandNeed &need :
         ArrayRef(dimensions.needs.operands).drop_front()) {
      FailureOr<Tile> tile = neededTile(query, dimensions.needs, need);
      if (failed(tile)) {
        return failure();
      }
      query.ask(dimensions.op.getStartIndices(), std::move(*tile));
    }
    return success();
  }

  /// One load whose subscripts are tiles.
  static TileValue emitElements(EmitContext &context,
                                GatherDimensions &dimensions) {
    Arithmetic &math = context.math;
    RankedTensorType type = tensorType(dimensions.op.getOperand());
    Type number = numberType(type);
    llvm::SmallVector<int64_t> batchShape;
    for (unsigned d : dimensions.batch) {
      batchShape.push_back(context.tile()[d].size);
    }
    Type indexType = RankedTensorType::get(batchShape, number);
    auto repeated = [&](AffineExpr offset) {
      Value one = math.make<arith::IndexCastOp>(number, context.index(offset));
      return math.splat(one, batchShape);
    };

    llvm::SmallVector<Value> subscripts;
    llvm::SmallVector<Value> bounds;
    llvm::SmallVector<int64_t> shape = batchShape;
    llvm::SmallVector<std::pair<int, int64_t>> walked;
    for (unsigned d : dimensions.batch) {
      walked.push_back({d, context.tile()[d].size});
    }
    for (size_t d = 0; d < dimensions.component.size(); ++d) {
      int target = dimensions.window[d];
      int component = dimensions.component[d];
      bounds.push_back({});
      if (int batch = dimensions.batching[d]; batch >= 0) {
        Value number = batchIndex(context, dimensions, d, indexType);
        // A tile may reach beyond the last batch.
        bool isKnown = isInside(context.tile()[batch], type.getDimSize(d),
                                context.facts());
        subscripts.push_back(
            isKnown ? number : clamp(math, number, type.getDimSize(d) - 1));
        continue;
      }
      if (component >= 0 && dimensions.lastStart(d) != 0) {
        Value start =
            startsOf(context, component, dimensions.lastStart(d), indexType);
        if (target >= 0) {
          Value within = clamp(math, repeated(context.tile()[target].offset),
                               dimensions.op.getSliceSizes()[d] - 1);
          start = math.make<arith::AddIOp>(start, within);
        }
        subscripts.push_back(start);
        continue;
      }
      DimensionTile box = {getAffineConstantExpr(0, context.op->getContext()),
                           1, 1};
      if (target >= 0) {
        box = context.tile()[target];
        walked.push_back({target, box.size});
      } else {
        walked.push_back({-1, 1});
      }
      subscripts.push_back(context.index(box.offset));
      shape.push_back(box.size);
      if (!isInside(box, type.getDimSize(d), context.facts())) {
        bounds.back() = math.index(type.getDimSize(d));
      }
    }
    return gatherParts(context, type, subscripts, bounds, shape, walked);
  }

  static TileValue gatherParts(EmitContext &context, RankedTensorType type,
                               llvm::SmallVector<Value> subscripts,
                               llvm::SmallVector<Value> bounds,
                               ArrayRef<int64_t> shape,
                               ArrayRef<std::pair<int, int64_t>> walked) {
    Arithmetic &math = context.math;
    Type part = partType(type.getElementType());
    Value ref = context.ref(cast<stablehlo::GatherOp>(context.op).getOperand());
    TileValue parts;
    unsigned count = partCount(type.getElementType());
    llvm::SmallVector<int64_t> gathered(shape);
    if (count == 2) {
      subscripts.push_back(math.index(0));
      bounds.push_back({});
      gathered.push_back(2);
    }
    if (llvm::none_of(bounds, [](Value bound) { return bool(bound); })) {
      bounds.clear();
    }
    Value all = math.make<GatherOp>(RankedTensorType::get(gathered, part), ref,
                                    subscripts, ArrayRef<Value>(bounds));
    if (count == 1) {
      return arrange(context, {all}, walked);
    }
    for (int64_t i : {0, 1}) {
      llvm::SmallVector<int64_t> from(gathered.size(), 0);
      llvm::SmallVector<int64_t> half = gathered;
      from.back() = i;
      half.back() = 1;
      Value slice = math.make<SliceOp>(RankedTensorType::get(half, part), all,
                                       math.builder.getDenseI64ArrayAttr(from));
      parts.push_back(math.reshape(slice, shape));
    }
    return arrange(context, parts, walked);
  }

  static Value clamp(Arithmetic &math, Value index, int64_t last) {
    Type type = index.getType();
    Value low = math.make<arith::MaxSIOp>(index, math.zero(type));
    return math.make<arith::MinSIOp>(low, math.integer(type, last));
  }

  /// What places of an array are counted in: lanes of half the size go twice
  /// as far.
  static Type numberType(RankedTensorType type) {
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    return IntegerType::get(type.getContext(),
                            type.getNumElements() <= most ? 32 : 64);
  }

  /// The tile of indices for one component, moved to where a slice fits. Done
  /// in the wider of both types, where every index and the last one exist.
  static Value startsOf(EmitContext &context, unsigned component, int64_t last,
                        Type type) {
    Arithmetic &math = context.math;
    Type from = context.operandType(component).getElementType();
    Type number = getElementTypeOrSelf(type);
    Value value = context.operand(component)[0];
    bool isWider =
        from.getIntOrFloatBitWidth() > number.getIntOrFloatBitWidth();
    bool hasSign = !isUnsigned(from);
    if (from.getIntOrFloatBitWidth() < number.getIntOrFloatBitWidth()) {
      value = emitConvert(math, {value}, from, number)[0];
      hasSign = true;
    }
    value = hasSign ? clamp(math, value, last)
                    : math.make<arith::MinUIOp>(
                          value, math.integer(value.getType(), last));
    if (isWider) {
      value = math.make<arith::TruncIOp>(
          cast<RankedTensorType>(value.getType()).clone(number), value);
    }
    return math.reshape(value, cast<RankedTensorType>(type).getShape());
  }

  /// The number of the batch each element of the batch tile has.
  static Value batchIndex(EmitContext &context, GatherDimensions &dimensions,
                          unsigned d, Type type) {
    Arithmetic &math = context.math;
    unsigned target = dimensions.batching[d];
    auto at = llvm::find(dimensions.batch, target) - dimensions.batch.begin();
    const DimensionTile &tile = context.tile()[target];
    Value count = math.make<IotaOp>(type, at);
    count = math.make<arith::MulIOp>(count, math.integer(type, tile.stride));
    Value offset = math.make<arith::IndexCastOp>(getElementTypeOrSelf(type),
                                                 context.index(tile.offset));
    return math.make<arith::AddIOp>(
        count, math.splat(offset, cast<RankedTensorType>(type).getShape()));
  }

  /// Puts the dimensions of a tile, of which each belongs to a dimension of the
  /// result or to none, in the result's order.
  static TileValue arrange(EmitContext &context, const TileValue &value,
                           ArrayRef<std::pair<int, int64_t>> walked) {
    llvm::SmallVector<int64_t> shape;
    llvm::SmallVector<int64_t> targets;
    for (auto [target, size] : walked) {
      if (target >= 0) {
        shape.push_back(size);
        targets.push_back(target);
      }
    }
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, targets.size()));
    llvm::sort(order,
               [&](int64_t a, int64_t b) { return targets[a] < targets[b]; });
    return mapParts(value, [&](Value part) {
      Value moved =
          context.math.transpose(context.math.reshape(part, shape), order);
      return context.math.reshape(moved, context.shape());
    });
  }
};

} // namespace

void addGatherRules(RuleTable &rules) {
  rules.add<stablehlo::GatherOp>(std::make_shared<const GatherRule>());
}

} // namespace weft::tile
