// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU as any number of devices that share its threads.

#pragma once

#include "weft/Runtime/CPU/CpuMemory.h"
#include "weft/Runtime/CPU/CpuRuns.h"
#include "weft/Runtime/Client.h"
#include "weft/Runtime/ProgramRunner.h"
#include "weft/Runtime/ThreadPool.h"

#include <atomic>

namespace weft::runtime {

class CpuDevice final : public Device {
public:
  CpuDevice(Client &client, DeviceDescription description)
      : owner(client), text(std::move(description)) {}

  const DeviceDescription &description() const override { return text; }
  bool isAddressable() const override { return true; }
  int localHardwareId() const override { return text.id; }
  std::span<Memory *const> memories() const override { return reachable; }
  Memory &defaultMemory() const override {
    return *reachable[text.defaultMemory];
  }
  Client &client() const override { return owner; }

  /// While the client is made.
  void addMemory(Memory &memory) { reachable.push_back(&memory); }

private:
  Client &owner;
  const DeviceDescription text;
  std::vector<Memory *> reachable;
};

class CpuClient final : public Client {
public:
  CpuClient(const CpuClientOptions &options, Topology topology,
            std::shared_ptr<ProgramLoader> loader);
  ~CpuClient() override;

  const std::string &platformName() const override {
    return description.platformName;
  }
  const std::string &platformVersion() const override {
    return description.platformVersion;
  }
  int processIndex() const override { return 0; }
  const Topology &topology() const override { return description; }
  std::span<Device *const> devices() const override { return deviceList; }
  std::span<Memory *const> memories() const override { return memoryList; }
  StatusOr<DeviceAssignment>
  defaultDeviceAssignment(int64_t replicas, int64_t partitions) const override;
  CustomCallRegistry &customCalls() override { return registry; }
  StatusOr<Ref<LoadedExecutable>>
  load(Ref<const Executable> executable,
       const DeviceAssignment *assignment) override;
  StatusOr<Ref<Buffer>>
  fromHost(const HostArray &array, Memory &memory, HostSemantics semantics,
           Ref<Event> &doneWithHost,
           std::optional<std::span<const int64_t>> minorToMajor) override;
  bool drain(std::chrono::nanoseconds limit) override {
    return pool.drain(limit);
  }

  bool cancelRun(const Device &device, int32_t launchId,
                 const Status &reason) override {
    return underWay.cancel(device, launchId, reason);
  }
  void cancelRuns(const Status &reason) override { underWay.cancelAll(reason); }

  ThreadPool &threadPool() { return pool; }
  CpuRuns &runs() { return underWay; }
  double inlineCost() const { return settings.inlineCost; }
  uint64_t memoryLimit() const { return limit; }
  int threadCount() const override { return pool.threadCount(); }
  int64_t takeRunId() { return nextRun.fetch_add(1); }

private:
  const CpuClientOptions settings;
  const uint64_t limit;
  const Topology description;
  const std::shared_ptr<ProgramLoader> loader;
  CustomCallRegistry registry;
  std::atomic<int64_t> nextRun = 1;
  std::vector<std::unique_ptr<CpuDevice>> ownedDevices;
  std::vector<std::unique_ptr<CpuMemory>> ownedMemories;
  std::vector<Device *> deviceList;
  std::vector<Memory *> memoryList;
  CpuRuns underWay;
  /// Last, hence first to go: its threads may use everything above.
  ThreadPool pool;
};

} // namespace weft::runtime
