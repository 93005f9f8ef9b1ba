// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's assembler, where there is one. Nothing needs it: the driver of a GPU
// has one of its own.

#pragma once

#include "weft/Executable/AssembledKernel.h"

#include <chrono>

namespace weft::nvidia {

/// The path of ptxas: what the environment variable WEFT_PTXAS names, where it
/// is set, empty for none; else on the PATH, in a toolkit, or in a Python
/// package beside this library. Empty where it is not.
std::string findAssembler();

/// A kernel's text for a processor ("sm_90a") as the assembler makes it. Fails
/// with what it says; it is ended after `limit`.
StatusOr<AssembledKernel>
assemble(const std::string &assembler, const std::string &processor,
         const std::string &ptx,
         std::chrono::milliseconds limit = std::chrono::minutes(2));

} // namespace weft::nvidia
