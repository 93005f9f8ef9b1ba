// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The larger and the smaller of floats on AVX-512.
//
// Of zeros the positive one is the larger, and what is no number makes the
// result none. x86's own maximum does neither, and LLVM puts six instructions
// around it, each of which waits for the one before; a loop over rows is little
// else. AVX-512's range instruction knows zeros, so that three are left, and
// one of them is beside the first:
//
//   %r = range.max %a, %b            ; that of the two which is a number
//   %n = fcmp uno %a, %b
//   %s = fadd %a, %b                 ; no number where one is none
//   %m = select %n, %s, %r           ; the addition, by a mask

#pragma once

#include "weft/Machine/Machine.h"

#include <llvm/IR/Module.h>

namespace weft::cpu {

/// Of vectors in registers, where the machine has the instruction. Those with a
/// constant stay as they are, since LLVM leaves out what it answers.
void useRangeForExtremes(llvm::Module &module, const Machine &cpu);

} // namespace weft::cpu
