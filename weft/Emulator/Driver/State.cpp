// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Driver/State.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace weft::emulator::driver {
namespace {

uint64_t numberOf(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 0) : otherwise;
}

Result resultOf(Fault::Kind kind) {
  switch (kind) {
  case Fault::Kind::OutOfBounds:
  case Fault::Kind::Unwritten:
  case Fault::Kind::Race:
    return illegalAddress;
  case Fault::Kind::Misaligned:
    return misalignedAddress;
  case Fault::Kind::TooEarly:
  case Fault::Kind::Deadlock:
  case Fault::Kind::Runaway:
  case Fault::Kind::Trap:
    return launchFailed;
  }
  return launchFailed;
}

std::vector<Device *> &contexts() {
  static thread_local std::vector<Device *> devices;
  return devices;
}

} // namespace

/// How many of so many devices CUDA_VISIBLE_DEVICES leaves: those that it lists
/// before the first that is none. They are all alike.
static int countVisible(int devices) {
  const char *text = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!text) {
    return devices;
  }
  int count = 0;
  while (*text) {
    char *end = nullptr;
    const long number = std::strtol(text, &end, 10);
    if (end == text || number < 0 || number >= devices) {
      break;
    }
    ++count;
    text = *end == ',' ? end + 1 : end;
  }
  return count;
}

Settings Settings::fromEnvironment() {
  Settings settings;
  settings.seed = numberOf("WEFT_EMULATOR_SEED", settings.seed);
  settings.memory = numberOf("WEFT_EMULATOR_MEMORY", settings.memory);
  settings.devices =
      countVisible(static_cast<int>(numberOf("WEFT_EMULATOR_DEVICES", 1)));
  settings.capability =
      static_cast<int>(numberOf("WEFT_EMULATOR_CAPABILITY", 90));
  const char *loading = std::getenv("WEFT_EMULATOR_LOADING");
  settings.loadingWaits =
      loading != nullptr && std::string_view(loading) == "waits";
  settings.checksRaces = numberOf("WEFT_EMULATOR_RACES", 1) != 0;
  settings.instructions =
      numberOf("WEFT_EMULATOR_INSTRUCTIONS", settings.instructions);
  if (const char *mapping = std::getenv("WEFT_EMULATOR_MAPPING")) {
    settings.mapping = std::string(mapping) == "refused" ? Mapping::Refused
                       : std::string(mapping) == "0"     ? Mapping::None
                                                         : Mapping::Works;
  }
  settings.version = static_cast<int>(numberOf(
      "WEFT_EMULATOR_VERSION", static_cast<uint64_t>(settings.version)));
  settings.spilledBytes = numberOf("WEFT_EMULATOR_SPILLS", 0);
  if (const char *report = std::getenv("WEFT_EMULATOR_REPORT")) {
    settings.report = report;
  }
  return settings;
}

Device::Device(int ordinal, const Settings &settings,
               std::unique_ptr<Memory> memory)
    : ordinal(ordinal), settings(settings), memory(std::move(memory)) {
  legacy = std::make_unique<Stream>(true, nextSeed());
}

void Device::fail(const Fault &fault) {
  int none = success;
  if (!failure.compare_exchange_strong(none, resultOf(fault.kind))) {
    return;
  }
  const std::string report = fault.report();
  std::fputs(report.c_str(), stderr);
  if (settings.report.empty()) {
    return;
  }
  if (FILE *file = std::fopen(settings.report.c_str(), "a")) {
    std::fputs(report.c_str(), file);
    std::fclose(file);
  }
}

std::vector<std::shared_ptr<Stream>> Device::takeFinished() {
  std::vector<std::shared_ptr<Stream>> finished;
  std::lock_guard lock(mutex);
  for (const std::shared_ptr<Stream> &stream : abandoned) {
    if (stream->isDone(stream->submitted())) {
      finished.push_back(stream);
    }
  }
  for (const std::shared_ptr<Stream> &stream : finished) {
    std::erase(abandoned, stream);
    std::erase(streams, stream);
  }
  // Their threads end where the caller drops them, without the lock.
  return finished;
}

std::shared_ptr<Stream> Device::addStream(bool isBlocking) {
  takeFinished();
  auto stream = std::make_shared<Stream>(isBlocking, nextSeed());
  std::lock_guard lock(mutex);
  streams.push_back(stream);
  return stream;
}

void Device::abandonStream(const std::shared_ptr<Stream> &stream) {
  {
    std::lock_guard lock(mutex);
    abandoned.push_back(stream);
  }
  takeFinished();
}

uint64_t Device::submit(Stream &stream, std::function<void()> task) {
  // Work of the default stream waits for all that was submitted before it, and
  // what comes after waits for it. Tickets are of earlier work alone, so nobody
  // waits in a circle.
  std::lock_guard lock(mutex);
  if (&stream == legacy.get()) {
    std::vector<std::pair<std::shared_ptr<Stream>, uint64_t>> before;
    for (const std::shared_ptr<Stream> &other : streams) {
      if (const uint64_t last = other->submitted();
          other->isBlocking() && !other->isDone(last)) {
        before.push_back({other, last});
      }
    }
    return stream.submit([before = std::move(before), task = std::move(task)] {
      for (const auto &[other, ticket] : before) {
        other->waitFor(ticket);
      }
      task();
    });
  }
  const uint64_t last = legacy->submitted();
  if (!stream.isBlocking() || legacy->isDone(last)) {
    return stream.submit(std::move(task));
  }
  return stream.submit([before = legacy.get(), last, task = std::move(task)] {
    before->waitFor(last);
    task();
  });
}

void Device::synchronize() {
  std::vector<std::shared_ptr<Stream>> all;
  {
    std::lock_guard lock(mutex);
    all = streams;
  }
  for (const std::shared_ptr<Stream> &stream : all) {
    stream->waitFor(stream->submitted());
  }
  legacy->waitFor(legacy->submitted());
  all.clear();
  takeFinished();
}

LoadedModule::~LoadedModule() {
  if (module) {
    std::lock_guard lock(device->turns);
    unloadVariables(*module, *device->memory);
  }
}

bool State::isPinned(const void *at, size_t size) {
  std::lock_guard lock(pinnedMutex);
  const auto address = reinterpret_cast<uintptr_t>(at);
  auto next = pinned.upper_bound(address);
  if (next == pinned.begin()) {
    return false;
  }
  --next;
  return address + size <= next->first + next->second;
}

State &state() {
  static State *const all = new State();
  return *all;
}

Device *currentDevice() {
  return contexts().empty() ? nullptr : contexts().back();
}

void setCurrentDevice(Device *device) {
  if (!contexts().empty()) {
    contexts().pop_back();
  }
  if (device) {
    contexts().push_back(device);
  }
}

void pushDevice(Device *device) { contexts().push_back(device); }

Device *popDevice() {
  Device *device = contexts().back();
  contexts().pop_back();
  return device;
}

Result checkContext(Device *&device) {
  if (!state().isInitialized) {
    return notInitialized;
  }
  device = currentDevice();
  return device ? device->error() : invalidContext;
}

std::shared_ptr<Stream> findStream(Device &device, void *handle) {
  const auto number = reinterpret_cast<uintptr_t>(handle);
  if (number == 0 || number == streamLegacy || number == streamPerThread) {
    // The device keeps it.
    return std::shared_ptr<Stream>(std::shared_ptr<void>(),
                                   &device.defaultStream());
  }
  std::shared_ptr<StreamHandle> found = state().streams.find(handle);
  return found ? found->stream : nullptr;
}

} // namespace weft::emulator::driver
