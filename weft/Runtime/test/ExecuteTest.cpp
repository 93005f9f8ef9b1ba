// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of programs on the CPU: which thread runs them, who hears of failures,
// and everything at once. What every client does: ClientConformance.h.

#include "FakeProgram.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

/// With how many threads a test runs.
class ExecuteTest : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override {
    CpuClientOptions options;
    options.threads = GetParam();
    options.deviceCount = 2;
    options.memoryLimit = 1 << 20;
    client = *createCpuClient(options, loader);
    loader->bodies["addOne"] = addOne;
  }

  Memory &memory() { return client->devices()[0]->defaultMemory(); }

  Ref<LoadedExecutable> load(Manifest manifest) {
    auto loaded = client->load(executableOf(std::move(manifest)));
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    return *loaded;
  }

  Ref<Buffer> vector(std::vector<float> values, int device = 0) {
    std::vector<int64_t> dimensions = {static_cast<int64_t>(values.size())};
    Ref<Event> done;
    return *client->fromHost(
        {values.data(), ElementType::F32, dimensions, std::nullopt},
        client->devices()[device]->defaultMemory(),
        HostSemantics::ImmutableOnlyDuringCall, done);
  }

  StatusOr<Execution> call(LoadedExecutable &program,
                           std::vector<Buffer *> arguments,
                           const ExecuteOptions &options = {}) {
    std::vector<std::vector<Buffer *>> lists = {std::move(arguments)};
    return program.execute(lists, options);
  }

  std::vector<float> read(const Ref<Buffer> &buffer) {
    std::vector<float> values(buffer->type().elementCount());
    Status status = buffer->toHost(values.data(), buffer->byteSize())->await();
    EXPECT_TRUE(status.ok()) << status;
    return values;
  }

  std::shared_ptr<FakeLoader> loader = std::make_shared<FakeLoader>();
  Ref<Client> client;
};

INSTANTIATE_TEST_SUITE_P(Threads, ExecuteTest, ::testing::Values(1, 2, 4));

TEST_P(ExecuteTest, FailedArgumentsFailTheResults) {
  bool ran = false;
  loader->bodies["never"] = [&](auto, auto &) {
    ran = true;
    return Status::success();
  };
  auto program = load(vectorManifest("never", 2, 2, 4));
  Ref<Buffer> failed =
      client->createFailed(vectorType(4), memory(), Status::outOfRange("lost"));
  auto execution = call(*program, {vector({1, 2, 3, 4}).get(), failed.get()});
  ASSERT_TRUE(execution.ok());
  EXPECT_EQ(execution->done[0]->await(), Status::outOfRange("lost"));
  for (const Ref<Buffer> &result : execution->results[0]) {
    EXPECT_EQ(result->readyEvent()->await(), Status::outOfRange("lost"));
  }
  EXPECT_FALSE(ran);
}

TEST_P(ExecuteTest, FailuresOfTheProgram) {
  loader->bodies["fails"] = [](auto, auto &) {
    return Status::internal("oh no");
  };
  auto program = load(vectorManifest("fails", 0, 1, 4));
  auto execution = call(*program, {});
  if (GetParam() == 1) {
    EXPECT_EQ(execution.status().message(), "oh no");
    return;
  }
  ASSERT_TRUE(execution.ok());
  EXPECT_EQ(execution->done[0]->await().message(), "oh no");
  float value;
  EXPECT_EQ(
      execution->results[0][0]->rawToHost(&value, 0, 4)->await().message(),
      "oh no");
}

