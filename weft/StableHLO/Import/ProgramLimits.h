// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of a program that must hold before anything recurses over its
// attributes or multiplies its dimensions; run on every import, before the
// verifier.

#pragma once

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/BuiltinTypes.h>

#include <optional>
#include <string>

namespace weft::stablehlo {

/// Why a shape is refused: rank, or sizes whose product does not fit. Dynamic
/// dimensions count as one, and so do empty ones, since they must not hide the
/// overflow of the others.
std::optional<std::string> findShapeError(mlir::ShapedType type);

/// The number of elements of a static shape that findShapeError accepts.
uint64_t countElements(mlir::ShapedType type);

struct LimitError {
  mlir::Operation *operation;
  std::string message;
};

/// The first operation whose nesting, attributes or types are beyond the
/// limits.
std::optional<LimitError> findLimitError(mlir::ModuleOp module);

} // namespace weft::stablehlo
