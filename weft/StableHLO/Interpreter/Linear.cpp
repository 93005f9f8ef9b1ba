// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Linear.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Elementwise.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Quantized.h"
#include "weft/Support/RowMajor.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::reference {
namespace {

llvm::SmallVector<int64_t> freeDimensions(int64_t rank,
                                          ArrayRef<int64_t> batching,
                                          ArrayRef<int64_t> contracting) {
  llvm::SmallVector<int64_t> dimensions;
  for (int64_t d = 0; d < rank; ++d) {
    if (!llvm::is_contained(batching, d) &&
        !llvm::is_contained(contracting, d)) {
      dimensions.push_back(d);
    }
  }
  return dimensions;
}

Shape sizes(const Tensor &tensor, ArrayRef<int64_t> dimensions) {
  Shape shape;
  for (int64_t d : dimensions) {
    shape.push_back(tensor.dimension(d));
  }
  return shape;
}

/// Positions, in row-major order of `dimensions`, of what they add to a linear
/// index of `tensor`.
std::vector<int64_t> offsets(const Tensor &tensor,
                             ArrayRef<int64_t> dimensions) {
  const auto strides = rowMajorStrides(tensor.shape());
  std::vector<int64_t> result;
  for (const Index &index : IndexSpace(sizes(tensor, dimensions))) {
    int64_t offset = 0;
    for (auto [i, d] : llvm::enumerate(dimensions)) {
      offset += index[i] * strides[d];
    }
    result.push_back(offset);
  }
  return result;
}

} // namespace

StatusOr<Tensor> toFactor(Budget &budget, const Tensor &operand,
                          RankedTensorType resultType,
                          std::optional<FloatKind> precision) {
  Tensor factor = operand;
  ElementType target = *ElementType::from(resultType.getElementType());
  if (operand.elementType() != target &&
      !(operand.elementType().isFloat() && target.isFloat())) {
    WEFT_ASSIGN_OR_RETURN(
        factor,
        evalConvertOp(budget, operand.type().clone(resultType.getElementType()),
                      operand));
  }
  if (!precision || !factor.elementType().isFloat()) {
    return factor;
  }
  return evalUnary(
      budget, factor.type(),
      [&](const Element &element) {
        return Element::real(element.type(),
                             roundToFloat(*precision, element.asReal()));
      },
      factor);
}

double ProductSum::round(double value) const {
  // Products of f8E8M0FNU leave the range of f32, and zero is no number of it.
  bool isWide = type.floatKind() == FloatKind::F64 ||
                type.floatKind() == FloatKind::F8E8M0FNU;
  return isWide ? value : static_cast<double>(static_cast<float>(value));
}

void ProductSum::add(const Element &lhs, const Element &rhs) {
  auto product = [&](double x, double y) { return round(x * y); };
  switch (type.elementClass()) {
  case ElementClass::Boolean:
    integers |= lhs.asUnsigned() & rhs.asUnsigned();
    return;
  case ElementClass::Signed:
  case ElementClass::Unsigned:
    integers += lhs.asUnsigned() * rhs.asUnsigned();
    return;
  case ElementClass::Float:
    addParts(product(lhs.asReal(), rhs.asReal()), 0);
    return;
  case ElementClass::Complex:
    addParts(round(product(lhs.asReal(), rhs.asReal()) -
                   product(lhs.asImaginary(), rhs.asImaginary())),
             round(product(lhs.asReal(), rhs.asImaginary()) +
                   product(lhs.asImaginary(), rhs.asReal())));
    return;
  }
}

void ProductSum::addParts(double realTerm, double imaginaryTerm) {
  real = round(real + realTerm);
  imaginary = round(imaginary + imaginaryTerm);
  wideReal.add(realTerm);
  wideImaginary.add(imaginaryTerm);
  ++terms;
}

Element ProductSum::finish() const {
  double re = isLongSum(terms) ? wideReal.total() : real;
  double im = isLongSum(terms) ? wideImaginary.total() : imaginary;
  if (type.isFloat()) {
    return Element::real(type, re);
  }
  if (type.isComplex()) {
    return Element::complex(type, {re, im});
  }
  return Element::integer(type, integers);
}

