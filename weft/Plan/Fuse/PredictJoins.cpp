// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times that the oracle predicts. Bytes and arithmetic decide what is clear;
// what is close is asked about, since an answer costs as much as tiling the
// kernel does.

#include "weft/Plan/Fuse/BlockFuser.h"

using namespace mlir;

namespace weft::plan {

/// Arithmetic that is worth a question.
constexpr int64_t kUnitsOfLargeProduct = 1 << 18;

/// Slices of several elements that are read from each place have to be walked
/// as they lie in memory.
static bool gathersSlices(Operation *operation) {
  auto gather = dyn_cast_or_null<stablehlo::GatherOp>(operation);
  return gather && !gather.getSliceSizes().empty() &&
         gather.getSliceSizes().back() > 1;
}

/// Rows with padding between their elements are put together of whole periods,
/// which rows that are spread twice, or begin elsewhere, are not.
static bool spreadsRows(Operation *operation) {
  auto pad = dyn_cast_or_null<stablehlo::PadOp>(operation);
  return pad && !pad.getInteriorPadding().empty() &&
         pad.getInteriorPadding().back() > 0;
}

/// Rows of one length that are read as rows of another lie across each other.
static bool isReadAcrossRows(Operation *step) {
  auto rowOf = [](Value value) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    return shape.empty() ? int64_t(1) : std::max<int64_t>(shape.back(), 1);
  };
  return llvm::any_of(step->getUsers(), [&](Operation *user) {
    if (!isa<ViewOp>(user)) {
      return false;
    }
    const int64_t before = rowOf(user->getOperand(0));
    const int64_t after = rowOf(user->getResult(0));
    return before % after != 0 && after % before != 0;
  });
}

/// What only moves elements.
static bool isMove(Operation *operation) {
  return isa<stablehlo::TransposeOp, stablehlo::ReverseOp, stablehlo::SliceOp,
             stablehlo::DynamicSliceOp, stablehlo::PadOp,
             stablehlo::ConcatenateOp, stablehlo::GatherOp,
             stablehlo::ReshapeOp>(operation);
}

/// Tiles of a product are boxes of what its factors are moved from, and of what
/// it is moved to: none of those may be much of a matrix.
bool BlockFuser::movesMatrices(ArrayRef<unsigned> members,
                               int64_t units) const {
  auto isAny = [&](llvm::function_ref<bool(Operation *)> test) {
    return llvm::any_of(members, [&](unsigned member) {
      Operation *operation = nodes[member].part.operation;
      return operation && test(operation);
    });
  };
  return machine.threads.lanes == 1 && units >= kUnitsOfLargeProduct &&
         isAny(isProduct) && isAny(isMove);
}

bool BlockFuser::movesMatrices(unsigned number, const Group &group,
                               const KernelWork::Change &change) const {
  Operation *operation = nodes[number].part.operation;
  if (!operation || (!isProduct(operation) && !isMove(operation))) {
    return false;
  }
  std::vector<unsigned> members(group.members);
  members.push_back(number);
  return movesMatrices(members, group.work.units() + change.units);
}

bool BlockFuser::fitsFewTiles(const Node &node) const {
  return machine.threads.lanes == 1 &&
         (gathersSlices(node.part.operation) ||
          spreadsRows(node.part.operation) || isReadAcrossRows(node.step));
}

bool BlockFuser::fitsFewTiles(const Group &group) const {
  return llvm::any_of(group.members, [&](unsigned member) {
    return fitsFewTiles(nodes[member]);
  });
}

std::optional<int64_t> BlockFuser::predict(Group &group) {
  if (!group.predicted) {
    KernelOp kernel = group.joined.kernel;
    group.predicted = oracle.predict(kernel.getBody(), kernel.getHero());
  }
  return *group.predicted;
}

std::optional<JoinTimes> BlockFuser::predict(unsigned number,
                                             ArrayRef<unsigned> consumers) {
  KernelOp alone = nodes[number].part.kernel;
  std::optional<int64_t> own = oracle.predict(alone.getBody(), alone.getHero());
  if (!own) {
    return std::nullopt;
  }
  JoinTimes times = {0, *own};
  for (unsigned index : consumers) {
    auto add = [&](const Group &group, int64_t &sum) {
      KernelOp kernel = join(group).kernel;
      std::optional<int64_t> time =
          oracle.predict(kernel.getBody(), kernel.getHero());
      kernel.erase();
      sum += time.value_or(0);
      return time.has_value();
    };
    Group with = groups[index];
    with.members.push_back(number);
    if (!add(groups[index], times.apart) || !add(with, times.joined)) {
      return std::nullopt;
    }
  }
  return times;
}

} // namespace weft::plan
