// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel stores for others is computed by each of them instead, where it
// takes little arithmetic on what they read, or the kernel does, and on a few
// numbers more that the kernel stores: x minus the mean of its row, by whoever
// sums columns of it, from x and the mean. A pass over memory is worth more
// arithmetic than a thread has to do for that.

#include "weft/Plan/Fuse/BlockFuser.h"

#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

/// Values of fewer bytes are not worth the search.
constexpr int64_t kBytesOfStored = 64 << 10;
/// Numbers that are stored instead have a part of the bytes at most: those of
/// rows, or of columns.
constexpr int64_t kPartOfNumbers = 16;
/// Arithmetic for an element, of what is computed again.
constexpr int64_t kUnitsAgain = 8;
constexpr size_t kOperationsAgain = 16;

/// Whether an operation takes each element of its operands for elements of its
/// result, and little time.
static bool isCheap(Operation *operation) {
  return (isElementwise(operation) ||
          isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
              stablehlo::IotaOp>(operation)) &&
         !isExpensive(operation);
}

std::optional<BlockFuser::Recipe> BlockFuser::findRecipe(const Group &group,
                                                         Value value) const {
  const int64_t bytes = byteSize(value.getType());
  Recipe recipe;
  int64_t units = 0;
  SmallVector<unsigned> open = {numbers.lookup(value.getDefiningOp())};
  while (!open.empty()) {
    const unsigned number = open.pop_back_val();
    if (llvm::is_contained(recipe.members, number)) {
      continue;
    }
    const Node &node = nodes[number];
    units += node.isWall() ? 0 : node.part.units;
    if (node.isWall() || node.isView || !isCheap(node.part.operation) ||
        units > kUnitsAgain || recipe.members.size() == kOperationsAgain) {
      return std::nullopt;
    }
    recipe.members.push_back(number);
    for (Value operand : node.reads) {
      auto maker = numbers.find(operand.getDefiningOp());
      if (maker == numbers.end() ||
          !llvm::is_contained(group.members, maker->second) ||
          llvm::is_contained(group.results, operand)) {
        recipe.reads.push_back(operand);
      } else if (byteSize(operand.getType()) <= bytes / kPartOfNumbers) {
        recipe.reads.push_back(operand);
        recipe.numbers.push_back(operand);
      } else {
        open.push_back(maker->second);
      }
    }
  }
  return recipe;
}

bool BlockFuser::recompute(unsigned maker, Value value) {
  llvm::SetVector<unsigned> users;
  for (unsigned reader : groupReaders.lookup(value)) {
    const unsigned user = reader == noNode ? noNode : graph->find(reader);
    if (user == noNode || groups[user].isWall || groups[user].isClosed ||
        !groups[user].joined.kernel || groups[user].work.hasProduct()) {
      return false;
    }
    if (user != maker) {
      users.insert(user);
    }
  }
  std::optional<Recipe> recipe = findRecipe(groups[maker], value);
  if (users.empty() || !recipe) {
    return false;
  }
  // The kernel without the value, and those that read it with what makes it.
  llvm::SetVector<Value> results(groups[maker].results.begin(),
                                 groups[maker].results.end());
  results.remove(value);
  results.insert_range(recipe->numbers);
  JoinRefusal refusal;
  SmallVector<std::pair<unsigned, Group>, 2> changed;
  auto change = [&](unsigned index, ArrayRef<unsigned> members,
                    ArrayRef<Value> stored) {
    std::optional<Group> made = assemble(members, stored, refusal);
    if (made) {
      changed.emplace_back(index, std::move(*made));
    }
    return made.has_value();
  };
  if (!change(maker, groups[maker].members, results.getArrayRef())) {
    return false;
  }
  for (unsigned user : users) {
    std::vector<unsigned> members = groups[user].members;
    members.insert(members.end(), recipe->members.begin(),
                   recipe->members.end());
    if (!change(user, members, groups[user].results)) {
      return false;
    }
  }
  JoinTimes times;
  for (auto &[index, group] : changed) {
    times.joined += group.picoseconds;
    times.apart += groups[index].picoseconds;
  }
  bool isGain = times.joined < times.apart;
  for (auto &[index, group] : changed) {
    if (isGain) {
      group.joined = join(group);
      isGain = ask(group.joined).isPossible();
    }
  }
  if (isGain && times.isClose()) {
    JoinTimes predicted;
    bool areKnown = true;
    for (auto &[index, group] : changed) {
      std::optional<int64_t> after = predict(group);
      std::optional<int64_t> before = predict(groups[index]);
      areKnown &= after.has_value() && before.has_value();
      predicted.joined += after.value_or(0);
      predicted.apart += before.value_or(0);
    }
    isGain = !areKnown || predicted.joined < predicted.apart;
  }
  for (auto &[index, group] : changed) {
    KernelOp &left = (isGain ? groups[index] : group).joined.kernel;
    if (left) {
      left.erase();
    }
    if (isGain) {
      groups[index] = std::move(group);
    }
  }
  if (!isGain) {
    return false;
  }
  Node &node = nodes[numbers.lookup(value.getDefiningOp())];
  decide(node.step, DecisionKind::Fuse, Reason::FuseDuplicate)
          .subject(node.part.kernel.getName())
          .cost({times.joined, std::nullopt}, {times.apart, std::nullopt})
      << arg(changed.size())
      << arg(byteSize(value.getType()) * static_cast<int64_t>(changed.size()));
  groupReaders.erase(value);
  for (Value number : recipe->numbers) {
    owners[number] = maker;
  }
  for (Value operand : recipe->reads) {
    auto &list = groupReaders[operand];
    for (unsigned user : users) {
      if (!llvm::is_contained(list, user)) {
        list.push_back(user);
      }
    }
  }
  return true;
}

void BlockFuser::recomputeStored() {
  // Those with most bytes first.
  SmallVector<std::pair<unsigned, Value>> stored;
  for (unsigned index : graph->order()) {
    if (!groups[index].isWall && groups[index].joined.kernel &&
        !groups[index].isClosed) {
      for (Value value : groups[index].results) {
        if (byteSize(value.getType()) >= kBytesOfStored) {
          stored.emplace_back(index, value);
        }
      }
    }
  }
  llvm::stable_sort(stored, [](const auto &a, const auto &b) {
    return byteSize(a.second.getType()) > byteSize(b.second.getType());
  });
  for (auto [index, value] : stored) {
    recompute(index, value);
  }
}

} // namespace weft::plan
