// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How to make each operation: a recipe chooses operands, attributes and result
// types so that the operation is valid and means something to the interpreter.
// Recipes never fail: what does not fit they make fit.
//
// NaN has a sign and a payload that no pass needs to keep, so operations that
// show them (bitcasts, total order) get operands without NaN.

#pragma once

#include "weft/StableHLO/Testing/GenerateScope.h"

#include <functional>
#include <vector>

namespace weft::generate {

/// The custom call that returns its operand.
inline constexpr llvm::StringLiteral identityTarget = "generated.identity";

struct Recipe {
  /// `stablehlo.add`
  llvm::StringRef operation;
  /// The element types it is tried with.
  llvm::SmallVector<mlir::Type> elements;
  std::function<void(Scope &, mlir::Type)> make;
  /// Talks to other processes: only at the top of programs that run on a grid.
  bool needsGrid = false;
};

class Recipes {
public:
  explicit Recipes(mlir::MLIRContext *context);
  Recipes(const Recipes &) = delete;
  Recipes &operator=(const Recipes &) = delete;

  llvm::ArrayRef<Recipe> all() const { return recipes; }
  /// Pairs of operation and element type.
  uint64_t pairCount() const {
    uint64_t count = 0;
    for (const Recipe &recipe : recipes) {
      count += recipe.elements.size();
    }
    return count;
  }
  const ElementTypes &elements() const { return types; }

  template <typename Op>
  void add(llvm::ArrayRef<mlir::Type> elements,
           std::function<void(Scope &, mlir::Type)> make) {
    recipes.push_back({Op::getOperationName(),
                       llvm::SmallVector<mlir::Type>(elements), std::move(make),
                       false});
  }
  template <typename Op>
  void addForGrid(llvm::ArrayRef<mlir::Type> elements,
                  std::function<void(Scope &, mlir::Type)> make) {
    add<Op>(elements, std::move(make));
    recipes.back().needsGrid = true;
  }

private:
  ElementTypes types;
  std::vector<Recipe> recipes;
};

// One function per file of recipes.
void addElementwiseRecipes(Recipes &recipes);
void addMovementRecipes(Recipes &recipes);
void addIndexingRecipes(Recipes &recipes);
void addProductRecipes(Recipes &recipes);
void addNumericRecipes(Recipes &recipes);
void addReductionRecipes(Recipes &recipes);
void addControlRecipes(Recipes &recipes);
void addDynamicRecipes(Recipes &recipes);
void addCollectiveRecipes(Recipes &recipes);

/// A few operations that belong together, as programs have them: what rules on
/// several operations look for, and single random operations seldom make.
void makeIdiom(Scope &scope);

/// A few random operations in a scope.
void fillScope(Scope &scope, const Recipes &recipes, int operations);

/// A function of scalars that combines two of them, as a region's only block:
/// mostly one commutative operation.
void makeCombiner(Scope &outer, mlir::Region &region,
                  llvm::ArrayRef<mlir::Type> elements);
/// A function of pairs of scalars that says whether the first of the first pair
/// comes before the second.
void makeComparator(Scope &outer, mlir::Region &region,
                    llvm::ArrayRef<mlir::Type> elements);

} // namespace weft::generate
