// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs that are hard on memory assignment: updates in place, values
// carried, exchanged and passed through loops, branches, slices, barriers, and
// donated arguments.

#pragma once

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::plan {

/// A module with one function, @main. Equal seeds give equal programs. All
/// elements are i32, so that results are exact.
mlir::OwningOpRef<mlir::ModuleOp> makeRandomProgram(mlir::MLIRContext *context,
                                                    unsigned seed);

} // namespace weft::plan
