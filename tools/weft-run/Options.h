// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/Interpreter/Budget.h"
#include "weft/StableHLO/Interpreter/PrintValue.h"
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
  /// The machine that programs are compiled for, and run on.
  std::string target = "host";
  /// Compare the results after each stage of the compiler.
  bool checkPasses = false;
  bool timeStages = false;
  std::string dumpDirectory;
  PrintOptions print;
  std::string probeDirectory;
  reference::Limits limits;
  /// Chooses the order in which the programs of a kernel start, and inputs
  /// that were not given for --check-passes.
  std::optional<uint64_t> seed;
  /// Absent: the function runs alone, without a grid.
  std::optional<DeviceGrid> devices;
  /// Kernels run on an NVIDIA GPU instead of in the model.
  bool cuda = false;
  /// Print a kernel's PTX instead of running it.
  bool printPtx = false;
  /// Warps of a program on a GPU; 0: chosen.
  int64_t warps = 0;
  /// Whether one thread of a GPU runs a program, not a block.
  bool byThread = false;
  /// Runs that are timed on a GPU.
  uint64_t repeat = 0;
};

/// Reads the command line. Prints and ends the process for --help, --version
/// and options that do not exist.
StatusOr<Options> parseOptions(int argc, char **argv);

} // namespace weft::tools
