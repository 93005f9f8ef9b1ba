// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Executable/Manifest.h"
#include "weft/Support/Status.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft {

/// Readies a program for the compiler: its dialects are loaded, only what the
/// entry needs is public, and arguments say which result takes them over, as
/// the manifest has decided.
void prepareEntry(const Manifest &manifest, mlir::func::FuncOp entry);

/// Has the entry take and give arrays as their bytes lie: row-major, and
/// numbers narrower than a byte as bytes. For devices whose runtime passes
/// arrays on as they are.
void bringBordersIntoOrder(const Manifest &manifest, mlir::func::FuncOp entry);

/// Functions are inlined, and a few that call each other twice are more than
/// can be compiled.
Status checkLength(double operations);

} // namespace weft
