// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Driver.h"

#include "weft/Runtime/CUDA/Functions.h"

#include <utility>

namespace weft::cuda {
namespace {

// Numbers of the driver's interface.
constexpr int attributeCapabilityMajor = 75;
constexpr int attributeCapabilityMinor = 76;
constexpr int attributeMaxDynamicShared = 8;
constexpr int attributeLocalBytes = 3;
constexpr int attributeRegisters = 4;
constexpr int optionInfoLog = 3;
constexpr int optionInfoLogBytes = 4;
constexpr int optionErrorLog = 5;
constexpr int optionErrorLogBytes = 6;
constexpr int optionLogVerbose = 12;
constexpr int inputIsPtx = 1;
/// What a kernel gets without asking.
constexpr size_t sharedWithoutAsking = 48 << 10;

/// What the driver's assembler has to say. Stays where it is while that works.
class AssemblerLogs {
public:
  AssemblerLogs() = default;
  AssemblerLogs(const AssemblerLogs &) = delete;

  std::optional<KernelResources> resources() const {
    return readAssemblerReport(info.data());
  }
  /// What failed, with the reasons that are in the log.
  Status explain(const Status &status) const {
    return Status(status.code(), status.message() + ": " + error.data());
  }

  static constexpr unsigned count = 5;
  int options[count] = {optionInfoLog, optionInfoLogBytes, optionErrorLog,
                        optionErrorLogBytes, optionLogVerbose};

private:
  static void *numberOf(uintptr_t number) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): options are pointers.
    return reinterpret_cast<void *>(number);
  }

  // A byte more than the driver knows of.
  static constexpr size_t bytes = 16 << 10;
  std::vector<char> info = std::vector<char>(bytes + 1, '\0');
  std::vector<char> error = std::vector<char>(bytes + 1, '\0');

public:
  void *values[count] = {info.data(), numberOf(bytes), error.data(),
                         numberOf(bytes), numberOf(1)};
};

} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : driver(other.driver), start(std::exchange(other.start, 0)),
      bytes(std::exchange(other.bytes, 0)) {}

DeviceMemory &DeviceMemory::operator=(DeviceMemory &&other) noexcept {
  std::swap(driver, other.driver);
  std::swap(start, other.start);
  std::swap(bytes, other.bytes);
  return *this;
}

DeviceMemory::~DeviceMemory() {
  if (start != 0) {
    driver->memoryFree(start);
  }
}

Status DeviceMemory::write(const void *from) {
  return driver->check(driver->memoryWrite(start, from, bytes),
                       "copying to the device");
}

Status DeviceMemory::read(void *to) const {
  return driver->check(driver->memoryRead(to, start, bytes),
                       "copying from the device");
}

Status DeviceMemory::fill(uint8_t value) {
  return driver->check(driver->memoryFill(start, value, bytes),
                       "filling memory of the device");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Module::Module(Module &&other) noexcept
    : driver(other.driver), handle(std::exchange(other.handle, nullptr)) {}

Module::~Module() {
  if (handle != nullptr) {
    driver->moduleUnload(handle);
  }
}

StatusOr<Function> Module::find(const std::string &name,
                                size_t sharedBytes) const {
  Function function;
  function.sharedBytes = sharedBytes;
  WEFT_RETURN_IF_ERROR(driver->check(
      driver->moduleGetFunction(&function.handle, handle, name.c_str()),
      ("finding kernel " + name).c_str()));
  if (sharedBytes > sharedWithoutAsking) {
    WEFT_RETURN_IF_ERROR(driver->check(
        driver->functionSetAttribute(function.handle, attributeMaxDynamicShared,
                                     static_cast<int>(sharedBytes)),
        ("giving kernel " + name + " " + std::to_string(sharedBytes) +
         " bytes of shared memory")
            .c_str()));
  }
  KernelResources resources;
  auto ask = [&](int attribute, uint32_t &number) {
    int value = 0;
    const bool isKnown =
        driver->functionGetAttribute != nullptr &&
        driver->functionGetAttribute(&value, attribute, function.handle) == 0;
    number = static_cast<uint32_t>(value);
    return isKnown;
  };
  if (ask(attributeRegisters, resources.registers) &&
      ask(attributeLocalBytes, resources.stackBytes)) {
    function.resources = resources;
  }
  return function;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

StatusOr<std::unique_ptr<Device>> Device::open(int ordinal) {
  std::unique_ptr<Device> opened(new Device());
  opened->driver = std::make_unique<DriverFunctions>();
  DriverFunctions &driver = *opened->driver;
  WEFT_RETURN_IF_ERROR(driver.load());
  if (driver.deviceGet(&opened->device, ordinal) != 0) {
    return Status::unavailable("there is no CUDA device " +
                               std::to_string(ordinal));
  }
  char name[256] = {};
  int major = 0;
  int minor = 0;
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.deviceGetName(name, sizeof(name) - 1, opened->device),
                   "asking for the device's name"));
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.deviceGetAttribute(&major, attributeCapabilityMajor,
                                             opened->device),
                   "asking for the device's capability"));
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.deviceGetAttribute(&minor, attributeCapabilityMinor,
                                             opened->device),
                   "asking for the device's capability"));
  opened->deviceName = name;
  opened->deviceCapability = 10 * major + minor;
  WEFT_RETURN_IF_ERROR(driver.check(
      driver.primaryContextRetain(&opened->context, opened->device),
      "making a context"));
  WEFT_RETURN_IF_ERROR(opened->enter());
  return opened;
}

