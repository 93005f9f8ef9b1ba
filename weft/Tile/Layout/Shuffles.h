// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile that stays in its warps, moved from one layout to another by shuffles:
// no memory on the chip, no barrier.
//
// Each bit of a place in the tile is a bit of a register's, a lane's or a
// warp's number before, and after. What it was and what it becomes is all that
// there is to do:
//
//   register -> register   another name
//   lane -> lane           the lane that is asked
//   lane -> register       a lane asks one lane for each of its registers
//   register -> lane       a lane sends not the same register to all
//
// A shuffle gives every lane one word of one other lane, which sends one word
// to all that ask it. So where both of the last two happen they are paired:
// lanes that want different registers ask different lanes. Take two registers
// of a lane and the lanes in pairs, to be transposed,
//
//             before               after
//   lane 0    a0 a1       lane 0   a0 b0
//   lane 1    b0 b1       lane 1   a1 b1
//
// Lane 0 asks for b0 when lane 1 asks for a1, in one shuffle: the register that
// is sent is chosen by the lane's bit, and so is the one that was received. All
// that is one list of steps, the same for every lane, which is priced, tested
// and written as code.
//
// Elements of less than a word move together where registers that lie side by
// side stay together; those of two words step by step with both.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Layout.h"

#include <vector>

namespace weft::tile {

/// On a conversion, where its elements change lanes: how many shuffles it is.
inline constexpr llvm::StringLiteral shufflesAttributeName = "shuffles";

struct Shuffles {
  /// What a lane gets from another one, or chooses from two values of its own.
  struct Step {
    enum class Kind { Shuffle, Choice };
    Kind kind;
    /// The value that lanes send; that of lanes whose bit is set.
    int64_t value;
    /// Of a choice: that of the others, and the bit of the thread's number in
    /// its block.
    int64_t otherwise = 0;
    unsigned bit = 0;
    /// Of a shuffle: bits in which the lane that is asked differs from the one
    /// that `asked` says.
    uint32_t lanes = 0;
  };

  /// The first values: registers side by side in a word, of the elements'
  /// number.
  std::vector<llvm::SmallVector<int64_t>> given;
  /// A value each, numbered behind those.
  std::vector<Step> steps;
  /// For each bit of the number of the lane that is asked: the bit of the
  /// asking thread's number that it is, or nothing for zero.
  llvm::SmallVector<std::optional<unsigned>> asked;
  /// A value, and the element in it, for each register of the result.
  struct Taken {
    int64_t value;
    int64_t element;
  };
  std::vector<Taken> taken;

  int64_t shuffleCount() const;
  /// Whether each thread asks the lane with its own number, but for the bits
  /// that steps say.
  bool asksItself() const;
  /// Cycles of one warp, for elements of so many bytes.
  int64_t cost(int64_t elementBytes, const Machine &machine) const;
};

/// Nothing where elements change warps, or lanes would have to send two words
/// at once.
std::optional<Shuffles> planShuffles(const Layout &from, const Layout &to,
                                     llvm::ArrayRef<int64_t> shape,
                                     int64_t elementBytes);

} // namespace weft::tile
