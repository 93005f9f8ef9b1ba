// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands as text, for people.

#pragma once

#include "weft/Executable/CommandProgram.h"

namespace weft {

/// A line for each, under its number; those inside of others stand to the
/// right of them.
std::string describeCommands(const CommandProgram &program);

} // namespace weft
