// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Pjrt/Wire.h"

struct PJRT_DeviceAssignmentSerialized {
  std::string bytes;
};

namespace weft::pjrt {

static Status
loadedExecutableDestroy(PJRT_LoadedExecutable_Destroy_Args &args) {
  delete args.executable;
  return Status::success();
}

static Status
loadedExecutableGetExecutable(PJRT_LoadedExecutable_GetExecutable_Args &args) {
  args.executable = new PJRT_Executable(
      args.loaded_executable->executable->executable(),
      args.loaded_executable->client->client->threadCount());
  return Status::success();
}

static Status loadedExecutableAddressableDevices(
    PJRT_LoadedExecutable_AddressableDevices_Args &args) {
  args.addressable_devices = args.executable->devices.data();
  args.num_addressable_devices = args.executable->devices.size();
  return Status::success();
}

static Status loadedExecutableAddressableDeviceLogicalIds(
    PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args &args) {
  args.addressable_device_logical_ids = args.executable->logicalIds.data();
  args.num_addressable_device_logical_ids = args.executable->logicalIds.size();
  return Status::success();
}

static Status loadedExecutableDelete(PJRT_LoadedExecutable_Delete_Args &args) {
  args.executable->executable->remove();
  return Status::success();
}

static Status
loadedExecutableIsDeleted(PJRT_LoadedExecutable_IsDeleted_Args &args) {
  args.is_deleted = args.executable->executable->isRemoved();
  return Status::success();
}

static Status
loadedExecutableFingerprint(PJRT_LoadedExecutable_Fingerprint_Args &args) {
  const std::string &fingerprint =
      args.executable->executable->executable()->fingerprint();
  args.executable_fingerprint = fingerprint.c_str();
  args.executable_fingerprint_size = fingerprint.size();
  return Status::success();
}

/// No bytes mean that the program is portable. The deleter is called even then.
static Status loadedExecutableGetDeviceAssignment(
    PJRT_LoadedExecutable_GetDeviceAssignment_Args &args) {
  auto *serialized = new PJRT_DeviceAssignmentSerialized;
  if (const runtime::DeviceAssignment *assignment =
          args.executable->executable->deviceAssignment()) {
    serialized->bytes = serializeDeviceAssignment(*assignment);
  }
  args.serialized_bytes = serialized->bytes.data();
  args.serialized_bytes_size = serialized->bytes.size();
  args.serialized_device_assignment = serialized;
  args.serialized_device_assignment_deleter =
      [](PJRT_DeviceAssignmentSerialized *given) { delete given; };
  return Status::success();
}

void fillLoadedExecutableSlots(PJRT_Api &api) {
  api.PJRT_LoadedExecutable_Destroy =
      entry<loadedExecutableDestroy,
            &PJRT_LoadedExecutable_Destroy_Args::executable>;
  api.PJRT_LoadedExecutable_GetExecutable =
      entry<loadedExecutableGetExecutable,
            &PJRT_LoadedExecutable_GetExecutable_Args::executable>;
  api.PJRT_LoadedExecutable_AddressableDevices = entry<
      loadedExecutableAddressableDevices,
      &PJRT_LoadedExecutable_AddressableDevices_Args::num_addressable_devices>;
  api.PJRT_LoadedExecutable_AddressableDeviceLogicalIds =
      entry<loadedExecutableAddressableDeviceLogicalIds,
            &PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args::
                num_addressable_device_logical_ids>;
  api.PJRT_LoadedExecutable_Delete =
      entry<loadedExecutableDelete,
            &PJRT_LoadedExecutable_Delete_Args::executable>;
  api.PJRT_LoadedExecutable_IsDeleted =
      entry<loadedExecutableIsDeleted,
            &PJRT_LoadedExecutable_IsDeleted_Args::is_deleted>;
  api.PJRT_LoadedExecutable_Fingerprint = entry<
      loadedExecutableFingerprint,
      &PJRT_LoadedExecutable_Fingerprint_Args::executable_fingerprint_size>;
  api.PJRT_LoadedExecutable_GetDeviceAssignment =
      entry<loadedExecutableGetDeviceAssignment,
            &PJRT_LoadedExecutable_GetDeviceAssignment_Args::
                serialized_device_assignment_deleter>;
}

} // namespace weft::pjrt
