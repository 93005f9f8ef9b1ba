// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuses programs with values that no machine has memory for. Every stage adds
// and multiplies sizes; after this none of their sums overflows.

#pragma once

#include "weft/Support/Status.h"

#include <mlir/IR/Operation.h>

namespace weft {

/// ResourceExhausted, with operation, type and place, if a value inside `root`
/// is too large, or all of them together are.
Status checkSizes(mlir::Operation *root);

} // namespace weft
