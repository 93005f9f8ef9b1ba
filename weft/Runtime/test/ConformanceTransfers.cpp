// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes and arrays between the host and memories, and between memories.

#include "weft/Runtime/test/ClientConformance.h"

#include <numeric>

namespace weft::runtime::testing {
namespace {

/// Empty, small, odd, around an alignment, and large enough for another thread.
constexpr uint64_t kSizes[] = {0, 1, 3, 63, 64, 65, 4097, (1 << 20) + 3};

std::vector<char> someBytes(uint64_t size) {
  std::vector<char> bytes(size);
  for (uint64_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<char>(i * 37 + i / 251 + 1);
  }
  return bytes;
}

Ref<Storage> storageWith(Memory &memory, const std::vector<char> &bytes) {
  Ref<Storage> storage = *memory.allocate(bytes.size());
  Status status = memory
                      .write(bytes.data(), HostBytes::UnchangedUntilDone,
                             {storage, 0, bytes.size()})
                      ->await();
  EXPECT_TRUE(status.ok()) << status;
  return storage;
}

std::vector<char> bytesOf(Memory &memory, const Ref<Storage> &storage) {
  std::vector<char> bytes(storage->size());
  Status status =
      memory.read({storage, 0, storage->size()}, bytes.data())->await();
  EXPECT_TRUE(status.ok()) << status;
  return bytes;
}

} // namespace

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, BytesOfAnySizeGoThereAndBack) {
  for (Memory *memory : device().memories()) {
    for (uint64_t size : kSizes) {
      SCOPED_TRACE(memory->kind() + " " + std::to_string(size));
      std::vector<char> bytes = someBytes(size);
      EXPECT_EQ(bytesOf(*memory, storageWith(*memory, bytes)), bytes);
    }
  }
}

TEST_P(ClientConformance, SomeOfTheBytesAreRead) {
  std::vector<char> bytes = someBytes(1000);
  Ref<Storage> storage = storageWith(memory(), bytes);
  std::vector<char> some(17, 'x');
  ASSERT_TRUE(memory().read({storage, 3, 14}, some.data())->await().ok());
  EXPECT_TRUE(std::equal(bytes.begin() + 3, bytes.begin() + 17, some.begin()));
  EXPECT_EQ(some[14], 'x');
}

TEST_P(ClientConformance, SomeOfTheBytesAreWritten) {
  std::vector<char> bytes = someBytes(1000);
  Ref<Storage> storage = storageWith(memory(), bytes);
  ASSERT_TRUE(
      memory()
          .write("hello", HostBytes::UnchangedUntilDone, {storage, 501, 5})
          ->await()
          .ok());
  std::copy_n("hello", 5, bytes.begin() + 501);
  EXPECT_EQ(bytesOf(memory(), storage), bytes);
}

TEST_P(ClientConformance, ReadingOutsideIsRefusedWithNumbers) {
  Ref<Storage> storage = storageWith(memory(), someBytes(16));
  char byte = 'x';
  EXPECT_EQ(memory().read({storage, 8, 9}, &byte)->await(),
            Status::invalidArgument(
                "9 bytes at offset 8 are not inside of an array of 16 bytes "
                "in " +
                memory().toString()));
  EXPECT_FALSE(memory().read({storage, 17, 0}, &byte)->await().ok());
  EXPECT_FALSE(memory().read({storage, UINT64_MAX, 2}, &byte)->await().ok());
  EXPECT_FALSE(memory().read({nullptr, 0, 1}, &byte)->await().ok());
  EXPECT_EQ(byte, 'x');
}

TEST_P(ClientConformance, WritingOutsideIsRefusedAndChangesNothing) {
  std::vector<char> bytes = someBytes(16);
  Ref<Storage> storage = storageWith(memory(), bytes);
  for (const StorageRange &range :
       {StorageRange{storage, 12, 5}, StorageRange{storage, 17, 1},
        StorageRange{storage, UINT64_MAX - 1, 4}}) {
    EXPECT_EQ(memory()
                  .write("hello", HostBytes::UnchangedDuringCall, range)
                  ->await()
                  .code(),
              StatusCode::InvalidArgument);
  }
  EXPECT_EQ(bytesOf(memory(), storage), bytes);
}

