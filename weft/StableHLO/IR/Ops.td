// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All operations. Each family is a file that can also be processed alone, which
// is how the definitions are compiled, one translation unit per family.

#ifndef WEFT_STABLEHLO_IR_OPS
#define WEFT_STABLEHLO_IR_OPS

include "weft/StableHLO/IR/Unary.td"
include "weft/StableHLO/IR/Elementwise.td"
include "weft/StableHLO/IR/Movement.td"
include "weft/StableHLO/IR/Compute.td"
include "weft/StableHLO/IR/Control.td"
include "weft/StableHLO/IR/Collective.td"
include "weft/StableHLO/IR/Dynamic.td"

#endif // WEFT_STABLEHLO_IR_OPS
