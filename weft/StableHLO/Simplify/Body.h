// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies of reductions, scatters, maps and the like: functions of scalars.

#pragma once

#include "weft/StableHLO/Simplify/Rewriter.h"

namespace weft::stablehlo {

/// Bodies that are one operation on exactly the two arguments.
enum class Monoid { Add, Multiply, Minimum, Maximum, And, Or, Xor };
std::optional<Monoid> monoidOf(mlir::Region &body);

/// f(x, x) = x.
bool isIdempotent(Monoid monoid);
/// The result does not depend on the order or grouping of the operands.
bool isOrderless(Monoid monoid, mlir::Type type);
/// A constant e with f(e, x) = x.
bool isNeutral(Monoid monoid, mlir::Value value);

/// A body that returns one of its arguments.
std::optional<unsigned> returnedArgument(mlir::Region &body);

/// Whether `applyBody` can do its work.
bool isElementwiseBody(mlir::Region &body);

/// The function applied to tensors of one shape, element by element: every
/// operation of the body on whole tensors, in front of the root. Operands are
/// converted to the types of the arguments, as reductions do. The body must be
/// an elementwise one.
llvm::SmallVector<mlir::Value> applyBody(Rewriter &rewriter, mlir::Region &body,
                                         mlir::ValueRange operands,
                                         llvm::ArrayRef<int64_t> shape);

} // namespace weft::stablehlo
