// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An NVIDIA GPU, as far as it goes: every kernel as PTX in which one thread
// runs a program, and the plan as it is placed. Nothing launches it yet, so it
// is for those who look at programs (weft explain), and not part of the plugin.

#pragma once

#include "weft/Compiler/Target.h"

namespace weft {

/// Fails for machines that no PTX is written for yet.
StatusOr<std::unique_ptr<Target>> createNvidiaTarget(Machine machine);

} // namespace weft
