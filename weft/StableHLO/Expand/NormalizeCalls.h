// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes out of a program what is only about dividing it between devices, and
// gives custom calls one spelling. Runs after import and before everything
// that reads custom calls.
//
// - Typed FFI calls that keep their parameters in `mhlo.backend_config`, the
//   spelling JAX writes, get the specification's: api_version 4 and a
//   dictionary in `backend_config`.
// - On one partition, shardings constrain nothing: the calls and `sdy`
//   operations that carry them become their operands or their bodies. Meshes
//   stay, collectives name their axes.
// - On several partitions, a program that still is to be divided is refused:
//   partitioning is a stage of its own. A program in which everything is
//   replicated needs none.

#pragma once

#include "weft/Support/Status.h"

#include <mlir/IR/BuiltinOps.h>

namespace weft::stablehlo {

Status normalizeCalls(mlir::ModuleOp module, uint32_t partitions);

} // namespace weft::stablehlo
