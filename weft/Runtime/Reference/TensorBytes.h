// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the interpreter's tensors and the bytes of buffers, which may have
// another order of dimensions and sign-extend narrow elements.

#pragma once

#include "weft/Executable/ArrayType.h"
#include "weft/StableHLO/Interpreter/Tensor.h"

#include <span>

namespace weft::runtime {

/// Signed elements narrower than a byte are sign-extended in buffers, not so
/// in the interpreter.
void signExtend(std::span<char> bytes, unsigned bits);

/// From the interpreter's dense row-major bytes to a buffer of `type`.
void exportBytes(llvm::ArrayRef<char> bytes, const ArrayType &type,
                 void *destination);

/// The way back. The tensor clears unused bits itself.
StatusOr<reference::Tensor> importBytes(const void *data, const ArrayType &type,
                                        mlir::RankedTensorType tensorType,
                                        reference::Budget &budget);

} // namespace weft::runtime