TEST_P(ExecuteTest, CheapRunsFailAtTheCall) {
  loader->bodies["fails"] = [](auto, auto &) {
    return Status::internal("oh no");
  };
  Manifest manifest = vectorManifest("fails", 1, 1, 4);
  manifest.cost = {};
  manifest.parameters[0].aliasedResult = 0;
  auto program = load(manifest);
  Ref<Buffer> argument = vector({1, 2, 3, 4});
  EXPECT_EQ(call(*program, {argument.get()}).status(),
            Status::internal("oh no"));
  // The run may have written over it.
  EXPECT_TRUE(argument->isRemoved());
  argument = nullptr;
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ExecuteTest, RunsAfterAShortOneHappenInTheirCallersThread) {
  std::thread::id ranIn;
  bool isSlow = false;
  loader->bodies["loop"] = [&](std::span<RunPart>, auto &) {
    ranIn = std::this_thread::get_id();
    std::this_thread::sleep_for(std::chrono::milliseconds(isSlow ? 20 : 0));
    return Status::success();
  };
  Manifest manifest = vectorManifest("loop", 1, 1, 1);
  // Nobody can know how long it takes.
  manifest.traits.loops = true;
  auto program = load(manifest);
  const std::thread::id here = std::this_thread::get_id();
  auto runsHere = [&] {
    Ref<Buffer> argument = vector({1});
    auto execution = call(*program, {argument.get()});
    EXPECT_TRUE(execution.ok() && execution->done[0]->await().ok());
    return ranIn == here;
  };
  const bool hasOneThread = GetParam() == 1;
  EXPECT_EQ(runsHere(), hasOneThread);
  // A machine that is busy may take longer than it should.
  int tries = 0;
  while (!runsHere() && ++tries < 1000) {
  }
  EXPECT_LT(tries, 1000);
  isSlow = true;
  runsHere();
  EXPECT_EQ(runsHere(), hasOneThread);
}

TEST_P(ExecuteTest, RunsThatAreWaitedForHappenThereForLonger) {
  std::thread::id ranIn;
  loader->bodies["loop"] = [&](std::span<RunPart>, auto &) {
    ranIn = std::this_thread::get_id();
    // Too long for a caller that does not wait.
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::microseconds(100);
    while (std::chrono::steady_clock::now() < end) {
    }
    return Status::success();
  };
  Manifest manifest = vectorManifest("loop", 1, 1, 1);
  manifest.traits.loops = true;
  auto program = load(manifest);
  auto other = load(vectorManifest("addOne", 1, 1, 1));
  enum class Then { Nothing, Wait, OtherCallAndWait };
  auto runsHere = [&](Then then) {
    Ref<Buffer> argument = vector({1});
    auto execution = call(*program, {argument.get()});
    EXPECT_TRUE(execution.ok() && execution->done[0]->await().ok());
    if (then == Then::OtherCallAndWait) {
      EXPECT_TRUE(call(*other, {argument.get()}).ok());
    }
    if (then != Then::Nothing) {
      client->noteWait();
    }
    return ranIn == std::this_thread::get_id();
  };
  auto isEverHere = [&](Then then) {
    runsHere(then);
    // A machine that is busy may take longer than it should.
    for (int i = 0; i < 100; ++i) {
      if (runsHere(then)) {
        return true;
      }
    }
    return false;
  };
  const bool hasOneThread = GetParam() == 1;
  EXPECT_EQ(isEverHere(Then::Nothing), hasOneThread);
  EXPECT_TRUE(isEverHere(Then::Wait));
  runsHere(Then::Nothing);
  EXPECT_EQ(isEverHere(Then::OtherCallAndWait), hasOneThread);
}

TEST_P(ExecuteTest, CallsOfLibrariesHappenThereForLonger) {
  std::thread::id ranIn;
  loader->bodies["solve"] = [&](std::span<RunPart>, auto &) {
    ranIn = std::this_thread::get_id();
    // Too long for any other program.
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    while (std::chrono::steady_clock::now() < end) {
    }
    return Status::success();
  };
  for (const bool isLibrary : {false, true}) {
    Manifest manifest = vectorManifest("solve", 1, 1, 1);
    manifest.traits.loops = true;
    manifest.traits.libraryCalls = isLibrary;
    auto program = load(manifest);
    auto runsHere = [&] {
      Ref<Buffer> argument = vector({1});
      auto execution = call(*program, {argument.get()});
      EXPECT_TRUE(execution.ok() && execution->done[0]->await().ok());
      return ranIn == std::this_thread::get_id();
    };
    bool isEverHere = false;
    for (int i = 0; i < 1000 && !isEverHere; ++i) {
      isEverHere = runsHere();
    }
    EXPECT_EQ(isEverHere, isLibrary || GetParam() == 1);
  }
}

