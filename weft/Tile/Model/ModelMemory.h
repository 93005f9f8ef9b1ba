// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory while a kernel runs: the bytes, and what is known about each element.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Status.h"
#include "weft/Tile/IR/Memory.h"

#include <memory>
#include <vector>

namespace weft::tile {

class ModelMemory {
public:
  /// Memory that exists and is defined: an argument.
  ModelMemory(RefType type, llvm::MutableArrayRef<char> bytes)
      : elementBytes(type.getElementBytes()), bytes(bytes) {}
  /// Memory on the chip, whose elements are undefined until written.
  static StatusOr<std::shared_ptr<ModelMemory>>
  allocate(reference::Budget &budget, RefType type);

  /// From now on remembers who wrote each element. `once`: not even the same
  /// program may write it again.
  void trackWrites(bool once);
  /// Forgets who wrote, but not what was written: a barrier of the whole grid
  /// has put earlier writes in order.
  void forgetWriters();
  bool isTracked() const { return !writers.empty(); }
  bool isWritten(int64_t place) const { return written[place]; }

  /// Places are those of MemoryPlaces, in elements.
  Status read(int64_t place, char *to) const;
  /// `program` writes on its own.
  Status write(int64_t place, const char *from, int64_t program);
  /// Changes an element in one step with reading it, so that no other program
  /// comes in between.
  void update(int64_t place, const char *from);

private:
  int64_t elementBytes;
  llvm::MutableArrayRef<char> bytes;
  /// What holds the bytes of memory on the chip.
  std::shared_ptr<reference::Storage> owned;
  /// Empty: all elements are defined.
  std::vector<bool> defined;
  /// Empty: not tracked. Else the number of the program, plus one.
  std::vector<int64_t> writers;
  std::vector<bool> written;
  bool once = false;
};

/// A ref as a value: its memory, and where elements are in it.
struct ModelRef {
  ModelRef(RefType type, std::shared_ptr<ModelMemory> memory);

  /// The place of an element in memory, which must lie inside of the ref.
  StatusOr<int64_t> placeOf(llvm::ArrayRef<int64_t> index) const;

  RefType type;
  std::shared_ptr<ModelMemory> memory;
  std::shared_ptr<const MemoryPlaces> places;
};

} // namespace weft::tile
