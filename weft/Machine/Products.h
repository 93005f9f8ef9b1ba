// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GPUs by what they are sold as: names that findMachine takes for those of
// rows, each the one whose code a product runs. Its numbers are the row's,
// which are those of the product that is met most.

#pragma once

#include <string_view>
#include <vector>

namespace weft {

struct ProductName {
  /// "nvidia:h100"
  std::string_view name;
  /// "sm_90"
  std::string_view row;
};

/// In the order of the rows.
std::vector<ProductName> productNames();

} // namespace weft
