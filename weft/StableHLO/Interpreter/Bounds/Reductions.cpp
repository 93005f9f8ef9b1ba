// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of operations that fold elements by a body.
//
// Which elements meet in which place, and in which order, is found by running
// the operation on the numbers of its elements: its body then writes down a
// list (Chains). What the lists give is in Folds.h.

#include "weft/StableHLO/Interpreter/Bounds/Folds.h"
#include "weft/StableHLO/Interpreter/GatherScatter.h"
#include "weft/StableHLO/Interpreter/Reduction.h"

#include <set>

using namespace mlir;

namespace weft::reference::ranges {
namespace {

/// Lists of numbers, each the tail of another by one.
class Chains {
public:
  explicit Chains(MLIRContext *context) : type(IntegerType::get(context, 64)) {}

  Type elementType() const { return type; }

  /// 0, 1, 2, ... in the given shape; zeros for empty lists.
  StatusOr<Tensor> numbers(Budget &budget, ArrayRef<int64_t> shape,
                           bool isEmpty = false) const {
    WEFT_ASSIGN_OR_RETURN(
        TensorBuilder builder,
        TensorBuilder::create(budget, RankedTensorType::get(shape, type)));
    for (int64_t i = 0; i < builder.elementCount() && !isEmpty; ++i) {
      builder.setAt(i, element(i));
    }
    return std::move(builder).finish();
  }

  /// The body: a list and a number make a longer list.
  Status operator()(ArrayRef<Value> arguments, Values &results) {
    nodes.push_back({arguments[0].tensor().at(0).asSigned(),
                     arguments[1].tensor().at(0).asSigned()});
    results.assign(1, Tensor::scalar(type, element(nodes.size())));
    return Status::success();
  }

