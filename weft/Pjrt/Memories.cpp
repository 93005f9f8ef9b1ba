// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

namespace weft::pjrt {

//===----------------------------------------------------------------------===//
// Callers' own data at a memory: one value per key, keys are addresses
//===----------------------------------------------------------------------===//

static void *getUserData(PJRT_Memory *memory, const void *key) {
  Memory &handle = memoryOf(memory);
  std::lock_guard lock(handle.mutex);
  auto position = handle.userData.find(key);
  return position == handle.userData.end() ? nullptr : position->second.data;
}

static void setUserData(PJRT_Memory *memory, const void *key, void *data,
                        void (*destructor)(void *)) {
  Memory &handle = memoryOf(memory);
  Memory::UserData previous;
  {
    std::lock_guard lock(handle.mutex);
    previous = std::exchange(handle.userData[key], {data, destructor});
  }
  if (previous.destructor != nullptr && previous.data != nullptr) {
    previous.destructor(previous.data);
  }
}

static const PJRT_Memory_FunctionTable memoryFunctions = {
    PJRT_Memory_FunctionTable_STRUCT_SIZE,
    nullptr,
    sizeof(Memory),
    getUserData,
    setUserData,
};

Memory::Memory(runtime::Memory &memory)
    : PJRT_Memory{&memoryFunctions}, memory(memory) {}

Memory::~Memory() {
  for (auto &[key, value] : userData) {
    if (value.destructor != nullptr && value.data != nullptr) {
      value.destructor(value.data);
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Status memoryId(PJRT_Memory_Id_Args &args) {
  args.id = memoryOf(args.memory).memory.id();
  return Status::success();
}

static Status memoryKind(PJRT_Memory_Kind_Args &args) {
  const std::string &kind = memoryOf(args.memory).memory.kind();
  args.kind = kind.c_str();
  args.kind_size = kind.size();
  return Status::success();
}

static Status memoryKindId(PJRT_Memory_Kind_Id_Args &args) {
  args.kind_id = memoryOf(args.memory).memory.kindId();
  return Status::success();
}

static Status memoryDebugString(PJRT_Memory_DebugString_Args &args) {
  const std::string &text = memoryOf(args.memory).memory.debugString();
  args.debug_string = text.c_str();
  args.debug_string_size = text.size();
  return Status::success();
}

static Status memoryToString(PJRT_Memory_ToString_Args &args) {
  const std::string &text = memoryOf(args.memory).memory.toString();
  args.to_string = text.c_str();
  args.to_string_size = text.size();
  return Status::success();
}

static Status
memoryAddressableByDevices(PJRT_Memory_AddressableByDevices_Args &args) {
  const Memory &memory = memoryOf(args.memory);
  args.devices = memory.devices.data();
  args.num_devices = memory.devices.size();
  return Status::success();
}

void fillMemorySlots(PJRT_Api &api) {
  api.PJRT_Memory_Id = entry<memoryId, &PJRT_Memory_Id_Args::id>;
  api.PJRT_Memory_Kind = entry<memoryKind, &PJRT_Memory_Kind_Args::kind_size>;
  api.PJRT_Memory_Kind_Id =
      entry<memoryKindId, &PJRT_Memory_Kind_Id_Args::kind_id>;
  api.PJRT_Memory_DebugString =
      entry<memoryDebugString,
            &PJRT_Memory_DebugString_Args::debug_string_size>;
  api.PJRT_Memory_ToString =
      entry<memoryToString, &PJRT_Memory_ToString_Args::to_string_size>;
  api.PJRT_Memory_AddressableByDevices =
      entry<memoryAddressableByDevices,
            &PJRT_Memory_AddressableByDevices_Args::num_devices>;
}

} // namespace weft::pjrt
