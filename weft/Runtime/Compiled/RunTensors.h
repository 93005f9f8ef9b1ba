// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs run on the interpreter's values, natively without a client
// or on the devices of one: for tools and tests that compare the two.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Runtime/Client.h"
#include "weft/StableHLO/Interpreter/Value.h"

#include <deque>
#include <functional>
#include <vector>

namespace weft::runtime {

/// What one device runs.
struct DeviceProgram {
  const Executable *executable = nullptr;
  reference::Values arguments;
  std::vector<mlir::Type> resultTypes;
};

struct TensorRun {
  /// One per device of the grid all were compiled for, replica by replica.
  std::vector<DeviceProgram> devices;
  std::deque<reference::Values> infeed;
  /// What a device sends to the host on one of these, another one gets.
  std::vector<int64_t> hostChannels;
  /// Custom calls beside the built-in ones.
  std::vector<std::pair<std::string, CustomCallHandler>> calls;
  /// How often, by the same threads. Every time must give the same bits.
  int times = 1;
};

/// The results of each device. They are counted against `budget`. Native code
/// of the processor only.
StatusOr<std::vector<reference::Values>> runTensors(TensorRun run,
                                                    reference::Budget &budget);

/// The same on the first device of a client, which gets to know the custom
/// calls. UNIMPLEMENTED for several devices, and for programs with an infeed.
StatusOr<std::vector<reference::Values>>
runTensorsOn(Client &client, const TensorRun &run, reference::Budget &budget);

/// One way or another.
using TensorRunner = std::function<StatusOr<std::vector<reference::Values>>(
    TensorRun run, reference::Budget &budget)>;

} // namespace weft::runtime
