// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What this process may use of its machine: a container's share, not the
// whole.

#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// Where the kernel says so; tests name folders of their own.
struct MachineFiles {
  std::string controlGroups = "/sys/fs/cgroup";
  std::string ownGroups = "/proc/self/cgroup";
};

/// Processors in the affinity mask, or fewer when the control group's quota,
/// rounded up, is less. At least 1.
int usableProcessors(const MachineFiles &files = {});

/// Bytes of main memory, or fewer when the control group has a limit.
uint64_t usableMemory(const MachineFiles &files = {});

} // namespace weft
