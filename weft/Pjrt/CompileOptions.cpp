// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Wire.h"

#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <set>

namespace weft::pjrt {

namespace {

/// Field numbers of the messages, as far as they are read.
namespace option {
enum : protozero::pbf_tag_type {
  ArgumentLayouts = 1,
  TupledArguments = 2,
  BuildOptions = 3,
  Portable = 4,
  Overrides = 7,
};
} // namespace option
namespace build {
enum : protozero::pbf_tag_type {
  DeviceOrdinal = 1,
  DebugOptions = 3,
  Replicas = 4,
  Partitions = 5,
  Assignment = 9,
};
} // namespace build
namespace debug {
enum : protozero::pbf_tag_type { LatencyEstimator = 357, Extra = 500 };
} // namespace debug
namespace assignment {
enum : protozero::pbf_tag_type { Replicas = 1, Computations = 2, Devices = 3 };
} // namespace assignment

/// More devices than this in one program are a damaged message.
constexpr int64_t maximumDevices = 1 << 20;

/// A list of numbers arrives packed, or one at a time.
template <class Append>
void readVarints(protozero::pbf_reader &message, Append append) {
  if (message.wire_type() == protozero::pbf_wire_type::length_delimited) {
    for (int64_t value : message.get_packed_int64()) {
      append(value);
    }
    return;
  }
  append(message.get_int64());
}

/// The compiler takes every option as text.
std::string readOverride(protozero::pbf_reader message) {
  std::string value;
  while (message.next()) {
    switch (message.tag()) {
    case 1:
      value = message.get_string();
      break;
    case 2:
      value = message.get_bool() ? "true" : "false";
      break;
    case 3:
      value = std::to_string(message.get_int64());
      break;
    case 4: {
      char text[32];
      std::snprintf(text, sizeof(text), "%.17g", message.get_double());
      value = text;
      break;
    }
    default:
      message.skip();
    }
  }
  return value;
}

/// The order of dimensions in a ShapeProto; nothing if it has no layout.
std::optional<std::vector<int64_t>> readLayout(protozero::pbf_reader shape) {
  constexpr protozero::pbf_tag_type layoutTag = 5;
  constexpr protozero::pbf_tag_type minorToMajorTag = 1;
  std::optional<std::vector<int64_t>> result;
  while (shape.next()) {
    if (shape.tag() != layoutTag) {
      shape.skip();
      continue;
    }
    result.emplace();
    protozero::pbf_reader layout = shape.get_message();
    while (layout.next()) {
      if (layout.tag() == minorToMajorTag) {
        readVarints(layout, [&](int64_t axis) { result->push_back(axis); });
      } else {
        layout.skip();
      }
    }
  }
  return result;
}

/// The message has one list per partition; ours is by replica first.
std::optional<runtime::DeviceAssignment>
readAssignment(protozero::pbf_reader message) {
  int64_t replicas = 0;
  int64_t partitions = 0;
  std::vector<std::vector<int64_t>> byPartition;
  while (message.next()) {
    switch (message.tag()) {
    case assignment::Replicas:
      replicas = message.get_int32();
      break;
    case assignment::Computations:
      partitions = message.get_int32();
      break;
    case assignment::Devices: {
      std::vector<int64_t> &devices = byPartition.emplace_back();
      protozero::pbf_reader partition = message.get_message();
      while (partition.next()) {
        if (partition.tag() == 1) {
          readVarints(partition, [&](int64_t id) { devices.push_back(id); });
        } else {
          partition.skip();
        }
      }
      break;
    }
    default:
      message.skip();
    }
  }
  if (replicas < 1 || replicas > maximumDevices ||
      byPartition.size() != static_cast<size_t>(partitions)) {
    return std::nullopt;
  }
  runtime::DeviceAssignment result;
  result.replicas = static_cast<uint32_t>(replicas);
  result.partitions = static_cast<uint32_t>(partitions);
  result.deviceIds.resize(static_cast<size_t>(replicas) * byPartition.size());
  for (size_t partition = 0; partition < byPartition.size(); ++partition) {
    if (byPartition[partition].size() != static_cast<size_t>(replicas)) {
      return std::nullopt;
    }
    for (size_t replica = 0; replica < byPartition[partition].size();
         ++replica) {
      int64_t id = byPartition[partition][replica];
      if (id < 0 || id > std::numeric_limits<int32_t>::max()) {
        return std::nullopt;
      }
      result.deviceIds[replica * byPartition.size() + partition] =
          static_cast<int32_t>(id);
    }
  }
  return result;
}

Status malformed(const std::string &what) {
  return Status::invalidArgument("the compile options are malformed: " + what);
}

/// What of a message is written in another order: fields that are maps, and
/// messages that hold such.
struct MapFields {
  std::vector<protozero::pbf_tag_type> maps;
  std::vector<std::pair<protozero::pbf_tag_type, const MapFields *>> nested;
};
const MapFields kDebugMaps = {{debug::LatencyEstimator, debug::Extra}, {}};
const MapFields kBuildMaps = {{}, {{build::DebugOptions, &kDebugMaps}}};
const MapFields kOptionMaps = {{option::Overrides},
                               {{option::BuildOptions, &kBuildMaps}}};

/// The same message with the entries of its maps in order. A map has none of
/// its own, and whoever writes one may choose another in each process: equal
/// options are to be equal bytes.
std::string sortMaps(protozero::pbf_reader message, const MapFields &fields) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  std::map<protozero::pbf_tag_type, std::set<std::string>> entries;
  while (message.next()) {
    protozero::pbf_tag_type tag = message.tag();
    switch (message.wire_type()) {
    case protozero::pbf_wire_type::varint:
      writer.add_uint64(tag, message.get_uint64());
      break;
    case protozero::pbf_wire_type::fixed64:
      writer.add_fixed64(tag, message.get_fixed64());
      break;
    case protozero::pbf_wire_type::fixed32:
      writer.add_fixed32(tag, message.get_fixed32());
      break;
    default: {
      protozero::data_view view = message.get_view();
      auto nested = std::ranges::find(
          fields.nested, tag,
          &std::pair<protozero::pbf_tag_type, const MapFields *>::first);
      if (std::ranges::find(fields.maps, tag) != fields.maps.end()) {
        entries[tag].emplace(view.data(), view.size());
      } else if (nested != fields.nested.end()) {
        writer.add_message(
            tag, sortMaps(protozero::pbf_reader(view), *nested->second));
      } else {
        writer.add_bytes(tag, view.data(), view.size());
      }
    }
    }
  }
  for (const auto &[tag, sorted] : entries) {
    for (const std::string &entry : sorted) {
      writer.add_message(tag, entry);
    }
  }
  return bytes;
}

Status readBuildOptions(protozero::pbf_reader message,
                        CompileOptions &options) {
  int64_t replicas = 1;
  int64_t partitions = 1;
  int64_t ordinal = -1;
  std::optional<runtime::DeviceAssignment> devices;
  while (message.next()) {
    switch (message.tag()) {
    case build::DeviceOrdinal:
      ordinal = message.get_int64();
      break;
    case build::Replicas:
      replicas = message.get_int64();
      break;
    case build::Partitions:
      partitions = message.get_int64();
      break;
    case build::Assignment:
      devices = readAssignment(message.get_message());
      if (!devices) {
        return malformed("the device assignment does not have one device for "
                         "each replica and partition");
      }
      break;
    default:
      message.skip();
    }
  }
  // Absent and zero both mean one.
  replicas = replicas == 0 ? 1 : replicas;
  partitions = partitions == 0 ? 1 : partitions;
  if (replicas < 1 || replicas > maximumDevices || partitions < 1 ||
      partitions > maximumDevices) {
    return malformed("there are " + std::to_string(replicas) +
                     " replicas and " + std::to_string(partitions) +
                     " partitions");
  }
  options.replicas = static_cast<uint32_t>(replicas);
  options.partitions = static_cast<uint32_t>(partitions);
  if (devices) {
    if (devices->replicas != options.replicas ||
        devices->partitions != options.partitions) {
      return malformed(
          "the device assignment is for " + std::to_string(devices->replicas) +
          " replicas and " + std::to_string(devices->partitions) +
          " partitions, the program has " + std::to_string(replicas) + " and " +
          std::to_string(partitions));
    }
    options.deviceIds = std::move(devices->deviceIds);
  } else if (ordinal >= 0 && ordinal <= std::numeric_limits<int32_t>::max() &&
             replicas == 1 && partitions == 1) {
    options.deviceIds = {static_cast<int32_t>(ordinal)};
  }
  return Status::success();
}

} // namespace

