// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong rules, to see whether checking finds them. Each is a rule that exists,
// with one condition forgotten or one index confused.

#pragma once

#include "weft/StableHLO/Simplify/Rule.h"

namespace weft::tools {

constexpr int plantedRules = 10;

/// What rule `number`, from 1 on, gets wrong.
llvm::StringRef describePlanted(int number);

/// Puts the wrong rule before the right ones.
void plantRule(stablehlo::RuleSet &rules, int number);

} // namespace weft::tools
