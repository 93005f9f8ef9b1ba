// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbouring dimensions of an array that are taken for one.

#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/BuiltinTypes.h>

namespace weft::tile {

/// Which dimensions of an array are joined: the number of each one afterwards.
struct JoinedDimensions {
  using Numbers = llvm::SmallVector<int64_t>;

  Numbers numbers;

  explicit JoinedDimensions(int64_t rank)
      : numbers(static_cast<size_t>(rank), 0) {}

  /// Dimensions that were marked stay with the one before them, and the first
  /// ones of all with the one behind them.
  void mark(int64_t dimension) { numbers[static_cast<size_t>(dimension)] = 1; }
  void count() {
    int64_t next = -1;
    for (int64_t &number : numbers) {
      next += number == 0 ? 1 : 0;
      number = std::max<int64_t>(0, next);
    }
  }

  int64_t rank() const { return numbers.empty() ? 0 : numbers.back() + 1; }
  bool joins() const { return rank() < static_cast<int64_t>(numbers.size()); }

  mlir::RankedTensorType typeFor(mlir::RankedTensorType type) const {
    Numbers shape(static_cast<size_t>(rank()), 1);
    for (auto [number, extent] : llvm::zip_equal(numbers, type.getShape())) {
      shape[static_cast<size_t>(number)] *= extent;
    }
    return mlir::RankedTensorType::get(shape, type.getElementType());
  }

  /// Dimensions of a list, each that is left once.
  Numbers listed(mlir::ArrayRef<int64_t> dimensions) const {
    Numbers list;
    for (int64_t dimension : dimensions) {
      const int64_t number = numbers[static_cast<size_t>(dimension)];
      if (list.empty() || list.back() != number) {
        list.push_back(number);
      }
    }
    return list;
  }
};

} // namespace weft::tile