StatusOr<CompileOptions> parseCompileOptions(std::string_view bytes) {
  CompileOptions options;
  try {
    protozero::pbf_reader message(bytes.data(), bytes.size());
    options.serialized = sortMaps(message, kOptionMaps);
    while (message.next()) {
      switch (message.tag()) {
      case option::ArgumentLayouts:
        options.parameterLayouts.push_back(readLayout(message.get_message()));
        break;
      case option::TupledArguments:
        if (message.get_bool()) {
          return Status::unimplemented(
              "parameters passed as one tuple are not supported; pass them "
              "one by one");
        }
        break;
      case option::Portable:
        options.portable = message.get_bool();
        break;
      case option::BuildOptions:
        WEFT_RETURN_IF_ERROR(readBuildOptions(message.get_message(), options));
        break;
      case option::Overrides: {
        std::string name;
        std::string value;
        protozero::pbf_reader entry = message.get_message();
        while (entry.next()) {
          if (entry.tag() == 1) {
            name = entry.get_string();
          } else if (entry.tag() == 2) {
            value = readOverride(entry.get_message());
          } else {
            entry.skip();
          }
        }
        options.overrides[name] = std::move(value);
        break;
      }
      default:
        message.skip();
      }
    }
  } catch (const std::exception &error) {
    return malformed(error.what());
  }
  if (options.portable) {
    options.deviceIds.clear();
  }
  return options;
}

std::string
serializeDeviceAssignment(const runtime::DeviceAssignment &devices) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  writer.add_int32(assignment::Replicas,
                   static_cast<int32_t>(devices.replicas));
  writer.add_int32(assignment::Computations,
                   static_cast<int32_t>(devices.partitions));
  for (uint32_t partition = 0; partition < devices.partitions; ++partition) {
    std::vector<int64_t> ids;
    for (uint32_t replica = 0; replica < devices.replicas; ++replica) {
      ids.push_back(devices.at(replica, partition));
    }
    std::string list;
    protozero::pbf_writer(list).add_packed_int64(1, ids.begin(), ids.end());
    writer.add_message(assignment::Devices, list);
  }
  return bytes;
}

} // namespace weft::pjrt
