// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of this room. Each is a function of a program too, for the
// compiler: see the header named by its verb and object.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <mlir/Pass/Pass.h>

#include <memory>

namespace weft::plan {

#define GEN_PASS_DECL
#include "weft/Plan/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "weft/Plan/Passes.h.inc"

} // namespace weft::plan
