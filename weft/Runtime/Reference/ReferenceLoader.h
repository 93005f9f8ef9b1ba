// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs by the reference interpreter.

#pragma once

#include "weft/Runtime/ProgramRunner.h"

namespace weft::runtime {

std::shared_ptr<ProgramLoader> createReferenceLoader();

} // namespace weft::runtime
