// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/ProcessGroups.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Sdy/Sdy.h"
#include "weft/Support/FloatTypes.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/FormatVariadic.h>

#include <numeric>

using namespace mlir;

namespace weft::reference {
namespace {

/// A mesh, whichever dialect describes it.
struct Mesh {
  std::vector<std::pair<std::string, int64_t>> axes;
  /// In row-major order of the axes; empty for 0, 1, 2, ...
  std::vector<int64_t> deviceIds;
};

StatusOr<Mesh> meshOf(Operation *operation, Attribute attribute) {
  Mesh mesh;
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute)) {
    auto op =
        SymbolTable::lookupNearestSymbolFrom<sdy::MeshOp>(operation, symbol);
    if (!op) {
      return Status::notFound(
          llvm::formatv("no mesh '{0}'", symbol.getValue()));
    }
    for (sdy::MeshAxisAttr axis : op.getMesh().getAxes()) {
      mesh.axes.emplace_back(axis.getName(), axis.getSize());
    }
    llvm::append_range(mesh.deviceIds, op.getMesh().getDeviceIds());
    return mesh;
  }
  auto inlined = dyn_cast<stablehlo::MeshAttr>(attribute);
  if (!inlined) {
    return Status::invalidArgument("the mesh of the replica groups is no mesh");
  }
  for (stablehlo::MeshAxisAttr axis : inlined.getAxes()) {
    mesh.axes.emplace_back(axis.getName(), axis.getSize());
  }
  if (DenseIntElementsAttr ids = inlined.getDeviceIds()) {
    llvm::append_range(mesh.deviceIds, ids.getValues<int64_t>());
  }
  return mesh;
}

Status checkMesh(const Mesh &mesh, int64_t processes) {
  int64_t devices = 1;
  for (const auto &[name, size] : mesh.axes) {
    if (size <= 0 || size > processes / devices) {
      return Status::invalidArgument(llvm::formatv(
          "axis '{0}' of size {1} makes the mesh larger than the {2} processes "
          "the program runs on",
          name, size, processes));
    }
    devices *= size;
  }
  int64_t named = mesh.deviceIds.size();
  if (named != 0 && named != devices) {
    return Status::invalidArgument(llvm::formatv(
        "the mesh names {0} device ids for {1} devices", named, devices));
  }
  return Status::success();
}

/// Devices that differ only along `axes` form a group, in the order the axes
/// are named, the first one slowest.
StatusOr<std::vector<std::vector<int64_t>>> groupsAlong(const Mesh &mesh,
                                                        ArrayAttr axes) {
  // The part of a coordinate that an axis, or a sub-axis, selects:
  // coordinate / below % size.
  struct Selection {
    size_t axis;
    int64_t below;
    int64_t size;
  };
  std::vector<Selection> selections;
  int64_t groupSize = 1;
  for (auto axis : axes.getAsRange<stablehlo::AxisRefAttr>()) {
    auto found = llvm::find_if(
        mesh.axes, [&](const auto &a) { return a.first == axis.getName(); });
    if (found == mesh.axes.end()) {
      return Status::notFound(
          llvm::formatv("the mesh has no axis '{0}'", axis.getName()));
    }
    Selection selection = {static_cast<size_t>(found - mesh.axes.begin()), 1,
                           found->second};
    if (stablehlo::SubAxisInfoAttr part = axis.getSubAxisInfo()) {
      selection.size = part.getSize();
      int64_t above = part.getPreSize() * part.getSize();
      if (above <= 0 || found->second % above != 0) {
        return Status::invalidArgument(llvm::formatv(
            "axis '{0}' of size {1} has no part ({2}){3}", axis.getName(),
            found->second, part.getPreSize(), part.getSize()));
      }
      selection.below = found->second / above;
    }
    groupSize *= selection.size;
    selections.push_back(selection);
  }

  Shape shape;
  for (const auto &[name, size] : mesh.axes) {
    shape.push_back(size);
  }
  std::map<Index, size_t> groupOfRest;
  std::vector<std::vector<int64_t>> groups;
  int64_t position = 0;
  for (const Index &coordinates : IndexSpace(shape)) {
    // What is left of the coordinates without the selected parts names the
    // group; the parts give the place in it.
    Index rest = coordinates;
    int64_t place = 0;
    for (const Selection &selection : selections) {
      int64_t part =
          coordinates[selection.axis] / selection.below % selection.size;
      rest[selection.axis] -= part * selection.below;
      place = place * selection.size + part;
    }
    auto [entry, isNew] = groupOfRest.insert({rest, groups.size()});
    if (isNew) {
      groups.emplace_back(groupSize);
    }
    groups[entry->second][place] =
        mesh.deviceIds.empty() ? position : mesh.deviceIds[position];
    ++position;
  }
  return groups;
}

