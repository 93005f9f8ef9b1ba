// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch normalisation, which the specification defines as a program of other
// operations. The names of values here are those of that program.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Elementwise.h"
#include "weft/StableHLO/Interpreter/Movement.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

using namespace mlir;

namespace weft::reference {
namespace {

/// The vocabulary of the definition: elementwise operations on tensors of the
/// operand's type, broadcasts to it, and sums over all but the feature
/// dimension. The first failure is kept and makes what follows a no-op.
class BatchNormalization {
public:
  BatchNormalization(Budget &budget, const Tensor &operand, double epsilon,
                     int64_t featureIndex)
      : budget(budget), operand(operand), featureIndex(featureIndex),
        epsilon(constant(epsilon)),
        elementsPerFeature(
            constant(operand.dimension(featureIndex) == 0
                         ? 0
                         : double(operand.elementCount()) /
                               operand.dimension(featureIndex))) {}

  struct Gradients {
    Tensor operand, scale, offset;
  };

  Tensor mean() { return meanOf(operand); }

  Tensor variance() {
    Tensor centered = subtract(operand, broadcast(mean()));
    return meanOf(multiply(centered, centered));
  }

  Tensor normalize(const Tensor &scale, const Tensor &offset,
                   const Tensor &mean, const Tensor &variance) {
    Tensor centered = subtract(operand, broadcast(mean));
    Tensor stddev = sqrt(add(broadcast(variance), epsilon));
    return add(multiply(broadcast(scale), divide(centered, stddev)),
               broadcast(offset));
  }

  Gradients gradients(const Tensor &scale, const Tensor &mean,
                      const Tensor &variance, const Tensor &gradOutput) {
    Tensor centered = subtract(operand, broadcast(mean));
    Tensor variancePlusEpsilon = add(broadcast(variance), epsilon);
    Tensor stddev = sqrt(variancePlusEpsilon);
    Tensor normalized = divide(centered, stddev);

    Tensor gradOffset = sum(gradOutput);
    Tensor gradScale = sum(multiply(gradOutput, normalized));
    Tensor i1 = multiply(gradOutput, elementsPerFeature);
    Tensor i2 = broadcast(gradOffset);
    Tensor i3 = broadcast(sum(multiply(gradOutput, centered)));
    Tensor i5 = divide(multiply(i3, centered), variancePlusEpsilon);
    Tensor i6 = subtract(subtract(i1, i2), i5);
    Tensor gradOperand = multiply(
        divide(divide(broadcast(scale), stddev), elementsPerFeature), i6);
    return {gradOperand, gradScale, gradOffset};
  }

  const Status &status() const { return failure; }

private:
  Tensor keep(StatusOr<Tensor> result) {
    if (result.ok()) {
      return *std::move(result);
    }
    if (failure.ok()) {
      failure = result.status();
    }
    return operand;
  }

  Tensor binary(BinaryFunction function, const Tensor &lhs, const Tensor &rhs) {
    if (!failure.ok()) {
      return operand;
    }
    return keep(evalBinary(budget, lhs.type(), function, lhs, rhs));
  }
  Tensor add(const Tensor &lhs, const Tensor &rhs) {
    return binary(math::add, lhs, rhs);
  }
  Tensor subtract(const Tensor &lhs, const Tensor &rhs) {
    return binary(math::subtract, lhs, rhs);
  }
  Tensor multiply(const Tensor &lhs, const Tensor &rhs) {
    return binary(math::multiply, lhs, rhs);
  }
  Tensor divide(const Tensor &lhs, const Tensor &rhs) {
    return binary(math::divide, lhs, rhs);
  }
  Tensor sqrt(const Tensor &tensor) {
    return failure.ok()
               ? keep(evalUnary(budget, tensor.type(), math::sqrt, tensor))
               : operand;
  }
  Tensor constant(double value) {
    return keep(Tensor::splat(budget, operand.type(),
                              Element::real(operand.elementType(), value)));
  }
  Tensor broadcast(const Tensor &perFeature) {
    if (!failure.ok()) {
      return operand;
    }
    return keep(evalBroadcastInDimOp(budget, operand.type(), perFeature,
                                     ArrayRef(featureIndex), operand.shape()));
  }
  Tensor sum(const Tensor &tensor) {
    if (!failure.ok()) {
      return operand;
    }
    RankedTensorType type =
        tensor.type().clone({operand.dimension(featureIndex)});
    StatusOr<TensorBuilder> result = TensorBuilder::create(budget, type);
    if (!result.ok()) {
      return keep(result.status());
    }
    int64_t position = 0;
    for (const Index &index : IndexSpace(tensor.shape())) {
      int64_t feature = index[featureIndex];
      result->setAt(feature,
                    math::add(result->at(feature), tensor.at(position++)));
    }
    return std::move(*result).finish();
  }
  Tensor meanOf(const Tensor &tensor) {
    Tensor total = sum(tensor);
    if (!failure.ok()) {
      return operand;
    }
    Tensor divisor =
        keep(Tensor::splat(budget, total.type(),
                           elementsPerFeature.elementCount() == 0
                               ? Element::zero(operand.elementType())
                               : elementsPerFeature.at(0)));
    return divide(total, divisor);
  }

