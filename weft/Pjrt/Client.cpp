// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/ClientOptions.h"
#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Foreign.h"
#include "weft/Pjrt/Handles.h"

#include <algorithm>

using weft::pjrt::Memory;

std::string weft::pjrt::targetOf(const runtime::Topology &topology) {
  for (const auto &[name, value] : topology.devices.front().attributes) {
    if (name == "machine") {
      return std::get<std::string>(value);
    }
  }
  return "host";
}

PJRT_Client::PJRT_Client(weft::Ref<weft::runtime::Client> given)
    : client(std::move(given)),
      target(weft::pjrt::targetOf(client->topology())),
      topology(client->topology()) {
  for (weft::runtime::Device *device : client->devices()) {
    devices.push_back(std::make_unique<PJRT_Device>(*this, *device));
    devicePointers.push_back(devices.back().get());
  }
  for (weft::runtime::Memory *memory : client->memories()) {
    memories.push_back(std::make_unique<Memory>(*memory));
    memoryPointers.push_back(memories.back().get());
    for (weft::runtime::Device *device : memory->devices()) {
      memories.back()->devices.push_back(handleOf(device));
    }
  }
  for (const auto &device : devices) {
    for (weft::runtime::Memory *memory : device->device.memories()) {
      device->memories.push_back(handleOf(memory));
    }
    device->defaultMemory = handleOf(&device->device.defaultMemory());
  }
  weft::pjrt::connectForeignFunctions(*client);
}

PJRT_Client::~PJRT_Client() { weft::pjrt::disconnectForeignFunctions(*client); }

PJRT_Device *PJRT_Client::handleOf(const weft::runtime::Device *device) const {
  for (const auto &handle : devices) {
    if (&handle->device == device) {
      return handle.get();
    }
  }
  return nullptr;
}

PJRT_Memory *PJRT_Client::handleOf(const weft::runtime::Memory *memory) const {
  // Memories are numbered from zero in the order of the list.
  return memory == nullptr ? nullptr
                           : memoryPointers[static_cast<size_t>(memory->id())];
}

namespace weft::pjrt {

static Status clientCreate(PJRT_Client_Create_Args &args) {
  // The key-value callbacks are left alone: they are not even initialised
  // unless the options speak of several nodes.
  WEFT_ASSIGN_OR_RETURN(
      ClientOptions options,
      readClientOptions(args.create_options, args.num_options));
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Client> client, createClient(options));
  args.client = makeRef<PJRT_Client>(std::move(client)).release();
  return Status::success();
}

static Status clientDestroy(PJRT_Client_Destroy_Args &args) {
  if (args.client == nullptr) {
    return Status::success();
  }
  // A process that ends after this should not have threads of ours inside code
  // whose static objects are going. A foreign function that never returns may
  // not keep the process from ending, though: it, and what it uses, stays.
  // A program that computes for ever is told to end.
  constexpr std::chrono::seconds limit(2);
  constexpr std::chrono::milliseconds more(500);
  runtime::Client &client = *args.client->client;
  if (!client.drain(limit)) {
    client.cancelRuns(Status::cancelled("the client was destroyed"));
    (void)client.drain(more);
  }
  args.client->dropReference();
  return Status::success();
}

static Status clientPlatformName(PJRT_Client_PlatformName_Args &args) {
  const std::string &name = args.client->client->platformName();
  args.platform_name = name.c_str();
  args.platform_name_size = name.size();
  return Status::success();
}

static Status clientPlatformVersion(PJRT_Client_PlatformVersion_Args &args) {
  const std::string &version = args.client->client->platformVersion();
  args.platform_version = version.c_str();
  args.platform_version_size = version.size();
  return Status::success();
}

static Status clientProcessIndex(PJRT_Client_ProcessIndex_Args &args) {
  args.process_index = args.client->client->processIndex();
  return Status::success();
}

static Status
clientTopologyDescription(PJRT_Client_TopologyDescription_Args &args) {
  args.topology = &args.client->topology;
  return Status::success();
}

static Status clientDevices(PJRT_Client_Devices_Args &args) {
  args.devices = args.client->devicePointers.data();
  args.num_devices = args.client->devicePointers.size();
  return Status::success();
}

static Status
clientAddressableDevices(PJRT_Client_AddressableDevices_Args &args) {
  args.addressable_devices = args.client->devicePointers.data();
  args.num_addressable_devices = args.client->devicePointers.size();
  return Status::success();
}

