// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the machine this runs on, for a calibration file.

#pragma once

#include "weft/Machine/Calibration.h"

namespace weft::tools {

/// Rates of memories, arithmetic of one thread, and what is worth the way to
/// another thread. Takes a second or two on a quiet machine.
Calibration measureHost(const Machine &host);

} // namespace weft::tools