TEST_P(ExecuteTest, RunsThatMayWaitStayOutOfTheirCallersThread) {
  std::thread::id ranIn;
  loader->bodies["call"] = [&](std::span<RunPart>, auto &) {
    ranIn = std::this_thread::get_id();
    return Status::success();
  };
  Manifest manifest = vectorManifest("call", 1, 1, 1);
  manifest.traits.customCalls = true;
  auto program = load(manifest);
  for (int i = 0; i < 10; ++i) {
    Ref<Buffer> argument = vector({1});
    auto execution = call(*program, {argument.get()});
    ASSERT_TRUE(execution.ok() && execution->done[0]->await().ok());
    EXPECT_EQ(ranIn == std::this_thread::get_id(), GetParam() == 1);
  }
}

TEST_P(ExecuteTest, ProgramsThatNeedTheirCallersThread) {
  std::thread::id ranIn;
  loader->inCallersThread = {"here"};
  loader->bodies["here"] = [&](std::span<RunPart> parts, auto &) {
    ranIn = std::this_thread::get_id();
    float value = *static_cast<const float *>(parts[0].arguments[0]);
    *static_cast<float *>(parts[0].results[0]) = 2 * value;
    return value < 0 ? Status::outOfRange("negative") : Status::success();
  };
  auto program = load(vectorManifest("here", 1, 1, 1));
  auto pending = client->createPending(vectorType(1), memory());
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    *static_cast<float *>(pending->hostData()) = 5;
    pending->ready->set();
  });
  auto execution = call(*program, {pending->buffer.get()});
  writer.join();
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_TRUE(execution->done[0]->isReady());
  EXPECT_EQ(ranIn, std::this_thread::get_id());
  EXPECT_EQ(read(execution->results[0][0]), std::vector<float>{10});
  EXPECT_EQ(call(*program, {vector({-1}).get()}).status(),
            Status::outOfRange("negative"));
  // A failed argument is not this call's failure.
  Ref<Buffer> failed =
      client->createFailed(vectorType(1), memory(), Status::dataLoss("lost"));
  execution = call(*program, {failed.get()});
  ASSERT_TRUE(execution.ok());
  EXPECT_EQ(execution->done[0]->await(), Status::dataLoss("lost"));
}

TEST_P(ExecuteTest, DonationWithAnExternalViewCopies) {
  Manifest manifest = vectorManifest("addOne", 1, 1, 1);
  manifest.parameters[0].aliasedResult = 0;
  auto program = load(manifest);
  Ref<Buffer> argument = vector({1});
  ASSERT_TRUE(argument->addExternalReference().ok());
  auto *view = static_cast<float *>(*argument->dataPointer());
  auto execution = call(*program, {argument.get()});
  ASSERT_TRUE(execution.ok());
  EXPECT_EQ(read(execution->results[0][0]), std::vector<float>{2});
  EXPECT_TRUE(argument->isRemoved());
  EXPECT_EQ(*view, 1);
  EXPECT_NE(*execution->results[0][0]->dataPointer(), view);
  EXPECT_TRUE(argument->dropExternalReference().ok());
}

