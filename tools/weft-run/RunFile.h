// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/weft-run/Options.h"

#include <llvm/Support/MemoryBuffer.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Support/LLVM.h>

namespace weft::tools {

/// Runs one function of the program and prints its results or writes them to
/// files. Failure: one error diagnostic was emitted and nothing was written.
mlir::LogicalResult runFile(const llvm::MemoryBuffer &file,
                            mlir::MLIRContext &context, const Options &options,
                            llvm::raw_ostream &output);

} // namespace weft::tools
