// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/Digest.h"
#include "weft/Machine/Machine.h"
#include "weft/Pjrt/ClientOptions.h"
#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Pjrt/Wire.h"

#include <algorithm>

PJRT_TopologyDescription::PJRT_TopologyDescription(
    weft::runtime::Topology given)
    : topology(std::move(given)) {
  for (const auto &[name, value] : topology.attributes) {
    std::visit(
        [&, &name = name](const auto &held) { attributes.add(name, held); },
        value);
  }
  for (const weft::runtime::DeviceDescription &device : topology.devices) {
    descriptions.push_back(std::make_unique<PJRT_DeviceDescription>(device));
    descriptionPointers.push_back(descriptions.back().get());
    for (const weft::runtime::MemoryDescription &memory : device.memories) {
      if (std::find(memoryKindIds.begin(), memoryKindIds.end(),
                    memory.kindId) == memoryKindIds.end()) {
        memoryKindIds.push_back(memory.kindId);
      }
    }
  }
}

struct PJRT_SerializedTopology {
  std::string bytes;
};

namespace weft::pjrt {

/// The name is that of a GPU (sm_90, nvidia:h200), or the caller's affair: then
/// devices are the processor's. The options say how many there are.
static Status topologyCreate(PJRT_TopologyDescription_Create_Args &args) {
  WEFT_ASSIGN_OR_RETURN(
      ClientOptions options,
      readClientOptions(args.create_options, args.num_options));
  std::string name(textOf(args.topology_name, args.topology_name_size));
  if (name.starts_with("nvidia:")) {
    WEFT_ASSIGN_OR_RETURN(const Machine machine, findMachine(name));
    name = machine.name;
  }
  WEFT_ASSIGN_OR_RETURN(runtime::Topology topology,
                        name.starts_with("sm_")
                            ? cuda::cudaTopology(options.cpu.platformName, name,
                                                 options.cpu.deviceCount)
                            : runtime::cpuTopology(options.cpu));
  args.topology = new PJRT_TopologyDescription(std::move(topology));
  return Status::success();
}

static Status topologyDestroy(PJRT_TopologyDescription_Destroy_Args &args) {
  delete args.topology;
  return Status::success();
}

static Status
topologyPlatformName(PJRT_TopologyDescription_PlatformName_Args &args) {
  const std::string &name = args.topology->topology.platformName;
  args.platform_name = name.c_str();
  args.platform_name_size = name.size();
  return Status::success();
}

static Status
topologyPlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args &args) {
  const std::string &version = args.topology->topology.platformVersion;
  args.platform_version = version.c_str();
  args.platform_version_size = version.size();
  return Status::success();
}

static Status topologyGetDeviceDescriptions(
    PJRT_TopologyDescription_GetDeviceDescriptions_Args &args) {
  args.descriptions = args.topology->descriptionPointers.data();
  args.num_descriptions = args.topology->descriptionPointers.size();
  return Status::success();
}

static Status topologySerialize(PJRT_TopologyDescription_Serialize_Args &args) {
  auto *serialized =
      new PJRT_SerializedTopology{serializeTopology(args.topology->topology)};
  args.serialized_bytes = serialized->bytes.data();
  args.serialized_bytes_size = serialized->bytes.size();
  args.serialized_topology = serialized;
  args.serialized_topology_deleter = [](PJRT_SerializedTopology *given) {
    delete given;
  };
  return Status::success();
}

static Status
topologyDeserialize(PJRT_TopologyDescription_Deserialize_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Topology topology,
                        parseTopology(textOf(args.serialized_topology,
                                             args.serialized_topology_size)));
  args.topology = new PJRT_TopologyDescription(std::move(topology));
  return Status::success();
}

static Status
topologyAttributes(PJRT_TopologyDescription_Attributes_Args &args) {
  args.attributes = args.topology->attributes.data();
  args.num_attributes = args.topology->attributes.size();
  return Status::success();
}

static Status
topologyFingerprint(PJRT_TopologyDescription_Fingerprint_Args &args) {
  Digest digest = digestOf(serializeTopology(args.topology->topology));
  uint64_t fingerprint = 0;
  for (size_t i = 0; i < sizeof(fingerprint); ++i) {
    fingerprint |= uint64_t(digest[i]) << (8 * i);
  }
  args.fingerprint = fingerprint;
  return Status::success();
}

static Status topologyGetMemorySpaceKindIds(
    PJRT_TopologyDescription_GetMemorySpaceKindIds_Args &args) {
  args.memory_space_kind_ids = args.topology->memoryKindIds.data();
  args.num_memory_space_kind_ids = args.topology->memoryKindIds.size();
  return Status::success();
}

void fillTopologySlots(PJRT_Api &api) {
  api.PJRT_TopologyDescription_Create =
      entry<topologyCreate, &PJRT_TopologyDescription_Create_Args::topology>;
  api.PJRT_TopologyDescription_Destroy =
      entry<topologyDestroy, &PJRT_TopologyDescription_Destroy_Args::topology>;
  api.PJRT_TopologyDescription_PlatformName =
      entry<topologyPlatformName,
            &PJRT_TopologyDescription_PlatformName_Args::platform_name_size>;
  api.PJRT_TopologyDescription_PlatformVersion = entry<
      topologyPlatformVersion,
      &PJRT_TopologyDescription_PlatformVersion_Args::platform_version_size>;
  api.PJRT_TopologyDescription_GetDeviceDescriptions = entry<
      topologyGetDeviceDescriptions,
      &PJRT_TopologyDescription_GetDeviceDescriptions_Args::num_descriptions>;
  api.PJRT_TopologyDescription_Serialize = entry<
      topologySerialize,
      &PJRT_TopologyDescription_Serialize_Args::serialized_topology_deleter>;
  api.PJRT_TopologyDescription_Deserialize =
      entry<topologyDeserialize,
            &PJRT_TopologyDescription_Deserialize_Args::topology>;
  api.PJRT_TopologyDescription_Attributes =
      entry<topologyAttributes,
            &PJRT_TopologyDescription_Attributes_Args::num_attributes>;
  api.PJRT_TopologyDescription_Fingerprint =
      entry<topologyFingerprint,
            &PJRT_TopologyDescription_Fingerprint_Args::fingerprint>;
  // MakeCanonicalShapeForMemorySpace stays null: callers take that to mean
  // that shapes are canonical as they are, which they are.
  api.PJRT_TopologyDescription_GetMemorySpaceKindIds =
      entry<topologyGetMemorySpaceKindIds,
            &PJRT_TopologyDescription_GetMemorySpaceKindIds_Args::
                num_memory_space_kind_ids>;
}

} // namespace weft::pjrt
