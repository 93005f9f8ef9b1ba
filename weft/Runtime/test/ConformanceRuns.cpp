// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs: arguments, results, events, several devices.

#include "weft/Runtime/test/ClientConformance.h"

namespace weft::runtime::testing {

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, ProgramsCompute) {
  auto program = load(TestProgram::Add, manifestOf(2, 1, 3));
  Ref<Buffer> left = array({1, 2, 3});
  Ref<Buffer> right = array({10, 20, 30});
  auto execution = call(*program, {left.get(), right.get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  EXPECT_EQ(valuesOf(*execution->results[0][0]), (Floats{11, 22, 33}));
}

TEST_P(ClientConformance, OneArrayMayBeSeveralArguments) {
  auto program = load(TestProgram::Add, manifestOf(2, 1, 2));
  Ref<Buffer> both = array({1, 2});
  auto execution = call(*program, {both.get(), both.get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  EXPECT_EQ(valuesOf(*execution->results[0][0]), (Floats{2, 4}));
}

TEST_P(ClientConformance, ResultsKnowTypeAndMemory) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 3));
  auto execution = call(*program, {array({1, 2, 3}).get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_EQ(execution->results[0][0]->type(), floats(3));
  EXPECT_EQ(&execution->results[0][0]->memory(), &memory());
}

TEST_P(ClientConformance, ResultsGoToTheKindOfMemoryThatIsAskedFor) {
  Memory *other = otherMemory();
  if (!other) {
    GTEST_SKIP() << "the device has one memory";
  }
  Manifest manifest = manifestOf(1, 1, 2);
  manifest.results[0].memoryKind = other->kind();
  auto program = load(TestProgram::AddOne, manifest);
  auto execution = call(*program, {array({1, 2}).get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  EXPECT_EQ(&execution->results[0][0]->memory(), other);
  EXPECT_EQ(valuesOf(*execution->results[0][0]), (Floats{2, 3}));
}

TEST_P(ClientConformance, ResultsNeedAMemoryThatExists) {
  Manifest manifest = donating(1, 1, 2);
  manifest.results[0].memoryKind = "moon";
  auto program = load(TestProgram::AddOne, manifest);
  Ref<Buffer> argument = array({1, 2});
  Status refused = call(*program, {argument.get()}).status();
  EXPECT_EQ(refused.code(), StatusCode::InvalidArgument);
  EXPECT_NE(refused.message().find("no memory of kind 'moon'"),
            std::string::npos)
      << refused;
  // A call that is refused leaves its arguments alone.
  EXPECT_FALSE(argument->isRemoved());
}

TEST_P(ClientConformance, CallsWaitForTheirArguments) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_FALSE(execution->done[0]->isReady());
  arrive(promised, {1});
  EXPECT_TRUE(execution->done[0]->await().ok());
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
}

TEST_P(ClientConformance, LongChainsOfCallsWait) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  Ref<Buffer> last = promised.buffer;
  for (int i = 0; i < 5000; ++i) {
    last = call(*program, {last.get()})->results[0][0];
  }
  EXPECT_FALSE(last->readyEvent()->isReady());
  arrive(promised, {10});
  EXPECT_EQ(valuesOf(*last), Floats{5010});
}

TEST_P(ClientConformance, FailedArgumentsFailTheResults) {
  auto program = load(TestProgram::Add, manifestOf(2, 1, 1));
  Ref<Buffer> right = array({1});
  Ref<Buffer> failed =
      client->createFailed(floats(1), memory(), Status::outOfRange("lost"));
  auto execution = call(*program, {right.get(), failed.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_EQ(execution->done[0]->await(), Status::outOfRange("lost"));
  EXPECT_EQ(execution->results[0][0]->readyEvent()->await(),
            Status::outOfRange("lost"));
}

TEST_P(ClientConformance, CallsWithTheWrongArgumentsSayWhatIsWrong) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 4));
  std::string name = "'" + program->manifest().name + "'";
  Ref<Buffer> right = array({1, 2, 3, 4});
  Ref<Buffer> shorter = array({1});
  Ref<Buffer> elsewhere = array({1, 2, 3, 4}, 1);
  Ref<Client> other = kind->create({});
  Ref<Buffer> foreign =
      array({1, 2, 3, 4}, other->devices()[0]->defaultMemory());
  auto refusal = [&](std::vector<Buffer *> arguments) {
    Status status = call(*program, std::move(arguments)).status();
    EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
    return status.message();
  };
  EXPECT_EQ(refusal({}), "the program " + name +
                             " takes 1 arguments, 0 were "
                             "given");
  EXPECT_EQ(refusal({right.get(), right.get()}),
            "the program " + name + " takes 1 arguments, 2 were given");
  EXPECT_EQ(refusal({nullptr}), "argument 0 of " + name + " is null");
  EXPECT_EQ(refusal({shorter.get()}),
            "argument 0 of " + name +
                " is f32[1] where the program declares f32[4]");
  EXPECT_EQ(refusal({elsewhere.get()}), "argument 0 of " + name + " is on " +
                                            device(1).description().toString +
                                            ", the program runs on " +
                                            device(0).description().toString);
  EXPECT_EQ(call(*program, {foreign.get()}).status().code(),
            StatusCode::InvalidArgument);
}

TEST_P(ClientConformance, DeletedArgumentsAreRefused) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  argument->remove();
  EXPECT_EQ(call(*program, {argument.get()}).status(),
            argument->acquireRead().status());
}

TEST_P(ClientConformance, ArgumentsMayBeDeletedOnceTheCallHasThem) {
  auto program = load(TestProgram::Add, manifestOf(2, 1, 1));
  PendingBuffer promised = pending(1);
  Ref<Buffer> other = array({5});
  auto execution = call(*program, {promised.buffer.get(), other.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  other->remove();
  promised.buffer->remove();
  arrive(promised, {1});
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{6});
}

TEST_P(ClientConformance, RunsThatAreDoneHoldNoArguments) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  Ref<Storage> storage = promised.storage;
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  promised.buffer->remove();
  Ref<Event> looked = Event::pending();
  execution->done[0]->onReady([&](const Status &) {
    EXPECT_TRUE(storage->isUniquelyReferenced());
    looked->set();
  });
  arrive(promised, {1});
  EXPECT_TRUE(looked->await().ok());
}

TEST_P(ClientConformance, ResultsMayBeDeletedBeforeTheyAreThere) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  execution->results[0][0]->remove();
  promised.buffer->remove();
  arrive(promised, {1});
  EXPECT_TRUE(execution->done[0]->await().ok());
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, DeletedProgramsTakeNoCalls) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  program->remove();
  EXPECT_TRUE(program->isRemoved());
  EXPECT_EQ(call(*program, {array({1}).get()}).status(),
            Status::failedPrecondition("the program '" +
                                       program->manifest().name +
                                       "' has been deleted"));
}

