// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Runtime/CustomCall.h"

namespace weft::runtime {

/// Handlers that every client has. A handler that somebody registers for the
/// client's platform under the same name takes their place.
///
///   dce_sink          does nothing; what computes its operands stays
///   shape_assertion   fails the run, with its message, if its first operand is
///                     false
void addBuiltinCalls(CustomCallRegistry &registry);

} // namespace weft::runtime
