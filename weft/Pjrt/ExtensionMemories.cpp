// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Extensions.h"
#include "weft/Pjrt/Handles.h"

namespace weft::pjrt {

static Status
descriptionMemories(PJRT_DeviceDescription_MemoryDescriptions_Args &args) {
  const PJRT_DeviceDescription &device = *args.device_description;
  args.memory_descriptions = device.memoryPointers.data();
  args.num_memory_descriptions = device.memoryPointers.size();
  args.default_memory_index = device.description.defaultMemory;
  return Status::success();
}

static Status memoryDescriptionKind(PJRT_MemoryDescription_Kind_Args &args) {
  const PJRT_MemoryDescription &memory = *args.memory_description;
  args.kind = memory.kind.c_str();
  args.kind_size = memory.kind.size();
  args.kind_id = memory.kindId;
  return Status::success();
}

PJRT_Extension_Base *memoryDescriptionsExtension() {
  static PJRT_MemoryDescriptions_Extension extension = {
      {PJRT_MemoryDescriptions_Extension_STRUCT_SIZE,
       PJRT_Extension_Type_MemoryDescriptions, nullptr},
      entry<descriptionMemories,
            &PJRT_DeviceDescription_MemoryDescriptions_Args::
                default_memory_index>,
      entry<memoryDescriptionKind, &PJRT_MemoryDescription_Kind_Args::kind_id>,
  };
  return &extension.base;
}

} // namespace weft::pjrt
