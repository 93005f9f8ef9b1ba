// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which commands have to wait for which, by the bytes that they read and write.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Target/GPU/ReduceWaits.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <map>

namespace weft::gpu {

struct Access {
  CommandAddress address;
  uint64_t bytes = 0;
  bool isWrite = false;
};

/// Of the commands of one list, which are known by their places in it.
class Hazards {
public:
  /// The next command: it waits for those that have written what it touches, or
  /// have touched what it writes.
  void add(llvm::ArrayRef<Access> accesses);

  /// What is added until they end are commands of several branches, of which
  /// only those of one do anything: none waits for those of another, and who
  /// comes later waits for all.
  void beginBranches();
  void endBranch();
  void endBranches();

  /// Those of each command, without any that follow from others.
  Waits takeWaits();

private:
  /// Bytes that the same commands touched.
  struct Bytes {
    /// More than one where they are of several branches.
    llvm::SmallVector<uint32_t, 1> writers;
    /// Since then.
    llvm::SmallVector<uint32_t, 2> readers;
  };
  /// By their first byte, and up to that of the next ones.
  using Array = std::map<uint64_t, Bytes>;
  /// Arrays of callers are apart from each other: a result that takes an
  /// argument's memory over lies in the argument.
  using Arrays = std::map<std::pair<CommandAddress::Base, uint32_t>, Array>;
  struct Branches {
    Arrays before;
    /// By branch.
    std::vector<Arrays> after;
  };

  static Array::iterator cut(Array &array, uint64_t offset);
  static Array join(const Array &before, llvm::ArrayRef<const Array *> after);

  Arrays arrays;
  /// Those that have begun, the outermost first.
  std::vector<Branches> open;
  Waits waits;
};

} // namespace weft::gpu
