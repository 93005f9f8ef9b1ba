// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations in Eigen.td, beside those of StableHLO.h.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Eigen.h.inc"
