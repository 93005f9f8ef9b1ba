// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who talks to whom: the groups of collectives and the pairs of transfers.
// Groups come as a matrix with one per row, or as axes of a mesh.

#pragma once

#include "weft/StableHLO/IR/Shapes.h"

namespace weft::stablehlo {

/// The labels an operation has for the constraints on its groups.
struct ReplicaGroupLabels {
  llvm::StringRef shape;
  llvm::StringRef unique;
  llvm::StringRef size;
  llvm::StringRef range;
};

struct ReplicaGroupRules {
  /// No groups at all would mean one of all replicas; that is not allowed.
  bool mustCover = false;
  /// Groups may differ in size: -1 fills up the shorter ones.
  bool mayBePadded = false;
  /// Not every process needs to be in a group.
  bool mayLeaveOut = false;
};

/// Checks the groups and gives the size of each, if it is known: a mesh may be
/// defined elsewhere, padded groups differ, and no groups mean one of all.
mlir::FailureOr<std::optional<int64_t>>
checkReplicaGroups(const Site &site, const ReplicaGroupLabels &labels,
                   mlir::Attribute groups, const ReplicaGroupRules &rules);

/// C1 to C4 of each operation that has pairs: two columns, none negative, no
/// source and no target twice.
llvm::LogicalResult checkSourceTargetPairs(const Site &site,
                                           mlir::DenseIntElementsAttr pairs);

} // namespace weft::stablehlo
