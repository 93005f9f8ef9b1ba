// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that take a number from data, with a result whose size is known:
// where a slice starts, how much padding there is. Each is written with
// operations of static sizes that take their place from data: dynamic_slice and
// gather, which never read outside of their operand. Operands that contradict
// the result's type are undefined; the values they give here are of no
// interest.
//
// The rules of KnownShapes.cpp come first, for what is constant after all.

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/Simplify/Rule.h"
#include "weft/StableHLO/Simplify/Sizes.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

RankedTensorType numbers(Rewriter &rewriter, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, rewriter.getI64Type());
}

Value number(Rewriter &rewriter, int64_t value, ArrayRef<int64_t> shape = {}) {
  return rewriter.splat(numbers(rewriter, shape),
                        llvm::APInt(64, static_cast<uint64_t>(value)));
}

Value sum(Rewriter &rewriter, Value first, Value second) {
  return rewriter.make<AddOp>(first.getType(), first, second);
}

Value difference(Rewriter &rewriter, Value first, Value second) {
  return rewriter.make<SubtractOp>(first.getType(), first, second);
}

Value product(Rewriter &rewriter, Value first, Value second) {
  return rewriter.make<MultiplyOp>(first.getType(), first, second);
}

/// Integers that can be computed with.
bool isList(Value list) {
  return isStaticTensor(list.getType()) && isa<IntegerType>(elementOf(list));
}

/// One entry of a list or matrix, as a scalar of 64 bits.
Value entry(Rewriter &rewriter, Value list, ArrayRef<int64_t> at) {
  Dimensions limits;
  for (int64_t position : at) {
    limits.push_back(position + 1);
  }
  Value one = rewriter.slice(list, at, limits, Dimensions(at.size(), 1));
  return rewriter.convert(rewriter.reshape(one, {}), rewriter.getI64Type());
}

/// The elements of `value` at `indices` along one dimension; an index beyond
/// an end takes the element there.
Value take(Rewriter &rewriter, Value value, int64_t dimension, Value indices) {
  int64_t rank = rankOf(value);
  auto numbers = GatherDimensionNumbersAttr::get(
      rewriter.getContext(), otherDimensions(rank, {dimension}), {dimension},
      {}, {}, {dimension}, 1);
  Dimensions sizes(shapeOf(value));
  sizes[dimension] = 1;
  Dimensions shape(shapeOf(value));
  shape[dimension] = shapeOf(indices)[0];
  return rewriter.make<GatherOp>(typeOf(value).clone(shape), value, indices,
                                 numbers, ArrayRef<int64_t>(sizes));
}

//===----------------------------------------------------------------------===//
// real_dynamic_slice
//===----------------------------------------------------------------------===//

/// How one dimension is sliced.
struct SlicedDimension {
  /// Elements from the first one taken to behind the last.
  int64_t reach = 0;
  /// Nothing where it is data.
  std::optional<int64_t> stride = 1;
};

/// Nothing if no slice of `size` elements has `taken`.
std::optional<SlicedDimension> describeSlice(int64_t size, int64_t taken,
                                             std::optional<int64_t> stride) {
  if (taken > size || (stride && *stride < 1)) {
    return std::nullopt;
  }
  // One element has no stride, and all elements have one.
  if (taken <= 1 || taken == size) {
    return SlicedDimension{taken, 1};
  }
  if (!stride) {
    return SlicedDimension{size, std::nullopt};
  }
  std::optional<int64_t> reach =
      llvm::checkedMulAdd<int64_t>(taken - 1, *stride, 1);
  if (!reach || *reach > size) {
    return std::nullopt;
  }
  return SlicedDimension{*reach, stride};
}

