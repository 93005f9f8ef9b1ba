// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds room for what kernels have for themselves while they run, between
// buffers that have their places: off what is alive when the kernel runs, and
// off what else it could run beside (KeepApart.h) as long as that takes little
// more memory than is needed at least. Knows no MLIR.

#pragma once

#include "weft/Plan/Memory/KeepApart.h"

namespace weft::plan {

struct Workspace {
  int64_t bytes = 0;
  /// When its kernel runs, in the order of the plan: no other one does then.
  int64_t time = 0;
  /// When it might as well, both included.
  int64_t begin = 0;
  int64_t end = 0;
};

struct WorkspacePacking {
  /// By workspace.
  std::vector<int64_t> offsets;
  /// The end of all, buffers among them.
  int64_t total = 0;
  /// That of the smallest packing around these buffers.
  int64_t least = 0;
  /// How many share bytes with something at a time when they might run.
  int64_t shared = 0;
};

/// `offsets` are those of the buffers, which stay where they are. `room`: by
/// how much the total may be more than the least.
WorkspacePacking packWorkspaces(const BufferTimes &buffers,
                                std::span<const int64_t> offsets,
                                std::span<const Workspace> workspaces,
                                int64_t alignment, int64_t room);

} // namespace weft::plan
