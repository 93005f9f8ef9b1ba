// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler proper: from a StableHLO program to native code.

#pragma once

#include "weft/Compiler/EmitNative.h"
#include "weft/Compiler/Trace.h"
#include "weft/Plan/Memory/PlaceValues.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft {

class DiagnosticCollector;

struct NativeResult {
  NativeSections native;
  plan::MemorySizes memory;
};

/// Rewrites the module on the way. `entry` is the function that is compiled;
/// its arguments' `tf.aliasing_output` are obeyed.
StatusOr<NativeResult> compileNative(mlir::ModuleOp module,
                                     mlir::func::FuncOp entry,
                                     const Machine &cpu,
                                     DiagnosticCollector &diagnostics,
                                     CompileTrace &trace);

} // namespace weft
