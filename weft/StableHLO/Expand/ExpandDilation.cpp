// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions whose input is dilated: transposed convolutions, and the
// gradients of strided ones.
//
// Between the elements of a dilated input are holes, zeros that are multiplied
// as well. Along one dimension, with an input dilated by s, output y meets
// element i of the input with tap k of the window where
//
//   stride y + dilation k - padding = s i
//
// So outputs whose numbers are the same modulo P = s / gcd(stride, s), a
// *phase*, meet the same taps: every Q-th, Q = s / gcd(dilation, s), and holes
// with all others. A phase is a convolution of the input without holes with
// those taps, and the result is made of all phases in turn.
//
// A hole makes a NaN of a tap that is infinite or NaN. So each phase also gets
// zero times the taps that are left out.
//
// Where the window is as long as s, or a multiple of it, and the stride is one,
// as in the gradient of a convolution that looks at one patch after the other,
// all phases see the same places of the input. They are features of one
// convolution then (ExpandPatches.cpp).

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/Expand/ExpandPatches.h"
#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Support/MathExtras.h>

#include <numeric>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Phases of which there are more are not worth a convolution each.
constexpr int64_t mostPhases = 16;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Along one dimension: which outputs form a phase, and the window that they
/// see.
struct Phase {
  int64_t outputs = 0;
  /// The taps: first, distance, number.
  int64_t tap = 0;
  int64_t tapStep = 1;
  /// In terms of the input without holes. No taps: only holes are met.
  WindowDimension window;

  bool holds(int64_t k) const {
    return k >= tap && (k - tap) % tapStep == 0 &&
           (k - tap) / tapStep < window.size;
  }
};

int64_t countPhases(const WindowDimension &window) {
  return window.baseDilation / std::gcd(window.stride, window.baseDilation);
}

/// Few phases in all, of numbers whose products do not overflow.
bool isWorthIt(ArrayRef<WindowDimension> windows) {
  constexpr int64_t most = int64_t(1) << 31;
  int64_t count = 1;
  for (const WindowDimension &window : windows) {
    for (int64_t number :
         {window.size, window.stride, window.paddingLow, window.paddingHigh,
          window.baseDilation, window.windowDilation}) {
      if (number >= most || number <= -most) {
        return false;
      }
    }
    count *= countPhases(window);
    if (count > mostPhases) {
      return false;
    }
  }
  return true;
}

llvm::SmallVector<Phase> phasesOf(const WindowDimension &window, int64_t inputs,
                                  int64_t outputs) {
  int64_t s = window.baseDilation;
  llvm::SmallVector<Phase> phases;
  int64_t count = countPhases(window);
  for (int64_t first : llvm::seq(count)) {
    Phase phase;
    phase.outputs = llvm::divideCeil(outputs, count);
    phase.tapStep = s / std::gcd(window.windowDilation, s);
    phase.window.size = 0;
    for (int64_t k : llvm::seq(std::min(phase.tapStep, window.size))) {
      int64_t place =
          first * window.stride + k * window.windowDilation - window.paddingLow;
      if (place % s != 0) {
        continue;
      }
      phase.tap = k;
      WindowDimension &own = phase.window;
      own.size = llvm::divideCeil(window.size - k, phase.tapStep);
      own.stride = count * window.stride / s;
      own.windowDilation = phase.tapStep * window.windowDilation / s;
      own.reversed = window.reversed;
      own.paddingLow = -place / s;
      own.paddingHigh = (phase.outputs - 1) * own.stride +
                        (own.size - 1) * own.windowDilation + 1 - inputs -
                        own.paddingLow;
      break;
    }
    phases.push_back(phase);
  }
  return phases;
}

bool isPlainNumber(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
  }
  return isa<IntegerType>(element) || element.isF16() || element.isBF16() ||
         element.isF32() || element.isF64();
}

class Undilate {
public:
  explicit Undilate(ConvolutionOp op)
      : op(op), writer(op), numbers(op.getDimensionNumbers()) {
    for (auto [d, window] : llvm::enumerate(op.getWindow())) {
      phases.push_back(
          phasesOf(window,
                   typeOf(op.getLhs())
                       .getDimSize(numbers.getInputSpatialDimensions()[d]),
                   typeOf(op.getResult())
                       .getDimSize(numbers.getOutputSpatialDimensions()[d])));
    }
  }

