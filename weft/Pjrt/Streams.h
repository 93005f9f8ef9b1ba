// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a running program receives from a callback, chunk by chunk.

#pragma once

#include "weft/Pjrt/Abi/Transfers.h"
#include "weft/Runtime/ExecuteOptions.h"

namespace weft::pjrt {

/// The caller destroys the stream.
PJRT_CopyToDeviceStream *handStream(Ref<runtime::HostReceiver> receiver);

} // namespace weft::pjrt
