// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"

namespace weft {

/// The CPU this runs on: what it says of itself, the rest from the row of its
/// kind. Fails where Weft has no code generator for it.
StatusOr<Machine> describeHost();

/// Bytes in a size as the system writes it: "64K", "1024K", "32M"; 0 for
/// anything else.
int64_t parseCacheSize(std::string_view text);

} // namespace weft
