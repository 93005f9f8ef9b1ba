// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Evaluate.h"

#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/StableHLO/Simplify/Match.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

using namespace mlir;
using weft::reference::Interpreter;
using weft::reference::Tensor;

namespace weft::stablehlo {

bool isFunctionOfOperands(Operation *op) {
  return isa_and_present<StableHLODialect>(op->getDialect()) &&
         !isa<AsyncDoneOp, AsyncStartOp, CaseOp, CompositeOp, ConstantOp,
              CustomCallOp, IfOp, OptimizationBarrierOp, PartitionIdOp,
              ReplicaIdOp, ReturnOp, RngBitGeneratorOp, RngOp, WhileOp>(op) &&
         op->getNumResults() > 0 && isMemoryEffectFree(op);
}

bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() || isa<SelectOp, ClampOp>(op);
}

namespace {

/// Arithmetic on counts that stops at a number no limit allows.
constexpr int64_t uncountable = INT64_MAX / 64;

int64_t times(int64_t a, int64_t b) {
  int64_t product;
  bool overflows = __builtin_mul_overflow(a, b, &product);
  return overflows ? uncountable : std::min(product, uncountable);
}

int64_t countOf(Value value) {
  int64_t count = 1;
  for (int64_t size : shapeOf(value)) {
    count = times(count, size);
  }
  return count;
}

/// Products or elements that go into one element of a result.
int64_t workPerElement(Operation *op) {
  int64_t work = 1;
  if (auto dot = dyn_cast<DotGeneralOp>(op)) {
    for (int64_t dimension :
         dot.getDotDimensionNumbers().getLhsContractingDimensions()) {
      work = times(work, shapeOf(dot.getLhs())[dimension]);
    }
  } else if (auto convolution = dyn_cast<ConvolutionOp>(op)) {
    int64_t features =
        shapeOf(convolution.getRhs())[convolution.getDimensionNumbers()
                                          .getKernelOutputFeatureDimension()];
    work = countOf(convolution.getRhs()) / std::max<int64_t>(features, 1);
  } else if (auto window = dyn_cast<ReduceWindowOp>(op)) {
    for (int64_t size : window.getWindowDimensions()) {
      work = times(work, size);
    }
  }
  return work;
}

} // namespace

int64_t estimateWork(Operation *op) {
  int64_t work = 0;
  for (Value operand : op->getOperands()) {
    work = std::min(work + countOf(operand), uncountable);
  }
  for (Value result : op->getResults()) {
    work = std::min(work + times(countOf(result), workPerElement(op)),
                    uncountable);
  }
  // A body is run step by step, which costs far more than an element.
  constexpr int64_t bodyFactor = 16;
  return op->getNumRegions() == 0 ? work : work * bodyFactor;
}

/// A module with one function that computes `op` from its arguments.
static OwningOpRef<ModuleOp> makeProgram(Operation *op, TypeRange resultTypes,
                                         TypeRange operandTypes) {
  Location location = op->getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(location);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto function =
      func::FuncOp::create(builder, location, "main",
                           builder.getFunctionType(operandTypes, resultTypes));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  Operation *copy = op->clone();
  copy->setOperands(body->getArguments());
  for (auto [result, type] : llvm::zip_equal(copy->getResults(), resultTypes)) {
    result.setType(type);
  }
  builder.insert(copy);
  func::ReturnOp::create(builder, location, copy->getResults());
  return module;
}

std::optional<SmallVector<DenseElementsAttr>>
ConstantEvaluator::run(Operation *op, TypeRange resultTypes,
                       ArrayRef<DenseElementsAttr> operands) {
  SmallVector<Type> operandTypes;
  for (DenseElementsAttr operand : operands) {
    operandTypes.push_back(operand.getType());
  }
  OwningOpRef<ModuleOp> module = makeProgram(op, resultTypes, operandTypes);
  reference::Limits bounds;
  bounds.maxBytes = uint64_t(256) << 20;
  bounds.maxSteps = limits.work;
  auto interpreter = Interpreter::create(*module, bounds, table);
  if (!interpreter.ok()) {
    return std::nullopt;
  }
  reference::Values arguments;
  for (DenseElementsAttr operand : operands) {
    auto tensor = Tensor::fromAttribute((*interpreter)->budget(), operand);
    if (!tensor.ok()) {
      return std::nullopt;
    }
    arguments.push_back(std::move(tensor).value());
  }
  // An operation that fails is left to fail when the program runs.
  reference::RunResult outcome = (*interpreter)->run("main", arguments);
  if (!outcome.status.ok()) {
    return std::nullopt;
  }
  SmallVector<DenseElementsAttr> results;
  for (const reference::Value &value : outcome.results) {
    results.push_back(value.tensor().toAttribute());
  }
  return results;
}

std::optional<SmallVector<DenseElementsAttr>>
ConstantEvaluator::evaluate(Operation *op,
                            ArrayRef<DenseElementsAttr> operands) {
  int64_t operandBytes = 0;
  for (DenseElementsAttr operand : operands) {
    operandBytes += static_cast<int64_t>(operand.getRawData().size());
  }
  int64_t resultBytes = 0;
  for (Type type : op->getResultTypes()) {
    int64_t bytes = byteSize(cast<RankedTensorType>(type));
    bool isSmall = bytes <= limits.smallBytes;
    if (bytes > limits.resultBytes ||
        (!isSmall && bytes / limits.growth > operandBytes)) {
      return std::nullopt;
    }
    resultBytes += bytes;
  }
  int64_t work = estimateWork(op);
  if (work > limits.work || workDone + work > limits.totalWork ||
      bytesUsed + resultBytes > limits.totalBytes) {
    return std::nullopt;
  }
  workDone += work;
  bytesUsed += resultBytes;
  return run(op, op->getResultTypes(), operands);
}

std::optional<SmallVector<DenseElementsAttr>>
ConstantEvaluator::evaluateSplats(Operation *op,
                                  ArrayRef<DenseElementsAttr> operands) {
  if (limits.resultBytes == 0 || workDone >= limits.totalWork) {
    return std::nullopt;
  }
  ++workDone;
  SmallVector<DenseElementsAttr> scalars;
  for (DenseElementsAttr operand : operands) {
    scalars.push_back(operand.resizeSplat(
        RankedTensorType::get({}, operand.getElementType())));
  }
  SmallVector<Type> scalarTypes;
  for (Type type : op->getResultTypes()) {
    scalarTypes.push_back(
        RankedTensorType::get({}, cast<ShapedType>(type).getElementType()));
  }
  auto results = run(op, scalarTypes, scalars);
  if (!results) {
    return std::nullopt;
  }
  for (auto [result, type] : llvm::zip_equal(*results, op->getResultTypes())) {
    result = result.resizeSplat(cast<ShapedType>(type));
  }
  return results;
}

} // namespace weft::stablehlo
