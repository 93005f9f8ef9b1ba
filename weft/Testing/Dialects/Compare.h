// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three ways in which tests compare tensors.
//
// In all of them NaN agrees with NaN, +0 with -0, and the parts of a complex
// number are compared apart. The tensors must have one type. A failure says how
// many elements disagree and shows the first: its index, both values, and how
// far apart they are.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Status.h"

#include <cstdint>

namespace weft::check {

/// The same values.
Status compareEqual(const reference::Tensor &actual,
                    const reference::Tensor &expected);

/// Differences of at most `tolerance`, absolute. Floats and complex numbers.
Status compareAlmostEqual(const reference::Tensor &actual,
                          const reference::Tensor &expected, double tolerance);

/// Distances in units in the last place within [minimum, maximum]. Floats and
/// complex numbers. An infinity is infinitely far from everything else.
Status compareClose(const reference::Tensor &actual,
                    const reference::Tensor &expected, uint64_t minimum,
                    uint64_t maximum);

} // namespace weft::check
