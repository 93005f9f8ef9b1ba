// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that say what others say as well: later stages see the others
// only.

#include "weft/StableHLO/Simplify/Body.h"
#include "weft/StableHLO/Simplify/Rule.h"
#include "weft/StableHLO/Simplify/Sizes.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// broadcast(x, sizes) = broadcast_in_dim(x), x last.
Value broadcastSpelling(BroadcastOp op, Rewriter &rewriter) {
  if (!isOnStaticTensors(op)) {
    return {};
  }
  Dimensions dimensions;
  for (int64_t d : firstNumbers(rankOf(op.getOperand()))) {
    dimensions.push_back(d +
                         static_cast<int64_t>(op.getBroadcastSizes().size()));
  }
  return rewriter.broadcast(op.getOperand(), shapeOf(op), dimensions);
}

/// dot(x, y) = dot_general(x, y), the last dimension of x with the first of y.
Value dotSpelling(DotOp op, Rewriter &rewriter) {
  if (!isOnStaticTensors(op)) {
    return {};
  }
  auto numbers = DotDimensionNumbersAttr::get(op.getContext(), {}, {},
                                              {rankOf(op.getLhs()) - 1}, {0});
  return rewriter.make<DotGeneralOp>(op.getType(), op.getLhs(), op.getRhs(),
                                     numbers, op.getPrecisionConfigAttr(),
                                     DotAlgorithmAttr());
}

/// create_token() = after_all()
Value tokenSpelling(CreateTokenOp op, Rewriter &rewriter) {
  return rewriter.make<AfterAllOp>(TypeRange(op.getType()), ValueRange());
}

/// cross-replica-sum(x) = all_reduce(x) with addition.
Replacement crossReplicaSumSpelling(CrossReplicaSumOp op, Rewriter &rewriter) {
  auto reduce = rewriter.make<AllReduceOp>(
      TypeRange(op.getType()), ValueRange(op.getOperand()),
      Attribute(op.getReplicaGroups()), ChannelHandleAttr(), UnitAttr());
  auto scalar = RankedTensorType::get({}, elementOf(op));
  Location location = op.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&reduce.getComputation(), {},
                                     {scalar, scalar}, {location, location});
  Value sum =
      rewriter.make<AddOp>(scalar, body->getArgument(0), body->getArgument(1));
  rewriter.make<ReturnOp>(ValueRange(sum));
  return SmallVector<Value>(reduce.getResults());
}

/// torch_index_select(x, i) = gather(x, i): rows along one dimension.
Value indexSelectSpelling(TorchIndexSelectOp op, Rewriter &rewriter) {
  if (!isOnStaticTensors(op)) {
    return {};
  }
  auto type = cast<RankedTensorType>(op.getType());
  if (type.getNumElements() == 0) {
    return rewriter.empty(type);
  }
  int64_t dimension = op.getDim();
  int64_t batch = op.getBatchDims();
  int64_t rank = rankOf(op.getOperand());
  int64_t indexRank = rankOf(op.getIndex());
  if (dimension < batch || !isInteger(op.getIndex()) ||
      shapeOf(op.getOperand())[dimension] == 0) {
    return {};
  }
  // The result has the operand's dimensions before `dim`, then those of the
  // index behind the batch, then the rest of the operand's. Those of the index
  // but the batch are not part of a slice.
  Dimensions offsets;
  int64_t selected = indexRank - batch;
  for (int64_t d = batch; d < rank; ++d) {
    if (d != dimension) {
      offsets.push_back(d < dimension ? d : d + selected - 1);
    }
  }
  Dimensions sizes(shapeOf(op.getOperand()));
  for (int64_t d = 0; d < batch; ++d) {
    sizes[d] = 1;
  }
  sizes[dimension] = 1;
  Dimensions batching = firstNumbers(batch);
  auto numbers = GatherDimensionNumbersAttr::get(
      op.getContext(), offsets, {dimension}, batching, batching, {dimension},
      indexRank);
  return rewriter.make<GatherOp>(op.getType(), op.getOperand(), op.getIndex(),
                                 numbers, sizes);
}

//===----------------------------------------------------------------------===//
// Index equations
//===----------------------------------------------------------------------===//

struct Equation {
  SmallVector<StringRef, 2> inputs;
  StringRef output;
};

/// Letters only, each once in an operand and in the result.
std::optional<Equation> parseEquation(StringRef text) {
  Equation equation;
  auto [inputs, output] = text.split("->");
  inputs.split(equation.inputs, ',');
  equation.output = output;
  auto isSimple = [](StringRef labels) {
    llvm::SmallBitVector seen(256);
    for (unsigned char label : labels) {
      if (!llvm::isAlpha(label) || seen[label]) {
        return false;
      }
      seen.set(label);
    }
    return true;
  };
  if (!text.contains("->") || !isSimple(output) ||
      !llvm::all_of(equation.inputs, isSimple)) {
    return std::nullopt;
  }
  return equation;
}

