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

/// PTX: entries and functions, each from its line to the brace that ends it.
static std::vector<AssemblyFunction> splitPtx(llvm::StringRef ptx) {
  std::vector<AssemblyFunction> functions;
  bool isInside = false;
  while (!ptx.empty()) {
    auto [line, rest] = ptx.split('\n');
    ptx = rest;
    if (!isInside) {
      llvm::StringRef head = line;
      head.consume_front(".visible ");
      if (!head.consume_front(".entry ") && !head.starts_with(".func ")) {
        continue;
      }
      llvm::StringRef name = head.take_until([](char c) { return c == '('; });
      functions.push_back({name.rsplit(' ').second.empty()
                               ? name.str()
                               : name.rsplit(' ').second.str(),
                           ""});
      isInside = true;
    }
    functions.back().text += expandTabs(line) + "\n";
    isInside = line != "}";
  }
  return functions;
}

std::vector<AssemblyFunction> splitAssembly(llvm::StringRef assembly) {
  if (assembly.contains(".target sm_")) {
    return splitPtx(assembly);
  }
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
