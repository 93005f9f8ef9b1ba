// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of its operands an operation needs for an element of its
// result.
//
// An element of the result has an index per dimension: r0, r1 and so on. An
// operation that combines many elements into one walks *loops* for it: l0, l1.
// Some read *numbers* at run time that move the rest: n0, n1. An operand is
// then needed at one index per dimension of its own, each an expression in
// these. Examples:
//
//   transpose, permutation [1, 0]     (r1, r0)
//   slice from 10 on, every second    (r0 * 2 + 10)
//   sum of rows                       (r0, l0)
//   product of matrices               (r0, l0) and (l0, r1)
//   padding before and between        ((r0 - 3) floordiv 2)
//   dynamic slice                     (r0 + n0), and the start at ()
//
// An index beyond the operand's extent means that the element of the result
// does not need it: it is padding, or a part of another operand. A reshape has
// no such form; see ReshapePieces.h.
//
// Fusion reads off this how often something is computed, tiling which tiles are
// loaded. Neither knows an operation's indices by itself.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/Operation.h>

#include <optional>
#include <string>

namespace weft::stablehlo {

/// `scale * (x floordiv divisor)`.
struct IndexTerm {
  enum class Of { Result, Loop, Number };
  Of of = Of::Result;
  /// Which dimension, loop or number x is.
  unsigned position = 0;
  int64_t scale = 1;
  int64_t divisor = 1;
  /// It counts groups, each with its own part of the operand: elements of
  /// several groups need no common part.
  bool isGroup = false;
};

/// `(sum of the terms + offset) floordiv divisor`. In a dimension with a
/// divisor other than 1, what leaves a remainder is a hole and no element.
struct NeededIndex {
  llvm::SmallVector<IndexTerm, 2> terms;
  int64_t offset = 0;
  int64_t divisor = 1;
};

struct OperandNeed {
  unsigned operand = 0;
  /// One per dimension of the operand.
  llvm::SmallVector<NeededIndex, 4> indices;
  /// It is no element that is combined in the loops: an initial value, the
  /// value of padding, a start.
  bool isSetting = false;
};

/// A loop that an element of the result is combined in.
struct NeededLoop {
  int64_t extent = 1;
  /// It walks the places of a window that slides over the operand.
  bool isWindow = false;
};

/// A number that is read at run time: the one element of the need, moved into
/// [0, last].
struct RuntimeNumber {
  unsigned need = 0;
  int64_t last = 0;
};

struct OperationNeeds {
  llvm::SmallVector<NeededLoop, 2> loops;
  /// In the order of the operands. Several for an operand that is needed at
  /// several places.
  llvm::SmallVector<OperandNeed, 3> operands;
  llvm::SmallVector<RuntimeNumber, 2> numbers;

  /// As in the examples above, for people and tests.
  std::string text() const;
};

/// Whether an element of the result is computed from the elements at the same
/// place of the operands, or from operands that are scalars.
bool needsSamePlace(mlir::Operation *operation);

/// The loops alone, which are quicker to find.
llvm::SmallVector<NeededLoop, 2> loopsOf(mlir::Operation *operation);

/// Nothing for an operation any of whose elements may need any other: sort,
/// scatter and their like. What the bodies of an operation capture is not told.
std::optional<OperationNeeds> needsOf(mlir::Operation *operation);

} // namespace weft::stablehlo
