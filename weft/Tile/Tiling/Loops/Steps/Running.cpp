// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A running reduction as windows of windows: each phase combines so many
// elements of the phase before as are wanted of each, as far apart as those
// reach.
//
//   a[i] = x[i-2] + x[i-1] + x[i],   b[i] = a[i-6] + a[i-3] + a[i]
//
// Nothing is in front of the first place. Between phases elements have the type
// that they are combined in.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"
#include "weft/Tile/Tiling/OperationKinds.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// How many elements a phase combines: phases take as long as the meeting
/// between them, which is about as long as a few loads, and their loads.
int64_t chooseWidth(int64_t length) {
  constexpr int64_t loadsOfMeeting = 4;
  int64_t best = 0;
  int64_t fewest = 0;
  for (int64_t width : {2, 4, 8, 16}) {
    int64_t loads = 0;
    for (int64_t reach = 1; reach < length; reach *= width) {
      loads += loadsOfMeeting + width;
    }
    if (best == 0 || loads < fewest) {
      best = width;
      fewest = loads;
    }
  }
  return best;
}

class StepRunning {
public:
  explicit StepRunning(HeroStep &step)
      : step(step), math(step.math), running(*findRunning(step.op)),
        type(step.operands[0].type), element(type.getElementType()),
        wide(isComplex(element) ? element : computeType(partType(element))),
        length(type.getDimSize(running.along)),
        kind(*combineKindOf(
            cast<stablehlo::ReduceWindowOp>(step.op).getBody())) {}

  void run() {
    const int64_t width = chooseWidth(length);
    Value from;
    for (int64_t reach = 1; reach == 1 || reach < length; reach *= width) {
      const bool isLast = reach * width >= length;
      Value to = isLast ? step.results[0] : step.memory(type.getShape(), wide);
      llvm::SmallVector<Value> read = step.operandRefs();
      if (from) {
        read.push_back(from);
      }
      step.phase(type.getShape(), read, to, [&](ArrayRef<Value> at) {
        TileValue value = combine(from, at, reach, width);
        if (isLast) {
          value = combine(widened(step.load(step.operands[1], {})), value);
          step.store(to, at,
                     mapParts(value,
                              [&](Value part) {
                                return math.narrow(part, partType(element));
                              }),
                     element);
        } else {
          step.store(to, at, value, wide);
        }
      });
      from = to;
    }
  }

private:
  TileValue widened(const TileValue &value) {
    return mapParts(value, [&](Value part) { return math.widen(part); });
  }

  TileValue combine(const TileValue &before, const TileValue &after) {
    TileValue result;
    for (auto [left, right] : llvm::zip_equal(before, after)) {
      result.push_back(emitCombine(math, kind, left, right));
    }
    return result;
  }

  TileValue load(Value from, ArrayRef<Value> at) {
    return from ? step.load(from, at, wide)
                : widened(step.load(step.operands[0], at));
  }

  /// So many elements that are as far apart as each reaches, neighbours first.
  TileValue combine(Value from, ArrayRef<Value> at, int64_t reach,
                    int64_t width) {
    llvm::SmallVector<TileValue> terms;
    Value place = at[running.along];
    for (int64_t w = 0; w < width && w * reach < length; ++w) {
      if (w == 0) {
        terms.push_back(load(from, at));
        continue;
      }
      llvm::SmallVector<Value> other(at);
      const int64_t distance = w * reach;
      Value isThere;
      if (running.reverse) {
        isThere = step.isBelow(place, step.index(length - distance));
        other[running.along] = step.smaller(
            step.add(place, step.index(distance)), step.index(length - 1));
      } else {
        isThere = math.compare(arith::CmpIPredicate::sge, place,
                               step.index(distance));
        other[running.along] =
            step.larger(step.sub(place, step.index(distance)), step.index(0));
      }
      terms.push_back(mapParts(load(from, other), [&](Value part) {
        return math.select(isThere, part,
                           emitNeutral(math, kind, part.getType()));
      }));
    }
    while (terms.size() > 1) {
      llvm::SmallVector<TileValue> pairs;
      for (size_t i = 0; i + 1 < terms.size(); i += 2) {
        pairs.push_back(combine(terms[i + 1], terms[i]));
      }
      if (terms.size() % 2 != 0) {
        pairs.push_back(terms.back());
      }
      terms = std::move(pairs);
    }
    return terms.front();
  }

  HeroStep &step;
  Arithmetic &math;
  Running running;
  RankedTensorType type;
  Type element;
  /// The type that elements are combined in.
  Type wide;
  int64_t length;
  CombineKind kind;
};

} // namespace

void emitRunningStep(HeroStep &step) { StepRunning(step).run(); }

} // namespace weft::tile
