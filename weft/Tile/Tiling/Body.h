// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of scalars that operations carry: bodies of reductions,
// comparators, update computations. They are applied to whole tiles, element by
// element, or to scalars inside a region of the tile dialect.

#pragma once

#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Arithmetic.h"
#include "weft/Tile/Tiling/Refusal.h"

#include <llvm/ADT/DenseMap.h>

#include <optional>

namespace weft::tile {

/// Scalars from around a body that it uses, in the order of their first use.
llvm::SmallVector<mlir::Value> capturedValues(mlir::Operation *op);

/// The first operation that bodies cannot hold; null when there is none.
mlir::Operation *findForeignOperation(mlir::Region &body);

/// Why the bodies of an operation that has an algorithm of its own are none for
/// it, if so.
std::optional<Refusal> refuseBodies(mlir::Operation *op);

/// The tiles, or scalars, of captured values.
using Captured = llvm::SmallDenseMap<mlir::Value, TileValue, 2>;

/// The body's results for arguments of one shape. Captured tiles of rank 0 are
/// repeated over it.
TileValues emitBody(Arithmetic &math, mlir::Region &body,
                    mlir::ArrayRef<TileValue> arguments,
                    const Captured &captured = Captured());
/// Values of the body other than its results.
TileValues emitBody(Arithmetic &math, mlir::Region &body,
                    mlir::ValueRange wanted,
                    mlir::ArrayRef<TileValue> arguments,
                    const Captured &captured = Captured());

/// How a body of two arguments combines them, when it is one of the kinds that
/// the tile dialect knows. A sum of complex numbers is one of each part.
std::optional<CombineKind> combineKindOf(mlir::Region &body);
/// Whether a value is a constant with which combining changes nothing. Zeros of
/// either sign count.
bool isNeutral(CombineKind kind, mlir::Value value);

/// The element that leaves all others as they are. Sums of floats have the
/// negative zero: a sum of negative zeros stays negative.
llvm::APFloat neutralFloat(CombineKind kind, mlir::FloatType type);
llvm::APInt neutralInteger(CombineKind kind, unsigned width);

/// Two elements combined. Of floats: in the type they have.
mlir::Value emitCombine(Arithmetic &math, CombineKind kind, mlir::Value a,
                        mlir::Value b);
mlir::Value emitNeutral(Arithmetic &math, CombineKind kind, mlir::Type type);

/// A splat constant in the shape of `like`.
TileValue emitSplat(Arithmetic &math, mlir::ElementsAttr value,
                    mlir::Type like);

/// Fills the region of a `tile.reduce` or `tile.scan` with the
/// body: one scalar argument per part. Captured values are scalars. `places`:
/// which of the two sides' real values says which side comes first, where the
/// sides may come in any order.
void emitScalarRegion(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Region &region, mlir::Region &body,
                      const Captured &captured = Captured(),
                      std::optional<unsigned> places = std::nullopt);

} // namespace weft::tile
