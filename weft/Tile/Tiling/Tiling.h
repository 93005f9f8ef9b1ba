// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front door of tiling: a block of StableHLO operations in, a kernel or a
// refusal out.

#pragma once

#include "weft/Tile/Tiling/ChooseCandidate.h"
#include "weft/Tile/Tiling/Emit.h"

#include <functional>

namespace weft::tile {

/// What is asked for: a candidate, or a choice for a CPU.
struct KernelRequest {
  explicit KernelRequest(const Machine &machine) : machine(machine) {}

  const Machine &machine;
  std::optional<Candidate> candidate;
  /// Roots that are to have the memory of an argument. A kernel that would
  /// read what it has overwritten is refused (`alias.read`). When such a root
  /// is a dynamic_update_slice of its argument, only the update is written.
  llvm::SmallVector<TilingSpace::InPlace> inPlace;
  /// Is shown the tiled program before a kernel is made of it; loops and heroes
  /// have none.
  std::function<void(const TiledProgram &)> afterCut;
};

/// Whether `roots` can be computed by one kernel; the refusal says why not.
bool canTile(mlir::Block &block, mlir::ArrayRef<mlir::Value> roots,
             const KernelRequest &request, const RuleTable &rules,
             Refusal &refusal);

/// The kernel that computes `roots`, values of `block`, from the arguments of
/// `block`, at the builder's insertion point; null with a refusal.
KernelOp buildKernel(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::StringRef name, mlir::Block &block,
                     mlir::ArrayRef<mlir::Value> roots,
                     const KernelRequest &request, const RuleTable &rules,
                     Refusal &refusal);

} // namespace weft::tile
