// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The client for NVIDIA's GPUs keeps to what every client must do, on two
// devices that the emulator stands in for: with calls of the host that are made
// behind runs, and with such that the device leaves in a ring.

#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"
#include "weft/Runtime/CUDA/CudaClient.h"
#include "weft/Runtime/test/ClientConformance.h"

#include <atomic>
#include <cstdlib>
#include <thread>

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

/// Result = the sum of the arguments, or one more than the only one.
std::string codeOf(TestProgram program, int64_t size) {
  const bool isSum = program == TestProgram::Add;
  return std::string(R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry compute(.param .u64 left, .param .u64 right, .param .u64 out)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [left];
  ld.param.u64 %rd2, [right];
  ld.param.u64 %rd3, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 128, %r1;
  setp.ge.u32 %p1, %r3, )") +
         std::to_string(size) + R"(;
  @%p1 bra Done;
  mul.wide.u32 %rd4, %r3, 4;
  add.s64 %rd5, %rd1, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  add.s64 %rd7, %rd3, %rd4;
  ld.global.f32 %f1, [%rd5];
)" +
         (isSum ? "  ld.global.f32 %f2, [%rd6];\n"
                : "  mov.f32 %f2, 0f3F800000;\n") +
         R"(  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
Done:
  ret;
}
)";
}

struct Gate {
  std::atomic<bool> isOpen = false;
  std::atomic<int> passers = 0;
};

/// The call of a gated program, or with its argument that of an endless one.
class GateCalls final : public HostCalls {
public:
  GateCalls(std::shared_ptr<Gate> gate, Arrays arrays)
      : gate(std::move(gate)), arrays(std::move(arrays)) {}

  Arrays arraysOf(size_t) const override { return arrays; }
  bool needsCallersThread() const override { return false; }
  Status
  run(RunPart &, const RunServices &services,
      const std::function<Status(const MakeCall &)> &body) const override {
    return body([&](size_t, void *const *) {
      ++gate->passers;
      while (!gate->isOpen && !services.cancellation->isRequested()) {
        std::this_thread::yield();
      }
      return Status::success();
    });
  }

private:
  const std::shared_ptr<Gate> gate;
  const Arrays arrays;
};

constexpr const char *kEndless = "endless";

class GateLoader final : public HostCallLoader {
public:
  explicit GateLoader(std::shared_ptr<Gate> gate) : gate(std::move(gate)) {}

  StatusOr<std::unique_ptr<HostCalls>> load(const Executable &executable,
                                            std::vector<NativeCall>,
                                            const CustomCallRegistry &,
                                            const std::string &) override {
    HostCalls::Arrays arrays;
    const Manifest &manifest = executable.manifest();
    if (manifest.name == kEndless) {
      arrays.operands = {manifest.parameters.front().type.byteSize()};
    }
    return std::unique_ptr<HostCalls>(
        std::make_unique<GateCalls>(gate, std::move(arrays)));
  }

private:
  const std::shared_ptr<Gate> gate;
};

class CudaKind final : public ClientKind {
public:
  explicit CudaKind(bool isGateInBranch) : isGateInBranch(isGateInBranch) {}

  Ref<Client> create(const ClientRequest &request) override {
    // Read when the driver is first loaded: all clients have two devices.
    setenv("WEFT_CUDA_DRIVER", WEFT_EMULATED_CUDA, /*overwrite=*/1);
    setenv("WEFT_EMULATOR_DEVICES", "2", /*overwrite=*/1);
    cuda::CudaClientOptions options;
    options.memoryLimit = request.memoryLimit;
    options.threads = 2;
    return *cuda::createCudaClient(options, std::make_shared<GateLoader>(gate));
  }