Status Device::usable() const {
  if (isInherited()) {
    return Status::failedPrecondition(
        "this process was forked off one that uses " + deviceName +
        ", whose driver does not follow: start processes that use the GPU "
        "anew (multiprocessing's start method 'spawn')");
  }
  if (!isLost.load(std::memory_order_acquire)) {
    return Status::success();
  }
  std::lock_guard lock(lossMutex);
  return loss;
}

void Device::lose(const Status &reason) const {
  std::lock_guard lock(lossMutex);
  if (isLost) {
    return;
  }
  loss = Status::internal(deviceName + " is lost to this process: " +
                          std::string(reason.message()) +
                          "; nothing runs on it any more, start the process "
                          "again");
  isLost.store(true, std::memory_order_release);
}

Status Device::enter() const {
  WEFT_RETURN_IF_ERROR(usable());
  return driver->check(driver->contextSetCurrent(context),
                       "entering the context");
}

DeviceScope::DeviceScope(const Device &device)
    : driver(device.functions()), entered(device.usable()) {
  if (entered.ok()) {
    entered = driver.check(driver.contextPush(device.contextHandle()),
                           "entering the context");
  }
}

DeviceScope::~DeviceScope() {
  if (entered.ok()) {
    void *left = nullptr;
    driver.contextPop(&left);
  }
}

Device::~Device() {
  if (context != nullptr) {
    driver->primaryContextRelease(device);
  }
}

StatusOr<DeviceMemory> Device::allocate(size_t bytes) {
  DeviceAddress start = 0;
  // The driver knows no allocation of nothing.
  WEFT_RETURN_IF_ERROR(driver->check(
      driver->memoryAllocate(&start, bytes == 0 ? 1 : bytes),
      ("allocating " + std::to_string(bytes) + " bytes on the device")
          .c_str()));
  return DeviceMemory(*driver, start, bytes);
}

StatusOr<Module> Device::load(const std::string &code,
                              std::optional<KernelResources> *resources) const {
  AssemblerLogs logs;
  void *handle = nullptr;
  Status loaded =
      driver->check(driver->moduleLoadDataEx(&handle, code.c_str(), logs.count,
                                             logs.options, logs.values),
                    "loading PTX");
  if (!loaded.ok()) {
    return logs.explain(loaded);
  }
  if (resources != nullptr) {
    *resources = logs.resources();
  }
  return Module(*driver, handle);
}

StatusOr<Device::Assembled> Device::assemble(const std::string &ptx) const {
  AssemblerLogs logs;
  void *linker = nullptr;
  WEFT_RETURN_IF_ERROR(driver->check(
      driver->linkCreate(logs.count, logs.options, logs.values, &linker),
      "making an assembler"));
  std::string text = ptx;
  void *code = nullptr;
  size_t bytes = 0;
  Status status = driver->check(
      driver->linkAddData(linker, inputIsPtx, text.data(), text.size() + 1,
                          "kernel", 0, nullptr, nullptr),
      "assembling PTX");
  if (status.ok()) {
    status = driver->check(driver->linkComplete(linker, &code, &bytes),
                           "assembling PTX");
  }
  // The code goes with the assembler.
  Assembled assembled;
  if (status.ok()) {
    assembled.code.assign(static_cast<const char *>(code), bytes);
  }
  driver->linkDestroy(linker);
  if (!status.ok()) {
    return logs.explain(status);
  }
  assembled.resources = logs.resources();
  return assembled;
}

Status Device::launch(const Function &function, uint32_t grid, uint32_t threads,
                      const std::vector<void *> &arguments) {
  std::vector<void *> parameters(arguments);
  return driver->check(
      driver->launchKernel(function.handle, grid, 1, 1, threads, 1, 1,
                           static_cast<unsigned>(function.sharedBytes), nullptr,
                           parameters.data(), nullptr),
      "launching a kernel");
}

Status Device::wait() {
  return driver->check(driver->contextSynchronize(), "running a kernel");
}

StatusOr<std::vector<double>> Device::time(const Function &function,
                                           uint32_t grid, uint32_t threads,
                                           const std::vector<void *> &arguments,
                                           int runs) {
  void *begin = nullptr;
  void *end = nullptr;
  WEFT_RETURN_IF_ERROR(
      driver->check(driver->eventCreate(&begin, 0), "making an event"));
  WEFT_RETURN_IF_ERROR(
      driver->check(driver->eventCreate(&end, 0), "making an event"));
  std::vector<double> microseconds;
  auto measure = [&]() -> Status {
    for (int i = -3; i < runs; ++i) {
      WEFT_RETURN_IF_ERROR(driver->check(driver->eventRecord(begin, nullptr),
                                         "recording an event"));
      WEFT_RETURN_IF_ERROR(launch(function, grid, threads, arguments));
      WEFT_RETURN_IF_ERROR(driver->check(driver->eventRecord(end, nullptr),
                                         "recording an event"));
      WEFT_RETURN_IF_ERROR(
          driver->check(driver->eventSynchronize(end), "running a kernel"));
      float milliseconds = 0;
      WEFT_RETURN_IF_ERROR(
          driver->check(driver->eventElapsedTime(&milliseconds, begin, end),
                        "reading an event"));
      if (i >= 0) {
        microseconds.push_back(1000.0 * static_cast<double>(milliseconds));
      }
    }
    return Status::success();
  };
  Status status = measure();
  driver->eventDestroy(begin);
  driver->eventDestroy(end);
  WEFT_RETURN_IF_ERROR(std::move(status));
  return microseconds;
}

} // namespace weft::cuda
