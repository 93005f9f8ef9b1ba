// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Support/LLVM.h>

#include <string>

namespace weft::gpu {

/// Runs `use`; its diagnostics are the status, if it fails.
Status collectErrors(mlir::MLIRContext *context,
                     llvm::function_ref<Status(std::string)> statusOf,
                     llvm::function_ref<mlir::LogicalResult()> use);

} // namespace weft::gpu
