// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Wire.h"

#include <gtest/gtest.h>

namespace weft::pjrt {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string result;
  for (int value : values) {
    result.push_back(static_cast<char>(value));
  }
  return result;
}

TEST(CompileOptions, EmptyMeansOneDevice) {
  StatusOr<CompileOptions> options = parseCompileOptions("");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->replicas, 1u);
  EXPECT_EQ(options->partitions, 1u);
  EXPECT_TRUE(options->deviceIds.empty());
  EXPECT_FALSE(options->portable);
}

TEST(CompileOptions, ReadsTheFieldsThatMatter) {
  // build options { 1 ordinal -1, 4 replicas 1, 5 partitions 2, 9 assignment },
  // 4 portable false, 5 profile version -1, 7 override "a" -> int 5.
  std::string assignment =
      bytes({0x08, 1, 0x10, 2, 0x1a, 3, 0x0a, 1, 3, 0x1a, 3, 0x0a, 1, 1});
  std::string build =
      bytes({0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
             0x20, 1, 0x28, 2, 0x4a, static_cast<int>(assignment.size())}) +
      assignment;
  std::string message =
      bytes({0x1a, static_cast<int>(build.size())}) + build +
      bytes({0x28, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
             0x01, 0x3a, 7,    0x0a, 1,    'a',  0x12, 2,    0x18, 5});
  StatusOr<CompileOptions> options = parseCompileOptions(message);
  ASSERT_TRUE(options.ok()) << options.status().message();
  EXPECT_EQ(options->partitions, 2u);
  EXPECT_EQ(options->deviceIds, (std::vector<int32_t>{3, 1}));
  EXPECT_EQ(options->overrides.at("a"), "5");
  EXPECT_EQ(options->serialized, message);
  // Every truncation is refused or read, and nothing worse.
  for (size_t size = 0; size < message.size(); ++size) {
    (void)parseCompileOptions(std::string_view(message).substr(0, size)).ok();
  }
}

TEST(CompileOptions, RefusesAnAssignmentWithHoles) {
  std::string assignment = bytes({0x08, 1, 0x10, 2, 0x1a, 3, 0x0a, 1, 0});
  std::string build = bytes({0x28, 2, 0x4a, 9}) + assignment;
  std::string message = bytes({0x1a, static_cast<int>(build.size())}) + build;
  EXPECT_EQ(parseCompileOptions(message).status().code(),
            StatusCode::InvalidArgument);
}

TEST(DeviceAssignment, IsWrittenByPartition) {
  runtime::DeviceAssignment devices;
  devices.replicas = 2;
  devices.partitions = 1;
  devices.deviceIds = {4, 5};
  EXPECT_EQ(serializeDeviceAssignment(devices),
            bytes({0x08, 2, 0x10, 1, 0x1a, 4, 0x0a, 2, 4, 5}));
}

TEST(Sharding, ReadsTheNotation) {
  EXPECT_EQ(serializeSharding("{replicated}"), "");
  EXPECT_EQ(serializeSharding("{manual}"), bytes({0x08, 4}));
  EXPECT_EQ(serializeSharding("{maximal device=3}"),
            bytes({0x08, 1, 0x1a, 1, 1, 0x22, 1, 3}));
  EXPECT_EQ(serializeSharding("{devices=[2,1]0,1}"),
            bytes({0x08, 3, 0x1a, 2, 2, 1, 0x22, 2, 0, 1}));
  EXPECT_EQ(serializeSharding("{devices=[2,1]<=[2]}"),
            bytes({0x08, 3, 0x1a, 2, 2, 1, 0x4a, 1, 2, 0x52, 1, 0}));
  EXPECT_EQ(
      serializeSharding("{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"),
      bytes({0x08, 3, 0x1a, 2, 2, 2, 0x4a, 2, 2, 2, 0x52, 2, 1, 0, 0x30, 1}));
  EXPECT_EQ(
      serializeSharding("{devices=[1,2]<=[2] last_tile_dims={manual}}"),
      bytes({0x08, 3, 0x1a, 2, 1, 2, 0x4a, 1, 2, 0x52, 1, 0, 0x42, 1, 4}));
  for (const char *text :
       {"", "{", "replicated", "{devices=[2,1]}", "{devices=2}",
        "#sdy.sharding<@mesh, [{}]>", "{replicated} x"}) {
    EXPECT_EQ(serializeSharding(text), std::nullopt) << text;
  }
}

TEST(Topology, ComesBackAsItWas) {
  runtime::Topology topology;
  topology.platformName = "weft";
  topology.platformVersion = "1";
  topology.attributes = {{"a", std::string("text")},
                         {"b", int64_t(-3)},
                         {"c", std::vector<int64_t>{1, 2}},
                         {"d", std::vector<int64_t>{}}};
  runtime::DeviceDescription device;
  device.id = 5;
  device.kind = "cpu";
  device.memories = {{"device", 0}, {"pinned_host", 1}};
  device.defaultMemory = 1;
  topology.devices = {device, device};
  std::string message = serializeTopology(topology);
  StatusOr<runtime::Topology> read = parseTopology(message);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->attributes, topology.attributes);
  ASSERT_EQ(read->devices.size(), 2u);
  EXPECT_EQ(read->devices[1].id, 5);
  EXPECT_EQ(read->devices[1].memories[1].kind, "pinned_host");
  EXPECT_EQ(read->devices[1].defaultMemory, 1u);
  EXPECT_EQ(serializeTopology(*read), message);
  EXPECT_FALSE(parseTopology("").ok());
  for (size_t size = 0; size < message.size(); ++size) {
    (void)parseTopology(std::string_view(message).substr(0, size)).ok();
  }
}

} // namespace
} // namespace weft::pjrt
