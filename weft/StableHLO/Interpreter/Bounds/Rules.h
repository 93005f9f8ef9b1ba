// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of all families share.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Bounds/Range.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

namespace weft::reference::ranges {

/// What a failure says that is about such sizes.
inline constexpr llvm::StringLiteral uncertainSizes =
    "sizes depend on numbers that are not exact";

// One function per file of rules.
void addElementwiseRules(OpTable &table, const OpTable &standard);
void addMovementRules(OpTable &table, const OpTable &standard);
void addReductionRules(OpTable &table, const OpTable &standard);
void addSortRule(OpTable &table, bool placesNaN);
void addProductRules(OpTable &table, const OpTable &standard, bool isCoarse);
void addNormalizationRules(OpTable &table, const OpTable &standard);
void addFactorizationRules(OpTable &table, const OpTable &standard);
void addFourierRule(OpTable &table, const OpTable &standard);
void addRandomRules(OpTable &table, const OpTable &standard);
void addControlRules(OpTable &table, const OpTable &standard);
void addCollectiveRules(OpTable &table, const OpTable &standard);

/// The results of the standard function on other operands, in other types
/// where some are given; for operations without regions.
StatusOr<Values>
callStandard(const OpCall &call, const OpFunction &function,
             llvm::ArrayRef<Value> operands,
             llvm::ArrayRef<mlir::RankedTensorType> types = {});

/// Without bounds.
Values bareOperands(const OpCall &call);
bool anyEnds(const OpCall &call);

/// Whether the operation is a step of a body that may be executed in another
/// order, so that what it rounds is rounded in another place.
bool isStepOfReduction(mlir::Operation *op);

Status sizesAreUncertain();

/// Both ends as numbers; what is not quantized as it is.
StatusOr<Tensor> dequantizeWithBounds(Budget &budget, const Tensor &tensor);
/// Stores ranges of numbers, `value` being the quantized result. One that was
/// computed may be the next number of the storage instead.
StatusOr<Tensor> quantizeRanges(Budget &budget, const Tensor &value,
                                llvm::ArrayRef<Range> ranges, bool isComputed);

} // namespace weft::reference::ranges
