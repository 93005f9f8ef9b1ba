// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles against the interpreter: functions are run by both, one operation at a
// time and as a whole, cut in several ways.

#pragma once

#include <string>
#include <vector>

namespace weft::tile::testing {

struct CheckReport {
  std::vector<std::string> failures;
  /// What no kernel was made of, though every tile was one element.
  std::vector<std::string> refusals;
  unsigned kernels = 0;
};

/// Checks the functions without arguments of a file; `// -----` separates
/// modules.
CheckReport checkFile(const std::string &path);

} // namespace weft::tile::testing