TEST_P(ClientConformance, DeletedProgramsEndTheirRuns) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  program->remove();
  program = nullptr;
  arrive(promised, {1});
  EXPECT_TRUE(outcomeOf(execution).ok());
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
}

TEST_P(ClientConformance, ResultsBeyondTheLimitFailTheRun) {
  client = kind->create({.devices = 1, .memoryLimit = 1024});
  auto program = load(TestProgram::AddOne, manifestOf(1, 2, 128));
  Ref<Buffer> argument = array(Floats(128, 1));
  auto execution = call(*program, {argument.get()});
  EXPECT_EQ(outcomeOf(execution).code(), StatusCode::ResourceExhausted);
  execution = Status::internal("");
  argument = nullptr;
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, CallbacksFindTheResult) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  float read = 0;
  Ref<Event> told = Event::pending();
  Buffer &result = *execution->results[0][0];
  result.readyEvent()->onReady([&](const Status &status) {
    EXPECT_TRUE(status.ok()) << status;
    result.toHost(&read, 4)->onReady(
        [&](const Status &outcome) { told->set(outcome); });
  });
  arrive(promised, {1});
  EXPECT_TRUE(told->await().ok());
  EXPECT_EQ(read, 2);
}

TEST_P(ClientConformance, CallbacksMayCallPrograms) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  Ref<Event> told = Event::pending();
  Ref<Buffer> second;
  execution->done[0]->onReady([&](const Status &) {
    auto next = call(*program, {execution->results[0][0].get()});
    second = next->results[0][0];
    told->set(next.status());
  });
  arrive(promised, {1});
  ASSERT_TRUE(told->await().ok());
  EXPECT_EQ(valuesOf(*second), Floats{3});
}

