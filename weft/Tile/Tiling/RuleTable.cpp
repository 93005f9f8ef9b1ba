// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Rules/Rules.h"

namespace weft::tile {

RuleTable::RuleTable() {
  addElementwiseRules(*this);
  addShapeRules(*this);
  addReshapeRules(*this);
  addSourceRules(*this);
  addReduceRules(*this);
  addDotRules(*this);
  addPadRules(*this);
  addConcatenateRules(*this);
  addDynamicSliceRules(*this);
  addGatherRules(*this);
  addBitcastRules(*this);
  addWindowRules(*this);
  addConvolutionRules(*this);
}

} // namespace weft::tile
