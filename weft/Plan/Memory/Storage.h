// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage classes: sets of values that share bytes.
//
// A class is a stretch of bytes, and each member lies at an offset in it. Most
// members are written: a kernel's result. The others are names for bytes that
// are there already: a view, the argument of a loop's body. Two classes may
// become one if nothing is lost by it: no member is written while another that
// has some of these bytes is still to be read. An operation that reads its
// operand for the last time may write its result over it only if it says so
// (Overwrite.h).
//
// Some classes have a storage of their own already: arguments, results,
// constants. Those that others own too, constants and arguments that are not
// donated, are never written.

#pragma once

#include "weft/Plan/Memory/Lives.h"
#include "weft/Plan/Memory/Overwrite.h"

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <optional>
#include <vector>

namespace weft::plan {

/// Why two classes stay two.
struct Conflict {
  enum class Kind {
    /// `overwritten` is still read, by `reader`, when `writer` is written.
    Overwritten,
    /// Both have a storage of their own already.
    TwoStorages,
    /// A value is written, and the storage belongs to others too.
    ReadOnly,
    /// The classes do not fit into one storage.
    Size,
  };
  Kind kind = Kind::Overwritten;
  mlir::Value overwritten;
  mlir::Value writer;
};

class StorageClasses {
public:
  /// Every value of the plan is a class of its own. `rule` says what kernels
  /// may overwrite.
  StorageClasses(ProgramOp program, const Lives &lives, OverwriteRule rule);

  /// Puts `inner` at `offset` inside `outer`, without asking: for values that
  /// must share by what the plan says. `reach` is how many bytes from the
  /// offset on `inner` may be found in, if more than its own.
  void unite(mlir::Value outer, mlir::Value inner, int64_t offset = 0,
             int64_t reach = 0);

  /// Does so if nothing is lost. With `isCopy`, `inner` is what a copy or slice
  /// of `outer` makes, and if they share it is made by doing nothing.
  std::optional<Conflict> tryUnite(mlir::Value outer, mlir::Value inner,
                                   int64_t offset, bool isCopy,
                                   int64_t reach = 0);

  /// Names the result that a value is; its class must become that storage.
  void markResult(mlir::Value value, int64_t number);

  /// The class of a value, by any of its members, and the offset in it. Offsets
  /// begin at 0.
  struct Location {
    unsigned root;
    int64_t offset;
  };
  Location find(mlir::Value value) const;
  bool isSame(mlir::Value one, mlir::Value other) const {
    return find(one).root == find(other).root;
  }

  /// What is known of a class as a whole.
  struct ClassInfo {
    int64_t bytes = 0;
    Interval life;
    std::optional<int64_t> argument;
    std::optional<int64_t> result;
    bool isConstant = false;
    bool isWritten = false;
    bool isReadOnly = false;
  };
  ClassInfo info(mlir::Value value) const;
  /// How many bytes a value may be found in.
  int64_t reach(mlir::Value value) const { return all[number(value)].bytes; }
  /// Whether a value shares with no other but views of all of it.
  bool isAlone(mlir::Value value) const;

private:
  struct Member {
    mlir::Value value;
    Interval life;
    int64_t bytes = 0;
    bool isWritten = false;
    unsigned parent = 0;
    /// In the parent's class.
    int64_t offset = 0;
  };
  struct Class {
    /// By the end of their lives, last first: what is over long ago is never
    /// looked at.
    std::multimap<int64_t, unsigned, std::greater<>> members;
    Interval life;
    int64_t low = 0;
    int64_t high = 0;
    std::optional<int64_t> argument;
    std::optional<int64_t> result;
    bool isConstant = false;
    bool isReadOnly = false;
    unsigned writes = 0;
    /// The bytes of the storage it has already; low = high if none.
    int64_t storageLow = 0;
    int64_t storageHigh = 0;

    bool hasStorage() const { return argument || result || isConstant; }
  };

  std::pair<unsigned, int64_t> findRoot(unsigned member) const;
  unsigned number(mlir::Value value) const { return numbers.lookup(value); }
  void merge(unsigned outer, unsigned inner, int64_t shift);
  std::optional<Conflict> compare(unsigned outer, unsigned inner, int64_t shift,
                                  std::optional<unsigned> unwritten) const;
  bool isLost(const Member &read, int64_t readOffset, const Member &written,
              int64_t writtenOffset) const;

  OverwriteRule rule;
  mutable std::vector<Member> all;
  std::vector<Class> classes;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
};

} // namespace weft::plan
