// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuClient.h"

#include "weft/Runtime/BuiltinCalls.h"
#include "weft/Runtime/CPU/CpuMemory.h"
#include "weft/Runtime/CPU/CpuProgram.h"
#include "weft/Runtime/Client/BaseClient.h"
#include "weft/Support/MachineShare.h"

namespace weft::runtime {
namespace {

constexpr int kMaximumDevices = 4096;
constexpr const char *kMemoryKinds[] = {"device", "pinned_host",
                                        "unpinned_host"};

class CpuClient final : public BaseClient {
public:
  CpuClient(const CpuClientOptions &options, Topology topology,
            std::shared_ptr<ProgramLoader> loader)
      : BaseClient(std::move(topology),
                   options.threads != 0 ? options.threads : usableProcessors(),
                   options.timeLimit),
        loader(std::move(loader)),
        settings{.inlineCost = options.inlineCost,
                 .inlineTime = options.inlineTime,
                 .inlineAwaitedTime = options.inlineAwaitedTime,
                 .inlineLibraryTime = options.inlineLibraryTime,
                 .memoryLimit = options.memoryLimit != 0 ? options.memoryLimit
                                                         : usableMemory()} {
    addBuiltinCalls(customCalls());
    addDevices([&](int id, const MemoryDescription &description,
                   Device &device) {
      return std::make_unique<CpuMemory>(id, description, device, threadPool(),
                                         settings.memoryLimit);
    });
  }

private:
  StatusOr<std::shared_ptr<Program>>
  loadProgram(const Executable &executable, std::span<Device *const>) override {
    WEFT_ASSIGN_OR_RETURN(
        std::shared_ptr<ProgramRunner> runner,
        loader->load(executable, customCalls(), platformName(), threadCount()));
    return std::shared_ptr<Program>(
        std::make_shared<CpuProgram>(executable.manifest(), std::move(runner),
                                     threadPool(), awaitedCalls(), settings));
  }

  const std::shared_ptr<ProgramLoader> loader;
  const CpuRunSettings settings;
};

} // namespace

StatusOr<Topology> cpuTopology(const CpuClientOptions &options) {
  if (options.deviceCount < 1 || options.deviceCount > kMaximumDevices) {
    return Status::invalidArgument(
        "a client has 1 to " + std::to_string(kMaximumDevices) + " devices, " +
        std::to_string(options.deviceCount) + " were asked for");
  }
  Topology topology;
  topology.platformName = options.platformName;
  topology.platformVersion = "weft cpu, build " + buildId();
  for (int id = 0; id < options.deviceCount; ++id) {
    DeviceDescription device;
    device.id = id;
    device.kind = "cpu";
    device.toString = "WeftCpuDevice(id=" + std::to_string(id) + ")";
    device.debugString = device.toString;
    for (const char *kind : kMemoryKinds) {
      device.memories.push_back(
          {kind, static_cast<int>(device.memories.size())});
    }
    topology.devices.push_back(std::move(device));
  }
  return topology;
}

StatusOr<Ref<Client>> createCpuClient(const CpuClientOptions &options,
                                      std::shared_ptr<ProgramLoader> loader) {
  if (options.threads < 0) {
    return Status::invalidArgument(
        "a client cannot have " + std::to_string(options.threads) + " threads");
  }
  WEFT_ASSIGN_OR_RETURN(Topology topology, cpuTopology(options));
  return Ref<Client>(
      makeRef<CpuClient>(options, std::move(topology), std::move(loader)));
}

} // namespace weft::runtime
