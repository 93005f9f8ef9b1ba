// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that move by as many bytes in each step of a loop.
//
// Tiles that are kept in scratch memory are found by the number of their step:
// a division and a multiplication of the loop's index; those of packed operands
// by a multiplication. A processor that has its queues full of products gets to
// them late, and the loads behind them wait.
// Such an address becomes a pointer that is advanced at the end of a step:
//
//   for k = 0 to K step 4               p = scratch
//     load scratch + k / 4 * 128        for k = 0 to K step 4
//                                         load p; p += 128
//
// LLVM's own loop strength reduction takes a third of the time of a small
// kernel (ObjectCode.cpp), and does this for addresses that are free.

#pragma once

#include <llvm/IR/Module.h>

namespace weft::cpu {

/// In loops of one block, for addresses that take a division, or more than an
/// addition where the loop is full of products.
void advanceAddresses(llvm::Module &module);

} // namespace weft::cpu
