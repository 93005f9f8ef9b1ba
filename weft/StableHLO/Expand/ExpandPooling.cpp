// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of pooling, without scattering: first each window says which of
// its points it selects, then each place of the result adds up what windows
// that selected it send. Both are functions of elements of shifted arrays.
//
// Along one dimension, window o has its point k at place
//
//   stride o + k - padding = p
//
// so places whose numbers are the same modulo the stride, a *phase*, are the
// same points of windows that lie as far from them: of the places q s + r those
// with
//
//   k = (r + padding) mod s + j s      o = q + (r + padding) div s - j
//
// for every j that names a point. The result is made of all phases in turn.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/ADT/SmallVectorExtras.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Points of a window, and phases, that are written out.
constexpr int64_t mostPoints = 64;
constexpr int64_t mostPhases = 16;

using Numbers = llvm::SmallVector<int64_t>;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The only operation of a function of two scalars, which are its operands.
template <typename Op> Op onlyOperation(Region &body) {
  Block &block = body.front();
  auto op = dyn_cast<Op>(block.front());
  const bool isReturned =
      op && op->getNextNode() == block.getTerminator() &&
      block.getTerminator()->getOperand(0) == op->getResult(0);
  auto isArgument = [&](Value operand) {
    return operand == block.getArgument(0) || operand == block.getArgument(1);
  };
  return isReturned && llvm::all_of(op->getOperands(), isArgument) &&
                 op->getOperand(0) != op->getOperand(1)
             ? op
             : Op();
}

class Pooling {
public:
  explicit Pooling(SelectAndScatterOp op)
      : op(op), window(op.getWindow()), writer(op),
        shape(typeOf(op.getOperand()).getShape()),
        windows(typeOf(op.getSource()).getShape()),
        selects(onlyOperation<CompareOp>(op.getSelect())),
        adds(onlyOperation<AddOp>(op.getScatter())) {}

  bool isSuitable() {
    int64_t points = 1;
    int64_t phases = 1;
    for (const WindowDimension &dimension : window) {
      if (dimension.windowDilation != 1 || dimension.baseDilation != 1 ||
          dimension.size > mostPoints || dimension.stride > mostPhases) {
        return false;
      }
      points = std::min(points * dimension.size, mostPoints + 1);
      phases = std::min(phases * dimension.stride, mostPhases + 1);
    }
    return selects && adds && points <= mostPoints && phases <= mostPhases;
  }

  Value run() {
    Type element = typeOf(op.getResult()).getElementType();
    auto real = dyn_cast<FloatType>(element);
    sum = real && real.getWidth() < 32 ? Type(writer.builder.getF32Type())
                                       : element;
    source = writer.convert(op.getSource(), sum);
    initial = writer.convert(op.getInitValue(), sum);
    selected = selectPoints();
    // Where windows overlap, each is asked too often to find it every time.
    if (llvm::any_of(window, [](const WindowDimension &dimension) {
          return dimension.size > dimension.stride;
        })) {
      selected = OptimizationBarrierOp::create(writer.builder, op.getLoc(),
                                               ValueRange(selected))
                     ->getResult(0);
    }
    Numbers phase;
    Value all = joinPhases(phase);
    for (auto [d, extent] : llvm::enumerate(shape)) {
      all = writer.slice(all, static_cast<int64_t>(d), 0, extent);
    }
    return writer.convert(all, element);
  }

private:
  Value scalar(Type element, int64_t number) {
    return writer.splat(RankedTensorType::get({}, element),
                        static_cast<double>(number));
  }

  /// The places of all windows' point, of an array with padding.
  Value atPoint(Value padded, ArrayRef<int64_t> point) {
    Numbers limits;
    Numbers strides;
    for (auto [d, dimension] : llvm::enumerate(window)) {
      limits.push_back(point[d] + (windows[d] - 1) * dimension.stride + 1);
      strides.push_back(dimension.stride);
    }
    return writer.slice(padded, point, limits, strides);
  }

  Value pad(Value value, Value filler) {
    Numbers low;
    Numbers high;
    for (const WindowDimension &dimension : window) {
      low.push_back(dimension.paddingLow);
      high.push_back(dimension.paddingHigh);
    }
    return writer.pad(value, filler, low, high, Numbers(low.size(), 0));
  }

  /// Whether the element that was found is kept before another.
  Value keeps(Value found, Value other) {
    const bool isTurned =
        selects.getOperand(0) != op.getSelect().front().getArgument(0);
    auto type = typeOf(found).clone(writer.builder.getI1Type());
    return writer.make<CompareOp>(
        type, isTurned ? other : found, isTurned ? found : other,
        selects.getComparisonDirectionAttr(), selects.getCompareTypeAttr());
  }

