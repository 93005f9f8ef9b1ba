// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A logarithm that may be a little off.
//
// GPUs have an instruction for logarithms of f32 that keeps its digits in
// absolute terms near 1, where the result is small. A program that allows this
// error, absolutely and relative to the result, gets that instruction.

#pragma once

namespace weft {

/// NVIDIA's instruction is off by 2^-22.6 between a half and two and by 2^-22
/// of the result elsewhere; the factor that makes it natural rounds twice more.
constexpr double roughLogarithmTolerance = 0x1p-21;

} // namespace weft
