// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Reduction.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Elementwise.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Quantized.h"
#include "weft/StableHLO/Interpreter/WideSum.h"
#include "weft/StableHLO/Interpreter/Windows.h"

using namespace mlir;

namespace weft::reference {
namespace {

/// Several tensors that are written together: the accumulators of a fold.
class Accumulators {
public:
  /// `initValues` are the elements everything starts with; each is converted
  /// to its result's element type.
  static StatusOr<Accumulators> create(Budget &budget, const Types &types,
                                       ArrayRef<int64_t> shape,
                                       const Tensors &initValues) {
    Accumulators result;
    for (auto [type, initial] : llvm::zip_equal(types, initValues)) {
      WEFT_ASSIGN_OR_RETURN(RankedTensorType resolved,
                            resolveType(type, shape));
      WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                            TensorBuilder::create(budget, resolved));
      WEFT_ASSIGN_OR_RETURN(Tensor start,
                            toDestinationType(budget, initial, resolved));
      for (int64_t i = 0; i < builder.elementCount(); ++i) {
        builder.copyAt(i, start, 0);
      }
      result.builders.push_back(std::move(builder));
    }
    return result;
  }

  /// accumulators[position] = body(accumulators[position], elements).
  Status fold(int64_t position, ArrayRef<Value> elements, BodyFunction body) {
    arguments.clear();
    for (const TensorBuilder &builder : builders) {
      arguments.push_back(Tensor::scalar(builder.type().getElementType(),
                                         builder.at(position)));
    }
    llvm::append_range(arguments, elements);
    WEFT_RETURN_IF_ERROR(body(arguments, returned));
    for (auto [builder, value] : llvm::zip_equal(builders, returned)) {
      builder.copyAt(position, value.tensor(), 0);
    }
    return Status::success();
  }

  Tensors finish() && {
    Tensors results;
    for (TensorBuilder &builder : builders) {
      results.push_back(std::move(builder).finish());
    }
    return results;
  }

private:
  llvm::SmallVector<TensorBuilder, 2> builders;
  // Kept between folds to save allocations.
  Values arguments;
  Values returned;
};

StatusOr<Tensors> toDestinationTypes(Budget &budget, const Tensors &operands,
                                     const Types &types) {
  Tensors converted;
  for (auto [operand, type] : llvm::zip_equal(operands, types)) {
    WEFT_ASSIGN_OR_RETURN(Tensor tensor,
                          toDestinationType(budget, operand, type));
    converted.push_back(std::move(tensor));
  }
  return converted;
}

Status checkSameShapes(const Tensors &inputs) {
  for (const Tensor &input : inputs) {
    if (input.shape() != inputs.front().shape()) {
      return Status::invalidArgument(
          "inputs have different shapes at run time");
    }
  }
  return Status::success();
}

/// Where the elements of an operand go when some of its dimensions are reduced.
class Targets {
public:
  Targets(ArrayRef<int64_t> from, ArrayRef<int64_t> reduced) {
    for (auto [d, extent] : llvm::enumerate(from)) {
      if (!llvm::is_contained(reduced, static_cast<int64_t>(d))) {
        kept.push_back(static_cast<int64_t>(d));
        shape.push_back(extent);
      }
    }
    to.resize(kept.size());
  }

  int64_t of(const Index &index) {
    for (auto [d, source] : llvm::enumerate(kept)) {
      to[d] = index[source];
    }
    return linearIndex(to, shape);
  }

  Shape shape;

private:
  llvm::SmallVector<int64_t> kept;
  Index to;
};

/// Sums of floats or complex numbers, each rounded once.
class LongSums {
public:
  static StatusOr<LongSums> create(Budget &budget, RankedTensorType type,
                                   ArrayRef<int64_t> shape, const Tensor &input,
                                   const Tensor &initValue) {
    WEFT_ASSIGN_OR_RETURN(RankedTensorType resolved, resolveType(type, shape));
    WEFT_ASSIGN_OR_RETURN(Tensor elements,
                          toDestinationType(budget, input, resolved));
    WEFT_ASSIGN_OR_RETURN(Tensor initial,
                          toDestinationType(budget, initValue, resolved));
    WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                          TensorBuilder::create(budget, resolved));
    LongSums sums(std::move(elements), std::move(result));
    for (Parts &sum : sums.parts) {
      sum.add(initial.scalar());
    }
    return sums;
  }

