// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduce_window whose window is all there is up to each place, by any
// function: a running log-sum-exp, a composition of maps. As a window every
// place costs its whole past; as a loop over places each costs one step,
//
//   r[i] = f(r[i - 1], x[i]),  r[-1] = e
//
// with all rows side by side. Many places are taken in blocks of a few, side by
// side as well: a result has few roundings behind it then, however many places,
//
//   r[b + i] = f(past[b], f(x[b], ..., x[b + i]))
//
// and past[b] runs over what the blocks come to, by the same rule. One that is
// all there is from each place on goes backwards, r[i] = f(x[i], r[i + 1]).
// What the window meets outside of the elements is the initial value e, many
// times, so f(e, e) has to be e: that is computed.
//
// Threads are many, and had better not wait for each other's places. For them
// all places take in, step by step, what is twice as far behind them,
//
//   r[i] = f(r[i - s], r[i]),  s = 1, 2, 4, ...
//
// and e where there is nothing: a few passes over the array.
// Sums and their like have a kernel of their own (tile::findRunning).

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/Expand/ScalarLoops.h"
#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/Simplify/Body.h"
#include "weft/StableHLO/Simplify/Evaluate.h"

#include <mlir/IR/IRMapping.h>
#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Shorter pasts are quicker as windows, many places at a time.
constexpr int64_t fewestPlaces = 32;
/// Places of a block.
constexpr int64_t placesOfBlock = 32;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

struct RunningWindow {
  int64_t dimension = 0;
  bool isReversed = false;
};

std::optional<RunningWindow> findRunningWindow(ReduceWindowOp op) {
  RankedTensorType type = typeOf(op.getInputs()[0]);
  std::optional<RunningWindow> found;
  for (auto [d, window] : llvm::enumerate(op.getWindow())) {
    int64_t extent = type.getDimSize(d);
    bool isPlain = window.stride == 1 && window.baseDilation == 1 &&
                   window.windowDilation == 1;
    if (isPlain && window.size == 1 && window.paddingLow == 0 &&
        window.paddingHigh == 0) {
      continue;
    }
    int64_t past = extent - 1;
    bool isForward = window.paddingLow == past && window.paddingHigh == 0;
    bool isBackward = window.paddingLow == 0 && window.paddingHigh == past;
    if (found || !isPlain || window.size != extent || extent < fewestPlaces ||
        !(isForward || isBackward)) {
      return std::nullopt;
    }
    found = RunningWindow{static_cast<int64_t>(d), isBackward};
  }
  return found;
}

/// Whether f(e, e) = e, for initial values that are constants.
bool keepsInitial(ReduceWindowOp op) {
  llvm::SmallVector<DenseElementsAttr> initials;
  for (Value value : op.getInitValues()) {
    DenseElementsAttr constant;
    if (!matchPattern(value, m_Constant(&constant))) {
      return false;
    }
    initials.push_back(constant);
  }
  // The reduction of one element.
  OpBuilder builder(op);
  llvm::SmallVector<Value> elements;
  llvm::SmallVector<DenseElementsAttr> operands;
  llvm::SmallVector<Type> types;
  for (auto [initial, constant] :
       llvm::zip_equal(op.getInitValues(), initials)) {
    auto one = RankedTensorType::get({1}, typeOf(initial).getElementType());
    operands.push_back(constant.reshape(one));
    elements.push_back(
        ConstantOp::create(builder, op.getLoc(), operands.back()));
    types.push_back(initial.getType());
  }
  llvm::append_range(operands, initials);
  auto reduce =
      ReduceOp::create(builder, op.getLoc(), types, elements,
                       op.getInitValues(), builder.getDenseI64ArrayAttr({0}));
  IRMapping mapping;
  op.getBody().cloneInto(&reduce.getBody(), mapping);
  ConstantEvaluator evaluator;
  auto results = evaluator.evaluate(reduce, operands);
  reduce.erase();
  for (Value element : elements) {
    element.getDefiningOp()->erase();
  }
  return results && llvm::equal(*results, initials);
}

/// The dimension to the front, or from there to its place.
llvm::SmallVector<int64_t> orderWith(int64_t rank, int64_t dimension,
                                     bool toFront) {
  llvm::SmallVector<int64_t> order = {dimension};
  for (int64_t d = 0; d < rank; ++d) {
    if (d != dimension) {
      order.push_back(d);
    }
  }
  if (toFront) {
    return order;
  }
  llvm::SmallVector<int64_t> back(order.size());
  for (auto [to, from] : llvm::enumerate(order)) {
    back[from] = static_cast<int64_t>(to);
  }
  return back;
}

