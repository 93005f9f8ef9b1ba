// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all clients share: lists of devices and memories, checks, threads, runs
// under way. A client of its own brings its memories and its programs: it calls
// `addDevices` when it is made, and implements `loadProgram`.

#pragma once

#include "weft/Runtime/AwaitedCalls.h"
#include "weft/Runtime/Client/Program.h"
#include "weft/Runtime/Client/RunClient.h"

#include <atomic>

namespace weft::runtime {

class BaseClient : public RunClient {
public:
  ~BaseClient() override;

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
  void noteWait() override { calls.noteWait(); }
  StatusOr<Ref<LoadedExecutable>>
  load(Ref<const Executable> executable,
       const DeviceAssignment *assignment) override;

  int threadCount() const override { return pool.threadCount(); }
  void schedule(uint64_t bytes, std::function<void()> work) override;
  bool drain(std::chrono::nanoseconds limit) override {
    return pool.drain(limit);
  }
  bool cancelRun(const Device &device, int32_t launchId,
                 const Status &reason) override {
    return underWay.cancel(device, launchId, reason);
  }
  void cancelRuns(const Status &reason) override { underWay.cancelAll(reason); }

  ThreadPool &threadPool() override { return pool; }
  Team &team() override { return helpers; }
  RunsUnderWay &runs() override { return underWay; }
  int64_t takeRunId() override { return nextRun.fetch_add(1); }
  Deadlines &deadlines() override { return limits; }
  std::chrono::milliseconds timeLimit() const override { return usualLimit; }

protected:
  BaseClient(Topology topology, int threads,
             std::chrono::milliseconds timeLimit = {});

  using MakeMemory = std::function<std::unique_ptr<Memory>(
      int id, const MemoryDescription &description, Device &device)>;
  /// Those of the topology, each with its memories.
  void addDevices(const MakeMemory &makeMemory);
  AwaitedCalls &awaitedCalls() { return calls; }

private:
  /// For these devices; for any, one at a time, where there are none.
  virtual StatusOr<std::shared_ptr<Program>>
  loadProgram(const Executable &executable,
              std::span<Device *const> devices) = 0;

  const Topology description;
  const std::chrono::milliseconds usualLimit;
  CustomCallRegistry registry;
  std::atomic<int64_t> nextRun = 1;
  AwaitedCalls calls;
  std::vector<std::unique_ptr<Device>> ownedDevices;
  std::vector<std::unique_ptr<Memory>> ownedMemories;
  std::vector<Device *> deviceList;
  std::vector<Memory *> memoryList;
  Deadlines limits;
  RunsUnderWay underWay;
  Team helpers;
  /// Last, hence first to go: its threads may use everything above.
  ThreadPool pool;
};

} // namespace weft::runtime
