// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/GpuMachine.h"

namespace weft::gpu {

Pieces GpuMachine::readMatrices(Builder &, llvm::Value *, bool) const {
  llvm_unreachable("asked of a machine that does not read matrices");
}

} // namespace weft::gpu
