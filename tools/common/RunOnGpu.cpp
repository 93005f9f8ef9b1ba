// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/common/RunOnGpu.h"

#include "weft/Machine/Machine.h"
#include "weft/Runtime/CUDA/CudaClient.h"
#include "weft/Runtime/Compiled/ProgramCalls.h"

#include <thread>

namespace weft::tools {

using runtime::Client;

/// A client that goes away does so in its own time, and what went wrong on the
/// device stays until then.
static StatusOr<Ref<Client>> openClient() {
  constexpr int tries = 500;
  constexpr auto pause = std::chrono::milliseconds(10);
  StatusOr<Ref<Client>> client = Status::unavailable("not tried");
  for (int i = 0; i < tries; ++i) {
    client = cuda::createCudaClient({}, runtime::createCallLoader());
    if (client.ok() || client.status().code() == StatusCode::Unavailable) {
      break;
    }
    std::this_thread::sleep_for(pause);
  }
  return client;
}

StatusOr<runtime::TensorRunner> runnerFor(const std::string &target) {
  WEFT_ASSIGN_OR_RETURN(const Machine machine, findMachine(target));
  switch (machine.family) {
  case MachineFamily::Cpu:
    return runtime::TensorRunner();
  case MachineFamily::Nvidia:
    // Where there is none, that is said now.
    WEFT_RETURN_IF_ERROR(openClient().status());
    return runtime::TensorRunner(
        [](const runtime::TensorRun &run, reference::Budget &budget)
            -> StatusOr<std::vector<reference::Values>> {
          WEFT_ASSIGN_OR_RETURN(Ref<Client> client, openClient());
          return runtime::runTensorsOn(*client, run, budget);
        });
  case MachineFamily::Amd:
    break;
  }
  return Status::unimplemented("nothing here runs code for " + target);
}

} // namespace weft::tools
