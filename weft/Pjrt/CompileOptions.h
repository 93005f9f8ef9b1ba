// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile options as they come over the wire, a serialized protobuf
// message of which we want a few fields; and the device assignment, which goes
// back the same way.

#pragma once

#include "weft/Support/Status.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weft::pjrt {

/// Device ids by replica and partition.
struct DeviceAssignment {
  int64_t replicas = 1;
  int64_t partitions = 1;
  /// At [replica * partitions + partition]; empty if none was given.
  std::vector<int64_t> devices;
};

using OptionValue = std::variant<std::string, bool, int64_t, double>;

struct CompileOptions {
  int64_t replicas = 1;
  int64_t partitions = 1;
  DeviceAssignment assignment;
  /// No assignment: runs on the device named at each execution.
  bool portable = false;
  bool tupledArguments = false;
  bool useShardy = false;
  /// Whether the partitioner may choose an output's (a parameter's) sharding;
  /// one value stands for all.
  std::vector<bool> propagateToOutputs;
  std::vector<bool> propagateToParameters;
  int64_t deviceOrdinal = -1;
  /// What the user gave as compiler options of jit.
  std::map<std::string, OptionValue> overrides;
};

StatusOr<CompileOptions> parseCompileOptions(std::string_view bytes);

std::string serializeDeviceAssignment(const DeviceAssignment &assignment);

} // namespace weft::pjrt
