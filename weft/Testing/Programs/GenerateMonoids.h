// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of scalars that are associative and do not commute: bodies of
// reductions whose elements have to be taken in order.
//
// A reduction may put its elements into any binary tree, in their order, and
// initial values between them. So each function comes with its neutral element,
// and with elements for which it is associative to the bit. The exception is
// `affine, rounded`, whose floats are rounded differently in each tree.

#pragma once

#include "weft/Testing/Programs/GenerateScope.h"

#include <functional>

namespace weft::generate {

struct Monoid {
  std::string name;
  /// One per operand of the reduction.
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<reference::Element> neutral;
  /// left . right, in the body of the reduction.
  std::function<llvm::SmallVector<mlir::Value>(Scope &, mlir::ValueRange left,
                                               mlir::ValueRange right)>
      combine;
  /// A random element, at this place of all.
  std::function<llvm::SmallVector<reference::Element>(Random &, int64_t place)>
      element;
  /// Operands that hold the places: 0, 1, 2 and so on.
  llvm::SmallVector<size_t> places;
};

enum class MonoidKind {
  Any,
  /// Of one operand.
  Single,
  /// No rounding at all, and quick to interpret: for long reductions.
  ExactAndShort,
};

/// One whose first operand is of this type, where there is one.
std::optional<Monoid> randomMonoid(Scope &scope, mlir::Type element,
                                   MonoidKind kind);

/// As a region's only block.
void makeBody(Scope &outer, mlir::Region &region, const Monoid &monoid);

/// Tensors of random elements, one per operand.
llvm::SmallVector<mlir::Value> makeInputs(Scope &scope, const Monoid &monoid,
                                          llvm::ArrayRef<int64_t> shape);
/// The neutral element as scalars.
llvm::SmallVector<mlir::Value> makeNeutral(Scope &scope, const Monoid &monoid);

/// The names of all, as they are counted.
llvm::ArrayRef<llvm::StringLiteral> monoidNames();

} // namespace weft::generate
