// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random functions of scalars that are associative and do not commute.

#pragma once

#include "weft/Testing/Programs/Monoid.h"

namespace weft::generate {

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
