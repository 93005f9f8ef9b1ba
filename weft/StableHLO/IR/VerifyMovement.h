// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `broadcast_in_dim` and `reshape` share with `dynamic_broadcast_in_dim`
// and `dynamic_reshape`: the rules for quantized operands, under the same
// labels.

#pragma once

#include "weft/StableHLO/IR/Shapes.h"

namespace weft::stablehlo {

/// Scales and zero points are the operand's; the quantized dimension may
/// differ. Both types are quantized alike, or not at all.
llvm::LogicalResult checkSameScales(const Site &site, llvm::StringRef label,
                                    mlir::Type operand, mlir::Type result);

/// C6 of both broadcasts: a result quantized along an axis has it where the
/// operand's went, and the operand's only scale throughout if that axis grew.
/// Both types are quantized alike, and C2 to C4 hold.
llvm::LogicalResult checkQuantizedBroadcast(const Site &site,
                                            mlir::RankedTensorType operand,
                                            mlir::RankedTensorType result,
                                            llvm::ArrayRef<int64_t> dimensions);

/// C3 of both reshapes: the quantized dimension keeps its size and its place
/// among the elements. C1 and C2 hold.
llvm::LogicalResult checkQuantizedReshape(const Site &site,
                                          mlir::RankedTensorType operand,
                                          mlir::RankedTensorType result);

} // namespace weft::stablehlo
