// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for values that are no data: what is pending, and tokens. Both take
// the block of a program and look at its loops and branches too.

#pragma once

#include <mlir/IR/Block.h>

namespace weft::plan {

/// P4: what is pending is awaited exactly once. It may be carried around a
/// loop or out of a branch; it is never returned and never used twice.
mlir::LogicalResult verifyPending(mlir::Block &block);

/// P5: effects keep their order through one chain of tokens. Each link takes
/// the token of the link before it in the program. A loop whose regions have
/// effects carries the token; branches take the one from before them and yield
/// their last.
mlir::LogicalResult verifyChain(mlir::Block &block);

} // namespace weft::plan
