// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front door of tiling: a block of StableHLO operations in, a kernel or a
// refusal out.

#pragma once

#include "weft/Tile/Tiling/Candidates.h"
#include "weft/Tile/Tiling/Emit.h"
#include "weft/Tile/Tiling/Flatten.h"

namespace weft::tile {

/// What is asked for: a candidate, or the best one for a machine.
struct KernelRequest {
  KernelRequest(const Machine &machine, const CandidateSource &source)
      : machine(machine), source(source) {}

  const Machine &machine;
  const CandidateSource &source;
  std::optional<Candidate> candidate;
  /// Roots that are to have the memory of an argument. A kernel that would
  /// read what it has overwritten is refused (`alias.read`). When such a root
  /// is a dynamic_update_slice of its argument, only the update is written.
  llvm::SmallVector<TilingSpace::InPlace> inPlace;
};

/// A block as it is cut: a loop, a hero or a tiled program.
struct Cut {
  /// The block with fewer dimensions, where that was possible.
  std::optional<FlatBlock> flat;
  TilingSpace space;
  /// Where an operation leads that is not cut into tiles.
  mlir::Operation *hero = nullptr;
  std::optional<ChosenAlgorithm> algorithm;
  bool isLoop = false;
  /// Where neither hero nor loop leads.
  std::optional<ChosenTiles> chosen;
};

struct BuiltKernel {
  /// Null with a refusal.
  KernelOp kernel;
  /// Kernels that run behind it, in this order.
  llvm::SmallVector<KernelOp> further;
  std::unique_ptr<Cut> cut;
};

/// Whether `roots` can be computed by one kernel; the refusal says why not.
bool canTile(mlir::Block &block, mlir::ArrayRef<mlir::Value> roots,
             const KernelRequest &request, const RuleTable &rules,
             Refusal &refusal);

/// How a kernel that computes `roots` would be cut; null with a refusal.
std::unique_ptr<Cut> cutKernel(mlir::Block &block,
                               mlir::ArrayRef<mlir::Value> roots,
                               const KernelRequest &request,
                               const RuleTable &rules, Refusal &refusal);

/// How long it would take, in picoseconds; nothing where nobody can tell.
std::optional<int64_t> predictedTime(const Cut &cut);

/// How many vectors' additions one of its programs takes as long as; nothing
/// where it is no program on tiles.
std::optional<int64_t> slotsOfProgram(const Cut &cut, const Machine &machine);

/// Whether it is an algorithm, or has tiles of more than one element.
bool hasLargeTiles(const Cut &cut);

/// Arguments of `block` that are worth packing before the kernel runs, as
/// operands of the product that leads it.
PackingChoice choosePackings(mlir::Block &block,
                             mlir::ArrayRef<mlir::Value> roots,
                             const KernelRequest &request,
                             const RuleTable &rules, IsPackedFreely isFree);

/// The kernel that computes `roots`, values of `block`, from the arguments of
/// `block`, at the builder's insertion point.
BuiltKernel buildKernel(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, mlir::Block &block,
                        mlir::ArrayRef<mlir::Value> roots,
                        const KernelRequest &request, const RuleTable &rules,
                        Refusal &refusal);

} // namespace weft::tile
