// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether steps may change places, on a plan of stage shared.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// Of two steps that stand next to each other in a block: neither names a value
/// of the other, or writes storage that the other reads or writes.
bool canChangePlaces(mlir::Operation *one, mlir::Operation *other);

} // namespace weft::plan
