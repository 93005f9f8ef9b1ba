// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How StableHLO's element types look in a tile program.
//
//   integers      signless; the operation knows the signedness
//   complex       two tiles, real and imaginary; in memory a minor dim of 2
//   narrow floats kept in their type between operations, computed in f32
//
// Everything else is itself.

#pragma once

#include "weft/Support/FloatTypes.h"

#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/BuiltinTypes.h>

namespace weft::tile {

/// Whether tiles can hold elements of this StableHLO type.
bool isTileElement(mlir::Type element);

bool isComplex(mlir::Type element);
/// Integers without a sign of their own count as signed, booleans as unsigned.
bool isUnsigned(mlir::Type element);
bool isBoolean(mlir::Type element);

/// The type of each part of an element in a tile program.
mlir::Type partType(mlir::Type element);
/// How many tiles an element takes: 2 for complex numbers.
unsigned partCount(mlir::Type element);

/// `part` in the shape of `like`: a tensor of that shape, or the scalar itself.
mlir::Type shapedLike(mlir::Type part, mlir::Type like);

/// The shape of a value in memory: a complex number has a minor dim of 2.
llvm::SmallVector<int64_t> memoryShape(mlir::RankedTensorType type);

inline mlir::Type elementOf(mlir::Value value) {
  return mlir::getElementTypeOrSelf(value.getType());
}

} // namespace weft::tile
