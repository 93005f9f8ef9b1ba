// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO's operations and those of plans.

#pragma once

#include "cmake/PrecompiledStableHLO.h"
#include "weft/Plan/IR/Plan.h"
