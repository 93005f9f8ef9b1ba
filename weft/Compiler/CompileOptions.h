// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// What runs a program: its own native code, or the reference interpreter.
enum class Engine { Native, Interpreter };

/// What a caller may ask of one compilation. Part of the cache's key.
struct CompileOptions {
  /// The option `weft_engine` says otherwise, else the environment variable
  /// WEFT_ENGINE.
  Engine engine = Engine::Native;
  /// The machine that native code is for, by name (weft/Machine/Machine.h).
  std::string target = "host";
  uint32_t replicas = 1;
  uint32_t partitions = 1;
  /// Global device ids, [replica][partition]; empty: device 0, 1, ...
  std::vector<int32_t> deviceIds;
  /// Compile for whichever device a call names. Needs one replica and
  /// partition.
  bool portable = false;
  /// Compile for a machine that is elsewhere: a GPU's kernels are assembled
  /// where an assembler is found, else where they are loaded.
  bool aheadOfTime = false;
  /// Minor-to-major per parameter; fewer or empty entries mean the program's
  /// own or row-major.
  std::vector<std::optional<std::vector<int64_t>>> parameterLayouts;
  /// User's options by name, see Options.h.
  std::map<std::string, std::string> overrides;
  /// As it came over the wire; kept in the executable.
  std::string serialized;
};

} // namespace weft
