// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code is compiled for: a CPU, as plain data.
//
// The machine Weft runs on is one such description among others: code for any
// of them can be made anywhere, and only running it needs the machine. Equal
// descriptions give equal bytes of code.

#pragma once

#include "weft/Support/Status.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cpu {

enum class Architecture { Arm64, X86 };

struct CpuDescription {
  /// As users name it: "host", "arm64", "neoverse-v1", "x86-64-v3" and others.
  std::string name;
  Architecture architecture = Architecture::Arm64;
  /// As LLVM names the target, the processor and its features ("+fma,+avx2",
  /// in alphabetic order).
  std::string triple;
  std::string processor;
  std::string features;

  /// One vector register, and how many of them there are.
  int64_t vectorBytes = 16;
  int64_t vectorRegisters = 32;
  /// What one SVE register holds, where code is made for registers of just this
  /// size; 0: for none. Wider ones than NEON's only: at the same width NEON's
  /// instructions do as much, and need no predicates.
  int64_t scalableBytes = 0;

  /// Per core, in bytes; the last level is shared by all cores.
  int64_t firstLevelBytes = 32 << 10;
  int64_t secondLevelBytes = 512 << 10;
  int64_t lastLevelBytes = 8 << 20;
  int64_t cores = 1;

  friend bool operator==(const CpuDescription &,
                         const CpuDescription &) = default;
};

/// The machine this runs on. Fails where Weft has no code generator for it.
StatusOr<CpuDescription> describeHost();

/// A description by name; "host" is the machine this runs on.
StatusOr<CpuDescription> describeCpu(std::string_view name);

/// The names describeCpu knows, "host" first.
std::vector<std::string_view> cpuNames();

} // namespace weft::cpu
