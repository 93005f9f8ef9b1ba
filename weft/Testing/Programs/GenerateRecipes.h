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

#include "weft/Testing/Programs/GenerateScope.h"

#include <llvm/ADT/StringMap.h>

#include <functional>
#include <vector>

namespace weft::generate {

struct Recipe {
  /// `stablehlo.add`
  llvm::StringRef operation;
  /// The element types it is tried with.
  llvm::SmallVector<mlir::Type> elements;
  std::function<void(Scope &, mlir::Type)> make;
  /// Talks to other processes: only at the top of programs that run on a grid.
  bool needsGrid = false;
  /// Element by element: operands have one shape, which is the result's.
  bool isElementwise = false;
  /// Where an operand that the definition names begins, and of how many values
  /// it is.
  std::pair<unsigned, unsigned> (*operandGroup)(mlir::Operation *,
                                                unsigned) = nullptr;
};

class Recipes {
public:
  explicit Recipes(mlir::MLIRContext *context);
  Recipes(const Recipes &) = delete;
  Recipes &operator=(const Recipes &) = delete;

  llvm::ArrayRef<Recipe> all() const { return recipes; }
  /// Null where an operation has none.
  const Recipe *find(llvm::StringRef operation) const {
    auto found = byName.find(operation);
    return found == byName.end() ? nullptr : &recipes[found->second];
  }
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
                       llvm::SmallVector<mlir::Type>(elements),
                       std::move(make)});
    if constexpr (requires(Op op) { op.getODSOperandIndexAndLength(0u); }) {
      recipes.back().operandGroup = [](mlir::Operation *op, unsigned group) {
        return mlir::cast<Op>(op).getODSOperandIndexAndLength(group);
      };
    }
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
  llvm::StringMap<size_t> byName;
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

/// A reduction, a product or a scan of as many elements as the limits allow for
/// it, or fewer. Its results are not offered: what comes after stays small.
llvm::SmallVector<mlir::Value> makeLong(Scope &scope);

/// A reduction, or one of windows, whose elements have to be taken in order.
void makeOrderedReduction(Scope &scope);

/// The first few of a sorted row, with their places.
void makeTopK(Scope &scope);

/// A few random operations in a scope.
void fillScope(Scope &scope, const Recipes &recipes, int operations);

enum class CombinerUse {
  /// One operation that is associative and commutes, so that the initial value
  /// may be any.
  Reduction,
  /// The same, or the old or the new value.
  Update,
  /// Any function: nothing is combined.
  Map,
};

/// A function of scalars that combines two of them, as a region's only block.
void makeCombiner(Scope &outer, mlir::Region &region,
                  llvm::ArrayRef<mlir::Type> elements,
                  CombinerUse use = CombinerUse::Reduction);
/// A function of pairs of scalars that says whether the first of the first pair
/// comes before the second.
void makeComparator(Scope &outer, mlir::Region &region,
                    llvm::ArrayRef<mlir::Type> elements);

} // namespace weft::generate
