// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Movement.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Math.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::reference {
namespace {

/// min(max(start, 0), extent - size): the start that keeps a window inside.
Index clampStart(ArrayRef<int64_t> start, ArrayRef<int64_t> extents,
                 ArrayRef<int64_t> sizes) {
  Index clamped;
  for (size_t d = 0; d < extents.size(); ++d) {
    clamped.push_back(std::clamp<int64_t>(start[d], 0, extents[d] - sizes[d]));
  }
  return clamped;
}

Status checkWindow(ArrayRef<int64_t> sizes, const Tensor &operand) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0 || sizes[d] > operand.dimension(d)) {
      return Status::invalidArgument(
          llvm::formatv("slice size {0} does not fit dimension {1} of size {2}",
                        sizes[d], d, operand.dimension(d)));
    }
  }
  return Status::success();
}

/// How many elements a shape has, if 64 bits can count them. The product that
/// wraps may look right and is no shape to work with.
std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0)) {
    return 0;
  }
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (llvm::MulOverflow(count, extent, count)) {
      return std::nullopt;
    }
  }
  return count;
}

/// The scalar start indices of dynamic slices, which may be of any integer
/// type.
Index startIndices(OpCall &call, size_t first) {
  Index indices;
  for (size_t i = first; i < call.operandCount(); ++i) {
    indices.push_back(call.tensor(i).toIndices().front());
  }
  return indices;
}

} // namespace

StatusOr<Tensor> evalBroadcastOp(Budget &budget, RankedTensorType type,
                                 const Tensor &operand,
                                 ArrayRef<int64_t> broadcastSizes) {
  Shape shape(broadcastSizes);
  llvm::append_range(shape, operand.shape());
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  return evalMove(
      budget, resultType, operand, [&](const Index &index, Index &from) {
        llvm::copy(ArrayRef(index).take_back(operand.rank()), from.begin());
      });
}

StatusOr<Tensor> evalBroadcastInDimOp(Budget &budget, RankedTensorType type,
                                      const Tensor &operand,
                                      ArrayRef<int64_t> broadcastDimensions,
                                      ArrayRef<int64_t> shape) {
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  for (auto [d, target] : llvm::enumerate(broadcastDimensions)) {
    if (operand.dimension(d) != 1 && operand.dimension(d) != shape[target]) {
      return Status::invalidArgument(
          llvm::formatv("dimension {0} of size {1} cannot be broadcast to "
                        "dimension {2} of size {3}",
                        d, operand.dimension(d), target, shape[target]));
    }
  }
  return evalMove(
      budget, resultType, operand, [&](const Index &index, Index &from) {
        for (int64_t d = 0; d < operand.rank(); ++d) {
          from[d] =
              operand.dimension(d) == 1 ? 0 : index[broadcastDimensions[d]];
        }
      });
}

