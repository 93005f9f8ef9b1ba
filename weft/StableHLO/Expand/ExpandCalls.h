// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom calls that stand for operations we have. XLA knows them by name, and
// programs that were lowered for another platform carry them. Runs after
// normalizeCalls, which gives their parameters one spelling, and before chlo
// is expanded, which some of them become. docs/jax.md lists the names.

#pragma once

#include "weft/Support/Status.h"

#include <mlir/IR/BuiltinOps.h>

namespace weft::stablehlo {

Status expandCalls(mlir::ModuleOp module);

} // namespace weft::stablehlo
