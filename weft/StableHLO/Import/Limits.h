// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program may be at most. Real programs stay far below; a file beyond is
// refused, because code that recurses over nested things, ours and MLIR's,
// would exhaust the stack, and code that counts elements would overflow.

#pragma once

#include <cstdint>

namespace weft::stablehlo::limits {

/// Operations inside operations.
inline constexpr unsigned kRegionDepth = 256;

/// Attributes and types inside attributes and types. Call stacks in locations
/// are the deepest that occur.
inline constexpr unsigned kAttributeDepth = 512;

/// Attributes and types written out in full. Shared parts make a small file
/// mean a program that cannot be printed.
inline constexpr uint64_t kAttributeSize = uint64_t(1) << 26;

/// Open brackets in the text form.
inline constexpr unsigned kBracketDepth = 512;

/// Dimensions of one type.
inline constexpr unsigned kRank = 1024;

/// Characters of one number in the text form: parsing takes quadratic time.
inline constexpr unsigned kNumberLength = 1024;

/// Characters of one affine map in the text form: its parser recurses per
/// operator, not per bracket.
inline constexpr unsigned kAffineMapLength = 4096;

/// Alignment of binary data inside a file.
inline constexpr uint64_t kAlignment = uint64_t(1) << 16;

} // namespace weft::stablehlo::limits
