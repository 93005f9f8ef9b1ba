// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantized tensors: integers that stand for (integer - zero point) * scale.
//
// Operations on quantized tensors are defined by dequantizing, computing on
// floats of the expressed type, and quantizing. Movement operations need none
// of this: they move the storage integers.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"

namespace weft::reference {

/// The type of dequantized values: same shape, expressed element type. A type
/// that is not quantized is returned as it is.
mlir::RankedTensorType expressedType(mlir::RankedTensorType type);
/// Same shape, storage integers as elements.
mlir::RankedTensorType storageType(mlir::RankedTensorType type);
bool isQuantized(mlir::RankedTensorType type);

/// convert(x - zero point) * scale, the difference exact, conversion and
/// product rounded to the expressed type. A tensor that is not quantized is
/// returned as it is.
StatusOr<Tensor> dequantize(Budget &budget, const Tensor &operand);

/// round_nearest_even(clamp(min, x / scale + zero point, max)), each step
/// rounded to the expressed type. NaN becomes 0, as conversion to an integer
/// makes it. A `type` that is not quantized returns `operand` as it is, which
/// lets mixed operations treat all their operands and results alike. `type`
/// may have dynamic dimensions.
StatusOr<Tensor> quantize(Budget &budget, const Tensor &operand,
                          mlir::RankedTensorType type);

} // namespace weft::reference
