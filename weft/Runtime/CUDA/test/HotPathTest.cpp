// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program that has run before asks of the driver, and of the C library:
// nothing is allocated on the device, asked, or waited for.

#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"
#include "weft/Runtime/CUDA/CudaClient.h"
#include "weft/Runtime/CUDA/test/SumKernel.h"
#include "weft/Runtime/test/CountCalls.h"

#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <map>
#include <thread>

namespace weft::cuda {
namespace {

using namespace runtime;
using weft::testing::CountingCalls;
using Base = CommandAddress::Base;
using DriverCalls = std::map<std::string, uint64_t>;

constexpr int64_t kElements = 64;
constexpr uint64_t kBytes = kElements * sizeof(float);

template <class Function> Function *fromStandIn(const char *name) {
  void *library = dlopen(WEFT_EMULATED_CUDA, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function *>(dlsym(library, name));
}

DriverCalls callsUntilNow() {
  auto *next =
      fromStandIn<int(const char *, const char **)>("cuEmulatorNextCalled");
  auto *count =
      fromStandIn<int(const char *, uint64_t *)>("cuEmulatorCountCalls");
  DriverCalls calls;
  const char *function = nullptr;
  for (next("", &function); function != nullptr; next(function, &function)) {
    count(function, &calls[function]);
  }
  return calls;
}

DriverCalls callsSince(const DriverCalls &before) {
  DriverCalls calls = callsUntilNow();
  for (const auto &[function, count] : before) {
    if ((calls[function] -= count) == 0) {
      calls.erase(function);
    }
  }
  return calls;
}

class CudaHotPath : public ::testing::Test {
protected:
  void SetUp() override {
    setenv("WEFT_CUDA_DRIVER", WEFT_EMULATED_CUDA, /*overwrite=*/1);
    CudaClientOptions options;
    options.threads = 2;
    // Nobody looks for memory that rests while calls are counted.
    options.memoryRest = std::chrono::hours(1);
    client = *createCudaClient(options, nullptr);
  }
  void TearDown() override {
    drain();
    client = nullptr;
    // A thread of its own lets go of the device, and calls the driver for it.
    DriverCalls calls = callsUntilNow();
    while (calls["cuDevicePrimaryCtxRelease_v2"] !=
           calls["cuDevicePrimaryCtxRetain"]) {
      std::this_thread::yield();
      calls = callsUntilNow();
    }
  }

  /// What stands in queues is over, and its threads are done with it.
  void drain() { EXPECT_TRUE(client->drain(std::chrono::minutes(1))); }

  Memory &memory() { return client->devices()[0]->defaultMemory(); }

  Ref<Buffer> array(float value) {
    const std::vector<float> values(kElements, value);
    const std::vector<int64_t> dimensions = {kElements};
    Ref<Event> done;
    return *client->fromHost(
        {values.data(), ElementType::F32, dimensions, std::nullopt}, memory(),
        HostSemantics::ImmutableOnlyDuringCall, done);
  }

  static float firstOf(Buffer &buffer) {
    std::vector<float> values(kElements);
    EXPECT_TRUE(buffer.toHost(values.data(), kBytes)->await().ok());
    return values.front();
  }

  Ref<LoadedExecutable> load(std::vector<Command> commands,
                             std::vector<std::vector<uint32_t>> waits) {
    CommandProgram program;
    program.machine = "sm_80";
    program.temporaryBytes = 4 * kBytes;
    const std::string code = testing::codeOfSum(kElements);
    program.kernels.push_back(testing::kernelOfSum(code, kElements));
    program.commands = std::move(commands);
    program.waits = std::move(waits);
    Manifest manifest;
    manifest.name = "hot";
    manifest.deviceIds = {0};
    const ArrayType type =
        *ArrayType::create(ElementType::F32, std::vector<int64_t>{kElements});
    manifest.parameters.resize(1);
    manifest.parameters[0].type = type;
    manifest.results.resize(1);
    manifest.results[0].type = type;
    auto loaded = client->load(Executable::create(
        std::move(manifest),
        {{SectionKind::Program, "by hand"},
         {SectionKind::Code, code},
         {SectionKind::Constants, std::string("\0\1", 2)},
         {SectionKind::Commands, encodeCommandProgram(program)}}));
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    return *loaded;
  }

  /// Each of a graph's kinds of nodes: the result is one more than the
  /// argument.
  Ref<LoadedExecutable> loadStraight() {
    const CommandAddress ones = {Base::Temporary};
    const CommandAddress moved = {Base::Temporary, 0, kBytes};
    return load({FillCommand{ones, kBytes, 0x3f800000, 4},
                 CopyCommand{{Base::Argument}, moved, kBytes},
                 LaunchCommand{0, {ones, moved, {Base::Result}}}},
                {{}, {}, {0, 1}});
  }

  /// A loop of one turn.
  Ref<LoadedExecutable> loadLoop() {
    const CommandAddress again = {Base::Temporary, 0, 256};
    return load({CopyCommand{{Base::Constants, 0, 1}, again, 1},
                 CopyCommand{{Base::Argument}, {Base::Result}, kBytes},
                 WhileCommand{{again, 1, 1, false}, 0, 1},
                 CopyCommand{{Base::Constants}, again, 1}},
                {{}, {}, {0}, {}});
  }

  Ref<Buffer> run(LoadedExecutable &program, Buffer &argument,
                  const ExecuteOptions &options = {}) {
    Buffer *list[] = {&argument};
    std::span<Buffer *const> lists[] = {list};
    auto execution = program.execute(lists, options);
    EXPECT_TRUE(execution.ok()) << execution.status();
    return execution->results[0][0];
  }

  /// What the run after `runs` others asks of the driver, where each has
  /// arrays in places of its own, or all have the same.
  DriverCalls callsOfRunAfter(int runs, LoadedExecutable &program,
                              bool movesArrays,
                              const ExecuteOptions &options = {}) {
    std::vector<Ref<Buffer>> kept;
    Ref<Buffer> argument = array(1);
    for (int i = 0; i < runs; ++i) {
      Ref<Buffer> result = run(program, *argument, options);
      firstOf(*result);
      if (movesArrays) {
        kept.push_back(std::move(argument));
        kept.push_back(std::move(result));
        argument = array(1);
      }
      drain();
    }
    drain();
    const DriverCalls before = callsUntilNow();
    Ref<Buffer> result = run(program, *argument, options);
    drain();
    DriverCalls calls = callsSince(before);
    EXPECT_GE(firstOf(*result), 1);
    return calls;
  }

  Ref<Client> client;
};

/// Of the thread that runs a program, and of the one that waits for its end.
const DriverCalls kLaunch = {{"cuCtxPushCurrent_v2", 1},
                             {"cuGraphLaunch", 1},
                             {"cuEventRecord", 1},
                             {"cuCtxPopCurrent_v2", 1},
                             {"cuEventSynchronize", 1}};

TEST_F(CudaHotPath, TheThirdRunIsOneLaunch) {
  EXPECT_EQ(callsOfRunAfter(2, *loadStraight(), /*movesArrays=*/false),
            kLaunch);
}

TEST_F(CudaHotPath, TheThirdRunOfALoopIsOneLaunch) {
  EXPECT_EQ(callsOfRunAfter(2, *loadLoop(), /*movesArrays=*/false), kLaunch);
}

TEST_F(CudaHotPath, ALimitOfTimeTakesAnEventMore) {
  ExecuteOptions options;
  options.timeLimit = std::chrono::minutes(1);
  DriverCalls expected = kLaunch;
  expected["cuCtxPushCurrent_v2"] = expected["cuCtxPopCurrent_v2"] = 2;
  expected["cuEventRecord"] = expected["cuEventSynchronize"] = 2;
  EXPECT_EQ(callsOfRunAfter(2, *loadLoop(), /*movesArrays=*/false, options),
            expected);
}

/// The first run is no graph, the next four have graphs of their own.
TEST_F(CudaHotPath, InOtherPlacesOnlyTheirNodesAreChanged) {
  DriverCalls expected = kLaunch;
  // The fill is where it was.
  expected["cuGraphExecMemcpyNodeSetParams"] = 1;
  expected["cuGraphExecKernelNodeSetParams_v2"] = 1;
  EXPECT_EQ(callsOfRunAfter(5, *loadStraight(), /*movesArrays=*/true),
            expected);
}

/// What arrives with it is waited for by the device.
TEST_F(CudaHotPath, AnArrayThatArrivesIsNotWaitedFor) {
  Ref<LoadedExecutable> program = loadStraight();
  Ref<Buffer> argument = array(1);
  for (int i = 0; i < 3; ++i) {
    firstOf(*run(*program, *argument));
    drain();
  }
  const DriverCalls before = callsUntilNow();
  Ref<Buffer> arrived = array(2);
  Ref<Buffer> result = run(*program, *arrived);
  drain();
  const DriverCalls calls = callsSince(before);
  for (const auto &[function, count] : calls) {
    EXPECT_TRUE(
        kLaunch.contains(function) || function == "cuMemcpyHtoDAsync_v2" ||
        function == "cuStreamWaitEvent" || function.starts_with("cuGraph"))
        << function << " " << count;
  }
  EXPECT_EQ(firstOf(*result), 3);
}

/// Memory of the host: the lists, events and holders of a run and of its
/// results. The driver's own is left out.
TEST_F(CudaHotPath, LaterRunsTakeLittleOfTheHost) {
  if (!weft::testing::canCountCalls()) {
    GTEST_SKIP() << "memory is the sanitizer's in this program";
  }
  Ref<LoadedExecutable> program = loadStraight();
  Ref<Buffer> argument = array(1);
  for (int i = 0; i < 4; ++i) {
    firstOf(*run(*program, *argument));
    drain();
  }
  auto *watch = fromStandIn<int(void (*)(int))>("cuEmulatorWatchCalls");
  watch([](int isInside) { weft::testing::pauseCounting(isInside != 0); });
  size_t allocations = 0;
  {
    Buffer *list[] = {argument.get()};
    std::span<Buffer *const> lists[] = {list};
    ExecuteOptions options;
    CountingCalls counting;
    auto execution = program->execute(lists, options);
    allocations = counting.counts().allocations;
    EXPECT_TRUE(execution.ok());
  }
  watch(nullptr);
  // The run, with lists and an entry among those under way; two events, a
  // fence and their callback; the result with its type, holders and place, and
  // two lists of the answer.
  EXPECT_LE(allocations, 24u);
}

} // namespace
} // namespace weft::cuda
