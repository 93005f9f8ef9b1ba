// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Machine/OperationCosts.h"

#include <algorithm>

namespace weft {

/// How long work takes that one worker does in `picoseconds`, in pieces for
/// others: those have to come together first, and what is shorter than their
/// way is done alone. More work never takes less, so that of two ways to do the
/// same the shorter one stays shorter.
inline int64_t sharedPicoseconds(int64_t picoseconds, int64_t pieces,
                                 const MachineCosts &costs) {
  const int64_t workers = std::clamp<int64_t>(pieces, 1, costs.workers);
  return std::min(picoseconds, costs.piecePicoseconds + picoseconds / workers);
}

/// How long one worker takes for what takes `picoseconds` when shared.
inline int64_t alonePicoseconds(int64_t picoseconds, int64_t pieces,
                                const MachineCosts &costs) {
  const int64_t workers = std::clamp<int64_t>(pieces, 1, costs.workers);
  const int64_t each =
      std::max<int64_t>(0, picoseconds - costs.piecePicoseconds);
  return std::max(picoseconds, saturatingMultiply(each, workers));
}

} // namespace weft
