// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model: an interpreter of tile programs, which defines what they mean.
//
// Tiles are whole arrays of the StableHLO interpreter's elements; layouts play
// no part. Programs of the grid are run one after the other, each until it
// ends, meets a barrier, or has read memory atomically: then it may be waiting
// for another one, and those take their turn. So a kernel that looks back, or
// that waits for all programs, runs as on a machine.
//
// What is undefined in a kernel ends the run with an error that names the
// operation, the program and the numbers:
//   - an access outside of its ref, where no bound was given or the bound is
//     larger than the ref;
//   - a promise of `unique` that is not kept;
//   - a read of memory on the chip that nothing has written;
//   - an integer division by zero, or of the least number by -1;
//   - an element of an output that two programs write;
//   - programs that wait for each other.
// Where asked, as by default, so does an element of an output that is written
// twice by one program, or by none. Bits that are undefined without being an
// error, such as a shift by more than the width, are those of 0xA5A5....

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Status.h"
#include "weft/Tile/IR/Tile.h"

#include <optional>

namespace weft::tile {

/// What an argument of a kernel is bound to: the bytes of a ref, or those of
/// one element for a scalar. `index` has 8 bytes, a boolean one.
struct Buffer {
  llvm::MutableArrayRef<char> bytes;
};

struct ModelOptions {
  reference::Limits limits;
  /// Programs start in the order of their numbers, or in one that this number
  /// chooses. A kernel whose result depends on it is wrong.
  std::optional<uint64_t> seed;
  /// A program may write an element of an output only once.
  bool writesOnce = true;
  /// Every element of an output must have been written. Does not apply to
  /// outputs that share their bytes with another argument or are updated by
  /// atomics and combining scatters.
  bool writesAll = true;
};

/// Runs a kernel of stage `free` that has been verified. Arguments with
/// `tile.zeroed` are cleared first; those with `tile.aliases` must have the
/// bytes of the argument they name. On failure, `location` is that of the
/// operation.
Status runKernel(KernelOp kernel, llvm::ArrayRef<Buffer> arguments,
                 const ModelOptions &options = {},
                 std::optional<mlir::Location> *location = nullptr);

/// The bytes that a buffer for an argument of this type has.
int64_t bufferBytes(mlir::Type argument);

/// The array that a ref of this type shows in these bytes.
StatusOr<reference::Tensor> readArray(reference::Budget &budget, RefType type,
                                      llvm::ArrayRef<char> bytes);

/// Puts an array of the ref's shape and elements where the ref shows it.
void writeArray(RefType type, const reference::Tensor &array,
                llvm::MutableArrayRef<char> bytes);

} // namespace weft::tile
