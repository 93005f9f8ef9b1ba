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
#include "weft/Support/MachineShare.h"

#include <algorithm>
#include <charconv>

namespace weft::cuda {

using runtime::Topology;

std::string machineOfCapability(int capability) {
  // What has no row of its own is compiled for by an earlier one
  // (weft/Machine/FindMachine.cpp).
  const bool isKnown = capability >= 80 && capability < 200;
  return isKnown ? "sm_" + std::to_string(capability) : "";
}

namespace {

std::string nameOfCapability(int capability) {
  return std::to_string(capability / 10) + "." +
         std::to_string(capability % 10);
}

runtime::DeviceDescription describeDevice(int id, const std::string &name,
                                          int capability,
                                          const std::string &machine) {
  runtime::DeviceDescription device;
  device.id = id;
  device.kind = name;
  device.toString = "WeftCudaDevice(id=" + std::to_string(id) + ")";
  device.debugString = device.toString + " " + name;
  device.attributes.emplace_back("machine", machine);
  device.attributes.emplace_back("compute_capability",
                                 nameOfCapability(capability));
  device.memories = {{std::string(kDefaultMemoryKind), 0},
                     {"pinned_host", 1},
                     {"unpinned_host", 2}};
  return device;
}

/// What the device decides in the middle of a run, and why not more.
std::string describeDecisions(const DriverFunctions &driver) {
  if (driver.hasSwitches()) {
    return "loops and branches";
  }
  const std::string of = " (the driver is of CUDA " +
                         std::to_string(driver.version / 1000) + "." +
                         std::to_string(driver.version % 1000 / 10);
  return driver.hasConditions()
             ? "loops" + of + ", branches need 12.8)"
             : "nothing" + of + ", loops need 12.3 and branches 12.8)";
}

/// With the driver's version, where there is one, as the last word: that is
/// where programs look for it that JAX's own back end for GPUs runs, too.
Topology topologyWithout(const std::string &platformName,
                         const std::string &driverVersion = "") {
  Topology topology;
  topology.platformName = platformName;
  topology.platformVersion = "weft, build " + buildId() + ", cuda" +
                             (driverVersion.empty() ? "" : " ") + driverVersion;
  return topology;
}

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

Status checkCollectives(const Manifest &manifest,
                        const CommandProgram &commands) {
  if (manifest.deviceCount() == 1) {
    return Status::success();
  }
  for (const NativeCall &call : commands.calls) {
    if (const auto *collective = std::get_if<CollectiveCall>(&call)) {
      return Status::unimplemented(
          "the program '" + manifest.name + "' is for " +
          std::to_string(manifest.deviceCount()) + " GPUs, and " +
          collective->name + " (" + collective->place +
          ") exchanges arrays among them: collectives among GPUs cannot be "
          "run yet; use one GPU, or devices of the processor (client options "
          "device=cpu, num_devices)");
    }
  }
  return Status::success();
}

/// The same program on several devices that need nothing of each other.
class SpreadProgram final : public runtime::Program {
public:
  explicit SpreadProgram(std::vector<std::shared_ptr<CudaProgram>> programs)
      : programs(std::move(programs)) {}

