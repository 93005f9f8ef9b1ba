// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations of StableHLO in terms of `arith` and `math`.
//
// The meaning is the reference interpreter's, corner cases included: integer
// division by zero gives all ones, shifts beyond the width give zero, floats
// become integers by saturation. One StableHLO operation rounds once: narrow
// floats are widened, computed with, and narrowed.

#pragma once

#include "weft/Tile/Tiling/Arithmetic.h"

namespace weft::tile {

/// Whether `emitElementwise` knows the operation on these types.
bool isElementwise(mlir::Operation *op);

/// The results of an elementwise operation on tiles or scalars of one shape.
TileValue emitElementwise(Arithmetic &math, mlir::Operation *op,
                          mlir::ArrayRef<TileValue> operands);

// The families. Types are StableHLO's, so that signedness is known; each
// returns nothing when the operation is not of its family.
TileValue emitReal(Arithmetic &math, mlir::Operation *op,
                   mlir::ArrayRef<TileValue> operands);
TileValue emitInteger(Arithmetic &math, mlir::Operation *op,
                      mlir::ArrayRef<TileValue> operands);
TileValue emitComplex(Arithmetic &math, mlir::Operation *op,
                      mlir::ArrayRef<TileValue> operands);

/// `value`, of StableHLO's element type `from`, as one of type `to`.
TileValue emitConvert(Arithmetic &math, const TileValue &value, mlir::Type from,
                      mlir::Type to);

enum class Relation { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

/// The type by whose codes floats are put into their total order: their own, or
/// f32 for types whose codes have another order (signs, NaN). Those become f32
/// without arithmetic, which may change a NaN's sign.
mlir::Type totalOrderType(mlir::Type element);

/// A boolean. `totalOrder` is meant for floats only.
mlir::Value emitCompare(Arithmetic &math, const TileValue &lhs,
                        const TileValue &rhs, mlir::Type element,
                        Relation relation, bool totalOrder = false);

/// a / b of complex numbers: nothing leaves the range on the way.
TileValue emitQuotient(Arithmetic &math, const TileValue &a,
                       const TileValue &b);

/// The greater or the lesser; NaN wins.
TileValue emitExtremum(Arithmetic &math, const TileValue &lhs,
                       const TileValue &rhs, mlir::Type element,
                       bool isMaximum);

/// Rounds to fewer bits of exponent and mantissa, to nearest even.
mlir::Value emitReducePrecision(Arithmetic &math, mlir::Value value,
                                unsigned exponentBits, unsigned mantissaBits);

} // namespace weft::tile
