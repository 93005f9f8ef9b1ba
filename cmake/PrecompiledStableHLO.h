// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same with StableHLO's operations, for rooms whose files nearly all
// include them.

#pragma once

#include "cmake/PrecompiledMLIR.h"
#include "weft/StableHLO/IR/StableHLO.h"
