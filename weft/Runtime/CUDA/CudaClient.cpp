// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CudaClient.h"

#include "weft/Executable/Executable.h"
#include "weft/Runtime/BuiltinCalls.h"
#include "weft/Runtime/CUDA/CudaMemory.h"
#include "weft/Runtime/CUDA/CudaProgram.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/Client/BaseClient.h"
#include "weft/Runtime/Client/Run.h"
#include "weft/Runtime/Machine.h"

namespace weft::cuda {

using runtime::Topology;

std::string machineOfCapability(int capability) {
  // Code of a family runs on the later ones of its own major number.
  constexpr int rows[] = {80, 86, 89, 90, 100, 103, 120, 121};
  int found = 0;
  for (int row : rows) {
    if (row <= capability && row / 10 == capability / 10) {
      found = row;
    }
  }
  return found == 0 ? "" : "sm_" + std::to_string(found);
}

namespace {

/// One of several, by the device of the run.
class PortableProgram final : public runtime::Program {
public:
  explicit PortableProgram(
      std::vector<std::shared_ptr<runtime::Program>> programs)
      : programs(std::move(programs)) {}

  runtime::LaunchBy launcherOf(bool argumentsAreReady) const override {
    return programs.front()->launcherOf(argumentsAreReady);
  }
  bool takesQueuedArguments() const override {
    return programs.front()->takesQueuedArguments();
  }
  StatusOr<Ref<runtime::Event>>
  launch(runtime::Run &run, const runtime::ExecuteOptions &options,
         runtime::Cancellation *cancellation) override {
    const int ordinal = run.partList().front().device->description().id;
    return programs[static_cast<size_t>(ordinal)]->launch(run, options,
                                                          cancellation);
  }

private:
  /// By the ids of their devices.
  const std::vector<std::shared_ptr<runtime::Program>> programs;
};

class CudaClient final : public runtime::BaseClient {
public:
  CudaClient(const CudaClientOptions &options, Topology topology,
             std::vector<std::shared_ptr<Gpu>> devices,
             const std::vector<uint64_t> &limits,
             std::shared_ptr<runtime::HostCallLoader> callLoader)
      : BaseClient(std::move(topology), options.threads != 0
                                            ? options.threads
                                            : runtime::usableProcessors()),
        gpus(std::move(devices)), callLoader(std::move(callLoader)) {
    runtime::addBuiltinCalls(customCalls());
    addDevices(
        [&](int id, const runtime::MemoryDescription &description,
            runtime::Device &device) -> std::unique_ptr<runtime::Memory> {
          const auto ordinal = static_cast<size_t>(device.description().id);
          if (description.kind == kDefaultMemoryKind) {
            auto memory = std::make_unique<CudaMemory>(
                id, description, device, gpus[ordinal], threadPool(),
                limits[ordinal]);
            deviceMemories.push_back(memory.get());
            return memory;
          }
          return std::make_unique<PinnedMemory>(id, description, device,
                                                gpus[ordinal], threadPool(),
                                                runtime::usableMemory());
        });
  }

  /// What one of them does may give the other something to do.
  bool drain(std::chrono::nanoseconds limit) override {
    auto drainGpus = [&] {
      return std::ranges::all_of(
          gpus, [&](const auto &gpu) { return gpu->drain(limit); });
    };
    return drainGpus() && BaseClient::drain(limit) && drainGpus();
  }

private:
  StatusOr<std::shared_ptr<runtime::Program>>
  loadProgram(const Executable &executable,
              std::span<runtime::Device *const> placed) override {
    if (!placed.empty()) {
      return loadOn(placed.front()->description().id, executable);
    }
    std::vector<std::shared_ptr<runtime::Program>> programs;
    for (size_t ordinal = 0; ordinal < gpus.size(); ++ordinal) {
      WEFT_ASSIGN_OR_RETURN(std::shared_ptr<runtime::Program> program,
                            loadOn(ordinal, executable));
      programs.push_back(std::move(program));
    }
    if (programs.size() == 1) {
      return programs.front();
    }
    return std::shared_ptr<runtime::Program>(
        std::make_shared<PortableProgram>(std::move(programs)));
  }

