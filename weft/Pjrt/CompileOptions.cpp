// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file compiled with exceptions: protozero throws on malformed bytes,
// and what it throws is caught here.

#include "weft/Pjrt/CompileOptions.h"

#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

#include <limits>
#include <optional>

namespace weft::pjrt {

namespace {

/// Field numbers of the messages, as far as they are read.
namespace option {
enum : protozero::pbf_tag_type {
  TupledArguments = 2,
  BuildOptions = 3,
  Portable = 4,
  Overrides = 7,
};
} // namespace option
namespace build {
enum : protozero::pbf_tag_type {
  DeviceOrdinal = 1,
  Replicas = 4,
  Partitions = 5,
  Assignment = 9,
  PropagateToOutputs = 12,
  PropagateToParameters = 18,
  UseShardy = 19,
};
} // namespace build
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

OptionValue readOverride(protozero::pbf_reader message) {
  OptionValue value = std::string();
  while (message.next()) {
    switch (message.tag()) {
    case 1:
      value = message.get_string();
      break;
    case 2:
      value = message.get_bool();
      break;
    case 3:
      value = message.get_int64();
      break;
    case 4:
      value = message.get_double();
      break;
    default:
      message.skip();
    }
  }
  return value;
}

/// The message has one list per partition; ours is by replica first.
std::optional<DeviceAssignment> readAssignment(protozero::pbf_reader message) {
  DeviceAssignment result;
  std::vector<std::vector<int64_t>> byPartition;
  while (message.next()) {
    switch (message.tag()) {
    case assignment::Replicas:
      result.replicas = message.get_int32();
      break;
    case assignment::Computations:
      result.partitions = message.get_int32();
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
  if (result.replicas < 1 || result.replicas > maximumDevices ||
      result.partitions < 1 || result.partitions > maximumDevices ||
      byPartition.size() != static_cast<size_t>(result.partitions)) {
    return std::nullopt;
  }
  result.devices.resize(static_cast<size_t>(result.replicas) *
                        byPartition.size());
  for (size_t partition = 0; partition < byPartition.size(); ++partition) {
    if (byPartition[partition].size() != static_cast<size_t>(result.replicas)) {
      return std::nullopt;
    }
    for (size_t replica = 0; replica < byPartition[partition].size();
         ++replica) {
      result.devices[replica * byPartition.size() + partition] =
          byPartition[partition][replica];
    }
  }
  return result;
}

bool readBuildOptions(protozero::pbf_reader message, CompileOptions &options) {
  while (message.next()) {
    switch (message.tag()) {
    case build::DeviceOrdinal:
      options.deviceOrdinal = message.get_int64();
      break;
    case build::Replicas:
      options.replicas = message.get_int64();
      break;
    case build::Partitions:
      options.partitions = message.get_int64();
      break;
    case build::Assignment: {
      auto assignment = readAssignment(message.get_message());
      if (!assignment) {
        return false;
      }
      options.assignment = std::move(*assignment);
      break;
    }
    case build::PropagateToOutputs:
      readVarints(message, [&](int64_t value) {
        options.propagateToOutputs.push_back(value != 0);
      });
      break;
    case build::PropagateToParameters:
      readVarints(message, [&](int64_t value) {
        options.propagateToParameters.push_back(value != 0);
      });
      break;
    case build::UseShardy:
      options.useShardy = message.get_bool();
      break;
    default:
      message.skip();
    }
  }
  return true;
}

Status malformed(const char *what) {
  return Status::invalidArgument(
      std::string("the compile options are malformed: ") + what);
}

} // namespace

StatusOr<CompileOptions> parseCompileOptions(std::string_view bytes) {
  CompileOptions options;
  try {
    protozero::pbf_reader message(bytes.data(), bytes.size());
    while (message.next()) {
      switch (message.tag()) {
      case option::TupledArguments:
        options.tupledArguments = message.get_bool();
        break;
      case option::Portable:
        options.portable = message.get_bool();
        break;
      case option::BuildOptions:
        if (!readBuildOptions(message.get_message(), options)) {
          return malformed("the device assignment does not have one device "
                           "for each replica and partition");
        }
        break;
      case option::Overrides: {
        std::string name;
        OptionValue value;
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
  } catch (const protozero::exception &error) {
    return malformed(error.what());
  } catch (const std::exception &error) {
    return malformed(error.what());
  }
  // Absent and zero both mean one.
  options.replicas = options.replicas == 0 ? 1 : options.replicas;
  options.partitions = options.partitions == 0 ? 1 : options.partitions;
  if (options.replicas < 1 || options.replicas > maximumDevices ||
      options.partitions < 1 || options.partitions > maximumDevices) {
    return malformed("the number of replicas or partitions is out of range");
  }
  return options;
}

std::string serializeDeviceAssignment(const DeviceAssignment &assignment) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  writer.add_int32(assignment::Replicas,
                   static_cast<int32_t>(assignment.replicas));
  writer.add_int32(assignment::Computations,
                   static_cast<int32_t>(assignment.partitions));
  for (int64_t partition = 0; partition < assignment.partitions; ++partition) {
    std::vector<int64_t> devices;
    for (int64_t replica = 0; replica < assignment.replicas; ++replica) {
      devices.push_back(assignment.devices[static_cast<size_t>(
          replica * assignment.partitions + partition)]);
    }
    std::string list;
    protozero::pbf_writer(list).add_packed_int64(1, devices.begin(),
                                                 devices.end());
    writer.add_message(assignment::Devices, list);
  }
  return bytes;
}

} // namespace weft::pjrt
