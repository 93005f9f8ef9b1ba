// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Runtime/CPU/ProgramRunner.h"
#include "weft/StableHLO/Interpreter/Process.h"

namespace weft::runtime {

/// One device of a run, as the operations that leave the program see it.
class RunningProcess : public reference::Process {
public:
  RunningProcess(reference::ProcessGrid &grid, reference::ProcessId id,
                 RunPart &part, const RunServices &services)
      : Process(grid, id), part(part), services(services) {}

  RunPart &part;
  const RunServices &services;
};

} // namespace weft::runtime