  void add(int64_t target, int64_t position) {
    parts[static_cast<size_t>(target)].add(elements.at(position));
  }

  Tensors finish() && {
    ElementType element = result.elementType();
    for (auto [i, sum] : llvm::enumerate(parts)) {
      double real = sum.real.total();
      result.setAt(
          static_cast<int64_t>(i),
          element.isComplex()
              ? Element::complex(element, {real, sum.imaginary.total()})
              : Element::real(element, real));
    }
    return Tensors{std::move(result).finish()};
  }

private:
  struct Parts {
    WideSum real;
    WideSum imaginary;
    void add(const Element &term) {
      real.add(term.asReal());
      imaginary.add(term.asImaginary());
    }
  };

  LongSums(Tensor elements, TensorBuilder result)
      : elements(std::move(elements)), result(std::move(result)),
        parts(this->result.elementCount()) {}

  Tensor elements;
  TensorBuilder result;
  std::vector<Parts> parts;
};

StatusOr<Tensors> evalLongSum(Budget &budget, RankedTensorType type,
                              const Tensor &input, const Tensor &initValue,
                              ArrayRef<int64_t> dimensions) {
  Targets targets(input.shape(), dimensions);
  WEFT_ASSIGN_OR_RETURN(
      LongSums sums,
      LongSums::create(budget, type, targets.shape, input, initValue));
  int64_t position = 0;
  for (const Index &index : IndexSpace(input.shape())) {
    WEFT_RETURN_IF_ERROR(budget.takeSteps());
    sums.add(targets.of(index), position++);
  }
  return std::move(sums).finish();
}

/// Calls `visit(result, element)` for each element of each window, in order.
/// Padding and the holes of a dilated operand take no part, as in XLA. The
/// specification fills them with the initial values, which is the same where
/// those are neutral.
Status walkWindows(Budget &budget, ArrayRef<stablehlo::WindowDimension> windows,
                   ArrayRef<int64_t> extents, ArrayRef<int64_t> results,
                   llvm::function_ref<Status(int64_t, int64_t)> visit) {
  IndexSpace window(windowShape(windows));
  Index at(extents.size(), 0);
  int64_t position = 0;
  for (const Index &result : IndexSpace(results)) {
    for (const Index &offset : window) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps());
      if (operandIndex(windows, extents, result, offset, at)) {
        WEFT_RETURN_IF_ERROR(visit(position, linearIndex(at, extents)));
      }
    }
    ++position;
  }
  return Status::success();
}

StatusOr<Tensors>
evalLongWindowSum(Budget &budget, RankedTensorType type, const Tensor &input,
                  const Tensor &initValue,
                  ArrayRef<stablehlo::WindowDimension> windows) {
  Shape shape = windowPositions(windows, input.shape());
  WEFT_ASSIGN_OR_RETURN(
      LongSums sums, LongSums::create(budget, type, shape, input, initValue));
  WEFT_RETURN_IF_ERROR(walkWindows(budget, windows, input.shape(), shape,
                                   [&](int64_t result, int64_t element) {
                                     sums.add(result, element);
                                     return Status::success();
                                   }));
  return std::move(sums).finish();
}

/// Whether a body adds up so many floats or complex numbers that each step
/// would lose some.
bool isSumOfMany(Region &body, const OpCall &call, int64_t terms) {
  std::optional<ElementType> element =
      ElementType::from(call.resultType(0).getElementType());
  return call.resultCount() == 1 &&
         isa_and_nonnull<stablehlo::AddOp>(soleOperation(body)) && element &&
         (element->isFloat() || element->isComplex()) &&
         !call.tensor(0).isQuantized() && isLongSum(terms);
}

