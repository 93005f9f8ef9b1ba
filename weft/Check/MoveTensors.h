// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between contexts: types are those of one context, and each compilation has
// its own.

#pragma once

#include "weft/Check/Program.h"

namespace weft {

/// The same elements under the same type of another context.
reference::Tensor moveTensor(const reference::Tensor &tensor,
                             mlir::MLIRContext *context);

/// All of a program but its module. It may take more steps there: what was one
/// operation can be several.
CheckedProgram moveProgram(const CheckedProgram &program,
                           mlir::MLIRContext *context);

} // namespace weft
