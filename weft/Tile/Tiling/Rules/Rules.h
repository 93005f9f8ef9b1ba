// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of rules, one file each.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/EmitContext.h"
#include "weft/Tile/Tiling/Rule.h"

namespace weft::tile {

void addElementwiseRules(RuleTable &rules);
/// broadcast, transpose, reverse, slice.
void addShapeRules(RuleTable &rules);
void addReshapeRules(RuleTable &rules);
/// constant and iota.
void addSourceRules(RuleTable &rules);
void addReduceRules(RuleTable &rules);
void addDotRules(RuleTable &rules);
void addPadRules(RuleTable &rules);
void addConcatenateRules(RuleTable &rules);
/// dynamic_slice, dynamic_update_slice.
void addDynamicSliceRules(RuleTable &rules);
void addGatherRules(RuleTable &rules);
void addBitcastRules(RuleTable &rules);
/// reduce_window.
void addWindowRules(RuleTable &rules);
void addConvolutionRules(RuleTable &rules);

inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

inline mlir::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return tensorType(value).getShape();
}

} // namespace weft::tile
