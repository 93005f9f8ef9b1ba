// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products over chosen dimensions.
//
// A tile of an operand has its dimensions in any order and number; `tile.dot`
// wants [batch x] rows x columns. So tiles are transposed to batch, free,
// contracted (lhs) or batch, contracted, free (rhs), and each group is made one
// dimension.

#include "weft/Tile/Tiling/Contraction.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// The dimensions of both operands by their role.
struct DotDimensions {
  llvm::SmallVector<int64_t> lhsBatch, rhsBatch;
  llvm::SmallVector<int64_t> lhsContracted, rhsContracted;
  llvm::SmallVector<int64_t> lhsFree, rhsFree;

  explicit DotDimensions(Operation *op) {
    if (auto general = dyn_cast<stablehlo::DotGeneralOp>(op)) {
      stablehlo::DotDimensionNumbersAttr numbers =
          general.getDotDimensionNumbers();
      lhsBatch.assign(numbers.getLhsBatchingDimensions().begin(),
                      numbers.getLhsBatchingDimensions().end());
      rhsBatch.assign(numbers.getRhsBatchingDimensions().begin(),
                      numbers.getRhsBatchingDimensions().end());
      lhsContracted.assign(numbers.getLhsContractingDimensions().begin(),
                           numbers.getLhsContractingDimensions().end());
      rhsContracted.assign(numbers.getRhsContractingDimensions().begin(),
                           numbers.getRhsContractingDimensions().end());
      lhsFree = general.getLhsFreeDimensions();
      rhsFree = general.getRhsFreeDimensions();
      return;
    }
    // The last dimension of the left operand meets the first of the right one.
    int64_t lhsRank = shapeOf(op->getOperand(0)).size();
    int64_t rhsRank = shapeOf(op->getOperand(1)).size();
    lhsContracted = {lhsRank - 1};
    rhsContracted = {0};
    lhsFree = llvm::to_vector(llvm::seq<int64_t>(0, lhsRank - 1));
    rhsFree = llvm::to_vector(llvm::seq<int64_t>(1, rhsRank));
  }
};

class DotRule : public Rule {
public:
  llvm::SmallVector<SequentialDimension>
  sequentialDimensions(Operation *op) const override {
    llvm::SmallVector<SequentialDimension> dimensions;
    if (sumsNothing(op)) {
      return dimensions;
    }
    for (int64_t d : DotDimensions(op).lhsContracted) {
      dimensions.push_back({shapeOf(op->getOperand(0))[d], 0});
    }
    return dimensions;
  }

  LogicalResult propagate(TileQuery &query) const override {
    if (sumsNothing(query.op)) {
      return success();
    }
    DotDimensions dimensions(query.op);
    auto tileOf = [&](Value operand, ArrayRef<int64_t> batch,
                      ArrayRef<int64_t> free, ArrayRef<int64_t> contracted,
                      size_t firstFree) {
      Tile tile(shapeOf(operand).size());
      for (auto [i, d] : llvm::enumerate(batch)) {
        tile[d] = query.tile[i];
      }
      for (auto [i, d] : llvm::enumerate(free)) {
        tile[d] = query.tile[firstFree + i];
      }
      for (auto [i, d] : llvm::enumerate(contracted)) {
        tile[d] = query.sequential[i];
      }
      query.ask(operand, std::move(tile), Place::InLoop);
    };
    size_t batches = dimensions.lhsBatch.size();
    tileOf(query.op->getOperand(0), dimensions.lhsBatch, dimensions.lhsFree,
           dimensions.lhsContracted, batches);
    tileOf(query.op->getOperand(1), dimensions.rhsBatch, dimensions.rhsFree,
           dimensions.rhsContracted, batches + dimensions.lhsFree.size());
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    if (context.instance.operands.empty()) {
      Type element = context.resultType().getElementType();
      Type type = RankedTensorType::get(context.shape(), partType(element));
      return {TileValue(partCount(element), context.math.zero(type))};
    }
    return finish(context, step(context, start(context)));
  }

  llvm::SmallVector<Value> start(EmitContext &context) const override {
    DotDimensions dimensions(context.op);
    llvm::SmallVector<int64_t> shape;
    if (!dimensions.lhsBatch.empty()) {
      shape.push_back(product(context.operandTile(0), dimensions.lhsBatch));
    }
    shape.push_back(product(context.operandTile(0), dimensions.lhsFree));
    shape.push_back(product(context.operandTile(1), dimensions.rhsFree));
    return contractionOf(context).start(shape);
  }

  llvm::SmallVector<Value> step(EmitContext &context,
                                ValueRange accumulators) const override {
    DotDimensions dimensions(context.op);
    Contraction contraction = contractionOf(context);
    TileValue lhs =
        operandAs(context, contraction, 0, dimensions.lhsContracted,
                  {dimensions.lhsBatch, dimensions.lhsFree,
                   dimensions.lhsContracted});
    TileValue rhs =
        operandAs(context, contraction, 1, dimensions.rhsContracted,
                  {dimensions.rhsBatch, dimensions.rhsContracted,
                   dimensions.rhsFree});
    return contraction.add(accumulators, lhs, rhs);
  }

  TileValues finish(EmitContext &context,
                    ValueRange accumulators) const override {
    TileValue sums = contractionOf(context).finish(accumulators);
    return {mapParts(sums, [&](Value sum) {
      return context.math.reshape(sum, context.shape());
    })};
  }

private:
  static bool sumsNothing(Operation *op) {
    return tensorType(op->getOperand(0)).getNumElements() == 0;
  }

  static int64_t product(const Tile &tile, ArrayRef<int64_t> dimensions) {
    int64_t count = 1;
    for (int64_t d : dimensions) {
      count *= tile[d].size;
    }
    return count;
  }

  static Contraction contractionOf(EmitContext &context) {
    std::optional<stablehlo::DotAlgorithmAttr> algorithm;
    if (auto general = dyn_cast<stablehlo::DotGeneralOp>(context.op)) {
      algorithm = general.getAlgorithm();
    }
    return Contraction(context.math, context.operandType(0).getElementType(),
                       context.operandType(1).getElementType(),
                       context.resultType().getElementType(), algorithm);
  }

  /// The tile of operand `i` with each group of dimensions as one; the group of
  /// batch dimensions only where there are any.
  static TileValue operandAs(EmitContext &context, Contraction &contraction,
                             unsigned i, ArrayRef<int64_t> contracted,
                             ArrayRef<ArrayRef<int64_t>> groups) {
    // What a load leaves out is zero already.
    Value mask;
    if (!context.isLoad(i)) {
      llvm::SmallVector<unsigned> masked(contracted.begin(), contracted.end());
      mask = context.mask(context.operandTile(i),
                          context.operandType(i).getShape(), masked);
    }
    TileValue value = contraction.prepare(context.operand(i), i == 0, mask);
    llvm::SmallVector<int64_t> order;
    llvm::SmallVector<int64_t> shape;
    for (auto [g, group] : llvm::enumerate(groups)) {
      llvm::append_range(order, group);
      if (g != 0 || !group.empty()) {
        shape.push_back(product(context.operandTile(i), group));
      }
    }
    return mapParts(value, [&](Value part) {
      return context.math.reshape(context.math.transpose(part, order), shape);
    });
  }
};

} // namespace

void addDotRules(RuleTable &rules) {
  rules.addAll<stablehlo::DotGeneralOp, stablehlo::DotOp>(
      std::make_shared<const DotRule>());
}

} // namespace weft::tile
