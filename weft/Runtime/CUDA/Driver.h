// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's driver, found at run time. Nothing of CUDA is needed to build this,
// and nothing but the driver to run it.
//
//   WEFT_ASSIGN_OR_RETURN(std::unique_ptr<Device> device, Device::open(0));
//   WEFT_ASSIGN_OR_RETURN(Module module, device->load(ptx));
//   WEFT_ASSIGN_OR_RETURN(Function kernel, module.find("softmax", 0));
//   WEFT_ASSIGN_OR_RETURN(DeviceMemory x, device->allocate(bytes));
//   ... x.write(host), device->launch(kernel, ...), x.read(host)

#pragma once

#include "weft/Executable/AssembledKernel.h"
#include "weft/Support/NativeThread.h"
#include "weft/Support/Status.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cuda {

struct DriverFunctions;
class Device;

/// Bytes on the device. Lives no longer than the device.
class DeviceMemory {
public:
  DeviceMemory(DeviceMemory &&other) noexcept;
  DeviceMemory &operator=(DeviceMemory &&other) noexcept;
  ~DeviceMemory();

  uint64_t address() const { return start; }
  size_t size() const { return bytes; }

  /// Whole copies, done when they return.
  Status write(const void *from);
  Status read(void *to) const;
  Status fill(uint8_t value);

private:
  friend class Device;
  DeviceMemory(const DriverFunctions &driver, uint64_t start, size_t bytes)
      : driver(&driver), start(start), bytes(bytes) {}

  const DriverFunctions *driver;
  uint64_t start;
  size_t bytes;
};

/// A kernel that can be launched. Lives no longer than its module.
struct Function {
  void *handle = nullptr;
  size_t sharedBytes = 0;
  /// As the driver knows them: nobody says what of the stack is spilled.
  std::optional<KernelResources> resources;
  /// Whether the first thing that it does is to wait for the kernels before it,
  /// so that it may be launched while they run.
  bool beginsByWaiting = false;
  /// Whether it has parameters more, for its mark.
  bool leavesMark = false;
};

/// Code on the device. Lives no longer than the device.
class Module {
public:
  Module(Module &&other) noexcept;
  ~Module();
  Module &operator=(Module &&) = delete;

  /// `sharedBytes`: memory on the chip that each program is given.
  StatusOr<Function> find(const std::string &name, size_t sharedBytes) const;

private:
  friend class Device;
  Module(const DriverFunctions &driver, void *handle)
      : driver(&driver), handle(handle) {}

  const DriverFunctions *driver;
  void *handle;
};

class Device {
public:
  /// Fails with UNAVAILABLE where there is no driver or no such device.
  static StatusOr<std::unique_ptr<Device>> open(int ordinal);
  ~Device();

  const std::string &name() const { return deviceName; }
  /// 90 for Hopper.
  int capability() const { return deviceCapability; }

  /// The driver's number for it.
  int ordinal() const { return device; }

  const DriverFunctions &functions() const { return *driver; }
  /// The driver's.
  void *contextHandle() const { return context; }
  /// What this thread asks of the driver is asked of this device from here on.
  /// For threads of our own; in others, which may have a device of their own, a
  /// DeviceScope.
  Status enter() const;

  /// Whether this process was forked off the one that opened it.
  bool isInherited() const { return generation != forkGeneration(); }
  /// INTERNAL with the reason once the device is lost, FAILED_PRECONDITION in a
  /// child that was forked off its process.
  Status usable() const;
  /// A kernel that failed takes the process's whole context with it: nothing
  /// runs here any more. The first reason stays.
  void lose(const Status &reason) const;

  StatusOr<DeviceMemory> allocate(size_t bytes);
  /// From text, which the driver assembles, or from what it made of text
  /// before. Fails with its report; `resources` are what that says of a kernel
  /// that it assembled.
  StatusOr<Module>
  load(const std::string &code,
       std::optional<KernelResources> *resources = nullptr) const;

  struct Assembled {
    std::string code;
    std::optional<KernelResources> resources;
  };
  /// The machine's own code for a text.
  StatusOr<Assembled> assemble(const std::string &ptx) const;

  /// Starts a kernel; `arguments` point to the values of its parameters.
  Status launch(const Function &function, uint32_t grid, uint32_t threads,
                const std::vector<void *> &arguments);
  /// Until all that was started is done; says whether it failed.
  Status wait();

  /// Microseconds on the device of each of `runs` launches, between events,
  /// after three that are not counted.
  StatusOr<std::vector<double>> time(const Function &function, uint32_t grid,
                                     uint32_t threads,
                                     const std::vector<void *> &arguments,
                                     int runs);

private:
  Device() = default;

  std::unique_ptr<DriverFunctions> driver;
  int device = 0;
  void *context = nullptr;
  std::string deviceName;
  int deviceCapability = 0;
  const uint64_t generation = forkGeneration();
  mutable std::atomic<bool> isLost = false;
  mutable std::mutex lossMutex;
  mutable Status loss = Status::success();
};

/// What this thread asks of the driver is asked of a device while this lives,
/// and then of the one that it was asked of before.
class DeviceScope {
public:
  explicit DeviceScope(const Device &device);
  ~DeviceScope();
  DeviceScope(const DeviceScope &) = delete;

  /// Whether the device could be entered.
  const Status &status() const { return entered; }

private:
  const DriverFunctions &driver;
  Status entered;
};

} // namespace weft::cuda
