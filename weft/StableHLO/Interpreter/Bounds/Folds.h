// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a fold over elements in order may give, when it may be any tree.
//
//   sums of floats   the sum of the ends, off by k u (|x1| + ... + |xn|), where
//                    weft/Support/Summation.h states k and the type that is
//                    summed up in. One that is infinite, or may become so on
//                    the way, is looked at apart.
//   other bodies     trees from the left, from the right, balanced, and some at
//                    random with initial values between the elements: what they
//                    agree on must come out, and between numbers that are
//                    rounded in different places anything may. Where they
//                    disagree, or three neighbours do when the brackets move,
//                    the body is not associative on these elements, and
//                    anything may come out.

#pragma once

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"
#include "weft/StableHLO/Interpreter/WideSum.h"

namespace weft::reference::ranges {

enum class BodyKind {
  /// One operation that gives the same in any order: of integers, and extremes.
  Exact,
  /// An addition of floats or complex numbers.
  Sum,
  /// A multiplication of floats.
  Product,
  General,
};

/// Of a body that takes and returns elements of `type`.
BodyKind kindOf(mlir::Region &body, mlir::Type type);
/// Whether an exact body grows with its arguments, so that its ends are those
/// of the ends.
bool isMonotone(mlir::Region &body, ElementType type);

/// One part of the terms of a sum, as they come.
class PartialSum {
public:
  void add(Interval term);
  /// `value` is what the reference gives, in the type of `kind`.
  Interval finish(FloatKind kind, double value) const;

private:
  long double low = 0;
  long double high = 0;
  /// Of all sizes.
  long double size = 0;
  /// Terms that are not zero.
  int64_t count = 0;
  bool isExact = true;
  bool hasPositiveInfinity = false;
  bool hasNegativeInfinity = false;
  bool hasNaN = false;
  bool isOpen = false;
};

/// A sum of floats or complex numbers. Terms that are products, marked as
/// such, are taken unrounded.
class SumRange {
public:
  explicit SumRange(const Tensor &first, int64_t position = 0)
      : value(first.at(position)) {
    include(first, position);
  }
  void add(const Tensor &term, int64_t position = 0);
  /// What the reference gives.
  Element total() const;
  Range finish() const;

private:
  void include(const Tensor &term, int64_t position);

  /// Step by step.
  Element value;
  int64_t terms = 0;
  WideSum wideReal;
  WideSum wideImaginary;
  PartialSum real;
  PartialSum imaginary;
};

/// By how much a sum of numbers whose sizes add up to `size` may be off.
double errorOfSum(FloatKind kind, int64_t terms, int64_t longestChain,
                  double size);
/// The type that floats of a kind are summed up in.
FloatKind sumKind(FloatKind kind);

enum class Order {
  /// Any tree.
  Any,
  /// One after the other, from the left.
  Given,
};

/// One element of each input.
using Item = Values;
/// Folds by a region of the call. `first` takes part before the items, or
/// behind them in trees from the right; it may be empty where there are items.
StatusOr<Item> fold(const OpCall &call, size_t region, const Item &first,
                    llvm::ArrayRef<Item> items, Order order, BodyKind kind);

/// Rules of collective operations that reduce.
StatusOr<llvm::SmallVector<Tensor, 2>>
reduceOverGroup(OpCall &call, llvm::ArrayRef<Values> brought,
                llvm::ArrayRef<mlir::RankedTensorType> types);

/// `tensor` with its bounds in the element type of `type`.
StatusOr<Tensor> convertWithBounds(Budget &budget, const Tensor &tensor,
                                   mlir::RankedTensorType type);

} // namespace weft::reference::ranges
