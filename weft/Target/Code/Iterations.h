// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of the user's program, as opposed to those over tiles: whoever calls a
// kernel from a run may want to end them early.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace weft::code {

/// Marks the branch that ends an iteration of a loop.
void markIteration(llvm::Instruction *branch);

/// The branches that are marked.
llvm::SmallVector<llvm::Instruction *>
iterationsOf(const llvm::Function &kernel);

/// A marked branch becomes one like any other.
void unmarkIteration(llvm::Instruction *branch);

} // namespace weft::code
