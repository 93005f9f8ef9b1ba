// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tensor may be instead, where no one number is right.
//
// A tensor that is exact carries nothing. Ordinary operations neither read nor
// write bounds; those of Bounds/Table.h do. How the two ends of an element say
// "anything" is in Bounds/Range.h.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace weft::reference {

/// Of the tensor's own type.
struct Ends {
  Tensor low;
  Tensor high;
};

struct Bounds {
  /// Nothing where every element is exact.
  std::optional<Ends> ends;
  /// Holds products of floats, which an addition may take unrounded.
  bool isProduct = false;
};

/// What `move` makes of the tensors, and of their bounds where any has some.
/// `move` copies elements and looks at none.
StatusOr<Tensor> moveWithBounds(
    llvm::ArrayRef<Tensor> tensors,
    llvm::function_ref<StatusOr<Tensor>(llvm::ArrayRef<Tensor>)> move);

} // namespace weft::reference
