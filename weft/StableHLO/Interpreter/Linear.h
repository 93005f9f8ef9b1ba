// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products: dot, dot_general, einsum, convolution.
//
// A sum of products starts at zero and runs in row-major order of the
// contracting dimensions; products and partial sums are rounded to the result's
// type, as the specification's multiply and add would. Types narrower than f32
// are accumulated in f32 (f8E8M0FNU, which has its range and no zero, in f64)
// and rounded at the end. Integers wrap. Booleans combine with `and` and `or`.
// Operands of another type than the result's are converted first.
//
// Quantized operands are dequantized and the result is quantized, as the
// specification says.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/StableHLO/Interpreter/WideSum.h"

namespace weft::reference {

struct DotDimensions {
  llvm::ArrayRef<int64_t> lhsBatching;
  llvm::ArrayRef<int64_t> rhsBatching;
  llvm::ArrayRef<int64_t> lhsContracting;
  llvm::ArrayRef<int64_t> rhsContracting;
};

/// Float kinds that operands are rounded to before they are multiplied.
struct DotPrecision {
  std::optional<FloatKind> lhs;
  std::optional<FloatKind> rhs;
};

StatusOr<Tensor> evalDotGeneralOp(Budget &budget, mlir::RankedTensorType type,
                                  const Tensor &lhs, const Tensor &rhs,
                                  const DotDimensions &dimensions,
                                  const DotPrecision &precision = {});

/// `config` is in the notation `ab,bc->ac`, with one operand or two; `...`
/// stands for any further dimensions.
StatusOr<Tensor> evalEinsumOp(Budget &budget, mlir::RankedTensorType type,
                              llvm::ArrayRef<Tensor> operands,
                              llvm::StringRef config);

/// Which dimension of each tensor plays which part.
struct ConvolutionDimensions {
  int64_t inputBatch;
  int64_t inputFeature;
  llvm::ArrayRef<int64_t> inputSpatial;
  int64_t kernelInputFeature;
  int64_t kernelOutputFeature;
  llvm::ArrayRef<int64_t> kernelSpatial;
  int64_t outputBatch;
  int64_t outputFeature;
  llvm::ArrayRef<int64_t> outputSpatial;
};

/// One window per spatial dimension; the sizes are the kernel's.
StatusOr<Tensor>
evalConvolutionOp(Budget &budget, mlir::RankedTensorType type,
                  const Tensor &lhs, const Tensor &rhs,
                  const ConvolutionDimensions &dimensions,
                  llvm::ArrayRef<stablehlo::WindowDimension> windows,
                  int64_t featureGroupCount, int64_t batchGroupCount);

/// What the algorithm says about rounding of the operands. With more than one
/// primitive product per product, an operand is split into parts that together
/// hold it, so nothing is rounded away.
DotPrecision precisionOf(std::optional<stablehlo::DotAlgorithmAttr> algorithm);

/// The elements in which a product is summed up: those of its result, or wider
/// ones that its algorithm asks for.
mlir::Type sumTypeOf(stablehlo::DotGeneralOp op);

/// An operand of a product, ready to be multiplied: of the result's type or,
/// where both are floats, of its own, since both are held exactly.
StatusOr<Tensor> toFactor(Budget &budget, const Tensor &operand,
                          mlir::RankedTensorType resultType,
                          std::optional<FloatKind> precision = std::nullopt);

/// A sum of products, see above.
class ProductSum {
public:
  explicit ProductSum(ElementType type) : type(type) {}

  /// Both elements have the sum's type, or are floats where it is a float.
  void add(const Element &lhs, const Element &rhs);
  Element finish() const;

private:
  /// To the type sums are kept in, f32 or f64.
  double round(double value) const;
  void addParts(double realTerm, double imaginaryTerm);

  ElementType type;
  uint64_t integers = 0;
  double real = 0;
  double imaginary = 0;
  int64_t terms = 0;
  WideSum wideReal;
  WideSum wideImaginary;
};

} // namespace weft::reference
