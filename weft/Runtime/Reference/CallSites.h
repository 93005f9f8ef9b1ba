// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom calls of a program, in a form that needs no MLIR.

#pragma once

#include "weft/Runtime/CustomCall.h"
#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::runtime {

/// Fails for parameters that a handler cannot be given.
StatusOr<CustomCallSite> describeCall(stablehlo::CustomCallOp call);

/// For each result, the operand whose buffer it lives in, or nothing.
std::vector<std::optional<size_t>> aliasesOf(stablehlo::CustomCallOp call);

} // namespace weft::runtime
