// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which a plan runs: stage fused or tiled to stage ordered.
//
// The order of the program is the first candidate, made right for sharing: what
// overwrites a value comes after what else reads it, where nothing speaks
// against it. Two other orders that need less memory are tried per block, and
// one is taken only if it does. Blocks with asynchronous operations keep their
// order.
//
// It runs before storage is shared, since whether a value is still needed is a
// matter of order.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/Plan/Memory/Overwrite.h"

namespace weft::plan {

void orderPlan(ProgramOp program,
               const OverwriteRule &rule = regionAllowsOverwrite);

} // namespace weft::plan
