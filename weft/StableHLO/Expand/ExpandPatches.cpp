// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions of inputs with holes (ExpandDilation.cpp) that are one
// convolution of the input without holes.
//
// Along a dimension with an input dilated by s, a window of K taps w and a
// stride of one, output y meets element i of the input with tap k where
//
//   y + k - padding = s i
//
// Let K be m L taps: m times s, or once L <= s. Every output is a place and a
// phase, y - padding + m s - 1 = s q + f with 0 <= f < s, and then
//
//   i = q - (m - 1) + j,   k = s j + s - 1 - f,   0 <= j < m
//
// so that all phases of a place meet the same elements of the input, each with
// taps of its own. They are features of the output: the taps are taken as m
// places of L features, reversed, and the result is put in order at the end.
// The s - L phases that no tap reaches, the first ones, are zeros.
//
// With m = 1 and nothing around the input this is a product. That is the
// gradient of patches that do not overlap.

#include "weft/StableHLO/Expand/ExpandPatches.h"

#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using Sizes = llvm::SmallVector<int64_t>;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Along one dimension.
struct Patch {
  WindowDimension window;
  /// Taps are `places` times `live`, and outputs have `phases`.
  int64_t places = 1;
  int64_t live = 1;
  int64_t phases = 1;
  /// Of the outputs without their phases; the first output is phase `first` of
  /// the first of them.
  int64_t outputs = 0;
  int64_t first = 0;
};

std::optional<Patch> patchOf(const WindowDimension &window, int64_t inputs,
                             int64_t outputs) {
  constexpr int64_t most = int64_t(1) << 31;
  for (int64_t number :
       {window.size, window.stride, window.paddingLow, window.paddingHigh,
        window.baseDilation, window.windowDilation, inputs, outputs}) {
    if (number >= most || number <= -most) {
      return std::nullopt;
    }
  }
  Patch patch;
  patch.window = window;
  const int64_t s = window.baseDilation;
  if (s == 1) {
    patch.places = window.size;
    patch.outputs = outputs;
    return patch;
  }
  if (window.stride != 1 || window.windowDilation != 1 ||
      (window.size > s && window.size % s != 0)) {
    return std::nullopt;
  }
  patch.phases = s;
  patch.live = std::min(window.size, s);
  patch.places = window.size / patch.live;
  const int64_t begin = patch.places * s - 1 - window.paddingLow;
  const int64_t firstPlace = llvm::divideFloorSigned(begin, s);
  const int64_t lastPlace = llvm::divideFloorSigned(begin + outputs - 1, s);
  patch.first = begin - s * firstPlace;
  patch.outputs = lastPlace - firstPlace + 1;
  patch.window.size = patch.places;
  patch.window.baseDilation = 1;
  patch.window.paddingLow = patch.places - 1 - firstPlace;
  patch.window.paddingHigh = lastPlace - inputs + 1;
  return patch;
}

class Patches {
public:
  Patches(ConvolutionOp op, llvm::SmallVector<Patch> patches)
      : op(op), writer(op), numbers(op.getDimensionNumbers()),
        patches(std::move(patches)), kernel(op.getRhs()) {
    // A kernel that is reversed is as good as a window that is.
    if (auto reverse = kernel.getDefiningOp<ReverseOp>();
        reverse && llvm::all_of(reverse.getDimensions(), [&](int64_t d) {
          return llvm::is_contained(numbers.getKernelSpatialDimensions(), d);
        })) {
      kernel = reverse.getOperand();
      for (auto [patch, d] : llvm::zip_equal(
               this->patches, numbers.getKernelSpatialDimensions())) {
        patch.window.reversed ^= llvm::is_contained(reverse.getDimensions(), d);
      }
    }
    groups = std::max(op.getFeatureGroupCount(), op.getBatchGroupCount());
    Type element = typeOf(op.getResult()).getElementType();
    sums = element.isF16() || element.isBF16() ? writer.builder.getF32Type()
                                               : element;
  }

  Value run() {
    Value result = padPhases(isProduct() ? multiply() : convolve());
    if (!isa<IntegerType>(typeOf(kernel).getElementType())) {
      result = writer.add(result, holes(typeOf(result)));
    }
    result = writer.convert(result, typeOf(op.getResult()).getElementType());
    return inOrder(result);
  }

private:
  size_t rank() const { return patches.size(); }

