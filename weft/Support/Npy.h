// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in NumPy's .npy container, versions 1.0 to 3.0.
//
// A file is a magic string, a version, a header that is the text of a Python
// dictionary (`descr`, `fortran_order`, `shape`), and the elements. The element
// types NumPy has no name for (bfloat16, the small floats, int2 and int4 of
// ml_dtypes) arrive as raw bytes of one element each, `<V2`, `|V1` or `<f1`:
// the file does not say which type they are. The rule is therefore that the
// receiver's type decides, and a file only has to have elements of a fitting
// kind and size; `NpyArray` reports kind and size and interprets nothing.
//
// Elements narrower than a byte take one byte each, value in the low bits.

#pragma once

#include "weft/Support/Status.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// NumPy's kind letters. `Opaque` is a run of bytes without a meaning.
enum class NpyKind : char {
  Boolean = 'b',
  SignedInteger = 'i',
  UnsignedInteger = 'u',
  Float = 'f',
  Complex = 'c',
  Opaque = 'V',
};

/// One array: little-endian elements in row-major order, whatever the file's
/// own order and byte order were. `data` has exactly
/// `elementSize * product(shape)` bytes.
struct NpyArray {
  NpyKind kind = NpyKind::Opaque;
  int64_t elementSize = 1;
  std::vector<int64_t> shape;
  std::vector<uint8_t> data;
};

/// The name a NumPy user knows the type by: `float32`, `bool`, `void16`.
std::string nameOfNpyType(NpyKind kind, int64_t elementSize);

/// Reads the bytes of a whole file. Trusts nothing: every length is checked
/// against the bytes that are left before memory is asked for.
StatusOr<NpyArray> decodeNpy(std::string_view bytes);

/// The bytes of a version 1.0 file (2.0 when the header needs it), in the same
/// layout NumPy writes: data starts at a multiple of 64.
std::string encodeNpy(const NpyArray &array);

/// Reads and decodes a file; messages begin with its name.
StatusOr<NpyArray> readNpyFile(const std::string &path);

} // namespace weft
