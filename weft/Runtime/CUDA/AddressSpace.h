// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of a device that are reserved in one piece, and chunks of its
// memory, each of which is mapped to one place there or to none.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"
#include "weft/Support/Status.h"

#include <cstdint>
#include <memory>

namespace weft::cuda {

/// Any thread, but no place and no chunk by two at a time. The driver's calls
/// take tens to hundreds of microseconds, and may wait for the device.
class AddressSpace {
public:
  /// Places follow each other: place i is at base + i * chunkBytes.
  struct Shape {
    uint64_t base = 0;
    uint64_t chunkBytes = 0;
    uint64_t places = 0;
  };

  /// Everything is unmapped by now.
  virtual ~AddressSpace() = default;

  const Shape &shape() const { return reserved; }

  /// Memory for one place. RESOURCE_EXHAUSTED where none is left.
  virtual StatusOr<uint64_t> create() = 0;
  virtual void release(uint64_t chunk) = 0;
  /// Nothing may touch the place before it is opened.
  virtual Status map(uint64_t place, uint64_t chunk) = 0;
  /// So many places in a row, to kernels and copies.
  virtual Status open(uint64_t place, uint64_t count) = 0;
  /// No work may use it any more.
  virtual Status unmap(uint64_t place) = 0;

  /// Tries all that it takes. A failure says why the device has none.
  static StatusOr<std::unique_ptr<AddressSpace>> reserve(const Device &device);

protected:
  explicit AddressSpace(const Shape &shape) : reserved(shape) {}

  Shape reserved;
};

} // namespace weft::cuda