  Value run() {
    Type element = typeOf(op.getRhs()).getElementType();
    if (!isa<IntegerType>(element)) {
      // Zero times each tap, added up over the input features.
      Value zeros =
          writer.multiply(op.getRhs(), writer.zero(typeOf(op.getRhs())));
      zeroTaps =
          writer.sum(zeros, writer.zero(RankedTensorType::get({}, element)),
                     {numbers.getKernelInputFeatureDimension()});
    }
    Value whole = weave({});
    RankedTensorType type = typeOf(op.getResult());
    llvm::SmallVector<int64_t> starts(type.getRank(), 0);
    llvm::SmallVector<int64_t> strides(type.getRank(), 1);
    return writer.slice(whole, starts, type.getShape(), strides);
  }

private:
  /// The results of all phases that begin with these, in the order of outputs.
  Value weave(llvm::SmallVector<const Phase *> chosen) {
    size_t d = chosen.size();
    if (d == phases.size()) {
      return computePhase(chosen);
    }
    llvm::SmallVector<Value> parts;
    int64_t dimension = numbers.getOutputSpatialDimensions()[d];
    llvm::SmallVector<int64_t> shape;
    for (const Phase &phase : phases[d]) {
      chosen.push_back(&phase);
      Value part = weave(chosen);
      chosen.pop_back();
      shape.assign(typeOf(part).getShape().begin(),
                   typeOf(part).getShape().end());
      shape.insert(shape.begin() + dimension + 1, 1);
      parts.push_back(phases[d].size() == 1 ? part
                                            : writer.reshape(part, shape));
    }
    if (parts.size() == 1) {
      return parts.front();
    }
    Value joined = writer.concatenate(parts, dimension + 1);
    shape.erase(shape.begin() + dimension + 1);
    shape[dimension] *= static_cast<int64_t>(parts.size());
    return writer.reshape(joined, shape);
  }

  Value computePhase(ArrayRef<const Phase *> chosen) {
    RankedTensorType whole = typeOf(op.getResult());
    llvm::SmallVector<int64_t> shape(whole.getShape());
    bool isEmpty = false;
    for (auto [d, phase] : llvm::enumerate(chosen)) {
      shape[numbers.getOutputSpatialDimensions()[d]] = phase->outputs;
      isEmpty |= phase->window.size == 0;
    }
    // Zeros of holes are added before the sum is rounded: a small negative sum
    // is -0 then, as it would be with them.
    Type element = whole.getElementType();
    Type sums = element.isF16() || element.isBF16()
                    ? writer.builder.getF32Type()
                    : element;
    auto type = RankedTensorType::get(shape, sums);
    Value result = isEmpty ? writer.zero(type) : convolve(chosen, type);
    if (zeroTaps) {
      result = writer.add(result, holesOf(chosen, type));
    }
    return sums == element ? result : writer.convert(result, element);
  }