TEST_P(ExecuteTest, OutOfMemoryComesWithTheResults) {
  auto program = load(vectorManifest("addOne", 0, 2, 1 << 18));
  auto execution = call(*program, {});
  if (GetParam() == 1) {
    EXPECT_EQ(execution.status().code(), StatusCode::ResourceExhausted);
    EXPECT_EQ(memory().stats().bytesInUse, 0u);
    return;
  }
  ASSERT_TRUE(execution.ok());
  EXPECT_EQ(execution->done[0]->await().code(), StatusCode::ResourceExhausted);
  EXPECT_EQ(execution->results[0][1]->readyEvent()->await().code(),
            StatusCode::ResourceExhausted);
  execution = Status::internal("");
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ExecuteTest, CallbacksMayCallPrograms) {
  auto inner = load(vectorManifest("addOne", 1, 1, 1));
  std::atomic<int> depth = 0;
  loader->bodies["outer"] = [&](std::span<RunPart> parts,
                                const RunServices &services) {
    float seen = 0;
    services.blocking([&] {
      Ref<Buffer> last = vector({1});
      for (int i = 0; i < 3; ++i) {
        last = call(*inner, {last.get()})->results[0][0];
      }
      // As a caller does who does not use await: wait for a callback.
      Ref<Event> told = Event::pending();
      last->readyEvent()->onReady(
          [told](const Status &status) { told->set(status); });
      EXPECT_TRUE(told->isReady() || told->await().ok());
      seen = read(last)[0];
    });
    static_cast<float *>(parts[0].results[0])[0] = seen;
    ++depth;
    return Status::success();
  };
  auto outer = load(vectorManifest("outer", 0, 1, 1));
  std::vector<Execution> executions;
  for (int i = 0; i < 8; ++i) {
    executions.push_back(*call(*outer, {}));
  }
  for (Execution &execution : executions) {
    EXPECT_EQ(read(execution.results[0][0]), std::vector<float>{4});
  }
  EXPECT_EQ(depth, 8);
}

TEST_P(ExecuteTest, ContextIsKeptUntilTheEnd) {
  auto context = std::make_shared<int>(42);
  std::atomic<int> seen = 0;
  loader->bodies["context"] = [&](auto, const RunServices &services) {
    seen = *static_cast<int *>(services.customCallContext);
    return Status::success();
  };
  auto program = load(vectorManifest("context", 1, 0, 1));
  auto pending = client->createPending(vectorType(1), memory());
  ExecuteOptions options;
  options.customCallContext = context.get();
  options.keepAlive = context;
  std::weak_ptr<int> watch = context;
  auto execution = call(*program, {pending->buffer.get()}, options);
  options = {};
  context.reset();
  EXPECT_FALSE(watch.expired());
  pending->ready->set();
  EXPECT_TRUE(execution->done[0]->await().ok());
  EXPECT_EQ(seen, 42);
  client->drain(std::chrono::minutes(1));
  EXPECT_TRUE(watch.expired());
}

TEST_P(ExecuteTest, EverythingAtOnceFromManyThreads) {
  auto program = load(vectorManifest("addOne", 1, 1, 16));
  Manifest donating = vectorManifest("addOne", 1, 1, 16);
  donating.parameters[0].aliasedResult = 0;
  auto eater = load(donating);
  Ref<Buffer> shared = vector(std::vector<float>(16, 1));
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 60; ++i) {
        Ref<Buffer> own = vector(std::vector<float>(16, float(t)));
        auto first = call(*program, {own.get()});
        own->remove();
        auto second = call(*eater, {first->results[0][0].get()});
        EXPECT_TRUE(first->results[0][0]->isRemoved());
        auto third = call(*program, {shared.get()});
        if (i % 3 == 0) {
          second->results[0][0]->remove();
        } else {
          EXPECT_EQ(read(second->results[0][0])[15], float(t) + 2);
        }
        EXPECT_EQ(read(third->results[0][0])[0], 2);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  client->drain(std::chrono::minutes(1));
  shared = nullptr;
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ExecuteTest, ReadersMeetWhoTakesTheContent) {
  for (int round = 0; round < 20; ++round) {
    Ref<Buffer> buffer = vector({1});
    std::atomic<int> reading = 0;
    std::vector<std::thread> readers;
    for (int t = 0; t < 3; ++t) {
      readers.emplace_back([&] {
        ++reading;
        while (true) {
          auto held = buffer->acquireRead();
          if (!held.ok()) {
            return;
          }
          EXPECT_EQ(*static_cast<float *>((*held)->storage().address()), 1);
        }
      });
    }
    while (reading < 3) {
      std::this_thread::yield();
    }
    if (round % 2 == 0) {
      buffer->remove();
    }
    auto donation = buffer->acquireDonation();
    EXPECT_EQ(donation.ok(), round % 2 == 1);
    for (std::thread &reader : readers) {
      reader.join();
    }
    if (donation.ok()) {
      Ref<Content> content = donation->take();
      EXPECT_TRUE(content->isUniquelyReferenced());
    }
    EXPECT_TRUE(buffer->isRemoved());
  }
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

} // namespace
