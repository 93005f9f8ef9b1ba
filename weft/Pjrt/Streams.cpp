// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Streams.h"

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

struct PJRT_CopyToDeviceStream {
  weft::Ref<weft::runtime::HostReceiver> receiver;
};

namespace weft::pjrt {

PJRT_CopyToDeviceStream *handStream(Ref<runtime::HostReceiver> receiver) {
  return new PJRT_CopyToDeviceStream{std::move(receiver)};
}

static Status streamDestroy(PJRT_CopyToDeviceStream_Destroy_Args &args) {
  delete args.stream;
  return Status::success();
}

static Status streamAddChunk(PJRT_CopyToDeviceStream_AddChunk_Args &args) {
  if (args.chunk == nullptr) {
    return Status::invalidArgument("the chunk is null");
  }
  // The chunk is ours whether or not its bytes are wanted.
  PJRT_Chunk chunk = *args.chunk;
  Status status = args.stream->receiver->addChunk(
      {static_cast<const char *>(chunk.data), chunk.size});
  if (chunk.deleter != nullptr) {
    chunk.deleter(chunk.data, chunk.deleter_arg);
  }
  WEFT_RETURN_IF_ERROR(status);
  args.transfer_complete = handEvent(runtime::Event::ready());
  return Status::success();
}

static Status streamTotalBytes(PJRT_CopyToDeviceStream_TotalBytes_Args &args) {
  args.total_bytes = static_cast<int64_t>(args.stream->receiver->totalBytes());
  return Status::success();
}

static Status
streamGranuleSize(PJRT_CopyToDeviceStream_GranuleSize_Args &args) {
  args.granule_size_in_bytes =
      static_cast<int64_t>(args.stream->receiver->granuleSize());
  return Status::success();
}

static Status
streamCurrentBytes(PJRT_CopyToDeviceStream_CurrentBytes_Args &args) {
  args.current_bytes =
      static_cast<int64_t>(args.stream->receiver->currentBytes());
  return Status::success();
}

void fillStreamSlots(PJRT_Api &api) {
  api.PJRT_CopyToDeviceStream_Destroy =
      entry<streamDestroy, &PJRT_CopyToDeviceStream_Destroy_Args::stream>;
  api.PJRT_CopyToDeviceStream_AddChunk =
      entry<streamAddChunk,
            &PJRT_CopyToDeviceStream_AddChunk_Args::transfer_complete>;
  api.PJRT_CopyToDeviceStream_TotalBytes =
      entry<streamTotalBytes,
            &PJRT_CopyToDeviceStream_TotalBytes_Args::total_bytes>;
  api.PJRT_CopyToDeviceStream_GranuleSize =
      entry<streamGranuleSize,
            &PJRT_CopyToDeviceStream_GranuleSize_Args::granule_size_in_bytes>;
  api.PJRT_CopyToDeviceStream_CurrentBytes =
      entry<streamCurrentBytes,
            &PJRT_CopyToDeviceStream_CurrentBytes_Args::current_bytes>;
}

} // namespace weft::pjrt