  runtime::LaunchBy launcherOf(bool argumentsAreReady) const override {
    return programs.front()->launcherOf(argumentsAreReady);
  }
  bool takesQueuedArguments() const override { return true; }
  StatusOr<Ref<runtime::Event>>
  launch(runtime::Run &run, const runtime::ExecuteOptions &options,
         runtime::Cancellation *cancellation) override {
    std::vector<Ref<runtime::Event>> ends;
    for (size_t part = 0; part < programs.size(); ++part) {
      StatusOr<Ref<runtime::Event>> launched =
          programs[part]->launchPart(run, part, options, cancellation);
      if (!launched.ok()) {
        if (ends.empty()) {
          return launched.status();
        }
        // Nothing may go on when this is known; whoever launches may be one of
        // those whom the others wait for, and does not wait.
        ends.push_back(runtime::Event::failed(launched.status()));
        break;
      }
      ends.push_back(*std::move(launched));
    }
    return runtime::allOf(ends);
  }

private:
  /// By the part of a run.
  const std::vector<std::shared_ptr<CudaProgram>> programs;
};

class CudaClient final : public runtime::BaseClient {
public:
  CudaClient(const CudaClientOptions &options, Topology topology,
             std::vector<std::shared_ptr<Gpu>> devices,
             const std::vector<uint64_t> &limits,
             std::shared_ptr<runtime::HostCallLoader> callLoader)
      : BaseClient(std::move(topology),
                   options.threads != 0 ? options.threads : usableProcessors(),
                   options.timeLimit),
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
                                                usableMemory());
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
    if (placed.size() > 1) {
      return loadOnAll(placed, executable);
    }
    if (!placed.empty()) {
      WEFT_ASSIGN_OR_RETURN(
          std::shared_ptr<CudaProgram> program,
          loadOn(placed.front()->description().id, executable));
      return std::shared_ptr<runtime::Program>(std::move(program));
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
  loadOnAll(std::span<runtime::Device *const> placed,
            const Executable &executable) {
    std::vector<std::shared_ptr<CudaProgram>> programs;
    for (runtime::Device *device : placed) {
      WEFT_ASSIGN_OR_RETURN(std::shared_ptr<CudaProgram> program,
                            loadOn(device->description().id, executable));
      programs.push_back(std::move(program));
    }
    return std::shared_ptr<runtime::Program>(
        std::make_shared<SpreadProgram>(std::move(programs)));
  }

  StatusOr<std::shared_ptr<CudaProgram>> loadOn(size_t ordinal,
                                                const Executable &executable) {
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
    WEFT_RETURN_IF_ERROR(checkCollectives(manifest, commands));
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

StatusOr<Topology> cudaTopology(const std::string &platformName,
                                const std::string &machine, int count) {
  int capability = 0;
  const std::string_view digits = std::string_view(machine).substr(
      std::min<size_t>(machine.size(), std::string_view("sm_").size()));
  std::from_chars(digits.data(), digits.data() + digits.size(), capability);
  if (capability == 0 || machineOfCapability(capability) != machine) {
    return Status::invalidArgument(
        "there is no GPU '" + machine +
        "' to compile for; `weft machine` lists those that there are");
  }
  Topology topology = topologyWithout(platformName);
  for (int id = 0; id < count; ++id) {
    topology.devices.push_back(
        describeDevice(id, machine, capability, machine));
  }
  return topology;
}

StatusOr<Ref<runtime::Client>>
createCudaClient(const CudaClientOptions &options,
                 std::shared_ptr<runtime::HostCallLoader> callLoader) {
  DriverFunctions driver;
  WEFT_RETURN_IF_ERROR(driver.load());
  // Opening a device enters it; the caller's thread leaves it again.
  struct Restore {
    const DriverFunctions &driver;
    void *context = nullptr;
    ~Restore() { driver.contextSetCurrent(context); }
  } restore{driver};
  driver.contextGetCurrent(&restore.context);
  int count = 0;
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.deviceGetCount(&count), "counting devices"));
  if (count == 0) {
    return Status::unavailable("NVIDIA's driver has no device");
  }
  Topology topology =
      topologyWithout(options.platformName, std::to_string(driver.version));
  std::vector<std::shared_ptr<Gpu>> gpus;
  std::vector<uint64_t> limits;
  std::string older;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    WEFT_ASSIGN_OR_RETURN(
        std::shared_ptr<Gpu> gpu,
        Gpu::open(ordinal, options.kernelCache, options.memoryRest));
    const int capability = gpu->device().capability();
    const std::string machine = machineOfCapability(capability);
    if (machine.empty()) {
      older = gpu->device().name() + " has compute capability " +
              nameOfCapability(capability) + ", Weft needs 8.0 or later";
      continue;
    }
    size_t free = 0;
    size_t total = 0;
    WEFT_RETURN_IF_ERROR(
        driver.check(gpu->device().functions().memoryInfo(&free, &total),
                     "asking for the device's memory"));
    limits.push_back(options.memoryLimit != 0 ? options.memoryLimit : total);
    topology.devices.push_back(describeDevice(static_cast<int>(gpus.size()),
                                              gpu->device().name(), capability,
                                              machine));
    topology.devices.back().hardwareId = ordinal;
    topology.devices.back().attributes.emplace_back("memory_heap",
                                                    gpu->heapKind());
    topology.devices.back().attributes.emplace_back("decides",
                                                    describeDecisions(driver));
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
