// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/BlockFuser.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Machine/WideColumns.h"
#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

/// A value with more readers is always stored.
constexpr size_t kMaximumReaders = 64;
/// What may be computed in each consumer.
constexpr int64_t kDuplicateUnits = 8;
constexpr size_t kDuplicateConsumers = 4;
/// The same where threads come in warps: arithmetic is next to nothing there
/// beside a pass over memory.
constexpr size_t kDuplicateConsumersOfWarps = 12;
/// Below this, whatever is done again takes less than a launch.
constexpr int64_t kLittleUnits = 2000;
/// Terms of sums inside sums that one block of threads does not walk.
constexpr int64_t kManyTerms = 1024;
/// The same of cores that share a kernel by its results, where these are few:
/// terms of all of them. Or where terms of more columns come from memory.
constexpr int64_t kFewResults = 128;
constexpr int64_t kManyTermsOfCore = 1 << 15;
constexpr int64_t kLittleBytes = 1024;

void BlockFuser::run() {
  collectNodes();
  if (nodes.empty()) {
    return;
  }
  groups.reserve(nodes.size());
  Scope all;
  std::vector<unsigned> lastFirst(nodes.size());
  for (unsigned i = 0; i < nodes.size(); ++i) {
    lastFirst[i] = nodes.size() - 1 - i;
  }
  fuseNodes(lastFirst, all);
  settle();
  buildGraph();
  joinGroups();
  recordApart();
  emit();
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

int64_t BlockFuser::timeOf(const KernelWork &work, int64_t bytes) const {
  return kernelPicoseconds(machine, bytes, work.units(), work.pieces(),
                           work.againUnits());
}

int64_t BlockFuser::bytesWith(const Group &group, const Node &node,
                              const KernelWork::Change &change) const {
  int64_t bytes = group.bytes;
  for (Value result : node.step->getResults()) {
    if (group.work.needs(result)) {
      bytes -= group.work.bytesRead(result);
    }
  }
  llvm::SmallDenseSet<Value, 4> seen;
  for (const auto &[value, places] : change.needed) {
    if (!group.work.needs(value) && seen.insert(value).second) {
      bytes += group.work.bytesAt(value, places, change);
    }
  }
  return bytes;
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

unsigned BlockFuser::startGroup(unsigned number) {
  Node &node = nodes[number];
  unsigned index = groups.size();
  if (node.isWall()) {
    // A wall has no results that matter here.
    Group &group = groups.emplace_back(Value(), machine);
    group.members = {number};
    group.isWall = true;
    return index;
  }
  Group &group = groups.emplace_back(node.step->getResult(0), machine);
  // With the index computed in it, it would be no view.
  group.isClosed = node.isView;
  group.results.assign(node.step->result_begin(), node.step->result_end());
  for (Value result : group.results) {
    group.bytes += byteSize(result.getType());
  }
  KernelWork::Change change = group.work.price(node.part);
  // What is stored is not read.
  int64_t bytes = bytesWith(group, node, change) +
                  group.work.bytesRead(node.step->getResult(0));
  takeIn(group, number, change, bytes);
  return index;
}

void BlockFuser::takeIn(Group &group, unsigned number,
                        const KernelWork::Change &change, int64_t bytes) {
  const Node &node = nodes[number];
  group.members.push_back(number);
  group.work.add(node.part, change);
  group.memory.insert(node.memory.begin(), node.memory.end());
  group.bytes = bytes;
  group.picoseconds = timeOf(group);
}

/// What stands against a join whatever it saves.
Joining BlockFuser::refuse(const Node &node, const Group &group,
                           const KernelWork::Change &change) const {
  Operation *operation = node.part.operation;
  Value result = node.step->getResult(0);
  if (!change.isPossible ||
      group.members.size() + 1 > kMaximumFusedOperations ||
      group.work.inputs().size() + change.needed.size() + group.results.size() >
          kMaximumFusedValues) {
    return JoinRefusal::Limit;
  }
  if (llvm::any_of(node.step->getResults(),
                   [&](Value value) { return group.memory.contains(value); })) {
    return JoinRefusal::Memory;
  }
  int64_t bytes = byteSize(result.getType());
  // A window of what is updated is read with the rest of the update: a view of
  // it would keep the update from being made in place.
  bool isOfUpdated = isa<stablehlo::SliceOp>(operation) &&
                     llvm::any_of(node.reads, [&](Value value) {
                       return group.memory.contains(value);
                     });
  if (group.isClosed || (node.isView && !isOfUpdated && bytes > kLittleBytes)) {
    return JoinRefusal::Memory;
  }
  // An update is made in place, where only the window is written.
  if (isa<stablehlo::DynamicUpdateSliceOp>(operation) && bytes > kLittleBytes) {
    return JoinRefusal::Memory;
  }
  bool isLittle = change.units <= kLittleUnits;
  if (isProduct(operation)) {
    // Its rows and columns are those of the kernel, so that they are computed
    // once, and in tiles that suit it.
    if (group.work.hasProduct() ||
        (!isLittle && !group.work.isTiledAs(result))) {
      return JoinRefusal::Repeated;
    }
  }
  if (group.work.hasProduct() && !isLittle &&
      isa<stablehlo::TransposeOp>(operation) &&
      cast<stablehlo::TransposeOp>(operation).getPermutation().back() + 1 !=
          cast<RankedTensorType>(result.getType()).getRank()) {
    return JoinRefusal::Repeated;
  }
  // Threads load squares of factors, and an array that is put together from
  // others has none.
  if (group.work.hasProduct() && bytes > kLittleBytes &&
      machine.threads.lanes > 1 && isa<stablehlo::ConcatenateOp>(operation)) {
    return JoinRefusal::Repeated;
  }
  // The product that makes its operand can do it once, with its rows and
  // columns at hand.
  if (node.followsProduct &&
      (group.work.hasProduct() || change.repeatedUnits > kLittleUnits)) {
    return JoinRefusal::Repeated;
  }
  // What is expensive is computed once, unless to store it and read it back
  // takes as long.
  if (change.againUnits > kLittleUnits &&
      change.againUnits * machine.costs.unitPicoseconds >
          machine.costs.kernelPicoseconds +
              machine.transferPicoseconds(2 * bytes)) {
    return JoinRefusal::Repeated;
  }
  bool sums = !summedExtents(operation).empty();
  if (sums && endsTurn(group)) {
    return JoinRefusal::Slower;
  }
  // Products run best over plain operands.
  if (sums && group.work.hasProduct() && group.work.units() > kLittleUnits) {
    return JoinRefusal::Repeated;
  }
  if (sums && change.repeatedUnits > kLittleUnits &&
      change.repeatedUnits * 4 > change.units) {
    return JoinRefusal::Repeated;
  }
  // Parts of a sum are for blocks of threads, or cores, beside each other: the
  // one that adds them up would walk all terms.
  if (isa<stablehlo::ReduceOp>(operation)) {
    const int64_t terms = group.work.termsWithin(change);
    const int64_t results =
        cast<RankedTensorType>(group.results.front().getType())
            .getNumElements();
    const int64_t all = saturatingMultiply(terms, results);
    if (machine.threads.lanes > 1
            ? terms >= kManyTerms
            : (results <= kFewResults && all >= kManyTermsOfCore) ||
                  areWideColumns(results, all)) {
      return JoinRefusal::Slower;
    }
  }
  return std::nullopt;
}

std::optional<RefusedJoin>
BlockFuser::absorb(unsigned number, ArrayRef<unsigned> consumers, Asks asks) {
  Node &node = nodes[number];
  if (consumers.size() > (machine.threads.lanes == 1
                              ? kDuplicateConsumers
                              : kDuplicateConsumersOfWarps)) {
    return RefusedJoin{JoinRefusal::Slower, {}};
  }
  int64_t elements = std::max<int64_t>(
      cast<RankedTensorType>(node.step->getResult(0).getType())
          .getNumElements(),
      1);
  bool isDuplicated = consumers.size() > 1;
  int64_t unitsAgain = node.part.units;
  if (isDuplicated) {
    for (Value result : node.step->getResults()) {
      for (unsigned reader : readers[result]) {
        unitsAgain = std::max(unitsAgain,
                              node.part.units + nodes[reader].duplicatedUnits);
      }
    }
    bool isCheap = unitsAgain <= kDuplicateUnits || elements <= 4;
    // Products run best over plain operands.
    bool slowsProduct = node.part.units > 0 && elements > kLittleUnits &&
                        llvm::any_of(consumers, [&](unsigned index) {
                          return groups[index].work.hasProduct();
                        });
    if (!summedExtents(node.part.operation).empty() || node.followsProduct ||
        slowsProduct || !isCheap) {
      return RefusedJoin{JoinRefusal::Repeated, {}};
    }
  }

  SmallVector<KernelWork::Change, 2> changes;
  SmallVector<int64_t, 2> bytes;
  JoinTimes times = {0, node.picoseconds};
  bool isMoved = false;
  for (unsigned index : consumers) {
    const Group &group = groups[index];
    if (group.isWall) {
      return RefusedJoin{JoinRefusal::Wall, {}};
    }
    KernelWork::Change &change =
        changes.emplace_back(group.work.price(node.part));
    if (Joining refusal = refuse(node, group, change)) {
      return RefusedJoin{*refusal, {}};
    }
    isMoved |= movesMatrices(number, group, change);
    bytes.push_back(bytesWith(group, node, change));
    times.apart += group.picoseconds;
    times.joined += joinedPicoseconds(
        machine, bytes.back(), group.work.units() + change.units,
        group.work.pieces(change.inner),
        group.work.againUnits() + change.againUnits, group.bytes, node.bytes);
  }
  // What would be refused by a narrow margin is for the oracle to tell.
  if ((times.isSlower() && times.isClose()) || fitsFewTiles(node) || isMoved) {
    times.correct(predict(number, consumers));
  }
  if (times.isSlower()) {
    return RefusedJoin{JoinRefusal::Slower, times};
  }
  if (asks != Asks::Nothing) {
    for (unsigned index : consumers) {
      Group trial = groups[index];
      trial.members.push_back(number);
      JoinedKernel joined = join(trial);
      bool isPossible = asks == Asks::Limits ? !isBeyondLimits(joined)
                                             : ask(joined).isPossible();
      joined.kernel.erase();
      if (!isPossible) {
        return RefusedJoin{JoinRefusal::Tiling, {}};
      }
    }
  }
  if (isDuplicated) {
    decide(node.step, DecisionKind::Fuse, Reason::FuseDuplicate)
            .subject(node.part.kernel.getName())
            .cost({times.joined, std::nullopt}, {times.apart, std::nullopt})
        << arg(consumers.size())
        << arg(byteSize(node.step->getResult(0).getType()) *
               static_cast<int64_t>(consumers.size() + 1));
  }
  if (isDuplicated) {
    node.duplicatedUnits = unitsAgain;
  }
  for (auto [i, index] : llvm::enumerate(consumers)) {
    takeIn(groups[index], number, changes[i], bytes[i]);
  }
  return std::nullopt;
}

/// Each node joins the groups that read it, or begins one. When its turn comes,
/// those that read it have their groups; and since nothing else reads it,
/// nothing can have to run between it and them.
void BlockFuser::fuseNodes(ArrayRef<unsigned> lastFirst, Scope &scope) {
  for (unsigned number : lastFirst) {
    Node &node = nodes[number];
    std::optional<RefusedJoin> refusal;
    const RefusedJoin wall = {JoinRefusal::Wall, {}};
    if (node.isWall()) {
      refusal = wall;
    }
    llvm::SetVector<unsigned> consumers;
    size_t count = 0;
    for (Value result : node.step->getResults()) {
      if (scope.results && llvm::is_contained(*scope.results, result)) {
        refusal = wall;
      }
      for (unsigned reader : readers.lookup(result)) {
        ++count;
        if (scope.results && !scope.members.contains(reader)) {
          continue;
        }
        if (reader == noNode || nodes[reader].isWall() ||
            count > kMaximumReaders) {
          refusal = wall;
          break;
        }
        auto &list = scope.groupsOf[reader];
        consumers.insert(list.begin(), list.end());
      }
    }
    if (!refusal) {
      refusal = consumers.empty()
                    ? wall
                    : absorb(number, consumers.getArrayRef(), scope.asks);
    }
    auto &own = scope.groupsOf[number];
    if (!refusal) {
      own.assign(consumers.begin(), consumers.end());
      continue;
    }
    refusals[number] = *refusal;
    // One that was copied to several groups is stored once.
    if (stored.insert(number).second) {
      own.push_back(startGroup(number));
    }
  }
}

//===----------------------------------------------------------------------===//
// The oracle
//===----------------------------------------------------------------------===//

JoinedKernel BlockFuser::join(const Group &group) const {
  std::vector<unsigned> inOrder(group.members);
  llvm::sort(inOrder);
  std::vector<KernelOp> kernels;
  kernels.reserve(inOrder.size());
  for (unsigned member : inOrder) {
    kernels.push_back(nodes[member].part.kernel);
  }
  OpBuilder builder(block.getParentOp()->getContext());
  return joinKernels(builder, kernels, [&](Value value) {
    return llvm::is_contained(group.results, value);
  });
}

bool BlockFuser::isBeyondLimits(JoinedKernel &joined) {
  // With what is free in it, and views counted one by one.
  return countOperations(joined.kernel.getBody()) > kMaximumFusedOperations ||
         joined.kernel.getNumOperands() + joined.results.size() >
             kMaximumFusedValues;
}

TilingAnswer BlockFuser::ask(JoinedKernel &joined) {
  return isBeyondLimits(joined)
             ? TilingAnswer{nameOf(JoinRefusal::Limit).str()}
             : oracle.ask(joined.kernel.getBody(), joined.kernel.getHero());
}

/// What was joined by its price is asked about once, when it is complete. What
/// is refused is put together again, one by one; where only its size was in the
/// way, by size alone, and then asked about again.
void BlockFuser::settle() {
  for (size_t i = 0; i < groups.size();) {
    if (groups[i].isWall || groups[i].joined.kernel) {
      ++i;
      continue;
    }
    groups[i].joined = join(groups[i]);
    KernelOp kernel = groups[i].joined.kernel;
    const bool isOne = countOperations(kernel.getBody()) == 1;
    const bool isLarge = !isOne && isBeyondLimits(groups[i].joined);
    if (isOne || (!isLarge && ask(groups[i].joined).isPossible())) {
      ++i;
      continue;
    }
    kernel.erase();
    // Alone, it may still refuse what is free beside it.
    if (groups[i].members.size() == 1) {
      groups[i].joined = {};
      ++i;
      continue;
    }
    Group refused = std::move(groups[i]);
    for (Value result : refused.results) {
      stored.erase(numbers.lookup(result.getDefiningOp()));
    }
    Scope scope;
    scope.asks = isLarge ? Asks::Limits : Asks::Tiling;
    scope.results = refused.results;
    scope.members.insert(refused.members.begin(), refused.members.end());
    std::vector<unsigned> lastFirst(refused.members);
    llvm::sort(lastFirst, std::greater<>());
    size_t first = groups.size();
    fuseNodes(lastFirst, scope);
    // One that is as large as it was would be so again.
    const bool isAskedAgain = isLarge && groups.size() > first + 1;
    for (size_t k = first; !isAskedAgain && k < groups.size(); ++k) {
      groups[k].joined = join(groups[k]);
    }
    // The place of the old group is taken by the last of the new ones.
    groups[i] = std::move(groups.back());
    groups.pop_back();
  }
}

} // namespace weft::plan