  /// Taps by place and phase: the kernel with each of its spatial dimensions
  /// split in two.
  Value splitTaps(Value taps, ArrayRef<int64_t> spatial) {
    Sizes shape;
    Sizes reversed;
    for (int64_t d : llvm::seq(typeOf(taps).getRank())) {
      const auto *found = llvm::find(spatial, d);
      if (found == spatial.end()) {
        shape.push_back(typeOf(taps).getDimSize(d));
        continue;
      }
      const Patch &patch = patches[found - spatial.begin()];
      auto place = static_cast<int64_t>(shape.size());
      shape.append({patch.places, patch.live});
      // Features count the taps of a place down, unless the window does.
      if (patch.window.reversed && patch.places > 1) {
        reversed.push_back(place);
      } else if (!patch.window.reversed && patch.live > 1) {
        reversed.push_back(place + 1);
      }
    }
    Value split = writer.reshape(taps, shape);
    return reversed.empty() ? split : writer.reverse(split, reversed);
  }

  /// Where a dimension of the kernel is when spatial ones before it are split.
  static int64_t splitPlace(int64_t dimension, ArrayRef<int64_t> spatial) {
    return dimension +
           llvm::count_if(spatial, [&](int64_t d) { return d < dimension; });
  }

  bool isProduct() {
    Type lhs = typeOf(op.getLhs()).getElementType();
    return groups == 1 && lhs == typeOf(op.getRhs()).getElementType() &&
           (lhs == sums || isa<FloatType>(lhs)) &&
           llvm::all_of(patches, [](const Patch &patch) {
             return patch.places == 1 && patch.window.stride == 1 &&
                    patch.window.paddingLow == 0 &&
                    patch.window.paddingHigh == 0;
           });
  }

  // Both give: batch, places, phases, features. Phases are those that taps
  // reach.

  Value multiply() {
    ArrayRef<int64_t> spatial = numbers.getKernelSpatialDimensions();
    int64_t inputs = numbers.getKernelInputFeatureDimension();
    int64_t features = numbers.getKernelOutputFeatureDimension();
    // One place each: taps are phases, counted down unless the window does.
    Sizes reversed;
    for (auto [patch, d] : llvm::zip_equal(patches, spatial)) {
      if (!patch.window.reversed && patch.live > 1) {
        reversed.push_back(d);
      }
    }
    Value taps = reversed.empty() ? kernel : writer.reverse(kernel, reversed);

    // The product has the input's dimensions, then the kernel's.
    Sizes shape;
    Sizes order(2 * rank() + 2);
    for (int64_t d : llvm::seq(typeOf(op.getLhs()).getRank())) {
      if (d == numbers.getInputFeatureDimension()) {
        continue;
      }
      const auto *found = llvm::find(numbers.getInputSpatialDimensions(), d);
      size_t target =
          found == numbers.getInputSpatialDimensions().end()
              ? 0
              : 1 + (found - numbers.getInputSpatialDimensions().begin());
      order[target] = static_cast<int64_t>(shape.size());
      shape.push_back(typeOf(op.getLhs()).getDimSize(d));
    }
    for (int64_t d : llvm::seq(typeOf(taps).getRank())) {
      if (d == inputs) {
        continue;
      }
      size_t target =
          d == features
              ? 2 * rank() + 1
              : 1 + rank() + (llvm::find(spatial, d) - spatial.begin());
      order[target] = static_cast<int64_t>(shape.size());
      shape.push_back(typeOf(taps).getDimSize(d));
    }
    auto contracted = DotDimensionNumbersAttr::get(
        op.getContext(), {}, {}, {numbers.getInputFeatureDimension()},
        {inputs});
    Value product = writer.make<DotGeneralOp>(
        RankedTensorType::get(shape, sums), op.getLhs(), taps, contracted,
        op.getPrecisionConfigAttr(), DotAlgorithmAttr());
    return writer.transpose(product, order);
  }

