// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that leave a number when they begin, so that whoever finds the device
// lost knows which one it was: a driver does not say, and the device's memory
// is gone.

#pragma once

#include <string>

namespace weft {

/// Gives the text of a kernel two more parameters of 64 bits each: the address
/// of a word, and what it puts there when it begins, and has waited for the
/// kernels before it. False where the text is not as NVIDIA's kernels are
/// written here: nothing is changed.
bool leaveMark(std::string &text);

} // namespace weft
