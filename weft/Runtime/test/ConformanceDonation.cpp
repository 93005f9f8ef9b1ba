// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that calls give away: who has their bytes, and when they are back.

#include "weft/Runtime/test/ClientConformance.h"

#include <atomic>
#include <thread>

namespace weft::runtime::testing {

TEST_P(ClientConformance, DonatedStorageBecomesTheResults) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 4));
  Ref<Buffer> argument = array({1, 2, 3, 4});
  ASSERT_TRUE(argument->readyEvent()->await().ok());
  void *before = (*argument->acquireRead())->storage().address();
  auto execution = call(*program, {argument.get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  Ref<Buffer> result = execution->results[0][0];
  EXPECT_EQ((*result->acquireRead())->storage().address(), before);
  EXPECT_EQ(valuesOf(*result), (Floats{2, 3, 4, 5}));
}

TEST_P(ClientConformance, DonatedArraysAreGone) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 4));
  Ref<Buffer> argument = array({1, 2, 3, 4});
  auto execution = call(*program, {argument.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_TRUE(argument->isRemoved());
  float read[4];
  EXPECT_EQ(argument->toHost(read, 16)->await(),
            Status::invalidArgument(
                "array f32[4] was donated to a computation and cannot be used "
                "again: buffer has been deleted or donated"));
  EXPECT_EQ(call(*program, {argument.get()}).status().code(),
            StatusCode::InvalidArgument);
}

TEST_P(ClientConformance, DeletedArraysCannotBeDonated) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 1));
  Ref<Buffer> argument = array({1});
  argument->remove();
  EXPECT_EQ(call(*program, {argument.get()}).status(),
            argument->acquireRead().status());
}

TEST_P(ClientConformance, DonatingTwiceInOneCallChangesNothing) {
  auto program = load(TestProgram::Add, donating(2, 1, 1));
  Ref<Buffer> argument = array({1});
  EXPECT_EQ(
      call(*program, {argument.get(), argument.get()}).status(),
      Status::invalidArgument("argument 0 of '" + program->manifest().name +
                              "' is donated and given a second time in the "
                              "same call: copy it, or do not donate it"));
  EXPECT_FALSE(argument->isRemoved());
  EXPECT_EQ(valuesOf(*argument), Floats{1});
}

TEST_P(ClientConformance, DonationsOfRefusedCallsGoBack) {
  auto program = load(TestProgram::Add, donating(2, 1, 1));
  Ref<Buffer> donated = array({1});
  Ref<Buffer> deleted = array({1});
  deleted->remove();
  EXPECT_FALSE(call(*program, {donated.get(), deleted.get()}).ok());
  EXPECT_FALSE(donated->isRemoved());
  EXPECT_EQ(valuesOf(*donated), Floats{1});
}

TEST_P(ClientConformance, DonationCanBeDeclined) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 1));
  Ref<Buffer> argument = array({1});
  ExecuteOptions options;
  options.nonDonatableParameters = {7, 0, -1};
  auto execution = call(*program, {argument.get()}, options);
  ASSERT_TRUE(outcomeOf(execution).ok());
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
  EXPECT_EQ(valuesOf(*argument), Floats{1});
}

TEST_P(ClientConformance, DonatedBytesThatSomebodyReadsAreNotOverwritten) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 1));
  Ref<Buffer> argument = array({1});
  Ref<Buffer> reader = *argument->bitcast(floats(1));
  auto execution = call(*program, {argument.get()});
  ASSERT_TRUE(outcomeOf(execution).ok());
  EXPECT_TRUE(argument->isRemoved());
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
  EXPECT_EQ(valuesOf(*reader), Floats{1});
}

TEST_P(ClientConformance, DonatedBytesAreNotOverwrittenUnderACopy) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 300'001));
  Ref<Buffer> argument = array(Floats(300'001, 1));
  Floats read(300'001);
  Ref<Event> done = argument->toHost(read.data(), argument->byteSize());
  auto execution = call(*program, {argument.get()});
  ASSERT_TRUE(outcomeOf(execution).ok());
  ASSERT_TRUE(done->await().ok());
  EXPECT_EQ(read, Floats(300'001, 1));
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats(300'001, 2));
}

TEST_P(ClientConformance, ArraysAreDonatedOnceByManyThreads) {
  auto program = load(TestProgram::AddOne, donating(1, 1, 1));
  for (int round = 0; round < 20; ++round) {
    Ref<Buffer> prey = array({0});
    std::atomic<int> eaten = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        auto execution = call(*program, {prey.get()});
        if (execution.ok()) {
          ++eaten;
          EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{1});
        }
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    EXPECT_EQ(eaten, 1);
  }
}

} // namespace weft::runtime::testing
