// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft/Assembly.h"

namespace weft::tools {

/// Tabs as in a terminal.
static std::string expandTabs(llvm::StringRef line) {
  constexpr size_t width = 8;
  std::string expanded;
  for (char character : line) {
    if (character != '\t') {
      expanded += character;
      continue;
    }
    expanded.append(width - expanded.size() % width, ' ');
  }
  return expanded;
}

std::vector<AssemblyFunction> splitAssembly(llvm::StringRef assembly) {
  std::vector<AssemblyFunction> functions;
  // What LLVM marks as a function, until it is found.
  llvm::StringRef announced;
  bool isInside = false;
  while (!assembly.empty()) {
    auto [line, rest] = assembly.split('\n');
    assembly = rest;
    llvm::StringRef trimmed = line.trim();
    if (trimmed.consume_front(".type") && trimmed.ends_with("@function")) {
      announced = trimmed.split(',').first.trim();
      continue;
    }
    if (!announced.empty() && line.starts_with(announced) &&
        line.drop_front(announced.size()).starts_with(":")) {
      functions.push_back({announced.trim('"').str(), ""});
      announced = {};
      isInside = true;
    } else if (line.starts_with(".Lfunc_end")) {
      isInside = false;
    }
    // Labels are looked at, other directives are for the assembler.
    if (isInside && (!line.trim().starts_with(".") || line.contains(':'))) {
      functions.back().text += expandTabs(line) + "\n";
    }
  }
  return functions;
}

} // namespace weft::tools