  /// The number of the point that each window selects; -1 for none.
  Value selectPoints() {
    Type element = typeOf(op.getOperand()).getElementType();
    const bool isPadded =
        llvm::any_of(window, [](const WindowDimension &dimension) {
          return dimension.paddingLow != 0 || dimension.paddingHigh != 0;
        });
    Value elements =
        pad(op.getOperand(), writer.zero(RankedTensorType::get({}, element)));
    Value places;
    if (isPadded) {
      Type boolean = writer.builder.getI1Type();
      places = pad(writer.boolean(RankedTensorType::get(shape, boolean), true),
                   writer.boolean(RankedTensorType::get({}, boolean), false));
    }
    auto numbers = RankedTensorType::get(windows, writer.builder.getI8Type());
    Value found;
    Value isFound;
    Value number;
    forEachPoint([&](ArrayRef<int64_t> point, int64_t own) {
      Value other = atPoint(elements, point);
      Value isPlace = places ? atPoint(places, point) : Value();
      Value mine = writer.splat(numbers, static_cast<double>(own));
      if (!found) {
        found = other;
        isFound = isPlace;
        number = isPlace
                     ? writer.select(isPlace, mine, writer.splat(numbers, -1.0))
                     : mine;
        return;
      }
      Value stays = keeps(found, other);
      if (isPlace) {
        stays = writer.either(writer.unary<NotOp>(isPlace),
                              writer.both(isFound, stays));
        isFound = writer.either(isFound, isPlace);
      }
      found = writer.select(stays, found, other);
      number = writer.select(stays, number, mine);
    });
    return number;
  }

  /// In the order in which windows are walked, with their numbers.
  void forEachPoint(
      llvm::function_ref<void(ArrayRef<int64_t>, int64_t)> visit) const {
    Numbers point(window.size(), 0);
    for (int64_t number = 0;; ++number) {
      visit(point, number);
      size_t d = window.size();
      while (d > 0 && ++point[d - 1] == window[d - 1].size) {
        point[--d] = 0;
      }
      if (d == 0) {
        return;
      }
    }
  }

  /// What all places of a phase get.
  Value sumPhase(ArrayRef<int64_t> phase) {
    Numbers places;
    for (auto [d, dimension] : llvm::enumerate(window)) {
      places.push_back(
          static_cast<int64_t>(llvm::divideCeil(shape[d], dimension.stride)));
    }
    Value total = writer.broadcastScalar(initial, places);
    Type byte = writer.builder.getI8Type();
    forEachPoint([&](ArrayRef<int64_t> point, int64_t number) {
      Numbers low;
      Numbers high;
      for (auto [d, dimension] : llvm::enumerate(window)) {
        const int64_t ahead = point[d] - phase[d] - dimension.paddingLow;
        if (ahead % dimension.stride != 0) {
          return;
        }
        low.push_back(ahead / dimension.stride);
        high.push_back(places[d] - windows[d] - low.back());
      }
      const Numbers none(low.size(), 0);
      Value chosen = writer.pad(selected, scalar(byte, -1), low, high, none);
      Value sent = writer.pad(
          source, writer.zero(RankedTensorType::get({}, sum)), low, high, none);
      Value isChosen = writer.compare(
          chosen, ComparisonDirection::EQ,
          writer.splat(typeOf(chosen), static_cast<double>(number)));
      Value more = writer.add(total, sent);
      total = writer.select(isChosen, more, total);
    });
    return total;
  }

  /// The results of all phases that begin with these, in the order of places.
  Value joinPhases(Numbers &phase) {
    const size_t d = phase.size();
    if (d == window.size()) {
      return sumPhase(phase);
    }
    llvm::SmallVector<Value> parts;
    for (int64_t own : llvm::seq(window[d].stride)) {
      phase.push_back(own);
      parts.push_back(joinPhases(phase));
      phase.pop_back();
    }
    if (parts.size() == 1) {
      return parts.front();
    }
    Numbers joined(typeOf(parts.front()).getShape());
    Numbers apart(joined);
    apart.insert(apart.begin() + static_cast<int64_t>(d) + 1, 1);
    joined[d] *= window[d].stride;
    for (Value &part : parts) {
      part = writer.reshape(part, apart);
    }
    return writer.reshape(
        writer.concatenate(parts, static_cast<int64_t>(d) + 1), joined);
  }

  SelectAndScatterOp op;
  llvm::SmallVector<WindowDimension> window;
  Writer writer;
  ArrayRef<int64_t> shape;
  ArrayRef<int64_t> windows;
  CompareOp selects;
  AddOp adds;
  /// What sums are formed in.
  Type sum;
  Value source;
  Value initial;
  Value selected;
};

} // namespace

bool expandPooling(Operation *candidate) {
  auto op = dyn_cast<SelectAndScatterOp>(candidate);
  auto isStatic = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() && !type.getEncoding() &&
           type.getElementType().isIntOrFloat() && type.getNumElements() > 0;
  };
  if (!op || !llvm::all_of(op->getOperands(), isStatic) ||
      !isStatic(op.getResult())) {
    return false;
  }
  Pooling pooling(op);
  if (!pooling.isSuitable()) {
    return false;
  }
  op.getResult().replaceAllUsesWith(pooling.run());
  return true;
}

} // namespace weft::stablehlo
