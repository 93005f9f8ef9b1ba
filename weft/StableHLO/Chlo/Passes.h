// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass of this room, and the patterns it is made of.

#pragma once

#include <mlir/IR/PatternMatch.h>
#include <mlir/Pass/Pass.h>

#include <memory>

namespace weft::chlo {

#define GEN_PASS_DECL
#include "weft/StableHLO/Chlo/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "weft/StableHLO/Chlo/Passes.h.inc"

} // namespace weft::chlo
