// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Runtime/Client/Run.h"

#include <atomic>

namespace weft::runtime {

class BaseExecutable final : public LoadedExecutable {
public:
  BaseExecutable(Ref<RunClient> client, Ref<const Executable> executable,
                 std::optional<DeviceAssignment> assignment,
                 std::vector<Device *> devices,
                 std::shared_ptr<Program> program);

  const Ref<const Executable> &executable() const override { return compiled; }
  std::span<Device *const> devices() const override { return deviceList; }
  std::span<const LogicalDeviceId> logicalIds() const override {
    return logical;
  }
  const DeviceAssignment *deviceAssignment() const override {
    return assignment ? &*assignment : nullptr;
  }
  void remove() override { removed.store(true); }
  bool isRemoved() const override { return removed.load(); }
  StatusOr<Execution>
  execute(std::span<const std::span<Buffer *const>> arguments,
          const ExecuteOptions &options) override;

private:
  using Arguments = std::span<Buffer *const>;

  StatusOr<std::span<Device *const>>
  devicesOfCall(std::span<const Arguments> arguments,
                const ExecuteOptions &options) const;
  Status checkArguments(Arguments arguments, const Device &device,
                        const ExecuteOptions &options) const;
  Status addParts(Run &run, std::span<const Arguments> arguments,
                  std::span<Device *const> devices,
                  const ExecuteOptions &options) const;

  const Ref<RunClient> client;
  const Ref<const Executable> compiled;
  const std::optional<DeviceAssignment> assignment;
  const std::vector<Device *> deviceList;
  std::vector<LogicalDeviceId> logical;
  const std::shared_ptr<Program> program;
  std::atomic<bool> removed = false;
};

} // namespace weft::runtime
