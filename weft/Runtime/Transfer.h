// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays between the caller's memory, in any order of bytes, and a memory of
// the client, in the order of their type. Memories move bytes as they lie; the
// order is changed by the processor, in place where it can reach the bytes,
// else in memory of its own before or after the way.

#pragma once

#include "weft/Runtime/Memory.h"

namespace weft::runtime {

/// Copies the array of `type` that `source` holds to `destination`, in which
/// it has `strides`. The event and what is held until then: as Memory::read.
Ref<Event> readArray(Memory &memory, Ref<Storage> source, const ArrayType &type,
                     void *destination, std::vector<int64_t> strides);

/// The other way. Booleans arrive as 0 or 1.
Ref<Event> writeArray(Memory &memory, const void *source,
                      std::vector<int64_t> strides, HostBytes promise,
                      Ref<Storage> destination, const ArrayType &type);

/// Whether an array with these strides lies as the type says. Those of
/// dimensions with one element say nothing.
bool isLaidOutAs(const ArrayType &type, std::span<const int64_t> strides);

} // namespace weft::runtime