int64_t channelOf(std::optional<stablehlo::ChannelHandleAttr> handle) {
  return handle && *handle ? handle->getHandle() : 0;
}

/// The strategy of operations that have `use_global_device_ids`.
GroupStrategy reductionStrategy(int64_t channel, bool useGlobalDeviceIds) {
  if (useGlobalDeviceIds) {
    return GroupStrategy::FlattenedIds;
  }
  return channel > 0 ? GroupStrategy::CrossReplicaAndPartition
                     : GroupStrategy::CrossReplica;
}
/// The strategy of the others.
GroupStrategy movementStrategy(int64_t channel) {
  return channel > 0 ? GroupStrategy::CrossPartition
                     : GroupStrategy::CrossReplica;
}

/// What an operation says of its groups.
struct GroupNames {
  Attribute groups;
  GroupStrategy strategy = GroupStrategy::CrossReplica;
  /// Whether they are pairs of who sends and who receives: without any, nobody
  /// sends, where without any group all are one.
  bool arePairs = false;
};

GroupNames groupNamesOf(Operation *operation) {
  using namespace stablehlo;
  return llvm::TypeSwitch<Operation *, GroupNames>(operation)
      .Case<AllGatherOp, AllReduceOp, ReduceScatterOp>([](auto op) {
        return GroupNames{op.getReplicaGroups(),
                          reductionStrategy(channelOf(op.getChannelHandle()),
                                            op.getUseGlobalDeviceIds())};
      })
      .Case<AllToAllOp, CollectiveBroadcastOp>([](auto op) {
        return GroupNames{op.getReplicaGroups(),
                          movementStrategy(channelOf(op.getChannelHandle()))};
      })
      .Case([](CollectiveReduceOp op) {
        return GroupNames{
            op.getReplicaGroups(),
            op.getUseGlobalDeviceIds()
                ? GroupStrategy::FlattenedIds
                : movementStrategy(channelOf(op.getChannelHandle()))};
      })
      .Case([](CrossReplicaSumOp op) {
        return GroupNames{op.getReplicaGroups(), GroupStrategy::CrossReplica};
      })
      .Case([](CollectivePermuteOp op) {
        return GroupNames{op.getSourceTargetPairs(),
                          movementStrategy(channelOf(op.getChannelHandle())),
                          /*arePairs=*/true};
      })
      .Case<SendOp, RecvOp>([](auto op) {
        return GroupNames{op.getSourceTargetPairsAttr(),
                          movementStrategy(channelOf(op.getChannelHandle())),
                          /*arePairs=*/true};
      })
      .Default([](Operation *) { return GroupNames(); });
}

/// How many processes a list can name.
int64_t namedProcesses(GroupStrategy strategy, int64_t replicas,
                       int64_t partitions) {
  switch (strategy) {
  case GroupStrategy::CrossReplica:
  case GroupStrategy::CrossReplicaAndPartition:
    return replicas;
  case GroupStrategy::CrossPartition:
    return partitions;
  case GroupStrategy::FlattenedIds:
    return replicas * partitions;
  }
  llvm_unreachable("unknown strategy");
}

} // namespace

