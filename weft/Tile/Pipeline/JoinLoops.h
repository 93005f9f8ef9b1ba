// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that do nothing but walk another loop become one with it, where
// products are summed: so a convolution has one loop over the places of a
// window and the features of each. What is loaded in the next steps is then on
// its way at the end of a place, too. Stage `free` before and after.
//
//   scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero) {
//     %s = scf.for %k = %c0 to %c256 step %c32 iter_args(%b = %a) {
//       ...
//
// becomes
//
//   scf.for %t = %c0 to %c24 step %c1 iter_args(%b = %zero) {
//     %i = %t div 8       %k = (%t mod 8) * 32
//     ...

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

void joinLoops(KernelOp kernel);

} // namespace weft::tile
