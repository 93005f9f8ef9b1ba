// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan asks of the runtime while it runs: collectives, which move bytes,
// and calls, which run as StableHLO.

#pragma once

#include "weft/Executable/NativeProgram.h"

#include <llvm/ADT/ArrayRef.h>
#include <mlir/IR/Operation.h>

namespace weft {

struct DescribedCalls {
  /// By the number that code knows them by.
  std::vector<NativeCall> calls;
  /// A module with the functions of those that are outlined; empty for none.
  std::string outlined;
  /// Of the copies that the runtime makes for a call, the call that takes most.
  uint64_t mostCopiedBytes = 0;
};

StatusOr<DescribedCalls> describeCalls(mlir::Location location,
                                       llvm::ArrayRef<mlir::Operation *> steps);

} // namespace weft
