// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions to an extreme element and its place: argmax, argmin and their
// like. Their bodies need not commute, since one of several NaN or of equal
// elements is chosen by which comes first. But every element carries its place,
// so that two of them can be brought into order before they are combined, and
// then elements may be taken in any order after all.
//
// This holds when the body chooses one of its two sides, for all results alike,
// by comparing elements and places only, so that
//
//  - of two different elements the same one is chosen on whichever side it
//    stands, and so is one of a NaN and a number;
//  - of equal elements, and of two NaN, always the one on the same side.
//
// Whether a body is such a choice is found out by trying all cases there are:
// less, equal, greater, NaN on one side or both.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <optional>

namespace weft::tile {

/// Which input of such a reduction, along one dimension, holds places that
/// increase along it; nothing when it is none.
std::optional<unsigned> findPlaces(weft::stablehlo::ReduceOp op);

/// What such a reduction looks for.
struct Extreme {
  unsigned places = 1;
  /// The greatest element, or the least.
  bool isGreatest = true;
};

/// Of those that give the place of the first element that is greatest or least,
/// a NaN before all others, and start from what is less than any.
std::optional<Extreme> findFirstExtreme(weft::stablehlo::ReduceOp op);

/// Makes the body take the element from the side that it takes the place from,
/// where the element is not used. Of equal elements JAX takes one from the
/// right and the place from the left, so that which zero it is, a positive or a
/// negative one, would depend on more than what is chosen.
void chooseOneSide(weft::stablehlo::ReduceOp op);

} // namespace weft::tile
