// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults on purpose, to see whether checking finds them. Those of `simplify`
// are mostly rules that exist, with one condition forgotten or one index
// confused; the others are where the code asks isPlanted (PlantedFault.h).

#pragma once

#include "weft/StableHLO/Simplify/Rule.h"

namespace weft::tools {

struct PlantedFault {
  int number;
  /// The stage that finds it.
  llvm::StringLiteral stage;
  /// What is wrong.
  llvm::StringLiteral description;
  /// Puts a wrong rule before the right ones; null where the code asks.
  void (*plantRule)(stablehlo::RuleSet &rules);
};

llvm::ArrayRef<PlantedFault> plantedFaults();

/// For the rest of the process; before anything else runs. Null where there is
/// none of this number.
const PlantedFault *plantFault(int number, stablehlo::RuleSet &rules);

} // namespace weft::tools
