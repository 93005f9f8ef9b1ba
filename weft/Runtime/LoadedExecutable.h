// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Runtime/Buffer.h"
#include "weft/Runtime/ExecuteOptions.h"

#include <span>
#include <vector>

namespace weft::runtime {

/// Global device ids, [replica][partition].
struct DeviceAssignment {
  uint32_t replicas = 1;
  uint32_t partitions = 1;
  std::vector<int32_t> deviceIds;

  int32_t at(uint32_t replica, uint32_t partition) const {
    return deviceIds[replica * partitions + partition];
  }
};

struct LogicalDeviceId {
  uint32_t replica = 0;
  uint32_t partition = 0;
};

/// What a call gives at once; the events say when it is true. Per device, in
/// the order of LoadedExecutable::devices().
struct Execution {
  std::vector<std::vector<Ref<Buffer>>> results;
  std::vector<Ref<Event>> done;
};

/// A program on its devices. Any thread.
class LoadedExecutable : public RefCounted {
public:
  virtual const Ref<const Executable> &executable() const = 0;
  const Manifest &manifest() const { return executable()->manifest(); }

  /// Empty for a portable program.
  virtual std::span<Device *const> devices() const = 0;
  virtual std::span<const LogicalDeviceId> logicalIds() const = 0;
  /// Null for a portable program.
  virtual const DeviceAssignment *deviceAssignment() const = 0;

  /// No new calls; runs under way end normally.
  virtual void remove() = 0;
  virtual bool isRemoved() const = 0;

  /// Starts a run. `arguments` has one list per device, in the order of
  /// devices(), or one for a portable program. A run that is over when this
  /// returns has its failure returned; later failures, and those of arguments,
  /// come through the events. Once a run has begun, donated arguments are
  /// removed, whatever becomes of it; a call that is refused leaves them alone.
  virtual StatusOr<Execution>
  execute(std::span<const std::span<Buffer *const>> arguments,
          const ExecuteOptions &options) = 0;
  StatusOr<Execution> execute(std::span<const std::vector<Buffer *>> arguments,
                              const ExecuteOptions &options) {
    std::vector<std::span<Buffer *const>> lists(arguments.begin(),
                                                arguments.end());
    return execute(std::span<const std::span<Buffer *const>>(lists), options);
  }
};

} // namespace weft::runtime
