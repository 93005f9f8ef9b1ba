// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads what the compiler made: native code where the executable has it, else
// a program for the interpreter.

#pragma once

#include "weft/Runtime/CPU/ProgramRunner.h"

#include <memory>

namespace weft::runtime {

std::shared_ptr<ProgramLoader> createLoader();

} // namespace weft::runtime
