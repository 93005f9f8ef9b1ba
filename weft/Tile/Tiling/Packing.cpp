// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Packing.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/RowMajor.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

using Numbers = llvm::SmallVector<int64_t>;

/// All dimensions, that of features last.
Numbers orderOfFeatures(size_t rank, int64_t feature) {
  Numbers order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  order.erase(order.begin() + feature);
  order.push_back(feature);
  return order;
}

/// The steps between an operand and its packed form.
struct Steps {
  /// The operand with whole panels; these and groups as dimensions; and the
  /// order in which those lie.
  Numbers whole;
  Numbers cut;
  Numbers order;

  Steps(ArrayRef<int64_t> shape, const Packing &packing) : whole(shape) {
    if (!packing.hasPanels()) {
      cut = whole;
      order = orderOfFeatures(whole.size(), packing.depth);
      return;
    }
    int64_t &lines = whole[packing.line];
    lines = static_cast<int64_t>(llvm::alignTo(lines, packing.panel));
    // Where each dimension begins among those that are cut.
    Numbers at;
    for (auto [d, extent] : llvm::enumerate(whole)) {
      at.push_back(static_cast<int64_t>(cut.size()));
      const auto dimension = static_cast<int64_t>(d);
      const int64_t inner = dimension == packing.line    ? packing.panel
                            : dimension == packing.depth ? packing.group
                                                         : 1;
      cut.push_back(extent / inner);
      if (dimension == packing.line || inner > 1) {
        cut.push_back(inner);
      }
    }
    for (int64_t d : llvm::seq<int64_t>(0, at.size())) {
      if (d != packing.line && !llvm::is_contained(packing.contracted, d)) {
        order.push_back(at[d]);
      }
    }
    order.push_back(at[packing.line]);
    for (int64_t d : packing.contracted) {
      order.push_back(at[d]);
    }
    order.push_back(at[packing.line] + 1);
    if (packing.group > 1) {
      order.push_back(at[packing.depth] + 1);
    }
  }

  Numbers packed() const {
    return llvm::map_to_vector(order, [&](int64_t d) { return cut[d]; });
  }

  /// The order that undoes the other.
  Numbers back() const {
    Numbers inverse(order.size(), 0);
    for (auto [to, from] : llvm::enumerate(order)) {
      inverse[from] = static_cast<int64_t>(to);
    }
    return inverse;
  }
};

} // namespace

RankedTensorType packedType(RankedTensorType operand, const Packing &packing) {
  return operand.clone(Steps(operand.getShape(), packing).packed());
}

Value pack(stablehlo::Writer &writer, Value operand, const Packing &packing) {
  RankedTensorType type = typeOf(operand);
  const Steps steps(type.getShape(), packing);
  Numbers none(steps.whole.size(), 0);
  Numbers high;
  for (auto [extent, own] : llvm::zip_equal(steps.whole, type.getShape())) {
    high.push_back(extent - own);
  }
  Value whole = operand;
  if (high != none) {
    whole = writer.pad(
        operand, writer.zero(RankedTensorType::get({}, type.getElementType())),
        none, high, none);
  }
  return writer.transpose(writer.reshape(whole, steps.cut), steps.order);
}

DenseElementsAttr packConstant(DenseElementsAttr operand,
                               const Packing &packing) {
  auto type = cast<RankedTensorType>(operand.getType());
  const Steps steps(type.getShape(), packing);
  const int64_t bytes = type.getElementTypeBitWidth() / 8;
  // How far each dimension of the packed array moves in the operand, as if that
  // had whole panels in front of the next line.
  const Numbers inOperand = rowMajorStrides(type.getShape());
  Numbers strides;
  for (auto [d, stride] : llvm::enumerate(inOperand)) {
    const auto dimension = static_cast<int64_t>(d);
    const int64_t inner = dimension == packing.line    ? packing.panel
                          : dimension == packing.depth ? packing.group
                                                       : 1;
    strides.push_back(stride * inner);
    if (dimension == packing.line || inner > 1) {
      strides.push_back(stride);
    }
  }
  const Numbers shape = steps.packed();
  const Numbers moves =
      llvm::map_to_vector(steps.order, [&](int64_t d) { return strides[d]; });
  // Lines beyond the last are zeros.
  auto isLine = [&](ArrayRef<int64_t> at) {
    if (!packing.hasPanels()) {
      return true;
    }
    const size_t line = at.size() - 1 - (packing.group > 1);
    const size_t panel = line - packing.contracted.size() - 1;
    return at[panel] * packing.panel + at[line] < type.getDimSize(packing.line);
  };
  int64_t count = 1;
  for (int64_t extent : shape) {
    count *= extent;
  }
  std::vector<char> moved(static_cast<size_t>(count * bytes), 0);
  ArrayRef<char> raw = operand.getRawData();
  Numbers at(shape.size(), 0);
  for (int64_t number = 0; number < count; ++number) {
    if (isLine(at)) {
      int64_t from = 0;
      for (auto [place, move] : llvm::zip_equal(at, moves)) {
        from += place * move;
      }
      std::copy_n(raw.begin() + from * bytes, bytes,
                  moved.begin() + number * bytes);
    }
    for (size_t d = shape.size(); d-- > 0 && ++at[d] == shape[d];) {
      at[d] = 0;
    }
  }
  return DenseElementsAttr::getFromRawBuffer(type.clone(shape), moved);
}

