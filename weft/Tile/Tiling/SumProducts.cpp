// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of few results, or of many matrices of few elements, as a sum:
//
//   x[B, M, K] y[B, K, N] = sum over K of x[B, M, K, .] y[B, ., K, N]
//
// A block of threads has a square of a product's results. Of few results most
// of a square is nothing, and the block walks all terms of them by itself. The
// terms of a sum are shared by threads and, where they are many, by blocks
// (SplitReductions.cpp). Factors are read again for every result; that is near
// where results are few.

#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/Sequence.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Results of a matrix, no more than a matrix instruction has; rows or columns,
/// of which any has so many; and terms of all matrices together.
constexpr int64_t mostResults = 128;
constexpr int64_t leastSide = 8;
constexpr int64_t mostTerms = int64_t(1) << 22;
/// Longer ones of one dimension are cut as products first (SplitProducts.cpp).
constexpr int64_t longestSum = int64_t(1) << 15;

class ProductAsSum {
public:
  explicit ProductAsSum(stablehlo::DotGeneralOp op)
      : op(op), writer(op), numbers(op.getDotDimensionNumbers()),
        lhsPlaces(typeOf(op.getLhs()).getRank(), 0),
        rhsPlaces(typeOf(op.getRhs()).getRank(), 0) {
    placeDimensions();
  }

  bool isGain() {
    auto countOf = [](Value factor, ArrayRef<int64_t> dimensions) {
      int64_t count = 1;
      for (int64_t d : dimensions) {
        count *= typeOf(factor).getDimSize(d);
      }
      return count;
    };
    const int64_t rows = countOf(op.getLhs(), op.getLhsFreeDimensions());
    const int64_t columns = countOf(op.getRhs(), op.getRhsFreeDimensions());
    const int64_t each =
        countOf(op.getLhs(), numbers.getLhsContractingDimensions());
    int64_t terms = 1;
    for (int64_t extent : shape) {
      terms *= extent;
    }
    const bool isOne = rows == 1 && columns == 1;
    const bool areFew =
        rows * columns <= mostResults || std::min(rows, columns) < leastSide;
    const bool isCutFirst =
        each > longestSum && numbers.getLhsContractingDimensions().size() == 1;
    return !isCutFirst && (isOne || (areFew && terms <= mostTerms));
  }

  Value run() {
    Type element = typeOf(op.getResult()).getElementType();
    Type computed = element;
    if (isa<FloatType>(element)) {
      computed = writer.builder.getF32Type();
      for (Type type :
           {element, elementOf(op.getLhs()), elementOf(op.getRhs())}) {
        computed = type.isF64() ? type : computed;
      }
    }
    auto spread = [&](Value factor, ArrayRef<int64_t> places) {
      return writer.broadcast(writer.convert(factor, computed), shape, places);
    };
    Value sum =
        writer.sum(writer.multiply(spread(op.getLhs(), lhsPlaces),
                                   spread(op.getRhs(), rhsPlaces)),
                   writer.zero(RankedTensorType::get({}, computed)), summed());
    return writer.convert(writer.transpose(sum, orderOfResult()), element);
  }

private:
  /// Terms as the left factor lies in memory, with the right one's own
  /// dimensions behind; or before those that are summed, where these are the
  /// right one's last.
  void placeDimensions() {
    ArrayRef<int64_t> left = numbers.getLhsContractingDimensions();
    ArrayRef<int64_t> right = numbers.getRhsContractingDimensions();
    const llvm::SmallVector<int64_t> own = op.getRhsFreeDimensions();
    const int64_t rank = typeOf(op.getLhs()).getRank();
    const bool isRowOfRight =
        llvm::is_contained(right, typeOf(op.getRhs()).getRank() - 1);
    const int64_t before =
        isRowOfRight && !left.empty() ? *llvm::min_element(left) : rank;
    auto addOwn = [&] {
      for (int64_t d : own) {
        rhsPlaces[static_cast<size_t>(d)] =
            add(typeOf(op.getRhs()).getDimSize(d));
      }
    };
    for (int64_t d = 0; d < rank; ++d) {
      if (d == before) {
        addOwn();
      }
      lhsPlaces[static_cast<size_t>(d)] =
          add(typeOf(op.getLhs()).getDimSize(d));
    }
    if (before == rank) {
      addOwn();
    }
    auto share = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
      for (auto [l, r] : llvm::zip_equal(lhs, rhs)) {
        rhsPlaces[static_cast<size_t>(r)] = lhsPlaces[static_cast<size_t>(l)];
      }
    };
    share(numbers.getLhsBatchingDimensions(),
          numbers.getRhsBatchingDimensions());
    share(left, right);
  }

  int64_t add(int64_t extent) {
    shape.push_back(extent);
    return static_cast<int64_t>(shape.size()) - 1;
  }

  llvm::SmallVector<int64_t> summed() {
    llvm::SmallVector<int64_t> dimensions = llvm::map_to_vector(
        numbers.getLhsContractingDimensions(),
        [&](int64_t d) { return lhsPlaces[static_cast<size_t>(d)]; });
    llvm::sort(dimensions);
    return dimensions;
  }

  /// Where each dimension of the result is in the sum.
  llvm::SmallVector<int64_t> orderOfResult() {
    const llvm::SmallVector<int64_t> gone = summed();
    llvm::SmallVector<int64_t> order;
    auto append = [&](ArrayRef<int64_t> dimensions, ArrayRef<int64_t> places) {
      for (int64_t d : dimensions) {
        const int64_t place = places[static_cast<size_t>(d)];
        order.push_back(place - llvm::count_if(gone, [&](int64_t one) {
                          return one < place;
                        }));
      }
    };
    append(numbers.getLhsBatchingDimensions(), lhsPlaces);
    append(op.getLhsFreeDimensions(), lhsPlaces);
    append(op.getRhsFreeDimensions(), rhsPlaces);
    return order;
  }

  stablehlo::DotGeneralOp op;
  stablehlo::Writer writer;
  stablehlo::DotDimensionNumbersAttr numbers;
  /// Of all terms, and where dimensions of the factors are among theirs.
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<int64_t> lhsPlaces;
  llvm::SmallVector<int64_t> rhsPlaces;
};

