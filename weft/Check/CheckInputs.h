// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From any program to one that can be checked.

#pragma once

#include "weft/Check/Program.h"

namespace weft {

/// A copy of `function`, which becomes @main, and of what it calls. No inputs
/// yet.
CheckedProgram programForCheck(mlir::ModuleOp module, llvm::StringRef function);

/// Random inputs, for all processes, by the types of @main's arguments. They
/// are numbers that programs are written for: small, and none of them special,
/// so that an infinity does not hide the rest. An error for arguments that are
/// no arrays of known size.
Status makeInputs(CheckedProgram &program, uint64_t seed);

} // namespace weft
