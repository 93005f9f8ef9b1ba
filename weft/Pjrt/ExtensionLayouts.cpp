// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Extensions.h"
#include "weft/Pjrt/Handles.h"

struct PJRT_Layouts_SerializedLayout {
  std::string text;
};

namespace weft::pjrt {

static Status layoutDestroy(PJRT_Layouts_MemoryLayout_Destroy_Args &args) {
  delete args.layout;
  return Status::success();
}

static Status layoutSerialize(PJRT_Layouts_MemoryLayout_Serialize_Args &args) {
  auto *serialized = new PJRT_Layouts_SerializedLayout{args.layout->text};
  args.serialized_bytes = serialized->text.c_str();
  args.serialized_bytes_size = serialized->text.size();
  args.serialized_layout = serialized;
  args.serialized_layout_deleter = [](PJRT_Layouts_SerializedLayout *given) {
    delete given;
  };
  return Status::success();
}

/// The caller destroys it.
static PJRT_Layouts_MemoryLayout *handLayout(std::span<const int64_t> order) {
  return new PJRT_Layouts_MemoryLayout{layoutToString(order)};
}

static Status
bufferMemoryLayout(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args &args) {
  args.layout = handLayout(args.buffer->buffer->type().minorToMajor);
  return Status::success();
}

static Status
clientGetDefaultLayout(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args &args) {
  args.layout = handLayout(rowMajorLayout(args.num_dims));
  return Status::success();
}

static Status topologyGetDefaultLayout(
    PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args &args) {
  args.layout = handLayout(rowMajorLayout(args.num_dims));
  return Status::success();
}

/// These two belong to the executable.
static Status executableGetOutputLayouts(
    PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args &args) {
  args.num_outputs = args.executable->resultLayoutPointers.size();
  args.layouts = args.executable->resultLayoutPointers.data();
  return Status::success();
}

static Status executableGetParameterLayouts(
    PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args &args) {
  args.num_parameters = args.executable->parameterLayoutPointers.size();
  args.layouts = args.executable->parameterLayoutPointers.data();
  return Status::success();
}

PJRT_Extension_Base *layoutsExtension() {
  static PJRT_Layouts_Extension extension = {
      {PJRT_Layouts_Extension_STRUCT_SIZE, PJRT_Extension_Type_Layouts,
       nullptr},
      entry<layoutDestroy, &PJRT_Layouts_MemoryLayout_Destroy_Args::layout>,
      entry<
          layoutSerialize,
          &PJRT_Layouts_MemoryLayout_Serialize_Args::serialized_layout_deleter>,
      entry<clientGetDefaultLayout,
            &PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args::layout>,
      entry<bufferMemoryLayout,
            &PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args::layout>,
      entry<topologyGetDefaultLayout,
            &PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args::layout>,
      entry<executableGetOutputLayouts,
            &PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args::layouts>,
      entry<executableGetParameterLayouts,
            &PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args::layouts>,
  };
  return &extension.base;
}

} // namespace weft::pjrt
