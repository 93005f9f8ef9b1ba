// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NVIDIA GPUs of this process.

#pragma once

#include "weft/Executable/FileCache.h"
#include "weft/Runtime/Client.h"
#include "weft/Runtime/HostCalls.h"

#include <chrono>

namespace weft::cuda {

struct CudaClientOptions {
  std::string platformName = "weft";
  /// Threads of the host; as many as the process may use when zero.
  int threads = 0;
  /// Of each device, in bytes; all that it has when zero.
  uint64_t memoryLimit = 0;
  /// Of runs for which neither the call nor the program says one; zero is none.
  std::chrono::milliseconds timeLimit = {};
  /// How long memory of a device that nothing uses is kept for what comes next,
  /// and at most twice as long: longer than any step takes that uses it again,
  /// and not much longer than a person waits who needs it for something else.
  std::chrono::nanoseconds memoryRest = std::chrono::seconds(10);
  /// Where kernels as the driver assembled them are kept; nowhere by itself.
  CacheOptions kernelCache;
};

/// UNAVAILABLE, with the reason, where there is no driver or no device;
/// FAILED_PRECONDITION where the driver or all devices are too old.
StatusOr<Ref<runtime::Client>>
createCudaClient(const CudaClientOptions &options,
                 std::shared_ptr<runtime::HostCallLoader> callLoader);

/// So many devices of a machine by its name, such as sm_90, to compile for
/// where there are none.
StatusOr<runtime::Topology> cudaTopology(const std::string &platformName,
                                         const std::string &machine, int count);

/// The name of the machine that code for devices of this capability (90 for
/// Hopper) is made for: the latest one that it can run. Empty where it is too
/// old.
std::string machineOfCapability(int capability);

} // namespace weft::cuda
