// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options as named values: of a client, and of a topology, which has the same.

#pragma once

#include "weft/Pjrt/Abi/Core.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/CUDA/CudaClient.h"

namespace weft::pjrt {

/// Whose devices a client has.
enum class DeviceChoice {
  /// The GPUs where a driver and a device work, else the processor.
  Auto,
  Cpu,
  Gpu,
};

struct ClientOptions {
  /// The option `device`, else the environment variable WEFT_DEVICE: auto, cpu
  /// or gpu.
  DeviceChoice device = DeviceChoice::Auto;
  runtime::CpuClientOptions cpu;
  cuda::CudaClientOptions cuda;
};

/// platform_name (weft, or weft_cpu, which is always the processor), device,
/// num_devices (of the processor), num_threads and memory_limit_bytes,
/// numbers also as text; zero of the last two means what the process may use.
/// Names that are not known are ignored: callers add their own. num_nodes above
/// one is refused. The environment variable WEFT_DEADLINE_MS says how long runs
/// may take.
StatusOr<ClientOptions> readClientOptions(const PJRT_NamedValue *options,
                                          size_t count);

StatusOr<Ref<runtime::Client>> createClient(const ClientOptions &options);

} // namespace weft::pjrt
