// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An executable run on the interpreter's values, without a client: for tools
// and tests that compare the two.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/StableHLO/Interpreter/Value.h"

#include <vector>

namespace weft::runtime {

/// Runs on as many devices as there are lists of arguments. Results are counted
/// against `budget`.
StatusOr<std::vector<reference::Values>>
runTensors(const Executable &executable,
           const std::vector<reference::Values> &arguments,
           mlir::TypeRange resultTypes, reference::Budget &budget);

} // namespace weft::runtime
