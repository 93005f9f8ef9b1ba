// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// Gives each kernel of a program a name, by what it is and its number in the
/// program, and a digest of what it computes: structure, types and attributes,
/// but no names and no places. Kernels with equal digests share code.
void nameKernels(ProgramOp program);

/// The digest alone, of a kernel that was made later.
void renewDigest(KernelOp kernel);

} // namespace weft::plan
