// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table itself, and the one symbol of the library.

#include "weft/Pjrt/Entry.h"

namespace weft::pjrt {

static PJRT_Api makeApi() {
  PJRT_Api api = {};
  api.struct_size = PJRT_Api_STRUCT_SIZE;
  api.extension_start = extensions();
  api.pjrt_api_version = {PJRT_Api_Version_STRUCT_SIZE, nullptr, PJRT_API_MAJOR,
                          PJRT_API_MINOR};
  fillErrorSlots(api);
  fillPluginSlots(api);
  fillEventSlots(api);
  fillClientSlots(api);
  fillDeviceSlots(api);
  fillMemorySlots(api);
  fillCompileSlots(api);
  fillExecutableSlots(api);
  fillLoadedExecutableSlots(api);
  fillExecuteSlots(api);
  fillBufferSlots(api);
  fillBufferCreationSlots(api);
  fillTransferSlots(api);
  fillStreamSlots(api);
  fillTopologySlots(api);
  return api;
}

} // namespace weft::pjrt

extern "C" __attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi() {
  static const PJRT_Api api = weft::pjrt::makeApi();
  return &api;
}