/// The transpose that brings dimensions labelled `from` into the order `to`.
Dimensions permutationBetween(StringRef from, StringRef to) {
  Dimensions permutation;
  for (char label : to) {
    permutation.push_back(static_cast<int64_t>(from.find(label)));
  }
  return permutation;
}

/// einsum(x, y) = transpose(dot_general(x, y)) where every summed letter is in
/// both operands.
Value einsumSpelling(EinsumOp op, Rewriter &rewriter) {
  std::optional<Equation> equation = parseEquation(op.getEinsumConfig());
  if (!equation || equation->inputs.size() != 2) {
    return {};
  }
  StringRef lhs = equation->inputs[0];
  StringRef rhs = equation->inputs[1];
  StringRef output = equation->output;
  if (static_cast<int64_t>(lhs.size()) != rankOf(op.getLhs()) ||
      static_cast<int64_t>(rhs.size()) != rankOf(op.getRhs())) {
    return {};
  }
  Dimensions lhsBatch;
  Dimensions rhsBatch;
  Dimensions lhsSummed;
  Dimensions rhsSummed;
  std::string batch;
  std::string labels;
  for (auto [d, label] : llvm::enumerate(lhs)) {
    bool inRhs = rhs.contains(label);
    bool inOutput = output.contains(label);
    if (!inRhs && !inOutput) {
      return {};
    }
    if (inRhs) {
      int64_t other = static_cast<int64_t>(rhs.find(label));
      (inOutput ? lhsBatch : lhsSummed).push_back(d);
      (inOutput ? rhsBatch : rhsSummed).push_back(other);
      batch += inOutput ? std::string(1, label) : "";
    } else {
      labels += label;
    }
  }
  for (char label : rhs) {
    if (!lhs.contains(label)) {
      if (!output.contains(label)) {
        return {};
      }
      labels += label;
    }
  }
  labels = batch + labels;
  if (labels.size() != output.size()) {
    return {};
  }
  Dimensions permutation = permutationBetween(labels, output);
  Dimensions shape =
      gatherEntries(shapeOf(op), inversePermutation(permutation));
  auto numbers = DotDimensionNumbersAttr::get(op.getContext(), lhsBatch,
                                              rhsBatch, lhsSummed, rhsSummed);
  Value dot = rewriter.make<DotGeneralOp>(typeOf(op).clone(shape), op.getLhs(),
                                          op.getRhs(), numbers, ArrayAttr(),
                                          DotAlgorithmAttr());
  return rewriter.transpose(dot, permutation);
}

/// unary_einsum(x) = transpose(x), all letters kept.
Value unaryEinsumSpelling(UnaryEinsumOp op, Rewriter &rewriter) {
  std::optional<Equation> equation = parseEquation(op.getEinsumConfig());
  if (!equation || equation->inputs.size() != 1 ||
      equation->inputs[0].size() != equation->output.size() ||
      elementOf(op) != elementOf(op.getOperand()) || isComplex(op)) {
    return {};
  }
  Dimensions permutation =
      permutationBetween(equation->inputs[0], equation->output);
  if (llvm::is_contained(permutation, -1)) {
    return {};
  }
  // A sum of one term is the term plus zero, which takes -0 to +0.
  if (isFloat(op)) {
    Value zero = rewriter.zero(typeOf(op));
    return rewriter.make<AddOp>(
        op.getType(), rewriter.transpose(op.getOperand(), permutation), zero);
  }
  return rewriter.transpose(op.getOperand(), permutation);
}

/// map(f, x, y) = f on whole tensors, for an f made of operations that work
/// element by element.
Value mapSpelling(MapOp op, Rewriter &rewriter) {
  if (!isOnStaticTensors(op) || !isElementwiseBody(op.getComputation())) {
    return {};
  }
  return applyBody(rewriter, op.getComputation(), op.getInputs(), shapeOf(op))
      .front();
}

/// get_tuple_element(tuple(x0, x1, ...), i) = xi
Value elementOfTuple(GetTupleElementOp op, Rewriter &) {
  auto tuple = op.getOperand().getDefiningOp<TupleOp>();
  return tuple ? tuple.getOperand(op.getIndex()) : Value();
}

} // namespace

void addOldSpellingRules(RuleSet &rules) {
  rules.addForAnyType<BroadcastOp>("broadcast-spelling", broadcastSpelling);
  rules.addForAnyType<DotOp>("dot-spelling", dotSpelling);
  rules.addForAnyType<CreateTokenOp>("token-spelling", tokenSpelling);
  rules.add<CrossReplicaSumOp>("cross-replica-sum-spelling",
                               crossReplicaSumSpelling);
  rules.addForAnyType<TorchIndexSelectOp>("index-select-spelling",
                                          indexSelectSpelling);
  rules.add<EinsumOp>("einsum-spelling", einsumSpelling);
  rules.add<UnaryEinsumOp>("unary-einsum-spelling", unaryEinsumSpelling);
  rules.addForAnyType<MapOp>("map-spelling", mapSpelling);
  rules.addForAnyType<GetTupleElementOp>("element-of-tuple", elementOfTuple);
}

} // namespace weft::stablehlo
