// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <mlir/IR/Operation.h>

#include <string>

namespace weft::tile {

/// Why something was not tiled: a name that does not change, such as
/// `reshape.straddles`, and a sentence with the numbers.
struct Refusal {
  mlir::Operation *op = nullptr;
  std::string rule;
  std::string text;
};

} // namespace weft::tile
