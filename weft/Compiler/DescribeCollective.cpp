// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/DescribeCollective.h"

#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/ProcessGroups.h"
#include "weft/Support/Diagnostics.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <mlir/IR/TypeUtilities.h>

#include <map>
#include <set>

using namespace mlir;
using namespace weft::stablehlo;

namespace weft {
namespace {

using Lists = std::vector<std::vector<uint32_t>>;

/// An array of rank three: the dimensions before a place, the one there, and
/// the rest in bytes.
struct Split {
  uint64_t before = 1;
  uint64_t size = 1;
  uint64_t after = 1;
};

Split splitAt(RankedTensorType type, int64_t dimension) {
  Split split;
  split.after = static_cast<uint64_t>(
      plan::elementBytes(type.getElementType()).value_or(0));
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    auto count = static_cast<uint64_t>(size);
    auto place = static_cast<int64_t>(d);
    if (place < dimension) {
      split.before *= count;
    } else if (place == dimension) {
      split.size = count;
    } else {
      split.after *= count;
    }
  }
  return split;
}

CollectiveArray wholeArray(Type type) {
  auto bytes = static_cast<uint64_t>(plan::byteSize(type));
  return {.operandBytes = bytes,
          .resultBytes = bytes,
          .outer = 1,
          .rows = 1,
          .piece = bytes,
          .filler = reference::zeroByte(getElementTypeOrSelf(type))};
}

/// Member after member along a dimension.
CollectiveArray gathered(RankedTensorType type, int64_t dimension,
                         uint64_t members) {
  Split split = splitAt(type, dimension);
  uint64_t piece = split.size * split.after;
  CollectiveArray array = wholeArray(type);
  array.resultBytes *= members;
  array.outer = split.before;
  array.piece = piece;
  array.operandOuterStride = piece;
  array.resultOuterStride = members * piece;
  array.resultPartStride = piece;
  return array;
}

/// Parts along one dimension, joined along another.
CollectiveArray exchanged(RankedTensorType type, int64_t from, int64_t to,
                          uint64_t members) {
  CollectiveArray array = wholeArray(type);
  if (array.piece == 0) {
    return array;
  }
  Split split = splitAt(type, from);
  uint64_t part = split.size / members;
  if (from == to) {
    array.outer = split.before;
    array.piece = part * split.after;
    array.operandOuterStride = split.size * split.after;
    array.resultOuterStride = split.size * split.after;
    array.operandPartStride = array.piece;
    array.resultPartStride = array.piece;
    return array;
  }
  Split join = splitAt(type, to);
  if (from < to) {
    // A row holds what lies behind `to`, and `to` itself.
    uint64_t row = join.size * join.after;
    array.outer = split.before;
    array.rows = part * (split.after / row);
    array.piece = row;
    array.operandOuterStride = split.size * split.after;
    array.operandRowStride = row;
    array.resultOuterStride = array.rows * members * row;
    array.resultRowStride = members * row;
    array.operandPartStride = part * split.after;
    array.resultPartStride = row;
    return array;
  }
  // A row holds the part of `from` and what lies behind it.
  uint64_t row = part * split.after;
  array.outer = join.before;
  array.rows = split.before / join.before;
  array.piece = row;
  array.operandOuterStride = array.rows * split.size * split.after;
  array.operandRowStride = split.size * split.after;
  array.resultOuterStride = members * array.rows * row;
  array.resultRowStride = row;
  array.operandPartStride = row;
  array.resultPartStride = array.rows * row;
  return array;
}

/// Processes that pairs connect meet at once: a circle of pairs that meet one
/// after the other would be a chain of waiting.
std::vector<CollectiveGroup> connect(const Lists &pairs) {
  llvm::EquivalenceClasses<uint32_t> connected;
  std::map<uint32_t, uint32_t> sourceOf;
  for (const std::vector<uint32_t> &pair : pairs) {
    connected.unionSets(pair.front(), pair.back());
    sourceOf[pair.back()] = pair.front();
  }
  std::map<uint32_t, CollectiveGroup> groups;
  std::set<uint32_t> processes;
  for (const std::vector<uint32_t> &pair : pairs) {
    processes.insert(pair.begin(), pair.end());
  }
  std::map<uint32_t, uint32_t> placeOf;
  for (uint32_t process : processes) {
    CollectiveGroup &group = groups[connected.getLeaderValue(process)];
    placeOf[process] = static_cast<uint32_t>(group.members.size());
    group.members.push_back(process);
  }
  std::vector<CollectiveGroup> result;
  for (auto &[leader, group] : groups) {
    for (uint32_t process : group.members) {
      auto source = sourceOf.find(process);
      group.sources.push_back(
          source == sourceOf.end()
              ? std::nullopt
              : std::optional<uint32_t>(placeOf[source->second]));
    }
    result.push_back(std::move(group));
  }
  return result;
}

} // namespace