static Status clientLookupDevice(PJRT_Client_LookupDevice_Args &args) {
  PJRT_Device *device =
      args.client->handleOf(args.client->client->findDevice(args.id));
  if (device == nullptr) {
    return Status::notFound("no device has the id " + std::to_string(args.id) +
                            "; there are " +
                            std::to_string(args.client->devices.size()));
  }
  args.device = device;
  return Status::success();
}

static Status
clientLookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args &args) {
  PJRT_Device *device = args.client->handleOf(
      args.client->client->findDeviceByHardwareId(args.local_hardware_id));
  if (device == nullptr) {
    return Status::notFound("no device of this process has the hardware id " +
                            std::to_string(args.local_hardware_id));
  }
  args.addressable_device = device;
  return Status::success();
}

static Status
clientAddressableMemories(PJRT_Client_AddressableMemories_Args &args) {
  args.addressable_memories = args.client->memoryPointers.data();
  args.num_addressable_memories = args.client->memoryPointers.size();
  return Status::success();
}

/// There is one process, which knows about itself.
static Status
clientUpdateGlobalProcessInfo(PJRT_Client_UpdateGlobalProcessInfo_Args &) {
  return Status::success();
}

static Status
clientDefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::DeviceAssignment assignment,
                        args.client->client->defaultDeviceAssignment(
                            args.num_replicas, args.num_partitions));
  if (args.default_assignment_size < assignment.deviceIds.size()) {
    return Status::invalidArgument(
        "the device assignment has " +
        std::to_string(assignment.deviceIds.size()) +
        " entries, the caller has room for " +
        std::to_string(args.default_assignment_size));
  }
  std::copy(assignment.deviceIds.begin(), assignment.deviceIds.end(),
            args.default_assignment);
  return Status::success();
}

/// Host memory is within reach of every device we have, without mapping.
static Status clientDmaMap(PJRT_Client_DmaMap_Args &args) {
  if (args.data == nullptr && args.size != 0) {
    return Status::invalidArgument("the memory to map is null");
  }
  return Status::success();
}

static Status clientDmaUnmap(PJRT_Client_DmaUnmap_Args &) {
  return Status::success();
}

void fillClientSlots(PJRT_Api &api) {
  api.PJRT_Client_Create =
      entry<clientCreate, &PJRT_Client_Create_Args::client>;
  api.PJRT_Client_Destroy =
      entry<clientDestroy, &PJRT_Client_Destroy_Args::client>;
  api.PJRT_Client_PlatformName =
      entry<clientPlatformName,
            &PJRT_Client_PlatformName_Args::platform_name_size>;
  api.PJRT_Client_PlatformVersion =
      entry<clientPlatformVersion,
            &PJRT_Client_PlatformVersion_Args::platform_version_size>;
  api.PJRT_Client_ProcessIndex =
      entry<clientProcessIndex, &PJRT_Client_ProcessIndex_Args::process_index>;
  api.PJRT_Client_TopologyDescription =
      entry<clientTopologyDescription,
            &PJRT_Client_TopologyDescription_Args::topology>;
  api.PJRT_Client_Devices =
      entry<clientDevices, &PJRT_Client_Devices_Args::num_devices>;
  api.PJRT_Client_AddressableDevices =
      entry<clientAddressableDevices,
            &PJRT_Client_AddressableDevices_Args::num_addressable_devices>;
  api.PJRT_Client_LookupDevice =
      entry<clientLookupDevice, &PJRT_Client_LookupDevice_Args::device>;
  api.PJRT_Client_LookupAddressableDevice =
      entry<clientLookupAddressableDevice,
            &PJRT_Client_LookupAddressableDevice_Args::addressable_device>;
  api.PJRT_Client_AddressableMemories =
      entry<clientAddressableMemories,
            &PJRT_Client_AddressableMemories_Args::num_addressable_memories>;
  api.PJRT_Client_UpdateGlobalProcessInfo =
      entry<clientUpdateGlobalProcessInfo,
            &PJRT_Client_UpdateGlobalProcessInfo_Args::num_process_infos>;
  api.PJRT_Client_DefaultDeviceAssignment =
      entry<clientDefaultDeviceAssignment,
            &PJRT_Client_DefaultDeviceAssignment_Args::default_assignment>;
  api.PJRT_Client_DmaMap = entry<clientDmaMap, &PJRT_Client_DmaMap_Args::size>;
  api.PJRT_Client_DmaUnmap =
      entry<clientDmaUnmap, &PJRT_Client_DmaUnmap_Args::data>;
}

} // namespace weft::pjrt