int64_t termsOf(stablehlo::ReduceOp op, const OpCall &call) {
  int64_t terms = 1;
  for (int64_t d : op.getDimensions()) {
    terms *= call.tensor(0).dimension(d);
  }
  return terms;
}

int64_t termsOf(stablehlo::ReduceWindowOp op) {
  int64_t terms = 1;
  for (const stablehlo::WindowDimension &window : op.getWindow()) {
    terms *= window.size;
  }
  return terms;
}

} // namespace

Operation *soleOperation(Region &region) {
  Block &body = region.front();
  Operation &first = body.front();
  auto isArgument = [&](mlir::Value value) {
    return isa<BlockArgument>(value) && value.getParentBlock() == &body;
  };
  bool isSole = body.getNumArguments() == 2 &&
                body.getOperations().size() == 2 &&
                first.getNumOperands() == 2 &&
                first.getOperand(0) != first.getOperand(1) &&
                llvm::all_of(first.getOperands(), isArgument) &&
                body.getTerminator()->getOperand(0) == first.getResult(0);
  return isSole ? &first : nullptr;
}

Types resultTypes(const OpCall &call) {
  Types types;
  for (size_t i = 0; i < call.resultCount(); ++i) {
    types.push_back(call.resultType(i));
  }
  return types;
}

Tensor scalarAt(const Tensor &tensor, int64_t position) {
  return Tensor::scalar(tensor.type().getElementType(), tensor.at(position));
}

StatusOr<Tensor> toDestinationType(Budget &budget, const Tensor &operand,
                                   RankedTensorType type) {
  Type elementType = type.getElementType();
  if (operand.type().getElementType() == elementType) {
    return operand;
  }
  RankedTensorType target = operand.type().clone(elementType);
  if (operand.isQuantized() || isQuantized(target)) {
    WEFT_ASSIGN_OR_RETURN(Tensor real, dequantize(budget, operand));
    return quantize(budget, real, target);
  }
  return evalConvertOp(budget, target, operand);
}

StatusOr<Tensors> evalReduceOp(Budget &budget, const Types &types,
                               const Tensors &inputs, const Tensors &initValues,
                               ArrayRef<int64_t> dimensions,
                               BodyFunction body) {
  WEFT_RETURN_IF_ERROR(checkSameShapes(inputs));
  const Tensor &first = inputs.front();
  Targets targets(first.shape(), dimensions);
  WEFT_ASSIGN_OR_RETURN(Tensors elements,
                        toDestinationTypes(budget, inputs, types));
  WEFT_ASSIGN_OR_RETURN(
      Accumulators accumulators,
      Accumulators::create(budget, types, targets.shape, initValues));
  Values arguments;
  int64_t position = 0;
  for (const Index &index : IndexSpace(first.shape())) {
    arguments.clear();
    for (const Tensor &input : elements) {
      arguments.push_back(scalarAt(input, position));
    }
    ++position;
    WEFT_RETURN_IF_ERROR(accumulators.fold(targets.of(index), arguments, body));
  }
  return std::move(accumulators).finish();
}

StatusOr<Tensors>
evalReduceWindowOp(Budget &budget, const Types &types, const Tensors &inputs,
                   const Tensors &initValues,
                   ArrayRef<stablehlo::WindowDimension> windows,
                   BodyFunction body) {
  WEFT_RETURN_IF_ERROR(checkSameShapes(inputs));
  ArrayRef<int64_t> extents = inputs.front().shape();
  Shape shape = windowPositions(windows, extents);
  WEFT_ASSIGN_OR_RETURN(Tensors elements,
                        toDestinationTypes(budget, inputs, types));
  WEFT_ASSIGN_OR_RETURN(Accumulators accumulators,
                        Accumulators::create(budget, types, shape, initValues));
  Values arguments;
  WEFT_RETURN_IF_ERROR(walkWindows(
      budget, windows, extents, shape, [&](int64_t result, int64_t element) {
        arguments.clear();
        for (const Tensor &input : elements) {
          arguments.push_back(scalarAt(input, element));
        }
        return accumulators.fold(result, arguments, body);
      }));
  return std::move(accumulators).finish();
}

