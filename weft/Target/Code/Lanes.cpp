// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Lanes.h"

#include <bit>

namespace weft::code {

int64_t elementCount(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    count *= extent;
  }
  return count;
}

int64_t Lanes::rowLength(llvm::ArrayRef<int64_t> shape) const {
  int64_t length = 1;
  while (!shape.empty() && length < width) {
    length *= shape.back();
    shape = shape.drop_back();
  }
  return length;
}

llvm::SmallVector<Piece> Lanes::cut(llvm::ArrayRef<int64_t> shape) const {
  llvm::SmallVector<Piece> pieces;
  const int64_t count = elementCount(shape);
  const int64_t row = rowLength(shape);
  for (int64_t start = 0; start < count; start += row) {
    for (int64_t done = 0; done < row;) {
      int64_t next = width;
      if (row - done < width) {
        next = static_cast<int64_t>(
            std::bit_floor(static_cast<uint64_t>(row - done)));
      }
      pieces.push_back({start + done, next});
      done += next;
    }
  }
  return pieces;
}

llvm::SmallVector<int64_t> coordinatesOf(int64_t element,
                                         llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> coordinates(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    coordinates[dim] = element % shape[dim];
    element /= shape[dim];
  }
  return coordinates;
}

int64_t elementAt(llvm::ArrayRef<int64_t> coordinates,
                  llvm::ArrayRef<int64_t> shape) {
  int64_t element = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    element = element * shape[dim] + coordinates[dim];
  }
  return element;
}

} // namespace weft::code
