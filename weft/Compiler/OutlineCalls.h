// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program's code asks the runtime to do, as functions of StableHLO: one
// per call, named by callName(). They take and give arrays only; tokens, which
// put calls into an order, have done their work by now.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/ArrayRef.h>
#include <mlir/IR/OwningOpRef.h>

#include <string>

namespace weft {

/// The number by which code makes a call, and an operation of a plan with a
/// region.
using NumberedCall = std::pair<size_t, mlir::Operation *>;

mlir::OwningOpRef<mlir::ModuleOp>
outlineCalls(mlir::Location location, llvm::ArrayRef<NumberedCall> calls);

} // namespace weft
