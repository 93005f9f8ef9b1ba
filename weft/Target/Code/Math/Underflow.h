// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace weft::code {

/// How the subnormal results of exponentials come about, and what narrow codes
/// of subnormal numbers are as f32, both with the same bits either way: by a
/// product, or by more instructions none of which has a subnormal operand or
/// result.
enum class Underflow { ByProduct, ByInteger };

} // namespace weft::code
