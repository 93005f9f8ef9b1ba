// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatter: the input is copied, then updates are combined in one by one.
//
// Updates may meet at one place, so they are taken in order by one program.
// Programs share the work along a dimension that no index moves: each has some
// columns of it to itself, and combines whole tiles of columns. A window that
// does not fit is left out.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/MemoryAccess.h"

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t columnsPerProgram = 32;

/// How the dimensions of inputs, indices and updates correspond.
struct ScatterDimensions {
  explicit ScatterDimensions(stablehlo::ScatterOp op) {
    stablehlo::ScatterDimensionNumbersAttr numbers =
        op.getScatterDimensionNumbers();
    input = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
    update = cast<RankedTensorType>(op.getUpdates()[0].getType()).getShape();
    indices =
        cast<RankedTensorType>(op.getScatterIndices().getType()).getShape();
    vector = numbers.getIndexVectorDim();
    for (size_t d = 0; d < update.size(); ++d) {
      if (!llvm::is_contained(numbers.getUpdateWindowDims(), int64_t(d))) {
        batch.push_back(d);
      }
    }
    component.assign(input.size(), -1);
    window.assign(input.size(), -1);
    batching.assign(input.size(), -1);
    for (auto [i, d] : llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
      component[d] = i;
    }
    for (auto [d, indicesDim] :
         llvm::zip_equal(numbers.getInputBatchingDims(),
                         numbers.getScatterIndicesBatchingDims())) {
      batching[d] = batch[indicesDim - (indicesDim > vector ? 1 : 0)];
    }
    unsigned next = 0;
    for (size_t d = 0; d < input.size(); ++d) {
      if (!llvm::is_contained(numbers.getInsertedWindowDims(), int64_t(d)) &&
          batching[d] < 0) {
        window[d] = numbers.getUpdateWindowDims()[next++];
      }
    }
    // Contiguous in input and updates, and moved by no index.
    int last = static_cast<int>(input.size()) - 1;
    if (last >= 0 && component[last] < 0 && window[last] >= 0 &&
        window[last] == static_cast<int>(update.size()) - 1 &&
        update.back() == input.back()) {
      columns = last;
    }
  }

  ArrayRef<int64_t> input;
  ArrayRef<int64_t> update;
  ArrayRef<int64_t> indices;
  int64_t vector;
  /// Dimensions of the updates that are the indices'.
  llvm::SmallVector<unsigned> batch;
  /// Per dimension of the input, -1 for none: the component of the index, the
  /// dimension of the updates along the window, and the one it is batched with.
  llvm::SmallVector<int> component;
  llvm::SmallVector<int> window;
  llvm::SmallVector<int> batching;
  /// The dimension that is cut into columns, -1 for none.
  int columns = -1;
};

class ScatterKernel {
public:
  ScatterKernel(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, stablehlo::ScatterOp op)
      : space(space), op(op), dimensions(op), width(tileWidth()),
        hero(builder, loc, name, space, op, {programs()}) {}

  KernelOp run() {
    Value first = hero.mul(hero.program[0], width);
    llvm::SmallVector<int64_t> rows(dimensions.input);
    llvm::SmallVector<int64_t> updates(dimensions.update);
    if (dimensions.columns >= 0) {
      rows.back() = 1;
      updates.back() = 1;
    }
    hero.loops(rows, [&](ArrayRef<Value> at) {
      llvm::SmallVector<Value> indices = withColumn(at, first);
      for (unsigned i = 0; i < op.getInputs().size(); ++i) {
        if (isInPlace(i)) {
          continue;
        }
        Type from = elementType(op.getInputs()[i]);
        Type to = elementType(op.getResults()[i]);
        TileValue value = load(hero.operand(i), indices, from);
        store(hero.result(i), indices, emitConvert(hero.math, value, from, to),
              to);
      }
    });
    hero.loops(updates,
               [&](ArrayRef<Value> at) { combine(withColumn(at, first)); });
    return hero.kernel;
  }

private:
  /// Whether result `i` has its input's memory, and so its elements.
  bool isInPlace(unsigned i) {
    return llvm::any_of(space.inPlace, [&](TilingSpace::InPlace place) {
      return space.roots[place.root] == op.getResults()[i];
    });
  }

  static Type elementType(Value value) {
    return getElementTypeOrSelf(value.getType());
  }

  int64_t tileWidth() const {
    return dimensions.columns < 0
               ? 1
               : std::min(columnsPerProgram, dimensions.input.back());
  }
  int64_t programs() const {
    return dimensions.columns < 0
               ? 1
               : llvm::divideCeil(dimensions.input.back(), width);
  }

  llvm::SmallVector<Value> withColumn(ArrayRef<Value> at, Value first) const {
    llvm::SmallVector<Value> indices(at);
    if (dimensions.columns >= 0) {
      indices.back() = first;
    }
    return indices;
  }

