// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of integers, at random: arithmetic with and without the promise not
// to wrap, branches, loops. Numbers lie where 32 bits end, or are near to it.

#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Module.h>

#include <random>
#include <vector>

namespace weft::code {

/// A function of arguments some of which say between which ends they lie. Its
/// result has 64 bits.
llvm::Function *makeRandomFunction(llvm::Module &module, std::mt19937 &random);

/// Arguments that such a function may have.
std::vector<llvm::APInt> makeRandomArguments(const llvm::Function &function,
                                             std::mt19937 &random);

} // namespace weft::code
