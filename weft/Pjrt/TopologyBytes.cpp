// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Wire.h"

#include <protozero/pbf_builder.hpp>
#include <protozero/pbf_message.hpp>

namespace weft::pjrt {

namespace {

using runtime::AttributeValue;
using runtime::DeviceDescription;
using runtime::Topology;
using Attributes = std::vector<std::pair<std::string, AttributeValue>>;

/// The first field tells whose bytes these are.
constexpr std::string_view magic = "weft-topology-1";

enum class TopologyField : protozero::pbf_tag_type {
  Magic = 1,
  PlatformName = 2,
  PlatformVersion = 3,
  Attribute = 4,
  Device = 5,
};
enum class AttributeField : protozero::pbf_tag_type {
  Name = 1,
  Text = 2,
  Number = 3,
  Numbers = 4,
};
enum class DeviceField : protozero::pbf_tag_type {
  Id = 1,
  ProcessIndex = 2,
  Kind = 3,
  DebugString = 4,
  ToString = 5,
  Attribute = 6,
  Memory = 7,
  DefaultMemory = 8,
};
enum class MemoryField : protozero::pbf_tag_type { Kind = 1, KindId = 2 };

template <class Field>
void writeAttributes(protozero::pbf_builder<Field> &parent, Field field,
                     const Attributes &attributes) {
  for (const auto &[name, value] : attributes) {
    protozero::pbf_builder<AttributeField> message(parent, field);
    message.add_string(AttributeField::Name, name);
    if (const auto *text = std::get_if<std::string>(&value)) {
      message.add_string(AttributeField::Text, *text);
    } else if (const auto *number = std::get_if<int64_t>(&value)) {
      message.add_int64(AttributeField::Number, *number);
    } else {
      const auto &numbers = std::get<std::vector<int64_t>>(value);
      message.add_packed_int64(AttributeField::Numbers, numbers.begin(),
                               numbers.end());
    }
  }
}

void readAttribute(protozero::pbf_message<AttributeField> message,
                   Attributes &attributes) {
  // An empty list leaves no field behind.
  std::string name;
  AttributeValue value = std::vector<int64_t>();
  while (message.next()) {
    switch (message.tag()) {
    case AttributeField::Name:
      name = message.get_string();
      break;
    case AttributeField::Text:
      value = message.get_string();
      break;
    case AttributeField::Number:
      value = message.get_int64();
      break;
    case AttributeField::Numbers: {
      std::vector<int64_t> numbers;
      for (int64_t number : message.get_packed_int64()) {
        numbers.push_back(number);
      }
      value = std::move(numbers);
      break;
    }
    }
  }
  attributes.emplace_back(std::move(name), std::move(value));
}

DeviceDescription readDevice(protozero::pbf_message<DeviceField> message) {
  DeviceDescription device;
  while (message.next()) {
    switch (message.tag()) {
    case DeviceField::Id:
      device.id = message.get_int32();
      break;
    case DeviceField::ProcessIndex:
      device.processIndex = message.get_int32();
      break;
    case DeviceField::Kind:
      device.kind = message.get_string();
      break;
    case DeviceField::DebugString:
      device.debugString = message.get_string();
      break;
    case DeviceField::ToString:
      device.toString = message.get_string();
      break;
    case DeviceField::Attribute:
      readAttribute(message.get_message(), device.attributes);
      break;
    case DeviceField::Memory: {
      runtime::MemoryDescription memory;
      protozero::pbf_message<MemoryField> inner(message.get_message());
      while (inner.next()) {
        switch (inner.tag()) {
        case MemoryField::Kind:
          memory.kind = inner.get_string();
          break;
        case MemoryField::KindId:
          memory.kindId = inner.get_int32();
          break;
        }
      }
      device.memories.push_back(std::move(memory));
      break;
    }
    case DeviceField::DefaultMemory:
      device.defaultMemory = message.get_uint32();
      break;
    }
  }
  return device;
}

Status malformed() {
  return Status::invalidArgument("these bytes are no topology of Weft");
}

} // namespace

std::string serializeTopology(const Topology &topology) {
  std::string bytes;
  protozero::pbf_builder<TopologyField> message(bytes);
  message.add_string(TopologyField::Magic, std::string(magic));
  message.add_string(TopologyField::PlatformName, topology.platformName);
  message.add_string(TopologyField::PlatformVersion, topology.platformVersion);
  writeAttributes(message, TopologyField::Attribute, topology.attributes);
  for (const DeviceDescription &device : topology.devices) {
    protozero::pbf_builder<DeviceField> inner(message, TopologyField::Device);
    inner.add_int32(DeviceField::Id, device.id);
    inner.add_int32(DeviceField::ProcessIndex, device.processIndex);
    inner.add_string(DeviceField::Kind, device.kind);
    inner.add_string(DeviceField::DebugString, device.debugString);
    inner.add_string(DeviceField::ToString, device.toString);
    writeAttributes(inner, DeviceField::Attribute, device.attributes);
    for (const runtime::MemoryDescription &memory : device.memories) {
      protozero::pbf_builder<MemoryField> innermost(inner, DeviceField::Memory);
      innermost.add_string(MemoryField::Kind, memory.kind);
      innermost.add_int32(MemoryField::KindId, memory.kindId);
    }
    inner.add_uint32(DeviceField::DefaultMemory,
                     static_cast<uint32_t>(device.defaultMemory));
  }
  return bytes;
}

StatusOr<Topology> parseTopology(std::string_view bytes) {
  Topology topology;
  bool ours = false;
  try {
    protozero::pbf_message<TopologyField> message(bytes.data(), bytes.size());
    while (message.next()) {
      switch (message.tag()) {
      case TopologyField::Magic:
        ours = message.get_string() == magic;
        break;
      case TopologyField::PlatformName:
        topology.platformName = message.get_string();
        break;
      case TopologyField::PlatformVersion:
        topology.platformVersion = message.get_string();
        break;
      case TopologyField::Attribute:
        readAttribute(message.get_message(), topology.attributes);
        break;
      case TopologyField::Device:
        topology.devices.push_back(readDevice(message.get_message()));
        break;
      }
    }
  } catch (const std::exception &) {
    return malformed();
  }
  for (const DeviceDescription &device : topology.devices) {
    ours &= device.memories.empty() ||
            device.defaultMemory < device.memories.size();
  }
  if (!ours || topology.devices.empty()) {
    return malformed();
  }
  return topology;
}

} // namespace weft::pjrt