TEST_P(ClientConformance, CallbacksHearOfFailures) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  Ref<Event> told = Event::pending();
  execution->results[0][0]->readyEvent()->onReady(
      [told](const Status &status) { told->set(status); });
  promised.ready->set(Status::dataLoss("lost"));
  EXPECT_EQ(told->await(), Status::dataLoss("lost"));
}

TEST_P(ClientConformance, EventsOutliveEverything) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  auto execution = call(*program, {array({1}).get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  Ref<Event> ready = execution->results[0][0]->readyEvent();
  execution = Status::internal("");
  program = nullptr;
  client = nullptr;
  EXPECT_TRUE(ready->await().ok());
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, EachDeviceKnowsItsPart) {
  if (!kind->runsOnSeveralDevices()) {
    GTEST_SKIP() << "programs run on one device";
  }
  for (bool areReplicas : {false, true}) {
    Manifest manifest = manifestOf(0, 1, 3);
    (areReplicas ? manifest.replicas : manifest.partitions) = 2;
    manifest.deviceIds = {1, 0};
    auto program = load(TestProgram::Whereabouts, manifest);
    EXPECT_EQ(program->devices()[0], &device(1));
    std::vector<std::vector<Buffer *>> none(2);
    auto execution = program->execute(none, {});
    ASSERT_TRUE(execution.ok()) << execution.status();
    ASSERT_EQ(execution->results.size(), 2u);
    EXPECT_TRUE(execution->done[1]->await().ok());
    EXPECT_EQ(valuesOf(*execution->results[0][0]), (Floats{0, 0, 1}));
    EXPECT_EQ(valuesOf(*execution->results[1][0]),
              (areReplicas ? Floats{1, 0, 0} : Floats{0, 1, 0}));
    EXPECT_EQ(&execution->results[0][0]->device(), &device(1));
    EXPECT_EQ(&execution->results[1][0]->device(), &device(0));
  }
}

TEST_P(ClientConformance, EachDeviceHasItsArguments) {
  if (!kind->runsOnSeveralDevices()) {
    GTEST_SKIP() << "programs run on one device";
  }
  Manifest manifest = manifestOf(1, 1, 1);
  manifest.replicas = 2;
  manifest.deviceIds = {0, 1};
  auto program = load(TestProgram::AddOne, manifest);
  Ref<Buffer> first = array({1}, 0);
  Ref<Buffer> second = array({10}, 1);
  std::vector<std::vector<Buffer *>> lists = {{first.get()}, {second.get()}};
  auto execution = program->execute(lists, {});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
  EXPECT_EQ(valuesOf(*execution->results[1][0]), Floats{11});
}

TEST_P(ClientConformance, AReplicaThatFailsFailsTheRunOnAllDevices) {
  if (!kind->runsOnSeveralDevices()) {
    GTEST_SKIP() << "programs run on one device";
  }
  Manifest manifest = manifestOf(1, 1, 1);
  manifest.replicas = 2;
  manifest.deviceIds = {0, 1};
  auto program = load(TestProgram::BrokenReplica, manifest);
  PendingBuffer promised = pending(1);
  Ref<Buffer> second = array({10}, 1);
  std::vector<std::vector<Buffer *>> lists = {{promised.buffer.get()},
                                              {second.get()}};
  auto execution = program->execute(lists, {});
  ASSERT_TRUE(execution.ok()) << execution.status();
  arrive(promised, {1});
  for (size_t i : {0, 1}) {
    EXPECT_EQ(execution->done[i]->await(), Status::internal(kBroken));
    EXPECT_EQ(execution->results[i][0]->readyEvent()->await(),
              Status::internal(kBroken));
  }
}

TEST_P(ClientConformance, ADonationOnOneDeviceGoesBackWhenAnotherIsRefused) {
  if (!kind->runsOnSeveralDevices()) {
    GTEST_SKIP() << "programs run on one device";
  }
  Manifest manifest = donating(1, 1, 1);
  manifest.replicas = 2;
  manifest.deviceIds = {0, 1};
  auto program = load(TestProgram::AddOne, manifest);
  Ref<Buffer> first = array({1}, 0);
  Ref<Buffer> deleted = array({10}, 1);
  deleted->remove();
  std::vector<std::vector<Buffer *>> lists = {{first.get()}, {deleted.get()}};
  EXPECT_FALSE(program->execute(lists, {}).ok());
  EXPECT_FALSE(first->isRemoved());
}

TEST_P(ClientConformance, CallsBringArgumentsForEachDevice) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  std::vector<std::vector<Buffer *>> lists = {{argument.get()},
                                              {argument.get()}};
  EXPECT_EQ(program->execute(lists, {}).status(),
            Status::invalidArgument("the program '" + program->manifest().name +
                                    "' runs on 1 devices, arguments were given "
                                    "for 2"));
}

