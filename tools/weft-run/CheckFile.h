// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/weft-run/Options.h"

#include <llvm/Support/MemoryBuffer.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Support/LLVM.h>

namespace weft::tools {

/// Runs the test functions of every part of a file. Writes `PASS name` or
/// `FAIL name: reason` for each and ends with `N passed, M failed`. Fails when
/// a test does, or when there is none.
mlir::LogicalResult checkFile(const llvm::MemoryBuffer &file,
                              mlir::MLIRContext &context,
                              const Options &options,
                              llvm::raw_ostream &output);

} // namespace weft::tools
