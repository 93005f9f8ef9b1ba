// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index spaces: all indices of a shape, in row-major order.
//
//   for (const Index &index : IndexSpace(tensor.shape())) { ... }
//
// A shape of rank 0 has one, empty index; a shape with a zero has none. The
// iterator changes one index in place, so a loop allocates at most once.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <cassert>
#include <cstdint>

namespace weft::reference {

using Index = llvm::SmallVector<int64_t, 6>;
using Shape = llvm::SmallVector<int64_t, 6>;

/// Position of `index` in row-major order. The index must be inside.
inline int64_t linearIndex(llvm::ArrayRef<int64_t> index,
                           llvm::ArrayRef<int64_t> shape) {
  assert(index.size() == shape.size() && "rank of index and shape differ");
  int64_t position = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    assert(index[d] >= 0 && index[d] < shape[d] && "index out of bounds");
    position = position * shape[d] + index[d];
  }
  return position;
}

/// Whether `index` lies in the index space of `shape`, ranks being equal.
inline bool isInBounds(llvm::ArrayRef<int64_t> index,
                       llvm::ArrayRef<int64_t> shape) {
  assert(index.size() == shape.size() && "rank of index and shape differ");
  for (size_t d = 0; d < shape.size(); ++d) {
    if (index[d] < 0 || index[d] >= shape[d]) {
      return false;
    }
  }
  return true;
}

/// Moves to the next index in row-major order; false after the last one, when
/// the index is all zeros again.
inline bool advance(llvm::MutableArrayRef<int64_t> index,
                    llvm::ArrayRef<int64_t> shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++index[d] < shape[d]) {
      return true;
    }
    index[d] = 0;
  }
  return false;
}

class IndexSpace {
public:
  explicit IndexSpace(llvm::ArrayRef<int64_t> shape)
      : extents(shape.begin(), shape.end()) {}

  class Iterator {
  public:
    const Index &operator*() const { return index; }
    const Index *operator->() const { return &index; }
    Iterator &operator++() {
      done = !advance(index, extents);
      return *this;
    }
    /// Only comparison with end() is meaningful.
    bool operator!=(const Iterator &other) const { return done != other.done; }

  private:
    friend class IndexSpace;
    Iterator(llvm::ArrayRef<int64_t> shape, bool done)
        : extents(shape), done(done) {
      if (!done) {
        index.assign(shape.size(), 0);
      }
    }

    llvm::ArrayRef<int64_t> extents;
    Index index;
    bool done;
  };

  Iterator begin() const {
    return Iterator(extents, llvm::is_contained(extents, 0));
  }
  Iterator end() const { return Iterator(extents, true); }

private:
  Shape extents;
};

} // namespace weft::reference