TEST_P(ClientConformance, TheEndOfAStorageIsInsideForNoBytes) {
  Ref<Storage> storage = storageWith(memory(), someBytes(16));
  EXPECT_TRUE(memory().read({storage, 16, 0}, nullptr)->await().ok());
}

TEST_P(ClientConformance, BytesPromisedForTheCallMayChangeAfterIt) {
  for (uint64_t size : {uint64_t(5), uint64_t(1) << 20}) {
    std::vector<char> bytes = someBytes(size);
    Ref<Storage> storage = *memory().allocate(size);
    std::vector<char> source = bytes;
    Ref<Event> written = memory().write(
        source.data(), HostBytes::UnchangedDuringCall, {storage, 0, size});
    std::fill(source.begin(), source.end(), 'x');
    ASSERT_TRUE(written->await().ok());
    EXPECT_EQ(bytesOf(memory(), storage), bytes);
  }
}

TEST_P(ClientConformance, BytesAreCopiedBetweenAllMemories) {
  for (uint64_t size : kSizes) {
    std::vector<char> bytes = someBytes(size);
    for (Memory *from : client->memories()) {
      Ref<Storage> source = storageWith(*from, bytes);
      for (Memory *to : client->memories()) {
        SCOPED_TRACE(from->toString() + " to " + to->toString() + ", " +
                     std::to_string(size));
        Ref<Storage> destination = *to->allocate(size);
        Ref<Event> copied =
            from->copy({source, 0, size}, *to, {destination, 0, size});
        ASSERT_TRUE(copied->await().ok()) << copied->status();
        EXPECT_EQ(bytesOf(*to, destination), bytes);
      }
    }
  }
}

TEST_P(ClientConformance, SomeOfTheBytesAreCopied) {
  std::vector<char> bytes = someBytes(100);
  Ref<Storage> source = storageWith(memory(0), bytes);
  std::vector<char> expected(50, '-');
  Ref<Storage> destination = storageWith(memory(1), expected);
  ASSERT_TRUE(memory(0)
                  .copy({source, 90, 10}, memory(1), {destination, 1, 10})
                  ->await()
                  .ok());
  std::copy_n(bytes.begin() + 90, 10, expected.begin() + 1);
  EXPECT_EQ(bytesOf(memory(1), destination), expected);
}

TEST_P(ClientConformance, CopyingOutsideIsRefusedAndChangesNothing) {
  Ref<Storage> source = storageWith(memory(0), someBytes(16));
  std::vector<char> before(16, '-');
  Ref<Storage> destination = storageWith(memory(1), before);
  auto statusOf = [&](StorageRange from, StorageRange to) {
    return memory(0).copy(std::move(from), memory(1), std::move(to))->await();
  };
  EXPECT_FALSE(statusOf({source, 8, 9}, {destination, 0, 9}).ok());
  EXPECT_FALSE(statusOf({source, 0, 9}, {destination, 8, 9}).ok());
  EXPECT_EQ(statusOf({source, 0, 9}, {destination, 0, 8}),
            Status::invalidArgument("9 bytes were to be copied to 8"));
  EXPECT_EQ(bytesOf(memory(1), destination), before);
}

TEST_P(ClientConformance, BytesAreNotCopiedToAnotherClient) {
  Ref<Client> other = kind->create({});
  Memory &elsewhere = other->devices()[0]->defaultMemory();
  Ref<Storage> source = storageWith(memory(), someBytes(4));
  Ref<Storage> destination = storageWith(elsewhere, someBytes(4));
  EXPECT_EQ(
      memory().copy({source, 0, 4}, elsewhere, {destination, 0, 4})->await(),
      Status::invalidArgument("memory " + elsewhere.toString() +
                              " belongs to another client"));
}

TEST_P(ClientConformance, CopiesKeepWhatTheyUse) {
  std::vector<char> bytes = someBytes((1 << 20) + 3);
  std::vector<char> read(bytes.size());
  Ref<Storage> source = storageWith(memory(), bytes);
  Ref<Event> done =
      memory().read({std::move(source), 0, bytes.size()}, read.data());
  client = nullptr;
  ASSERT_TRUE(done->await().ok());
  EXPECT_EQ(read, bytes);
}