Value unpack(stablehlo::Writer &writer, Value packed, RankedTensorType operand,
             const Packing &packing) {
  const Steps steps(operand.getShape(), packing);
  Value whole =
      writer.reshape(writer.transpose(packed, steps.back()), steps.whole);
  return writer.slice(whole, packing.line, 0, operand.getDimSize(packing.line));
}

void readFeaturesLast(stablehlo::ConvolutionOp convolution, Value input) {
  stablehlo::ConvDimensionNumbersAttr numbers =
      convolution.getDimensionNumbers();
  const Numbers order =
      orderOfFeatures(static_cast<size_t>(typeOf(input).getRank()),
                      numbers.getInputFeatureDimension());
  auto numberOf = [&](int64_t d) {
    return static_cast<int64_t>(llvm::find(order, d) - order.begin());
  };
  convolution.setOperand(0, input);
  convolution.setDimensionNumbersAttr(stablehlo::ConvDimensionNumbersAttr::get(
      convolution.getContext(), numberOf(numbers.getInputBatchDimension()),
      numberOf(numbers.getInputFeatureDimension()),
      llvm::map_to_vector(numbers.getInputSpatialDimensions(), numberOf),
      numbers.getKernelInputFeatureDimension(),
      numbers.getKernelOutputFeatureDimension(),
      numbers.getKernelSpatialDimensions(), numbers.getOutputBatchDimension(),
      numbers.getOutputFeatureDimension(),
      numbers.getOutputSpatialDimensions()));
}

BlockArgument findMoved(Value operand) {
  while (Operation *op = operand.getDefiningOp()) {
    const bool isMove =
        isa<stablehlo::ReverseOp, stablehlo::TransposeOp, stablehlo::ReshapeOp>(
            op);
    if (!isMove || !operand.hasOneUse()) {
      return {};
    }
    operand = op->getOperand(0);
  }
  return cast<BlockArgument>(operand);
}

std::optional<int64_t> findPanel(Value operand, Packing packing) {
  ArrayRef<int64_t> shape = typeOf(operand).getShape();
  if (auto slice = operand.getDefiningOp<stablehlo::SliceOp>()) {
    operand = slice.getOperand();
    if (llvm::any_of(slice.getStartIndices(), [](int64_t i) { return i; }) ||
        llvm::any_of(slice.getStrides(), [](int64_t i) { return i != 1; })) {
      return std::nullopt;
    }
  }
  auto reshape = operand.getDefiningOp<stablehlo::ReshapeOp>();
  auto transpose =
      reshape ? reshape.getOperand().getDefiningOp<stablehlo::TransposeOp>()
              : stablehlo::TransposeOp();
  if (!transpose || !isa<BlockArgument>(transpose.getOperand())) {
    return std::nullopt;
  }
  ArrayRef<int64_t> packed = typeOf(transpose.getOperand()).getShape();
  const size_t groups = packing.group > 1 ? 1 : 0;
  if (packed.size() < 2 + groups) {
    return std::nullopt;
  }
  packing.panel = packed[packed.size() - 1 - groups];
  const Steps steps(shape, packing);
  const bool isInverse =
      ArrayRef<int64_t>(steps.packed()) == packed &&
      ArrayRef<int64_t>(steps.back()) == transpose.getPermutation() &&
      ArrayRef<int64_t>(steps.whole) == typeOf(operand).getShape();
  return isInverse ? std::optional(packing.panel) : std::nullopt;
}

} // namespace weft::tile
