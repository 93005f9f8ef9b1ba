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

using Elements = llvm::SmallVector<reference::Element>;
using Scalars = llvm::SmallVector<mlir::Value>;

reference::Element numberOf(reference::ElementType type, int64_t number);

/// What is asked of the one who makes a monoid.
struct MonoidRequest {
  Random &random;
  mlir::Type type;
  reference::ElementType element;
  MonoidKind kind;

  bool isSingle() const { return kind == MonoidKind::Single; }
  bool isShort() const { return kind == MonoidKind::ExactAndShort; }
  bool isSignedFloat() const {
    return element.isFloat() && formatOf(element.floatKind()).hasSignAndZero;
  }
  /// Sums of some thousand small numbers stay exact.
  bool isWide() const {
    return (element.isInteger() && element.bitWidth() >= 32) ||
           (element.isFloat() && element.bitWidth() >= 32);
  }
};
/// Nothing where there is none of this type.
using Made = std::optional<Monoid>;

// Compositions: of maps, and of what strings are summed up as.
Made affine(const MonoidRequest &request);
Made packedAffine(const MonoidRequest &request);
Made saturatingAffine(const MonoidRequest &request);
Made matrices(const MonoidRequest &request);
Made functionsOfStates(const MonoidRequest &request);
Made hash(const MonoidRequest &request);
Made digits(const MonoidRequest &request);
Made brackets(const MonoidRequest &request);
Made prefixSums(const MonoidRequest &request);

// Choices of one of two: by their order, or by what they are.
Made firstSet(const MonoidRequest &request);
Made lastSet(const MonoidRequest &request);
Made lastButSentinel(const MonoidRequest &request);
/// Of an extreme, the first or the last of equals.
Made argument(const MonoidRequest &request);
Made lastArgument(const MonoidRequest &request);
Made extremes(const MonoidRequest &request);

} // namespace weft::generate
