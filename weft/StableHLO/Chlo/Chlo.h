// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `chlo` dialect: what front ends say in one word and StableHLO in several.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/TypeUtilities.h>

#include "weft/StableHLO/Chlo/ChloDialect.h.inc"
#include "weft/StableHLO/Chlo/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/StableHLO/Chlo/ChloAttributes.h.inc"

namespace weft::chlo {

/// The type of `operands` brought to a common shape, with elements of type
/// `elementType`. Unranked where the shapes do not fit or the rank of an
/// operand is unknown: an unranked type promises nothing, and the expansion
/// reports the error.
mlir::LogicalResult inferBroadcastType(
    std::optional<mlir::Location> location, mlir::TypeRange operands,
    std::optional<llvm::ArrayRef<int64_t>> broadcastDimensions,
    mlir::Type elementType, llvm::SmallVectorImpl<mlir::Type> &inferred);

} // namespace weft::chlo

#define GET_OP_CLASSES
#include "weft/StableHLO/Chlo/ChloOps.h.inc"