StatusOr<Tensor> evalDotGeneralOp(Budget &budget, RankedTensorType type,
                                  const Tensor &lhs, const Tensor &rhs,
                                  const DotDimensions &dimensions,
                                  const DotPrecision &precision) {
  if (lhs.isQuantized() || rhs.isQuantized()) {
    WEFT_ASSIGN_OR_RETURN(Tensor realLhs, dequantize(budget, lhs));
    WEFT_ASSIGN_OR_RETURN(Tensor realRhs, dequantize(budget, rhs));
    WEFT_ASSIGN_OR_RETURN(Tensor result,
                          evalDotGeneralOp(budget, expressedType(type), realLhs,
                                           realRhs, dimensions, precision));
    return quantize(budget, result, type);
  }
  llvm::SmallVector<int64_t> lhsFree = freeDimensions(
      lhs.rank(), dimensions.lhsBatching, dimensions.lhsContracting);
  llvm::SmallVector<int64_t> rhsFree = freeDimensions(
      rhs.rank(), dimensions.rhsBatching, dimensions.rhsContracting);
  Shape batch = sizes(lhs, dimensions.lhsBatching);
  if (batch != sizes(rhs, dimensions.rhsBatching) ||
      sizes(lhs, dimensions.lhsContracting) !=
          sizes(rhs, dimensions.rhsContracting)) {
    return Status::invalidArgument(
        "operands of the product differ in a batching or contracting dimension "
        "at run time");
  }
  Shape shape = batch;
  llvm::append_range(shape, sizes(lhs, lhsFree));
  llvm::append_range(shape, sizes(rhs, rhsFree));
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  // Without elements, the other dimensions may be of any size.
  if (result.elementCount() == 0) {
    return std::move(result).finish();
  }
  WEFT_ASSIGN_OR_RETURN(Tensor left,
                        toFactor(budget, lhs, resultType, precision.lhs));
  WEFT_ASSIGN_OR_RETURN(Tensor right,
                        toFactor(budget, rhs, resultType, precision.rhs));

  std::vector<int64_t> lhsContracting = offsets(lhs, dimensions.lhsContracting);
  std::vector<int64_t> rhsContracting = offsets(rhs, dimensions.rhsContracting);
  std::vector<int64_t> lhsRows = offsets(lhs, lhsFree);
  std::vector<int64_t> rhsColumns = offsets(rhs, rhsFree);
  int64_t position = 0;
  for (auto [lhsBatch, rhsBatch] :
       llvm::zip_equal(offsets(lhs, dimensions.lhsBatching),
                       offsets(rhs, dimensions.rhsBatching))) {
    for (int64_t row : lhsRows) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(rhsColumns.size()));
      for (int64_t column : rhsColumns) {
        ProductSum sum(result.elementType());
        for (auto [i, j] : llvm::zip_equal(lhsContracting, rhsContracting)) {
          sum.add(left.at(lhsBatch + row + i), right.at(rhsBatch + column + j));
        }
        result.setAt(position++, sum.finish());
      }
    }
  }
  return std::move(result).finish();
}

namespace {

/// The dimensions of an einsum by label: a letter, or a negative number for a
/// dimension that `...` covers, counted from the right.
using Labels = llvm::SmallVector<int64_t>;

struct EinsumLabels {
  llvm::SmallVector<Labels> operands;
  Labels outputs;
  Labels summed;
  llvm::MapVector<int64_t, int64_t> extents;

  Shape shapeOf(ArrayRef<int64_t> labels) const {
    Shape shape;
    for (int64_t label : labels) {
      shape.push_back(extents.lookup(label));
    }
    return shape;
  }
};

Labels readLabels(StringRef text, int64_t covered) {
  Labels labels;
  for (text = text.trim(); !text.empty();) {
    if (text.consume_front("...")) {
      for (int64_t i = covered; i > 0; --i) {
        labels.push_back(-i);
      }
      continue;
    }
    if (text.front() != ' ') {
      labels.push_back(text.front());
    }
    text = text.drop_front();
  }
  return labels;
}

/// None if the configuration does not fit the operands.
std::optional<EinsumLabels> readEinsum(StringRef config,
                                       ArrayRef<Tensor> operands) {
  auto [inputText, outputText] = config.split("->");
  llvm::SmallVector<StringRef> inputs;
  inputText.split(inputs, ',');
  if (!config.contains("->") || inputs.size() != operands.size()) {
    return std::nullopt;
  }
  EinsumLabels labels;
  int64_t covered = 0;
  for (auto [text, operand] : llvm::zip_equal(inputs, operands)) {
    int64_t named = readLabels(text, 0).size();
    int64_t extra = operand.rank() - named;
    if (extra < 0 || (extra > 0 && !text.contains("..."))) {
      return std::nullopt;
    }
    covered = std::max(covered, extra);
    labels.operands.push_back(readLabels(text, extra));
    for (auto [d, label] : llvm::enumerate(labels.operands.back())) {
      auto [entry, isNew] =
          labels.extents.insert({label, operand.dimension(d)});
      if (!isNew && entry->second != operand.dimension(d)) {
        return std::nullopt;
      }
    }
  }
  labels.outputs = readLabels(outputText, covered);
  for (int64_t label : labels.outputs) {
    if (!labels.extents.count(label) ||
        llvm::count(labels.outputs, label) != 1) {
      return std::nullopt;
    }
  }
  for (int64_t label : llvm::make_first_range(labels.extents)) {
    if (!llvm::is_contained(labels.outputs, label)) {
      labels.summed.push_back(label);
    }
  }
  return labels;
}

} // namespace

