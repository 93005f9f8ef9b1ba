// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace weft::code {

/// How the subnormal results of exponentials come about, which have the same
/// bits either way: rounded by a product, or by more instructions none of which
/// has a subnormal result.
enum class Underflow { ByProduct, ByInteger };

} // namespace weft::code
