// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scatter, place by place: an element of the input looks at the index of
// every update, and takes those that lead to it, in their order. So results are
// those of updates one after the other, however many members share the places.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Heroes/ScatterDimensions.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Indices that are on their way together.
constexpr int64_t indicesTogether = 4;

class StepScatter {
public:
  explicit StepScatter(HeroStep &step)
      : step(step), math(step.math), op(cast<stablehlo::ScatterOp>(step.op)),
        dimensions(op), count(op.getInputs().size()) {}

  void run() {
    llvm::SmallVector<Value> written = step.results;
    llvm::erase(written, Value());
    step.phase(dimensions.input, step.operandRefs(), written,
               [&](ArrayRef<Value> at) {
                 llvm::SmallVector<Value> value;
                 for (unsigned i = 0; i < count; ++i) {
                   llvm::append_range(value, step.load(step.operands[i], at));
                 }
                 TileValues results = group(takeUpdates(at, value));
                 for (unsigned i = 0; i < count; ++i) {
                   if (step.results[i]) {
                     step.store(step.results[i], at, results[i], element(i));
                   }
                 }
               });
  }

private:
  using Indices = llvm::SmallVector<Value>;

  /// An element of the updates that may lead to a place, and if it does; null
  /// for surely. What is not known yet of its place is null.
  struct Candidate {
    Indices update;
    Value fits;
  };

  Type element(unsigned i) const { return step.operands[i].element(); }

  /// The parts of the inputs' elements, one behind the other.
  TileValues group(ValueRange parts) const {
    TileValues values;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned size = partCount(element(i));
      values.push_back(llvm::to_vector_of<Value, 2>(parts.take_front(size)));
      parts = parts.drop_front(size);
    }
    return values;
  }

  /// What a place holds after all updates.
  llvm::SmallVector<Value> takeUpdates(ArrayRef<Value> at, ValueRange value) {
    Candidate candidate{Indices(dimensions.update.size()), {}};
    Indices &update = candidate.update;
    for (size_t d = 0; d < at.size(); ++d) {
      if (dimensions.batching[d] >= 0) {
        update[dimensions.batching[d]] = at[d];
      } else if (dimensions.window[d] >= 0 && dimensions.component[d] < 0) {
        update[dimensions.window[d]] = at[d];
        if (dimensions.windowSize(d) < dimensions.input[d]) {
          demand(candidate.fits,
                 step.isBelow(at[d], step.index(dimensions.windowSize(d))));
        }
      }
    }
    return takeAlong(at, candidate, value);
  }

  /// The updates along the dimensions that indices are counted by, from the
  /// given one of them on.
  llvm::SmallVector<Value>
  takeAlong(ArrayRef<Value> at, const Candidate &candidate, ValueRange value) {
    llvm::SmallVector<unsigned> open;
    for (unsigned d : dimensions.batch) {
      if (!candidate.update[d]) {
        open.push_back(d);
      }
    }
    if (open.empty()) {
      return take(find(at, candidate), value);
    }
    const unsigned d = open.front();
    const int64_t extent = dimensions.update[d];
    auto with = [&](Value i) {
      Candidate next = candidate;
      next.update[d] = i;
      return next;
    };
    if (open.size() > 1) {
      return step.loop(step.index(0), step.index(extent), value,
                       [&](Value i, ValueRange before) {
                         return takeAlong(at, with(i), before);
                       });
    }
    const int64_t together = std::min(extent, indicesTogether);
    return step.loop(
        step.index(0), step.index(llvm::divideCeil(extent, together)), value,
        [&](Value group, ValueRange before) {
          llvm::SmallVector<Candidate> found;
          for (int64_t k = 0; k < together; ++k) {
            Value i = step.add(step.mul(group, together), step.index(k));
            Candidate next = with(step.smaller(i, step.index(extent - 1)));
            if (extent % together != 0) {
              demand(next.fits, step.isBelow(i, step.index(extent)));
            }
            found.push_back(find(at, next));
          }
          llvm::SmallVector<Value> after(before);
          for (const Candidate &next : found) {
            after = take(next, after);
          }
          return after;
        });
  }

  /// Where in an update a place is, and whether: if its window has the place
  /// and lies in the input.
  Candidate find(ArrayRef<Value> at, Candidate candidate) {
    for (size_t d = 0; d < at.size(); ++d) {
      if (dimensions.component[d] < 0) {
        continue;
      }
      Value start = startOf(candidate.update, dimensions.component[d]);
      const int64_t size = dimensions.windowSize(d);
      const int64_t last = dimensions.input[d] - size;
      // As unsigned numbers, negative ones are large.
      if (last < 0) {
        demand(candidate.fits, math.zero(step.builder.getI1Type()));
      } else if (size > 1) {
        demand(candidate.fits, math.compare(arith::CmpIPredicate::ule, start,
                                            step.index(last)));
      }
      Value offset = step.sub(at[d], start);
      demand(candidate.fits,
             math.compare(arith::CmpIPredicate::ult, offset, step.index(size)));
      if (dimensions.window[d] >= 0) {
        candidate.update[dimensions.window[d]] = offset;
      }
    }
    return candidate;
  }

  llvm::SmallVector<Value> take(const Candidate &candidate, ValueRange value) {
    auto combined = [&] { return combine(candidate.update, value); };
    return candidate.fits ? step.choose(candidate.fits, value, combined)
                          : combined();
  }

  llvm::SmallVector<Value> combine(ArrayRef<Value> update, ValueRange value) {
    TileValues arguments = group(value);
    for (unsigned i = 0; i < count; ++i) {
      const StepValue &updates = step.operands[count + 1 + i];
      arguments.push_back(emitConvert(math, step.load(updates, update),
                                      updates.element(), element(i)));
    }
    llvm::SmallVector<Value> parts;
    for (const TileValue &result :
         emitBody(math, op.getUpdateComputation(), arguments, step.captured)) {
      llvm::append_range(parts, result);
    }
    return parts;
  }

  /// One component of the index for an update.
  Value startOf(ArrayRef<Value> update, int64_t component) {
    Indices at;
    unsigned next = 0;
    for (size_t d = 0; d < dimensions.indices.size(); ++d) {
      at.push_back(static_cast<int64_t>(d) == dimensions.vector
                       ? step.index(component)
                       : update[dimensions.batch[next++]]);
    }
    const StepValue &indices = step.operands[count];
    return step.toIndex(step.load(indices, at), indices.element());
  }

  void demand(Value &fits, Value condition) {
    fits = fits ? math.both(fits, condition) : condition;
  }

  HeroStep &step;
  Arithmetic &math;
  stablehlo::ScatterOp op;
  ScatterDimensions dimensions;
  unsigned count;
};

} // namespace

void emitScatterStep(HeroStep &step) { StepScatter(step).run(); }

} // namespace weft::tile
