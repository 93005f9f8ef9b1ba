// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common subexpressions: f(x) and f(x) are one.
//
// An operation sees the equal ones before it in its own block and in the blocks
// around it, as far as control flow goes: branches and loops see out, but the
// body of a reduction stays a function of its arguments. Small constants stay
// where they are used, they cost nothing and make bodies whole.

#include "weft/StableHLO/Simplify/Steps.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/Origins.h"
#include "weft/Support/PlantedFault.h"

#include <llvm/ADT/ScopedHashTable.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// f(x, y) and f(y, x) are the same.
bool mayExchange(Operation *op) {
  return isCommutative(op) ||
         (isPlanted(Fault::DifferencesMerged) && isa<SubtractOp>(op));
}

llvm::hash_code hashOf(Operation *op) {
  llvm::hash_code hash = OperationEquivalence::computeHash(
      op,
      mayExchange(op) ? OperationEquivalence::ignoreHashValue
                      : OperationEquivalence::directHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  if (mayExchange(op)) {
    hash = llvm::hash_combine(hash, hash_value(op->getOperand(0)) +
                                        hash_value(op->getOperand(1)));
  }
  for (Region &region : op->getRegions()) {
    region.walk([&](Operation *inner) {
      hash = llvm::hash_combine(
          hash, OperationEquivalence::computeHash(
                    inner, OperationEquivalence::ignoreHashValue,
                    OperationEquivalence::ignoreHashValue,
                    OperationEquivalence::IgnoreLocations));
    });
  }
  return hash;
}

bool areEqual(Operation *a, Operation *b) {
  if (OperationEquivalence::isEquivalentTo(
          a, b, OperationEquivalence::IgnoreLocations)) {
    return true;
  }
  return mayExchange(a) && a->getName() == b->getName() &&
         a->getOperand(0) == b->getOperand(1) &&
         a->getOperand(1) == b->getOperand(0) &&
         a->getResultTypes() == b->getResultTypes() &&
         a->getDiscardableAttrDictionary() ==
             b->getDiscardableAttrDictionary() &&
         a->getPropertiesAsAttribute() == b->getPropertiesAsAttribute();
}

/// Operations in a hash table, with their hash, which would be costly to
/// compute at every comparison.
struct Entry {
  Operation *op = nullptr;
  unsigned hash = 0;
};

struct EntryInfo {
  static Entry getEmptyKey() {
    return {llvm::DenseMapInfo<Operation *>::getEmptyKey(), 0};
  }
  static Entry getTombstoneKey() {
    return {llvm::DenseMapInfo<Operation *>::getTombstoneKey(), 0};
  }
  static unsigned getHashValue(const Entry &entry) { return entry.hash; }
  static bool isEqual(const Entry &a, const Entry &b) {
    if (a.op == b.op) {
      return true;
    }
    auto isKey = [](const Entry &entry) {
      return entry.op == getEmptyKey().op || entry.op == getTombstoneKey().op;
    };
    return !isKey(a) && !isKey(b) && a.hash == b.hash && areEqual(a.op, b.op);
  }
};

using Table = llvm::ScopedHashTable<Entry, Operation *, EntryInfo>;

/// A constant that is copied rather than kept.
bool isSmallConstant(Operation *op) {
  auto constant = dyn_cast<ConstantOp>(op);
  if (!constant) {
    return false;
  }
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  constexpr size_t fewBytes = 64;
  return elements && elements.getRawData().size() <= fewBytes;
}

class Merger {
public:
  explicit Merger(SimplifyStatistics &statistics) : statistics(statistics) {}

  void visit(Block &block, Table &table) {
    Table::ScopeTy scope(table);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      visitRegions(&op, table);
      visit(&op, table);
    }
  }

private:
  void visitRegions(Operation *op, Table &table) {
    if (isClosed(op)) {
      return;
    }
    bool seesOut = isa<IfOp, CaseOp, WhileOp>(op);
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        if (seesOut) {
          visit(block, table);
        } else {
          Table own;
          visit(block, own);
        }
      }
    }
  }

  void visit(Operation *op, Table &table) {
    if (op->getNumResults() == 0 || isa<OptimizationBarrierOp>(op) ||
        op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op)) {
      return;
    }
    Entry entry{op, static_cast<unsigned>(hashOf(op))};
    Operation *known = table.lookup(entry);
    if (!known ||
        (isSmallConstant(op) && known->getBlock() != op->getBlock())) {
      table.insert(entry, op);
      return;
    }
    decide(op, DecisionKind::Simplify, Reason::DuplicateMerged).origin(known);
    known->setLoc(
        fuseLocations({known->getLoc(), op->getLoc()}, op->getContext()));
    op->replaceAllUsesWith(known);
    op->erase();
    ++statistics.merged;
  }

  SimplifyStatistics &statistics;
};

} // namespace

bool mergeDuplicates(func::FuncOp function, SimplifyStatistics &statistics) {
  int64_t before = statistics.merged;
  Table table;
  Merger merger(statistics);
  for (Block &block : function.getBody()) {
    merger.visit(block, table);
  }
  return statistics.merged != before;
}

} // namespace weft::stablehlo
