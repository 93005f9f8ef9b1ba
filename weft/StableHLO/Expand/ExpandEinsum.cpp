// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over labelled dimensions. First each operand by itself: of a label that
// it has twice, the diagonal; over a label that occurs once, the sum. What
// is left of one operand is transposed, what is left of two is a dot_general.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/Support/FloatTypes.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A letter, or a negative number for a dimension that `...` covers, counted
/// from the right.
using Labels = llvm::SmallVector<int64_t>;

Labels labelsOf(StringRef text, int64_t covered) {
  Labels labels;
  while (!text.empty()) {
    if (text.consume_front("...")) {
      for (int64_t i = covered; i > 0; --i) {
        labels.push_back(-i);
      }
      continue;
    }
    if (text.front() != ' ') {
      labels.push_back(text.front());
    }
    text = text.drop_front();
  }
  return labels;
}

/// An operand and the labels of its dimensions.
struct Labelled {
  Value value;
  Labels labels;

  RankedTensorType type() const {
    return cast<RankedTensorType>(value.getType());
  }
};

class Einsum : public Writer {
public:
  explicit Einsum(Operation *op)
      : Writer(op), result(cast<RankedTensorType>(op->getResult(0).getType())) {
  }

  /// Null when the equation does not fit.
  Value run(OperandRange operands, StringRef equation) {
    auto [inputText, outputText] = equation.split("->");
    llvm::SmallVector<StringRef> inputs;
    inputText.split(inputs, ',');
    if (!equation.contains("->") || inputs.size() != operands.size()) {
      return {};
    }
    // A sum of no terms is zero, whatever they would be multiplied with, where
    // the type has a zero.
    if (result.getNumElements() != 0 && hasZero(result.getElementType()) &&
        llvm::any_of(operands.getTypes(), [](Type type) {
          return cast<RankedTensorType>(type).getNumElements() == 0;
        })) {
      return zero(result);
    }
    int64_t covered = 0;
    llvm::SmallVector<Labelled, 2> factors;
    for (auto [text, operand] : llvm::zip_equal(inputs, operands)) {
      auto type = cast<RankedTensorType>(operand.getType());
      auto extra =
          type.getRank() - static_cast<int64_t>(labelsOf(text, 0).size());
      if (extra < 0 || (extra > 0 && !text.contains("..."))) {
        return {};
      }
      covered = std::max(covered, extra);
      factors.push_back(
          {convert(operand, result.getElementType()), labelsOf(text, extra)});
    }
    Labels outputs = labelsOf(outputText, covered);
    for (auto [i, factor] : llvm::enumerate(factors)) {
      takeDiagonals(factor);
      sumAlone(factor, [&](int64_t label) {
        return llvm::is_contained(outputs, label) ||
               (factors.size() == 2 &&
                llvm::is_contained(factors[1 - i].labels, label));
      });
    }
    return order(factors.size() == 2 ? product(factors[0], factors[1], outputs)
                                     : factors[0],
                 outputs);
  }

private:
  void takeDiagonals(Labelled &factor) {
    for (size_t d = 0; d < factor.labels.size(); ++d) {
      size_t other = d + 1;
      while (other < factor.labels.size()) {
        if (factor.labels[other] != factor.labels[d]) {
          ++other;
          continue;
        }
        RankedTensorType type = factor.type();
        RankedTensorType places = type.clone(builder.getI32Type());
        Value first = iota(places, static_cast<int64_t>(d));
        Value second = iota(places, static_cast<int64_t>(other));
        Value isSame = compare(first, ComparisonDirection::EQ, second);
        Value kept = select(isSame, factor.value, zero(type));
        factor.value = convert(sum(kept, {static_cast<int64_t>(other)}),
                               type.getElementType());
        factor.labels.erase(factor.labels.begin() + other);
      }
    }
  }

