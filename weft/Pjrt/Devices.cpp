// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

using weft::runtime::AttributeValue;

static void
addAttributes(const std::vector<std::pair<std::string, AttributeValue>> &from,
              weft::pjrt::NamedValues &to) {
  for (const auto &[name, value] : from) {
    std::visit([&](const auto &held) { to.add(name, held); }, value);
  }
}

PJRT_DeviceDescription::PJRT_DeviceDescription(
    weft::runtime::DeviceDescription given)
    : description(std::move(given)) {
  addAttributes(description.attributes, attributes);
  for (const weft::runtime::MemoryDescription &memory : description.memories) {
    memories.push_back({memory.kind, memory.kindId});
  }
  for (const PJRT_MemoryDescription &memory : memories) {
    memoryPointers.push_back(&memory);
  }
}

PJRT_Device::PJRT_Device(PJRT_Client &client, weft::runtime::Device &device)
    : client(client), device(device), description(device.description()) {}

namespace weft::pjrt {

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static Status descriptionId(PJRT_DeviceDescription_Id_Args &args) {
  args.id = args.device_description->description.id;
  return Status::success();
}

static Status
descriptionProcessIndex(PJRT_DeviceDescription_ProcessIndex_Args &args) {
  args.process_index = args.device_description->description.processIndex;
  return Status::success();
}

static Status
descriptionAttributes(PJRT_DeviceDescription_Attributes_Args &args) {
  args.attributes = args.device_description->attributes.data();
  args.num_attributes = args.device_description->attributes.size();
  return Status::success();
}

static Status descriptionKind(PJRT_DeviceDescription_Kind_Args &args) {
  const std::string &kind = args.device_description->description.kind;
  args.device_kind = kind.c_str();
  args.device_kind_size = kind.size();
  return Status::success();
}

static Status
descriptionDebugString(PJRT_DeviceDescription_DebugString_Args &args) {
  const std::string &text = args.device_description->description.debugString;
  args.debug_string = text.c_str();
  args.debug_string_size = text.size();
  return Status::success();
}

static Status descriptionToString(PJRT_DeviceDescription_ToString_Args &args) {
  const std::string &text = args.device_description->description.toString;
  args.to_string = text.c_str();
  args.to_string_size = text.size();
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static Status deviceGetDescription(PJRT_Device_GetDescription_Args &args) {
  args.device_description = &args.device->description;
  return Status::success();
}

static Status deviceIsAddressable(PJRT_Device_IsAddressable_Args &args) {
  args.is_addressable = args.device->device.isAddressable();
  return Status::success();
}

static Status deviceLocalHardwareId(PJRT_Device_LocalHardwareId_Args &args) {
  args.local_hardware_id = args.device->device.localHardwareId();
  return Status::success();
}

static Status
deviceAddressableMemories(PJRT_Device_AddressableMemories_Args &args) {
  args.memories = args.device->memories.data();
  args.num_memories = args.device->memories.size();
  return Status::success();
}

static Status deviceDefaultMemory(PJRT_Device_DefaultMemory_Args &args) {
  args.memory = args.device->defaultMemory;
  return Status::success();
}

static Status deviceMemoryStats(PJRT_Device_MemoryStats_Args &args) {
  runtime::MemoryStats stats = args.device->device.defaultMemory().stats();
  args.bytes_in_use = static_cast<int64_t>(stats.bytesInUse);
  args.peak_bytes_in_use = static_cast<int64_t>(stats.peakBytesInUse);
  args.peak_bytes_in_use_is_set = true;
  args.num_allocs = static_cast<int64_t>(stats.allocations);
  args.num_allocs_is_set = true;
  args.largest_alloc_size = static_cast<int64_t>(stats.largestAllocation);
  args.largest_alloc_size_is_set = true;
  args.bytes_limit = static_cast<int64_t>(stats.bytesLimit);
  args.bytes_limit_is_set = true;
  // The rest are numbers of allocators with pools. The struct arrives
  // uninitialised, so each is said not to be set.
  args.bytes_reserved = 0;
  args.bytes_reserved_is_set = false;
  args.peak_bytes_reserved = 0;
  args.peak_bytes_reserved_is_set = false;
  args.bytes_reservable_limit = 0;
  args.bytes_reservable_limit_is_set = false;
  args.largest_free_block_bytes = 0;
  args.largest_free_block_bytes_is_set = false;
  args.pool_bytes = 0;
  args.pool_bytes_is_set = false;
  args.peak_pool_bytes = 0;
  args.peak_pool_bytes_is_set = false;
  if (covers(args,
             &PJRT_Device_MemoryStats_Args::peak_allocated_bytes_is_set)) {
    args.peak_allocated_bytes = static_cast<int64_t>(stats.peakBytesInUse);
    args.peak_allocated_bytes_is_set = true;
  }
  return Status::success();
}

static Status deviceClearMemoryStats(PJRT_Device_ClearMemoryStats_Args &args) {
  args.device->device.defaultMemory().resetStats();
  return Status::success();
}

/// A run is poisoned by ending it with the error.
static Status devicePoisonExecution(PJRT_Device_PoisonExecution_Args &args) {
  Status reason =
      statusFrom(args.error_code, args.error_message, args.error_message_size);
  if (reason.ok()) {
    reason = Status::cancelled("the run was ended by its caller");
  }
  args.poisoned = args.device->device.client().cancelRun(
      args.device->device, args.launch_id, reason);
  return Status::success();
}

static void keepAttributes(PJRT_Device_Attributes *) {}

static Status deviceGetAttributes(PJRT_Device_GetAttributes_Args &args) {
  args.attributes = args.device->description.attributes.data();
  args.num_attributes = args.device->description.attributes.size();
  args.device_attributes = nullptr;
  args.attributes_deleter = keepAttributes;
  return Status::success();
}

/// For tracing tools; a null event is an answer they accept.
static Status deviceCreateAsyncTrackingEvent(
    PJRT_Device_CreateAsyncTrackingEvent_Args &args) {
  args.event = nullptr;
  return Status::success();
}

static Status
asyncTrackingEventDestroy(PJRT_AsyncTrackingEvent_Destroy_Args &) {
  return Status::success();
}

void fillDeviceSlots(PJRT_Api &api) {
  api.PJRT_DeviceDescription_Id =
      entry<descriptionId, &PJRT_DeviceDescription_Id_Args::id>;
  api.PJRT_DeviceDescription_ProcessIndex =
      entry<descriptionProcessIndex,
            &PJRT_DeviceDescription_ProcessIndex_Args::process_index>;
  api.PJRT_DeviceDescription_Attributes =
      entry<descriptionAttributes,
            &PJRT_DeviceDescription_Attributes_Args::attributes>;
  api.PJRT_DeviceDescription_Kind =
      entry<descriptionKind,
            &PJRT_DeviceDescription_Kind_Args::device_kind_size>;
  api.PJRT_DeviceDescription_DebugString =
      entry<descriptionDebugString,
            &PJRT_DeviceDescription_DebugString_Args::debug_string_size>;
  api.PJRT_DeviceDescription_ToString =
      entry<descriptionToString,
            &PJRT_DeviceDescription_ToString_Args::to_string_size>;
  api.PJRT_Device_GetDescription =
      entry<deviceGetDescription,
            &PJRT_Device_GetDescription_Args::device_description>;
  api.PJRT_Device_IsAddressable =
      entry<deviceIsAddressable,
            &PJRT_Device_IsAddressable_Args::is_addressable>;
  api.PJRT_Device_LocalHardwareId =
      entry<deviceLocalHardwareId,
            &PJRT_Device_LocalHardwareId_Args::local_hardware_id>;
  api.PJRT_Device_AddressableMemories =
      entry<deviceAddressableMemories,
            &PJRT_Device_AddressableMemories_Args::num_memories>;
  api.PJRT_Device_DefaultMemory =
      entry<deviceDefaultMemory, &PJRT_Device_DefaultMemory_Args::memory>;
  api.PJRT_Device_MemoryStats =
      entry<deviceMemoryStats,
            &PJRT_Device_MemoryStats_Args::peak_pool_bytes_is_set>;
  api.PJRT_Device_ClearMemoryStats =
      entry<deviceClearMemoryStats, &PJRT_Device_ClearMemoryStats_Args::device>;
  api.PJRT_Device_PoisonExecution =
      entry<devicePoisonExecution, &PJRT_Device_PoisonExecution_Args::poisoned>;
  api.PJRT_Device_GetAttributes =
      entry<deviceGetAttributes,
            &PJRT_Device_GetAttributes_Args::attributes_deleter>;
  api.PJRT_Device_CreateAsyncTrackingEvent =
      entry<deviceCreateAsyncTrackingEvent,
            &PJRT_Device_CreateAsyncTrackingEvent_Args::event>;
  api.PJRT_AsyncTrackingEvent_Destroy =
      entry<asyncTrackingEventDestroy,
            &PJRT_AsyncTrackingEvent_Destroy_Args::event>;
}

} // namespace weft::pjrt
