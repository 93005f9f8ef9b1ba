// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collectives that move, as the runtime makes them.

#pragma once

#include "weft/Executable/CollectiveCall.h"
#include "weft/Support/Status.h"

#include <mlir/IR/Operation.h>

namespace weft {

/// The collective behind a step of a plan, if it is one that moves. Its groups
/// have been worked out (expandCollectives).
mlir::Operation *findMove(mlir::Operation *step);

StatusOr<CollectiveCall> describeCollective(mlir::Operation *move);

} // namespace weft
