// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise operations as functions of tensors.
//
// `type` is the result's declared type; its dynamic dimensions are taken from
// the operands. Where an operand or the result is quantized, the operands are
// dequantized, the operation works on floats and its result is quantized, as
// the specification says for each of them. Operands of different run-time
// shapes are an error.

#pragma once

#include "weft/StableHLO/Interpreter/Math.h"
#include "weft/StableHLO/Interpreter/Tensor.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace weft::reference {

using UnaryFunction = llvm::function_ref<Element(const Element &)>;
using BinaryFunction =
    llvm::function_ref<Element(const Element &, const Element &)>;

/// `function` on each element, for instance
/// `evalUnary(budget, type, math::sine, x)`.
StatusOr<Tensor> evalUnary(Budget &budget, mlir::RankedTensorType type,
                           UnaryFunction function, const Tensor &operand);
StatusOr<Tensor> evalBinary(Budget &budget, mlir::RankedTensorType type,
                            BinaryFunction function, const Tensor &lhs,
                            const Tensor &rhs);

/// `min` and `max` may be scalars.
StatusOr<Tensor> evalClampOp(Budget &budget, mlir::RankedTensorType type,
                             const Tensor &min, const Tensor &operand,
                             const Tensor &max);
/// `pred` may be a scalar.
StatusOr<Tensor> evalSelectOp(Budget &budget, mlir::RankedTensorType type,
                              const Tensor &pred, const Tensor &onTrue,
                              const Tensor &onFalse);
StatusOr<Tensor> evalCompareOp(Budget &budget, mlir::RankedTensorType type,
                               const Tensor &lhs, const Tensor &rhs,
                               Comparison comparison, bool totalOrder);
StatusOr<Tensor> evalConvertOp(Budget &budget, mlir::RankedTensorType type,
                               const Tensor &operand);
StatusOr<Tensor> evalReducePrecisionOp(Budget &budget,
                                       mlir::RankedTensorType type,
                                       const Tensor &operand,
                                       int32_t exponentBits,
                                       int32_t mantissaBits);
/// Reinterprets bits. A narrower result has a new minor dimension that holds
/// the parts, lowest bits first; a wider one takes a minor dimension away.
StatusOr<Tensor> evalBitcastConvertOp(Budget &budget,
                                      mlir::RankedTensorType type,
                                      const Tensor &operand);

} // namespace weft::reference
