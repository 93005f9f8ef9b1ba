// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuClient.h"

#include "weft/Runtime/BuiltinCalls.h"
#include "weft/Runtime/CPU/CpuExecutable.h"
#include "weft/Runtime/Machine.h"

#include <cstdint>
#include <set>

namespace weft::runtime {
namespace {

constexpr int kMaximumDevices = 4096;
constexpr const char *kMemoryKinds[] = {"device", "pinned_host",
                                        "unpinned_host"};

StatusOr<std::vector<Device *>>
findDevices(const Client &client, const DeviceAssignment &assignment) {
  std::vector<Device *> devices;
  std::set<int32_t> seen;
  for (int32_t id : assignment.deviceIds) {
    Device *device = client.findDevice(id);
    if (!device) {
      return Status::invalidArgument(
          "the program is for device " + std::to_string(id) +
          ", the client has devices 0 to " +
          std::to_string(client.devices().size() - 1));
    }
    if (!seen.insert(id).second) {
      return Status::invalidArgument("device " + std::to_string(id) +
                                     " is assigned twice");
    }
    devices.push_back(device);
  }
  return devices;
}

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

CpuClient::CpuClient(const CpuClientOptions &options, Topology topology,
                     std::shared_ptr<ProgramLoader> loader)
    : settings(options),
      limit(options.memoryLimit != 0 ? options.memoryLimit : usableMemory()),
      description(std::move(topology)), loader(std::move(loader)),
      pool(options.threads != 0 ? options.threads : usableProcessors()) {
  addBuiltinCalls(registry);
  for (const DeviceDescription &text : description.devices) {
    auto device = std::make_unique<CpuDevice>(*this, text);
    for (const MemoryDescription &kind : text.memories) {
      ownedMemories.push_back(std::make_unique<CpuMemory>(
          static_cast<int>(ownedMemories.size()), kind.kindId, kind.kind,
          *device, pool, limit));
      memoryList.push_back(ownedMemories.back().get());
      device->addMemory(*ownedMemories.back());
    }
    deviceList.push_back(device.get());
    ownedDevices.push_back(std::move(device));
  }
}

CpuClient::~CpuClient() = default;

StatusOr<DeviceAssignment>
CpuClient::defaultDeviceAssignment(int64_t replicas, int64_t partitions) const {
  auto available = static_cast<int64_t>(deviceList.size());
  if (replicas < 1 || partitions < 1 || replicas > available ||
      partitions > available / replicas) {
    return Status::invalidArgument(std::to_string(replicas) + " replicas of " +
                                   std::to_string(partitions) +
                                   " partitions were asked for, the client "
                                   "has " +
                                   std::to_string(available) + " devices");
  }
  DeviceAssignment assignment;
  assignment.replicas = static_cast<uint32_t>(replicas);
  assignment.partitions = static_cast<uint32_t>(partitions);
  for (int64_t i = 0; i < replicas * partitions; ++i) {
    assignment.deviceIds.push_back(deviceList[i]->description().id);
  }
  return assignment;
}

StatusOr<Ref<LoadedExecutable>>
CpuClient::load(Ref<const Executable> executable,
                const DeviceAssignment *assignment) {
  const Manifest &manifest = executable->manifest();
  std::optional<DeviceAssignment> placed;
  if (assignment) {
    placed = *assignment;
  } else if (!manifest.isPortable()) {
    placed = DeviceAssignment{manifest.replicas, manifest.partitions,
                              manifest.deviceIds};
  }
  std::vector<Device *> devices;
  if (placed) {
    if (placed->replicas != manifest.replicas ||
        placed->partitions != manifest.partitions ||
        placed->deviceIds.size() != manifest.deviceCount()) {
      return Status::invalidArgument(
          "the program has " + std::to_string(manifest.replicas) +
          " replicas of " + std::to_string(manifest.partitions) +
          " partitions, the device assignment " +
          std::to_string(placed->replicas) + " of " +
          std::to_string(placed->partitions));
    }
    WEFT_ASSIGN_OR_RETURN(devices, findDevices(*this, *placed));
  }
  WEFT_ASSIGN_OR_RETURN(
      std::shared_ptr<ProgramRunner> runner,
      loader->load(*executable, registry, platformName(), threadCount()));
  return Ref<LoadedExecutable>(makeRef<CpuExecutable>(
      Ref<CpuClient>::share(this), std::move(executable), std::move(placed),
      std::move(devices), std::move(runner)));
}

StatusOr<Ref<Buffer>>
CpuClient::fromHost(const HostArray &array, Memory &memory,
                    HostSemantics semantics, Ref<Event> &doneWithHost,
                    std::optional<std::span<const int64_t>> minorToMajor) {
  if (&memory.client() != this) {
    return Status::invalidArgument("memory " + memory.toString() +
                                   " belongs to another client");
  }
  WEFT_ASSIGN_OR_RETURN(
      ArrayType type,
      ArrayType::create(array.element, array.dimensions, minorToMajor));
  WEFT_ASSIGN_OR_RETURN(std::vector<int64_t> strides, stridesOf(array));
  if (type.isToken()) {
    doneWithHost = Event::ready();
    return makeRef<Buffer>(type, memory,
                           makeRef<Content>(nullptr, Event::ready()));
  }
  uint64_t size = type.byteSize();
  if (!array.data && size > 0) {
    return Status::invalidArgument("array " + type.toString() +
                                   " was given at address null");
  }

  // Strides of dimensions with one element say nothing.
  std::vector<int64_t> dense = type.byteStrides();
  bool isDense = true;
  for (size_t i = 0; i < type.rank(); ++i) {
    isDense &= type.dimensions[i] == 1 || strides[i] == dense[i];
  }
  bool isAligned = reinterpret_cast<uintptr_t>(array.data) % kAlignment == 0;
  bool mayAlias = semantics == HostSemantics::ImmutableZeroCopy ||
                  semantics == HostSemantics::MutableZeroCopy;
  const bool isBoolean = type.element == ElementType::Pred;
  if (mayAlias && isDense && isAligned && size > 0 &&
      (!isBoolean || areBooleans(array.data, size))) {
    Ref<Event> done = Event::pending();
    doneWithHost = done;
    auto storage = makeRef<Storage>(const_cast<void *>(array.data), size,
                                    semantics == HostSemantics::MutableZeroCopy,
                                    [done] { done->set(); });
    return makeRef<Buffer>(
        type, memory, makeRef<Content>(std::move(storage), Event::ready()));
  }

  WEFT_ASSIGN_OR_RETURN(PendingBuffer pending, createPending(type, memory));
  auto copy = [type, isBoolean, size, strides = std::move(strides),
               source = array.data, destination = pending.data,
               ready = pending.ready] {
    copyStrided(elementBytes(type.element), type.dimensions, source, strides,
                destination, type.byteStrides());
    if (isBoolean) {
      makeBooleans(destination, size);
    }
    ready->set();
  };
  if (semantics == HostSemantics::ImmutableOnlyDuringCall || size == 0) {
    copy();
  } else {
    // The content keeps the storage alive until the copy has been made, even
    // when the buffer goes at once.
    WEFT_ASSIGN_OR_RETURN(Ref<Content> content, pending.buffer->acquireRead());
    memory.schedule(size,
                    [copy = std::move(copy), content,
                     client = Ref<Client>::share(this)]() mutable { copy(); });
  }
  doneWithHost = pending.ready;
  return std::move(pending.buffer);
}

} // namespace weft::runtime