  Budget &budget;
  Status failure = Status::success();
  Tensor operand;
  int64_t featureIndex;
  Tensor epsilon;
  Tensor elementsPerFeature;
};

/// The operands as floats.
StatusOr<SmallVector<Tensor, 5>> realOperands(OpCall &call) {
  SmallVector<Tensor, 5> operands;
  for (size_t i = 0; i < call.operandCount(); ++i) {
    WEFT_ASSIGN_OR_RETURN(Tensor operand,
                          dequantize(call.budget(), call.tensor(i)));
    operands.push_back(std::move(operand));
  }
  return operands;
}

Status finishAll(OpCall &call, const BatchNormalization &definition,
                 ArrayRef<Tensor> results) {
  WEFT_RETURN_IF_ERROR(definition.status());
  for (auto [i, result] : llvm::enumerate(results)) {
    WEFT_ASSIGN_OR_RETURN(Tensor quantized,
                          quantize(call.budget(), result, call.resultType(i)));
    call.setResult(i, std::move(quantized));
  }
  return Status::success();
}

template <typename Op>
BatchNormalization definitionOf(Op op, OpCall &call, const Tensor &operand) {
  return BatchNormalization(call.budget(), operand,
                            op.getEpsilon().convertToDouble(),
                            op.getFeatureIndex());
}

Status evalBatchNormTrainingOp(stablehlo::BatchNormTrainingOp op,
                               OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(auto operands, realOperands(call));
  BatchNormalization definition = definitionOf(op, call, operands[0]);
  Tensor mean = definition.mean();
  Tensor variance = definition.variance();
  Tensor output =
      definition.normalize(operands[1], operands[2], mean, variance);
  return finishAll(call, definition, {output, mean, variance});
}

Status evalBatchNormInferenceOp(stablehlo::BatchNormInferenceOp op,
                                OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(auto operands, realOperands(call));
  BatchNormalization definition = definitionOf(op, call, operands[0]);
  Tensor result =
      definition.normalize(operands[1], operands[2], operands[3], operands[4]);
  return finishAll(call, definition, {result});
}

Status evalBatchNormGradOp(stablehlo::BatchNormGradOp op, OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(auto operands, realOperands(call));
  BatchNormalization definition = definitionOf(op, call, operands[0]);
  BatchNormalization::Gradients gradients =
      definition.gradients(operands[1], operands[2], operands[3], operands[4]);
  return finishAll(call, definition,
                   {gradients.operand, gradients.scale, gradients.offset});
}

} // namespace

void addNormalizationOps(OpTable &table) {
  table.add<stablehlo::BatchNormTrainingOp>(evalBatchNormTrainingOp);
  table.add<stablehlo::BatchNormInferenceOp>(evalBatchNormInferenceOp);
  table.add<stablehlo::BatchNormGradOp>(evalBatchNormGradOp);
}

} // namespace weft::reference
