// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CallsBehindRuns.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace weft::cuda {
namespace {

using runtime::Event;
using When = CallsBehindRuns::When;

class CallsBehindRunsTest : public ::testing::Test {
protected:
  void SetUp() override {
    setenv("WEFT_CUDA_DRIVER", WEFT_EMULATED_CUDA, 1);
    device = *Device::open(0);
    stream = *Stream::create(*device, Stream::Use::Kernels);
    behind = std::make_unique<CallsBehindRuns>(*device);
  }

  std::unique_ptr<Device> device;
  std::unique_ptr<Stream> stream;
  std::unique_ptr<CallsBehindRuns> behind;
};

TEST_F(CallsBehindRunsTest, CallsAreInTheOrderOfTheQueue) {
  // By whoever has the stream, and by the one thread that makes calls.
  std::vector<int> queued;
  std::vector<int> called;
  constexpr int threads = 4;
  constexpr int runs = 25;
  auto follow = [&](int run) {
    char *block = *behind->begin(0);
    (void)behind->follow(
        [&](Ref<runtime::Fence> &fence) {
          Ref<Event> submitted = stream->submit(
              "a run", {},
              [&](const DriverFunctions &, void *) {
                queued.push_back(run);
                return Status::success();
              },
              {}, &fence);
          // Others come in between where they can.
          std::this_thread::sleep_for(std::chrono::microseconds(run % 3 * 200));
          return submitted;
        },
        block, 0, When::BehindRun,
        [&called, run] {
          called.push_back(run);
          return Status::success();
        });
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < threads; ++i) {
    callers.emplace_back([&, i] {
      for (int run = 0; run < runs; ++run) {
        follow(i * runs + run);
      }
    });
  }
  for (std::thread &caller : callers) {
    caller.join();
  }
  ASSERT_TRUE(behind->drain(std::chrono::minutes(1)));
  EXPECT_EQ(queued.size(), size_t(threads) * runs);
  EXPECT_EQ(queued, called);
}

TEST_F(CallsBehindRunsTest, CallsOfARunThatFailsAreLetGo) {
  auto wanted = std::make_shared<int>();
  char *block = *behind->begin(0);
  const Status failure = Status::internal("not possible");
  Ref<Event> done = behind->follow(
      [&](Ref<runtime::Fence> &fence) {
        return stream->submit(
            "a run", {},
            [&](const DriverFunctions &, void *) { return failure; }, {},
            &fence);
      },
      block, 0, When::DuringRun, [wanted] { return Status::success(); });
  EXPECT_EQ(done->await(), failure);
  EXPECT_EQ(wanted.use_count(), 1);
  EXPECT_TRUE(behind->drain(std::chrono::minutes(1)));
}

} // namespace
} // namespace weft::cuda
