// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short names for arithmetic on tiles, and the scalar functions that upstream
// lacks.
//
// Values are tiles or scalars alike, so that the same code serves the body of a
// kernel and the region of a reduction. Operands of one call have one shape.

#pragma once

#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/TileValue.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/IR/Builders.h>

namespace weft::tile {

class Arithmetic {
public:
  Arithmetic(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  template <typename Op, typename... Args> mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }

  // Constants in the type and shape of `like`.
  mlir::Value constant(mlir::Type like, const llvm::APFloat &value);
  mlir::Value constant(mlir::Type like, const llvm::APInt &value);
  mlir::Value real(mlir::Type like, double value);
  /// Integers: taken modulo two to the width. Index and floats too.
  mlir::Value integer(mlir::Type like, int64_t value);
  mlir::Value zero(mlir::Type like);
  mlir::Value index(int64_t value);

  // Floats may be contracted where StableHLO's own sums and products are meant;
  // functions that rest on exact rounding use make<> instead.
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);

  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return make<mlir::arith::CmpFOp>(predicate, a, b);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return make<mlir::arith::CmpIOp>(predicate, a, b);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return make<mlir::arith::SelectOp>(condition, a, b);
  }
  mlir::Value both(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::AndIOp>(a, b);
  }
  mlir::Value either(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::OrIOp>(a, b);
  }
  /// `usual`; where the condition holds for some element, what `rare` gives for
  /// all, which is computed only then.
  llvm::SmallVector<mlir::Value>
  unlessAny(mlir::Value condition, mlir::ValueRange usual,
            llvm::function_ref<llvm::SmallVector<mlir::Value>()> rare);
  /// The complement of a boolean or of all bits.
  mlir::Value complement(mlir::Value a);

  /// Of floats.
  mlir::Value isNaN(mlir::Value a) {
    return compare(mlir::arith::CmpFPredicate::UNO, a, a);
  }
  mlir::Value isInfinite(mlir::Value a);
  mlir::Value isFinite(mlir::Value a);
  mlir::Value absolute(mlir::Value a) { return make<mlir::math::AbsFOp>(a); }
  mlir::Value negate(mlir::Value a) { return make<mlir::arith::NegFOp>(a); }
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign) {
    return make<mlir::math::CopySignOp>(magnitude, sign);
  }

  /// A part in the type arithmetic is done in, and back.
  mlir::Value widen(mlir::Value part);
  mlir::Value narrow(mlir::Value value, mlir::Type part);
  /// Any float in any other float type.
  mlir::Value toFloat(mlir::Value value, mlir::Type part);
  /// The bits of a float as an integer, and back.
  mlir::Value bitsOf(mlir::Value value);
  mlir::Value fromBits(mlir::Value bits, mlir::Type part);

  // Shapes, of tiles only.
  /// A tile of rank 0, or of ones, repeated over a shape.
  mlir::Value repeat(mlir::Value value, mlir::ArrayRef<int64_t> shape);
  mlir::Value reshape(mlir::Value value, mlir::ArrayRef<int64_t> shape);
  mlir::Value broadcast(mlir::Value value, mlir::ArrayRef<int64_t> dimensions,
                        mlir::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, mlir::ArrayRef<int64_t> permutation);
  /// The only element of a tile, and a tile of one element everywhere.
  mlir::Value scalarOf(mlir::Value value);
  mlir::Value splat(mlir::Value scalar, mlir::ArrayRef<int64_t> shape);
};

/// The same function on every part.
TileValue mapParts(const TileValue &value,
                   llvm::function_ref<mlir::Value(mlir::Value)> function);

} // namespace weft::tile
