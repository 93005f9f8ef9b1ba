// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The client for NVIDIA's GPUs keeps to what every client must do, on two
// devices that the emulator stands in for: with calls of the host that are made
// behind runs, and with such that the device leaves in a ring.

#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"
#include "weft/Runtime/CUDA/CudaClient.h"
#include "weft/Runtime/CUDA/test/SumKernel.h"
#include "weft/Runtime/test/ClientConformance.h"

#include <atomic>
#include <bit>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

struct Gate {
  std::atomic<bool> isOpen = false;
  std::atomic<int> passers = 0;
};

/// The call of a gated program, or with its argument that of an endless one, or
/// one that gives a boolean back, which is true.
class GateCalls final : public HostCalls {
public:
  GateCalls(std::shared_ptr<Gate> gate, Arrays arrays)
      : gate(std::move(gate)), arrays(std::move(arrays)) {}

  Arrays arraysOf(size_t) const override { return arrays; }
  bool needsCallersThread() const override { return false; }
  Status
  run(RunPart &, const RunServices &services,
      const std::function<Status(const MakeCall &)> &body) const override {
    return body([&](size_t, void *const *results) {
      if (!arrays.results.empty()) {
        *static_cast<bool *>(results[0]) = true;
      }
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
constexpr const char *kAnswered = "answered";

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
    } else if (manifest.name == kAnswered) {
      arrays.results = {sizeof(bool)};
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
    // One more than the only argument, unless there are two.
    std::string code =
        cuda::testing::codeOfSum(size, program != TestProgram::Add);
    CommandProgram commands;
    commands.machine = "sm_80";
    commands.kernels.push_back(cuda::testing::kernelOfSum(code, size));
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
  /// here. python/tests/test_gpu_devices.py has others.
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
                      isGuarded ? std::vector<CommandGuard>{{again}}
                                : std::vector<CommandGuard>()});
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

/// So many rounds would take days.
TEST_P(CudaEnds, LoopsThatAreCountedEndWithTheirRun) {
  using Base = CommandAddress::Base;
  Manifest manifest = manifestOf(1, 1, 1);
  manifest.name = kEndless;
  CommandProgram commands;
  commands.machine = "sm_80";
  commands.temporaryBytes = sizeof(uint32_t);
  commands.commands = {
      WhileCommand{{{Base::Temporary}, sizeof(uint32_t), 32, false},
                   0,
                   1,
                   /*lead=*/2,
                   /*turns=*/3,
                   /*isGuarded=*/false,
                   /*rounds=*/UINT32_MAX},
      CopyCommand{{Base::Argument}, {Base::Result}, sizeof(float)}};
  commands.waits = {{}, {}};
  auto program = client->load(Executable::create(
      std::move(manifest),
      {{SectionKind::Program, "by hand"},
       {SectionKind::Code, ""},
       {SectionKind::Constants, std::string("\1\0\0\0", 4)},
       {SectionKind::Commands, encodeCommandProgram(commands)}}));
  ASSERT_TRUE(program.ok()) << program.status();
  Ref<Buffer> argument = array({1});
  ExecuteOptions options;
  options.launchId = 1;
  auto execution = call(**program, {argument.get()}, options);
  const Status reason = Status::aborted("no longer wanted");
  EXPECT_TRUE(client->cancelRun(device(), 1, reason));
  EXPECT_EQ(outcomeOf(execution), reason);
}

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

TEST_P(CudaEnds, LoopsEndAtTheirLimit) {
  Ref<Buffer> argument = array({1});
  for (const uint32_t turns : {1U, 8U}) {
    auto program = client->load(endless(1, /*calls=*/false, turns));
    ASSERT_TRUE(program.ok()) << program.status();
    ExecuteOptions options;
    options.timeLimit = std::chrono::milliseconds(20);
    auto execution = call(**program, {argument.get()}, options);
    EXPECT_EQ(outcomeOf(execution).code(), StatusCode::DeadlineExceeded)
        << outcomeOf(execution);
  }
  EXPECT_EQ(valuesOf(*argument), Floats{1});
}

TEST_P(CudaEnds, WaitingForTheDeviceTakesNoTime) {
  Ref<Buffer> argument = array({1});
  auto program = client->load(endless(1, /*calls=*/false));
  ASSERT_TRUE(program.ok()) << program.status();
  auto before = call(**program, {argument.get()});
  ExecuteOptions options;
  options.launchId = 1;
  options.timeLimit = std::chrono::milliseconds(100);
  auto execution = call(**program, {argument.get()}, options);
  ASSERT_TRUE(before.ok() && execution.ok());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  // It did not ask for its own end, which nobody could ask for again.
  EXPECT_TRUE(
      client->cancelRun(device(), 1, Status::aborted("no longer wanted")));
  EXPECT_TRUE(client->cancelRun(device(), 0, Status::aborted("nor this")));
  EXPECT_EQ(outcomeOf(before).code(), StatusCode::Aborted);
  EXPECT_EQ(outcomeOf(execution).code(), StatusCode::Aborted);
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

/// A check that holds, a loop that ends where the argument is zero, and one
/// that never holds.
TEST_P(CudaEnds, ChecksBehindTheEndOfACancelledRunSayNothing) {
  using Base = CommandAddress::Base;
  CommandProgram commands;
  commands.machine = "sm_80";
  const CommandNumber yes = {{Base::Constants, 0, 1}, 1, 1, false};
  const CommandNumber no = {{Base::Constants}, 1, 1, false};
  commands.commands = {
      CheckCommand{yes, "this one holds"},
      WhileCommand{{{Base::Argument}, sizeof(float), 32, false}, 0, 1},
      CopyCommand{{Base::Argument}, {Base::Result}, sizeof(float)},
      CheckCommand{no, "this one does not"},
  };
  commands.waits = {{}, {0}, {}, {1}};
  auto program = client->load(Executable::create(
      manifestOf(1, 1, 1),
      {{SectionKind::Program, "by hand"},
       {SectionKind::Code, ""},
       {SectionKind::Constants, std::string("\0\1", 2)},
       {SectionKind::Commands, encodeCommandProgram(commands)}}));
  ASSERT_TRUE(program.ok()) << program.status();
  Ref<Buffer> endless = array({1});
  Ref<Buffer> ends = array({0});
  const Status reason = Status::aborted("no longer wanted");
  for (int round = 0; round < 3; ++round) {
    ExecuteOptions options;
    options.launchId = round;
    auto execution = call(**program, {endless.get()}, options);
    if (round != 0) {
      // Until the loop is likely to run.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_TRUE(client->cancelRun(device(), round, reason));
    EXPECT_EQ(outcomeOf(execution), reason);
    // Nothing of it is left for the next one.
    EXPECT_EQ(outcomeOf(call(**program, {ends.get()})),
              Status::invalidArgument("this one does not"));
  }
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
      CopyCommand{{Base::Result}, between, moved, {{again}}},
      CopyCommand{between, {Base::Result, 0, sizeof(float)}, moved, {{again}}},
      CopyCommand{{Base::Constants}, goesOn, 1, {{again}}},
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

/// The same for fills: what the first turn copied over one stays.
TEST_P(CudaEnds, FillsBehindTheEndOfALoopDoNothing) {
  using Base = CommandAddress::Base;
  constexpr int64_t size = 1001;
  constexpr uint64_t all = size * sizeof(float);
  constexpr uint32_t one = 0x3f800000;
  // Not a multiple of sixteen.
  constexpr uint64_t odd = 501 * sizeof(float);
  const CommandAddress goesOn = {Base::Temporary, 0, 0};
  const CommandAddress again = {Base::Temporary, 0, 256};
  CommandProgram commands;
  commands.machine = "sm_80";
  commands.temporaryBytes = 512;
  commands.commands = {
      CopyCommand{{Base::Constants, 0, 1}, goesOn, 1},
      WhileCommand{{again, 1, 1, false}, 1, 4, 0, 4, /*isGuarded=*/true},
      CopyCommand{goesOn, again, 1},
      FillCommand{{Base::Result}, all, one, 4, {{again}}},
      FillCommand{{Base::Result, 0, odd}, 8, 0x4040, 2, {{again}}},
      CopyCommand{{Base::Argument}, {Base::Result}, 8, {{again}}},
      CopyCommand{{Base::Constants}, goesOn, 1, {{again}}},
  };
  commands.waits = {{}, {0}, {}, {}, {3}, {3}, {}};
  auto program = client->load(Executable::create(
      manifestOf(1, 1, size),
      {{SectionKind::Program, "by hand"},
       {SectionKind::Code, ""},
       {SectionKind::Constants, std::string("\0\1", 2)},
       {SectionKind::Commands, encodeCommandProgram(commands)}}));
  ASSERT_TRUE(program.ok()) << program.status();
  auto execution = call(**program, {array(Floats(size, 5)).get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  Floats expected(size, 1);
  expected[0] = expected[1] = 5;
  expected[501] = expected[502] = std::bit_cast<float>(0x40404040);
  EXPECT_EQ(valuesOf(*execution->results[0][0]), expected);
}

/// Steps of three branches in a row: those of the one that is taken do
/// something, the last one where the number is none of theirs.
TEST_P(CudaEnds, CopiesAndFillsOfOtherBranchesDoNothing) {
  using Base = CommandAddress::Base;
  constexpr int64_t size = 3;
  constexpr uint32_t one = 0x3f800000;
  const CommandAddress number = {Base::Constants};
  const CommandGuard flag = {{Base::Constants, 0, 4}};
  auto at = [](Base base, uint64_t element) {
    return CommandAddress{base, 0, element * sizeof(float)};
  };
  CommandProgram commands;
  commands.machine = "sm_80";
  commands.commands = {
      CopyCommand{{Base::Argument}, {Base::Result}, size * sizeof(float)},
      FillCommand{{Base::Result}, 4, one, 4, {{number, {32, 0, false}}}},
      CopyCommand{
          at(Base::Argument, 1), {Base::Result}, 4, {{number, {32, 1, false}}}},
      CopyCommand{
          at(Base::Argument, 2), {Base::Result}, 4, {{number, {32, 2, true}}}},
      // In a loop that goes on, and one that is over.
      CopyCommand{{Base::Argument},
                  at(Base::Result, 1),
                  4,
                  {flag, {number, {32, 1, false}}}},
      CopyCommand{{Base::Argument},
                  at(Base::Result, 2),
                  4,
                  {{flag.address, {1, 0, false}}, {number, {32, 0, true}}}},
  };
  commands.waits = {{}, {0}, {1}, {2}, {0}, {0}};
  for (const int32_t taken : {0, 1, 2, 7, -1}) {
    std::string constants(5, '\1');
    std::memcpy(constants.data(), &taken, sizeof(taken));
    auto program = client->load(Executable::create(
        manifestOf(1, 1, size),
        {{SectionKind::Program, "by hand"},
         {SectionKind::Code, ""},
         {SectionKind::Constants, constants},
         {SectionKind::Commands, encodeCommandProgram(commands)}}));
    ASSERT_TRUE(program.ok()) << program.status();
    auto execution = call(**program, {array({5, 6, 7}).get()});
    ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
    const float first = taken == 0 ? 1.0F : taken == 1 ? 6.0F : 7.0F;
    EXPECT_EQ(valuesOf(*execution->results[0][0]),
              (Floats{first, taken == 1 ? 5.0F : 6.0F, 7}))
        << taken;
  }
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

/// Programs that call the host for an answer, hence are followed, with loops in
/// which nothing is asked.
class CudaFollows : public ClientConformance {
protected:
  using Base = CommandAddress::Base;
  static constexpr CommandAddress kAnswer = {Base::Temporary, 0, 0};
  static constexpr CommandAddress kAgain = {Base::Temporary, 0, 256};
  static constexpr CommandAddress kBetween = {Base::Temporary, 0, 512};

  void SetUp() override {
    ClientConformance::SetUp();
    kind->openGate();
  }

  /// `commands` behind a call that gives kAnswer.
  StatusOr<Ref<LoadedExecutable>>
  loadAnswered(int64_t size, std::vector<Command> commands,
               std::vector<std::vector<uint32_t>> waits,
               const std::string &code = "") {
    Manifest manifest = manifestOf(1, 1, size);
    manifest.name = kAnswered;
    CommandProgram program;
    program.machine = "sm_80";
    program.temporaryBytes = 512 + size * sizeof(float);
    program.calls.emplace_back();
    if (!code.empty()) {
      program.kernels.push_back({.name = "wait",
                                 .codeBytes = code.size(),
                                 .blocks = 1,
                                 .threads = 1,
                                 .origin = "here"});
    }
    program.commands = std::move(commands);
    program.commands.insert(program.commands.begin(),
                            CallCommand{0, {kAnswer}});
    program.waits = std::move(waits);
    program.waits.insert(program.waits.begin(), {{}});
    return client->load(Executable::create(
        std::move(manifest),
        {{SectionKind::Program, "by hand"},
         {SectionKind::Code, code},
         {SectionKind::Constants, std::string("\0\1", 2)},
         {SectionKind::Commands, encodeCommandProgram(program)}}));
  }

  /// Copies the argument to the result without an end.
  StatusOr<Ref<LoadedExecutable>> loadEndless() {
    const CommandAddress always = {Base::Constants, 0, 1};
    return loadAnswered(
        1,
        {WhileCommand{{always, 1, 1, false}, 0, 1},
         CopyCommand{{Base::Argument}, {Base::Result}, sizeof(float)}},
        {{0}, {}});
  }

  static uint64_t calls(const char *function) {
    void *library = dlopen(WEFT_EMULATED_CUDA, RTLD_NOW | RTLD_LOCAL);
    auto count = reinterpret_cast<int (*)(const char *, uint64_t *)>(
        dlsym(library, "cuEmulatorCountCalls"));
    uint64_t result = 0;
    EXPECT_EQ(count(function, &result), 0);
    return result;
  }

  /// Cancels a run that has begun, which ends.
  void expectItEnds(LoadedExecutable &program) {
    Ref<Buffer> argument = array({1});
    const Status reason = Status::aborted("no longer wanted");
    for (int round = 0; round < 3; ++round) {
      ExecuteOptions options;
      options.launchId = round;
      auto execution = call(program, {argument.get()}, options);
      awaitGatedRuns(round + 1);
      // Until the loop is likely to run.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      EXPECT_TRUE(client->cancelRun(device(), round, reason));
      EXPECT_EQ(outcomeOf(execution), reason);
    }
  }
};

TEST_P(CudaFollows, LoopsThatAskNothingOfTheHostAreGraphs) {
  constexpr int64_t size = 100;
  constexpr uint64_t all = size * sizeof(float);
  constexpr uint64_t moved = all - sizeof(float);
  // One turn, which moves all numbers by one place.
  auto program = loadAnswered(
      size,
      {CopyCommand{{Base::Argument}, {Base::Result}, all},
       WhileCommand{{kAgain, 1, 1, false}, 1, 3},
       CopyCommand{kAnswer, kAgain, 1},
       CopyCommand{{Base::Result}, kBetween, moved},
       CopyCommand{kBetween, {Base::Result, 0, sizeof(float)}, moved},
       CopyCommand{{Base::Constants}, kAnswer, 1}},
      {{}, {0, 1}, {}, {}, {4}, {}});
  ASSERT_TRUE(program.ok()) << program.status();
  std::vector<Ref<Buffer>> arguments;
  for (int round = 0; round < 4; ++round) {
    const float first = static_cast<float>(round);
    std::vector<float> values(size, 7);
    values[0] = first;
    arguments.push_back(array(values));
    const uint64_t launches = calls("cuGraphLaunch");
    const uint64_t reads = calls("cuMemcpyDtoHAsync_v2");
    auto execution = call(**program, {arguments.back().get()});
    ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
    EXPECT_EQ(calls("cuGraphLaunch"), launches + 1);
    EXPECT_EQ(calls("cuMemcpyDtoHAsync_v2"), reads);
    values[1] = first;
    EXPECT_EQ(valuesOf(*execution->results[0][0]), values);
  }
}

TEST_P(CudaFollows, FillsAreOfEveryWidth) {
  // In a queue, and in the graph of a branch.
  auto program =
      loadAnswered(5,
                   {FillCommand{{Base::Result}, 8, 0x3f800000, 4},
                    FillCommand{{Base::Result, 0, 8}, 4, 0x4040, 2},
                    SwitchCommand{{kAnswer, 1, 1, false}, {0, 2}},
                    FillCommand{{Base::Result, 0, 12}, 4, 0x41, 1},
                    FillCommand{{Base::Result, 0, 16}, 4, 0x4141, 2}},
                   {{}, {}, {0}, {}, {}});
  ASSERT_TRUE(program.ok()) << program.status();
  Ref<Buffer> argument = array(Floats(5, 7));
  const float wide = std::bit_cast<float>(0x41414141);
  const Floats expected = {1, 1, std::bit_cast<float>(0x40404040), wide, wide};
  std::vector<Ref<Buffer>> kept;
  for (int round = 0; round < 4; ++round) {
    auto execution = call(**program, {argument.get()});
    ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
    kept.push_back(execution->results[0][0]);
    EXPECT_EQ(valuesOf(*kept.back()), expected);
  }
}

TEST_P(CudaFollows, GraphsBetweenCallsAreMadeOnce) {
  auto program =
      loadAnswered(1,
                   {CopyCommand{{Base::Argument}, {Base::Result}, 4},
                    SwitchCommand{{kAnswer, 1, 1, false}, {0, 1}},
                    CopyCommand{{Base::Argument}, {Base::Result}, 4}},
                   {{}, {0, 1}, {}});
  ASSERT_TRUE(program.ok()) << program.status();
  const uint64_t made = calls("cuGraphInstantiateWithFlags");
  std::vector<Ref<Buffer>> kept;
  for (int round = 0; round < 10; ++round) {
    kept.push_back(array({static_cast<float>(round)}));
    auto execution = call(**program, {kept.back().get()});
    ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
    kept.push_back(execution->results[0][0]);
    EXPECT_EQ(valuesOf(*kept.back())[0], static_cast<float>(round));
  }
  EXPECT_LE(calls("cuGraphInstantiateWithFlags"), made + 2);
}

TEST_P(CudaFollows, ALoopOfTheHostHoldsLoopsOfTheDevice) {
  // The outer loop asks the host whether it goes on, which says so until the
  // device has taken its word away: after the first turn.
  const CommandAddress done = {Base::Temporary, 0, 128};
  auto loaded = loadAnswered(
      1,
      {CopyCommand{{Base::Argument}, {Base::Result}, 4},
       WhileCommand{{kAgain, 1, 1, false}, 1, 5},
       CopyCommand{kAnswer, kAgain, 1},
       // Its body.
       CallCommand{0, {done}}, WhileCommand{{done, 1, 1, false}, 0, 1},
       CopyCommand{{Base::Constants}, done, 1}, CopyCommand{done, kAnswer, 1},
       CopyCommand{{Base::Argument}, {Base::Result}, 4}},
      {{}, {0, 1}, {}, {}, {4}, {}, {5}, {}});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const uint64_t launches = calls("cuGraphLaunch");
  auto execution = call(**loaded, {array({5}).get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  EXPECT_EQ(calls("cuGraphLaunch"), launches + 1);
  EXPECT_EQ(kind->gatedRuns(), 2);
}

TEST_P(CudaFollows, ItsGraphsEndWhenTheRunIsCancelled) {
  auto program = loadEndless();
  ASSERT_TRUE(program.ok()) << program.status();
  expectItEnds(**program);
}

TEST_P(CudaFollows, ItsKernelsEndWhenTheRunIsCancelled) {
  auto program = loadAnswered(1, {LaunchCommand{0, {{Base::Words}}}}, {{0}}, R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry wait(.param .u64 words)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<4>;
  .reg .pred %p<3>;
  ld.param.u64 %rd1, [words];
  ld.volatile.global.b32 %r1, [%rd1];
  ld.global.b64 %rd1, [%rd1+264];
  and.b32 %r2, %r1, 63;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
LookAgain:
  ld.volatile.global.b32 %r3, [%rd3];
  setp.eq.s32 %p1, %r1, %r3;
  setp.ne.s32 %p2, %r1, 0;
  and.pred %p1, %p1, %p2;
  @%p1 bra Done;
  nanosleep.u32 1000;
  bra LookAgain;
Done:
  ret;
}
)");
  ASSERT_TRUE(program.ok()) << program.status();
  expectItEnds(**program);
}

TEST_P(CudaFollows, ItsGraphsEndAtTheLimit) {
  auto program = loadEndless();
  ASSERT_TRUE(program.ok()) << program.status();
  ExecuteOptions options;
  options.timeLimit = std::chrono::milliseconds(50);
  auto execution = call(**program, {array({1}).get()}, options);
  EXPECT_EQ(outcomeOf(execution).code(), StatusCode::DeadlineExceeded)
      << outcomeOf(execution);
}

TEST_P(CudaFollows, OfTwoRunsUnderWayTheOneThatIsCancelledEnds) {
  auto program = loadEndless();
  ASSERT_TRUE(program.ok()) << program.status();
  Ref<Buffer> argument = array({1});
  std::vector<StatusOr<Execution>> executions;
  for (int i = 0; i < 2; ++i) {
    ExecuteOptions options;
    options.launchId = i;
    executions.push_back(call(**program, {argument.get()}, options));
  }
  awaitGatedRuns(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  // One of them has the device, the other stands behind it; none may end for
  // the other one's reason.
  const Status first = Status::aborted("the first is no longer wanted");
  const Status second = Status::aborted("the second is no longer wanted");
  EXPECT_TRUE(client->cancelRun(device(), 1, second));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_FALSE(executions[0]->done[0]->isReady());
  EXPECT_TRUE(client->cancelRun(device(), 0, first));
  EXPECT_EQ(outcomeOf(executions[0]), first);
  EXPECT_EQ(outcomeOf(executions[1]), second);
}

TEST_P(CudaFollows, ACheckBehindALoopOfTheDeviceEndsTheRun) {
  for (const bool holds : {false, true}) {
    const CommandAddress flag = {Base::Temporary};
    CommandProgram commands;
    commands.machine = "sm_80";
    commands.temporaryBytes = 512;
    commands.commands = {
        CopyCommand{{Base::Constants, 0, 1}, kAgain, 1},
        WhileCommand{{kAgain, 1, 1, false}, 0, 2},
        CopyCommand{{Base::Constants}, kAgain, 1},
        CopyCommand{{Base::Constants, 0, holds ? 1u : 0u}, flag, 1},
        CheckCommand{{flag, 1, 1, false}, "the batch must not be empty"},
        CopyCommand{{Base::Argument}, {Base::Result}, 4}};
    commands.waits = {{}, {0}, {}, {}, {1}, {}};
    auto program = client->load(Executable::create(
        manifestOf(1, 1, 1),
        {{SectionKind::Program, "by hand"},
         {SectionKind::Code, ""},
         {SectionKind::Constants, std::string("\0\1", 2)},
         {SectionKind::Commands, encodeCommandProgram(commands)}}));
    ASSERT_TRUE(program.ok()) << program.status();
    const uint64_t launches = calls("cuGraphLaunch");
    auto execution = call(**program, {array({5}).get()});
    EXPECT_EQ(outcomeOf(execution),
              holds ? Status::success()
                    : Status::invalidArgument("the batch must not be empty"));
    EXPECT_EQ(calls("cuGraphLaunch"), launches + 1);
  }
}

TEST_P(CudaFollows, FillsAreChangedWhereAddressesAre) {
  CommandProgram commands;
  commands.machine = "sm_80";
  commands.commands = {FillCommand{{Base::Result}, 4, 0x3f800000, 4}};
  commands.waits = {{}};
  auto program = client->load(Executable::create(
      manifestOf(1, 1, 1),
      {{SectionKind::Program, "by hand"},
       {SectionKind::Code, ""},
       {SectionKind::Commands, encodeCommandProgram(commands)}}));
  ASSERT_TRUE(program.ok()) << program.status();
  constexpr const char *change = "cuGraphExecMemsetNodeSetParams";
  const uint64_t before = calls(change);
  std::vector<Ref<Buffer>> kept;
  for (int round = 0; round < 6; ++round) {
    auto execution = call(**program, {array({0}).get()});
    ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
    kept.push_back(execution->results[0][0]);
    EXPECT_EQ(valuesOf(*kept.back()), Floats{1});
  }
  // The first one is no graph, the next four are graphs of their own.
  EXPECT_EQ(calls(change), before + 1);
}

TEST_P(CudaFollows, NodesAreChangedWhereAddressesAre) {
  CommandProgram commands;
  commands.machine = "sm_80";
  commands.temporaryBytes = 512;
  commands.commands = {
      CopyCommand{{Base::Argument}, {Base::Temporary, 0, 256}, 4},
      CopyCommand{{Base::Constants}, {Base::Temporary}, 4},
      CopyCommand{{Base::Temporary, 0, 256}, {Base::Result}, 4}};
  commands.waits = {{}, {}, {0}};
  auto program = client->load(Executable::create(
      manifestOf(1, 1, 1),
      {{SectionKind::Program, "by hand"},
       {SectionKind::Code, ""},
       {SectionKind::Constants, std::string(4, '\0')},
       {SectionKind::Commands, encodeCommandProgram(commands)}}));
  ASSERT_TRUE(program.ok()) << program.status();
  std::vector<Ref<Buffer>> kept;
  auto run = [&](float value) {
    kept.push_back(array({value}));
    auto execution = call(**program, {kept.back().get()});
    ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
    kept.push_back(execution->results[0][0]);
    EXPECT_EQ(valuesOf(*kept.back())[0], value);
  };
  // The first one is no graph, the next four are graphs of their own.
  constexpr const char *change = "cuGraphExecMemcpyNodeSetParams";
  const uint64_t before = calls(change);
  const uint64_t made = calls("cuGraphInstantiateWithFlags");
  for (int i = 0; i < 5; ++i) {
    run(static_cast<float>(i));
  }
  EXPECT_EQ(calls(change), before);
  run(5);
  EXPECT_EQ(calls(change), before + 2);
  EXPECT_EQ(calls("cuGraphInstantiateWithFlags"), made + 4);
}

INSTANTIATE_TEST_SUITE_P(
    Cuda, CudaFollows,
    ::testing::Values(NamedKind{
        "Emulated",
        [] { return std::make_shared<CudaKind>(/*isGateInBranch=*/false); }}),
    nameOfKind);

} // namespace
