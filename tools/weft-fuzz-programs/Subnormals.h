// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For who takes subnormal numbers for zero, as XLA's CPU back end does:
// programs that begin without any, so that this is not all they show.

#pragma once

#include "weft/Check/Program.h"

namespace weft::tools {

/// Inputs and constants of bf16, f32 and f64, and complex ones, get zeros of
/// the same sign. Narrower numbers are normal where they are computed with.
void flushSubnormals(CheckedProgram &program);

} // namespace weft::tools
