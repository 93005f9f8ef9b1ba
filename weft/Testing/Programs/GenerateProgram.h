// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs: valid, and over all operations and element types.
//
//   Recipes recipes(context);
//   Coverage coverage;
//   CheckedProgram program = generateProgram(recipes, seed, limits,
//   coverage);
//   ... run program.module's @main on program.inputs ...
//
// A program is a function @main of some arguments, made of about ten operations
// and what they need, that returns a few of its values. Operands lean towards
// the values made last, so that operations meet that rules are about. A seed
// names a program; as many seeds in a row as there are pairs of operation and
// element type make each pair at least once.

#pragma once

#include "weft/Check/Program.h"
#include "weft/Testing/Programs/GenerateRecipes.h"

namespace weft::generate {

CheckedProgram generateProgram(const Recipes &recipes, uint64_t seed,
                               const GenerateLimits &limits,
                               Coverage &coverage);

/// A program of one operation on one element type, made a few times over, whose
/// operands are special values. Numbers that are equal modulo the number of
/// pairs are about the same pair, each with the next values.
CheckedProgram generateSpecials(const Recipes &recipes, uint64_t number,
                                const GenerateLimits &limits,
                                Coverage &coverage);

/// Goes through the numbers of such programs that have something left to meet,
/// until nothing is.
class SpecialsLeft {
public:
  SpecialsLeft(const Recipes &recipes, const GenerateLimits &limits,
               const Coverage &coverage)
      : recipes(recipes), limits(limits), coverage(coverage) {}
  std::optional<uint64_t> next();

private:
  bool isOver() const;
  bool isNeeded(const Recipe &recipe, mlir::Type element) const;

  const Recipes &recipes;
  const GenerateLimits &limits;
  const Coverage &coverage;
  uint64_t number = 0;
};

/// Custom calls of generated programs return their operand. For who cannot
/// execute one: puts the operand in its place.
void removeCustomCalls(mlir::ModuleOp module);

/// What there is to be made, how much of it has been, and what has not.
struct CoverageReport {
  /// Operations of StableHLO, and calls. `return` only ends a region.
  size_t operations = 0;
  size_t operationsMade = 0;
  size_t elementTypes = 0;
  size_t elementTypesMade = 0;
  /// Of an operation and an element type it takes.
  size_t pairs = 0;
  size_t pairsMade = 0;
  /// Bodies that are sensitive to order.
  size_t bodies = 0;
  size_t bodiesMade = 0;
  std::vector<std::string> never;
};
CoverageReport reportCoverage(const Recipes &recipes, const Coverage &coverage);

} // namespace weft::generate
