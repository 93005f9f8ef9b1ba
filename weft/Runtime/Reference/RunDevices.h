// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run on several devices: each a process of one grid, together where they
// talk to each other.

#pragma once

#include "weft/Runtime/Reference/ReferenceFunctions.h"

namespace weft::runtime {

/// Runs `runOne` for each part. The failure that is returned is the first that
/// is not a mere consequence of another.
Status runDevices(const Manifest &manifest, std::span<RunPart> parts,
                  const RunServices &services,
                  const std::function<Status(RunningProcess &)> &runOne);

/// The same on a grid of the caller's, `together` where the parts may wait for
/// each other.
Status runDevices(reference::ProcessGrid &grid, bool together,
                  std::span<RunPart> parts, const RunServices &services,
                  const std::function<Status(RunningProcess &)> &runOne);

} // namespace weft::runtime