/// The same of all elements of two arrays, in the shape that one of them is
/// computed in where it has another only here.
stablehlo::DotGeneralOp inShapeOfFactor(stablehlo::DotGeneralOp op) {
  stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  auto asComputed = [](Value factor) {
    auto reshape = factor.getDefiningOp<stablehlo::ReshapeOp>();
    return reshape ? Value(reshape.getOperand()) : factor;
  };
  Value lhs = asComputed(op.getLhs());
  Value rhs = asComputed(op.getRhs());
  const bool isOfAll = typeOf(op.getResult()).getRank() == 0 &&
                       numbers.getLhsContractingDimensions() ==
                           numbers.getRhsContractingDimensions();
  if (!isOfAll || (lhs == op.getLhs() && rhs == op.getRhs())) {
    return op;
  }
  stablehlo::Writer writer(op);
  llvm::SmallVector<int64_t> shape(
      typeOf(lhs == op.getLhs() ? rhs : lhs).getShape());
  llvm::SmallVector<int64_t> all = llvm::to_vector(
      llvm::seq<int64_t>(0, static_cast<int64_t>(shape.size())));
  return writer.make<stablehlo::DotGeneralOp>(
      op.getType(), writer.reshape(lhs, shape), writer.reshape(rhs, shape),
      stablehlo::DotDimensionNumbersAttr::get(op.getContext(), {}, {}, all,
                                              all),
      op.getPrecisionConfigAttr(), stablehlo::DotAlgorithmAttr());
}

} // namespace

bool sumProduct(Operation *op) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  if (!dot || dot.getAlgorithm()) {
    return false;
  }
  auto isSuitable = [](Value value) {
    return hasKnownElements(value) && !isBoolean(elementOf(value)) &&
           !isComplex(elementOf(value));
  };
  const bool areSuitable =
      llvm::all_of(op->getOperands(), isSuitable) &&
      isSuitable(dot.getResult()) &&
      !dot.getDotDimensionNumbers().getLhsContractingDimensions().empty();
  if (!areSuitable || !ProductAsSum(dot).isGain()) {
    return false;
  }
  if (elementOf(dot.getLhs()).isF32() && elementOf(dot.getRhs()).isF32()) {
    decide(op, DecisionKind::Precision, Reason::ProductExact)
        << arg("its results are few, so that it is a sum");
  }
  stablehlo::DotGeneralOp shaped = inShapeOfFactor(dot);
  op->replaceAllUsesWith(ValueRange{ProductAsSum(shaped).run()});
  if (shaped != dot) {
    shaped.erase();
  }
  return true;
}

} // namespace weft::tile
