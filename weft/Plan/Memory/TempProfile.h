// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How full the temp arena is when: the storage that is alive at each step of a
// program that is placed, and where that is most.

#pragma once

#include "weft/Plan/Memory/Lives.h"

#include <llvm/ADT/MapVector.h>

#include <map>

namespace weft::plan {

/// Values that lie in the same bytes, one after the other.
struct TempStorage {
  Interval life{std::numeric_limits<int64_t>::max(), -1};
  int64_t bytes = 0;
  std::vector<mlir::Value> values;

  bool isAliveAt(int64_t step) const {
    return life.begin <= step && step <= life.end && bytes > 0;
  }
};

class TempProfile {
public:
  TempProfile(ProgramOp program, const Lives &lives);

  /// By their numbers.
  const llvm::MapVector<int64_t, TempStorage> &storages() const {
    return classes;
  }
  /// Kernels that have memory for themselves, by when they run.
  const std::map<int64_t, KernelOp> &workspaces() const { return kernels; }
  /// The first step at which most is alive.
  int64_t peak() const { return fullest; }

  /// Bytes that come and go: at a step, and for good.
  using Changes = std::map<int64_t, int64_t>;
  static void add(Changes &changes, Interval when, int64_t bytes);
  /// The most bytes that are alive at once, if the storage is alive and
  /// `further` are, too.
  int64_t mostWith(const Changes &further) const;

private:
  Changes changes;
  llvm::MapVector<int64_t, TempStorage> classes;
  std::map<int64_t, KernelOp> kernels;
  int64_t fullest = 0;
};

} // namespace weft::plan
