// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs on an NVIDIA GPU, or on the stand-in for its driver that
// WEFT_CUDA_DRIVER names.

#pragma once

#include "weft/Runtime/Compiled/RunTensors.h"

namespace weft::tools {

/// Runs programs for the machine of this name on the first GPU, each by a
/// client of its own: a fault ends with its program. Empty for processors,
/// whose code needs no client.
StatusOr<runtime::TensorRunner> runnerFor(const std::string &target);

} // namespace weft::tools