  Ref<const Executable> compile(TestProgram program,
                                Manifest manifest) override {
    const int64_t size = manifest.results.front().type.elementCount();
    std::string code = codeOf(program, size);
    CommandProgram commands;
    commands.machine = "sm_80";
    constexpr uint32_t threads = 128;
    commands.kernels.push_back(
        {.name = "compute",
         .codeBytes = code.size(),
         .blocks = static_cast<uint64_t>((size + threads - 1) / threads),
         .threads = threads,
         .origin = "here"});
    using Base = CommandAddress::Base;
    if (program == TestProgram::Gated) {
      commands.calls.emplace_back();
      if (isGateInBranch) {
        const CommandAddress number = {Base::Temporary};
        commands.temporaryBytes = kDeviceAlignment;
        commands.commands.push_back(
            DeviceNumberCommand{DeviceNumberCommand::Kind::Partition, number});
        commands.commands.push_back(SwitchCommand{
            {number, sizeof(uint32_t), 32, /*isSigned=*/false}, {1}});
      }
      commands.commands.push_back(CallCommand{});
    }
    const auto last = static_cast<uint32_t>(manifest.parameters.size() - 1);
    commands.commands.push_back(LaunchCommand{
        0,
        {{Base::Argument, 0, 0}, {Base::Argument, last, 0}, {Base::Result}}});
    commands.waits.resize(commands.commands.size());
    for (size_t i = 1; i < commands.waits.size(); ++i) {
      commands.waits[i] = {static_cast<uint32_t>(i - 1)};
    }
    if (program == TestProgram::Gated && isGateInBranch) {
      commands.waits[2] = {};
      commands.waits[3] = {1};
    }
    return Executable::create(
        std::move(manifest),
        {{SectionKind::Program, "by hand"},
         {SectionKind::Code, code},
         {SectionKind::Commands, encodeCommandProgram(commands)}});
  }
  void openGate() override { gate->isOpen = true; }
  int gatedRuns() const override { return gate->passers; }
  /// They do; but the suite's programs for several are not written by hand
  /// here. python/tests/test_gpu_client.py has others.
  bool runsOnSeveralDevices() const override { return false; }

private:
  const bool isGateInBranch;
  const std::shared_ptr<Gate> gate = std::make_shared<Gate>();
};

INSTANTIATE_TEST_SUITE_P(
    Cuda, ClientConformance,
    ::testing::Values(NamedKind{"Emulated",
                                [] {
                                  return std::make_shared<CudaKind>(
                                      /*isGateInBranch=*/false);
                                }},
                      NamedKind{"EmulatedWithRing",
                                [] {
                                  return std::make_shared<CudaKind>(
                                      /*isGateInBranch=*/true);
                                }}),
    nameOfKind);

/// What only programs of commands do.
class CudaEnds : public ClientConformance {
protected:
  /// A loop that goes on until its run is cancelled, and may call the host in
  /// each turn. With several turns for each test they are guarded.
  static Ref<const Executable> endless(int64_t size, bool calls,
                                       uint32_t turns = 1) {
    using Base = CommandAddress::Base;
    Manifest manifest = manifestOf(1, 1, size);
    manifest.name = kEndless;
    CommandProgram commands;
    commands.machine = "sm_80";
    const CommandAddress again = {Base::Constants};
    const bool isGuarded = turns != 1;
    commands.commands.push_back(WhileCommand{
        {again, 1, 1, /*isSigned=*/false}, 0, 1, 0, turns, isGuarded});
    if (calls) {
      commands.calls.emplace_back();
      commands.commands.push_back(CallCommand{0, {{Base::Argument}}});
    } else {
      commands.commands.push_back(
          CopyCommand{{Base::Argument},
                      {Base::Result},
                      sizeof(float),
                      isGuarded ? again : CommandAddress()});
    }
    commands.waits = {{}, {}};
    return Executable::create(
        std::move(manifest),
        {{SectionKind::Program, "by hand"},
         {SectionKind::Code, ""},
         {SectionKind::Constants, std::string("\1\0\0\0", 4)},
         {SectionKind::Commands, encodeCommandProgram(commands)}});
  }
};

