// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step inside a kernel: an operation, with the cheap ones that only it
// uses, as a tiled program of its own between values that are held in registers
// or memory.

#pragma once

#include "weft/Tile/Tiling/Candidates.h"
#include "weft/Tile/Tiling/Emitter.h"
#include "weft/Tile/Tiling/KernelFrame.h"

#include <llvm/ADT/DenseSet.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::tile {

/// A whole value. It has a tile, or memory, or both.
struct Held {
  mlir::RankedTensorType type;
  TileValue tile;
  mlir::Value ref;

  bool isTile() const { return !tile.empty(); }
};

/// Programs that run a kernel together. Each computes what registers hold for
/// itself; what is in memory they share, and every one computes some elements.
/// They meet before something is written and before it is read.
struct Team {
  KernelOp kernel;
  Workspace memory;
  int64_t members;
  /// Which one this is.
  mlir::Value member;
  /// Memory that they have read and written since they last met.
  llvm::SmallDenseSet<mlir::Value> read;
  llvm::SmallDenseSet<mlir::Value> written;
};

/// What phases of one kernel share.
class PhaseFrame {
public:
  PhaseFrame(mlir::OpBuilder &builder, mlir::Location loc, mlir::Block &kernel,
             const Machine &machine, const CandidateSource &source,
             const RuleTable &rules)
      : builder(builder), loc(loc), kernel(kernel), machine(machine),
        source(source), rules(rules) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  /// The block of the kernel.
  mlir::Block &kernel;
  const Machine &machine;
  const CandidateSource &source;
  const RuleTable &rules;
  /// Bytes of the largest value that is a tile.
  int64_t largestTile = 256;
  /// Nothing where one program runs the kernel.
  std::optional<Team> team;

  bool fitsTile(mlir::RankedTensorType type) const;

  /// The parts of a tile as it lies in memory, and back.
  static TileValue partsOf(Arithmetic &math, mlir::Value loaded,
                           mlir::RankedTensorType type);
  static mlir::Value wholeOf(Arithmetic &math, const TileValue &tile,
                             mlir::RankedTensorType type);

  /// Memory of the program's own.
  mlir::Value allocate(mlir::RankedTensorType type);
  TileValue loadWhole(mlir::Value ref, mlir::RankedTensorType type);
  void storeWhole(const TileValue &tile, mlir::Value ref,
                  mlir::RankedTensorType type);
  /// The memory of a value; a tile is stored where it is made.
  mlir::Value memoryOf(Held &held);
  TileValue tileOf(Held &held);

  /// `body` for each number below `count`: members of a team take numbers in
  /// turn.
  void share(int64_t count, llvm::function_ref<void(mlir::Value)> body);

  /// Members of a team meet, if they have anything to tell each other since
  /// they did last: where a loop or choice begins or ends.
  void meet();
  /// The same only if what they have done since stands against what is read and
  /// written next.
  void meetBefore(mlir::ArrayRef<mlir::Value> read,
                  mlir::ArrayRef<mlir::Value> written);

private:
  /// A barrier, unless nothing was read or written in front of it.
  void makeBarrier();
};

/// The operations of a phase, copied into a block of their own. Its arguments
/// are values held elsewhere.
class Phase {
public:
  Phase(PhaseFrame &frame, mlir::Location loc);

  PhaseFrame &frame;
  mlir::IRMapping mapping;
  mlir::OpBuilder inner;

  /// A further argument.
  mlir::Value addArgument(Held &held);

  /// Computes `roots`, values of the block. A root with memory in `targets` is
  /// stored there; the others are tiles if they fit, else get memory.
  /// `inPlace` are roots that overwrite arguments.
  llvm::SmallVector<Held>
  emit(mlir::ArrayRef<mlir::Value> roots, mlir::ArrayRef<mlir::Value> targets,
       mlir::ArrayRef<TilingSpace::InPlace> inPlace = {});

private:
  std::optional<TiledProgram> cut(const TilingSpace &space, bool asTiles);
  /// One element for each program, which the members of the team share.
  std::optional<TiledProgram> cutForTeam(const TilingSpace &space);
  /// What a team touches in this phase.
  void meetBefore(mlir::ArrayRef<Held> results);
  void emitShared(const TiledProgram &program, Ports &ports);

  mlir::OwningOpRef<mlir::ModuleOp> owner;
  mlir::Block *block;
  llvm::SmallVector<Held *> arguments;
};

} // namespace weft::tile
