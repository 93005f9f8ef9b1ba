// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that were assembled ahead of time (SectionKind::Assembled), beside
// the text that a driver assembles where none of them fits its device; and what
// an assembler says that a kernel takes of a machine.

#pragma once

#include "weft/Executable/Digest.h"
#include "weft/Support/Status.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Of each thread.
struct KernelResources {
  uint32_t registers = 0;
  /// In memory: arrays of its own, and what is spilled.
  uint32_t stackBytes = 0;
  /// What registers had no room for. Nothing where it is not known.
  std::optional<uint32_t> spilledBytes;

  bool spills() const { return spilledBytes.value_or(0) != 0; }
  /// "40 registers, 16 bytes of stack, nothing spilled"
  std::string text() const;

  friend bool operator==(const KernelResources &,
                         const KernelResources &) = default;
};

/// Out of what NVIDIA's assembler says about a module of one kernel, the one in
/// its driver, too. Nothing where it says nothing of that kind.
std::optional<KernelResources> readAssemblerReport(std::string_view report);

struct AssembledKernel {
  /// Of the text as a driver would be given it.
  Digest text = {};
  /// As the text names it, "sm_90a".
  std::string processor;
  std::optional<KernelResources> resources;
  std::string code;

  friend bool operator==(const AssembledKernel &,
                         const AssembledKernel &) = default;
};

std::string encodeAssembledKernels(const std::vector<AssembledKernel> &kernels);
/// Each goes with its digest, which is compared: a driver may believe damaged
/// code.
StatusOr<std::vector<AssembledKernel>>
decodeAssembledKernels(std::string_view bytes);

/// Whether a processor's code runs on a device of a compute capability (90 for
/// 9.0): on later ones of the same major number, that with an "a" only on its
/// own.
bool runsOnCapability(std::string_view processor, int capability);

/// Makes the text of a kernel that begins by waiting for those before it one
/// that may be launched while they run; false where it does not wait.
bool allowEarlyLaunch(std::string &text);

} // namespace weft
