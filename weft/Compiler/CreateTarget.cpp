// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Target.h"

#include "weft/Compiler/CpuTarget.h"
#include "weft/Compiler/Options.h"

namespace weft {

StatusOr<std::unique_ptr<Target>> createTarget(const CompileOptions &options) {
  WEFT_ASSIGN_OR_RETURN(Machine machine, machineOf(options));
  if (!machine.isCpu()) {
    return Status::unimplemented("programs are compiled for CPUs alone yet, "
                                 "and '" +
                                 machine.name + "' is a GPU");
  }
  return std::unique_ptr<Target>(
      std::make_unique<CpuTarget>(std::move(machine)));
}

} // namespace weft
