// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Pass/Pass.h>

namespace weft::tile {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Tile/Tiling/Passes.h.inc"

} // namespace weft::tile
