// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier transforms, one dimension after the other, each where it is: the
// array as outer x points x inner, transposed around a transform of the last
// dimension. A kernel takes the three together (BuildKernels.cpp) and moves
// nothing.
//
// Transpositions around a transform, which is how other dimensions than the
// last are written, are part of where the dimensions are.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A transform along some dimensions of an array, wherever they are.
struct Transform {
  FftType kind;
  Value operand;
  RankedTensorType type;
  llvm::SmallVector<int64_t> dimensions;
  llvm::ArrayRef<int64_t> lengths;
};

/// A transform between two transpositions that undo each other, which ends with
/// `op`.
std::optional<Transform> findTransposed(Operation *op) {
  auto last = dyn_cast<TransposeOp>(op);
  auto fft = last ? last.getOperand().getDefiningOp<FftOp>() : FftOp();
  auto first =
      fft ? fft.getOperand().getDefiningOp<TransposeOp>() : TransposeOp();
  if (!first || !fft->hasOneUse()) {
    return std::nullopt;
  }
  llvm::ArrayRef<int64_t> order = first.getPermutation();
  for (auto [i, dimension] : llvm::enumerate(last.getPermutation())) {
    if (order[dimension] != static_cast<int64_t>(i)) {
      return std::nullopt;
    }
  }
  return Transform{fft.getFftType(), first.getOperand(),
                   cast<RankedTensorType>(last.getType()),
                   llvm::to_vector(order.take_back(fft.getFftLength().size())),
                   fft.getFftLength()};
}

Type complexOf(Type element) {
  return isa<ComplexType>(element) ? element : ComplexType::get(element);
}

/// What complex numbers were made of, if those were real ones with as many
/// digits: their transform is half of the work.
Value realPartOf(Value value) {
  auto convert = value.getDefiningOp<ConvertOp>();
  bool isReal =
      convert && complexOf(getElementTypeOrSelf(convert.getOperand())) ==
                     getElementTypeOrSelf(value);
  return isReal ? convert.getOperand() : value;
}

/// Transforms along one dimension of an array. Real numbers are converted when
/// they are at their places.
Value transformAlong(Writer &writer, Value operand, FftType kind,
                     int64_t dimension, int64_t length) {
  auto type = cast<RankedTensorType>(operand.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  int64_t outer = 1;
  int64_t inner = 1;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    (static_cast<int64_t>(d) < dimension ? outer : inner) *=
        static_cast<int64_t>(d) == dimension ? 1 : extent;
  }
  Value lines = writer.reshape(
      operand,
      inner == 1 ? llvm::SmallVector<int64_t>{outer, shape[dimension]}
                 : llvm::SmallVector<int64_t>{outer, shape[dimension], inner});
  if (inner != 1) {
    lines = writer.transpose(lines, {0, 2, 1});
  }
  if (kind == FftType::FFT) {
    lines = writer.convert(lines, complexOf(type.getElementType()));
  }
  Value result = writer.make<FftOp>(lines, kind, ArrayRef(length));
  if (inner != 1) {
    result = writer.transpose(result, {0, 2, 1});
  }
  shape[dimension] = cast<RankedTensorType>(result.getType()).getDimSize(1);
  return writer.reshape(result, shape);
}

Value writeTransform(Operation *op, const Transform &transform) {
  Writer writer(op);
  if (transform.type.getNumElements() == 0) {
    return writer.empty(transform.type);
  }
  bool isHalf = transform.kind == FftType::IRFFT;
  bool isForward =
      transform.kind == FftType::FFT || transform.kind == FftType::RFFT;
  Value value = transform.kind == FftType::FFT ? realPartOf(transform.operand)
                                               : transform.operand;
  auto along = [&](size_t i, FftType kind) {
    value = transformAlong(writer, value, kind, transform.dimensions[i],
                           transform.lengths[i]);
  };
  // A real signal's last dimension is transformed first on the way there and
  // last on the way back: half of its spectrum is all that the others need.
  size_t last = transform.lengths.size() - 1;
  if (!isHalf) {
    along(last, transform.kind);
  }
  for (size_t i = last; i-- > 0;) {
    along(i, isForward ? FftType::FFT : FftType::IFFT);
  }
  if (isHalf) {
    along(last, transform.kind);
  }
  return value;
}

} // namespace

/// With what made its operand, for nobody else: all of it was walked over.
static void eraseUnused(Operation *op) {
  Operation *before = op->getOperand(0).getDefiningOp();
  op->erase();
  if (isa_and_present<TransposeOp, ConvertOp>(before) && before->use_empty()) {
    eraseUnused(before);
  }
}

bool expandFourier(Operation *op) {
  auto isStatic = [](Value value) {
    return cast<RankedTensorType>(value.getType()).hasStaticShape();
  };
  if (std::optional<Transform> transform = findTransposed(op)) {
    if (!isStatic(transform->operand)) {
      return false;
    }
    op->replaceAllUsesWith(ValueRange{writeTransform(op, *transform)});
    // Nothing reads those before it any more; they were walked over.
    Operation *fft = op->getOperand(0).getDefiningOp();
    op->dropAllReferences();
    eraseUnused(fft);
    return true;
  }
  auto fft = dyn_cast<FftOp>(op);
  if (!fft || fft.getFftLength().empty() || !isStatic(fft.getOperand()) ||
      (fft->hasOneUse() && findTransposed(*fft->user_begin()))) {
    return false;
  }
  auto type = cast<RankedTensorType>(fft.getType());
  int64_t rank = type.getRank();
  Transform transform{
      fft.getFftType(), fft.getOperand(), type, {}, fft.getFftLength()};
  for (size_t i = 0; i < fft.getFftLength().size(); ++i) {
    transform.dimensions.push_back(
        rank - static_cast<int64_t>(fft.getFftLength().size() - i));
  }
  op->replaceAllUsesWith(ValueRange{writeTransform(op, transform)});
  return true;
}

} // namespace weft::stablehlo
