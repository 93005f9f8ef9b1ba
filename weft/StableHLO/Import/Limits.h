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

/// Parts of an attribute or type written out in full. Shared parts make a small
/// file mean an attribute that cannot be printed, not even in an error message.
inline constexpr uint64_t kAttributeSize = uint64_t(1) << 22;

/// Elements of an attribute other than a constant's value that are all alike:
/// they take no bytes in the file, and verifiers look at each.
inline constexpr uint64_t kRepeatedElements = uint64_t(1) << 20;

/// Regions and successors of one operation.
inline constexpr uint64_t kRegionsOfOperation = uint64_t(1) << 16;

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