  void sumAlone(Labelled &factor, llvm::function_ref<bool(int64_t)> isNeeded) {
    llvm::SmallVector<int64_t> summed;
    Labels left;
    for (auto [d, label] : llvm::enumerate(factor.labels)) {
      if (isNeeded(label)) {
        left.push_back(label);
      } else {
        summed.push_back(static_cast<int64_t>(d));
      }
    }
    if (!summed.empty()) {
      factor = {sum(factor.value, summed), left};
    }
  }

  Labelled product(const Labelled &lhs, const Labelled &rhs,
                   ArrayRef<int64_t> outputs) {
    llvm::SmallVector<int64_t> lhsBatch, rhsBatch, lhsSummed, rhsSummed;
    llvm::SmallVector<int64_t> shape;
    Labels batch, left;
    llvm::SmallVector<int64_t> leftShape;
    for (auto [d, label] : llvm::enumerate(lhs.labels)) {
      const auto *other = llvm::find(rhs.labels, label);
      int64_t size = lhs.type().getDimSize(static_cast<unsigned>(d));
      if (other == rhs.labels.end()) {
        left.push_back(label);
        leftShape.push_back(size);
        continue;
      }
      bool isKept = llvm::is_contained(outputs, label);
      (isKept ? lhsBatch : lhsSummed).push_back(static_cast<int64_t>(d));
      (isKept ? rhsBatch : rhsSummed).push_back(other - rhs.labels.begin());
      if (isKept) {
        batch.push_back(label);
        shape.push_back(size);
      }
    }
    for (auto [d, label] : llvm::enumerate(rhs.labels)) {
      if (!llvm::is_contained(lhs.labels, label)) {
        left.push_back(label);
        leftShape.push_back(rhs.type().getDimSize(static_cast<unsigned>(d)));
      }
    }
    llvm::append_range(batch, left);
    llvm::append_range(shape, leftShape);
    auto numbers = DotDimensionNumbersAttr::get(builder.getContext(), lhsBatch,
                                                rhsBatch, lhsSummed, rhsSummed);
    // One that was summed up alone may be wider than the other.
    Type element = lhs.type().getElementType() == result.getElementType()
                       ? rhs.type().getElementType()
                       : lhs.type().getElementType();
    Value dot = make<DotGeneralOp>(
        result.clone(shape), convert(lhs.value, element),
        convert(rhs.value, element), numbers, ArrayAttr(), DotAlgorithmAttr());
    return {dot, batch};
  }

  /// Null when the labels are not those of the result.
  Value order(const Labelled &value, ArrayRef<int64_t> outputs) {
    llvm::SmallVector<int64_t> permutation;
    for (int64_t label : outputs) {
      const auto *found = llvm::find(value.labels, label);
      if (found == value.labels.end()) {
        return {};
      }
      permutation.push_back(found - value.labels.begin());
    }
    if (permutation.size() != value.labels.size()) {
      return {};
    }
    return make<TransposeOp>(result,
                             convert(value.value, result.getElementType()),
                             builder.getDenseI64ArrayAttr(permutation));
  }

  /// Of narrow floats in a wider type, as products are summed up.
  Value sum(Value value, ArrayRef<int64_t> dimensions) {
    Type element = getElementTypeOrSelf(value.getType());
    if (isa<FloatType>(element)) {
      value = convert(value, computeType(element));
    }
    Value none =
        zero(RankedTensorType::get({}, getElementTypeOrSelf(value.getType())));
    return Writer::sum(value, none, dimensions);
  }

  RankedTensorType result;
};

} // namespace

bool expandEinsum(Operation *op) {
  StringRef equation;
  if (auto einsum = dyn_cast<EinsumOp>(op)) {
    equation = einsum.getEinsumConfig();
  } else if (auto unary = dyn_cast<UnaryEinsumOp>(op)) {
    equation = unary.getEinsumConfig();
  } else {
    return false;
  }
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
      !isStatic(op->getResult(0).getType())) {
    return false;
  }
  Value value = Einsum(op).run(op->getOperands(), equation);
  if (value) {
    op->getResult(0).replaceAllUsesWith(value);
  }
  return value != nullptr;
}

} // namespace weft::stablehlo