StatusOr<Tensor> evalEinsumOp(Budget &budget, RankedTensorType type,
                              ArrayRef<Tensor> operands, StringRef config) {
  std::optional<EinsumLabels> labels = readEinsum(config, operands);
  if (!labels) {
    return Status::invalidArgument(llvm::formatv(
        "einsum configuration '{0}' does not fit its operands", config));
  }
  Shape shape = labels->shapeOf(labels->outputs);
  Shape summedShape = labels->shapeOf(labels->summed);
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  llvm::SmallVector<Tensor, 2> factors;
  for (const Tensor &operand : operands) {
    WEFT_ASSIGN_OR_RETURN(Tensor factor, toFactor(budget, operand, resultType));
    factors.push_back(std::move(factor));
  }
  Element one = Element::one(result.elementType());
  llvm::DenseMap<int64_t, int64_t> at;
  auto elementOf = [&](size_t i) {
    Index index;
    for (int64_t label : labels->operands[i]) {
      index.push_back(at[label]);
    }
    return factors[i].get(index);
  };
  for (const Index &outer : IndexSpace(shape)) {
    for (auto [i, label] : llvm::enumerate(labels->outputs)) {
      at[label] = outer[i];
    }
    ProductSum sum(result.elementType());
    for (const Index &inner : IndexSpace(summedShape)) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps());
      for (auto [i, label] : llvm::enumerate(labels->summed)) {
        at[label] = inner[i];
      }
      sum.add(elementOf(0), factors.size() == 2 ? elementOf(1) : one);
    }
    result.set(outer, sum.finish());
  }
  return std::move(result).finish();
}

DotPrecision precisionOf(std::optional<stablehlo::DotAlgorithmAttr> algorithm) {
  if (!algorithm || !*algorithm ||
      algorithm->getNumPrimitiveOperations() != 1) {
    return {};
  }
  auto kindOf = [](Type type) -> std::optional<FloatKind> {
    if (isa<FloatTF32Type>(type)) {
      return FloatKind::TF32;
    }
    std::optional<ElementType> element = ElementType::from(type);
    return element && element->isFloat() ? std::optional(element->floatKind())
                                         : std::nullopt;
  };
  return {kindOf(algorithm->getLhsPrecisionType()),
          kindOf(algorithm->getRhsPrecisionType())};
}

Type sumTypeOf(stablehlo::DotGeneralOp op) {
  Type element = getElementTypeOrSelf(op.getType());
  auto complex = dyn_cast<ComplexType>(element);
  auto part = dyn_cast<FloatType>(complex ? complex.getElementType() : element);
  std::optional<stablehlo::DotAlgorithmAttr> algorithm = op.getAlgorithm();
  if (!part || !algorithm || !*algorithm) {
    return element;
  }
  // Narrower ones are summed up in f32 at least.
  Type sum = algorithm->getAccumulationType();
  if (!sum.isF64() || part.isF64()) {
    return element;
  }
  return complex ? Type(ComplexType::get(sum)) : sum;
}

void addLinearOps(OpTable &table) {
  table.add<stablehlo::DotGeneralOp>([](stablehlo::DotGeneralOp op,
                                        OpCall &call) -> Status {
    stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    DotDimensions dimensions = {numbers.getLhsBatchingDimensions(),
                                numbers.getRhsBatchingDimensions(),
                                numbers.getLhsContractingDimensions(),
                                numbers.getRhsContractingDimensions()};
    RankedTensorType type = call.resultType();
    WEFT_ASSIGN_OR_RETURN(
        Tensor sums,
        evalDotGeneralOp(call.budget(), type.clone(sumTypeOf(op)),
                         call.tensor(0), call.tensor(1), dimensions,
                         precisionOf(op.getAlgorithm())));
    return call.finish(sums.type().getElementType() == type.getElementType()
                           ? StatusOr<Tensor>(std::move(sums))
                           : evalConvertOp(call.budget(), type, sums));
  });
  // The last dimension of the left operand meets the first of the right one.
  table.add<stablehlo::DotOp>([](stablehlo::DotOp, OpCall &call) {
    int64_t last = call.tensor(0).rank() - 1;
    int64_t first = 0;
    DotDimensions dimensions = {{}, {}, ArrayRef(last), ArrayRef(first)};
    return call.finish(evalDotGeneralOp(call.budget(), call.resultType(),
                                        call.tensor(0), call.tensor(1),
                                        dimensions));
  });
  table.add<stablehlo::EinsumOp>([](stablehlo::EinsumOp op, OpCall &call) {
    return call.finish(evalEinsumOp(call.budget(), call.resultType(),
                                    call.tensors(), op.getEinsumConfig()));
  });
  table.add<stablehlo::UnaryEinsumOp>(
      [](stablehlo::UnaryEinsumOp op, OpCall &call) {
        return call.finish(evalEinsumOp(call.budget(), call.resultType(),
                                        call.tensors(), op.getEinsumConfig()));
      });
}

} // namespace weft::reference
