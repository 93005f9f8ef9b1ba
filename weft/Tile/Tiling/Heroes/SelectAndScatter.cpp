// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of pooling: each window of the operand selects a place, and the
// source's element is combined in there.
//
// Windows overlap, so one program takes them in order. A dimension along which
// a window is one element and moves by one is shared among programs.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

using namespace mlir;

namespace weft::tile {
namespace {

class SelectAndScatterKernel {
public:
  SelectAndScatterKernel(OpBuilder &builder, Location loc, StringRef name,
                         const TilingSpace &space,
                         stablehlo::SelectAndScatterOp op)
      : op(op), windows(op.getWindow()),
        shape(cast<RankedTensorType>(op.getOperand().getType()).getShape()),
        source(cast<RankedTensorType>(op.getSource().getType()).getShape()),
        element(getElementTypeOrSelf(op.getResult().getType())),
        hero(builder, loc, name, space, op, counts()) {}

  KernelOp run() {
    TileValue initial =
        convert(hero.load(hero.operand(2), {}, typeOf(op.getInitValue())),
                typeOf(op.getInitValue()));
    hero.loops(unshared(shape), [&](ArrayRef<Value> at) {
      hero.store(hero.result(0), placeOf(at), initial, element);
    });
    hero.loops(unshared(source), [&](ArrayRef<Value> at) { scatter(at); });
    return hero.kernel;
  }

private:
  static Type typeOf(Value value) {
    return getElementTypeOrSelf(value.getType());
  }

  TileValue convert(const TileValue &value, Type from) {
    return emitConvert(hero.math, value, from, element);
  }

  bool isShared(size_t d) const {
    const stablehlo::WindowDimension &window = windows[d];
    return window.size == 1 && window.stride == 1 && window.paddingLow == 0 &&
           window.paddingHigh == 0;
  }

  llvm::SmallVector<int64_t> counts() const {
    llvm::SmallVector<int64_t> counts;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (isShared(d)) {
        counts.push_back(shape[d]);
      }
    }
    return counts;
  }

  llvm::SmallVector<int64_t> unshared(ArrayRef<int64_t> extents) const {
    llvm::SmallVector<int64_t> rest;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (!isShared(d)) {
        rest.push_back(extents[d]);
      }
    }
    return rest;
  }

  /// Indices of this program's part, in the order of the dimensions.
  llvm::SmallVector<Value> placeOf(ArrayRef<Value> rest) const {
    llvm::SmallVector<Value> indices;
    unsigned nextShared = 0;
    unsigned next = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      indices.push_back(isShared(d) ? hero.program[nextShared++]
                                    : rest[next++]);
    }
    return indices;
  }

  void scatter(ArrayRef<Value> position) {
    Type operandType = typeOf(op.getOperand());
    llvm::SmallVector<int64_t> sizes;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (!isShared(d)) {
        sizes.push_back(windows[d].size);
      }
    }
    // Carried: whether anything is selected, its place, its element.
    llvm::SmallVector<Value> state = {hero.math.zero(hero.builder.getI1Type())};
    state.append(sizes.size(), hero.index(0));
    for (unsigned i = 0; i < partCount(operandType); ++i) {
      state.push_back(hero.math.zero(partType(operandType)));
    }
    llvm::SmallVector<Value> offset;
    std::function<llvm::SmallVector<Value>(size_t, ValueRange)> walk =
        [&](size_t depth, ValueRange carried) -> llvm::SmallVector<Value> {
      if (depth == sizes.size()) {
        return choose(position, offset, carried);
      }
      return hero.loop(hero.index(0), hero.index(sizes[depth]), carried,
                       [&](Value i, ValueRange inner) {
                         offset.push_back(i);
                         llvm::SmallVector<Value> next = walk(depth + 1, inner);
                         offset.pop_back();
                         return next;
                       });
    };
    state = walk(0, state);
    hero.when(state[0], [&] {
      llvm::SmallVector<Value> target =
          placeOf(ArrayRef(state).slice(1, sizes.size()));
      TileValue old = hero.load(hero.result(0), target, element);
      Type sourceType = typeOf(op.getSource());
      TileValue update =
          convert(hero.load(hero.operand(1), placeOf(position), sourceType),
                  sourceType);
      TileValues combined =
          emitBody(hero.math, op.getScatter(), {old, update}, hero.captured);
      hero.store(hero.result(0), target, combined[0], element);
    });
  }

  /// The selection after one more place of the window.
  llvm::SmallVector<Value> choose(ArrayRef<Value> position,
                                  ArrayRef<Value> offset, ValueRange state) {
    Arithmetic &math = hero.math;
    Type operandType = typeOf(op.getOperand());
    llvm::SmallVector<Value> place;
    llvm::SmallVector<Value> safe;
    Value isInside = math.integer(hero.builder.getI1Type(), 1);
    unsigned next = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (isShared(d)) {
        continue;
      }
      const stablehlo::WindowDimension &window = windows[d];
      Value at = hero.add(hero.mul(position[next], window.stride),
                          hero.mul(offset[next], window.windowDilation));
      at = hero.sub(at, hero.index(window.paddingLow));
      ++next;
      // As unsigned numbers, negative places are large.
      Value isHere =
          math.compare(arith::CmpIPredicate::ult, at, hero.index(shape[d]));
      isInside = math.both(isInside, isHere);
      place.push_back(at);
      safe.push_back(math.select(isHere, at, hero.index(0)));
    }
    TileValue found = hero.load(hero.operand(0), placeOf(safe), operandType);
    TileValue kept =
        llvm::to_vector_of<Value, 2>(state.drop_front(1 + place.size()));
    Value keeps =
        emitBody(math, op.getSelect(), {kept, found}, hero.captured)[0][0];
    Value takes = math.both(isInside, math.either(math.complement(state[0]),
                                                  math.complement(keeps)));
    llvm::SmallVector<Value> result = {math.either(state[0], isInside)};
    for (auto [fresh, old] :
         llvm::zip_equal(place, state.slice(1, place.size()))) {
      result.push_back(math.select(takes, fresh, old));
    }
    for (auto [fresh, old] : llvm::zip_equal(found, kept)) {
      result.push_back(math.select(takes, fresh, old));
    }
    return result;
  }

  stablehlo::SelectAndScatterOp op;
  llvm::SmallVector<stablehlo::WindowDimension> windows;
  ArrayRef<int64_t> shape;
  ArrayRef<int64_t> source;
  Type element;
  HeroKernel hero;
};

KernelOp emitSelectAndScatter(OpBuilder &builder, Location loc, StringRef name,
                              const TilingSpace &space, Operation *op,
                              const Machine &) {
  return SelectAndScatterKernel(builder, loc, name, space,
                                cast<stablehlo::SelectAndScatterOp>(op))
      .run();
}

bool isSelectAndScatter(Operation *op) {
  return isa<stablehlo::SelectAndScatterOp>(op);
}

AlgorithmWork workOfWindows(const TilingSpace &, Operation *op,
                            const Machine &) {
  auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
  int64_t each = 1;
  for (const stablehlo::WindowDimension &window : scatter.getWindow()) {
    each *= window.size;
  }
  each *= 1 + unitsOfBody(scatter.getSelect());
  auto source = cast<RankedTensorType>(scatter.getSource().getType());
  return {1,
          source.getNumElements() * (each + unitsOfBody(scatter.getScatter()))};
}

} // namespace

const Algorithm scatterOfWindows = {"windows in their order",
                                    isSelectAndScatter, refuseNothing,
                                    workOfWindows, emitSelectAndScatter};

} // namespace weft::tile