  SmallVector<int64_t> list(const Tensor &lists, int64_t position) const {
    SmallVector<int64_t> result;
    for (int64_t at = lists.at(position).asSigned(); at != 0;
         at = nodes[at - 1].shorter) {
      result.push_back(nodes[at - 1].number);
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

private:
  static Element element(int64_t number) {
    return Element::integer(ElementType::signedInteger(64),
                            static_cast<uint64_t>(number));
  }

  struct Node {
    int64_t shorter;
    int64_t number;
  };
  Type type;
  std::vector<Node> nodes;
};

/// The results of a fold, as they are made.
class Results {
public:
  static StatusOr<Results> create(Budget &budget, const Types &types,
                                  ArrayRef<int64_t> shape) {
    Results results;
    for (RankedTensorType type : types) {
      WEFT_ASSIGN_OR_RETURN(RankedTensorType resolved,
                            resolveType(type, shape));
      WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                            TensorBuilder::create(budget, resolved));
      results.values.push_back(std::move(builder));
    }
    results.ranges.resize(types.size());
    return results;
  }

  /// In row-major order.
  void append(const Item &item) {
    for (auto [i, value] : llvm::enumerate(item)) {
      values[i].copyAt(static_cast<int64_t>(ranges[i].size()), value.tensor(),
                       0);
      ranges[i].push_back(rangeAt(value.tensor(), 0));
    }
  }

  /// Of the only result.
  void append(const Element &value, const Range &range) {
    values.front().setAt(static_cast<int64_t>(ranges.front().size()), value);
    ranges.front().push_back(range);
  }

  StatusOr<Tensors> finish(Budget &budget) && {
    Tensors tensors;
    for (auto [value, own] : llvm::zip_equal(values, ranges)) {
      WEFT_ASSIGN_OR_RETURN(Tensor tensor,
                            withRanges(budget, std::move(value).finish(), own));
      tensors.push_back(std::move(tensor));
    }
    return tensors;
  }

private:
  SmallVector<TensorBuilder, 2> values;
  SmallVector<std::vector<Range>, 2> ranges;
};

Item itemAt(const Tensors &tensors, int64_t position) {
  Item item;
  for (const Tensor &tensor : tensors) {
    item.push_back(boundedScalarAt(tensor, position));
  }
  return item;
}

StatusOr<Tensors> converted(Budget &budget, const Tensors &tensors,
                            const Types &types) {
  Tensors result;
  for (auto [tensor, type] : llvm::zip_equal(tensors, types)) {
    WEFT_ASSIGN_OR_RETURN(Tensor own, convertWithBounds(budget, tensor, type));
    result.push_back(std::move(own));
  }
  return result;
}

/// The numbered tensors, by a body of the caller's.
using Evaluate = llvm::function_ref<StatusOr<Tensors>(
    const Types &types, const Tensors &inputs, const Tensors &initial,
    BodyFunction body)>;

/// reduce and reduce_window: each element of the inputs enters some folds that
/// start at the initial values.
Status reduceBy(OpCall &call, size_t count, Evaluate evaluate) {
  Types types = resultTypes(call);
  Region &body = call.operation()->getRegion(0);
  BodyKind kind = count == 1 ? kindOf(body, types.front()) : BodyKind::General;
  Tensors inputs = call.tensors(0, count);
  Tensors initial = call.tensors(count, count);
  if (kind == BodyKind::Exact && !anyEnds(call)) {
    return call.finish(
        evaluate(types, inputs, initial, RegionFunction(call, 0)));
  }
  WEFT_ASSIGN_OR_RETURN(inputs, converted(call.budget(), inputs, types));
  WEFT_ASSIGN_OR_RETURN(initial, converted(call.budget(), initial, types));
  if (kind == BodyKind::Exact &&
      isMonotone(body, inputs.front().elementType())) {
    return call.finish(moveWithBounds(
        {inputs.front(), initial.front()},
        [&](ArrayRef<Tensor> x) -> StatusOr<Tensor> {
          WEFT_ASSIGN_OR_RETURN(
              Tensors results,
              evaluate(types, {x[0]}, {x[1]}, RegionFunction(call, 0)));
          return results.front().withBounds(nullptr);
        }));
  }
  Chains chains(call.operation()->getContext());
  WEFT_ASSIGN_OR_RETURN(Tensor numbers,
                        chains.numbers(call.budget(), inputs.front().shape()));
  WEFT_ASSIGN_OR_RETURN(Tensor start, chains.numbers(call.budget(), {}));
  WEFT_ASSIGN_OR_RETURN(Tensors lists,
                        evaluate({types.front().clone(chains.elementType())},
                                 {numbers}, {start}, chains));
  WEFT_ASSIGN_OR_RETURN(
      Results results,
      Results::create(call.budget(), types, lists.front().shape()));
  Item first = itemAt(initial, 0);
  for (int64_t i = 0; i < lists.front().elementCount(); ++i) {
    // Sums may be long, and need no elements of their own.
    if (kind == BodyKind::Sum) {
      SumRange sum(initial.front());
      for (int64_t number : chains.list(lists.front(), i)) {
        sum.add(inputs.front(), number);
      }
      results.append(sum.total(), sum.finish());
      continue;
    }
    SmallVector<Item> items;
    for (int64_t number : chains.list(lists.front(), i)) {
      items.push_back(itemAt(inputs, number));
    }
    WEFT_ASSIGN_OR_RETURN(Item total,
                          fold(call, 0, first, items, Order::Any, kind));
    results.append(total);
  }
  return call.finish(std::move(results).finish(call.budget()));
}

Status evalReduce(stablehlo::ReduceOp op, OpCall &call) {
  return reduceBy(call, op.getInputs().size(),
                  [&](const Types &types, const Tensors &inputs,
                      const Tensors &initial, BodyFunction body) {
                    return evalReduceOp(call.budget(), types, inputs, initial,
                                        op.getDimensions(), body);
                  });
}

Status evalReduceWindow(stablehlo::ReduceWindowOp op, OpCall &call) {
  return reduceBy(call, op.getInputs().size(),
                  [&](const Types &types, const Tensors &inputs,
                      const Tensors &initial, BodyFunction body) {
                    return evalReduceWindowOp(call.budget(), types, inputs,
                                              initial, op.getWindow(), body);
                  });
}

/// Updates meet an element in their order, which is the reference's.
Status evalScatter(stablehlo::ScatterOp op, OpCall &call) {
  size_t count = op.getInputs().size();
  Types types = resultTypes(call);
  WEFT_ASSIGN_OR_RETURN(
      Tensors inputs, converted(call.budget(), call.tensors(0, count), types));
  WEFT_ASSIGN_OR_RETURN(
      Tensors updates,
      converted(call.budget(), call.tensors(count + 1, count), types));
  const Tensor &indices = call.tensor(count);
  Chains chains(op->getContext());
  WEFT_ASSIGN_OR_RETURN(Tensor start,
                        chains.numbers(call.budget(), inputs.front().shape(),
                                       /*isEmpty=*/true));
  WEFT_ASSIGN_OR_RETURN(Tensor numbers,
                        chains.numbers(call.budget(), updates.front().shape()));
  WEFT_ASSIGN_OR_RETURN(
      Tensors lists,
      evalScatterOp(call.budget(), {types.front().clone(chains.elementType())},
                    {start}, indices.withBounds(nullptr), {numbers},
                    scatterDimensions(op), chains));
  BodyKind kind =
      count == 1 ? kindOf(op->getRegion(0), types.front()) : BodyKind::General;
  bool isPlaceCertain =
      !hasEnds(indices) || updates.front().elementCount() == 0;
  WEFT_ASSIGN_OR_RETURN(
      Results results,
      Results::create(call.budget(), types, inputs.front().shape()));
  for (int64_t i = 0; i < inputs.front().elementCount(); ++i) {
    SmallVector<Item> items;
    for (int64_t number : chains.list(lists.front(), i)) {
      items.push_back(itemAt(updates, number));
    }
    WEFT_ASSIGN_OR_RETURN(Item total, fold(call, 0, itemAt(inputs, i), items,
                                           Order::Given, kind));
    if (!isPlaceCertain) {
      for (Value &value : total) {
        WEFT_ASSIGN_OR_RETURN(Tensor any,
                              anythingLike(call.budget(), value.tensor()));
        value = std::move(any);
      }
    }
    results.append(total);
  }
  return call.finish(std::move(results).finish(call.budget()));
}

Status evalSelectAndScatter(stablehlo::SelectAndScatterOp op, OpCall &call) {
  const Tensor &operand = call.tensor(0);
  RankedTensorType type = call.resultType();
  WEFT_ASSIGN_OR_RETURN(Tensor source,
                        convertWithBounds(call.budget(), call.tensor(1), type));
  WEFT_ASSIGN_OR_RETURN(Tensor initial,
                        convertWithBounds(call.budget(), call.tensor(2), type));
  Chains chains(op->getContext());
  WEFT_ASSIGN_OR_RETURN(Tensor operandNumbers,
                        chains.numbers(call.budget(), operand.shape()));
  WEFT_ASSIGN_OR_RETURN(Tensor sourceNumbers,
                        chains.numbers(call.budget(), source.shape()));
  WEFT_ASSIGN_OR_RETURN(Tensor start, chains.numbers(call.budget(), {}));
  // Elements that a window may have chosen instead.
  std::set<int64_t> open;
  std::set<int64_t> window;
  bool isUncertain = false;
  auto select = [&](ArrayRef<Value> arguments, Values &returned) -> Status {
    Values elements;
    for (const Value &argument : arguments) {
      int64_t number = argument.tensor().at(0).asSigned();
      window.insert(number);
      elements.push_back(boundedScalarAt(operand, number));
    }
    WEFT_RETURN_IF_ERROR(call.callRegion(0, elements, returned));
    isUncertain |= !rangeAt(returned.front().tensor(), 0).isExact();
    return Status::success();
  };
  auto scatter = [&](ArrayRef<Value> arguments, Values &returned) -> Status {
    if (isUncertain) {
      open.insert(window.begin(), window.end());
    }
    window.clear();
    isUncertain = false;
    return chains(arguments, returned);
  };
  WEFT_ASSIGN_OR_RETURN(
      Tensor lists,
      evalSelectAndScatterOp(call.budget(), type.clone(chains.elementType()),
                             operandNumbers, sourceNumbers, start,
                             op.getWindow(), select, scatter));
  BodyKind kind = kindOf(op->getRegion(1), type);
  WEFT_ASSIGN_OR_RETURN(
      Results results, Results::create(call.budget(), {type}, operand.shape()));
  for (int64_t i = 0; i < lists.elementCount(); ++i) {
    SmallVector<Item> items;
    for (int64_t number : chains.list(lists, i)) {
      items.push_back(itemAt({source}, number));
    }
    WEFT_ASSIGN_OR_RETURN(Item total, fold(call, 1, itemAt({initial}, 0), items,
                                           Order::Given, kind));
    if (open.contains(i)) {
      WEFT_ASSIGN_OR_RETURN(
          Tensor any, anythingLike(call.budget(), total.front().tensor()));
      total.front() = std::move(any);
    }
    results.append(total);
  }
  return call.finish(std::move(results).finish(call.budget()));
}

Status evalMap(stablehlo::MapOp op, OpCall &call) {
  Tensors inputs = call.tensors();
  for (const Tensor &input : inputs) {
    if (input.shape() != inputs.front().shape()) {
      return Status::invalidArgument(
          "inputs have different shapes at run time");
    }
  }
  WEFT_ASSIGN_OR_RETURN(Results results,
                        Results::create(call.budget(), {call.resultType()},
                                        inputs.front().shape()));
  Values returned;
  for (int64_t i = 0; i < inputs.front().elementCount(); ++i) {
    WEFT_RETURN_IF_ERROR(call.callRegion(0, itemAt(inputs, i), returned));
    results.append(returned);
  }
  return call.finish(std::move(results).finish(call.budget()));
}

} // namespace

void addReductionRules(OpTable &table, const OpTable &) {
  table.add<stablehlo::ReduceOp>(evalReduce);
  table.add<stablehlo::ReduceWindowOp>(evalReduceWindow);
  table.add<stablehlo::ScatterOp>(evalScatter);
  table.add<stablehlo::SelectAndScatterOp>(evalSelectAndScatter);
  table.add<stablehlo::MapOp>(evalMap);
}

} // namespace weft::reference::ranges
