// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tiling knows of each operation: one rule per operation.
//
// A rule answers two questions. Which tiles of the operands does a tile of the
// result need (`propagate`)? And how is the tile of the result computed from
// those (`emit`)? The first is asked for every candidate, so it makes no IR.
//
// Most operations compute a tile in one go. Those with sequential dimensions
// may have to walk them: then their tiles of operands are asked for *in the
// loop*, and the result is folded from an accumulator (`start`, `step`,
// `finish`). An operation may also choose between operands (`inBranch`); only
// what the chosen branch needs is computed.

#pragma once

#include "weft/Tile/Tiling/IndexFacts.h"
#include "weft/Tile/Tiling/Refusal.h"
#include "weft/Tile/Tiling/Tile.h"
#include "weft/Tile/Tiling/TileValue.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/Twine.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/Value.h>
#include <mlir/Support/LLVM.h>

#include <memory>

namespace weft::tile {

class EmitContext;
struct Instance;

/// Where a tile of an operand is needed.
enum class NeededAt {
  /// Where the result is.
  Here,
  /// In the loop over the operation's sequential dimensions.
  InLoop,
  /// In one branch of a choice.
  InBranch
};

/// One tile of an operand that a rule asks for.
struct OperandTile {
  mlir::Value value;
  Tile tile;
  NeededAt place = NeededAt::Here;
  unsigned branch = 0;
};

/// A question to a rule, and its answer.
class TileQuery {
public:
  TileQuery(mlir::OpResult result, mlir::ArrayRef<DimensionTile> tile,
            mlir::ArrayRef<DimensionTile> sequential, const IndexFacts &facts)
      : op(result.getOwner()), resultNumber(result.getResultNumber()),
        tile(tile), sequential(sequential), knownFacts(facts) {}
  virtual ~TileQuery() = default;

  mlir::Operation *const op;
  /// Which result, where they are not joint.
  const unsigned resultNumber;
  /// The wanted tile of the result.
  const mlir::ArrayRef<DimensionTile> tile;
  /// The tiles of the operation's sequential dimensions.
  const mlir::ArrayRef<DimensionTile> sequential;

  const IndexFacts &facts() const { return knownFacts; }
  mlir::AffineExpr constant(int64_t value) const {
    return mlir::getAffineConstantExpr(value, op->getContext());
  }

  void ask(mlir::Value operand, Tile operandTile,
           NeededAt place = NeededAt::Here, unsigned branch = 0);

  /// Says that `value`, which is in memory, is read by the rule itself.
  void askMemory(mlir::Value value) { memory.push_back(value); }

  /// A number that is known when the kernel runs: the only element of `tile`
  /// of `source`, moved into [low, high].
  virtual mlir::AffineExpr variable(mlir::Value source, Tile tile, int64_t low,
                                    int64_t high) = 0;

  /// `expression`, which is known to lie in [low, high] and to be a multiple of
  /// `divisor` where the operation uses it: in the branch it takes.
  virtual mlir::AffineExpr assume(mlir::AffineExpr expression, int64_t low,
                                  int64_t high, int64_t divisor) = 0;

  /// Whether `value` can be read from memory: an argument of the kernel or a
  /// constant that is no splat.
  virtual bool isMemory(mlir::Value value) const = 0;

  mlir::LogicalResult refuse(llvm::StringRef rule, const llvm::Twine &text);

  llvm::SmallVector<OperandTile, 4> operands;
  llvm::SmallVector<mlir::Value, 1> memory;
  std::optional<Refusal> refusal;

private:
  const IndexFacts &knownFacts;
};

/// An extent over which an operation sums.
struct SequentialDimension {
  int64_t extent = 1;
  int64_t largestTile = 0;
  bool isOrdered = false;
};

class Rule {
public:
  virtual ~Rule() = default;

  virtual llvm::SmallVector<SequentialDimension>
  sequentialDimensions(mlir::Operation *) const {
    return {};
  }

  /// Operations with equal keys may walk their sequential dimensions in one
  /// loop. Empty: never.
  virtual llvm::SmallVector<int64_t> loopKey(mlir::Operation *) const {
    return {};
  }

  /// Whether the results have one shape and are computed together.
  virtual bool hasJointResults() const { return true; }

  virtual mlir::LogicalResult propagate(TileQuery &query) const = 0;

  /// The result's tile, or those of all results where they are joint. Asked
  /// when the operation has no sequential dimensions, or when their tiles are
  /// whole.
  virtual TileValues emit(EmitContext &context) const = 0;

  /// A tile of operand `i` in the form in which `step` uses it, where it is
  /// computed ahead and kept (EmitContext::isKept).
  virtual TileValue prepare(EmitContext &, unsigned, const TileValue &raw,
                            bool) const {
    return raw;
  }

  /// The accumulators before the first step, of any number and type.
  virtual llvm::SmallVector<mlir::Value> start(EmitContext &) const {
    return {};
  }
  /// The accumulators after one more step.
  virtual llvm::SmallVector<mlir::Value>
  step(EmitContext &, mlir::ValueRange accumulators) const {
    return accumulators;
  }
  virtual TileValues finish(EmitContext &, mlir::ValueRange) const {
    return {};
  }

  /// How many steps the accumulators may take up before they are added to
  /// totals and start again; 0 when there is no need for totals.
  virtual int64_t stepsOfChain(const Instance &) const { return 0; }
  /// The totals before the first chain, of any number and type.
  virtual llvm::SmallVector<mlir::Value> startTotals(EmitContext &) const {
    return {};
  }
  /// The totals and one more chain, which has ended.
  virtual llvm::SmallVector<mlir::Value>
  addChain(EmitContext &, mlir::ValueRange totals, mlir::ValueRange) const {
    return totals;
  }
  virtual TileValues finishTotals(EmitContext &, mlir::ValueRange) const {
    return {};
  }

  /// Whether operands may be needed in branches, of which one is taken.
  virtual bool mayBranch() const { return false; }

  /// Whether branch `branch` is the one to take; asked in order, and of all
  /// branches but the last.
  virtual mlir::Value condition(EmitContext &, unsigned) const { return {}; }
};

class RuleTable {
public:
  /// The rules of all operations.
  RuleTable();

  template <typename Op> void add(std::shared_ptr<const Rule> rule) {
    rules[Op::getOperationName()] = std::move(rule);
  }
  template <typename... Ops>
  void addAll(const std::shared_ptr<const Rule> &rule) {
    (add<Ops>(rule), ...);
  }

  /// Null when the operation has none.
  const Rule *find(mlir::Operation *op) const {
    auto entry = rules.find(op->getName().getStringRef());
    return entry == rules.end() ? nullptr : entry->second.get();
  }

private:
  llvm::StringMap<std::shared_ptr<const Rule>> rules;
};

} // namespace weft::tile
