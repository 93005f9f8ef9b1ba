// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of a compilation, shared by threads of its own. What comes of it must
// not depend on how many there are.

#pragma once

#include <cstddef>
#include <functional>

namespace weft {

/// Calls `work` with each number below `count`, in this thread and as many
/// others as the process has processors for, `most` in all at most. Returns
/// when all calls have. A thread that the system refuses is done without.
void inParallel(size_t count, size_t most,
                const std::function<void(size_t)> &work);

} // namespace weft
