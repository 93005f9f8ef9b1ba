// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files written whole or not at all.

#pragma once

#include "weft/Support/Status.h"

#include <string>
#include <vector>

namespace weft {

struct OutputFile {
  std::string path;
  std::string contents;
};

/// Writes every file under a temporary name beside its own, then gives each its
/// name. When one cannot be written, none appears and what was there before
/// stays. (A rename that fails after others succeeded leaves those.) Paths that
/// exist and are no regular files, such as /dev/null or a pipe, are written to
/// directly.
Status writeFiles(const std::vector<OutputFile> &files);

} // namespace weft
