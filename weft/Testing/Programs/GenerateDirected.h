// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special values for the operands of an operation that a recipe has made.
//
// Turns make a round: in as many turns as a type has values, each operand meets
// each of them. Operations on elements meet all pairs of values in one turn.
// Elsewhere one element of many is special, since a sum with two infinities in
// it says little.

#pragma once

#include "weft/Testing/Programs/GenerateRecipes.h"

namespace weft::generate {

/// Sizes that make room for all pairs of values of a type.
Dims shapeForPairs(mlir::Type element);

/// Puts arguments with special values in the place of the operation's operands,
/// those that only say sizes left alone. Nothing happens without an operation,
/// nor to one whose body depends on order.
void giveSpecials(Scope &scope, const Recipe &recipe, mlir::Operation *op,
                  int64_t turn);

/// What an operation is counted as where its operands are counted by the type
/// they are converted to.
std::string conversionName(llvm::StringRef operation, mlir::Type to);

/// Counts the values that operands of a module have met; `inputs` are those of
/// @main.
void countSpecials(const Recipes &recipes, mlir::ModuleOp module,
                   llvm::ArrayRef<reference::Tensor> inputs,
                   SpecialCoverage &coverage);

} // namespace weft::generate
