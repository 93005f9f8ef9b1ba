// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions of elements give on ranges of them. Most have their extremes
// at the corners; those that do not say what else may happen inside.

#pragma once

#include "weft/StableHLO/Interpreter/Bounds/Range.h"

#include <mlir/IR/Operation.h>

#include <functional>

namespace weft::reference::ranges {

struct Site {
  mlir::Operation *op;
  /// Of the result.
  ElementType type;
};

using Ranges = llvm::ArrayRef<Range>;
using Elements = llvm::ArrayRef<Element>;
using ElementFunction = std::function<Element(Elements)>;

/// A function by its shape, and by what it is at a point.
using FunctionShape = Range (*)(const Site &, Ranges, const ElementFunction &);

/// Extremes are at the corners.
Range monotone(const Site &, Ranges, const ElementFunction &);
/// Of integers: all of few, anything of many.
Range ofIntegers(const Site &, Ranges, const ElementFunction &);
Range absoluteOf(const Site &, Ranges, const ElementFunction &);
Range sumOrDifference(const Site &, Ranges, const ElementFunction &);
Range productOf(const Site &, Ranges, const ElementFunction &);
Range quotientOf(const Site &, Ranges, const ElementFunction &);
Range remainderOf(const Site &, Ranges, const ElementFunction &);
Range reciprocalRoot(const Site &, Ranges, const ElementFunction &);
Range powerOf(const Site &, Ranges, const ElementFunction &);
Range sineLike(const Site &, Ranges, const ElementFunction &);
Range tangent(const Site &, Ranges, const ElementFunction &);
Range angleOf(const Site &, Ranges, const ElementFunction &);

/// Operations with a rule of their own.
Range compared(const Site &, Ranges);
Range selected(const Site &, Ranges);
Range converted(const Site &, Ranges);
Range finiteness(const Site &, Ranges);
Range negated(const Site &, Ranges);
Range madeComplex(const Site &, Ranges);
Range precisionReduced(const Site &, Ranges);

/// A result as far off as compiled functions are.
Range inexact(const Range &result, Ranges operands);

} // namespace weft::reference::ranges