StatusOr<Tensor>
evalSelectAndScatterOp(Budget &budget, RankedTensorType type,
                       const Tensor &operand, const Tensor &source,
                       const Tensor &initValue,
                       ArrayRef<stablehlo::WindowDimension> windows,
                       BodyFunction select, BodyFunction scatter) {
  ArrayRef<int64_t> extents = operand.shape();
  if (ArrayRef<int64_t>(windowPositions(windows, extents)) != source.shape()) {
    return Status::invalidArgument(
        "source has not one element per window of the operand");
  }
  WEFT_ASSIGN_OR_RETURN(Tensor updates,
                        toDestinationType(budget, source, type));
  WEFT_ASSIGN_OR_RETURN(
      Accumulators accumulators,
      Accumulators::create(budget, {type}, extents, {initValue}));
  IndexSpace window(windowShape(windows));
  Values returned;
  Index at(extents.size(), 0);
  int64_t position = 0;
  for (const Index &sourceIndex : IndexSpace(source.shape())) {
    std::optional<int64_t> selected;
    for (const Index &offset : window) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps());
      if (!operandIndex(windows, extents, sourceIndex, offset, at)) {
        continue;
      }
      int64_t candidate = linearIndex(at, extents);
      if (!selected) {
        selected = candidate;
        continue;
      }
      WEFT_RETURN_IF_ERROR(
          select({scalarAt(operand, *selected), scalarAt(operand, candidate)},
                 returned));
      if (!returned.front().tensor().scalar().asBoolean()) {
        selected = candidate;
      }
    }
    // A window that lies in the padding altogether selects nothing.
    if (selected) {
      WEFT_RETURN_IF_ERROR(
          accumulators.fold(*selected, {scalarAt(updates, position)}, scatter));
    }
    ++position;
  }
  return std::move(accumulators).finish().front();
}

StatusOr<Tensor> evalMapOp(Budget &budget, RankedTensorType type,
                           const Tensors &inputs, BodyFunction computation) {
  WEFT_RETURN_IF_ERROR(checkSameShapes(inputs));
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, inputs.front().shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  Values arguments;
  Values returned;
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    arguments.clear();
    for (const Tensor &input : inputs) {
      arguments.push_back(scalarAt(input, i));
    }
    WEFT_RETURN_IF_ERROR(computation(arguments, returned));
    result.copyAt(i, returned.front().tensor(), 0);
  }
  return std::move(result).finish();
}

