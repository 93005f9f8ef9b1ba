// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Runtime/Memory.h"

#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace weft::runtime {

using AttributeValue = std::variant<std::string, int64_t, std::vector<int64_t>>;

struct MemoryDescription {
  std::string kind;
  int kindId = 0;
};

/// What can be known of a device without having it.
struct DeviceDescription {
  int id = 0;
  int processIndex = 0;
  /// As the device's driver counts; its id where that says nothing.
  int hardwareId = -1;
  std::string kind;
  std::string debugString;
  std::string toString;
  std::vector<std::pair<std::string, AttributeValue>> attributes;
  std::vector<MemoryDescription> memories;
  size_t defaultMemory = 0;
};

/// Devices to compile for; needs none of them.
struct Topology {
  std::string platformName;
  std::string platformVersion;
  std::vector<std::pair<std::string, AttributeValue>> attributes;
  std::vector<DeviceDescription> devices;
};

/// Belongs to its client and lives as long as that.
class Device {
public:
  virtual ~Device() = default;

  virtual const DeviceDescription &description() const = 0;
  virtual bool isAddressable() const = 0;
  virtual int localHardwareId() const = 0;
  virtual std::span<Memory *const> memories() const = 0;
  virtual Memory &defaultMemory() const = 0;
  virtual Client &client() const = 0;
  virtual Workers &workers() const = 0;

  /// Null when the device has no memory of that kind.
  Memory *findMemory(std::string_view kind) const {
    for (Memory *memory : memories()) {
      if (memory->kind() == kind) {
        return memory;
      }
    }
    return nullptr;
  }
};

} // namespace weft::runtime
