// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft explain: what the compiler makes of a program, and why.

#pragma once

#include "tools/weft/Watch.h"

#include <llvm/Support/raw_ostream.h>

namespace weft::tools {

struct ExplainOptions {
  std::string file;
  /// Empty: @main, or the only public one.
  std::string function;
  /// Show only this kernel.
  std::string kernel;
  /// Show only the program after this stage.
  std::string stage;
  std::string target = "host";
  /// No result may depend on which thread is first.
  bool isDeterministic = false;
  /// Leave nothing out.
  bool all = false;
};

/// Writes to `output` only when all went well.
Status printExplanation(const Watched &watched, const ExplainOptions &options,
                        llvm::raw_ostream &output);

} // namespace weft::tools