  StatusOr<std::shared_ptr<runtime::Program>>
  loadOn(size_t ordinal, const Executable &executable) {
    const Manifest &manifest = executable.manifest();
    if (executable.section(SectionKind::Commands).empty()) {
      return Status::unimplemented(
          "the program '" + manifest.name +
          "' is not compiled for a GPU: the interpreter and code for other "
          "machines run on the processor (client option device=cpu)");
    }
    WEFT_ASSIGN_OR_RETURN(
        CommandProgram commands,
        decodeCommandProgram(executable.section(SectionKind::Commands),
                             manifest.parameters.size(),
                             manifest.results.size(),
                             executable.section(SectionKind::Constants).size(),
                             executable.section(SectionKind::Code).size()));
    std::unique_ptr<runtime::HostCalls> calls;
    if (!commands.calls.empty()) {
      WEFT_ASSIGN_OR_RETURN(calls,
                            callLoader->load(executable, commands.calls,
                                             customCalls(), platformName()));
    }
    return CudaProgram::load(executable, std::move(commands), std::move(calls),
                             gpus[ordinal], *deviceMemories[ordinal]);
  }

  const std::vector<std::shared_ptr<Gpu>> gpus;
  /// In the order of the devices, whose client owns them.
  std::vector<CudaMemory *> deviceMemories;
  const std::shared_ptr<runtime::HostCallLoader> callLoader;
};

} // namespace

StatusOr<Ref<runtime::Client>>
createCudaClient(const CudaClientOptions &options,
                 std::shared_ptr<runtime::HostCallLoader> callLoader) {
  DriverFunctions driver;
  WEFT_RETURN_IF_ERROR(driver.load());
  int count = 0;
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.deviceGetCount(&count), "counting devices"));
  if (count == 0) {
    return Status::unavailable("NVIDIA's driver has no device");
  }
  Topology topology;
  topology.platformName = options.platformName;
  topology.platformVersion = "weft cuda, build " + buildId();
  std::vector<std::shared_ptr<Gpu>> gpus;
  std::vector<uint64_t> limits;
  std::string older;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    WEFT_ASSIGN_OR_RETURN(std::shared_ptr<Gpu> gpu, Gpu::open(ordinal));
    const int capability = gpu->device().capability();
    const std::string machine = machineOfCapability(capability);
    if (machine.empty()) {
      older = gpu->device().name() + " has compute capability " +
              std::to_string(capability / 10) + "." +
              std::to_string(capability % 10) + ", Weft needs 8.0 or later";
      continue;
    }
    size_t free = 0;
    size_t total = 0;
    WEFT_RETURN_IF_ERROR(
        driver.check(gpu->device().functions().memoryInfo(&free, &total),
                     "asking for the device's memory"));
    limits.push_back(options.memoryLimit != 0 ? options.memoryLimit : total);
    runtime::DeviceDescription device;
    device.id = static_cast<int>(gpus.size());
    device.kind = gpu->device().name();
    device.toString = "WeftCudaDevice(id=" + std::to_string(device.id) + ")";
    device.debugString = device.toString + " " + gpu->device().name();
    device.attributes.emplace_back("machine", machine);
    device.attributes.emplace_back("compute_capability",
                                   std::to_string(capability / 10) + "." +
                                       std::to_string(capability % 10));
    device.memories = {{std::string(kDefaultMemoryKind), 0},
                       {"pinned_host", 1},
                       {"unpinned_host", 2}};
    topology.devices.push_back(std::move(device));
    gpus.push_back(std::move(gpu));
  }
  if (gpus.empty()) {
    return Status::failedPrecondition(older);
  }
  return Ref<runtime::Client>(makeRef<CudaClient>(options, std::move(topology),
                                                  std::move(gpus), limits,
                                                  std::move(callLoader)));
}

} // namespace weft::cuda
