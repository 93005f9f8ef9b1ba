// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Moves.h"

#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/Code/FloatConversion.h"

namespace weft::code {

using llvm::Value;

static llvm::Align alignOf(llvm::Type *unit) {
  return llvm::Align(unit->getIntegerBitWidth() / 8);
}

void emitMoveLoop(Builder &builder, llvm::Type *unit, Value *to, Value *from,
                  Value *count) {
  emitLoop(builder, builder.getInt64(0), count, [&](Value *i) {
    Value *value = builder.CreateAlignedLoad(
        unit, builder.CreateGEP(unit, from, i), alignOf(unit));
    builder.CreateAlignedStore(value, builder.CreateGEP(unit, to, i),
                               alignOf(unit));
  });
}

void emitFillLoop(Builder &builder, Value *to, Value *number, Value *count) {
  llvm::Type *unit = number->getType();
  emitLoop(builder, builder.getInt64(0), count, [&](Value *i) {
    builder.CreateAlignedStore(number, builder.CreateGEP(unit, to, i),
                               alignOf(unit));
  });
}

Value *emitCode(Builder &builder, Value *scalar, llvm::Type *unit) {
  return scalar->getType()->isFloatingPointTy()
             ? bitsOf(builder, scalar)
             : builder.CreateZExt(scalar, unit);
}

void CodeEmitter::emitMove(mlir::Type element, Value *to, Value *from,
                           Value *count) {
  const auto bits = static_cast<unsigned>(8 * memoryBytes(element));
  emitMoveLoop(builder, builder.getIntNTy(bits), to, from, count);
}

void CodeEmitter::emitFill(mlir::Type element, Value *to, Value *scalar,
                           Value *count) {
  const auto bits = static_cast<unsigned>(8 * memoryBytes(element));
  emitFillLoop(builder, to, emitCode(builder, scalar, builder.getIntNTy(bits)),
               count);
}

} // namespace weft::code