  Value convolve(ArrayRef<const Phase *> chosen, RankedTensorType type) {
    RankedTensorType kernel = typeOf(op.getRhs());
    llvm::SmallVector<int64_t> starts(kernel.getRank(), 0);
    llvm::SmallVector<int64_t> limits(kernel.getShape());
    llvm::SmallVector<int64_t> steps(kernel.getRank(), 1);
    llvm::SmallVector<int64_t> strides;
    llvm::SmallVector<int64_t> padding;
    llvm::SmallVector<int64_t> holes;
    llvm::SmallVector<int64_t> dilation;
    for (auto [d, phase] : llvm::enumerate(chosen)) {
      const WindowDimension &window = phase->window;
      int64_t dimension = numbers.getKernelSpatialDimensions()[d];
      int64_t last = phase->tap + (window.size - 1) * phase->tapStep;
      // The kernel of a window that is reversed begins with the last tap.
      starts[dimension] = window.reversed
                              ? kernel.getDimSize(dimension) - 1 - last
                              : phase->tap;
      steps[dimension] = phase->tapStep;
      limits[dimension] =
          starts[dimension] + (window.size - 1) * phase->tapStep + 1;
      strides.push_back(window.stride);
      padding.append({window.paddingLow, window.paddingHigh});
      holes.push_back(1);
      dilation.push_back(window.windowDilation);
    }
    Value taps = writer.slice(op.getRhs(), starts, limits, steps);
    OpBuilder &builder = writer.builder;
    auto part = cast<ConvolutionOp>(builder.clone(*op));
    part->setOperand(1, taps);
    part.setWindowStridesAttr(builder.getDenseI64ArrayAttr(strides));
    part.setPaddingAttr(DenseIntElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(chosen.size()), 2},
                              builder.getI64Type()),
        padding));
    part.setLhsDilationAttr(builder.getDenseI64ArrayAttr(holes));
    part.setRhsDilationAttr(builder.getDenseI64ArrayAttr(dilation));
    part->getResult(0).setType(type);
    return part->getResult(0);
  }

  /// Zero times all taps that meet holes, per output feature.
  Value holesOf(ArrayRef<const Phase *> chosen, RankedTensorType type) {
    // Dimensions of the kernel without its input features.
    int64_t gone = numbers.getKernelInputFeatureDimension();
    auto moved = [&](int64_t d) { return d > gone ? d - 1 : d; };
    RankedTensorType taps = typeOf(zeroTaps);
    llvm::SmallVector<int64_t> spatial =
        llvm::map_to_vector(numbers.getKernelSpatialDimensions(), moved);
    llvm::SmallVector<bool> isMet;
    llvm::SmallVector<int64_t> extents = llvm::map_to_vector(
        spatial, [&](int64_t d) { return taps.getDimSize(d); });
    int64_t count = std::accumulate(extents.begin(), extents.end(), int64_t(1),
                                    std::multiplies<>());
    for (int64_t number : llvm::seq(count)) {
      bool meets = true;
      for (size_t d = chosen.size(); d-- > 0;) {
        int64_t k = number % extents[d];
        number /= extents[d];
        meets &= chosen[d]->holds(
            chosen[d]->window.reversed ? extents[d] - 1 - k : k);
      }
      isMet.push_back(meets);
    }
    Value met = writer.constant(DenseElementsAttr::get(
        RankedTensorType::get(extents, writer.builder.getI1Type()), isMet));
    Value left = writer.select(writer.broadcast(met, taps.getShape(), spatial),
                               writer.zero(taps), zeroTaps);
    Value sums = writer.sum(
        left, writer.zero(RankedTensorType::get({}, taps.getElementType())),
        spatial);
    return writer.broadcast(writer.convert(sums, type.getElementType()),
                            type.getShape(),
                            {numbers.getOutputFeatureDimension()});
  }

  ConvolutionOp op;
  Writer writer;
  ConvDimensionNumbersAttr numbers;
  /// By spatial dimension.
  llvm::SmallVector<llvm::SmallVector<Phase>> phases;
  /// Zero times each tap, by its place and output feature; null for integers.
  Value zeroTaps;
};

} // namespace

bool expandDilation(Operation *op) {
  auto convolution = dyn_cast<ConvolutionOp>(op);
  if (!convolution) {
    return false;
  }
  bool isDilated =
      llvm::any_of(convolution.getWindow(), [](const WindowDimension &window) {
        return window.baseDilation > 1;
      });
  bool hasElements =
      llvm::all_of(llvm::concat<Value>(op->getOperands(), op->getResults()),
                   [](Value value) {
                     return typeOf(value).getNumElements() > 0 &&
                            isPlainNumber(typeOf(value).getElementType());
                   });
  if (!isDilated || !hasElements) {
    return false;
  }
  if (Value patches = expandPatches(convolution)) {
    op->replaceAllUsesWith(ValueRange{patches});
    return true;
  }
  if (!isWorthIt(convolution.getWindow())) {
    return false;
  }
  op->replaceAllUsesWith(ValueRange{Undilate(convolution).run()});
  return true;
}

} // namespace weft::stablehlo
