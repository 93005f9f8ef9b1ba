// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types, in a register and in memory.
//
//   in the kernel        in a register             in memory
//   f64, f32             double, float             the same
//   narrower floats      the code, as an integer   the same
//     bf16, f16            i16
//     f8, f6, f4           i8, in the low bits
//   i64 ... i8           the same                  the same
//   index                i64                       i64
//   i1, i2, i4           the same                  one byte, upper bits zero
//
// Narrow floats are codes because few machines compute with them: they are
// widened to f32, and rounded once, where arithmetic is asked for.

#pragma once

#include "weft/Support/FloatTypes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <mlir/IR/BuiltinTypes.h>

#include <optional>

namespace weft::code {

/// Whether the type is a float that is held as its code.
inline bool isNarrowFloat(mlir::Type type) {
  std::optional<FloatKind> kind = floatKindOf(type);
  return kind && *kind != FloatKind::F32 && *kind != FloatKind::F64;
}

inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value tile) {
  return llvm::cast<mlir::RankedTensorType>(tile.getType()).getShape();
}

/// The element type of a tile, or the type itself.
mlir::Type elementTypeOf(mlir::Type type);

/// The type of one element in a register, or null if there is none.
llvm::Type *registerType(mlir::Type element, llvm::LLVMContext &context);

/// The type of one element in memory.
llvm::Type *memoryType(mlir::Type element, llvm::LLVMContext &context);

/// Bytes of one element in memory.
int64_t memoryBytes(mlir::Type element);

/// One element, in its register form `type`.
llvm::Constant *elementConstant(llvm::Type *type, mlir::Attribute attribute);

} // namespace weft::code
