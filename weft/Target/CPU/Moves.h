// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements moved one by one, for tiles at the edge of an array: functions of
// the module, which leave vector registers as they are, so that the way that is
// taken for all other tiles keeps its values there.

#pragma once

#include "weft/Target/CPU/KernelEmitter.h"

namespace weft::cpu {

/// `count` elements from one address to another; they do not overlap.
void emitMove(KernelEmitter &emitter, mlir::Type element, llvm::Value *to,
              llvm::Value *from, llvm::Value *count);

/// `count` times the same element, a scalar in its register form.
void emitFill(KernelEmitter &emitter, mlir::Type element, llvm::Value *to,
              llvm::Value *scalar, llvm::Value *count);

} // namespace weft::cpu
