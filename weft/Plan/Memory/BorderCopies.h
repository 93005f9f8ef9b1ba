// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies at all borders where values must share storage: into loops, around
// them, out of branches, to the program's results and into calls and kernels
// that write over an operand. With all of them in place every such sharing is
// right, whatever the values are; ShareStorage.h then finds those that are not
// needed.

#pragma once

#include "weft/Plan/Memory/Overwrite.h"

#include <vector>

namespace weft::plan {

struct BorderCopy {
  CopyOp copy;
  /// How often it runs, as far as is known.
  int64_t times = 1;
};

/// In program order.
std::vector<BorderCopy> insertBorderCopies(ProgramOp program,
                                           const OverwriteRule &rule);

/// Pairs of results and operands that a call has declared to be one buffer.
struct CallAlias {
  unsigned result;
  unsigned operand;
};
llvm::SmallVector<CallAlias> callAliases(FfiOp call);

} // namespace weft::plan
