// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel may write a result over one of its operands.
//
// It may if no element of the operand is read after the element at the same
// place was written, by this program of the kernel's grid or any other. What
// the region shows is enough for two kinds of kernel, whatever the tiles:
//
// - The operand is read element by element, at the element's own place only.
// - The result is the operand but for a window (dynamic-update-slice, scatter),
//   and the operand is read nowhere else, or only in the window that is being
//   replaced, element by element, and in others that have nothing in common
//   with it.
//
// A loop kernel may write what it carries over what it starts with.
//
// Who knows the tiles may know more.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <functional>

namespace weft::plan {

/// Operand and result have equal bytes when this is asked.
using OverwriteRule =
    std::function<bool(KernelOp kernel, unsigned operand, unsigned result)>;

/// Whether a kernel that updates an operand takes less time if it writes all of
/// the result elsewhere than behind a copy of the operand; both times, if so.
struct ApartTimes {
  int64_t picoseconds = 0;
  int64_t withCopy = 0;
};
using ApartRule = std::function<std::optional<ApartTimes>(
    KernelOp kernel, unsigned operand, unsigned result)>;

/// What the region alone shows.
bool regionAllowsOverwrite(KernelOp kernel, unsigned operand, unsigned result);

/// A rule that gives the same answers, and asks for each only once. Kernels of
/// one digest get one answer.
OverwriteRule remember(OverwriteRule rule);

/// Pairs of a result and an operand of which the result is an update, by a
/// window or by a scatter: in place only what changes is written, so that
/// copying the operand first is cheaper than to write all of a result
/// elsewhere.
llvm::SmallVector<std::pair<unsigned, unsigned>, 1>
findUpdates(KernelOp kernel, const OverwriteRule &rule);

} // namespace weft::plan
