// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a block into tiles: what makeTiledProgram does, in parts.
//
// The block is cut from its last operation to its first: when an operation is
// reached, all that its users need of it is known. The roots of the space are
// stored (StoreRoots.cpp), and so ask for their tiles. A tile that is asked for
// becomes an instance, whose rule asks for tiles of the operands in turn
// (TiledProgramBuilder.cpp). Each is put into the outermost region that can
// compute it (PlaceTiles.cpp). Some are computed once and kept for other loops
// (KeepTiles.cpp).

#pragma once

#include "weft/Tile/Tiling/TiledProgram.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallBitVector.h>

namespace weft::tile {

class TiledProgramBuilder {
public:
  TiledProgramBuilder(const TilingSpace &space, const Candidate &candidate,
                      const RuleTable &rules)
      : space(space), rules(rules) {
    program.space = &space;
    program.candidate = candidate;
  }

  std::optional<TiledProgram> run(Refusal &refusal);

  // For queries.
  mlir::AffineExpr makeVariable(mlir::Value source, const Tile &tile,
                                int64_t low, int64_t high, TileRegion *region);
  mlir::AffineExpr makeAssumption(mlir::AffineExpr expression, IndexFact fact,
                                  TileRegion *region);
  const IndexFacts &facts() const { return program.facts; }

private:
  /// A tile that some instance needs.
  struct Request {
    mlir::Value value;
    Tile tile;
    TileRegion *region;
    unsigned user;
    unsigned slot;
  };

  void request(mlir::Value value, const Tile &tile, TileRegion *region,
               unsigned user, unsigned slot);
  mlir::LogicalResult answer(std::vector<Request> &requests, Refusal &refusal);
  /// What a choice of its own makes and several branches need, none inside
  /// another, is computed before them: of a chain of choices each arm would
  /// have a copy of all that are before it, and of their arms.
  void leaveBranches(std::vector<Request> &requests) const;
  mlir::LogicalResult makeInstance(const Request &request, unsigned &number,
                                   Refusal &refusal);
  mlir::LogicalResult propagate(unsigned number, mlir::OpResult result,
                                Refusal &refusal);
  /// Decides where the chains of an instance with loops end.
  void endChains(Instance &instance) const;
  void collectMemoryConstants();
  /// The value that stands for all results that are computed with it.
  mlir::Value representative(mlir::Value value) const;

  // Where tiles are computed (PlaceTiles.cpp).

  void makeSpace();
  TileRegion *addRegion(TileRegion::Kind kind, TileRegion *parent);
  TileRegion *loopIn(TileRegion *parent, unsigned dimension);
  /// The outermost region around `region` that defines what `tile` is made of.
  TileRegion *placeOf(mlir::ArrayRef<DimensionTile> tile,
                      TileRegion *region) const;
  /// The same for what walks dimensions of its own, which leaves a branch where
  /// that takes it out of a loop, too: better before it and for nothing than in
  /// each iteration.
  TileRegion *placeOfSum(mlir::ArrayRef<DimensionTile> tile,
                         TileRegion *region) const;
  /// Whether all that `tile` is made of is defined around `region`.
  bool isKnownIn(mlir::ArrayRef<DimensionTile> tile,
                 const TileRegion *region) const;
  /// Whether `tile` is where it is only in the branch that it is needed in.
  bool isAssumed(mlir::ArrayRef<DimensionTile> tile) const;
  /// The innermost region around both, if only branches are left for it and
  /// what `tile` is made of is known there; null otherwise.
  TileRegion *placeBefore(mlir::ArrayRef<DimensionTile> tile, TileRegion *one,
                          TileRegion *other) const;
  void collectDimensions(mlir::AffineExpr expression,
                         llvm::SmallBitVector &dimensions) const;
  /// Adds the instances of the symbols in `tile` to `variables`.
  void collectVariables(mlir::ArrayRef<DimensionTile> tile,
                        llvm::SmallVector<unsigned, 2> &variables) const;
  DimensionTile tileOf(unsigned dimension) const;

  // What is computed once (KeepTiles.cpp).

  /// Asks for a tile before the loops that it does not depend on; false when
  /// there are none.
  bool keepOperand(unsigned user, unsigned slot, const OperandTile &operand,
                   TileRegion *region);
  /// What another loop has computed and can keep, of the instances `made`.
  std::optional<unsigned> reload(const Request &request,
                                 mlir::ArrayRef<unsigned> made);
  /// Loops that compute the same tiles, one in each iteration: `from` where
  /// an instance is, `to` where its tile is needed again.
  struct EqualLoops {
    llvm::SmallVector<TileRegion *, 2> from;
    llvm::SmallVector<TileRegion *, 2> to;
  };
  /// Whether a loop that reduces needs what another one does, or keeps.
  bool needsLoop(const TileRegion *loop, const TileRegion *other) const;
  /// Loops that others need come first.
  void orderLoops(std::vector<Request> &requests) const;
  std::optional<EqualLoops> findEqualLoops(const Instance &known,
                                           const Request &request) const;
  /// The instance that keeps what instance `number` computes in each iteration
  /// of `loops`.
  unsigned keepComputed(unsigned number, mlir::ArrayRef<TileRegion *> loops);
  /// Loops that reduce and read what another one keeps, behind that one.
  llvm::SmallVector<std::pair<const TileRegion *, const TileRegion *>> keptFrom;

  // What is stored (StoreRoots.cpp).

  /// Whether a root has the shape that the space is cut along.
  bool isLeader(mlir::Value root) const;
  void storeLeaders();
  /// A root of another shape than the leader is stored where its tile is
  /// computed anyway, if its tiles there cover it, each once.
  bool storeReached(unsigned root);
  /// Whether the tiles of an instance cover a value of the shape, each stored
  /// by one program, in one iteration. A single number, which all programs
  /// have, is the first one's to store.
  bool covers(const Instance &instance, mlir::ArrayRef<int64_t> shape) const;
  /// Where a tile of the value that is stored for a root lies in the root.
  Tile placeOfUpdate(Tile tile, unsigned root);
  /// Whether a tile that is read is the one that is stored for a root, or has
  /// nothing in common with any: rows of a window of one row.
  bool isSameOrApart(const Tile &load, const Tile &store, unsigned root) const;
  /// Memory that is overwritten is read before, and only where this program
  /// writes, or nobody does.
  mlir::LogicalResult orderInPlace(Refusal &refusal);

  const TilingSpace &space;
  const RuleTable &rules;
  TiledProgram program;
  TileRegion *innermost = nullptr;
  llvm::DenseMap<mlir::Operation *, std::vector<Request>> requestsOf;
  std::vector<Request> argumentRequests;
};

} // namespace weft::tile
