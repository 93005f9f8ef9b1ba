// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/LentArray.h"

namespace weft::cuda {

/// The one stream that is there as long as the process is.
static constexpr intptr_t defaultStream = 1;

std::unique_ptr<LentArray> LentArray::lend(uint64_t address) {
  for (const std::shared_ptr<Gpu> &gpu : Gpu::all()) {
    if (std::shared_ptr<DeviceBytes> bytes = gpu->bytes().find(address)) {
      return std::unique_ptr<LentArray>(new LentArray(gpu, std::move(bytes)));
    }
  }
  return nullptr;
}

Status LentArray::waitIn(intptr_t stream) {
  for (Stream *queue : {&gpu->compute(), &gpu->arriving()}) {
    if (Ref<runtime::Fence> fence = queue->end()) {
      WEFT_RETURN_IF_ERROR(gpu->queues().waitIn(stream, *fence));
    }
  }
  isInDefaultStream = isInDefaultStream || stream == defaultStream;
  return Status::success();
}

LentArray::~LentArray() {
  if (!isInDefaultStream || gpu->device().isInherited()) {
    return;
  }
  // The borrower's last kernels may still read them. Other streams may be gone
  // by now: who uses one of those lets go of the array when they are done.
  (void)gpu->compute().submit(
      "taking an array back", {},
      [&](const DriverFunctions &, void *stream) {
        return gpu->queues().chain(defaultStream,
                                   reinterpret_cast<intptr_t>(stream));
      },
      [held = std::move(bytes)]() mutable { held = nullptr; });
}

} // namespace weft::cuda