  Value convolve() {
    ArrayRef<int64_t> spatial = numbers.getKernelSpatialDimensions();
    OpBuilder &builder = writer.builder;
    // Places, input features, then groups, phases and features for features.
    Value taps = splitTaps(kernel, spatial);
    int64_t features =
        splitPlace(numbers.getKernelOutputFeatureDimension(), spatial);
    Sizes shape(typeOf(taps).getShape());
    shape.insert(shape.begin() + features, groups);
    shape[features + 1] /= groups;
    taps = writer.reshape(taps, shape);
    auto after = [&](int64_t d) { return d < features ? d : d + 1; };
    Sizes order;
    Sizes merged;
    for (int64_t d : spatial) {
      order.push_back(after(splitPlace(d, spatial)));
      merged.push_back(shape[order.back()]);
    }
    order.push_back(
        after(splitPlace(numbers.getKernelInputFeatureDimension(), spatial)));
    merged.push_back(shape[order.back()]);
    order.push_back(features);
    for (int64_t d : spatial) {
      order.push_back(after(splitPlace(d, spatial) + 1));
    }
    order.push_back(features + 1);
    int64_t all = 1;
    for (int64_t d : ArrayRef(order).drop_front(merged.size())) {
      all *= shape[d];
    }
    merged.push_back(all);
    taps = writer.reshape(writer.transpose(taps, order), merged);

    Sizes strides;
    Sizes padding;
    Sizes dilation;
    llvm::SmallVector<bool> reversal;
    Sizes result = {
        typeOf(op.getResult()).getDimSize(numbers.getOutputBatchDimension())};
    for (const Patch &patch : patches) {
      strides.push_back(patch.window.stride);
      padding.append({patch.window.paddingLow, patch.window.paddingHigh});
      dilation.push_back(patch.window.windowDilation);
      reversal.push_back(false);
      result.push_back(patch.outputs);
    }
    result.push_back(all);
    auto count = static_cast<int64_t>(rank());
    Sizes places = llvm::to_vector(llvm::seq<int64_t>(0, count));
    Sizes outputs = llvm::to_vector(llvm::seq<int64_t>(1, count + 1));
    auto renamed = ConvDimensionNumbersAttr::get(
        op.getContext(), numbers.getInputBatchDimension(),
        numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions(),
        count, count + 1, places, 0, count + 1, outputs);
    Value convolution = writer.make<ConvolutionOp>(
        RankedTensorType::get(result, sums), op.getLhs(), taps,
        builder.getDenseI64ArrayAttr(strides),
        DenseIntElementsAttr::get(
            RankedTensorType::get({count, 2}, builder.getI64Type()), padding),
        builder.getDenseI64ArrayAttr(Sizes(rank(), 1)),
        builder.getDenseI64ArrayAttr(dilation),
        builder.getDenseBoolArrayAttr(reversal), renamed,
        op.getFeatureGroupCount(), op.getBatchGroupCount(),
        op.getPrecisionConfigAttr());

    // Groups go where the features are.
    result.back() = groups;
    for (const Patch &patch : patches) {
      result.push_back(patch.live);
    }
    int64_t perGroup =
        typeOf(kernel).getDimSize(numbers.getKernelOutputFeatureDimension()) /
        groups;
    result.push_back(perGroup);
    Sizes back = llvm::to_vector(llvm::seq<int64_t>(0, count + 1));
    for (int64_t d : llvm::seq(count)) {
      back.push_back(count + 2 + d);
    }
    back.append({count + 1, 2 * count + 2});
    Value split = writer.transpose(writer.reshape(convolution, result), back);
    result.erase(result.begin() + count + 1);
    result.back() = groups * perGroup;
    return writer.reshape(split, result);
  }

  /// Zeros for the phases that no tap reaches. They are the first ones.
  Value padPhases(Value parts) {
    Sizes low(2 * rank() + 2, 0);
    for (auto [d, patch] : llvm::enumerate(patches)) {
      low[1 + rank() + d] = patch.phases - patch.live;
    }
    if (llvm::all_of(low, [](int64_t number) { return number == 0; })) {
      return parts;
    }
    Sizes none(low.size(), 0);
    return writer.pad(parts, writer.zero(RankedTensorType::get({}, sums)), low,
                      none, none);
  }

