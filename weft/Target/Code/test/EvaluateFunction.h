// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function of integers gives, as LLVM's language reference says it: with
// poison, and with what has no meaning told apart from what has. A pass may
// give poison and undefined behaviour any meaning, and nothing else another.

#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

#include <optional>

namespace weft::code {

struct Outcome {
  enum class Kind { Number, Poison, Undefined };
  Kind kind = Kind::Undefined;
  llvm::APInt number;
};

/// Runs a function whose arguments are integers, as its result is. Undefined
/// also where an outcome is not one alone (poison that is frozen), or does not
/// come within so many instructions.
Outcome evaluate(const llvm::Function &function,
                 llvm::ArrayRef<llvm::APInt> arguments, int64_t mostSteps);

} // namespace weft::code
