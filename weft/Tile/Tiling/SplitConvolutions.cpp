// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolution of few results that each are a very long sum, as convolutions
// over blocks of its input features and the sum of those. The gradient to a
// window is one: its input features are the batch, its window all places of the
// result.
//
//   x[..., I] * w[..., I, O]
//     = sum over B of the groups of x[..., I] * w'[..., I / B, B O]
//
// where groups have I / B input features and O output features each, for which
// the window is written in another order once. How many there are follows from
// the shape alone.
//
// Blocks of floats are handed on in f32 at least and joined in f64, like the
// parts of products (SplitProducts.cpp).

#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/FloatTypes.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Terms that are worth another kernel, and that a block has at least.
constexpr int64_t fewestTerms = 8192;
constexpr int64_t blockTerms = 1024;
/// What a tile sums over at a time: input features, and points of the window as
/// far as they are a power of two.
constexpr int64_t termsOfTile = 32;
/// Results that keep all multiprocessors of any GPU busy.
constexpr int64_t manyResults = 1 << 21;
/// Features of a group are a multiple of what a tile has.
constexpr int64_t columnsOfTile = 64;

int64_t extentOf(Value value, int64_t dimension) {
  return typeOf(value).getDimSize(dimension);
}

int64_t termsOf(stablehlo::ConvolutionOp op) {
  return typeOf(op.getRhs()).getNumElements() /
         extentOf(op.getRhs(),
                  op.getDimensionNumbers().getKernelOutputFeatureDimension());
}

int64_t countBlocks(stablehlo::ConvolutionOp op) {
  const int64_t terms = termsOf(op);
  const int64_t results = typeOf(op.getResult()).getNumElements();
  const int64_t features = extentOf(
      op.getLhs(), op.getDimensionNumbers().getInputFeatureDimension());
  int64_t points = 1;
  for (const stablehlo::WindowDimension &window : op.getWindow()) {
    points *= window.size & -window.size;
  }
  // With one input feature to a group, no matrix is multiplied.
  int64_t blocks = 1;
  while (terms >= fewestTerms && features % (2 * blocks) == 0 &&
         features > 2 * blocks && terms / (2 * blocks) >= blockTerms &&
         features / (2 * blocks) * points >= termsOfTile &&
         results * 2 * blocks <= manyResults) {
    blocks *= 2;
  }
  return blocks;
}

class SplitConvolution {
public:
  SplitConvolution(stablehlo::ConvolutionOp op, int64_t blocks)
      : op(op), numbers(op.getDimensionNumbers()), writer(op), blocks(blocks),
        features(
            extentOf(op.getRhs(), numbers.getKernelOutputFeatureDimension())),
        padded(static_cast<int64_t>(llvm::alignTo(
            features, std::min<int64_t>(
                          columnsOfTile,
                          llvm::bit_ceil(static_cast<uint64_t>(features)))))) {}

  Value run() {
    Type element = typeOf(op.getResult()).getElementType();
    auto [handedOn, joined] = typesOfSum(element);
    // The blocks apart from their features, and without those that are none.
    const int64_t feature = numbers.getOutputFeatureDimension();
    Value parts = convolve(handedOn);
    llvm::SmallVector<int64_t> shape(typeOf(parts).getShape());
    shape[feature] = padded;
    shape.insert(shape.begin() + feature, blocks);
    parts =
        writer.slice(writer.reshape(parts, shape), feature + 1, 0, features);
    Value sum =
        writer.sum(writer.convert(parts, joined),
                   writer.zero(RankedTensorType::get({}, joined)), {feature});
    return writer.convert(sum, element);
  }

private:
  Value convolve(Type element) {
    llvm::SmallVector<int64_t> shape(typeOf(op.getResult()).getShape());
    shape[numbers.getOutputFeatureDimension()] = blocks * padded;
    Value kernel = kernelOfGroups();
    Operation *groups = writer.builder.clone(*op);
    groups->setOperand(1, kernel);
    groups->getResult(0).setType(RankedTensorType::get(shape, element));
    cast<stablehlo::ConvolutionOp>(groups).setFeatureGroupCount(
        static_cast<uint64_t>(blocks));
    return groups->getResult(0);
  }

  /// Blocks of input features beside each other as output features.
  Value kernelOfGroups() {
    Value kernel = op.getRhs();
    const int64_t input = numbers.getKernelInputFeatureDimension();
    const int64_t output = numbers.getKernelOutputFeatureDimension();
    const auto rank = static_cast<size_t>(typeOf(kernel).getRank());
    llvm::SmallVector<int64_t> high(rank, 0);
    const llvm::SmallVector<int64_t> none(rank, 0);
    high[output] = padded - features;
    if (padded != features) {
      kernel = writer.pad(kernel,
                          writer.zero(RankedTensorType::get(
                              {}, typeOf(kernel).getElementType())),
                          none, high, none);
    }
    llvm::SmallVector<int64_t> shape(typeOf(kernel).getShape());
    shape[input] /= blocks;
    llvm::SmallVector<int64_t> apart(shape);
    apart.insert(apart.begin() + input, blocks);
    llvm::SmallVector<int64_t> order;
    for (int64_t d : llvm::seq<int64_t>(0, static_cast<int64_t>(rank))) {
      if (d == output) {
        order.push_back(input);
      }
      order.push_back(d < input ? d : d + 1);
    }
    shape[output] *= blocks;
    return writer.reshape(
        writer.transpose(writer.reshape(kernel, apart), order), shape);
  }

  stablehlo::ConvolutionOp op;
  stablehlo::ConvDimensionNumbersAttr numbers;
  stablehlo::Writer writer;
  int64_t blocks;
  int64_t features;
  /// Output features of a group, with zeros behind them.
  int64_t padded;
};

} // namespace

bool splitConvolution(Operation *op) {
  auto convolution = dyn_cast<stablehlo::ConvolutionOp>(op);
  auto isSuitable = [](Value value) {
    return hasKnownElements(value) && !isBoolean(elementOf(value)) &&
           !isComplex(elementOf(value));
  };
  if (!convolution || convolution.getFeatureGroupCount() != 1 ||
      convolution.getBatchGroupCount() != 1 ||
      !llvm::all_of(op->getOperands(), isSuitable) ||
      !isSuitable(convolution.getResult()) ||
      !hasZero(typeOf(convolution.getRhs()).getElementType())) {
    return false;
  }
  const int64_t blocks = countBlocks(convolution);
  if (blocks == 1) {
    return false;
  }
  op->replaceAllUsesWith(
      ValueRange{SplitConvolution(convolution, blocks).run()});
  return true;
}

} // namespace weft::tile
