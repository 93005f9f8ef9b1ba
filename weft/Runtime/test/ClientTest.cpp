// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the CPU's own of clients, memories and buffers, and what Buffer does
// by itself. What every client does: ClientConformance.h.

#include "FakeProgram.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

using Numbers = std::vector<int64_t>;

Ref<Client> makeClient(const CpuClientOptions &options = {}) {
  StatusOr<Ref<Client>> client =
      createCpuClient(options, std::make_shared<FakeLoader>());
  EXPECT_TRUE(client.ok()) << client.status();
  return *client;
}

Memory &memoryOf(const Ref<Client> &client) {
  return client->devices()[0]->defaultMemory();
}

Ref<Buffer> fromHost(
    const Ref<Client> &client, const void *data, ElementType element,
    const Numbers &dimensions, std::optional<Numbers> strides = std::nullopt,
    HostSemantics semantics = HostSemantics::ImmutableOnlyDuringCall,
    Ref<Event> *done = nullptr, std::optional<Numbers> layout = std::nullopt) {
  HostArray array{data, element, dimensions, std::nullopt};
  if (strides) {
    array.byteStrides = *strides;
  }
  Ref<Event> ignored;
  std::optional<std::span<const int64_t>> order;
  if (layout) {
    order = *layout;
  }
  auto buffer = client->fromHost(array, memoryOf(client), semantics,
                                 done ? *done : ignored, order);
  EXPECT_TRUE(buffer.ok()) << buffer.status();
  return *buffer;
}

template <class T>
std::vector<T> toHost(Buffer &buffer, const HostLayout &layout = {}) {
  std::vector<T> values(buffer.type().elementCount());
  Status status =
      buffer.toHost(values.data(), values.size() * sizeof(T), layout)->await();
  EXPECT_TRUE(status.ok()) << status;
  return values;
}

TEST(CpuClient, EachDeviceHasThreeKindsOfMemory) {
  CpuClientOptions options;
  options.deviceCount = 3;
  Ref<Client> client = makeClient(options);
  EXPECT_EQ(client->platformName(), "weft");
  ASSERT_EQ(client->devices().size(), 3u);
  ASSERT_EQ(client->memories().size(), 9u);
  for (Device *device : client->devices()) {
    EXPECT_EQ(device->findMemory("pinned_host")->kindId(), 1);
    EXPECT_EQ(device->findMemory("unpinned_host")->kindId(), 2);
  }
}

TEST(CpuClient, BadOptions) {
  CpuClientOptions options;
  options.deviceCount = 0;
  EXPECT_FALSE(createCpuClient(options, nullptr).ok());
  options.deviceCount = 1;
  options.threads = -1;
  EXPECT_FALSE(createCpuClient(options, nullptr).ok());
}

