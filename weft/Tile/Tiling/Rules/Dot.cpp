// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products over chosen dimensions.
//
// A tile of an operand has its dimensions in any order and number; `tile.dot`
// wants [batch x] rows x columns. So tiles are transposed to batch, free,
// contracted (lhs) or batch, contracted, free (rhs), and each group is made one
// dimension.

#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/Contraction.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"
#include "weft/Tile/Tiling/TiledProgram.h"

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
    if (sumsNothing(op)) {
      return {};
    }
    return neededLoops(op);
  }

  LogicalResult propagate(TileQuery &query) const override {
    if (sumsNothing(query.op)) {
      return success();
    }
    return askNeeded(query, NeededAt::InLoop);
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
    DotDimensions dimensions(context.op);
    Contraction contraction = contractionOf(context);
    TileValue value =
        operandAs(context, contraction, dimensions, i, raw, hasDeadZeros);
    return contraction.keep(value, i == 0,
                            isKeptTurned(context, dimensions, i));
  }

  llvm::SmallVector<Value> start(EmitContext &context) const override {
    DotDimensions dimensions(context.op);
    if (std::optional<unsigned> matrix =
            findMatrix(context.instance, dimensions)) {
      Contraction contraction = contractionOf(context);
      return contraction.start(matrixShape(context, dimensions, *matrix));
    }
    return contractionOf(context).start(sumsShape(context, dimensions));
  }

  llvm::SmallVector<Value> step(EmitContext &context,
                                ValueRange accumulators) const override {
    DotDimensions dimensions(context.op);
    Contraction contraction = contractionOf(context);
    TileValue factors[2];
    for (unsigned i : {0, 1}) {
      factors[i] =
          context.isKept(i)
              ? contraction.takeKept(context.operand(i), i == 0,
                                     isKeptTurned(context, dimensions, i))
              : operandAs(context, contraction, dimensions, i,
                          context.operand(i), context.hasDeadZeros(i));
    }
    if (std::optional<unsigned> matrix =
            findMatrix(context.instance, dimensions)) {
      return addRows(context, *matrix,
                     matrixShape(context, dimensions, *matrix), factors,
                     accumulators[0]);
    }
    return contraction.add(accumulators, factors[0], factors[1]);
  }

  TileValues finish(EmitContext &context,
                    ValueRange accumulators) const override {
    return finishSums(context, fold(context, accumulators));
  }

  int64_t stepsOfChain(const Instance &instance) const override {
    Operation *op = instance.value.getDefiningOp();
    int64_t terms = 1;
    for (const DimensionTile &contracted : instance.sequential) {
      terms *= contracted.size;
    }
    // Rows of a matrix take up one product with each step, and their lanes are
    // added up when chains end.
    if (findMatrix(instance, DotDimensions(op))) {
      return longestChainOfLanes;
    }
    return stepsOfProducts(tensorType(op->getResult(0)).getElementType(),
                           terms);
  }

  llvm::SmallVector<Value> startTotals(EmitContext &context) const override {
    DotDimensions dimensions(context.op);
    llvm::SmallVector<int64_t> shape = sumsShape(context, dimensions);
    if (std::optional<unsigned> matrix =
            findMatrix(context.instance, dimensions)) {
      shape = {matrixShape(context, dimensions, *matrix).front()};
    }
    return contractionOf(context).startTotals(shape);
  }

  llvm::SmallVector<Value> addChain(EmitContext &context, ValueRange totals,
                                    ValueRange accumulators) const override {
    return contractionOf(context).addChain(totals, fold(context, accumulators));
  }

  TileValues finishTotals(EmitContext &context,
                          ValueRange totals) const override {
    return finishSums(context, contractionOf(context).finishTotals(totals));
  }

