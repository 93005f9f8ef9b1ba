// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that tempt fusion to compute something expensive more than once.

#pragma once

#include <string>

namespace weft::plan {

/// The text of a program of functions, quotients, products and sums of floats,
/// whose values are read several times: as they are, transposed, reshaped,
/// shifted, spread over rows and columns, in loops, sorted and added up. The
/// same for the same seed.
std::string makeCostlyProgram(unsigned seed);

} // namespace weft::plan