Operation *findMove(Operation *step) {
  if (auto start = dyn_cast<plan::StartOp>(step)) {
    step = &start.getBody().front().front();
  }
  auto collective = dyn_cast<plan::CollectiveOp>(step);
  Operation *call = collective ? collective.getCall() : nullptr;
  return call && isa<AllGatherOp, AllToAllOp, CollectiveBroadcastOp,
                     CollectivePermuteOp>(call)
             ? call
             : nullptr;
}

StatusOr<CollectiveCall> describeCollective(Operation *move) {
  auto known = move->getAttrOfType<ArrayAttr>(reference::kProcessGroupsName);
  if (!known) {
    return Status::internal("'" + move->getName().getStringRef().str() +
                            "' reached the code generator without its groups");
  }
  CollectiveCall call;
  call.name = move->getName().getStringRef();
  call.place = describeLocation(move->getLoc());
  Lists lists;
  for (auto group : known.getAsRange<DenseI64ArrayAttr>()) {
    lists.emplace_back(group.asArrayRef().begin(), group.asArrayRef().end());
  }
  auto typeOf = [&](unsigned i) {
    return cast<RankedTensorType>(move->getOperand(i).getType());
  };
  if (auto permute = dyn_cast<CollectivePermuteOp>(move)) {
    call.kind = CollectiveKind::Permute;
    call.channel = permute.getChannelId();
    call.groups = connect(lists);
    call.arrays.push_back(wholeArray(typeOf(0)));
    return call;
  }
  for (std::vector<uint32_t> &list : lists) {
    if (!list.empty()) {
      call.groups.push_back({std::move(list), {}});
    }
  }
  if (auto broadcast = dyn_cast<CollectiveBroadcastOp>(move)) {
    call.kind = CollectiveKind::Broadcast;
    call.channel = broadcast.getChannelId();
    call.hasDynamicRoot = broadcast.getHasDynamicRoot();
    for (Type type : move->getResultTypes()) {
      call.arrays.push_back(wholeArray(type));
    }
    return call;
  }
  if (auto exchange = dyn_cast<AllToAllOp>(move)) {
    call.channel = exchange.getChannelId();
    call.places = static_cast<uint32_t>(exchange.getSplitCount());
    for (unsigned i = 0; i < move->getNumOperands(); ++i) {
      call.arrays.push_back(exchanged(typeOf(i), exchange.getSplitDimension(),
                                      exchange.getConcatDimension(),
                                      call.places));
    }
    return call;
  }
  auto gather = cast<AllGatherOp>(move);
  call.channel = gather.getChannelId();
  call.isPadded = move->hasAttr(reference::kUnevenName);
  call.isOptional = move->hasAttr(reference::kOptionalName);
  auto dimension = static_cast<int64_t>(gather.getAllGatherDim());
  for (auto [i, type] : llvm::enumerate(move->getResultTypes())) {
    int64_t size = typeOf(i).getDimSize(dimension);
    int64_t whole = cast<RankedTensorType>(type).getDimSize(dimension);
    // Empty arrays do not say how many there are.
    if (size != 0) {
      call.places = static_cast<uint32_t>(whole / size);
    } else {
      for (const CollectiveGroup &group : call.groups) {
        call.places =
            std::max(call.places, static_cast<uint32_t>(group.members.size()));
      }
    }
    call.arrays.push_back(gathered(typeOf(i), dimension, call.places));
  }
  return call;
}

} // namespace weft
