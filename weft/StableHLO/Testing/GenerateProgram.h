// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs: valid, and over all operations and element types.
//
//   Recipes recipes(context);
//   Coverage coverage;
//   GeneratedProgram program = generateProgram(recipes, seed, limits,
//   coverage);
//   ... run program.module's @main on program.inputs ...
//
// A program is a function @main of some arguments, made of about ten operations
// and what they need, that returns a few of its values. Operands lean towards
// the values made last, so that operations meet that rules are about. A seed
// names a program; as many seeds in a row as there are pairs of operation and
// element type make each pair at least once.

#pragma once

#include "weft/StableHLO/Testing/GenerateRecipes.h"

#include <mlir/IR/OwningOpRef.h>

namespace weft::generate {

struct GeneratedProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// One per argument of @main; of a grid program, for one process after the
  /// other.
  std::vector<reference::Tensor> inputs;
  /// Runs on this many replicas of this many partitions; 1 of 1 where it talks
  /// to nobody.
  int64_t replicas = 1;
  int64_t partitions = 1;
  int64_t processes() const { return replicas * partitions; }
  /// A function that fills the infeed, or empty.
  std::string infeed;
};

GeneratedProgram generateProgram(const Recipes &recipes, uint64_t seed,
                                 const GenerateLimits &limits,
                                 Coverage &coverage);

/// How many pairs of operation and element type there are recipes for, how
/// many of them have been made, and which have not.
struct CoverageReport {
  size_t possible = 0;
  size_t made = 0;
  size_t operations = 0;
  size_t operationsMade = 0;
  std::vector<std::string> never;
};
CoverageReport reportCoverage(const Recipes &recipes, const Coverage &coverage);

} // namespace weft::generate
