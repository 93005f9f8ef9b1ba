// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long sums are formed, said once: compiled code is made by it, the
// reference derives from it how far a result may be off.
//
// A sum of n terms is a fixed tree that depends on the shape, the type and the
// instruction set alone. A *chain* adds terms one after the other to one
// partial sum, in the type of the sum (f32 at least). After so many terms it
// ends, and the partial sum is added to a total that has twice the digits: one
// in f64 for chains in f32, a pair of f64 for chains in f64
// (weft/Tile/Tiling/Totals.h).
//
// So the number of roundings between a term and the result, k, is bounded by a
// constant however many terms there are, and the result is off by no more than
// k u (|x1| + ... + |xn|), u being half a unit in the last place of the type of
// the sum.

#pragma once

#include <algorithm>
#include <cstdint>

namespace weft {

/// Terms of one chain where the lanes of many chains are added up as they end,
/// which is cheap: sums along rows, and scans.
inline constexpr int64_t longestChainOfLanes = 32;
/// Terms of one chain in all other sums and means: those of columns and
/// windows, in which each chain has a total of its own.
inline constexpr int64_t longestChainOfTerms = 128;
/// The same in products of matrices and in convolutions, which hold as many
/// chains as there are registers.
inline constexpr int64_t longestChainOfProducts = 512;

/// Roundings on the way through the lanes and vectors that one chain is spread
/// over, at most 2^12 partial sums, added up in pairs; of what blocks of a sum
/// hand on; and of the result.
inline constexpr int64_t roundingsOfJoining = 12 + 1 + 1;

/// A bound on the roundings between one of `terms` terms and their sum.
constexpr int64_t roundingsOfSum(int64_t terms, int64_t longestChain) {
  return std::min(terms, longestChain + roundingsOfJoining);
}

} // namespace weft
