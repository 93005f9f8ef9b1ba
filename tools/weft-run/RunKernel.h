// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile kernel as a program: arrays in, arrays out.
//
// Inputs are its scalars and the refs whose contents matter: those that it
// reads, updates or does not touch. Outputs are the refs it writes or updates.
// Workspace that starts as zero is neither, and a ref that shares the bytes of
// another one starts with what that one was given.

#pragma once

#include "tools/weft-run/Execute.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::tools {

/// A function without a body that takes the kernel's inputs and returns its
/// outputs, with its name and its place in the file.
mlir::OwningOpRef<mlir::func::FuncOp> kernelSignature(tile::KernelOp kernel);

/// Runs a kernel in the model. Inputs and outputs are those of its signature.
mlir::FailureOr<DeviceResults>
executeKernel(tile::KernelOp kernel, llvm::ArrayRef<reference::Value> inputs,
              reference::Budget &budget, const Options &options);

} // namespace weft::tools
