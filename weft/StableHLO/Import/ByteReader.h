// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cursor over untrusted bytes. It never reads past its end, and a
// count is only believed if the bytes that are left could hold so many
// elements: what a caller then reserves is bounded by the size of the file.
//
// Encoding. A varint's first byte tells by its trailing zero bits how many
// bytes follow; the value is the little-endian number of all of them without
// that marker. A zero first byte means that eight raw bytes follow. A signed
// varint holds 2n for n >= 0 and -2n-1 for n < 0. A flag in a varint is its
// lowest bit.

#pragma once

#include "weft/StableHLO/Import/ImportError.h"
#include "weft/StableHLO/Import/Limits.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/bit.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MathExtras.h>

namespace weft::stablehlo {

class ByteReader {
public:
  ByteReader() = default;
  /// `start` is the offset of the first byte in the file, for messages and
  /// alignment.
  ByteReader(llvm::ArrayRef<uint8_t> bytes, uint64_t start, ImportError &error)
      : bytes(bytes), start(start), error(&error) {}

  bool empty() const { return position == bytes.size(); }
  size_t remaining() const { return bytes.size() - position; }
  uint64_t offset() const { return start + position; }
  ImportError &importError() const { return *error; }

  llvm::LogicalResult fail(const llvm::Twine &message) const {
    return error->fail(offset(), message);
  }

  llvm::LogicalResult readByte(uint8_t &value) {
    if (empty()) {
      return fail("unexpected end of data");
    }
    value = bytes[position++];
    return llvm::success();
  }

  llvm::LogicalResult readBytes(uint64_t size, llvm::ArrayRef<uint8_t> &value) {
    if (size > remaining()) {
      return fail("expected " + llvm::Twine(size) + " more bytes, but " +
                  llvm::Twine(remaining()) + " are left");
    }
    value = bytes.slice(position, size);
    position += size;
    return llvm::success();
  }

  /// A reader of the next `size` bytes, which this one skips.
  llvm::LogicalResult readRange(uint64_t size, ByteReader &value) {
    uint64_t from = offset();
    llvm::ArrayRef<uint8_t> range;
    if (failed(readBytes(size, range))) {
      return llvm::failure();
    }
    value = ByteReader(range, from, *error);
    return llvm::success();
  }

  llvm::LogicalResult readVarInt(uint64_t &value) {
    uint8_t first;
    if (failed(readByte(first))) {
      return llvm::failure();
    }
    if (first & 1) {
      value = first >> 1;
      return llvm::success();
    }
    unsigned extra = first == 0 ? 8 : llvm::countr_zero(first);
    llvm::ArrayRef<uint8_t> rest;
    if (failed(readBytes(extra, rest))) {
      return llvm::failure();
    }
    uint64_t high = 0;
    for (unsigned i = 0; i < extra; ++i) {
      high |= uint64_t(rest[i]) << (8 * i);
    }
    // `first` keeps 7 - extra bits of its own above the marker.
    value = extra == 8
                ? high
                : (high << (7 - extra)) | (uint64_t(first) >> (extra + 1));
    return llvm::success();
  }

  llvm::LogicalResult readSignedVarInt(int64_t &value) {
    uint64_t raw;
    if (failed(readVarInt(raw))) {
      return llvm::failure();
    }
    value = static_cast<int64_t>((raw >> 1) ^ (~(raw & 1) + 1));
    return llvm::success();
  }

  llvm::LogicalResult readVarIntWithFlag(uint64_t &value, bool &flag) {
    if (failed(readVarInt(value))) {
      return llvm::failure();
    }
    flag = value & 1;
    value >>= 1;
    return llvm::success();
  }

  /// A number of elements that take at least `bytesEach` bytes each.
  llvm::LogicalResult readCount(uint64_t &count, llvm::StringRef what,
                                uint64_t bytesEach = 1) {
    uint64_t from = offset();
    if (failed(readVarInt(count))) {
      return llvm::failure();
    }
    return checkCount(count, what, bytesEach, from);
  }

  llvm::LogicalResult readCountWithFlag(uint64_t &count, bool &flag,
                                        llvm::StringRef what,
                                        uint64_t bytesEach = 1) {
    uint64_t from = offset();
    if (failed(readVarIntWithFlag(count, flag))) {
      return llvm::failure();
    }
    return checkCount(count, what, bytesEach, from);
  }

  llvm::LogicalResult
  readSignedVarInts(llvm::SmallVectorImpl<int64_t> &values) {
    return readList("integers",
                    [&] { return readSignedVarInt(values.emplace_back()); });
  }

  /// Calls `readElement` as many times as the count in front says.
  template <typename Callback>
  llvm::LogicalResult readList(llvm::StringRef what, Callback readElement) {
    uint64_t count;
    if (failed(readCount(count, what))) {
      return llvm::failure();
    }
    for (uint64_t i = 0; i < count; ++i) {
      if (failed(readElement())) {
        return llvm::failure();
      }
    }
    return llvm::success();
  }

  llvm::LogicalResult readBlob(llvm::ArrayRef<uint8_t> &value) {
    uint64_t size;
    return llvm::failure(failed(readVarInt(size)) ||
                         failed(readBytes(size, value)));
  }

  llvm::LogicalResult readNullTerminated(llvm::StringRef &value) {
    llvm::StringRef rest(
        reinterpret_cast<const char *>(bytes.data()) + position, remaining());
    size_t end = rest.find('\0');
    if (end == llvm::StringRef::npos) {
      return fail("a string is not terminated");
    }
    value = rest.take_front(end);
    position += end + 1;
    return llvm::success();
  }

  /// Skips padding up to a multiple of `alignment` in the file.
  llvm::LogicalResult alignTo(uint64_t alignment) {
    if (!llvm::isPowerOf2_64(alignment) || alignment > limits::kAlignment) {
      return fail("alignment " + llvm::Twine(alignment) +
                  " is not a power of two up to " +
                  llvm::Twine(limits::kAlignment));
    }
    constexpr uint8_t kPadding = 0xCB;
    while (offset() % alignment != 0) {
      uint8_t padding;
      if (failed(readByte(padding))) {
        return llvm::failure();
      }
      if (padding != kPadding) {
        return fail("expected the padding byte 0xCB, found 0x" +
                    llvm::Twine::utohexstr(padding));
      }
    }
    return llvm::success();
  }

  /// A section: its kind, its length, its alignment if the kind's top bit is
  /// set, its contents.
  llvm::LogicalResult readSection(uint8_t &kind, ByteReader &contents) {
    uint64_t length;
    if (failed(readByte(kind)) || failed(readVarInt(length))) {
      return llvm::failure();
    }
    if (kind & 0x80) {
      kind &= 0x7F;
      uint64_t alignment;
      if (failed(readVarInt(alignment)) || failed(alignTo(alignment))) {
        return llvm::failure();
      }
    }
    return readRange(length, contents);
  }

private:
  llvm::LogicalResult checkCount(uint64_t count, llvm::StringRef what,
                                 uint64_t bytesEach, uint64_t from) {
    if (count <= remaining() / bytesEach) {
      return llvm::success();
    }
    return error->fail(from, llvm::Twine(count) + " " + what +
                                 " cannot be in the " +
                                 llvm::Twine(remaining()) + " bytes left");
  }

  llvm::ArrayRef<uint8_t> bytes;
  size_t position = 0;
  uint64_t start = 0;
  ImportError *error = nullptr;
};

} // namespace weft::stablehlo
