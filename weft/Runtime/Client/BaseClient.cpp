// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client/BaseClient.h"

#include "weft/Runtime/Client/BaseExecutable.h"

#include <set>

namespace weft::runtime {
namespace {

class BaseDevice final : public Device {
public:
  BaseDevice(Client &client, DeviceDescription description)
      : owner(client), text(std::move(description)) {}

  const DeviceDescription &description() const override { return text; }
  bool isAddressable() const override { return true; }
  int localHardwareId() const override {
    return text.hardwareId < 0 ? text.id : text.hardwareId;
  }
  std::span<Memory *const> memories() const override { return reachable; }
  Memory &defaultMemory() const override {
    return *reachable[text.defaultMemory];
  }
  Client &client() const override { return owner; }
  Workers &workers() const override { return owner; }

  /// While the client is made.
  void addMemory(Memory &memory) { reachable.push_back(&memory); }

private:
  Client &owner;
  const DeviceDescription text;
  std::vector<Memory *> reachable;
};

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

BaseClient::BaseClient(Topology topology, int threads,
                       std::chrono::milliseconds timeLimit)
    : description(std::move(topology)), usualLimit(timeLimit), helpers(threads),
      pool(threads) {}

BaseClient::~BaseClient() = default;

void BaseClient::addDevices(const MakeMemory &makeMemory) {
  for (const DeviceDescription &text : description.devices) {
    auto device = std::make_unique<BaseDevice>(*this, text);
    for (const MemoryDescription &kind : text.memories) {
      ownedMemories.push_back(
          makeMemory(static_cast<int>(ownedMemories.size()), kind, *device));
      memoryList.push_back(ownedMemories.back().get());
      device->addMemory(*ownedMemories.back());
    }
    deviceList.push_back(device.get());
    ownedDevices.push_back(std::move(device));
  }
}

void BaseClient::schedule(uint64_t bytes, std::function<void()> work) {
  if (pool.isQuick(bytes)) {
    work();
    return;
  }
  pool.submit(std::move(work));
}

StatusOr<DeviceAssignment>
BaseClient::defaultDeviceAssignment(int64_t replicas,
                                    int64_t partitions) const {
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
BaseClient::load(Ref<const Executable> executable,
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
  WEFT_ASSIGN_OR_RETURN(std::shared_ptr<Program> program,
                        loadProgram(*executable, devices));
  return Ref<LoadedExecutable>(makeRef<BaseExecutable>(
      Ref<BaseClient>::share(this), std::move(executable), std::move(placed),
      std::move(devices), std::move(program)));
}

} // namespace weft::runtime
