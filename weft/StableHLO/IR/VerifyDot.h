// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What dots and convolutions share: both sum products of two operands, with the
// same hints and the same rules for quantized operands under labels of their
// own.

#pragma once

#include "weft/StableHLO/IR/Shapes.h"

namespace weft::stablehlo {

/// There are at most two hints, one per operand. None, or one too few, leaves
/// the default.
llvm::LogicalResult
checkPrecisionConfig(const Site &site, llvm::StringRef label,
                     std::optional<mlir::ArrayAttr> precisionConfig);

/// If any of the three is quantized, then `rhs` is, and of `lhs` and the result
/// both or none are.
llvm::LogicalResult checkQuantizedTogether(const Site &site,
                                           llvm::StringRef label,
                                           mlir::Type lhs, mlir::Type rhs,
                                           mlir::Type result);

struct QuantizedProductLabels {
  llvm::StringRef storage;
  llvm::StringRef expressed;
  llvm::StringRef granularity;
  /// `lhs` is not quantized.
  llvm::StringRef hybrid;
};

/// Storage, expressed types and granularity agree, after
/// `checkQuantizedTogether`. Does nothing if `rhs` is not quantized.
llvm::LogicalResult checkQuantizedProduct(const Site &site,
                                          const QuantizedProductLabels &labels,
                                          mlir::Type lhs, mlir::Type rhs,
                                          mlir::Type result);

} // namespace weft::stablehlo