  /// Combines one row of the updates, at `at`, into the results.
  void combine(ArrayRef<Value> at) {
    unsigned count = op.getInputs().size();
    llvm::SmallVector<Value> target;
    Value fits;
    for (size_t d = 0; d < dimensions.input.size(); ++d) {
      Value place = hero.index(0);
      if (int component = dimensions.component[d]; component >= 0) {
        place = startOf(at, component);
        int64_t size = dimensions.window[d] >= 0
                           ? dimensions.update[dimensions.window[d]]
                           : 1;
        Value last = hero.index(dimensions.input[d] - size);
        // As unsigned numbers, negative starts are large.
        Value isInside =
            hero.math.compare(arith::CmpIPredicate::ule, place, last);
        if (dimensions.input[d] < size) {
          isInside = hero.math.zero(hero.builder.getI1Type());
        }
        fits = fits ? hero.math.both(fits, isInside) : isInside;
      }
      if (dimensions.batching[d] >= 0) {
        place = hero.add(place, at[dimensions.batching[d]]);
      }
      if (dimensions.window[d] >= 0) {
        place = hero.add(place, at[dimensions.window[d]]);
      }
      target.push_back(place);
    }
    auto update = [&] {
      llvm::SmallVector<TileValue> arguments;
      for (unsigned i = 0; i < count; ++i) {
        arguments.push_back(
            load(hero.result(i), target, elementType(op.getResults()[i])));
      }
      for (unsigned i = 0; i < count; ++i) {
        Type from = elementType(op.getUpdates()[i]);
        arguments.push_back(
            emitConvert(hero.math, load(hero.operand(count + 1 + i), at, from),
                        from, elementType(op.getResults()[i])));
      }
      TileValues results = emitBody(hero.math, op.getUpdateComputation(),
                                    arguments, hero.captured);
      for (auto [i, result] : llvm::enumerate(results)) {
        store(hero.result(i), target, result, elementType(op.getResults()[i]));
      }
    };
    if (fits) {
      hero.when(fits, update);
    } else {
      update();
    }
  }

  /// One component of the index for the updates at `at`.
  Value startOf(ArrayRef<Value> at, int64_t component) {
    llvm::SmallVector<Value> indices;
    unsigned next = 0;
    for (int64_t d = 0; d < static_cast<int64_t>(dimensions.indices.size());
         ++d) {
      indices.push_back(d == dimensions.vector ? hero.index(component)
                                               : at[dimensions.batch[next++]]);
    }
    Type element = elementType(op.getScatterIndices());
    unsigned operand = op.getInputs().size();
    return hero.toIndex(hero.load(hero.operand(operand), indices, element),
                        element);
  }

  // Elements are rows of columns, where there are columns.
  TileValue load(Value ref, ArrayRef<Value> at, Type element) {
    if (dimensions.columns < 0) {
      return hero.load(ref, at, element);
    }
    TileValue parts;
    Type part = partType(element);
    llvm::SmallVector<int64_t> shape = boxShape(element);
    Value loaded = hero.math.make<LoadOp>(
        RankedTensorType::get(shape, part), ref, indicesOf(at, element),
        ArrayRef<Value>(boundsOf(at.size(), element)));
    if (!isComplex(element)) {
      return {loaded};
    }
    for (int64_t i : {0, 1}) {
      Value half = hero.math.make<SliceOp>(
          RankedTensorType::get({width, 1}, part), loaded,
          hero.builder.getDenseI64ArrayAttr({0, i}));
      parts.push_back(hero.math.reshape(half, {width}));
    }
    return parts;
  }

  void store(Value ref, ArrayRef<Value> at, const TileValue &value,
             Type element) {
    if (dimensions.columns < 0) {
      return hero.store(ref, at, value, element);
    }
    Value whole = value[0];
    if (isComplex(element)) {
      whole = hero.math.make<JoinOp>(
          RankedTensorType::get({width, 2}, partType(element)),
          ValueRange(value));
    }
    StoreOp::create(hero.builder, hero.loc, whole, ref, indicesOf(at, element),
                    ArrayRef<Value>(boundsOf(at.size(), element)));
  }

  llvm::SmallVector<int64_t> boxShape(Type element) const {
    llvm::SmallVector<int64_t> shape = {width};
    if (isComplex(element)) {
      shape.push_back(2);
    }
    return shape;
  }

  llvm::SmallVector<Value> indicesOf(ArrayRef<Value> at, Type element) {
    llvm::SmallVector<Value> indices(at);
    if (isComplex(element)) {
      indices.push_back(hero.index(0));
    }
    return indices;
  }

  llvm::SmallVector<Value> boundsOf(size_t rank, Type element) {
    if (dimensions.input.back() % width == 0) {
      return {};
    }
    llvm::SmallVector<Value> bounds(rank);
    bounds.back() = hero.index(dimensions.input.back());
    if (isComplex(element)) {
      bounds.push_back({});
    }
    return bounds;
  }

  const TilingSpace &space;
  stablehlo::ScatterOp op;
  ScatterDimensions dimensions;
  int64_t width;
  HeroKernel hero;
};

KernelOp emitScatter(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, Operation *op) {
  return ScatterKernel(builder, loc, name, space,
                       cast<stablehlo::ScatterOp>(op))
      .run();
}

bool isScatter(Operation *op) { return isa<stablehlo::ScatterOp>(op); }

/// A copy of the inputs, and the updates one by one.
AlgorithmWork workOfScatter(const TilingSpace &, Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  int64_t inputs =
      cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
  auto updates = cast<RankedTensorType>(scatter.getUpdates()[0].getType());
  // To find the place takes longer than to combine there.
  constexpr int64_t stepsOfPlace = 8;
  int64_t each = stepsOfPlace + unitsOfBody(scatter.getUpdateComputation());
  ScatterDimensions dimensions(scatter);
  int64_t programs = dimensions.columns >= 0
                         ? static_cast<int64_t>(llvm::divideCeil(
                               dimensions.input.back(), columnsPerProgram))
                         : 1;
  return {programs, (2 * inputs + each * updates.getNumElements()) / programs};
}

} // namespace

const Algorithm scatterInOrder = {"updates in their order", isScatter,
                                  refuseNothing, workOfScatter, emitScatter};

} // namespace weft::tile