StatusOr<Tensors> evalSortOp(Budget &budget, const Types &types,
                             const Tensors &inputs, int64_t dimension,
                             BodyFunction comparator) {
  WEFT_RETURN_IF_ERROR(checkSameShapes(inputs));
  const Tensor &first = inputs.front();
  int64_t sorted = dimension < 0 ? first.rank() + dimension : dimension;
  int64_t length = first.dimension(sorted);
  llvm::SmallVector<TensorBuilder, 2> results;
  for (auto [type, input] : llvm::zip_equal(types, inputs)) {
    WEFT_ASSIGN_OR_RETURN(RankedTensorType resolved,
                          resolveType(type, input.shape()));
    WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                          TensorBuilder::create(budget, resolved));
    results.push_back(std::move(builder));
  }

  Values arguments;
  Values returned;
  auto isLess = [&](int64_t lhs, int64_t rhs) -> StatusOr<bool> {
    arguments.clear();
    for (const Tensor &input : inputs) {
      arguments.push_back(scalarAt(input, lhs));
      arguments.push_back(scalarAt(input, rhs));
    }
    WEFT_RETURN_IF_ERROR(comparator(arguments, returned));
    return returned.front().tensor().scalar().asBoolean();
  };

  Shape slices(first.shape());
  slices[sorted] = std::min<int64_t>(length, 1);
  // Without elements, the dimension may be of any length.
  int64_t capacity = first.elementCount() == 0 ? 0 : length;
  std::vector<int64_t> order(capacity);
  std::vector<int64_t> merged(capacity);
  for (Index index : IndexSpace(slices)) {
    for (int64_t i = 0; i < length; ++i) {
      index[sorted] = i;
      order[i] = linearIndex(index, first.shape());
    }
    // A merge sort from the bottom up. The comparator is the program's and may
    // be no order at all, or fail; std::stable_sort would allow neither.
    for (int64_t width = 1; width < length; width *= 2) {
      for (int64_t begin = 0; begin < length; begin += 2 * width) {
        int64_t middle = std::min(begin + width, length);
        int64_t end = std::min(begin + 2 * width, length);
        int64_t left = begin;
        int64_t right = middle;
        for (int64_t i = begin; i < end; ++i) {
          bool takeRight = left == middle;
          if (left < middle && right < end) {
            WEFT_ASSIGN_OR_RETURN(takeRight, isLess(order[right], order[left]));
          }
          merged[i] = takeRight ? order[right++] : order[left++];
        }
      }
      std::swap(order, merged);
    }
    for (int64_t i = 0; i < length; ++i) {
      index[sorted] = i;
      for (auto [result, input] : llvm::zip_equal(results, inputs)) {
        result.copyAt(linearIndex(index, first.shape()), input, order[i]);
      }
    }
  }
  Tensors finished;
  for (TensorBuilder &result : results) {
    finished.push_back(std::move(result).finish());
  }
  return finished;
}

void addReductionOps(OpTable &table) {
  table.add<stablehlo::ReduceOp>([](stablehlo::ReduceOp op, OpCall &call) {
    if (isSumOfMany(op.getBody(), call, termsOf(op, call))) {
      return call.finish(evalLongSum(call.budget(), call.resultType(0),
                                     call.tensor(0), call.tensor(1),
                                     op.getDimensions()));
    }
    size_t count = op.getInputs().size();
    return call.finish(
        evalReduceOp(call.budget(), resultTypes(call), call.tensors(0, count),
                     call.tensors(count, count), op.getDimensions(),
                     RegionFunction(call, 0)));
  });
  table.add<stablehlo::ReduceWindowOp>([](stablehlo::ReduceWindowOp op,
                                          OpCall &call) {
    if (isSumOfMany(op.getBody(), call, termsOf(op))) {
      return call.finish(evalLongWindowSum(call.budget(), call.resultType(0),
                                           call.tensor(0), call.tensor(1),
                                           op.getWindow()));
    }
    size_t count = op.getInputs().size();
    return call.finish(evalReduceWindowOp(
        call.budget(), resultTypes(call), call.tensors(0, count),
        call.tensors(count, count), op.getWindow(), RegionFunction(call, 0)));
  });
  table.add<stablehlo::SelectAndScatterOp>(
      [](stablehlo::SelectAndScatterOp op, OpCall &call) {
        return call.finish(evalSelectAndScatterOp(
            call.budget(), call.resultType(), call.tensor(0), call.tensor(1),
            call.tensor(2), op.getWindow(), RegionFunction(call, 0),
            RegionFunction(call, 1)));
      });
  table.add<stablehlo::MapOp>([](stablehlo::MapOp, OpCall &call) {
    return call.finish(evalMapOp(call.budget(), call.resultType(),
                                 call.tensors(), RegionFunction(call, 0)));
  });
  table.add<stablehlo::SortOp>([](stablehlo::SortOp op, OpCall &call) {
    return call.finish(evalSortOp(call.budget(), resultTypes(call),
                                  call.tensors(), op.getDimension(),
                                  RegionFunction(call, 0)));
  });
}

} // namespace weft::reference