TEST_P(ClientConformance, ProgramsStayOnTheirDevices) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  ExecuteOptions options;
  options.device = &device(1);
  EXPECT_EQ(
      call(*program, {array({1}, 1).get()}, options).status(),
      Status::invalidArgument("the program '" + program->manifest().name +
                              "' was compiled for its own devices and cannot "
                              "be run on " +
                              device(1).description().toString));
}

TEST_P(ClientConformance, PortableProgramsFollowTheCall) {
  Manifest manifest = manifestOf(1, 1, 1);
  manifest.deviceIds = {};
  auto program = load(TestProgram::AddOne, manifest);
  EXPECT_TRUE(program->devices().empty());
  EXPECT_EQ(program->deviceAssignment(), nullptr);
  ExecuteOptions options;
  options.device = &device(1);
  for (const ExecuteOptions &where : {options, ExecuteOptions()}) {
    auto execution = call(*program, {array({4}, 1).get()}, where);
    ASSERT_TRUE(execution.ok()) << execution.status();
    EXPECT_EQ(&execution->results[0][0]->device(), &device(1));
    EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{5});
  }
}

TEST_P(ClientConformance, ProgramsNeedDevicesOfTheClient) {
  Manifest manifest = manifestOf(1, 1, 1);
  manifest.deviceIds = {5};
  EXPECT_EQ(client->load(kind->compile(TestProgram::AddOne, manifest)).status(),
            Status::invalidArgument(
                "the program is for device 5, the client has devices 0 to 1"));
  manifest.replicas = 2;
  manifest.deviceIds = {1, 1};
  EXPECT_EQ(client->load(kind->compile(TestProgram::AddOne, manifest)).status(),
            Status::invalidArgument("device 1 is assigned twice"));
}

TEST_P(ClientConformance, AssignmentsAreAsLargeAsTheProgram) {
  DeviceAssignment assignment = *client->defaultDeviceAssignment(1, 2);
  Ref<const Executable> executable =
      kind->compile(TestProgram::AddOne, manifestOf(1, 1, 1));
  EXPECT_EQ(client->load(executable, &assignment).status(),
            Status::invalidArgument(
                "the program has 1 replicas of 1 partitions, the device "
                "assignment 1 of 2"));
  assignment = {1, 1, {1}};
  auto program = client->load(executable, &assignment);
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ((*program)->devices()[0], &device(1));
}

} // namespace weft::runtime::testing