StatusOr<Tensor> evalConcatenateOp(Budget &budget, RankedTensorType type,
                                   ArrayRef<Tensor> inputs, int64_t dimension) {
  Shape shape(inputs.front().shape());
  for (const Tensor &input : inputs.drop_front()) {
    for (int64_t d = 0; d < input.rank(); ++d) {
      if (d == dimension) {
        if (llvm::AddOverflow(shape[d], input.dimension(d), shape[d])) {
          return Status::invalidArgument(
              llvm::formatv("dimension {0} exceeds 64 bits in the result", d));
        }
      } else if (shape[d] != input.dimension(d)) {
        return Status::invalidArgument(llvm::formatv(
            "inputs of concatenate differ in dimension {0}: {1} and {2}", d,
            shape[d], input.dimension(d)));
      }
    }
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  int64_t offset = 0;
  for (const Tensor &input : inputs) {
    int64_t position = 0;
    for (const Index &index : IndexSpace(input.shape())) {
      Index to = index;
      to[dimension] += offset;
      result.copyAt(linearIndex(to, shape), input, position++);
    }
    offset += input.dimension(dimension);
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalIotaOp(Budget &budget, RankedTensorType type,
                            int64_t iotaDimension, ArrayRef<int64_t> shape) {
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  // A quantized iota counts in the expressed type's storage integers.
  ElementType elementType = result.elementType();
  for (const Index &index : IndexSpace(shape)) {
    Element count =
        Element::integer(ElementType::signedInteger(64), index[iotaDimension]);
    result.set(index, math::convert(count, elementType));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalReshapeOp(RankedTensorType type, const Tensor &operand,
                               ArrayRef<int64_t> shape) {
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  std::optional<int64_t> count = countElements(resultType.getShape());
  if (count != operand.elementCount()) {
    return Status::invalidArgument(llvm::formatv(
        "reshape from {0} elements to {1} elements", operand.elementCount(),
        count ? std::to_string(*count) : "more than 2^63"));
  }
  return operand.withType(resultType);
}

StatusOr<Tensor> evalReverseOp(Budget &budget, RankedTensorType type,
                               const Tensor &operand,
                               ArrayRef<int64_t> dimensions) {
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, operand.shape()));
  return evalMove(budget, resultType, operand,
                  [&](const Index &index, Index &from) {
                    from = index;
                    for (int64_t d : dimensions) {
                      from[d] = operand.dimension(d) - 1 - index[d];
                    }
                  });
}

StatusOr<Tensor> evalSliceOp(Budget &budget, RankedTensorType type,
                             const Tensor &operand,
                             ArrayRef<int64_t> startIndices,
                             ArrayRef<int64_t> limitIndices,
                             ArrayRef<int64_t> strides) {
  Shape shape;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    int64_t start = startIndices[d];
    int64_t limit = limitIndices[d];
    if (start < 0 || start > limit || limit > operand.dimension(d) ||
        strides[d] <= 0) {
      return Status::invalidArgument(
          llvm::formatv("slice [{0}:{1}:{2}] does not fit dimension {3} of "
                        "size {4}",
                        start, limit, strides[d], d, operand.dimension(d)));
    }
    // ceil((limit - start) / stride), written so that it cannot overflow.
    shape.push_back(start == limit ? 0 : (limit - start - 1) / strides[d] + 1);
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  return evalMove(budget, resultType, operand,
                  [&](const Index &index, Index &from) {
                    for (int64_t d = 0; d < operand.rank(); ++d) {
                      from[d] = startIndices[d] + index[d] * strides[d];
                    }
                  });
}

StatusOr<Tensor> evalTransposeOp(Budget &budget, RankedTensorType type,
                                 const Tensor &operand,
                                 ArrayRef<int64_t> permutation) {
  Shape shape;
  for (int64_t d : permutation) {
    shape.push_back(operand.dimension(d));
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  return evalMove(budget, resultType, operand,
                  [&](const Index &index, Index &from) {
                    for (auto [d, source] : llvm::enumerate(permutation)) {
                      from[source] = index[d];
                    }
                  });
}

StatusOr<Tensor> evalPadOp(Budget &budget, RankedTensorType type,
                           const Tensor &operand, const Tensor &paddingValue,
                           ArrayRef<int64_t> edgePaddingLow,
                           ArrayRef<int64_t> edgePaddingHigh,
                           ArrayRef<int64_t> interiorPadding) {
  Shape shape;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    // Padding may come from the data, so that the sum may exceed 64 bits.
    __int128 inner = __int128(std::max<int64_t>(operand.dimension(d) - 1, 0)) *
                     interiorPadding[d];
    __int128 size =
        inner + operand.dimension(d) + edgePaddingLow[d] + edgePaddingHigh[d];
    if (interiorPadding[d] < 0 || size < 0 || size > INT64_MAX) {
      return Status::invalidArgument(llvm::formatv(
          "padding ({0}, {1}, {2}) of dimension {3} of size {4} gives no valid "
          "size",
          edgePaddingLow[d], edgePaddingHigh[d], interiorPadding[d], d,
          operand.dimension(d)));
    }
    shape.push_back(static_cast<int64_t>(size));
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    result.copyAt(i, paddingValue, 0);
  }
  Index to(operand.rank(), 0);
  int64_t position = 0;
  for (const Index &index : IndexSpace(operand.shape())) {
    bool inside = true;
    for (int64_t d = 0; d < operand.rank(); ++d) {
      __int128 target =
          __int128(index[d]) * (__int128(interiorPadding[d]) + 1) +
          edgePaddingLow[d];
      inside = inside && target >= 0 && target < shape[d];
      to[d] = static_cast<int64_t>(target);
    }
    if (inside) {
      result.copyAt(linearIndex(to, shape), operand, position);
    }
    ++position;
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalDynamicSliceOp(Budget &budget, RankedTensorType type,
                                    const Tensor &operand,
                                    ArrayRef<int64_t> startIndices,
                                    ArrayRef<int64_t> sliceSizes) {
  WEFT_RETURN_IF_ERROR(checkWindow(sliceSizes, operand));
  Index start = clampStart(startIndices, operand.shape(), sliceSizes);
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, sliceSizes));
  return evalMove(budget, resultType, operand,
                  [&](const Index &index, Index &from) {
                    for (int64_t d = 0; d < operand.rank(); ++d) {
                      from[d] = start[d] + index[d];
                    }
                  });
}

StatusOr<Tensor> evalDynamicUpdateSliceOp(Budget &budget, RankedTensorType type,
                                          const Tensor &operand,
                                          const Tensor &update,
                                          ArrayRef<int64_t> startIndices) {
  WEFT_RETURN_IF_ERROR(checkWindow(update.shape(), operand));
  Index start = clampStart(startIndices, operand.shape(), update.shape());
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, operand.shape()));
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::copyOf(budget, operand.withType(resultType)));
  Index to(operand.rank(), 0);
  int64_t position = 0;
  for (const Index &index : IndexSpace(update.shape())) {
    for (int64_t d = 0; d < operand.rank(); ++d) {
      to[d] = start[d] + index[d];
    }
    result.copyAt(linearIndex(to, operand.shape()), update, position++);
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalTorchIndexSelectOp(Budget &budget, RankedTensorType type,
                                        const Tensor &operand,
                                        const Tensor &index, int64_t dim,
                                        int64_t batchDims) {
  // The result has the operand's dimensions before `dim`, the index's
  // dimensions after the batch, and the operand's dimensions after `dim`.
  Shape shape(operand.shape().take_front(dim));
  llvm::append_range(shape, index.shape().drop_front(batchDims));
  llvm::append_range(shape, operand.shape().drop_front(dim + 1));
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  int64_t selected = index.rank() - batchDims;
  if (countElements(resultType.getShape()) != 0 &&
      operand.dimension(dim) == 0) {
    return Status::invalidArgument(
        llvm::formatv("selects from dimension {0} of size 0", dim));
  }
  return evalMove(
      budget, resultType, operand, [&](const Index &result, Index &from) {
        Index at(ArrayRef(result).take_front(batchDims));
        llvm::append_range(at, ArrayRef(result).slice(dim, selected));
        Element element = index.get(at);
        int64_t row = element.type().isUnsigned()
                          ? static_cast<int64_t>(std::min<uint64_t>(
                                element.asUnsigned(), INT64_MAX))
                          : element.asSigned();
        for (int64_t d = 0; d < operand.rank(); ++d) {
          if (d != dim) {
            from[d] = d < dim ? result[d] : result[d + selected - 1];
          }
        }
        from[dim] = std::clamp<int64_t>(row, 0, operand.dimension(dim) - 1);
      });
}

void addMovementOps(OpTable &table) {
  table.add<stablehlo::IotaOp>([](stablehlo::IotaOp op, OpCall &call) {
    return call.finish(evalIotaOp(call.budget(), call.resultType(),
                                  op.getIotaDimension(),
                                  call.resultType().getShape()));
  });
  table.add<stablehlo::BroadcastOp>([](stablehlo::BroadcastOp op,
                                       OpCall &call) {
    return call.finish(evalBroadcastOp(call.budget(), call.resultType(),
                                       call.tensor(0), op.getBroadcastSizes()));
  });
  table.add<stablehlo::BroadcastInDimOp>(
      [](stablehlo::BroadcastInDimOp op, OpCall &call) {
        return call.finish(evalBroadcastInDimOp(
            call.budget(), call.resultType(), call.tensor(0),
            op.getBroadcastDimensions(), call.resultType().getShape()));
      });
  table.add<stablehlo::ConcatenateOp>([](stablehlo::ConcatenateOp op,
                                         OpCall &call) {
    return call.finish(evalConcatenateOp(call.budget(), call.resultType(),
                                         call.tensors(), op.getDimension()));
  });
  table.add<stablehlo::ReshapeOp>([](stablehlo::ReshapeOp, OpCall &call) {
    return call.finish(evalReshapeOp(call.resultType(), call.tensor(0),
                                     call.resultType().getShape()));
  });
  table.add<stablehlo::ReverseOp>([](stablehlo::ReverseOp op, OpCall &call) {
    return call.finish(evalReverseOp(call.budget(), call.resultType(),
                                     call.tensor(0), op.getDimensions()));
  });
  table.add<stablehlo::SliceOp>([](stablehlo::SliceOp op, OpCall &call) {
    return call.finish(evalSliceOp(call.budget(), call.resultType(),
                                   call.tensor(0), op.getStartIndices(),
                                   op.getLimitIndices(), op.getStrides()));
  });
  table.add<stablehlo::TransposeOp>([](stablehlo::TransposeOp op,
                                       OpCall &call) {
    return call.finish(evalTransposeOp(call.budget(), call.resultType(),
                                       call.tensor(0), op.getPermutation()));
  });
  table.add<stablehlo::PadOp>([](stablehlo::PadOp op, OpCall &call) {
    return call.finish(
        evalPadOp(call.budget(), call.resultType(), call.tensor(0),
                  call.tensor(1), op.getEdgePaddingLow(),
                  op.getEdgePaddingHigh(), op.getInteriorPadding()));
  });
  table.add<stablehlo::DynamicSliceOp>([](stablehlo::DynamicSliceOp op,
                                          OpCall &call) {
    return call.finish(evalDynamicSliceOp(call.budget(), call.resultType(),
                                          call.tensor(0), startIndices(call, 1),
                                          op.getSliceSizes()));
  });
  table.add<stablehlo::DynamicUpdateSliceOp>(
      [](stablehlo::DynamicUpdateSliceOp, OpCall &call) {
        return call.finish(evalDynamicUpdateSliceOp(
            call.budget(), call.resultType(), call.tensor(0), call.tensor(1),
            startIndices(call, 2)));
      });
  table.add<stablehlo::TorchIndexSelectOp>([](stablehlo::TorchIndexSelectOp op,
                                              OpCall &call) {
    return call.finish(evalTorchIndexSelectOp(call.budget(), call.resultType(),
                                              call.tensor(0), call.tensor(1),
                                              op.getDim(), op.getBatchDims()));
  });
  table.add<stablehlo::OptimizationBarrierOp>(
      [](stablehlo::OptimizationBarrierOp, OpCall &call) {
        return call.finish(StatusOr<Values>(call.operands()));
      });
  table.add<stablehlo::TupleOp>([](stablehlo::TupleOp, OpCall &call) {
    call.setResult(0, Value::tuple(call.operands()));
    return Status::success();
  });
  table.add<stablehlo::GetTupleElementOp>(
      [](stablehlo::GetTupleElementOp op, OpCall &call) {
        call.setResult(0, call.operand(0).tupleElements()[op.getIndex()]);
        return Status::success();
      });
  table.add<stablehlo::CreateTokenOp>(
      [](stablehlo::CreateTokenOp, OpCall &call) {
        call.setResult(0, Token());
        return Status::success();
      });
  table.add<stablehlo::AfterAllOp>([](stablehlo::AfterAllOp, OpCall &call) {
    call.setResult(0, Token());
    return Status::success();
  });
}

} // namespace weft::reference
