// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `gather` and `dynamic_gather` share. Their constraints carry the same
// labels.

#pragma once

#include "weft/StableHLO/IR/Shapes.h"

namespace weft::stablehlo {

/// Checks C1 to C20 but those on the values of the slice sizes (C9, C12), of
/// which there are `sliceSizeCount` (unknown if dynamic); C5 comes with the
/// inference.
llvm::LogicalResult checkGatherDimensions(const Site &site,
                                          mlir::RankedTensorType operand,
                                          mlir::RankedTensorType startIndices,
                                          GatherDimensionNumbersAttr numbers,
                                          int64_t sliceSizeCount);

/// Checks the values of the slice sizes: C9, C12, C21.
llvm::LogicalResult checkGatherSliceSizes(const Site &site,
                                          mlir::RankedTensorType operand,
                                          GatherDimensionNumbersAttr numbers,
                                          llvm::ArrayRef<int64_t> sliceSizes);

/// The type of the result (C22, C23), after C5. Slice sizes may be dynamic.
mlir::FailureOr<mlir::RankedTensorType>
inferGatherType(const Site &site, mlir::RankedTensorType operand,
                mlir::RankedTensorType startIndices,
                GatherDimensionNumbersAttr numbers,
                llvm::ArrayRef<int64_t> sliceSizes);

} // namespace weft::stablehlo
