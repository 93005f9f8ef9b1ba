// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a reduction keeps the order of its elements, and what proves that it
// need not, is on record: what a user asks first when numbers differ between
// two machines.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft {

void recordOrder(plan::KernelOp kernel);

} // namespace weft
