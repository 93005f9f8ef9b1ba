// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of our own by which the device itself decides: whether a loop goes
// on, and which branch is taken. A loop ends early in a run that was cancelled.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"

namespace weft::cuda {

class DecisionKernels {
public:
  static StatusOr<std::unique_ptr<DecisionKernels>> load(const Device &device);

  /// Counts a run: (address of its RunWords).
  const Function &begin() const { return beginRun; }
  /// Sets a condition: (its handle, address of the words, address of the
  /// number, its bytes, unused bits of 64, whether it has a sign, how many
  /// branches there are, none for a loop).
  const Function &decide() const { return setCondition; }

private:
  explicit DecisionKernels(Module module) : module(std::move(module)) {}

  const Module module;
  Function beginRun;
  Function setCondition;
};

} // namespace weft::cuda