/// What is further away and what is nearer, combined in the order of places: as
/// the results of the operation are.
llvm::SmallVector<Value> combine(ReduceWindowOp op, ScalarLoops &loops,
                                 RunningWindow running, ValueRange past,
                                 ValueRange here) {
  llvm::SmallVector<Value> operands(running.isReversed ? here : past);
  llvm::append_range(operands, running.isReversed ? past : here);
  ConstantEvaluator evaluator;
  Rewriter rewriter(op->getContext(), evaluator);
  rewriter.startAt(op);
  rewriter.setInsertionPoint(loops.builder.getInsertionBlock(),
                             loops.builder.getInsertionPoint());
  llvm::SmallVector<Value> after;
  for (auto [value, result] :
       llvm::zip_equal(applyBody(rewriter, op.getBody(), operands,
                                 typeOf(here[0]).getShape()),
                       op->getResults())) {
    after.push_back(loops.convertLike(value, result.getType()));
  }
  return after;
}

llvm::SmallVector<Value> writeSteps(ReduceWindowOp op, RunningWindow running) {
  using State = ScalarLoops::State;
  ScalarLoops loops(op);
  RankedTensorType type = typeOf(op.getInputs()[0]);
  const int64_t count = type.getDimSize(running.dimension);
  State nothing;
  State inputs;
  for (auto [input, initial, result] :
       llvm::zip_equal(op.getInputs(), op.getInitValues(), op->getResults())) {
    nothing.push_back(loops.broadcastScalar(
        loops.convertLike(initial, result.getType()), type.getShape()));
    inputs.push_back(loops.convertLike(input, result.getType()));
  }
  // In the last step there is nothing behind any place but the initial value.
  // Pairs of steps take turns with two arrays.
  const int64_t steps =
      llvm::alignTo(llvm::Log2_64_Ceil(static_cast<uint64_t>(count)) + 1, 2);
  return loops.loop(steps, inputs, [&](Value step, State here) {
    Value away = loops.shiftLeft(loops.number(1), step);
    State starts(static_cast<size_t>(type.getRank()), loops.number(0));
    starts[running.dimension] =
        running.isReversed ? away : loops.subtract(loops.number(count), away);
    State past;
    for (auto [none, values] : llvm::zip_equal(nothing, here)) {
      State line = {none, values};
      if (running.isReversed) {
        std::swap(line[0], line[1]);
      }
      past.push_back(loops.make<DynamicSliceOp>(
          values.getType(), loops.concatenate(line, running.dimension), starts,
          loops.builder.getDenseI64ArrayAttr(type.getShape())));
    }
    return combine(op, loops, running, past, here);
  });
}

/// The initial values, everywhere.
ScalarLoops::State initialsOf(ReduceWindowOp op, ScalarLoops &loops,
                              ArrayRef<int64_t> shape) {
  ScalarLoops::State values;
  for (auto [initial, result] :
       llvm::zip_equal(op.getInitValues(), op->getResults())) {
    values.push_back(loops.broadcastScalar(
        loops.convertLike(initial, result.getType()), shape));
  }
  return values;
}

/// Places come first. One step for each of them.
llvm::SmallVector<Value> runAlong(ReduceWindowOp op, ScalarLoops &loops,
                                  RunningWindow running,
                                  ScalarLoops::State inputs) {
  using State = ScalarLoops::State;
  llvm::SmallVector<int64_t> slab(typeOf(inputs[0]).getShape());
  const int64_t count = slab[0];
  slab[0] = 1;
  const size_t parts = inputs.size();
  State carried = initialsOf(op, loops, slab);
  for (auto [input, result] : llvm::zip_equal(inputs, op->getResults())) {
    carried.push_back(
        loops.bytes(typeOf(input).clone(typeOf(result).getElementType()), 0));
  }
  State done = loops.loop(count, carried, [&](Value step, State state) {
    Value place = running.isReversed
                      ? loops.subtract(loops.number(count - 1), step)
                      : step;
    State starts = {place};
    starts.resize(slab.size(), loops.number(0));
    State past(state.begin(), state.begin() + parts);
    State here = llvm::map_to_vector(inputs, [&](Value input) -> Value {
      return loops.make<DynamicSliceOp>(
          typeOf(input).clone(slab), input, starts,
          loops.builder.getDenseI64ArrayAttr(slab));
    });
    State after = combine(op, loops, running, past, here);
    for (size_t i = 0; i < parts; ++i) {
      Value results = state[parts + i];
      after.push_back(loops.make<DynamicUpdateSliceOp>(
          results.getType(), results, after[i], starts));
    }
    return after;
  });
  return State(done.begin() + parts, done.end());
}

