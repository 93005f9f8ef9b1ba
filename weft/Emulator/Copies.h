// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When copies land that threads have started and not waited for yet.

#pragma once

#include "weft/Emulator/Thread.h"

namespace weft::emulator {

/// A third of the launches each: code has to be right by all of them.
Landing chooseLanding(const Function &kernel, Random &random);

/// Between the turns of threads: some of what some thread, which may be waiting
/// for others, has under way.
void landSomeCopies(Block &block);

} // namespace weft::emulator
