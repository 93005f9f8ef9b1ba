// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU, as far as it goes: every kernel as code in which one thread runs a
// program, and the plan as it is placed. Nothing launches it yet, so it is for
// those who look at programs (weft explain), and not part of the plugin.

#pragma once

#include "weft/Compiler/Target.h"

namespace weft {

/// For any GPU of the machine table.
StatusOr<std::unique_ptr<Target>> createGpuTarget(Machine machine);

} // namespace weft
