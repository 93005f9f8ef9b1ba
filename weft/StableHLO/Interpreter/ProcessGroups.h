// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which processes work together in a collective.

#pragma once

#include "weft/StableHLO/Interpreter/Process.h"

namespace weft::reference {

/// How a list of numbers becomes a group of processes.
enum class GroupStrategy {
  /// Replicas, for each partition on its own.
  CrossReplica,
  /// Partitions, for each replica on its own.
  CrossPartition,
  /// Replicas, with all their partitions.
  CrossReplicaAndPartition,
  /// replica * partitions + partition.
  FlattenedIds,
};

/// The numbers of a `replica_groups` or `source_target_pairs` attribute: one
/// list per row of a matrix, without the -1 that pads short rows; or the
/// groups that axes of a mesh make. `operation` is where symbols are looked up;
/// a mesh has at most `processes` devices.
StatusOr<std::vector<std::vector<int64_t>>>
replicaGroupIds(mlir::Operation *operation, mlir::Attribute groups,
                int64_t processes);

/// Groups that were worked out before: a list of lists of flattened ids, which
/// stands for all that the operation itself says of its groups.
inline constexpr llvm::StringLiteral kProcessGroupsName = "weft.process_groups";
/// Marks an all_gather of groups that differ in size: zeros follow what the
/// members of a small group brought.
inline constexpr llvm::StringLiteral kUnevenName = "weft.uneven";
/// Marks an all_gather that processes in no group take part in: they get zeros.
inline constexpr llvm::StringLiteral kOptionalName = "weft.optional";

/// Every byte of what processes get that nobody sends anything: of zero, or of
/// what zero is rounded to.
uint8_t zeroByte(mlir::Type element);

/// The groups of a collective, or the pairs of a transfer between processes. A
/// collective that names no group has one of everything.
StatusOr<std::vector<ProcessGroup>> processGroupsOf(mlir::Operation *operation,
                                                    int64_t replicas,
                                                    int64_t partitions);

StatusOr<std::vector<ProcessGroup>>
processGroups(const std::vector<std::vector<int64_t>> &ids,
              GroupStrategy strategy, int64_t replicas, int64_t partitions);

} // namespace weft::reference
