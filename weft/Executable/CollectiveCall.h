// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime must know of a collective: who meets, and which bytes move
// from whose operand into whose result. Collectives that compute are moves and
// kernels by now.

#pragma once

#include "weft/Executable/Bytes.h"

#include <optional>
#include <string>
#include <vector>

namespace weft {

/// How one array moves. A member's bytes come as `outer` x `rows` pieces of
/// `piece` bytes each; strides are in bytes. What starts where in the operand
/// depends on who receives, in the result on who sent.
struct CollectiveArray {
  uint64_t operandBytes = 0;
  uint64_t resultBytes = 0;
  uint64_t outer = 0;
  uint64_t rows = 0;
  uint64_t piece = 0;
  uint64_t operandOuterStride = 0;
  uint64_t operandRowStride = 0;
  uint64_t resultOuterStride = 0;
  uint64_t resultRowStride = 0;
  /// Times the receiver's place in its group.
  uint64_t operandPartStride = 0;
  /// Times the sender's place in its group.
  uint64_t resultPartStride = 0;
  /// Every byte of what stands for zero.
  uint64_t filler = 0;

  friend bool operator==(const CollectiveArray &,
                         const CollectiveArray &) = default;
};

enum class CollectiveKind : uint8_t {
  /// Everybody gets a piece from everybody.
  Gather = 0,
  /// Everybody gets what the root has; the others' operands are not read.
  Broadcast = 1,
  /// Everybody gets what its source has, zeros without one.
  Permute = 2,
};

struct CollectiveGroup {
  /// replica * partitions + partition, in the order of the group.
  std::vector<uint32_t> members;
  /// Permute only: per member the place of its source in the group.
  std::vector<std::optional<uint32_t>> sources;
};

struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::Gather;
  /// The operation, for messages and to tell meetings apart.
  std::string name;
  /// Where it stands in the user's program; may be empty.
  std::string place;
  int64_t channel = 0;
  /// Gather only: how many pieces a result has place for.
  uint32_t places = 1;
  /// Gather only: groups may be smaller, and get zeros behind what they bring.
  /// Else that is an error.
  bool isPadded = false;
  /// Gather only: processes in no group get zeros. Else that is an error.
  bool isOptional = false;
  /// Broadcast only: behind the operands comes a list of i32, the place of each
  /// array's root in the group. Else the first member is the root.
  bool hasDynamicRoot = false;
  std::vector<CollectiveGroup> groups;
  std::vector<CollectiveArray> arrays;
};

void writeCollective(ByteWriter &writer, const CollectiveCall &call);
/// Nothing where the bytes are damaged: moves outside of the arrays, sources
/// that are not there.
std::optional<CollectiveCall> readCollective(ByteReader &reader);

} // namespace weft
