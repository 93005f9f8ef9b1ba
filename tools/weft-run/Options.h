// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/Interpreter/Budget.h"
#include "weft/StableHLO/Testing/PrintValue.h"
#include "weft/Support/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft::tools {

/// Replicas by partitions.
struct DeviceGrid {
  uint32_t replicas = 1;
  uint32_t partitions = 1;
  uint32_t count() const { return replicas * partitions; }
};

struct Options {
  std::string file;
  /// Empty: choose.
  std::string function;
  std::vector<std::string> inputs;
  /// Inputs as the text of an array of dense attributes.
  std::string arguments;
  std::vector<std::string> outputs;
  bool check = false;
  bool printResults = false;
  bool explain = false;
  /// Run native code instead of the interpreter.
  bool compiled = false;
  bool timeStages = false;
  std::string dumpDirectory;
  PrintOptions print;
  std::string probeDirectory;
  reference::Limits limits;
  /// Chooses the order in which the programs of a kernel start.
  std::optional<uint64_t> seed;
  /// Absent: the function runs alone, without a grid.
  std::optional<DeviceGrid> devices;
};

/// Reads the command line. Prints and ends the process for --help, --version
/// and options that do not exist.
StatusOr<Options> parseOptions(int argc, char **argv);

} // namespace weft::tools
