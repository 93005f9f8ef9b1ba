// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of our own by which the device itself decides: whether a loop goes
// on, and which branch is taken. A loop ends early in a run that was cancelled.
// Calls of the host inside of them it leaves in a ring (CallRing.h), and copies
// and fills that have a guard it makes itself. Of checks it notes the first
// that fails.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"
#include "weft/Runtime/CUDA/RunPlaces.h"

namespace weft::cuda {

class DecisionKernels {
public:
  /// PTX of all of them, for every processor.
  static std::string_view text();
  static StatusOr<std::unique_ptr<DecisionKernels>> load(const Device &device);

  /// Counts a run: (address of its RunWords).
  const Function &begin() const { return beginRun; }
  /// Sets a condition: (its handle, address of the words, address of the
  /// number, its bytes, unused bits of 64, whether it has a sign, how many
  /// branches there are, none for a loop).
  const Function &decide() const { return setCondition; }
  /// Counts a round of a loop, and sets its condition: (its handle, address of
  /// the words, address of the 32 bits that say how many are to come, with how
  /// many the count begins, or none).
  const Function &count() const { return countRound; }
  /// Copies an array of a call into the next slot of a ring, once there is one,
  /// or not at all where the run is cancelled before, by one block of any
  /// threads: (address of the ring, address of the words,
  /// slots less one, bytes of a slot, address of the array, its offset in the
  /// slot, its bytes, one more than the number of the call, or zero where more
  /// arrays are to come).
  const Function &put() const { return putArray; }
  /// Notes a check whose number is zero, unless its run is to end, and has it
  /// end: (address of the words, address of the number, its bytes, unused bits
  /// of 64, address of 64 bits that are zero until one failed, what they
  /// become).
  const Function &check() const { return noteFailure; }
  /// Copies bytes if its guards hold, by any number of blocks and threads: (its
  /// guards, as wordsOf gives them, from, to, bytes).
  const Function &copyIf() const { return copyGuarded; }
  /// Sets bytes to the same four again and again if its guards hold, by any
  /// number of blocks and threads: (its guards, to, the four bytes, how many in
  /// all).
  const Function &fillIf() const { return fillGuarded; }
  /// An address, and what has to be there, for each guard that a command may
  /// have.
  static std::vector<uint64_t> wordsOf(const std::vector<CommandGuard> &guards,
                                       const RunPlaces &places);

private:
  explicit DecisionKernels(Module module) : module(std::move(module)) {}

  const Module module;
  Function beginRun;
  Function setCondition;
  Function countRound;
  Function putArray;
  Function noteFailure;
  Function copyGuarded;
  Function fillGuarded;
};

} // namespace weft::cuda
