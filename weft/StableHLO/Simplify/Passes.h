// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass of this room.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Pass/Pass.h>

#include <memory>

namespace weft::stablehlo {

#define GEN_PASS_DECL
#include "weft/StableHLO/Simplify/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "weft/StableHLO/Simplify/Passes.h.inc"

} // namespace weft::stablehlo