/// real_dynamic_slice(x, start, limit, stride) = slice(dynamic_slice(x, start),
/// stride); along dimensions with a stride that is data, gather(x, start + i *
/// stride).
Value sliceAtData(RealDynamicSliceOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (!isStaticTensor(operand.getType()) || !isStaticTensor(op.getType()) ||
      !isList(op.getStartIndices())) {
    return {};
  }
  auto strides = constantIntegers(op.getStrides());
  int64_t rank = rankOf(op);
  SmallVector<SlicedDimension> dimensions;
  for (int64_t d = 0; d < rank; ++d) {
    std::optional<SlicedDimension> dimension = describeSlice(
        shapeOf(operand)[d], shapeOf(op)[d],
        strides ? std::optional<int64_t>((*strides)[d]) : std::nullopt);
    if (!dimension) {
      return {};
    }
    dimensions.push_back(*dimension);
  }
  SmallVector<Value> starts;
  Dimensions reaches;
  Dimensions steps;
  for (int64_t d = 0; d < rank; ++d) {
    bool isWhole = dimensions[d].reach == shapeOf(operand)[d];
    starts.push_back(isWhole ? number(rewriter, 0)
                             : entry(rewriter, op.getStartIndices(), {d}));
    reaches.push_back(dimensions[d].reach);
    steps.push_back(dimensions[d].stride.value_or(1));
  }
  Value value = operand;
  if (ArrayRef<int64_t>(reaches) != shapeOf(operand)) {
    value = rewriter.make<DynamicSliceOp>(operand, starts, reaches);
  }
  value = rewriter.slice(value, Dimensions(rank, 0), reaches, steps);
  for (int64_t d = 0; d < rank; ++d) {
    if (dimensions[d].stride) {
      continue;
    }
    int64_t taken = shapeOf(op)[d];
    auto broadcastEntry = [&](Value list) {
      return rewriter.broadcastScalar(entry(rewriter, list, {d}), {taken});
    };
    Value indices = rewriter.make<IotaOp>(numbers(rewriter, {taken}),
                                          static_cast<uint64_t>(0));
    indices = product(rewriter, indices, broadcastEntry(op.getStrides()));
    indices = sum(rewriter, indices, broadcastEntry(op.getStartIndices()));
    value = take(rewriter, value, d, indices);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// dynamic_pad
//===----------------------------------------------------------------------===//

/// The part of `size` elements, from `start` on, of `value` with as much of
/// `filler` around it as any start may ask for.
Value windowOf(Rewriter &rewriter, Value value, Value filler,
               ArrayRef<int64_t> sizes, ArrayRef<int64_t> interior,
               function_ref<Value(int64_t dimension)> startOf) {
  Dimensions around;
  for (auto [d, size] : llvm::enumerate(sizes)) {
    around.push_back(startOf(static_cast<int64_t>(d)) ? size : 0);
  }
  Value padded = rewriter.pad(value, filler, around, around, interior);
  SmallVector<Value> starts;
  for (auto [d, size] : llvm::enumerate(sizes)) {
    Value start = startOf(static_cast<int64_t>(d));
    // A start that is further out than all the filler is as good as one at its
    // end: there is nothing but filler either way.
    starts.push_back(start ? sum(rewriter, number(rewriter, size), start)
                           : number(rewriter, 0));
  }
  return rewriter.make<DynamicSliceOp>(padded, starts, sizes);
}

/// Whether windowOf's padding has a size.
bool hasRoom(int64_t size, int64_t window, int64_t interior) {
  return paddedSize(size, window, window, interior).has_value();
}

/// Along one dimension, element i of the result is element (i - low) / (gap +
/// 1) of the operand, where that is one.
Value spreadByData(DynamicPadOp op, Value value, int64_t dimension,
                   Rewriter &rewriter) {
  int64_t size = shapeOf(op)[dimension];
  auto line = numbers(rewriter, {size});
  auto broadcastEntry = [&](Value list) {
    return rewriter.broadcastScalar(entry(rewriter, list, {dimension}), {size});
  };
  Value zero = number(rewriter, 0, {size});
  Value distance = difference(
      rewriter, rewriter.make<IotaOp>(line, static_cast<uint64_t>(0)),
      broadcastEntry(op.getEdgePaddingLow()));
  Value gap = rewriter.make<MaximumOp>(
      line, broadcastEntry(op.getInteriorPadding()), zero);
  Value step = sum(rewriter, gap, number(rewriter, 1, {size}));
  Value index = rewriter.make<DivideOp>(line, distance, step);
  Value isElement = rewriter.compare(product(rewriter, index, step),
                                     ComparisonDirection::EQ, distance);
  auto also = [&](Value condition) {
    isElement = rewriter.make<AndOp>(isElement.getType(), isElement, condition);
  };
  also(rewriter.compare(distance, ComparisonDirection::GE, zero));
  also(rewriter.compare(index, ComparisonDirection::LT,
                        number(rewriter, shapeOf(value)[dimension], {size})));
  Value taken = take(rewriter, value, dimension, index);
  return rewriter.select(
      rewriter.broadcast(isElement, shapeOf(taken), {dimension}), taken,
      rewriter.broadcastScalar(op.getPaddingValue(), shapeOf(taken)));
}

/// dynamic_pad(x, low, high, gap) = dynamic_slice(pad(x, n, n, gap), n - low)
/// with n the size of the result. Dimensions are padded one by one where gaps
/// are data.
Value padByData(DynamicPadOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (!isStaticTensor(operand.getType()) || !isStaticTensor(op.getType()) ||
      !isList(op.getEdgePaddingLow())) {
    return {};
  }
  int64_t rank = rankOf(op);
  if (elementCount(operand) == 0) {
    return rewriter.broadcastScalar(op.getPaddingValue(), shapeOf(op));
  }
  auto gaps = constantIntegers(op.getInteriorPadding());
  Dimensions interior(rank, 0);
  Dimensions spread;
  Dimensions sizes(shapeOf(op));
  for (int64_t d = 0; d < rank; ++d) {
    // One element has no gaps.
    bool isSingle = shapeOf(operand)[d] == 1;
    if (!gaps && !isSingle) {
      spread.push_back(d);
      sizes[d] = shapeOf(operand)[d];
      continue;
    }
    interior[d] = isSingle ? 0 : (*gaps)[d];
    if (interior[d] < 0 ||
        !hasRoom(shapeOf(operand)[d], sizes[d], interior[d])) {
      return {};
    }
  }
  Value value = operand;
  if (spread.size() < static_cast<size_t>(rank)) {
    Value zero = number(rewriter, 0);
    SmallVector<Value> starts;
    for (int64_t d = 0; d < rank; ++d) {
      starts.push_back(
          llvm::is_contained(spread, d)
              ? Value()
              : difference(rewriter, zero,
                           entry(rewriter, op.getEdgePaddingLow(), {d})));
    }
    value = windowOf(rewriter, operand, op.getPaddingValue(), sizes, interior,
                     [&](int64_t d) { return starts[d]; });
  }
  for (int64_t d : spread) {
    value = spreadByData(op, value, d, rewriter);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// dynamic_conv
//===----------------------------------------------------------------------===//

/// One spatial dimension of a convolution.
struct Positions {
  /// From the first element under the window to behind the last.
  int64_t reach;
  /// Windows with an element of the input in them, one element apart.
  int64_t all;
  /// From the first window wanted to behind the last.
  int64_t wanted;
};

std::optional<Positions> countPositions(int64_t size, int64_t windows,
                                        const WindowDimension &window) {
  std::optional<int64_t> reach =
      llvm::checkedMulAdd<int64_t>(window.size - 1, window.windowDilation, 1);
  std::optional<int64_t> dilated =
      llvm::checkedMulAdd<int64_t>(size - 1, window.baseDilation, 1);
  std::optional<int64_t> wanted =
      llvm::checkedMulAdd<int64_t>(windows - 1, window.stride, 1);
  std::optional<int64_t> all =
      reach && dilated ? llvm::checkedAdd(*dilated, *reach - 1) : std::nullopt;
  if (!all || !wanted || !hasRoom(*all, *wanted, 0)) {
    return std::nullopt;
  }
  return Positions{*reach, *all, *wanted};
}

/// A sum of nothing, also in formats that have no zero.
Value sumOfNothing(Rewriter &rewriter, Type element) {
  if (auto type = RankedTensorType::get({}, element); isPlainTensor(type)) {
    return rewriter.zero(type);
  }
  Value zero = rewriter.zero(RankedTensorType::get({}, rewriter.getF32Type()));
  return rewriter.make<ConvertOp>(zero, element);
}

/// dynamic_conv(x, k, low) = the positions that `low` asks for of all positions
/// at which the kernel meets the input, and zeros where it does not.
Value convolutionByData(DynamicConvOp op, Rewriter &rewriter) {
  ConvDimensionNumbersAttr dimensions = op.getDimensionNumbers();
  SmallVector<WindowDimension> windows = op.getWindow();
  if (!isStaticTensor(op.getLhs().getType()) ||
      !isStaticTensor(op.getRhs().getType()) || !isStaticTensor(op.getType()) ||
      !isa<IntegerType, FloatType, ComplexType>(elementOf(op))) {
    return {};
  }
  if (elementCount(op.getLhs()) == 0 || elementCount(op.getRhs()) == 0 ||
      elementCount(op) == 0) {
    return rewriter.broadcastScalar(sumOfNothing(rewriter, elementOf(op)),
                                    shapeOf(op));
  }
  SmallVector<Positions> positions;
  Dimensions strides;
  Dimensions inputDilation;
  Dimensions kernelDilation;
  SmallVector<bool> reversal;
  Dimensions padding;
  Dimensions shape(shapeOf(op));
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t to = dimensions.getOutputSpatialDimensions()[i];
    std::optional<Positions> counted = countPositions(
        shapeOf(op.getLhs())[dimensions.getInputSpatialDimensions()[i]],
        shapeOf(op)[to], window);
    if (!counted) {
      return {};
    }
    positions.push_back(*counted);
    strides.push_back(1);
    inputDilation.push_back(window.baseDilation);
    kernelDilation.push_back(window.windowDilation);
    reversal.push_back(window.reversed);
    padding.append(2, counted->reach - 1);
    shape[to] = counted->all;
  }
  auto paddingType =
      numbers(rewriter, {static_cast<int64_t>(windows.size()), 2});
  Value value = rewriter.make<ConvolutionOp>(
      typeOf(op).clone(shape), op.getLhs(), op.getRhs(),
      rewriter.getDenseI64ArrayAttr(strides),
      DenseIntElementsAttr::get(paddingType, ArrayRef<int64_t>(padding)),
      rewriter.getDenseI64ArrayAttr(inputDilation),
      rewriter.getDenseI64ArrayAttr(kernelDilation),
      rewriter.getDenseBoolArrayAttr(reversal), dimensions,
      op.getFeatureGroupCount(), op.getBatchGroupCount(),
      op.getPrecisionConfigAttr());
  // Position reach - 1 - low of all is the first wanted.
  SmallVector<Value> starts(rankOf(op));
  Dimensions sizes(shapeOf(op));
  Dimensions steps(rankOf(op), 1);
  for (auto [i, counted] : llvm::enumerate(positions)) {
    int64_t to = dimensions.getOutputSpatialDimensions()[i];
    starts[to] = difference(
        rewriter, number(rewriter, counted.reach - 1),
        entry(rewriter, op.getPadding(), {static_cast<int64_t>(i), 0}));
    sizes[to] = counted.wanted;
    steps[to] = windows[i].stride;
  }
  if (windows.empty()) {
    return value;
  }
  Value zero = sumOfNothing(rewriter, elementOf(op));
  value = windowOf(rewriter, value, zero, sizes, Dimensions(rankOf(op), 0),
                   [&](int64_t d) { return starts[d]; });
  return rewriter.slice(value, Dimensions(rankOf(op), 0), sizes, steps);
}

} // namespace

void addDataSizeRules(RuleSet &rules) {
  rules.addForAnyType<RealDynamicSliceOp>("slice-at-data", sliceAtData);
  rules.addForAnyType<DynamicPadOp>("pad-by-data", padByData);
  rules.addForAnyType<DynamicConvOp>("convolution-by-data", convolutionByData);
}

} // namespace weft::stablehlo
