// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/CollectiveCall.h"

namespace weft {
namespace {

constexpr uint32_t kNoSource = UINT32_MAX;

/// All numbers of an array's move, in the order they are written.
template <class Array, class Function>
void forEachField(Array &array, Function function) {
  function(array.operandBytes);
  function(array.resultBytes);
  function(array.outer);
  function(array.rows);
  function(array.piece);
  function(array.operandOuterStride);
  function(array.operandRowStride);
  function(array.resultOuterStride);
  function(array.resultRowStride);
  function(array.operandPartStride);
  function(array.resultPartStride);
  function(array.filler);
}

/// Where the last piece of the last part ends; nothing where that is no number.
std::optional<uint64_t> endOf(const CollectiveArray &array, uint64_t parts,
                              uint64_t part, uint64_t outer, uint64_t row) {
  if (array.outer == 0 || array.rows == 0 || array.piece == 0 || parts == 0) {
    return 0;
  }
  uint64_t end = array.piece;
  auto add = [&](uint64_t count, uint64_t stride) {
    uint64_t distance = 0;
    return !__builtin_mul_overflow(count - 1, stride, &distance) &&
           !__builtin_add_overflow(end, distance, &end);
  };
  if (!add(parts, part) || !add(array.outer, outer) || !add(array.rows, row)) {
    return std::nullopt;
  }
  return end;
}

bool isInside(const CollectiveArray &array, uint64_t parts) {
  std::optional<uint64_t> read =
      endOf(array, parts, array.operandPartStride, array.operandOuterStride,
            array.operandRowStride);
  std::optional<uint64_t> written =
      endOf(array, parts, array.resultPartStride, array.resultOuterStride,
            array.resultRowStride);
  return read && *read <= array.operandBytes && written &&
         *written <= array.resultBytes && array.filler <= UINT8_MAX;
}

bool isValid(const CollectiveCall &call, uint8_t kind) {
  bool isGather = kind == static_cast<uint8_t>(CollectiveKind::Gather);
  if (kind > static_cast<uint8_t>(CollectiveKind::Permute) ||
      (isGather && call.places == 0)) {
    return false;
  }
  for (const CollectiveArray &array : call.arrays) {
    if (!isInside(array, isGather ? call.places : 1)) {
      return false;
    }
  }
  for (const CollectiveGroup &group : call.groups) {
    bool isPermute = kind == static_cast<uint8_t>(CollectiveKind::Permute);
    if (group.members.empty() ||
        group.sources.size() != (isPermute ? group.members.size() : 0)) {
      return false;
    }
    for (std::optional<uint32_t> source : group.sources) {
      if (source && *source >= group.members.size()) {
        return false;
      }
    }
  }
  return true;
}

} // namespace

void writeCollective(ByteWriter &writer, const CollectiveCall &call) {
  writer.number(static_cast<uint8_t>(call.kind));
  writer.text(call.name);
  writer.text(call.place);
  writer.number(static_cast<uint64_t>(call.channel));
  writer.number(call.places);
  writer.number(static_cast<uint8_t>(call.isPadded ? 1 : 0));
  writer.number(static_cast<uint8_t>(call.isOptional ? 1 : 0));
  writer.number(static_cast<uint8_t>(call.hasDynamicRoot ? 1 : 0));
  writer.number(static_cast<uint64_t>(call.groups.size()));
  for (const CollectiveGroup &group : call.groups) {
    writer.number(static_cast<uint64_t>(group.members.size()));
    for (uint32_t member : group.members) {
      writer.number(member);
    }
    writer.number(static_cast<uint64_t>(group.sources.size()));
    for (std::optional<uint32_t> source : group.sources) {
      writer.number(source.value_or(kNoSource));
    }
  }
  writer.number(static_cast<uint64_t>(call.arrays.size()));
  for (const CollectiveArray &array : call.arrays) {
    forEachField(array, [&](uint64_t field) { writer.number(field); });
  }
}

std::optional<CollectiveCall> readCollective(ByteReader &reader) {
  CollectiveCall call;
  auto kind = reader.number<uint8_t>();
  call.name = reader.text();
  call.place = reader.text();
  call.channel = static_cast<int64_t>(reader.number<uint64_t>());
  call.places = reader.number<uint32_t>();
  call.isPadded = reader.number<uint8_t>() != 0;
  call.isOptional = reader.number<uint8_t>() != 0;
  call.hasDynamicRoot = reader.number<uint8_t>() != 0;
  call.groups.resize(reader.count(16));
  for (CollectiveGroup &group : call.groups) {
    group.members.resize(reader.count(4));
    for (uint32_t &member : group.members) {
      member = reader.number<uint32_t>();
    }
    group.sources.resize(reader.count(4));
    for (std::optional<uint32_t> &source : group.sources) {
      auto place = reader.number<uint32_t>();
      source = place == kNoSource ? std::nullopt : std::optional(place);
    }
  }
  call.arrays.resize(reader.count(96));
  for (CollectiveArray &array : call.arrays) {
    forEachField(array,
                 [&](uint64_t &field) { field = reader.number<uint64_t>(); });
  }
  if (reader.failed() || !isValid(call, kind)) {
    return std::nullopt;
  }
  call.kind = static_cast<CollectiveKind>(kind);
  return call;
}

} // namespace weft
