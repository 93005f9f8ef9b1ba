// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuExecutable.h"

#include "weft/Runtime/CPU/CpuRun.h"

#include <algorithm>

namespace weft::runtime {

CpuExecutable::CpuExecutable(Ref<CpuClient> client,
                             Ref<const Executable> executable,
                             std::optional<DeviceAssignment> assignment,
                             std::vector<Device *> devices,
                             std::shared_ptr<ProgramRunner> runner)
    : client(std::move(client)), program(std::move(executable)),
      assignment(std::move(assignment)), deviceList(std::move(devices)),
      runner(std::move(runner)) {
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

StatusOr<std::vector<Device *>>
CpuExecutable::devicesOfCall(std::span<const std::vector<Buffer *>> arguments,
                             const ExecuteOptions &options) const {
  std::vector<Device *> devices = deviceList;
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
    devices = {options.device};
  } else if (devices.empty()) {
    // A portable program follows its arguments.
    devices = {client->devices().front()};
    for (const std::vector<Buffer *> &list : arguments) {
      if (!list.empty() && list.front()) {
        devices = {&list.front()->device()};
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

Status CpuExecutable::checkArguments(const std::vector<Buffer *> &arguments,
                                     const Device &device,
                                     const std::vector<bool> &donated) const {
  const std::vector<ParameterInfo> &parameters = manifest().parameters;
  if (arguments.size() != parameters.size()) {
    return Status::invalidArgument(
        "the program '" + manifest().name + "' takes " +
        std::to_string(parameters.size()) + " arguments, " +
        std::to_string(arguments.size()) + " were given");
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Buffer *buffer = arguments[i];
    std::string name =
        "argument " + std::to_string(i) + " of '" + manifest().name + "'";
    if (!buffer) {
      return Status::invalidArgument(name + " is null");
    }
    const ArrayType &wanted = parameters[i].type;
    // JAX starts a chain of tokens with an empty array of booleans.
    bool isToken = wanted.isToken() && buffer->type().byteSize() == 0;
    if (!isToken && (buffer->type().element != wanted.element ||
                     buffer->type().dimensions != wanted.dimensions)) {
      return Status::invalidArgument(name + " is " + buffer->type().toString() +
                                     " where the program declares " +
                                     wanted.toString());
    }
    if (&buffer->memory().client() != client.get() ||
        &buffer->device() != &device) {
      return Status::invalidArgument(
          name + " is on " + buffer->device().description().toString +
          ", the program runs on " + device.description().toString);
    }
    if (donated[i] &&
        std::count(arguments.begin(), arguments.end(), buffer) > 1) {
      return Status::invalidArgument(
          name + " is donated and given a second time in the same call: copy "
                 "it, or do not donate it");
    }
  }
  return Status::success();
}

StatusOr<Execution>
CpuExecutable::execute(std::span<const std::vector<Buffer *>> arguments,
                       const ExecuteOptions &options) {
  if (isRemoved()) {
    return Status::failedPrecondition("the program '" + manifest().name +
                                      "' has been deleted");
  }
  WEFT_ASSIGN_OR_RETURN(std::vector<Device *> devices,
                        devicesOfCall(arguments, options));
  const Manifest &manifest = this->manifest();
  std::vector<bool> donated(manifest.parameters.size());
  for (size_t i = 0; i < donated.size(); ++i) {
    donated[i] = manifest.parameters[i].aliasedResult.has_value();
  }
  for (int64_t index : options.nonDonatableParameters) {
    if (index >= 0 && static_cast<size_t>(index) < donated.size()) {
      donated[index] = false;
    }
  }
  for (size_t p = 0; p < devices.size(); ++p) {
    WEFT_RETURN_IF_ERROR(checkArguments(arguments[p], *devices[p], donated));
  }

  // From here on holds are taken; a failure lets them go and gives donations
  // back.
  struct Taken {
    size_t part;
    size_t argument;
    Donation donation;
  };
  std::vector<Taken> donations;
  std::vector<CpuRunPart> parts(devices.size());
  for (size_t p = 0; p < devices.size(); ++p) {
    CpuRunPart &part = parts[p];
    part.device = devices[p];
    part.logical = logical.empty() ? LogicalDeviceId() : logical[p];
    part.donated = donated;
    part.arguments.resize(donated.size());
    for (size_t i = 0; i < donated.size(); ++i) {
      Buffer &buffer = *arguments[p][i];
      part.argumentTypes.push_back(buffer.type());
      part.argumentMemories.push_back(&buffer.memory());
      if (donated[i]) {
        WEFT_ASSIGN_OR_RETURN(Donation donation, buffer.acquireDonation());
        donations.push_back({p, i, std::move(donation)});
      } else {
        WEFT_ASSIGN_OR_RETURN(part.arguments[i], buffer.acquireRead());
      }
    }
    for (const ResultInfo &result : manifest.results) {
      Memory *memory = devices[p]->findMemory(result.memoryKind);
      if (!memory) {
        return Status::invalidArgument(
            "device " + devices[p]->description().toString +
            " has no memory of kind '" + result.memoryKind + "', in which '" +
            manifest.name + "' wants a result");
      }
      part.resultMemories.push_back(memory);
    }
  }
  for (Taken &taken : donations) {
    parts[taken.part].arguments[taken.argument] = taken.donation.take();
  }

  Execution execution;
  for (CpuRunPart &part : parts) {
    part.done = Event::pending();
    execution.done.push_back(part.done);
    std::vector<Ref<Buffer>> &results = execution.results.emplace_back();
    for (size_t i = 0; i < manifest.results.size(); ++i) {
      part.results.push_back(makeRef<Content>(nullptr, Event::pending()));
      results.push_back(makeRef<Buffer>(manifest.results[i].type,
                                        *part.resultMemories[i],
                                        part.results.back()));
    }
  }
  WEFT_RETURN_IF_ERROR(CpuRun::start(
      makeRef<CpuRun>(client, program, runner, std::move(parts), options)));
  return execution;
}

} // namespace weft::runtime
