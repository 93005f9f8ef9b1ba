// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sort in which every place finds out where it goes, which is how many others
// go before it. Of equal ones those go before that were.
//
//   count   in a short line, or a run of a longer one, it looks at all others
//   merge   in two runs that are sorted, it has its own place in the one and
//           finds by bisection how many of the other go before
//
// A comparator that contradicts itself may send two to one place, and none to
// another; all go to places of their line.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// What is loaded to be counted is on its way together; a bisection waits for
/// each load. So is a line of so many places counted, and runs of so many of a
/// longer one.
constexpr int64_t longestCounted = 48;
constexpr int64_t placesOfRun = 16;
constexpr int64_t placesTogether = 8;

/// One element of each operand; empty for those that are not looked at.
using Entry = llvm::SmallVector<TileValue>;

class StepSort {
public:
  explicit StepSort(HeroStep &step)
      : step(step), math(step.math), sort(cast<stablehlo::SortOp>(step.op)),
        type(step.operands[0].type) {
    along = sort.getDimension();
    along += along < 0 ? type.getRank() : 0;
    length = type.getDimSize(along);
    Region &comparator = sort.getComparator();
    for (unsigned i = 0; i < step.operands.size(); ++i) {
      isCompared.push_back(!comparator.getArgument(2 * i).use_empty() ||
                           !comparator.getArgument(2 * i + 1).use_empty());
    }
    // Whatever it says is said of places.
    isCompared.front() |= !llvm::is_contained(isCompared, true);
  }

  void run() {
    const int64_t run = length <= longestCounted ? length : placesOfRun;
    llvm::SmallVector<Value> from = llvm::map_to_vector(
        step.operands, [](const StepValue &operand) { return operand.ref; });
    llvm::SmallVector<Value> spare;
    bool isFirst = true;
    for (int64_t width = run; isFirst || width < length;) {
      const int64_t next = isFirst ? run : width * 2;
      llvm::SmallVector<Value> to = next >= length  ? step.results
                                    : spare.empty() ? memory()
                                                    : spare;
      phase(from, to, isFirst, width);
      spare = isFirst ? llvm::SmallVector<Value>() : from;
      from = to;
      width = next;
      isFirst = false;
    }
  }

private:
  llvm::SmallVector<Value> memory() {
    llvm::SmallVector<Value> refs;
    for (unsigned i = 0; i < step.operands.size(); ++i) {
      const bool isMoved = isCompared[i] || step.results[i];
      refs.push_back(isMoved ? step.memory(type.getShape(), element(i))
                             : Value());
    }
    return refs;
  }

  Type element(unsigned i) const { return step.operands[i].element(); }

  /// Sends all places to where they go in their run, or in two that are merged.
  void phase(ArrayRef<Value> from, ArrayRef<Value> to, bool isCounted,
             int64_t width) {
    auto present = [](ArrayRef<Value> refs) {
      llvm::SmallVector<Value> found(refs);
      llvm::erase(found, Value());
      return found;
    };
    step.phase(type.getShape(), present(from), present(to),
               [&](ArrayRef<Value> at) {
                 Entry own(step.operands.size());
                 for (unsigned i = 0; i < own.size(); ++i) {
                   if (isCompared[i] || to[i]) {
                     own[i] = load(from, i, at);
                   }
                 }
                 llvm::SmallVector<Value> target(at);
                 target[along] = isCounted ? count(from, at, own, width)
                                           : merge(from, at, own, width);
                 for (unsigned i = 0; i < own.size(); ++i) {
                   if (to[i]) {
                     step.store(to[i], target, own[i], element(i));
                   }
                 }
               });
  }

  TileValue load(ArrayRef<Value> from, unsigned i, ArrayRef<Value> at) {
    return from[i] ? step.load(from[i], at, element(i))
                   : step.operands[i].everywhere;
  }

  /// What is compared of another place of the line, or of its last one.
  Entry loadOther(ArrayRef<Value> from, ArrayRef<Value> at, Value place) {
    llvm::SmallVector<Value> there(at);
    there[along] = toIndex(step.smaller(place, integer(length - 1)));
    Entry entry(isCompared.size());
    for (unsigned i = 0; i < entry.size(); ++i) {
      if (isCompared[i]) {
        entry[i] = load(from, i, there);
      }
    }
    return entry;
  }

  Value isLess(const Entry &a, const Entry &b) {
    llvm::SmallVector<TileValue> arguments;
    for (unsigned i = 0; i < a.size(); ++i) {
      arguments.push_back(isCompared[i] ? a[i] : TileValue());
      arguments.push_back(isCompared[i] ? b[i] : TileValue());
    }
    return emitBody(math, sort.getComparator(), arguments, step.captured)[0][0];
  }

