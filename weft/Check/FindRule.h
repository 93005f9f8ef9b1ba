// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Check/Program.h"

namespace weft {

/// The first step of simplification after which the module in `bytes` no
/// longer gives the same results on the program's inputs, with its place; empty
/// if there is none. `context` is that of the inputs. Found by halving the
/// number of steps that are taken.
std::string findRule(llvm::StringRef bytes, const CheckedProgram &program,
                     mlir::MLIRContext *context);

} // namespace weft
