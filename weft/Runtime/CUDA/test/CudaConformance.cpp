// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The client for NVIDIA's GPUs keeps to what every client must do, on two
// devices that the emulator stands in for.

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

/// The call of a gated program.
class GateCalls final : public HostCalls {
public:
  explicit GateCalls(std::shared_ptr<Gate> gate) : gate(std::move(gate)) {}

  Arrays arraysOf(size_t) const override { return {}; }
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
};

class GateLoader final : public HostCallLoader {
public:
  explicit GateLoader(std::shared_ptr<Gate> gate) : gate(std::move(gate)) {}

  StatusOr<std::unique_ptr<HostCalls>> load(const Executable &,
                                            std::vector<NativeCall>,
                                            const CustomCallRegistry &,
                                            const std::string &) override {
    return std::unique_ptr<HostCalls>(std::make_unique<GateCalls>(gate));
  }

private:
  const std::shared_ptr<Gate> gate;
};

class CudaKind final : public ClientKind {
public:
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
    if (program == TestProgram::Gated) {
      commands.calls.emplace_back();
      commands.commands.push_back(CallCommand{});
    }
    using Base = CommandAddress::Base;
    const auto last = static_cast<uint32_t>(manifest.parameters.size() - 1);
    commands.commands.push_back(LaunchCommand{
        0,
        {{Base::Argument, 0, 0}, {Base::Argument, last, 0}, {Base::Result}}});
    commands.waits.resize(commands.commands.size());
    for (size_t i = 1; i < commands.waits.size(); ++i) {
      commands.waits[i] = {static_cast<uint32_t>(i - 1)};
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
  const std::shared_ptr<Gate> gate = std::make_shared<Gate>();
};

INSTANTIATE_TEST_SUITE_P(Cuda, ClientConformance,
                         ::testing::Values(NamedKind{
                             "Emulated",
                             [] { return std::make_shared<CudaKind>(); }}),
                         nameOfKind);

} // namespace