  /// Whether the other place goes before the own one. `wins`: it does where
  /// both are equal.
  Value goesBefore(const Entry &own, const Entry &other, Value wins) {
    return math.select(wins, math.complement(isLess(own, other)),
                       isLess(other, own));
  }

  /// The own place in a run of `width` places, which are in no order.
  Value count(ArrayRef<Value> from, ArrayRef<Value> at, const Entry &own,
              int64_t width) {
    Value place = toInteger(at[along]);
    Value first = integer(0);
    if (width < length) {
      first = math.mul(divide(place, width), integer(width));
    }
    const int64_t together = std::min(width, placesTogether);
    Value before = step.loop(
        step.index(0), step.index(llvm::divideCeil(width, together)),
        ValueRange{first},
        [&](Value group, ValueRange sum) -> llvm::SmallVector<Value> {
          Value start = math.add(first, toInteger(step.mul(group, together)));
          llvm::SmallVector<std::pair<Value, Entry>> others;
          for (int64_t k = 0; k < together; ++k) {
            Value other = math.add(start, integer(k));
            others.push_back({other, loadOther(from, at, other)});
          }
          Value next = sum[0];
          for (const auto &[other, entry] : others) {
            Value isBefore = goesBefore(
                own, entry,
                math.compare(arith::CmpIPredicate::slt, other, place));
            Value isOther =
                math.compare(arith::CmpIPredicate::ne, other, place);
            // Behind the end of a run there is nothing.
            Value end = integer(width);
            if (width < length) {
              end = step.smaller(math.add(first, end), integer(length));
            }
            if (width % together != 0 || length % width != 0) {
              isOther = math.both(
                  isOther, math.compare(arith::CmpIPredicate::slt, other, end));
            }
            next = math.add(next, math.select(math.both(isBefore, isOther),
                                              integer(1), integer(0)));
          }
          return {next};
        })[0];
    return toIndex(before);
  }

  /// The own place in two runs that are sorted.
  Value merge(ArrayRef<Value> from, ArrayRef<Value> at, const Entry &own,
              int64_t width) {
    Value place = toInteger(at[along]);
    Value run = divide(place, width);
    Value isRight = math.compare(arith::CmpIPredicate::ne,
                                 math.both(run, integer(1)), integer(0));
    Value first =
        math.mul(math.make<arith::XOrIOp>(run, integer(1)), integer(width));
    Value most = step.larger(
        step.smaller(math.sub(integer(length), first), integer(width)),
        integer(0));
    const int64_t steps = llvm::Log2_64(static_cast<uint64_t>(width)) + 1;
    Value before = step.loop(
        step.index(0), step.index(steps), ValueRange{integer(0), most},
        [&](Value, ValueRange range) -> llvm::SmallVector<Value> {
          Value isOpen =
              math.compare(arith::CmpIPredicate::slt, range[0], range[1]);
          Value half = divide(math.add(range[0], range[1]), 2);
          Value isBefore = goesBefore(
              own, loadOther(from, at, math.add(first, half)), isRight);
          Value raises = math.both(isOpen, isBefore);
          Value lowers = math.both(isOpen, math.complement(isBefore));
          return {math.select(raises, math.add(half, integer(1)), range[0]),
                  math.select(lowers, half, range[1])};
        })[0];
    // As many of the other run go before a place of the right one as stand
    // where it came from.
    Value offset = math.select(isRight, math.sub(place, integer(width)), place);
    return toIndex(math.add(offset, before));
  }

  // Places are numbers of 32 bits.

  Value integer(int64_t value) {
    return math.integer(step.builder.getI32Type(), value);
  }
  Value toInteger(Value index) {
    return math.make<arith::IndexCastOp>(step.builder.getI32Type(), index);
  }
  Value toIndex(Value place) {
    return math.make<arith::IndexCastOp>(step.builder.getIndexType(), place);
  }
  Value divide(Value number, int64_t by) {
    return math.make<arith::DivUIOp>(number, integer(by));
  }

  HeroStep &step;
  Arithmetic &math;
  stablehlo::SortOp sort;
  RankedTensorType type;
  int64_t along = 0;
  int64_t length = 0;
  llvm::SmallVector<bool> isCompared;
};

} // namespace

void emitSortStep(HeroStep &step) { StepSort(step).run(); }

} // namespace weft::tile
