// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices, memories, books.

#include "weft/Runtime/test/ClientConformance.h"

namespace weft::runtime::testing {

TEST_P(ClientConformance, DevicesAreFoundByTheirIds) {
  ASSERT_EQ(client->devices().size(), 2u);
  for (Device *device : client->devices()) {
    EXPECT_EQ(client->findDevice(device->description().id), device);
  }
  EXPECT_EQ(client->findDevice(4711), nullptr);
}

TEST_P(ClientConformance, DevicesAreFoundByTheirHardware) {
  for (Device *device : client->devices()) {
    EXPECT_EQ(client->findDeviceByHardwareId(device->localHardwareId()),
              device);
  }
  EXPECT_EQ(client->findDeviceByHardwareId(4711), nullptr);
}

TEST_P(ClientConformance, DevicesBelongToTheClientThatHasThem) {
  for (Device *device : client->devices()) {
    EXPECT_TRUE(device->isAddressable());
    EXPECT_EQ(&device->client(), client.get());
  }
}

TEST_P(ClientConformance, TheTopologyDescribesTheDevices) {
  const Topology &topology = client->topology();
  EXPECT_EQ(topology.platformName, client->platformName());
  EXPECT_EQ(topology.platformVersion, client->platformVersion());
  ASSERT_EQ(topology.devices.size(), client->devices().size());
  for (size_t i = 0; i < topology.devices.size(); ++i) {
    const DeviceDescription &text = topology.devices[i];
    EXPECT_EQ(text.id, device(i).description().id);
    ASSERT_EQ(text.memories.size(), device(i).memories().size());
    for (size_t m = 0; m < text.memories.size(); ++m) {
      EXPECT_EQ(text.memories[m].kind, device(i).memories()[m]->kind());
      EXPECT_EQ(text.memories[m].kindId, device(i).memories()[m]->kindId());
    }
  }
}

TEST_P(ClientConformance, MemoriesAreNumberedInTheOrderOfTheirList) {
  ASSERT_FALSE(client->memories().empty());
  for (size_t i = 0; i < client->memories().size(); ++i) {
    EXPECT_EQ(client->memories()[i]->id(), static_cast<int>(i));
  }
}

TEST_P(ClientConformance, MemoriesBelongToTheDeviceThatHasThem) {
  for (Device *device : client->devices()) {
    for (Memory *memory : device->memories()) {
      EXPECT_EQ(&memory->device(), device);
      EXPECT_EQ(memory->devices().front(), device);
      EXPECT_EQ(&memory->client(), client.get());
    }
  }
}

TEST_P(ClientConformance, MemoriesAreFoundByTheirKind) {
  EXPECT_EQ(memory().kind(), "device");
  for (Memory *memory : device().memories()) {
    EXPECT_EQ(device().findMemory(memory->kind()), memory);
  }
  EXPECT_EQ(device().findMemory("moon"), nullptr);
}

TEST_P(ClientConformance, KindsOfMemoryHaveTheSameNumberOnAllDevices) {
  for (Memory *memory : device(0).memories()) {
    Memory *twin = device(1).findMemory(memory->kind());
    ASSERT_NE(twin, nullptr);
    EXPECT_EQ(twin->kindId(), memory->kindId());
    EXPECT_NE(twin->toString(), memory->toString());
  }
}

TEST_P(ClientConformance, DefaultAssignmentsTakeDevicesInOrder) {
  auto assignment = client->defaultDeviceAssignment(1, 2);
  ASSERT_TRUE(assignment.ok()) << assignment.status();
  EXPECT_EQ(assignment->deviceIds, (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(assignment->at(0, 1), 1);
}

TEST_P(ClientConformance, DefaultAssignmentsNeedEnoughDevices) {
  EXPECT_EQ(client->defaultDeviceAssignment(2, 2).status(),
            Status::invalidArgument("2 replicas of 2 partitions were asked "
                                    "for, the client has 2 devices"));
  EXPECT_FALSE(client->defaultDeviceAssignment(0, 1).ok());
  EXPECT_FALSE(client->defaultDeviceAssignment(1, -1).ok());
}

//===----------------------------------------------------------------------===//
// Books
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, StorageIsCountedWhileItLives) {
  for (Memory *memory : client->memories()) {
    auto storage = memory->allocate(1000);
    ASSERT_TRUE(storage.ok()) << storage.status();
    EXPECT_EQ((*storage)->size(), 1000u);
    EXPECT_GE(memory->stats().bytesInUse, 1000u);
    storage = Status::internal("");
    EXPECT_EQ(memory->stats().bytesInUse, 0u);
  }
}

TEST_P(ClientConformance, StorageIsAligned) {
  for (uint64_t size : {0, 1, 63, 65}) {
    auto storage = memory().allocate(size);
    ASSERT_TRUE(storage.ok());
    EXPECT_EQ(reinterpret_cast<uintptr_t>((*storage)->address()) % kAlignment,
              0u);
  }
}

TEST_P(ClientConformance, EmptyStorageHasAnAddressOfItsOwn) {
  auto first = memory().allocate(0);
  auto second = memory().allocate(0);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ((*first)->size(), 0u);
  EXPECT_NE((*first)->address(), (*second)->address());
  EXPECT_GT(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, BooksTellPeakNumberAndLargest) {
  {
    auto first = memory().allocate(64);
    auto second = memory().allocate(640);
    ASSERT_TRUE(first.ok() && second.ok());
  }
  MemoryStats stats = memory().stats();
  EXPECT_GE(stats.peakBytesInUse, 704u);
  EXPECT_EQ(stats.allocations, 2u);
  EXPECT_GE(stats.largestAllocation, 640u);
  EXPECT_EQ(stats.bytesLimit, 1u << 24);
}

TEST_P(ClientConformance, BooksCanStartAgain) {
  auto kept = memory().allocate(64);
  {
    auto gone = memory().allocate(640);
  }
  memory().resetStats();
  MemoryStats stats = memory().stats();
  EXPECT_EQ(stats.peakBytesInUse, stats.bytesInUse);
  EXPECT_EQ(stats.allocations, 0u);
  EXPECT_GE(stats.bytesInUse, 64u);
}

TEST_P(ClientConformance, EachMemoryHasItsOwnBooks) {
  auto storage = memory(0).allocate(64);
  ASSERT_TRUE(storage.ok());
  EXPECT_EQ(memory(1).stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, ExhaustedMemorySaysSoWithNumbers) {
  client = kind->create({.devices = 1, .memoryLimit = 1024});
  auto first = memory().allocate(1000);
  ASSERT_TRUE(first.ok());
  Status refused = memory().allocate(500).status();
  EXPECT_EQ(refused.code(), StatusCode::ResourceExhausted);
  EXPECT_NE(refused.message().find("the limit is 1024"), std::string::npos)
      << refused;
  EXPECT_NE(refused.message().find(memory().toString()), std::string::npos)
      << refused;
}

TEST_P(ClientConformance, ExhaustedMemoryHasRoomAgainLater) {
  client = kind->create({.devices = 1, .memoryLimit = 1024});
  {
    auto first = memory().allocate(1000);
    EXPECT_FALSE(memory().allocate(500).ok());
  }
  EXPECT_TRUE(memory().allocate(500).ok());
}

TEST_P(ClientConformance, NoNumberOfBytesIsTooLargeToBeRefused) {
  for (uint64_t bytes : {UINT64_MAX, UINT64_MAX - 63, uint64_t(1) << 63}) {
    EXPECT_EQ(memory().allocate(bytes).status().code(),
              StatusCode::ResourceExhausted);
  }
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, BytesFromElsewhereAreCharged) {
  ASSERT_TRUE(memory().charge(1000).ok());
  EXPECT_EQ(memory().stats().bytesInUse, 1000u);
  EXPECT_EQ(memory().charge(1 << 24).code(), StatusCode::ResourceExhausted);
  memory().discharge(1000);
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, ArraysBeyondTheLimitAreRefused) {
  client = kind->create({.devices = 1, .memoryLimit = 1024});
  std::vector<float> data(1000);
  std::vector<int64_t> dimensions = {1000};
  Ref<Event> done;
  EXPECT_EQ(client
                ->fromHost({data.data(), ElementType::F32, dimensions, {}},
                           memory(), HostSemantics::ImmutableOnlyDuringCall,
                           done)
                .status()
                .code(),
            StatusCode::ResourceExhausted);
  EXPECT_EQ(client->createUninitialized(floats(1000), memory()).status().code(),
            StatusCode::ResourceExhausted);
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

} // namespace weft::runtime::testing