/// Places come first, many of them in blocks.
llvm::SmallVector<Value> runInBlocks(ReduceWindowOp op, ScalarLoops &loops,
                                     RunningWindow running,
                                     ScalarLoops::State inputs) {
  using State = ScalarLoops::State;
  llvm::SmallVector<int64_t> shape(typeOf(inputs[0]).getShape());
  const int64_t count = shape[0];
  if (count <= 2 * placesOfBlock) {
    return runAlong(op, loops, running, inputs);
  }
  const int64_t blocks = llvm::divideCeil(count, placesOfBlock);
  llvm::SmallVector<int64_t> rest(llvm::drop_begin(shape));
  auto with = [&](std::initializer_list<int64_t> first) {
    llvm::SmallVector<int64_t> all(first);
    llvm::append_range(all, rest);
    return all;
  };
  auto swapped = [&](Value value) {
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, typeOf(value).getRank()));
    std::swap(order[0], order[1]);
    return loops.transpose(value, order);
  };
  // The block that is not full lies where running ends.
  const int64_t missing = blocks * placesOfBlock - count;
  State places;
  for (auto [input, none, result] : llvm::zip_equal(
           inputs, initialsOf(op, loops, with({missing})), op->getResults())) {
    State line = {loops.convertLike(input, result.getType()), none};
    if (running.isReversed) {
      std::swap(line[0], line[1]);
    }
    Value whole = loops.concatenate(line, 0);
    places.push_back(
        swapped(loops.reshape(whole, with({blocks, placesOfBlock}))));
  }
  State local = runAlong(op, loops, running, places);
  const int64_t last = running.isReversed ? 0 : placesOfBlock - 1;
  State totals = llvm::map_to_vector(local, [&](Value value) {
    return loops.reshape(loops.slice(value, 0, last, last + 1), with({blocks}));
  });
  State sums = runInBlocks(op, loops, running, totals);
  State past;
  for (auto [sum, none] :
       llvm::zip_equal(sums, initialsOf(op, loops, with({1})))) {
    const int64_t from = running.isReversed ? 1 : 0;
    State line = {none, loops.slice(sum, 0, from, from + blocks - 1)};
    if (running.isReversed) {
      std::swap(line[0], line[1]);
    }
    llvm::SmallVector<int64_t> to = llvm::to_vector(
        llvm::seq<int64_t>(1, static_cast<int64_t>(shape.size()) + 1));
    past.push_back(loops.broadcast(loops.concatenate(line, 0),
                                   with({placesOfBlock, blocks}), to));
  }
  return llvm::map_to_vector(
      combine(op, loops, running, past, local), [&](Value value) {
        Value whole =
            loops.reshape(swapped(value), with({blocks * placesOfBlock}));
        const int64_t from = running.isReversed ? missing : 0;
        return loops.slice(whole, 0, from, from + count);
      });
}

llvm::SmallVector<Value> writeLoop(ReduceWindowOp op, RunningWindow running) {
  ScalarLoops loops(op);
  const int64_t rank = typeOf(op.getInputs()[0]).getRank();
  auto inputs = llvm::map_to_vector(op.getInputs(), [&](Value input) {
    return loops.transpose(input, orderWith(rank, running.dimension, true));
  });
  return llvm::map_to_vector(
      runInBlocks(op, loops, running, inputs), [&](Value results) {
        return loops.transpose(results,
                               orderWith(rank, running.dimension, false));
      });
}

} // namespace

bool expandRunning(Operation *op, Lanes lanes) {
  auto window = dyn_cast<ReduceWindowOp>(op);
  if (!window || !isElementwiseBody(window.getBody())) {
    return false;
  }
  std::optional<RunningWindow> running = findRunningWindow(window);
  if (!running || monoidOf(window.getBody()) || !keepsInitial(window)) {
    return false;
  }
  op->replaceAllUsesWith(lanes == Lanes::OfThreads
                             ? writeSteps(window, *running)
                             : writeLoop(window, *running));
  return true;
}

} // namespace weft::stablehlo