private:
  /// The sums of the accumulators' rows where those are rows of a matrix.
  static llvm::SmallVector<Value> fold(EmitContext &context,
                                       ValueRange accumulators) {
    if (context.instance.loops.empty() ||
        !findMatrix(context.instance, DotDimensions(context.op))) {
      return accumulators;
    }
    return {ReduceOp::create(context.math.builder, context.math.loc,
                             CombineKind::Add, accumulators, {1})
                .getResult(0)};
  }

  static TileValues finishSums(EmitContext &context, ValueRange sums) {
    return {mapParts(contractionOf(context).finish(sums), [&](Value sum) {
      return context.math.reshape(sum, context.shape());
    })};
  }

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
    RankedTensorType lhs = context.operandType(0);
    Contraction contraction(context.math, lhs.getElementType(),
                            context.operandType(1).getElementType(),
                            context.resultType().getElementType(),
                            context.productForm(), algorithm);
    int64_t terms = 1;
    for (int64_t d : DotDimensions(context.op).lhsContracted) {
      terms *= lhs.getDimSize(d);
    }
    contraction.roundFew(terms);
    return contraction;
  }

  /// Which operand is a matrix, rows along the contracted dimension, where the
  /// other is a vector. Its products are then added up element by element, and
  /// rows summed once, after the loop.
  static std::optional<unsigned> findMatrix(const Instance &instance,
                                            const DotDimensions &dimensions) {
    const Tile &left = instance.operandTiles[0].tile;
    const Tile &right = instance.operandTiles[1].tile;
    bool isReal = llvm::all_of(
        ArrayRef<Value>{instance.value, instance.operandTiles[0].value,
                        instance.operandTiles[1].value},
        [](Value value) {
          return isa<FloatType>(tensorType(value).getElementType());
        });
    if (instance.loops.empty() || !dimensions.lhsBatch.empty() || !isReal ||
        product(left, dimensions.lhsContracted) == 1) {
      return std::nullopt;
    }
    if (product(right, dimensions.rhsFree) == 1 &&
        dimensions.lhsContracted.back() + 1 ==
            static_cast<int64_t>(left.size())) {
      return 0;
    }
    if (product(left, dimensions.lhsFree) == 1 && right.size() == 2 &&
        dimensions.rhsContracted.front() == 1) {
      return 1;
    }
    return std::nullopt;
  }

  /// Whether an operand is kept by columns: the left one, and the right one
  /// where these are few and long, so that a step takes pieces of them.
  static bool isKeptTurned(EmitContext &context,
                           const DotDimensions &dimensions, unsigned i) {
    const Tile &right = context.operandTile(1);
    return i == 0 || product(right, dimensions.rhsContracted) >=
                         4 * product(right, dimensions.rhsFree);
  }

  /// [batch x] rows x columns.
  static llvm::SmallVector<int64_t> sumsShape(EmitContext &context,
                                              const DotDimensions &dimensions) {
    llvm::SmallVector<int64_t> shape;
    if (!dimensions.lhsBatch.empty()) {
      shape.push_back(product(context.operandTile(0), dimensions.lhsBatch));
    }
    shape.push_back(product(context.operandTile(0), dimensions.lhsFree));
    shape.push_back(product(context.operandTile(1), dimensions.rhsFree));
    return shape;
  }

  static llvm::SmallVector<int64_t> matrixShape(EmitContext &context,
                                                const DotDimensions &dimensions,
                                                unsigned matrix) {
    return {product(context.operandTile(matrix),
                    matrix == 0 ? dimensions.lhsFree : dimensions.rhsFree),
            product(context.operandTile(0), dimensions.lhsContracted)};
  }

  static llvm::SmallVector<Value> addRows(EmitContext &context, unsigned matrix,
                                          ArrayRef<int64_t> shape,
                                          ArrayRef<TileValue> factors,
                                          Value sums) {
    Arithmetic &math = context.math;
    Type wide = elementOf(sums);
    Value rows = math.toFloat(factors[matrix][0], wide);
    // The right operand has its rows as columns.
    if (auto transpose = rows.getDefiningOp<TransposeOp>();
        matrix == 1 && transpose) {
      rows = transpose.getInput();
    } else if (matrix == 1) {
      rows = math.transpose(rows, {1, 0});
    }
    Value vector = math.toFloat(factors[1 - matrix][0], wide);
    Value spread = math.broadcast(math.reshape(vector, shape[1]), {1}, shape);
    return {math.add(sums, math.mul(rows, spread))};
  }

  /// The tile of operand `i` with each group of dimensions as one; the group of
  /// batch dimensions only where there are any.
  static TileValue operandAs(EmitContext &context, Contraction &contraction,
                             const DotDimensions &dimensions, unsigned i,
                             const TileValue &raw, bool hasDeadZeros) {
    const llvm::SmallVector<int64_t> &contracted =
        i == 0 ? dimensions.lhsContracted : dimensions.rhsContracted;
    llvm::SmallVector<ArrayRef<int64_t>, 3> groups;
    if (i == 0) {
      groups = {dimensions.lhsBatch, dimensions.lhsFree,
                dimensions.lhsContracted};
    } else {
      groups = {dimensions.rhsBatch, dimensions.rhsContracted,
                dimensions.rhsFree};
    }
    // What a load leaves out is zero already, if there is one.
    Value mask;
    if (!hasDeadZeros) {
      llvm::SmallVector<unsigned> masked(contracted.begin(), contracted.end());
      mask = context.mask(context.operandTile(i),
                          context.operandType(i).getShape(), masked);
    }
    TileValue value = contraction.prepare(raw, i == 0, mask);
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
