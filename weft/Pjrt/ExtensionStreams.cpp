// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Extensions.h"
#include "weft/Pjrt/Handles.h"

namespace weft::pjrt {

static Status getStream(PJRT_Get_Stream_For_External_Ready_Events_Args &args) {
  const runtime::Device &device = args.device->device;
  runtime::SharedQueues *queues = device.defaultMemory().sharedQueues();
  if (queues == nullptr) {
    return Status::unimplemented("device " + device.description().toString +
                                 " has no streams");
  }
  args.stream = queues->arriving();
  return Status::success();
}

static Status waitStream(PJRT_Wait_Until_Buffer_Ready_On_Stream_Args &args) {
  runtime::Buffer &buffer = *args.buffer->buffer;
  runtime::SharedQueues *queues = buffer.memory().sharedQueues();
  // Until it stands in a queue.
  WEFT_RETURN_IF_ERROR(buffer.dataPointer().status());
  Ref<runtime::Fence> fence = buffer.readyEvent()->fence();
  if (queues == nullptr || !fence) {
    return buffer.readyEvent()->await();
  }
  return queues->waitIn(args.stream, *fence);
}

PJRT_Extension_Base *streamExtension() {
  static PJRT_Stream_Extension extension = {
      {PJRT_Stream_Extension_STRUCT_SIZE, PJRT_Extension_Type_Stream, nullptr},
      entry<getStream, &PJRT_Get_Stream_For_External_Ready_Events_Args::stream>,
      entry<waitStream, &PJRT_Wait_Until_Buffer_Ready_On_Stream_Args::buffer>,
  };
  return &extension.base;
}

} // namespace weft::pjrt
