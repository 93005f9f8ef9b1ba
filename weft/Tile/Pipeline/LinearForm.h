// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number plus values times numbers.

#pragma once

#include <llvm/ADT/MapVector.h>
#include <mlir/IR/Value.h>

namespace weft::tile {

struct LinearForm {
  int64_t constant = 0;
  /// A number may be zero.
  llvm::MapVector<mlir::Value, int64_t> terms;

  void add(const LinearForm &other, int64_t factor) {
    constant += other.constant * factor;
    for (auto [value, times] : other.terms) {
      terms[value] += times * factor;
    }
  }
};

} // namespace weft::tile
