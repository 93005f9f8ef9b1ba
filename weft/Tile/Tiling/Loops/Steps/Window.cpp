// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction of small windows, written out place by place, so that what is
// loaded is on its way together. Padding takes no part.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Places of a window, at most, and those that are loaded together.
constexpr int64_t mostPlaces = 64;
constexpr size_t placesTogether = 8;

class StepWindow {
public:
  explicit StepWindow(HeroStep &step)
      : step(step), math(step.math),
        op(cast<stablehlo::ReduceWindowOp>(step.op)),
        count(op.getInputs().size()), kind(combineKindOf(op.getBody())),
        input(step.operands[0].type),
        output(cast<RankedTensorType>(op->getResult(0).getType())) {}

  void run() {
    llvm::SmallVector<Value> written = step.results;
    llvm::erase(written, Value());
    step.phase(output.getShape(), step.operandRefs(), written,
               [&](ArrayRef<Value> at) {
                 TileValues result = reduce(at);
                 for (unsigned i = 0; i < count; ++i) {
                   if (step.results[i]) {
                     step.store(step.results[i], at, narrow(i, result[i]),
                                bodyType(i));
                   }
                 }
               });
  }

private:
  /// One place of the window, for one element of the result.
  struct Place {
    TileValues elements;
    /// Whether there is an element; null for surely.
    Value isThere;
  };

  Type bodyType(unsigned i) {
    return getElementTypeOrSelf(op.getBody().getArgument(i).getType());
  }

  /// In the type in which elements are combined.
  TileValue convert(unsigned i, const StepValue &from, const TileValue &value) {
    TileValue converted = emitConvert(math, value, from.element(), bodyType(i));
    return kind ? mapParts(converted,
                           [&](Value part) { return math.widen(part); })
                : converted;
  }

  TileValue narrow(unsigned i, const TileValue &value) {
    return mapParts(value, [&](Value part) {
      return math.narrow(part, partType(bodyType(i)));
    });
  }

  TileValues reduce(ArrayRef<Value> at) {
    TileValues sum;
    for (unsigned i = 0; i < count; ++i) {
      const StepValue &initial = step.operands[count + i];
      sum.push_back(convert(i, initial, step.load(initial, {})));
    }
    llvm::SmallVector<int64_t> window(op.getWindowDimensions());
    llvm::SmallVector<int64_t> place(window.size(), 0);
    llvm::SmallVector<Place> loaded;
    bool isEnd = false;
    while (!isEnd) {
      loaded.push_back(load(at, place));
      isEnd = !advance(place, window);
      if (isEnd || loaded.size() == placesTogether) {
        for (const Place &each : loaded) {
          sum = combine(sum, each);
        }
        loaded.clear();
      }
    }
    return sum;
  }

  /// Goes to the next place of the window, if there is one.
  static bool advance(MutableArrayRef<int64_t> place,
                      ArrayRef<int64_t> window) {
    for (size_t d = place.size(); d-- > 0;) {
      if (++place[d] < window[d]) {
        return true;
      }
      place[d] = 0;
    }
    return false;
  }

  Place load(ArrayRef<Value> at, ArrayRef<int64_t> place) {
    Place result;
    llvm::SmallVector<Value> from;
    for (auto [d, window] : llvm::enumerate(op.getWindow())) {
      const int64_t extent = input.getDimSize(d);
      const int64_t shift =
          place[d] * window.windowDilation - window.paddingLow;
      const int64_t last = (output.getDimSize(d) - 1) * window.stride + shift;
      Value index = step.add(step.mul(at[d], window.stride), step.index(shift));
      if (shift < 0 || last >= extent) {
        Value isInside =
            math.compare(arith::CmpIPredicate::ult, index, step.index(extent));
        result.isThere =
            result.isThere ? math.both(result.isThere, isInside) : isInside;
        index = step.larger(step.smaller(index, step.index(extent - 1)),
                            step.index(0));
      }
      from.push_back(index);
    }
    for (unsigned i = 0; i < count; ++i) {
      const StepValue &operand = step.operands[i];
      result.elements.push_back(convert(i, operand, step.load(operand, from)));
    }
    return result;
  }

  TileValues combine(const TileValues &sum, const Place &place) {
    TileValues next;
    if (kind) {
      for (auto [before, element] : llvm::zip_equal(sum, place.elements)) {
        TileValue &value = next.emplace_back();
        for (auto [left, right] : llvm::zip_equal(before, element)) {
          value.push_back(emitCombine(math, *kind, left, right));
        }
      }
    } else {
      TileValues arguments(sum);
      llvm::append_range(arguments, place.elements);
      next = emitBody(math, op.getBody(), arguments, step.captured);
    }
    if (place.isThere) {
      for (auto [value, before] : llvm::zip_equal(next, sum)) {
        for (auto [part, old] : llvm::zip_equal(value, before)) {
          part = math.select(place.isThere, part, old);
        }
      }
    }
    return next;
  }

  HeroStep &step;
  Arithmetic &math;
  stablehlo::ReduceWindowOp op;
  unsigned count;
  std::optional<CombineKind> kind;
  RankedTensorType input;
  RankedTensorType output;
};

} // namespace

bool isSmallWindow(Operation *op) {
  auto window = dyn_cast<stablehlo::ReduceWindowOp>(op);
  if (!window) {
    return false;
  }
  int64_t places = 1;
  for (const auto &dimension : window.getWindow()) {
    if (dimension.baseDilation != 1 || dimension.size < 1 ||
        dimension.size > mostPlaces) {
      return false;
    }
    places *= dimension.size;
    if (places > mostPlaces) {
      return false;
    }
  }
  return true;
}

void emitWindowStep(HeroStep &step) { StepWindow(step).run(); }

} // namespace weft::tile
