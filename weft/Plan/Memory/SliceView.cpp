// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/SliceView.h"

using namespace mlir;

namespace weft::plan {
namespace {

/// The one dimension that is cut, where the rest is whole and everything
/// before it has extent 1. Rank if nothing is cut; nothing if the slice is not
/// in one piece.
std::optional<int64_t> findCut(ArrayRef<int64_t> source,
                               ArrayRef<int64_t> result) {
  int64_t rank = source.size();
  int64_t cut = rank;
  int64_t before = 1;
  for (int64_t d = 0; d < rank; ++d) {
    if (source[d] != result[d]) {
      if (cut != rank || before != 1) {
        return std::nullopt;
      }
      cut = d;
    }
    before *= source[d];
  }
  return cut;
}

/// Bytes from one element of the dimension to the next.
int64_t strideOf(RankedTensorType type, int64_t dimension) {
  int64_t bytes = *elementBytes(type.getElementType());
  for (int64_t extent : type.getShape().drop_front(dimension + 1)) {
    bytes *= extent;
  }
  return bytes;
}

} // namespace

std::optional<SliceView> findSliceView(KernelOp kernel, IndexKnownTo known) {
  if (kernel.getNumResults() != 1 ||
      byteSize(kernel.getResult(0).getType()) == 0) {
    return std::nullopt;
  }
  // Constants beside it are indices.
  Operation *only = kernel.getYield()->getOperand(0).getDefiningOp();
  for (Operation &operation : kernel.getBody().front().without_terminator()) {
    if (&operation != only && !isa<stablehlo::ConstantOp>(operation)) {
      return std::nullopt;
    }
  }
  auto input = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? kernel.getOperand(argument.getArgNumber()) : Value();
  };
  SliceView view;
  if (auto slice = dyn_cast_or_null<stablehlo::SliceOp>(only)) {
    auto type = cast<RankedTensorType>(slice.getOperand().getType());
    std::optional<int64_t> cut = findCut(
        type.getShape(), cast<RankedTensorType>(slice.getType()).getShape());
    if (!cut || llvm::any_of(slice.getStrides(),
                             [](int64_t stride) { return stride != 1; })) {
      return std::nullopt;
    }
    view.source = input(slice.getOperand());
    if (*cut < type.getRank()) {
      view.offset = slice.getStartIndices()[*cut] * strideOf(type, *cut);
    }
    view.reach = byteSize(slice.getType());
  } else if (auto slice = dyn_cast_or_null<stablehlo::DynamicSliceOp>(only)) {
    auto type = cast<RankedTensorType>(slice.getOperand().getType());
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(slice.getType()).getShape();
    std::optional<int64_t> cut = findCut(type.getShape(), shape);
    if (!cut) {
      return std::nullopt;
    }
    view.source = input(slice.getOperand());
    view.reach = byteSize(type);
    // Where nothing is cut the indices are clamped to zero.
    if (*cut < type.getRank()) {
      view.index = input(slice.getStartIndices()[*cut]);
      view.stride = strideOf(type, *cut);
      if (!view.index || known == IndexKnownTo::Kernels) {
        return std::nullopt;
      }
    }
  } else {
    return std::nullopt;
  }
  if (!view.source || view.offset % kOperandAlignment != 0 ||
      view.stride % kOperandAlignment != 0 ||
      cast<RankedTensorType>(view.source.getType()).getEncoding()) {
    return std::nullopt;
  }
  return view;
}

} // namespace weft::plan
