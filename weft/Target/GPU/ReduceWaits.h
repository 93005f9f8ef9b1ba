// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command that waits for two others, of which one waits for the other, waits
// for that one alone: an edge less in the run's graph, and an early one where
// it is the only one between two kernels.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::gpu {

/// Of the commands of one list, by their places in it, those that each waits
/// for: earlier ones, in their order.
using Waits = std::vector<std::vector<uint32_t>>;

/// Takes out waits that follow from others. Those for a command more than
/// `farthest` places back are left as they are, so that the time it takes grows
/// as the list does.
void reduceWaits(Waits &waits, size_t farthest = 1 << 16);

} // namespace weft::gpu
