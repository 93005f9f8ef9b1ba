// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/PtxVersion.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

namespace weft::nvidia {
namespace {

/// The first version in which a processor may be named.
int firstVersionOf(llvm::StringRef processor) {
  return llvm::StringSwitch<int>(processor)
      .Case("sm_80", 70)
      .Case("sm_86", 71)
      .Case("sm_87", 74)
      .Cases({"sm_89", "sm_90"}, 78)
      .Case("sm_90a", 80)
      .Cases({"sm_100", "sm_100a"}, 86)
      .Cases({"sm_120", "sm_120a"}, 87)
      .Cases({"sm_103", "sm_103a", "sm_121", "sm_121a"}, 88)
      .Default(0);
}

/// What came later than a processor that has it: how an instruction begins,
/// and what else is in it. "PTX ISA", release notes and notes of each
/// instruction.
struct Addition {
  llvm::StringLiteral begin;
  llvm::StringLiteral part;
  int version;
};

constexpr Addition additions[] = {
    {"griddepcontrol", "", 78}, {"ex2.", "bf16", 78},
    {"elect.", "", 80},         {"setmaxnreg", "", 80},
    {"wgmma.", "", 80},         {"cp.async.bulk", "", 80},
    {"mbarrier.", "", 80},      {"red.", ".v", 81},
    {"atom.", ".v", 81},        {"st.async", "", 81},
    {"multimem", "", 81},       {"ld.", ".b128", 83},
    {"st.", ".b128", 83},       {"mov.", ".b128", 83},
    {"mma.", ".e4m3", 84},      {"mma.", ".e5m2", 84},
    {"add.", ".f32x2", 86},     {"mul.", ".f32x2", 86},
    {"fma.", ".f32x2", 86},     {"tcgen05.", "", 86},
    {"ld.", ".v8", 88},         {"st.", ".v8", 88},
};

/// Of one instruction without its operands; zero where it is none of them.
int versionOf(llvm::StringRef instruction) {
  int version = 0;
  for (const Addition &addition : additions) {
    if (instruction.starts_with(addition.begin) &&
        instruction.contains(addition.part)) {
      version = std::max(version, addition.version);
    }
  }
  return version;
}

} // namespace

int lowestPtxVersion(llvm::StringRef processor, llvm::StringRef text) {
  int version = firstVersionOf(processor);
  if (version == 0) {
    return 0;
  }
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    line = line.ltrim();
    // Behind a predicate.
    if (line.starts_with("@")) {
      line = line.drop_until(llvm::isSpace).ltrim();
    }
    version = std::max(version, versionOf(line.take_until(llvm::isSpace)));
  }
  return version;
}

void lowerPtxVersion(llvm::StringRef processor, std::string &text) {
  const int version = lowestPtxVersion(processor, text);
  constexpr llvm::StringLiteral directive = ".version ";
  const size_t at = text.find(directive.str());
  if (version == 0 || at == std::string::npos) {
    return;
  }
  const size_t begin = at + directive.size();
  text.replace(begin, text.find('\n', begin) - begin,
               std::to_string(version / 10) + "." +
                   std::to_string(version % 10));
}

} // namespace weft::nvidia
