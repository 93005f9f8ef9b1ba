// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/VerifyReplicaGroups.h"

#include <llvm/ADT/SmallSet.h>

#include <algorithm>
#include <tuple>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Axes of a mesh
//===----------------------------------------------------------------------===//

namespace {

/// Part of a mesh axis: the factors of its size from `first` up to `last`.
struct AxisPart {
  StringRef name;
  int64_t first;
  int64_t last;
};

} // namespace

/// The part of an axis that `reference` names, and its size.
static FailureOr<std::pair<AxisPart, int64_t>> checkAxis(const Site &site,
                                                         StringRef label,
                                                         AxisRefAttr reference,
                                                         MeshAttr mesh) {
  const auto *axis = llvm::find_if(mesh.getAxes(), [&](MeshAxisAttr candidate) {
    return candidate.getName() == reference.getName();
  });
  if (axis == mesh.getAxes().end() || axis->getSize() <= 0) {
    return site.violated(label)
           << "replica_groups of axes of the mesh with positive sizes, got '"
           << reference.getName() << "'";
  }
  SubAxisInfoAttr part = reference.getSubAxisInfo();
  if (!part) {
    return std::pair{AxisPart{reference.getName(), 1, axis->getSize()},
                     axis->getSize()};
  }
  int64_t first = part.getPreSize();
  std::optional<int64_t> last = llvm::checkedMul(first, part.getSize());
  if (first <= 0 || part.getSize() <= 0 || !last ||
      axis->getSize() % *last != 0) {
    return site.violated(label) << "a part of axis '" << reference.getName()
                                << "' that divides its size " << axis->getSize()
                                << ", got (" << first << ")" << part.getSize();
  }
  return std::pair{AxisPart{reference.getName(), first, *last}, part.getSize()};
}

static FailureOr<std::optional<int64_t>>
checkMeshAxes(const Site &site, const ReplicaGroupLabels &labels,
              ReplicaGroupMeshAxesAttr groups) {
  auto mesh = dyn_cast<MeshAttr>(groups.getMesh());
  // Defined elsewhere; that it exists is checked where symbols are known.
  if (!mesh) {
    return std::optional<int64_t>();
  }
  SmallVector<AxisPart> parts;
  std::optional<int64_t> groupSize = 1;
  for (Attribute attribute : groups.getAxes()) {
    FailureOr<std::pair<AxisPart, int64_t>> part =
        checkAxis(site, labels.range, cast<AxisRefAttr>(attribute), mesh);
    if (failed(part)) {
      return failure();
    }
    parts.push_back(part->first);
    groupSize = llvm::checkedMul(*groupSize, part->second);
    if (!groupSize) {
      return site.violated(labels.size) << "groups whose size fits 64 bits";
    }
  }
  llvm::sort(parts, [](const AxisPart &left, const AxisPart &right) {
    return std::tie(left.name, left.first, left.last) <
           std::tie(right.name, right.first, right.last);
  });
  for (size_t index = 1; index < parts.size(); ++index) {
    const AxisPart &left = parts[index - 1];
    const AxisPart &right = parts[index];
    if (left.name == right.name && right.first < left.last) {
      return site.violated(labels.unique)
             << "replica_groups that name no part of an axis twice, got '"
             << left.name << "' more than once";
    }
  }
  return groupSize;
}

//===----------------------------------------------------------------------===//
// Matrices of ids
//===----------------------------------------------------------------------===//

/// A value that every element has stands for any number of elements; only a
/// real list of ids is walked.
static bool isRepeated(DenseIntElementsAttr values) {
  return values.isSplat() && productOf(values.getType().getShape()) != 1;
}

FailureOr<std::optional<int64_t>>
checkReplicaGroups(const Site &site, const ReplicaGroupLabels &labels,
                   Attribute groups, const ReplicaGroupRules &rules) {
  if (auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(groups)) {
    return checkMeshAxes(site, labels, axes);
  }
  auto ids = cast<DenseIntElementsAttr>(groups);
  ArrayRef<int64_t> shape = ids.getType().getShape();
  if (shape.size() != 2) {
    return site.violated(labels.shape)
           << "replica_groups of rank 2, got " << ids.getType();
  }
  if (llvm::is_contained(shape, 0)) {
    if (rules.mustCover) {
      return site.violated(labels.size)
             << "replica_groups that are not empty with use_global_device_ids";
    }
    return std::optional<int64_t>();
  }
  if (isRepeated(ids)) {
    return site.violated(labels.unique)
           << "replica_groups without repetition, got " << ids;
  }
  // Unique ids that are all below their number are all ids there are.
  int64_t padding = 0;
  int64_t highest = -1;
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t id : ids.getValues<int64_t>()) {
    if (id == -1 && rules.mayBePadded) {
      ++padding;
      continue;
    }
    if (id < 0) {
      return site.violated(labels.range)
             << "replica_groups of ids from 0 below their number, got " << id;
    }
    if (!seen.insert(id).second) {
      return site.violated(labels.unique)
             << "replica_groups without repetition, got " << id
             << " more than once";
    }
    highest = std::max(highest, id);
  }
  if (!rules.mayLeaveOut && highest >= static_cast<int64_t>(seen.size())) {
    return site.violated(labels.range)
           << "replica_groups of ids from 0 below their number, which is "
           << seen.size() << ", got " << highest;
  }
  return padding == 0 ? std::optional(shape[1]) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

LogicalResult checkSourceTargetPairs(const Site &site,
                                     DenseIntElementsAttr pairs) {
  ArrayRef<int64_t> shape = pairs.getType().getShape();
  // (C1)
  if (shape.size() != 2 || shape[1] != 2) {
    return site.violated("C1")
           << "source_target_pairs of two columns, got " << pairs.getType();
  }
  // (C2): a single pair may repeat an id.
  if (shape[0] > 1 && pairs.isSplat()) {
    return site.violated("C2")
           << "source_target_pairs without repeated sources, got " << pairs;
  }
  llvm::SmallSet<int64_t, 8> sources;
  llvm::SmallSet<int64_t, 8> targets;
  auto values = pairs.getValues<int64_t>();
  for (int64_t row = 0; row < shape[0]; ++row) {
    int64_t source = values[2 * row];
    int64_t target = values[2 * row + 1];
    // (C2)
    if (!sources.insert(source).second) {
      return site.violated("C2")
             << "source_target_pairs without repeated sources, got " << source
             << " more than once";
    }
    // (C3)
    if (!targets.insert(target).second) {
      return site.violated("C3")
             << "source_target_pairs without repeated targets, got " << target
             << " more than once";
    }
    // (C4)
    if (source < 0 || target < 0) {
      return site.violated("C4")
             << "source_target_pairs without negative ids, got "
             << listText({source, target});
    }
  }
  return success();
}

} // namespace weft::stablehlo
