// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the types of programs and the types of executables.

#pragma once

#include "weft/Executable/ArrayType.h"

#include <mlir/IR/Types.h>

namespace weft {

/// Nothing when buffers have no such element: quantized types, index, f128.
std::optional<ElementType> elementTypeOf(mlir::Type type);

/// The type of an array or token at the border of a program: a static tensor.
/// `what` names it in the error, as in "argument 2".
StatusOr<ArrayType> arrayTypeOf(
    mlir::Type type, const std::string &what,
    std::optional<std::span<const int64_t>> minorToMajor = std::nullopt);

} // namespace weft
