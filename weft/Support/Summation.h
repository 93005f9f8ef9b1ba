// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long sums are formed, said once: compiled code is made by it, the
// reference derives from it how far a result may be off.
//
// A sum of n terms is a fixed tree that depends on the shape, the type and the
// instruction set alone. A *chain* adds terms one after the other to one
// partial sum, in the type of the sum (f32 at least); after so many terms it
// ends, and the partial sum is added to one of the next level. Where there is a
// type with twice the digits (f64 for sums in f32), the next level is kept in
// it and there are two levels. Sums in f64 have as many levels as it takes.
//
// So the number of roundings between a term and the result, k, is bounded by a
// constant in the first case and grows with the logarithm of n in the second,
// and the result is off by no more than k u (|x1| + ... + |xn|), u being half a
// unit in the last place of the type of the sum.

#pragma once

#include <cstdint>

namespace weft {

/// Terms of one chain in sums, means, norms, windows and scans.
inline constexpr int64_t longestChainOfTerms = 64;
/// The same in products of matrices and in convolutions, where ending a chain
/// costs as much as a few terms.
inline constexpr int64_t longestChainOfProducts = 256;

/// Roundings on the way through the lanes and vectors that one chain is spread
/// over: at most 2^12 partial sums, added up in pairs.
inline constexpr int64_t roundingsOfLanes = 12;

/// A bound on the roundings between one of `terms` terms and their sum.
/// `hasWiderType`: whether levels above the first are kept in a type with twice
/// the digits.
constexpr int64_t roundingsOfSum(int64_t terms, int64_t longestChain,
                                 bool hasWiderType) {
  if (terms <= longestChain) {
    return terms;
  }
  // The chain, its lanes, and the one rounding of the result.
  int64_t roundings = longestChain + roundingsOfLanes + 1;
  for (int64_t left = terms / longestChain; !hasWiderType && left > 0;
       left /= longestChain) {
    roundings += longestChain;
  }
  return roundings;
}

} // namespace weft