TEST(Buffer, RoundTripsWithAnyStrides) {
  Ref<Client> client = makeClient();
  std::vector<int32_t> data(12);
  for (int i = 0; i < 12; ++i) {
    data[i] = i;
  }
  EXPECT_EQ(
      toHost<int32_t>(*fromHost(client, data.data(), ElementType::S32, {3, 4})),
      data);
  // Transposed.
  EXPECT_EQ(toHost<int32_t>(*fromHost(client, data.data(), ElementType::S32,
                                      {4, 3}, Numbers{4, 16})),
            (std::vector<int32_t>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  // Reversed.
  EXPECT_EQ(
      toHost<int32_t>(*fromHost(client, data.data() + 11, ElementType::S32,
                                {3, 2}, Numbers{-16, -8})),
      (std::vector<int32_t>{11, 9, 7, 5, 3, 1}));
  // Repeated.
  EXPECT_EQ(toHost<int32_t>(*fromHost(client, data.data() + 5, ElementType::S32,
                                      {2, 2}, Numbers{0, 4})),
            (std::vector<int32_t>{5, 6, 5, 6}));
  // Another order on the device and in the destination.
  Ref<Buffer> columns =
      fromHost(client, data.data(), ElementType::S32, {3, 4}, std::nullopt,
               HostSemantics::ImmutableOnlyDuringCall, nullptr, Numbers{0, 1});
  EXPECT_EQ(toHost<int32_t>(*columns), data);
  EXPECT_EQ(static_cast<int32_t *>(*columns->dataPointer())[1], 4);
  EXPECT_EQ(toHost<int32_t>(*columns, {Numbers{0, 1}, {}}),
            (std::vector<int32_t>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
}

TEST(Buffer, NarrowElementsAreOnePerByte) {
  Ref<Client> client = makeClient();
  std::vector<int8_t> data = {-8, -1, 0, 7};
  EXPECT_EQ(
      toHost<int8_t>(*fromHost(client, data.data(), ElementType::S4, {4})),
      data);
}

TEST(Buffer, ZeroCopyOnlyWhereLegal) {
  Ref<Client> client = makeClient();
  alignas(64) float data[32] = {};
  Ref<Event> done;
  {
    Ref<Buffer> buffer =
        fromHost(client, data, ElementType::F32, {32}, std::nullopt,
                 HostSemantics::ImmutableZeroCopy, &done);
    EXPECT_EQ(*buffer->dataPointer(), data);
    EXPECT_FALSE(done->isReady());
    EXPECT_EQ(memoryOf(client).stats().bytesInUse, 0u);
  }
  EXPECT_TRUE(done->isReady());
  for (auto make :
       {+[](const Ref<Client> &client, float *data) {
          Ref<Event> done;
          return fromHost(client, data + 1, ElementType::F32, {8}, std::nullopt,
                          HostSemantics::ImmutableZeroCopy, &done);
        },
        +[](const Ref<Client> &client, float *data) {
          Ref<Event> done;
          return fromHost(client, data, ElementType::F32, {8}, Numbers{8},
                          HostSemantics::ImmutableZeroCopy, &done);
        },
        +[](const Ref<Client> &client, float *data) {
          Ref<Event> done;
          return fromHost(client, data, ElementType::F32, {8}, std::nullopt,
                          HostSemantics::ImmutableUntilTransferCompletes,
                          &done);
        }}) {
    Ref<Buffer> copied = make(client, data);
    EXPECT_TRUE(copied->readyEvent()->await().ok());
    EXPECT_NE(*copied->dataPointer(), data);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(*copied->dataPointer()) % 64, 0u);
  }
}

TEST(Buffer, DonationsGoBackUnlessTaken) {
  Ref<Client> client = makeClient();
  float data[4] = {};
  Ref<Buffer> buffer = fromHost(client, data, ElementType::F32, {4});
  {
    auto donation = buffer->acquireDonation();
    ASSERT_TRUE(donation.ok());
    EXPECT_TRUE(buffer->isRemoved());
    EXPECT_FALSE(buffer->acquireDonation().ok());
  }
  EXPECT_FALSE(buffer->isRemoved());
  Ref<Content> content = buffer->acquireDonation()->take();
  EXPECT_TRUE(buffer->isRemoved());
  EXPECT_TRUE(content->isUniquelyReferenced());
  EXPECT_EQ(buffer->acquireRead().status().message(),
            "array f32[4] was donated to a computation and cannot be used "
            "again: buffer has been deleted or donated");
}

TEST(Buffer, ViewsLastAsLongAsAnyReader) {
  Ref<Client> client = makeClient();
  float data[2] = {1, 2};
  bool released = false;
  auto view = client->createView(data, vectorType(2), memoryOf(client),
                                 [&] { released = true; });
  ASSERT_TRUE(view.ok());
  Ref<Buffer> other =
      *(*view)->bitcast(*ArrayType::create(ElementType::S32, Numbers{2, 1}));
  (*view)->remove();
  EXPECT_FALSE(released);
  EXPECT_EQ(toHost<int32_t>(*other)[0], 0x3f800000);
  other = nullptr;
  EXPECT_TRUE(released);
}

TEST(Memory, StatisticsAndLimit) {
  CpuClientOptions options;
  options.memoryLimit = 1024;
  Ref<Client> client = makeClient(options);
  Memory &memory = memoryOf(client);
  {
    auto first = memory.allocate(100);
    auto second = memory.allocate(500);
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_EQ(reinterpret_cast<uintptr_t>((*first)->address()) % 64, 0u);
    EXPECT_EQ(memory.stats().bytesInUse, 128u + 512u);
    auto third = memory.allocate(500);
    EXPECT_EQ(third.status().code(), StatusCode::ResourceExhausted);
    EXPECT_NE(third.status().message().find("the limit is 1024"),
              std::string::npos);
    EXPECT_EQ(memory.allocate(UINT64_MAX).status().code(),
              StatusCode::ResourceExhausted);
  }
  MemoryStats stats = memory.stats();
  EXPECT_EQ(stats.bytesInUse, 0u);
  EXPECT_EQ(stats.peakBytesInUse, 640u);
  EXPECT_EQ(stats.allocations, 2u);
  EXPECT_EQ(stats.largestAllocation, 512u);
  EXPECT_EQ(stats.bytesLimit, 1024u);
  memory.resetStats();
  EXPECT_EQ(memory.stats().peakBytesInUse, 0u);
}

TEST(Buffer, RemovalFromOtherThreads) {
  CpuClientOptions options;
  options.threads = 3;
  Ref<Client> client = makeClient(options);
  std::vector<float> data(100'000, 1);
  for (int round = 0; round < 50; ++round) {
    Ref<Buffer> buffer =
        fromHost(client, data.data(), ElementType::F32, {100'000});
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        std::vector<float> out(data.size());
        Status status =
            buffer->toHost(out.data(), out.size() * sizeof(float))->await();
        EXPECT_TRUE(!status.ok() || out == data);
        (void)buffer->copyTo(memoryOf(client)).ok();
      });
    }
    threads.emplace_back([&] { buffer->remove(); });
    for (std::thread &thread : threads) {
      thread.join();
    }
  }
  client->drain(std::chrono::minutes(1));
  EXPECT_EQ(memoryOf(client).stats().bytesInUse, 0u);
}

} // namespace
