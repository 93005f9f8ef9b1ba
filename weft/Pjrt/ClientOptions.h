// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options as named values: of a client, and of a topology, which has the same.

#pragma once

#include "weft/Pjrt/Abi/Core.h"
#include "weft/Runtime/CPU/CpuClient.h"

namespace weft::pjrt {

/// num_devices, num_threads and memory_limit_bytes, as numbers or as text;
/// zero of the last two means what the process may use. Names that are not
/// known are ignored: callers add their own. num_nodes above one is refused.
StatusOr<runtime::CpuClientOptions>
readClientOptions(const PJRT_NamedValue *options, size_t count);

} // namespace weft::pjrt