uint8_t zeroByte(Type element) {
  // Has no zero: the element is no number.
  return hasZero(element) ? 0 : 0xff;
}

StatusOr<std::vector<ProcessGroup>>
processGroupsOf(Operation *operation, int64_t replicas, int64_t partitions) {
  if (auto known = operation->getAttrOfType<ArrayAttr>(kProcessGroupsName)) {
    std::vector<std::vector<int64_t>> ids;
    for (auto group : known.getAsRange<DenseI64ArrayAttr>()) {
      ids.emplace_back(group.asArrayRef().begin(), group.asArrayRef().end());
    }
    return processGroups(ids, GroupStrategy::FlattenedIds, replicas,
                         partitions);
  }
  GroupNames names = groupNamesOf(operation);
  if (!names.groups) {
    return Status::internal(llvm::formatv("'{0}' has no groups of processes",
                                          operation->getName()));
  }
  WEFT_ASSIGN_OR_RETURN(auto ids, replicaGroupIds(operation, names.groups,
                                                  replicas * partitions));
  if (ids.empty() && !names.arePairs) {
    std::vector<int64_t> &all =
        ids.emplace_back(namedProcesses(names.strategy, replicas, partitions));
    std::iota(all.begin(), all.end(), 0);
  }
  return processGroups(ids, names.strategy, replicas, partitions);
}

StatusOr<std::vector<std::vector<int64_t>>>
replicaGroupIds(Operation *operation, Attribute groups, int64_t processes) {
  if (auto matrix = dyn_cast<DenseIntElementsAttr>(groups)) {
    std::vector<std::vector<int64_t>> ids;
    int64_t columns = matrix.getType().getShape().back();
    for (auto [i, id] : llvm::enumerate(matrix.getValues<int64_t>())) {
      if (i % columns == 0) {
        ids.emplace_back();
      }
      if (id != -1) {
        ids.back().push_back(id);
      }
    }
    return ids;
  }
  auto alongAxes = cast<stablehlo::ReplicaGroupMeshAxesAttr>(groups);
  WEFT_ASSIGN_OR_RETURN(Mesh mesh, meshOf(operation, alongAxes.getMesh()));
  WEFT_RETURN_IF_ERROR(checkMesh(mesh, processes));
  return groupsAlong(mesh, alongAxes.getAxes());
}

StatusOr<std::vector<ProcessGroup>>
processGroups(const std::vector<std::vector<int64_t>> &ids,
              GroupStrategy strategy, int64_t replicas, int64_t partitions) {
  int64_t limit = namedProcesses(strategy, replicas, partitions);
  std::vector<ProcessGroup> groups;
  for (const std::vector<int64_t> &list : ids) {
    for (int64_t id : list) {
      if (id < 0 || id >= limit) {
        return Status::invalidArgument(llvm::formatv(
            "the groups name process {0}, but the program runs on {1} replicas "
            "and {2} partitions",
            id, replicas, partitions));
      }
    }
    switch (strategy) {
    case GroupStrategy::CrossReplica:
      for (int64_t partition = 0; partition < partitions; ++partition) {
        ProcessGroup &group = groups.emplace_back();
        for (int64_t replica : list) {
          group.push_back({replica, partition});
        }
      }
      break;
    case GroupStrategy::CrossPartition:
      for (int64_t replica = 0; replica < replicas; ++replica) {
        ProcessGroup &group = groups.emplace_back();
        for (int64_t partition : list) {
          group.push_back({replica, partition});
        }
      }
      break;
    case GroupStrategy::CrossReplicaAndPartition: {
      ProcessGroup &group = groups.emplace_back();
      for (int64_t partition = 0; partition < partitions; ++partition) {
        for (int64_t replica : list) {
          group.push_back({replica, partition});
        }
      }
      break;
    }
    case GroupStrategy::FlattenedIds: {
      ProcessGroup &group = groups.emplace_back();
      for (int64_t id : list) {
        group.push_back({id / partitions, id % partitions});
      }
      break;
    }
    }
  }
  return groups;
}

} // namespace weft::reference