  /// NaN for outputs that meet a hole with a tap that is not finite: zero times
  /// it would be. Else zero.
  Value holes(RankedTensorType type) {
    // Dimensions of the kernel without its input features.
    int64_t gone = numbers.getKernelInputFeatureDimension();
    auto moved = [&](int64_t d) { return d > gone ? d - 1 : d; };
    Sizes spatial =
        llvm::map_to_vector(numbers.getKernelSpatialDimensions(), moved);
    int64_t features = moved(numbers.getKernelOutputFeatureDimension());
    Type count = writer.builder.getI32Type();
    auto sumOf = [&](Value value, ArrayRef<int64_t> dimensions) {
      Type element = typeOf(value).getElementType();
      return writer.sum(value, writer.zero(RankedTensorType::get({}, element)),
                        dimensions);
    };
    Value zeros =
        sumOf(writer.multiply(kernel, writer.zero(typeOf(kernel))), {gone});
    // How many there are in all, and among those that a phase has itself.
    Value bad = writer.convert(
        writer.compare(zeros, ComparisonDirection::NE, zeros), count);
    Value all = sumOf(bad, spatial);
    Value split = splitTaps(bad, spatial);
    Sizes places;
    for (int64_t d : spatial) {
      places.push_back(splitPlace(d, spatial));
    }
    Value own = sumOf(split, places);
    // Phases in the order of dimensions, then features.
    Sizes order;
    for (int64_t d : spatial) {
      order.push_back(d);
    }
    order.push_back(features);
    own = writer.transpose(own, order);
    Sizes low(rank() + 1, 0);
    Sizes none(rank() + 1, 0);
    for (auto [d, patch] : llvm::enumerate(patches)) {
      low[d] = patch.phases - patch.live;
    }
    own = writer.pad(own, writer.zero(RankedTensorType::get({}, count)), low,
                     none, none);
    ArrayRef<int64_t> shape = typeOf(own).getShape();
    Value others = writer.subtract(
        writer.broadcast(all, shape, {static_cast<int64_t>(rank())}), own);
    auto numbersType = RankedTensorType::get(shape, sums);
    Value isBad = writer.compare(others, ComparisonDirection::GT,
                                 writer.zero(typeOf(others)));
    Value filler = writer.select(
        isBad,
        writer.splat(numbersType, std::numeric_limits<double>::quiet_NaN()),
        writer.zero(numbersType));
    return writer.broadcast(
        filler, type.getShape(),
        llvm::to_vector(llvm::seq<int64_t>(1 + static_cast<int64_t>(rank()),
                                           type.getRank())));
  }

  /// Places and phases as one, and dimensions where the result has them.
  Value inOrder(Value parts) {
    RankedTensorType type = typeOf(op.getResult());
    Sizes order;
    Sizes starts(type.getRank(), 0);
    Sizes limits(type.getShape());
    Sizes whole(type.getShape());
    for (int64_t d : llvm::seq(type.getRank())) {
      const auto *found = llvm::find(numbers.getOutputSpatialDimensions(), d);
      if (found == numbers.getOutputSpatialDimensions().end()) {
        order.push_back(d == numbers.getOutputBatchDimension()
                            ? 0
                            : 2 * static_cast<int64_t>(rank()) + 1);
        continue;
      }
      int64_t i = found - numbers.getOutputSpatialDimensions().begin();
      order.append({1 + i, 1 + static_cast<int64_t>(rank()) + i});
      starts[d] = patches[i].first;
      limits[d] += starts[d];
      whole[d] = patches[i].outputs * patches[i].phases;
    }
    Value woven = writer.reshape(writer.transpose(parts, order), whole);
    return writer.slice(woven, starts, limits, Sizes(type.getRank(), 1));
  }

  ConvolutionOp op;
  Writer writer;
  ConvDimensionNumbersAttr numbers;
  llvm::SmallVector<Patch> patches;
  Value kernel;
  int64_t groups = 1;
  /// Zeros of holes are added before the sum is rounded.
  Type sums;
};

bool isPlainNumber(Type element) {
  return isa<IntegerType>(element) || element.isF16() || element.isBF16() ||
         element.isF32() || element.isF64();
}

} // namespace

Value expandPatches(ConvolutionOp op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  RankedTensorType input = typeOf(op.getLhs());
  RankedTensorType result = typeOf(op.getResult());
  llvm::SmallVector<Patch> patches;
  // Phases at the borders are computed and cut off.
  constexpr double mostWasted = 2;
  double computed = 1;
  for (auto [i, window] : llvm::enumerate(op.getWindow())) {
    int64_t outputs =
        result.getDimSize(numbers.getOutputSpatialDimensions()[i]);
    std::optional<Patch> patch = patchOf(
        window, input.getDimSize(numbers.getInputSpatialDimensions()[i]),
        outputs);
    if (!patch) {
      return {};
    }
    computed *= static_cast<double>(patch->outputs * patch->phases) /
                static_cast<double>(outputs);
    patches.push_back(*patch);
  }
  Type lhs = input.getElementType();
  Type rhs = typeOf(op.getRhs()).getElementType();
  if (computed > mostWasted || !isPlainNumber(lhs) || !isPlainNumber(rhs) ||
      !isPlainNumber(result.getElementType())) {
    return {};
  }
  return Patches(op, std::move(patches)).run();
}

} // namespace weft::stablehlo
