// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that carry a function of scalars which tiles cannot be given to:
// one with loops or arrays in it. They are written out as loops over elements,
// in the order of the interpreter.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/Expand/ScalarLoops.h"

#include <llvm/ADT/TypeSwitch.h>

#include <numeric>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using State = ScalarLoops::State;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

ArrayRef<int64_t> shapeOf(Value value) { return typeOf(value).getShape(); }

int64_t product(ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

llvm::SmallVector<int64_t> sizesOf(ArrayRef<WindowDimension> windows) {
  return llvm::map_to_vector(windows,
                             [](const auto &window) { return window.size; });
}

State listsOf(ScalarLoops &loops, ValueRange arrays) {
  return llvm::map_to_vector(arrays,
                             [&](Value array) { return loops.list(array); });
}

State elementsAt(ScalarLoops &loops, ArrayRef<Value> lists, Value place) {
  return llvm::map_to_vector(lists,
                             [&](Value list) { return loops.at(list, place); });
}

/// For the results of an operation.
State emptyLists(ScalarLoops &loops, Operation *op) {
  return llvm::map_to_vector(op->getResultTypes(),
                             [&](Type type) { return loops.emptyList(type); });
}

/// Lists as the results of an operation.
State arraysOf(ScalarLoops &loops, ArrayRef<Value> lists, Operation *op) {
  State arrays;
  for (auto [list, result] : llvm::zip_equal(lists, op->getResults())) {
    arrays.push_back(loops.array(list, result.getType()));
  }
  return arrays;
}

/// Runs `make` for each element of the results, and puts there what it returns.
State fillResults(ScalarLoops &loops, Operation *op,
                  llvm::function_ref<State(Value place)> make) {
  State empty = emptyLists(loops, op);
  State filled = loops.loop(typeOf(op->getResult(0)).getNumElements(), empty,
                            [&](Value place, State lists) {
                              for (auto [list, element] :
                                   llvm::zip_equal(lists, make(place))) {
                                list = loops.put(list, element, place);
                              }
                              return lists;
                            });
  return arraysOf(loops, filled, op);
}

/// Sums up `count` elements that `elements` gives, by the body.
State combine(ScalarLoops &loops, Region &body, int64_t count, ValueRange inits,
              llvm::function_ref<State(Value)> elements) {
  State first;
  for (auto [init, type] : llvm::zip(inits, body.getArgumentTypes())) {
    first.push_back(loops.convertLike(init, type));
  }
  return loops.loop(count, first, [&](Value iteration, State sums) {
    llvm::append_range(sums, elements(iteration));
    return loops.apply(body, sums);
  });
}

/// What a reduction of nothing is.
State repeatInits(ScalarLoops &loops, Operation *op, ValueRange inits) {
  State lists;
  for (auto [init, result] : llvm::zip_equal(inits, op->getResults())) {
    lists.push_back(loops.repeated(init, result.getType()));
  }
  return arraysOf(loops, lists, op);
}

State writeReduce(ReduceOp op) {
  ScalarLoops loops(op);
  ArrayRef<int64_t> shape = shapeOf(op.getInputs()[0]);
  if (product(shape) == 0) {
    return repeatInits(loops, op, op.getInitValues());
  }
  auto isReduced = [&](int64_t d) {
    return llvm::is_contained(op.getDimensions(), d);
  };
  llvm::SmallVector<int64_t> kept;
  llvm::SmallVector<int64_t> reduced;
  for (auto [d, size] : llvm::enumerate(shape)) {
    (isReduced(d) ? reduced : kept).push_back(size);
  }
  State inputs = listsOf(loops, op.getInputs());
  auto elements = [&](Value place, Value iteration) {
    State outer = loops.digits(place, kept);
    State inner = loops.digits(iteration, reduced);
    auto nextOuter = outer.begin();
    auto nextInner = inner.begin();
    State at;
    for (size_t d = 0; d < shape.size(); ++d) {
      at.push_back(isReduced(d) ? *nextInner++ : *nextOuter++);
    }
    return elementsAt(loops, inputs, loops.place(at, shape));
  };
  return fillResults(loops, op, [&](Value place) {
    return combine(loops, op.getBody(), product(reduced), op.getInitValues(),
                   [&](Value iteration) { return elements(place, iteration); });
  });
}

/// Where a window's element lies in the operand, and whether it does: padding
/// and holes are nowhere.
struct WindowElement {
  Value place;
  Value isThere;
};

WindowElement windowElement(ScalarLoops &loops, Value place, Value iteration,
                            ArrayRef<WindowDimension> windows,
                            ArrayRef<int64_t> positions,
                            ArrayRef<int64_t> operand) {
  State window = loops.digits(place, positions);
  State offset = loops.digits(iteration, sizesOf(windows));
  State at;
  Value isThere =
      loops.compare(iteration, ComparisonDirection::GE, loops.number(0));
  for (auto [d, dimension] : llvm::enumerate(windows)) {
    Value padded =
        loops.add(loops.multiply(window[d], dimension.stride),
                  loops.multiply(offset[d], dimension.windowDilation));
    Value dilated = loops.add(padded, -dimension.paddingLow);
    Value hole = loops.remainder(dilated, dimension.baseDilation);
    at.push_back(loops.divide(dilated, dimension.baseDilation));
    isThere = loops.both(
        isThere,
        loops.both(
            loops.compare(hole, ComparisonDirection::EQ, loops.number(0)),
            loops.isWithin(dilated, operand[d] * dimension.baseDilation)));
  }
  return {loops.place(at, operand), isThere};
}

State writeReduceWindow(ReduceWindowOp op) {
  ScalarLoops loops(op);
  auto windows = op.getWindow();
  ArrayRef<int64_t> shape = shapeOf(op.getInputs()[0]);
  ArrayRef<int64_t> positions = shapeOf(op->getResult(0));
  if (product(shape) == 0 || product(positions) == 0) {
    return repeatInits(loops, op, op.getInitValues());
  }
  State inputs = listsOf(loops, op.getInputs());
  State first;
  for (auto [init, type] :
       llvm::zip(op.getInitValues(), op.getBody().getArgumentTypes())) {
    first.push_back(loops.convertLike(init, type));
  }
  return fillResults(loops, op, [&](Value place) {
    return loops.loop(
        product(sizesOf(windows)), first, [&](Value iteration, State sums) {
          auto [at, isThere] =
              windowElement(loops, place, iteration, windows, positions, shape);
          State arguments = sums;
          llvm::append_range(arguments, elementsAt(loops, inputs, at));
          State combined = loops.apply(op.getBody(), arguments);
          // What lies outside is left out, as in XLA.
          for (auto [sum, next] : llvm::zip_equal(sums, combined)) {
            sum = loops.select(isThere, next, sum);
          }
          return sums;
        });
  });
}

State writeScatter(ScatterOp op) {
  ScalarLoops loops(op);
  auto numbers = op.getScatterDimensionNumbers();
  ArrayRef<int64_t> shape = shapeOf(op.getInputs()[0]);
  ArrayRef<int64_t> updateShape = shapeOf(op.getUpdates()[0]);
  ArrayRef<int64_t> indexShape = shapeOf(op.getScatterIndices());
  if (product(shape) == 0 || product(updateShape) == 0) {
    return State(op.getInputs());
  }
  State initial = listsOf(loops, op.getInputs());
  Value indices = loops.list(op.getScatterIndices());
  State updates = listsOf(loops, op.getUpdates());
  Value word = loops.number(0);

  State filled =
      loops.loop(product(updateShape), initial, [&](Value update, State lists) {
        State digits = loops.digits(update, updateShape);
        // Which row of the indices, and the window's place in the operand.
        State row;
        for (auto [d, digit] : llvm::enumerate(digits)) {
          if (!llvm::is_contained(numbers.getUpdateWindowDims(), d)) {
            row.push_back(digit);
          }
        }
        int64_t vector = numbers.getIndexVectorDim();
        State at(shape.size(), word);
        for (auto [i, d] :
             llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
          State full = row;
          if (vector < static_cast<int64_t>(indexShape.size())) {
            full.insert(full.begin() + vector, loops.number(i));
          }
          at[d] = loops.convertLike(
              loops.at(indices, loops.place(full, indexShape)), word.getType());
        }
        llvm::SmallVector<int64_t> windowed;
        llvm::SmallVector<int64_t> windowSizes(shape.size(), 1);
        for (size_t d = 0; d < shape.size(); ++d) {
          if (!llvm::is_contained(numbers.getInsertedWindowDims(), d) &&
              !llvm::is_contained(numbers.getInputBatchingDims(), d)) {
            int64_t from = numbers.getUpdateWindowDims()[windowed.size()];
            windowSizes[d] = updateShape[from];
            windowed.push_back(d);
          }
        }
        // A window that does not fit is left out as a whole.
        Value fits = loops.compare(update, ComparisonDirection::GE, word);
        for (size_t d = 0; d < shape.size(); ++d) {
          fits = loops.both(
              fits, loops.isWithin(at[d], shape[d] - windowSizes[d] + 1));
        }
        for (auto [d, from] :
             llvm::zip_equal(numbers.getInputBatchingDims(),
                             numbers.getScatterIndicesBatchingDims())) {
          at[d] = loops.add(at[d], row[from < vector ? from : from - 1]);
        }
        for (auto [d, from] :
             llvm::zip_equal(windowed, numbers.getUpdateWindowDims())) {
          at[d] = loops.add(at[d], digits[from]);
        }
        Value place = loops.place(at, shape);
        State old = elementsAt(loops, lists, place);
        State arguments = old;
        llvm::append_range(arguments, elementsAt(loops, updates, update));
        State combined = loops.apply(op.getUpdateComputation(), arguments);
        for (auto [list, before, after] :
             llvm::zip_equal(lists, old, combined)) {
          Value chosen = loops.select(
              fits, loops.convertLike(after, before.getType()), before);
          list = loops.put(list, chosen, place);
        }
        return lists;
      });
  return arraysOf(loops, filled, op);
}

/// One pass of a merge sort: in each line sorted runs of this length become
/// runs of twice the length.
State mergeRuns(ScalarLoops &loops, SortOp op, int64_t dimension, int64_t run,
                const State &source) {
  ArrayRef<int64_t> shape = shapeOf(op.getInputs()[0]);
  int64_t length = shape[dimension];
  llvm::SmallVector<int64_t> others(shape);
  others.erase(others.begin() + dimension);

  auto mergeLine = [&](ArrayRef<Value> line, const State &lists) {
    auto placeOf = [&](Value position) {
      State full(line);
      full.insert(full.begin() + dimension, position);
      return loops.place(full, shape);
    };
    // What is next of the left run and of the right one.
    State cursors = lists;
    cursors.append({loops.number(0), loops.number(0)});
    State merged = loops.loop(length, cursors, [&](Value at, State state) {
      Value right = state.pop_back_val();
      Value left = state.pop_back_val();
      Value done = loops.remainder(at, 2 * run);
      Value start = loops.add(at, loops.multiply(done, -1));
      Value middle = loops.atMost(loops.add(start, run), length);
      Value end = loops.atMost(loops.add(start, 2 * run), length);
      Value isStart =
          loops.compare(done, ComparisonDirection::EQ, loops.number(0));
      left = loops.select(isStart, start, left);
      right = loops.select(isStart, middle, right);
      State leftOnes = elementsAt(loops, source, placeOf(left));
      State rightOnes = elementsAt(loops, source, placeOf(right));
      State arguments;
      for (auto [mine, other] : llvm::zip_equal(rightOnes, leftOnes)) {
        arguments.append({mine, other});
      }
      Value less = loops.apply(op.getComparator(), arguments)[0];
      Value hasLeft = loops.compare(left, ComparisonDirection::LT, middle);
      Value hasRight = loops.compare(right, ComparisonDirection::LT, end);
      Value takesRight =
          loops.select(hasLeft, loops.both(hasRight, less), hasRight);
      for (auto [list, l, r] : llvm::zip_equal(state, leftOnes, rightOnes)) {
        list = loops.put(list, loops.select(takesRight, r, l), placeOf(at));
      }
      state.push_back(loops.select(takesRight, left, loops.add(left, 1)));
      state.push_back(loops.select(takesRight, loops.add(right, 1), right));
      return state;
    });
    merged.pop_back_n(2);
    return merged;
  };
  State empty = emptyLists(loops, op);
  return loops.loop(product(others), empty,
                    [&](Value line, const State &lists) {
                      return mergeLine(loops.digits(line, others), lists);
                    });
}

/// From the bottom up, as the interpreter does: a permutation, whatever the
/// comparator says.
State writeSort(SortOp op) {
  ScalarLoops loops(op);
  ArrayRef<int64_t> shape = shapeOf(op.getInputs()[0]);
  if (product(shape) == 0) {
    return State(op.getInputs());
  }
  int64_t rank = static_cast<int64_t>(shape.size());
  int64_t dimension = op.getDimension() + (op.getDimension() < 0 ? rank : 0);
  State lists = listsOf(loops, op.getInputs());
  for (int64_t run = 1; run < shape[dimension]; run *= 2) {
    lists = mergeRuns(loops, op, dimension, run, lists);
  }
  return arraysOf(loops, lists, op);
}

State writeSelectAndScatter(SelectAndScatterOp op) {
  ScalarLoops loops(op);
  auto windows = op.getWindow();
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  Value operand = loops.list(op.getOperand());
  Value source = loops.list(op.getSource());
  State initial = {loops.repeated(op.getInitValue(), op.getType())};
  if (product(shape) == 0 || product(shapeOf(op.getSource())) == 0) {
    return arraysOf(loops, initial, op);
  }
  State filled = loops.loop(
      product(shapeOf(op.getSource())), initial,
      [&](Value position, State lists) {
        // The place that is selected, or -1.
        Value selected = loops.loop(
            product(sizesOf(windows)), {loops.number(-1)},
            [&](Value iteration, State best) {
              auto [at, isThere] =
                  windowElement(loops, position, iteration, windows,
                                shapeOf(op.getSource()), shape);
              Value isFirst = loops.compare(best[0], ComparisonDirection::LT,
                                            loops.number(0));
              Value stays =
                  loops.apply(op.getSelect(), {loops.at(operand, best[0]),
                                               loops.at(operand, at)})[0];
              Value winner =
                  loops.select(isFirst, at, loops.select(stays, best[0], at));
              return State{loops.select(isThere, winner, best[0])};
            })[0];
        Value isSelected =
            loops.compare(selected, ComparisonDirection::GE, loops.number(0));
        Value old = loops.at(lists[0], selected);
        Value combined =
            loops.apply(op.getScatter(), {old, loops.at(source, position)})[0];
        Value chosen = loops.select(
            isSelected, loops.convertLike(combined, old.getType()), old);
        return State{loops.put(lists[0], chosen, selected)};
      });
  return arraysOf(loops, filled, op);
}

bool isStatic(Operation *op) {
  auto hasShape = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), hasShape) &&
         llvm::all_of(op->getResultTypes(), hasShape);
}

} // namespace

bool expandBodies(Operation *op, BodyRule isKept) {
  if (!isa<ReduceOp, ReduceWindowOp, ScatterOp, SortOp, SelectAndScatterOp>(
          op) ||
      !isStatic(op) || llvm::all_of(op->getRegions(), isKept)) {
    return false;
  }
  State results =
      llvm::TypeSwitch<Operation *, State>(op)
          .Case([](ReduceOp reduce) { return writeReduce(reduce); })
          .Case([](ReduceWindowOp reduce) { return writeReduceWindow(reduce); })
          .Case([](ScatterOp scatter) { return writeScatter(scatter); })
          .Case([](SortOp sort) { return writeSort(sort); })
          .Case([](SelectAndScatterOp scatter) {
            return writeSelectAndScatter(scatter);
          });
  op->replaceAllUsesWith(ValueRange(results));
  return true;
}

} // namespace weft::stablehlo
