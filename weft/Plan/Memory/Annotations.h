// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads what memory passes wrote on values. Operations carry it for their
// results, programs for their arguments; what a loop carries lies where the
// loop's result does.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

struct StorageOf {
  /// -1 for values without bytes, and for values without the attribute.
  int64_t number = -1;
  int64_t offset = 0;
};
StorageOf storageOf(mlir::Value value);

/// Null for values that have not been placed.
PlaceAttr placeOf(mlir::Value value);

/// How many bytes a value may be found in: more than its own for a view with
/// an index, and for views of that.
int64_t reachOf(mlir::Value value);

/// Whether making the value writes its bytes. Views, barriers, loops and
/// branches only name bytes that are there.
bool isWritten(mlir::Value value);

} // namespace weft::plan
