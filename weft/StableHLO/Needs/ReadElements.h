// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of a value is read: of one that only slices and rows are taken of,
// as much as those have.

#pragma once

#include <mlir/IR/Value.h>

namespace weft::stablehlo {

/// Elements of a value of static shape that its users read, at most.
int64_t readElements(mlir::Value value);

} // namespace weft::stablehlo
