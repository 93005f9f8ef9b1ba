// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in the caller's memory, in whatever order of bytes, and copies
// between orders.

#pragma once

#include "weft/Executable/ArrayType.h"

#include <span>
#include <vector>

namespace weft::runtime {

/// Strides are in bytes and may be negative (data then is the address of the
/// element with index zero), zero, or overlap.
struct HostArray {
  const void *data = nullptr;
  ElementType element = ElementType::Invalid;
  std::span<const int64_t> dimensions;
  /// Nothing means dense and row-major.
  std::optional<std::span<const int64_t>> byteStrides;
};

/// The order of a destination in the caller's memory.
struct HostLayout {
  /// Dense; row-major when neither is given.
  std::optional<std::vector<int64_t>> minorToMajor;
  std::optional<std::vector<int64_t>> byteStrides;
};

/// What the caller promises about the memory of a HostArray.
enum class HostSemantics {
  /// Unchanged until the call returns.
  ImmutableOnlyDuringCall = 0,
  /// Unchanged until the event is set.
  ImmutableUntilTransferCompletes = 1,
  /// Unchanged until the event is set, which may be as late as the buffer's
  /// end: the buffer may use the memory as its own, reading only.
  ImmutableZeroCopy = 2,
  /// The same, and the buffer may write.
  MutableZeroCopy = 3,
};

/// Copies elements of `elementBytes` bytes between arrays of one shape.
/// Strides in bytes, any sign. The destination must not overlap the source.
void copyStrided(unsigned elementBytes, std::span<const int64_t> dimensions,
                 const void *source, std::span<const int64_t> sourceStrides,
                 void *destination,
                 std::span<const int64_t> destinationStrides);

/// Whether each of `size` bytes is 0 or 1, as those of a buffer of booleans
/// are: programs read the lowest bit only.
bool areBooleans(const void *data, uint64_t size);
/// Makes 1 of every byte that is not 0: what is not false is true.
void makeBooleans(void *data, uint64_t size);

/// The strides of `array`, given or row-major; an error when their number is
/// wrong.
StatusOr<std::vector<int64_t>> stridesOf(const HostArray &array);
/// The strides that `layout` means for an array of `type`, and the bytes the
/// destination must have.
struct HostPlacement {
  std::vector<int64_t> byteStrides;
  uint64_t byteSize = 0;
};
StatusOr<HostPlacement> placementOf(const ArrayType &type,
                                    const HostLayout &layout);

} // namespace weft::runtime
