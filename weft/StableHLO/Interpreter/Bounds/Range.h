// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one element may be: a value between two of its own type.
//
//   booleans, integers   all between the ends; anything is all there are
//   floats               an interval (Interval.h)
//   complex numbers      a box: an interval for each part
//   quantized numbers    their storage, as integers
//
// A float type without NaN says "anything" by its least and greatest number.

#pragma once

#include "weft/StableHLO/Interpreter/Bounds.h"
#include "weft/StableHLO/Interpreter/Bounds/Interval.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <vector>

namespace weft::reference::ranges {

struct Range {
  Element low;
  Element high;

  static Range exactly(const Element &element) { return {element, element}; }
  static Range anything(ElementType type);
  /// Rounds the ends to the type. The second is the imaginary part.
  static Range ofReal(ElementType type, Interval real);
  static Range ofComplex(ElementType type, Interval real, Interval imaginary);

  ElementType type() const { return low.type(); }
  /// Of floats and complex numbers.
  Interval real() const { return {low.asReal(), high.asReal()}; }
  Interval imaginary() const { return {low.asImaginary(), high.asImaginary()}; }
  bool isExact() const;
  bool isAnything() const;
  bool allows(const Element &element) const;
};

Range hull(const Range &a, const Range &b);
/// Whether an element may be of both.
bool overlap(const Range &a, const Range &b);

/// Half the distance of neighbouring numbers near one, or near the largest.
double unitOf(FloatKind kind);
double largestOf(FloatKind kind);
double leastPositive(FloatKind kind);
/// The number so many steps up, or down; stays within the finite ones where
/// the type has no infinity.
double stepped(FloatKind kind, double value, int64_t steps);
/// By so many units in the last place either way: floats, and the storage of
/// quantized numbers. A complex number by those of its larger part.
Range widened(const Range &range, int64_t units);
Interval widened(FloatKind kind, Interval interval, int64_t units);

/// Values of a function at all corners.
Range overCorners(
    llvm::ArrayRef<Range> operands,
    llvm::function_ref<Element(llvm::ArrayRef<Element>)> function);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool hasEnds(const Tensor &tensor);
bool isProduct(const Tensor &tensor);
Range rangeAt(const Tensor &tensor, int64_t position);
/// The same as an addition may take it: a product unrounded, and so one that
/// overflowed still finite.
Range addendAt(const Tensor &tensor, int64_t position);
/// Element `position` with its bounds, as a tensor of rank 0.
Tensor boundedScalarAt(const Tensor &tensor, int64_t position);

/// `value` with its elements free within `ranges`; without bounds where all
/// are exact. A range that leaves its value out is made to hold it.
StatusOr<Tensor> withRanges(Budget &budget, const Tensor &value,
                            llvm::ArrayRef<Range> ranges);
/// What is between two tensors of one type.
StatusOr<Tensor> hullOfTensors(Budget &budget, const Tensor &a,
                               const Tensor &b);
StatusOr<Tensor> anythingLike(Budget &budget, const Tensor &value);

} // namespace weft::reference::ranges
