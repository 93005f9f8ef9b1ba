// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making a failing program small.
//
// An operation is taken out by putting the value it has computed, which a run
// of the program tells, in its place as an argument of @main. What is left then
// computes what it did, and whether it still fails is asked of the caller.

#pragma once

#include "weft/Check/Program.h"

namespace weft {

/// The smallest program found for which `fails` still holds. `program` is one.
CheckedProgram
reduceProgram(const CheckedProgram &program,
              llvm::function_ref<bool(const CheckedProgram &)> fails);

} // namespace weft
