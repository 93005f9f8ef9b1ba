// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Table.h"

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"

namespace weft::reference {

bool areSizesUncertain(const Status &status) {
  return !status.ok() &&
         llvm::StringRef(status.message()).contains(ranges::uncertainSizes);
}

OpTable boundedOpTable(Liberties liberties) {
  OpTable standard = standardOpTable();
  OpTable table;
  // Constants and calls: bounds travel with values.
  addBasicOps(table);
  ranges::addElementwiseRules(table, standard);
  ranges::addMovementRules(table, standard);
  ranges::addReductionRules(table, standard);
  ranges::addSortRule(table, liberties.placesNaN);
  ranges::addProductRules(table, standard, liberties.hasCoarseProducts);
  ranges::addNormalizationRules(table, standard);
  ranges::addFactorizationRules(table, standard);
  ranges::addFourierRule(table, standard);
  ranges::addRandomRules(table, standard);
  ranges::addControlRules(table, standard);
  ranges::addCollectiveRules(table, standard);
  return table;
}

} // namespace weft::reference
