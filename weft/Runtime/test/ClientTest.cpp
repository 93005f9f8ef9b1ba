// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clients, memories and buffers, without programs.

#include "FakeProgram.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

using Numbers = std::vector<int64_t>;

Ref<Client> makeClient(CpuClientOptions options = {}) {
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

TEST(CpuClient, DevicesAndMemories) {
  CpuClientOptions options;
  options.deviceCount = 3;
  Ref<Client> client = makeClient(options);
  ASSERT_EQ(client->devices().size(), 3u);
  ASSERT_EQ(client->memories().size(), 9u);
  EXPECT_EQ(client->platformName(), "weft");
  for (int i = 0; i < 3; ++i) {
    Device *device = client->devices()[i];
    EXPECT_EQ(client->findDevice(i), device);
    EXPECT_EQ(client->findDeviceByHardwareId(i), device);
    EXPECT_EQ(device->defaultMemory().kind(), "device");
    EXPECT_EQ(&device->defaultMemory().device(), device);
    EXPECT_EQ(device->findMemory("pinned_host")->kindId(), 1);
    EXPECT_EQ(device->findMemory("moon"), nullptr);
  }
  for (size_t i = 0; i < client->memories().size(); ++i) {
    EXPECT_EQ(client->memories()[i]->id(), static_cast<int>(i));
  }
  EXPECT_EQ(client->findDevice(3), nullptr);
  EXPECT_EQ(client->defaultDeviceAssignment(1, 3)->deviceIds,
            (std::vector<int32_t>{0, 1, 2}));
  EXPECT_FALSE(client->defaultDeviceAssignment(2, 2).ok());
  EXPECT_FALSE(client->defaultDeviceAssignment(0, 1).ok());
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

TEST(Buffer, EmptyScalarAndToken) {
  Ref<Client> client = makeClient();
  Ref<Buffer> empty = fromHost(client, nullptr, ElementType::F64, {3, 0});
  EXPECT_EQ(empty->byteSize(), 0u);
  char dummy;
  EXPECT_TRUE(empty->toHost(&dummy, 0)->await().ok());
  double one = 1;
  EXPECT_EQ(toHost<double>(*fromHost(client, &one, ElementType::F64, {})),
            std::vector<double>{1});
  Ref<Buffer> token = fromHost(client, nullptr, ElementType::Token, {});
  EXPECT_TRUE(token->readyEvent()->isReady());
  EXPECT_TRUE(token->toHost(&dummy, 0)->await().ok());
  auto copy = token->copyTo(memoryOf(client));
  ASSERT_TRUE(copy.ok());
  EXPECT_TRUE((*copy)->readyEvent()->await().ok());
}

TEST(Buffer, NarrowElementsAreOnePerByte) {
  Ref<Client> client = makeClient();
  std::vector<int8_t> data = {-8, -1, 0, 7};
  EXPECT_EQ(
      toHost<int8_t>(*fromHost(client, data.data(), ElementType::S4, {4})),
      data);
}

TEST(Buffer, BooleansAreZeroOrOne) {
  Ref<Client> client = makeClient();
  using Bytes = std::vector<uint8_t>;
  alignas(64) uint8_t odd[6] = {96, 1, 0, 2, 255, 0};
  for (HostSemantics semantics : {HostSemantics::ImmutableOnlyDuringCall,
                                  HostSemantics::ImmutableZeroCopy}) {
    Ref<Buffer> buffer =
        fromHost(client, odd, ElementType::Pred, {6}, std::nullopt, semantics);
    EXPECT_EQ(toHost<uint8_t>(*buffer), (Bytes{1, 1, 0, 1, 1, 0}));
  }
  EXPECT_EQ(toHost<uint8_t>(
                *fromHost(client, odd, ElementType::Pred, {3}, Numbers{2})),
            (Bytes{1, 0, 1}));
  EXPECT_EQ(toHost<uint8_t>(*fromHost(client, odd, ElementType::U8, {6})),
            (Bytes{96, 1, 0, 2, 255, 0}));
  EXPECT_EQ(odd[0], 96);
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

TEST(Buffer, LargeTransfersAreAsynchronous) {
  CpuClientOptions options;
  options.threads = 2;
  Ref<Client> client = makeClient(options);
  std::vector<float> data(1 << 20);
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<float>(i);
  }
  Ref<Event> done;
  Ref<Buffer> buffer =
      fromHost(client, data.data(), ElementType::F32, {1 << 20}, std::nullopt,
               HostSemantics::ImmutableUntilTransferCompletes, &done);
  Ref<Buffer> second = *buffer->copyTo(*client->memories()[1]);
  // Going away at once must not hurt the copy.
  buffer = nullptr;
  EXPECT_TRUE(done->await().ok());
  EXPECT_EQ(toHost<float>(*second), data);
}

TEST(Buffer, RemovedIsRemoved) {
  Ref<Client> client = makeClient();
  float data[4] = {1, 2, 3, 4};
  Ref<Buffer> buffer = fromHost(client, data, ElementType::F32, {4});
  EXPECT_EQ(memoryOf(client).stats().bytesInUse, 64u);
  buffer->remove();
  buffer->remove();
  EXPECT_TRUE(buffer->isRemoved());
  EXPECT_EQ(memoryOf(client).stats().bytesInUse, 0u);
  EXPECT_EQ(buffer->toHost(data, 16)->await().code(),
            StatusCode::InvalidArgument);
  EXPECT_FALSE(buffer->acquireRead().ok());
  EXPECT_FALSE(buffer->acquireDonation().ok());
  EXPECT_FALSE(buffer->copyTo(memoryOf(client)).ok());
  EXPECT_FALSE(buffer->dataPointer().ok());
  EXPECT_FALSE(buffer->addExternalReference().ok());
  EXPECT_EQ(buffer->acquireRead().status().message(),
            "array f32[4] was deleted and cannot be used again: buffer has "
            "been deleted or donated");
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

TEST(Buffer, ExternalReferencesKeepTheBytes) {
  Ref<Client> client = makeClient();
  float data[4] = {1, 2, 3, 4};
  Ref<Buffer> buffer = fromHost(client, data, ElementType::F32, {4});
  ASSERT_TRUE(buffer->addExternalReference().ok());
  ASSERT_TRUE(buffer->addExternalReference().ok());
  auto *bytes = static_cast<float *>(*buffer->dataPointer());
  buffer->remove();
  EXPECT_EQ(bytes[3], 4);
  EXPECT_TRUE(buffer->dataPointer().ok());
  EXPECT_TRUE(buffer->dropExternalReference().ok());
  EXPECT_EQ(memoryOf(client).stats().bytesInUse, 64u);
  EXPECT_TRUE(buffer->dropExternalReference().ok());
  EXPECT_EQ(memoryOf(client).stats().bytesInUse, 0u);
  EXPECT_FALSE(buffer->dropExternalReference().ok());
}

TEST(Buffer, FailedPendingAndViews) {
  Ref<Client> client = makeClient();
  Ref<Buffer> failed = client->createFailed(vectorType(2), memoryOf(client),
                                            Status::aborted("broken"));
  float data[2] = {};
  EXPECT_EQ(failed->toHost(data, 8)->await().message(), "broken");
  EXPECT_EQ(
      (*failed->copyTo(memoryOf(client)))->readyEvent()->await().message(),
      "broken");
  EXPECT_EQ(failed->dataPointer().status().message(), "broken");

  auto pending = client->createPending(vectorType(2), memoryOf(client));
  ASSERT_TRUE(pending.ok());
  Ref<Event> read = pending->buffer->toHost(data, 8);
  EXPECT_FALSE(read->isReady());
  std::memset(pending->hostData(), 0x40, 8);
  pending->ready->set();
  EXPECT_TRUE(read->await().ok());
  EXPECT_NE(data[1], 0);

  bool released = false;
  auto view = client->createView(data, vectorType(2), memoryOf(client),
                                 [&] { released = true; });
  ASSERT_TRUE(view.ok());
  Ref<Buffer> other =
      *(*view)->bitcast(*ArrayType::create(ElementType::S32, Numbers{2, 1}));
  (*view)->remove();
  EXPECT_FALSE(released);
  EXPECT_EQ(toHost<int32_t>(*other)[0], 0x40404040);
  other = nullptr;
  EXPECT_TRUE(released);
  EXPECT_FALSE((*view)->bitcast(vectorType(3)).ok());
}

TEST(Buffer, BadRequests) {
  Ref<Client> client = makeClient();
  float data[4] = {};
  Ref<Buffer> buffer = fromHost(client, data, ElementType::F32, {4});
  EXPECT_EQ(buffer->toHost(data, 15)->await().code(),
            StatusCode::InvalidArgument);
  EXPECT_EQ(buffer->rawToHost(data, 8, 9)->await().code(),
            StatusCode::InvalidArgument);
  EXPECT_EQ(buffer->rawToHost(data, UINT64_MAX, 2)->await().code(),
            StatusCode::InvalidArgument);
  EXPECT_TRUE(buffer->rawToHost(data, 8, 8)->await().ok());
  Ref<Client> other = makeClient();
  EXPECT_FALSE(buffer->copyTo(memoryOf(other)).ok());
  Ref<Event> done;
  Numbers dimensions = {4};
  EXPECT_FALSE(client
                   ->fromHost({nullptr, ElementType::F32, dimensions, {}},
                              memoryOf(client),
                              HostSemantics::ImmutableOnlyDuringCall, done)
                   .ok());
  EXPECT_FALSE(client
                   ->fromHost({data, ElementType::F32, dimensions, {}},
                              memoryOf(other),
                              HostSemantics::ImmutableOnlyDuringCall, done)
                   .ok());
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

TEST(CpuClient, ThingsMayOutliveIt) {
  float data[4] = {1, 2, 3, 4};
  Ref<Client> client = makeClient();
  Ref<Buffer> buffer = fromHost(client, data, ElementType::F32, {4});
  ASSERT_TRUE(buffer->addExternalReference().ok());
  client = nullptr;
  EXPECT_EQ(toHost<float>(*buffer)[2], 3);
  EXPECT_EQ(buffer->memory().kind(), "device");
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