TEST_P(ClientConformance, CopiesThatAreDoneHoldNothing) {
  for (Memory *from : device().memories()) {
    for (Memory *to : device().memories()) {
      for (uint64_t size : {uint64_t(5), uint64_t(1) << 20}) {
        Ref<Storage> source = storageWith(*from, someBytes(size));
        Ref<Storage> destination = *to->allocate(size);
        Ref<Event> done =
            from->copy({source, 0, size}, *to, {destination, 0, size});
        // Who hears of the end first finds them free.
        Ref<Event> looked = Event::pending();
        done->onReady([&](const Status &) {
          EXPECT_TRUE(source->isUniquelyReferenced());
          EXPECT_TRUE(destination->isUniquelyReferenced());
          looked->set();
        });
        looked->await();
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, ArraysOfAnySizeGoThereAndBack) {
  for (Memory *memory : device().memories()) {
    for (size_t size : {0, 1, 3, 1000, 300'001}) {
      SCOPED_TRACE(memory->kind() + " " + std::to_string(size));
      std::vector<float> values(size);
      std::iota(values.begin(), values.end(), 0.5f);
      Ref<Buffer> buffer = array(values, *memory);
      EXPECT_EQ(&buffer->memory(), memory);
      EXPECT_EQ(valuesOf(*buffer), values);
    }
  }
}

TEST_P(ClientConformance, ArraysComeWithAnyStrides) {
  float data[12];
  std::iota(data, data + 12, 0.0f);
  std::vector<int64_t> dimensions = {4, 3};
  std::vector<int64_t> strides = {4, 16};
  Ref<Event> done;
  auto buffer =
      client->fromHost({data, ElementType::F32, dimensions, strides}, memory(),
                       HostSemantics::ImmutableOnlyDuringCall, done);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  std::fill(data, data + 12, -1.0f);
  EXPECT_EQ(valuesOf(**buffer),
            (std::vector<float>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
}

TEST_P(ClientConformance, ArraysGoWithAnyStrides) {
  Ref<Buffer> buffer = array({0, 1, 2, 3});
  std::vector<float> read(7, -1);
  HostLayout layout;
  layout.byteStrides = std::vector<int64_t>{8};
  ASSERT_EQ(*buffer->hostSize(layout), 28u);
  ASSERT_TRUE(buffer->toHost(read.data(), 28, layout)->await().ok());
  EXPECT_EQ(read, (std::vector<float>{0, -1, 1, -1, 2, -1, 3}));
}

TEST_P(ClientConformance, LargeArraysAreTurnedOnTheirWay) {
  constexpr int64_t kSide = 700;
  std::vector<float> data(kSide * kSide);
  std::iota(data.begin(), data.end(), 0.0f);
  std::vector<int64_t> dimensions = {kSide, kSide};
  std::vector<int64_t> columns = {0, 1};
  Ref<Event> done;
  auto buffer = client->fromHost(
      {data.data(), ElementType::F32, dimensions, std::nullopt}, memory(),
      HostSemantics::ImmutableUntilTransferCompletes, done, columns);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  EXPECT_TRUE(done->await().ok());
  EXPECT_EQ(valuesOf(**buffer), data);
  // As they lie: column by column.
  float second = 0;
  ASSERT_TRUE((*buffer)->rawToHost(&second, 4, 4)->await().ok());
  EXPECT_EQ(second, static_cast<float>(kSide));
}

TEST_P(ClientConformance, BooleansArriveAsZeroOrOne) {
  uint8_t odd[6] = {96, 1, 0, 2, 255, 0};
  std::vector<int64_t> dimensions = {6};
  for (HostSemantics semantics :
       {HostSemantics::ImmutableOnlyDuringCall,
        HostSemantics::ImmutableUntilTransferCompletes,
        HostSemantics::ImmutableZeroCopy}) {
    Ref<Event> done;
    auto buffer = client->fromHost({odd, ElementType::Pred, dimensions, {}},
                                   memory(), semantics, done);
    ASSERT_TRUE(buffer.ok()) << buffer.status();
    uint8_t read[6];
    ASSERT_TRUE((*buffer)->toHost(read, 6)->await().ok());
    EXPECT_EQ(std::vector<uint8_t>(read, read + 6),
              (std::vector<uint8_t>{1, 1, 0, 1, 1, 0}));
  }
  EXPECT_EQ(odd[0], 96);
}

TEST_P(ClientConformance, OnlyBooleansAreChangedOnTheirWay) {
  uint8_t odd[3] = {96, 1, 255};
  std::vector<int64_t> dimensions = {3};
  Ref<Event> done;
  auto buffer =
      client->fromHost({odd, ElementType::U8, dimensions, {}}, memory(),
                       HostSemantics::ImmutableOnlyDuringCall, done);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  uint8_t read[3];
  ASSERT_TRUE((*buffer)->toHost(read, 3)->await().ok());
  EXPECT_EQ(read[0], 96);
  EXPECT_EQ(read[2], 255);
}

TEST_P(ClientConformance, ScalarsGoThereAndBack) {
  double one = 1;
  Ref<Event> done;
  auto buffer = client->fromHost({&one, ElementType::F64, {}, {}}, memory(),
                                 HostSemantics::ImmutableOnlyDuringCall, done);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  double read = 0;
  ASSERT_TRUE((*buffer)->toHost(&read, 8)->await().ok());
  EXPECT_EQ(read, 1);
}

TEST_P(ClientConformance, HostMemoryIsTheCallersAgainAfterTheCall) {
  std::vector<float> data(300'000, 7);
  std::vector<int64_t> dimensions = {300'000};
  Ref<Event> done;
  auto buffer = client->fromHost(
      {data.data(), ElementType::F32, dimensions, std::nullopt}, memory(),
      HostSemantics::ImmutableOnlyDuringCall, done);
  ASSERT_TRUE(buffer.ok());
  EXPECT_TRUE(done->isReady());
  std::fill(data.begin(), data.end(), 8.0f);
  EXPECT_EQ(valuesOf(**buffer), std::vector<float>(300'000, 7));
}

TEST_P(ClientConformance, HostMemoryIsTheCallersAgainAfterItsEvent) {
  std::vector<float> data(300'000, 7);
  std::vector<int64_t> dimensions = {300'000};
  for (HostSemantics semantics :
       {HostSemantics::ImmutableUntilTransferCompletes,
        HostSemantics::ImmutableZeroCopy, HostSemantics::MutableZeroCopy}) {
    Ref<Event> done;
    {
      auto buffer = client->fromHost(
          {data.data(), ElementType::F32, dimensions, std::nullopt}, memory(),
          semantics, done);
      ASSERT_TRUE(buffer.ok());
      EXPECT_EQ(valuesOf(**buffer), data);
    }
    EXPECT_TRUE(done->await().ok());
  }
}

TEST_P(ClientConformance, TokensHaveNoBytes) {
  Ref<Event> done;
  auto token = client->fromHost({nullptr, ElementType::Token, {}, {}}, memory(),
                                HostSemantics::ImmutableOnlyDuringCall, done);
  ASSERT_TRUE(token.ok()) << token.status();
  char byte = 'x';
  EXPECT_TRUE((*token)->toHost(&byte, 0)->await().ok());
  EXPECT_TRUE((*(*token)->copyTo(memory(1)))->readyEvent()->await().ok());
  EXPECT_EQ(byte, 'x');
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, ArraysNeedAnAddressAndAMemoryOfTheClient) {
  std::vector<int64_t> dimensions = {4};
  Ref<Event> done;
  EXPECT_EQ(client
                ->fromHost({nullptr, ElementType::F32, dimensions, {}},
                           memory(), HostSemantics::ImmutableOnlyDuringCall,
                           done)
                .status(),
            Status::invalidArgument("array f32[4] was given at address null"));
  Ref<Client> other = kind->create({});
  float data[4] = {};
  EXPECT_EQ(other
                ->fromHost({data, ElementType::F32, dimensions, {}}, memory(),
                           HostSemantics::ImmutableOnlyDuringCall, done)
                .status(),
            Status::invalidArgument("memory " + memory().toString() +
                                    " belongs to another client"));
}

TEST_P(ClientConformance, DestinationsMustBeLargeEnough) {
  Ref<Buffer> buffer = array({1, 2, 3, 4});
  float read[4] = {};
  EXPECT_EQ(buffer->toHost(read, 15)->await(),
            Status::invalidArgument(
                "array f32[4] needs 16 bytes on the host, 15 were given"));
  EXPECT_EQ(read[0], 0);
}

TEST_P(ClientConformance, PartsOfArraysAreReadAsTheyLie) {
  Ref<Buffer> buffer = array({1, 2, 3, 4});
  float read[2] = {};
  ASSERT_TRUE(buffer->rawToHost(read, 8, 8)->await().ok());
  EXPECT_EQ(read[0], 3);
  EXPECT_EQ(read[1], 4);
  EXPECT_EQ(buffer->rawToHost(read, 8, 9)->await().code(),
            StatusCode::InvalidArgument);
  EXPECT_EQ(buffer->rawToHost(read, UINT64_MAX, 2)->await().code(),
            StatusCode::InvalidArgument);
}

TEST_P(ClientConformance, ArraysAreCopiedBetweenAllMemories) {
  std::vector<float> values(300'001);
  std::iota(values.begin(), values.end(), 0.0f);
  for (Memory *from : client->memories()) {
    Ref<Buffer> buffer = array(values, *from);
    for (Memory *to : client->memories()) {
      auto copy = buffer->copyTo(*to);
      ASSERT_TRUE(copy.ok()) << copy.status();
      EXPECT_EQ(&(*copy)->memory(), to);
      EXPECT_EQ(valuesOf(**copy), values);
    }
  }
}

TEST_P(ClientConformance, ArraysAreNotCopiedToAnotherClient) {
  Ref<Client> other = kind->create({});
  Memory &elsewhere = other->devices()[0]->defaultMemory();
  EXPECT_EQ(array({1})->copyTo(elsewhere).status(),
            Status::invalidArgument(
                "memory " + elsewhere.toString() +
                " belongs to another client; copy through the host"));
}

TEST_P(ClientConformance, CopiesAreArraysOfTheirOwn) {
  Ref<Buffer> buffer = array({1, 2});
  Ref<Buffer> copy = *buffer->copyTo(memory());
  buffer->remove();
  EXPECT_EQ(valuesOf(*copy), (std::vector<float>{1, 2}));
}

TEST_P(ClientConformance, ReadersWaitForTheArray) {
  PendingBuffer promised = pending(2);
  float read[2] = {};
  Ref<Event> done = promised.buffer->toHost(read, 8);
  Ref<Buffer> copy = *promised.buffer->copyTo(memory(1));
  EXPECT_FALSE(done->isReady());
  EXPECT_FALSE(copy->readyEvent()->isReady());
  arrive(promised, {3, 4});
  ASSERT_TRUE(done->await().ok());
  EXPECT_EQ(read[1], 4);
  EXPECT_EQ(valuesOf(*copy), (std::vector<float>{3, 4}));
}

TEST_P(ClientConformance, ReadersHearOfAFailure) {
  PendingBuffer promised = pending(2);
  float read[2] = {};
  Ref<Event> done = promised.buffer->toHost(read, 8);
  Ref<Buffer> copy = *promised.buffer->copyTo(memory(1));
  promised.ready->set(Status::dataLoss("gone"));
  EXPECT_EQ(done->await(), Status::dataLoss("gone"));
  EXPECT_EQ(copy->readyEvent()->await(), Status::dataLoss("gone"));
  EXPECT_EQ(promised.buffer->rawToHost(read, 0, 8)->await(),
            Status::dataLoss("gone"));
}

TEST_P(ClientConformance, FailedArraysHaveFailedFromTheStart) {
  Ref<Buffer> failed =
      client->createFailed(floats(2), memory(), Status::aborted("broken"));
  EXPECT_TRUE(failed->readyEvent()->isReady());
  float read[2];
  EXPECT_EQ(failed->toHost(read, 8)->await(), Status::aborted("broken"));
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, UninitializedArraysAreReadyAtOnce) {
  auto buffer = client->createUninitialized(floats(5), memory());
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  EXPECT_TRUE((*buffer)->readyEvent()->isReady());
  EXPECT_EQ(valuesOf(**buffer).size(), 5u);
}

TEST_P(ClientConformance, MemoriesGiveAddressesToThoseWhoUnderstandThem) {
  for (Memory *memory : device().memories()) {
    Ref<Buffer> buffer = array({1, 2}, *memory);
    ASSERT_TRUE(buffer->readyEvent()->await().ok());
    auto address = buffer->dataPointer();
    alignas(kAlignment) float here[2] = {5, 6};
    auto view = client->createView(here, floats(2), *memory, nullptr);
    if (memory->isHostMemory()) {
      ASSERT_TRUE(address.ok() && view.ok());
      EXPECT_EQ(static_cast<float *>(*address)[1], 2);
      EXPECT_EQ(valuesOf(**view), (std::vector<float>{5, 6}));
    } else if (memory->sharedQueues() != nullptr) {
      // Those of the device, for others that use it.
      ASSERT_TRUE(address.ok());
      auto again = client->createView(*address, floats(2), *memory, nullptr,
                                      memory->sharedQueues()->arriving());
      ASSERT_TRUE(again.ok());
      EXPECT_EQ(valuesOf(**again), (std::vector<float>{1, 2}));
      // What programs cannot load from as they want to is copied.
      bool isReleased = false;
      auto second =
          client->createView(static_cast<float *>(*address) + 1, floats(1),
                             *memory, [&] { isReleased = true; });
      ASSERT_TRUE(second.ok()) << second.status();
      auto elsewhere = (*second)->dataPointer();
      ASSERT_TRUE(elsewhere.ok());
      EXPECT_EQ(reinterpret_cast<uintptr_t>(*elsewhere) % kAlignment, 0u);
      EXPECT_EQ(valuesOf(**second), (std::vector<float>{2}));
      ASSERT_TRUE(client->drain(std::chrono::seconds(60)));
      EXPECT_TRUE(isReleased);
    } else {
      Status refusal = Status::unimplemented("memory " + memory->toString() +
                                             " has no addresses for the host");
      EXPECT_EQ(address.status(), refusal);
      EXPECT_EQ(view.status(), refusal);
    }
  }
}

TEST_P(ClientConformance, TheSameBytesUnderAnotherType) {
  Ref<Buffer> buffer = array({1, 2, 3, 4});
  auto square = buffer->bitcast(
      *ArrayType::create(ElementType::S32, std::vector<int64_t>{2, 2}));
  ASSERT_TRUE(square.ok()) << square.status();
  buffer->remove();
  int32_t read[4];
  ASSERT_TRUE((*square)->toHost(read, 16)->await().ok());
  EXPECT_EQ(read[0], 0x3f800000);
  EXPECT_FALSE((*square)->bitcast(floats(3)).ok());
}

//===----------------------------------------------------------------------===//
// Deletion
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, DeletedArraysAreGone) {
  Ref<Buffer> buffer = array({1, 2, 3, 4});
  ASSERT_TRUE(buffer->readyEvent()->await().ok());
  buffer->remove();
  buffer->remove();
  EXPECT_TRUE(buffer->isRemoved());
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
  float read[4];
  Status refusal = Status::invalidArgument(
      "array f32[4] was deleted and cannot be used again: buffer has been "
      "deleted or donated");
  EXPECT_EQ(buffer->toHost(read, 16)->await(), refusal);
  EXPECT_EQ(buffer->rawToHost(read, 0, 16)->await(), refusal);
  EXPECT_EQ(buffer->copyTo(memory(1)).status(), refusal);
  EXPECT_EQ(buffer->acquireDonation().status(), refusal);
  EXPECT_EQ(buffer->addExternalReference(), refusal);
}

TEST_P(ClientConformance, DeletionDoesNotDisturbReaders) {
  std::vector<float> values(300'001);
  std::iota(values.begin(), values.end(), 0.0f);
  Ref<Buffer> buffer = array(values);
  std::vector<float> read(values.size());
  Ref<Event> done = buffer->toHost(read.data(), buffer->byteSize());
  Ref<Buffer> copy = *buffer->copyTo(memory(1));
  buffer->remove();
  ASSERT_TRUE(done->await().ok());
  EXPECT_EQ(read, values);
  EXPECT_EQ(valuesOf(*copy), values);
}

TEST_P(ClientConformance, ArraysMayBeDeletedBeforeTheyArrive) {
  PendingBuffer promised = pending(4);
  promised.buffer->remove();
  arrive(promised, {1, 2, 3, 4});
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, ExternalReferencesKeepTheBytes) {
  Ref<Buffer> buffer = array({1, 2, 3, 4});
  ASSERT_TRUE(buffer->readyEvent()->await().ok());
  ASSERT_TRUE(buffer->addExternalReference().ok());
  buffer->remove();
  EXPECT_GT(memory().stats().bytesInUse, 0u);
  EXPECT_TRUE(buffer->dropExternalReference().ok());
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
  EXPECT_FALSE(buffer->dropExternalReference().ok());
}

} // namespace weft::runtime::testing
