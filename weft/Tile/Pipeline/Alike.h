// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <mlir/IR/Value.h>

namespace weft::tile {

/// Whether two values are computed alike from the same ones.
bool areAlike(mlir::Value a, mlir::Value b);

} // namespace weft::tile
