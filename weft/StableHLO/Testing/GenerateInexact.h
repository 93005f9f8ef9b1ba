// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that need not be the same to the last bit: which differences does a
// program allow?
//
// Compiled code may round differently where no one number is right: a sine, a
// product that goes into a sum unrounded, a sum in another order. How far that
// takes a result depends on the program. 1e30 + x - 1e30 or floor(sin(x) * 1e6)
// make much of a last bit, a comparison all of it, and no tolerance per element
// type is right for every random program.
//
// So the program itself is asked. Its inexact operations are made to be off by
// some units in the last place, up or down, in several runs of the interpreter.
// A result that is the same in all of them has to be the same in compiled code
// too; one that moves may move a few times as far; one that is NaN in some runs
// and a number in others may be anything. Operations that are exact (movement,
// integers, comparisons, conversions, sums and quotients of two numbers) are
// left exact, and so is everything made from them alone.

#pragma once

#include "weft/StableHLO/Testing/GenerateProgram.h"

namespace weft::generate {

/// How inexact operations are off in one run.
struct Wobble {
  /// At most this many units in the last place of f32 and f64, and of the parts
  /// of complex numbers.
  int units = 4;
  /// The same for narrower types, which are computed in f32, and for the
  /// storage of quantized numbers.
  int narrowUnits = 2;
  enum class Direction { Up, Down, Either } direction = Direction::Either;
  /// A sum of finite numbers that is not finite is any infinity or NaN: another
  /// order of its terms might not have overflowed.
  bool movesOverflow = true;
  /// Chooses how far, and in which direction, for each operation and element.
  uint64_t seed = 0;
  /// Of the run, the process: what is off alike in all may cancel out between
  /// them.
  uint64_t process = 0;
};

/// A copy of the module with a custom call, `wobbleTarget`, behind each inexact
/// operation and in front of those that add up many numbers: a sum in another
/// order is the sum of numbers a little off. What it computes is `wobble`.
/// Numbers of a narrow type are off by more than the sums of them are, and can
/// be left alone.
mlir::OwningOpRef<mlir::ModuleOp> withWobble(mlir::ModuleOp module,
                                             bool movesNarrowOperands = true);

inline constexpr llvm::StringLiteral wobbleTarget = "generated.wobble";

/// The first tensor, each element a little off. The others, if any, are what it
/// is a sum of. `site` is the number of the custom call.
StatusOr<reference::Tensor> wobble(reference::Budget &budget,
                                   llvm::ArrayRef<reference::Tensor> tensors,
                                   stablehlo::CustomCallOp call,
                                   const Wobble &how);

} // namespace weft::generate
