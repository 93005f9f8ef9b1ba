// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a kernel has the bytes for itself that its attribute `workspace` asks
// for: any value may be there before, and after.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

inline constexpr llvm::StringLiteral kWorkspaceName = "plan.workspace";

/// Null for kernels without, and before it is placed.
inline PlaceAttr workspaceOf(KernelOp kernel) {
  return kernel->getAttrOfType<PlaceAttr>(kWorkspaceName);
}

} // namespace weft::plan