TEST_P(CudaEnds, ProgramsMayGoBeforeACancelledRunIsToldToEnd) {
  Ref<Buffer> argument = array({1});
  const Status reason = Status::aborted("no longer wanted");
  for (int round = 0; round < 30; ++round) {
    auto program = client->load(endless(1, /*calls=*/false));
    ASSERT_TRUE(program.ok()) << program.status();
    ExecuteOptions options;
    options.launchId = round;
    auto execution = call(**program, {argument.get()}, options);
    if (round % 2 == 0) {
      *program = nullptr;
    }
    EXPECT_TRUE(client->cancelRun(device(), round, reason));
    *program = nullptr;
    EXPECT_EQ(outcomeOf(execution), reason);
  }
  argument = nullptr;
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(CudaEnds, MoreRunsThanWordsAreToldToEnd) {
  Ref<Buffer> argument = array({1});
  auto program = client->load(endless(1, /*calls=*/false));
  ASSERT_TRUE(program.ok()) << program.status();
  constexpr int runs = 2 * RunWords::kRuns + 10;
  std::vector<decltype(call(**program, {argument.get()}))> executions;
  for (int i = 0; i < runs; ++i) {
    ExecuteOptions options;
    options.launchId = i;
    executions.push_back(call(**program, {argument.get()}, options));
  }
  // The last one first.
  const Status reason = Status::aborted("no longer wanted");
  for (int i = runs; i-- != 0;) {
    EXPECT_TRUE(client->cancelRun(device(), i, reason));
  }
  for (auto &execution : executions) {
    EXPECT_EQ(outcomeOf(execution), reason);
  }
}

TEST_P(CudaEnds, LoopsThatAreToldSeveralTurnsAreToldToEnd) {
  Ref<Buffer> argument = array({1});
  auto program = client->load(endless(1, /*calls=*/false, /*turns=*/8));
  ASSERT_TRUE(program.ok()) << program.status();
  ExecuteOptions options;
  options.launchId = 7;
  auto execution = call(**program, {argument.get()}, options);
  const Status reason = Status::aborted("no longer wanted");
  EXPECT_TRUE(client->cancelRun(device(), 7, reason));
  EXPECT_EQ(outcomeOf(execution), reason);
}

/// A loop of one turn, which moves all numbers by one place and takes its flag
/// away: of the turns that are told at once, the others do nothing.
TEST_P(CudaEnds, CopiesBehindTheEndOfALoopDoNothing) {
  using Base = CommandAddress::Base;
  constexpr int64_t size = 1001;
  constexpr uint64_t all = size * sizeof(float);
  constexpr uint64_t moved = all - sizeof(float);
  const CommandAddress goesOn = {Base::Temporary, 0, 0};
  const CommandAddress again = {Base::Temporary, 0, 256};
  const CommandAddress between = {Base::Temporary, 0, 512};
  CommandProgram commands;
  commands.machine = "sm_80";
  commands.temporaryBytes = 512 + all;
  commands.commands = {
      CopyCommand{{Base::Argument}, {Base::Result}, all},
      CopyCommand{{Base::Constants, 0, 1}, goesOn, 1},
      WhileCommand{{again, 1, 1, false}, 1, 3, 0, 4, /*isGuarded=*/true},
      CopyCommand{goesOn, again, 1},
      CopyCommand{{Base::Result}, between, moved, again},
      CopyCommand{between, {Base::Result, 0, sizeof(float)}, moved, again},
      CopyCommand{{Base::Constants}, goesOn, 1, again},
  };
  commands.waits = {{}, {}, {0, 1}, {}, {}, {4}, {}};
  auto program = client->load(Executable::create(
      manifestOf(1, 1, size),
      {{SectionKind::Program, "by hand"},
       {SectionKind::Code, ""},
       {SectionKind::Constants, std::string("\0\1", 2)},
       {SectionKind::Commands, encodeCommandProgram(commands)}}));
  ASSERT_TRUE(program.ok()) << program.status();
  std::vector<float> values(size);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i);
  }
  auto execution = call(**program, {array(values).get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  values.insert(values.begin(), values.front());
  values.pop_back();
  EXPECT_EQ(valuesOf(*execution->results[0][0]), values);
}

TEST_P(CudaEnds, ADeviceThatWaitsForCallsIsToldToEnd) {
  constexpr int64_t size = 1 << 18;
  auto program = client->load(endless(size, /*calls=*/true));
  ASSERT_TRUE(program.ok()) << program.status();
  ExecuteOptions options;
  options.launchId = 7;
  auto execution =
      call(**program, {array(std::vector<float>(size, 1)).get()}, options);
  awaitGatedRuns(1);
  // Until it is as far ahead as it may be, which nobody sees.
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_EQ(kind->gatedRuns(), 1);
  const Status reason = Status::aborted("no longer wanted");
  EXPECT_TRUE(client->cancelRun(device(), 7, reason));
  EXPECT_EQ(outcomeOf(execution), reason);
  EXPECT_EQ(kind->gatedRuns(), 1);
}

TEST_P(CudaEnds, RingsTakeNothingFromTransfers) {
  constexpr int64_t size = 1 << 18;
  std::vector<Ref<LoadedExecutable>> programs;
  for (int i = 0; i < 20; ++i) {
    auto program = client->load(endless(size, /*calls=*/true));
    ASSERT_TRUE(program.ok()) << program.status();
    programs.push_back(std::move(*program));
  }
  // By more than one piece of pinned memory.
  const std::vector<float> values(5 * size, 3);
  EXPECT_EQ(valuesOf(*array(values)), values);
}

INSTANTIATE_TEST_SUITE_P(
    Cuda, CudaEnds,
    ::testing::Values(NamedKind{
        "Emulated",
        [] { return std::make_shared<CudaKind>(/*isGateInBranch=*/false); }}),
    nameOfKind);

} // namespace
