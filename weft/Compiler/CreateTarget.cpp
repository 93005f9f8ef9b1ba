// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Target.h"

#include "weft/Compiler/CpuTarget.h"
#include "weft/Compiler/GpuTarget.h"
#include "weft/Compiler/Options.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

namespace weft {

StatusOr<std::unique_ptr<Target>> createTarget(const CompileOptions &options) {
  WEFT_ASSIGN_OR_RETURN(Machine machine, machineOf(options));
  switch (machine.family) {
  case MachineFamily::Cpu:
    return std::unique_ptr<Target>(
        std::make_unique<CpuTarget>(std::move(machine)));
  case MachineFamily::Nvidia:
    return createGpuTarget(nvidia::createNvidiaMachine(std::move(machine)),
                           isDeterministic(options), hasExactProducts(options),
                           options.aheadOfTime);
  case MachineFamily::Amd:
    break;
  }
  return Status::unimplemented(
      "programs are compiled for CPUs and NVIDIA's GPUs, and '" + machine.name +
      "' is neither");
}

} // namespace weft
