// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Wire.h"

#include <protozero/pbf_writer.hpp>

#include <charconv>
#include <vector>

namespace weft::pjrt {

namespace {

enum ShardingType : int32_t {
  Replicated = 0,
  Maximal = 1,
  Tuple = 2,
  Other = 3,
  Manual = 4,
  Unknown = 5,
  Unreduced = 6,
};

namespace tag {
enum : protozero::pbf_tag_type {
  Type = 1,
  TileDimensions = 3,
  TileDevices = 4,
  ReplicateOnLastDimension = 6,
  LastTileDimensions = 8,
  IotaReshape = 9,
  IotaTranspose = 10,
};
} // namespace tag

/// Reads the text from left to right.
class Reader {
public:
  explicit Reader(std::string_view text) : rest(text) {}

  bool accept(std::string_view token) {
    skipSpace();
    if (!rest.starts_with(token)) {
      return false;
    }
    rest.remove_prefix(token.size());
    return true;
  }

  bool atEnd() {
    skipSpace();
    return rest.empty();
  }

  std::optional<int64_t> number() {
    skipSpace();
    int64_t value = 0;
    auto parsed =
        std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (parsed.ec != std::errc()) {
      return std::nullopt;
    }
    rest.remove_prefix(static_cast<size_t>(parsed.ptr - rest.data()));
    return value;
  }

  /// Numbers with commas between them; at least one.
  std::optional<std::vector<int64_t>> numbers() {
    std::vector<int64_t> values;
    do {
      std::optional<int64_t> value = number();
      if (!value) {
        return std::nullopt;
      }
      values.push_back(*value);
    } while (accept(","));
    return values;
  }

  std::optional<std::vector<int64_t>> list(std::string_view open,
                                           std::string_view close) {
    if (!accept(open)) {
      return std::nullopt;
    }
    std::optional<std::vector<int64_t>> values = numbers();
    return accept(close) ? values : std::nullopt;
  }

private:
  void skipSpace() {
    while (!rest.empty() && rest.front() == ' ') {
      rest.remove_prefix(1);
    }
  }

  std::string_view rest;
};

std::optional<ShardingType> acceptSimpleType(Reader &reader) {
  if (reader.accept("replicated")) {
    return Replicated;
  }
  if (reader.accept("manual")) {
    return Manual;
  }
  if (reader.accept("unknown")) {
    return Unknown;
  }
  if (reader.accept("unreduced")) {
    return Unreduced;
  }
  return std::nullopt;
}

void addNumbers(protozero::pbf_writer &writer, protozero::pbf_tag_type tag,
                const std::vector<int64_t> &values) {
  writer.add_packed_int64(tag, values.begin(), values.end());
}

/// What follows "devices=".
bool writeTiles(Reader &reader, protozero::pbf_writer &writer) {
  std::optional<std::vector<int64_t>> tiles = reader.list("[", "]");
  if (!tiles) {
    return false;
  }
  writer.add_enum(tag::Type, Other);
  addNumbers(writer, tag::TileDimensions, *tiles);
  if (reader.accept("<=")) {
    std::optional<std::vector<int64_t>> reshape = reader.list("[", "]");
    if (!reshape) {
      return false;
    }
    std::vector<int64_t> transpose;
    if (reader.accept("T")) {
      std::optional<std::vector<int64_t>> given = reader.list("(", ")");
      if (!given) {
        return false;
      }
      transpose = std::move(*given);
    } else {
      for (size_t i = 0; i < reshape->size(); ++i) {
        transpose.push_back(static_cast<int64_t>(i));
      }
    }
    addNumbers(writer, tag::IotaReshape, *reshape);
    writer.add_packed_int32(tag::IotaTranspose, transpose.begin(),
                            transpose.end());
  } else {
    std::optional<std::vector<int64_t>> devices = reader.numbers();
    if (!devices) {
      return false;
    }
    addNumbers(writer, tag::TileDevices, *devices);
  }
  if (reader.accept("last_tile_dim_replicate")) {
    writer.add_bool(tag::ReplicateOnLastDimension, true);
  } else if (reader.accept("last_tile_dims={")) {
    std::vector<int32_t> types;
    do {
      std::optional<ShardingType> type = acceptSimpleType(reader);
      if (!type) {
        return false;
      }
      types.push_back(*type);
    } while (reader.accept(","));
    if (!reader.accept("}")) {
      return false;
    }
    writer.add_packed_enum(tag::LastTileDimensions, types.begin(), types.end());
  }
  return true;
}

} // namespace

std::optional<std::string> serializeSharding(std::string_view text) {
  Reader reader(text);
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  if (!reader.accept("{")) {
    return std::nullopt;
  }
  if (std::optional<ShardingType> type = acceptSimpleType(reader)) {
    if (*type != Replicated) {
      writer.add_enum(tag::Type, *type);
    }
  } else if (reader.accept("maximal device=")) {
    std::optional<int64_t> device = reader.number();
    if (!device) {
      return std::nullopt;
    }
    writer.add_enum(tag::Type, Maximal);
    addNumbers(writer, tag::TileDimensions, {1});
    addNumbers(writer, tag::TileDevices, {*device});
  } else if (!reader.accept("devices=") || !writeTiles(reader, writer)) {
    return std::nullopt;
  }
  if (!reader.accept("}") || !reader.atEnd()) {
    return std::nullopt;
  }
  return bytes;
}

} // namespace weft::pjrt
