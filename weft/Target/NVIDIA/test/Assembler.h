// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's assembler, where there is one.

#pragma once

#include <string>

namespace weft::nvidia {

/// On the PATH, in a toolkit, or in a Python package; empty where it is not.
std::string findAssembler();

/// What the assembler says about PTX for a processor ("sm_90a"); empty where it
/// fails to start. It takes most of its time to optimize, up to level 3.
std::string assemble(const std::string &assembler, const std::string &processor,
                     const std::string &ptx, int &code, int level = 3);

} // namespace weft::nvidia
