// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client/BaseExecutable.h"

#include <algorithm>
#include <array>

namespace weft::runtime {

BaseExecutable::BaseExecutable(Ref<RunClient> client,
                               Ref<const Executable> executable,
                               std::optional<DeviceAssignment> assignment,
                               std::vector<Device *> devices,
                               std::shared_ptr<Program> program)
    : client(std::move(client)), compiled(std::move(executable)),
      assignment(std::move(assignment)), deviceList(std::move(devices)),
      program(std::move(program)) {
  if (!this->assignment) {
    return;
  }
  for (uint32_t replica = 0; replica < this->assignment->replicas; ++replica) {
    for (uint32_t partition = 0; partition < this->assignment->partitions;
         ++partition) {
      logical.push_back({replica, partition});
    }
  }
}

StatusOr<std::span<Device *const>>
BaseExecutable::devicesOfCall(std::span<const Arguments> arguments,
                              const ExecuteOptions &options) const {
  std::span<Device *const> devices = deviceList;
  if (options.device) {
    if (&options.device->client() != client.get()) {
      return Status::invalidArgument("the device of the call belongs to "
                                     "another client");
    }
    bool agrees = deviceList.empty() ||
                  (deviceList.size() == 1 && deviceList[0] == options.device);
    if (!agrees) {
      return Status::invalidArgument(
          "the program '" + manifest().name +
          "' was compiled for its own devices and cannot be run on " +
          options.device->description().toString);
    }
    devices = {&options.device, 1};
  } else if (devices.empty()) {
    // A portable program follows its arguments.
    devices = client->devices().first(1);
    for (const Arguments &list : arguments) {
      for (Device *const &device : client->devices()) {
        if (!list.empty() && list.front() &&
            device == &list.front()->device()) {
          devices = {&device, 1};
        }
      }
    }
  }
  if (arguments.size() != devices.size()) {
    return Status::invalidArgument(
        "the program '" + manifest().name + "' runs on " +
        std::to_string(devices.size()) + " devices, arguments were given for " +
        std::to_string(arguments.size()));
  }
  return devices;
}

Status BaseExecutable::checkArguments(Arguments arguments, const Device &device,
                                      const ExecuteOptions &options) const {
  const std::vector<ParameterInfo> &parameters = manifest().parameters;
  if (arguments.size() != parameters.size()) {
    return Status::invalidArgument(
        "the program '" + manifest().name + "' takes " +
        std::to_string(parameters.size()) + " arguments, " +
        std::to_string(arguments.size()) + " were given");
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Buffer *buffer = arguments[i];
    auto name = [&] {
      return "argument " + std::to_string(i) + " of '" + manifest().name + "'";
    };
    if (!buffer) {
      return Status::invalidArgument(name() + " is null");
    }
    const ArrayType &wanted = parameters[i].type;
    // JAX starts a chain of tokens with an empty array of booleans.
    bool isToken = wanted.isToken() && buffer->type().byteSize() == 0;
    if (!isToken && (buffer->type().element != wanted.element ||
                     buffer->type().dimensions != wanted.dimensions)) {
      return Status::invalidArgument(
          name() + " is " + buffer->type().toString() +
          " where the program declares " + wanted.toString());
    }
    if (&buffer->memory().client() != client.get() ||
        &buffer->device() != &device) {
      return Status::invalidArgument(
          name() + " is on " + buffer->device().description().toString +
          ", the program runs on " + device.description().toString);
    }
    if (isDonated(parameters[i], i, options) &&
        std::count(arguments.begin(), arguments.end(), buffer) > 1) {
      return Status::invalidArgument(
          name() + " is donated and given a second time in the same call: copy "
                   "it, or do not donate it");
    }
  }
  return Status::success();
}

/// A failure gives back what was donated.
Status BaseExecutable::addParts(Run &run, std::span<const Arguments> arguments,
                                std::span<Device *const> devices,
                                const ExecuteOptions &options) const {
  run.reserve(devices.size());
  for (size_t p = 0; p < devices.size(); ++p) {
    WEFT_RETURN_IF_ERROR(
        run.add(*devices[p], logical.empty() ? LogicalDeviceId() : logical[p],
                arguments[p], options));
  }
  run.keepDonations();
  return Status::success();
}

StatusOr<Execution>
BaseExecutable::execute(std::span<const Arguments> arguments,
                        const ExecuteOptions &options) {
  if (isRemoved()) {
    return Status::failedPrecondition("the program '" + manifest().name +
                                      "' has been deleted");
  }
  WEFT_ASSIGN_OR_RETURN(std::span<Device *const> devices,
                        devicesOfCall(arguments, options));
  bool allReady = true;
  for (size_t p = 0; p < devices.size(); ++p) {
    WEFT_RETURN_IF_ERROR(checkArguments(arguments[p], *devices[p], options));
    for (const Buffer *buffer : arguments[p]) {
      allReady &= buffer->readyEvent()->isReady();
    }
  }
  LaunchBy launcher = program->launcherOf(allReady);
  if (launcher == LaunchBy::ShortCall || launcher == LaunchBy::Call) {
    // Enough for the lists of most programs.
    std::array<std::byte, 4096> space;
    std::pmr::monotonic_buffer_resource memory(space.data(), space.size());
    Run run(client, compiled, program, memory);
    WEFT_RETURN_IF_ERROR(addParts(run, arguments, devices, options));
    return runInCall(run, options, launcher == LaunchBy::Call);
  }
  auto pending = makeRef<PendingRun>(client, compiled, program, options);
  WEFT_RETURN_IF_ERROR(addParts(pending->run, arguments, devices, options));
  return PendingRun::start(std::move(pending), launcher);
}

} // namespace weft::runtime
