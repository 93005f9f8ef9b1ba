// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of an assembly text.

#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace weft::tools {

struct AssemblyFunction {
  std::string name;
  /// From its label to its end, one instruction or label per line.
  std::string text;
};

/// In the order of the text. Directives and data between functions are left
/// out.
std::vector<AssemblyFunction> splitAssembly(llvm::StringRef assembly);

} // namespace weft::tools
