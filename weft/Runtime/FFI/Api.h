// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of functions that a handler reaches through its call frame, and the
// registry of the handlers that reach it.

#pragma once

#include "weft/Runtime/FFI/Registry.h"

namespace weft::ffi {

/// The table every frame carries; lives for the process.
const XLA_FFI_Api *api();

/// Handlers live in other libraries and register before any client exists, so
/// there is one registry per process.
Registry &processRegistry();

} // namespace weft::ffi
