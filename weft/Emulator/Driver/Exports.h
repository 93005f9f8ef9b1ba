// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Emulator/Driver/Calls.h"

/// A function under the name that the driver exports. Handles are `void *`,
/// results and enumerations are `int`. Those that a driver
/// has begin with WEFT_DRIVER_CALL().
#define WEFT_DRIVER_EXPORT extern "C" __attribute__((visibility("default"))) int
