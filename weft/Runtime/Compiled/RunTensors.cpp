// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/RunTensors.h"

#include "weft/Runtime/BuiltinCalls.h"
#include "weft/Runtime/Compiled/CompiledProgram.h"
#include "weft/Runtime/Reference/RunDevices.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/Runtime/Team.h"
#include "weft/Runtime/ThreadPool.h"
#include "weft/Support/MachineShare.h"

using namespace mlir;
using weft::reference::ProcessGrid;
using weft::reference::ProcessId;
using weft::reference::Tensor;
using weft::reference::Token;
using weft::reference::Values;

namespace weft::runtime {
namespace {

/// What is on its way from device to device by way of the host.
class HostMail {
public:
  explicit HostMail(ProcessGrid &grid) : grid(grid) {}

  SendCallback sender(int64_t channel) {
    SendCallback callback;
    callback.channel = channel;
    callback.send = [this, channel](std::span<const char> bytes, uint64_t,
                                    bool) {
      grid.notify(
          [&] { boxes[channel].emplace_back(bytes.begin(), bytes.end()); });
      return Status::success();
    };
    return callback;
  }

  ReceiveCallback receiver(ProcessId self, int64_t channel) {
    ReceiveCallback callback;
    callback.channel = channel;
    callback.receive = [this, self, channel](Ref<HostReceiver> receiver) {
      std::optional<std::vector<char>> bytes;
      Status status = Status::success();
      // Another thread may be quicker.
      while (status.ok() && !bytes) {
        status =
            grid.wait(self, "a message on channel " + std::to_string(channel),
                      [&] { return !boxes[channel].empty(); });
        grid.notify([&] {
          if (status.ok() && !boxes[channel].empty()) {
            bytes = std::move(boxes[channel].front());
            boxes[channel].pop_front();
          }
        });
      }
      if (status.ok()) {
        status = receiver->addChunk(*bytes);
      }
      if (!status.ok()) {
        receiver->fail(status);
      }
    };
    return callback;
  }

private:
  ProcessGrid &grid;
  std::map<int64_t, std::deque<std::vector<char>>> boxes;
};

/// One device's part of the run and what it points to.
struct DeviceMemory {
  std::shared_ptr<CompiledProgram> program;
  const Manifest *manifest = nullptr;
  std::vector<Arena> storage;
  std::vector<const void *> arguments;
  std::vector<const ArrayType *> argumentTypes;
  std::vector<void *> results;
  std::vector<SendCallback> sends;
  std::vector<ReceiveCallback> receives;

  StatusOr<void *> allocate(const ArrayType &type) {
    if (type.isToken()) {
      return nullptr;
    }
    // An empty array has an address too.
    WEFT_ASSIGN_OR_RETURN(
        Arena arena,
        Arena::allocate(std::max<uint64_t>(type.byteSize(), 1), "an array"));
    storage.push_back(std::move(arena));
    return storage.back().data();
  }

  Status fill(RunPart &part, const Values &given) {
    if (given.size() != manifest->parameters.size()) {
      return Status::invalidArgument(
          "the program takes " + std::to_string(manifest->parameters.size()) +
          " arguments, " + std::to_string(given.size()) + " were given");
    }
    for (size_t i = 0; i < given.size(); ++i) {
      const ArrayType &type = manifest->parameters[i].type;
      argumentTypes.push_back(&type);
      WEFT_ASSIGN_OR_RETURN(void *data, allocate(type));
      if (data) {
        exportBytes(given[i].tensor().bytes(), type, data);
      }
      arguments.push_back(data);
    }
    for (const ResultInfo &result : manifest->results) {
      WEFT_ASSIGN_OR_RETURN(void *data, allocate(result.type));
      results.push_back(data);
    }
    part.arguments = arguments;
    part.argumentTypes = argumentTypes;
    part.results = results;
    part.sends = sends;
    part.receives = receives;
    return Status::success();
  }

  StatusOr<Values> take(ArrayRef<Type> types, reference::Budget &budget) {
    Values values;
    for (size_t i = 0; i < manifest->results.size(); ++i) {
      const ArrayType &type = manifest->results[i].type;
      if (type.isToken()) {
        values.push_back(Token());
        continue;
      }
      WEFT_ASSIGN_OR_RETURN(
          Tensor tensor, importBytes(results[i], type,
                                     cast<RankedTensorType>(types[i]), budget));
      values.push_back(std::move(tensor));
    }
    return values;
  }
};

StatusOr<std::vector<Values>> runOnce(const TensorRun &run,
                                      CustomCallRegistry &customCalls,
                                      ThreadPool &pool,
                                      reference::Budget &budget) {
  const Manifest &first = run.devices.front().executable->manifest();
  ProcessGrid grid(first.replicas, first.partitions, run.infeed);
  HostMail mail(grid);
  std::map<const Executable *, std::shared_ptr<CompiledProgram>> programs;
  std::vector<DeviceMemory> devices(run.devices.size());
  std::vector<RunPart> parts(run.devices.size());
  bool together = false;
  for (size_t p = 0; p < parts.size(); ++p) {
    const Executable &executable = *run.devices[p].executable;
    std::shared_ptr<CompiledProgram> &program = programs[&executable];
    if (!program) {
      WEFT_ASSIGN_OR_RETURN(program,
                            CompiledProgram::load(executable, customCalls,
                                                  "weft", pool.threadCount()));
    }
    devices[p].program = program;
    devices[p].manifest = &executable.manifest();
    const ProgramTraits &traits = executable.manifest().traits;
    together |= traits.collectives || traits.hostTransfers;
    RunPart &part = parts[p];
    part.replica = static_cast<uint32_t>(p / first.partitions);
    part.partition = static_cast<uint32_t>(p % first.partitions);
    part.deviceOrdinal = static_cast<int>(p);
    for (int64_t channel : run.hostChannels) {
      devices[p].sends.push_back(mail.sender(channel));
      devices[p].receives.push_back(
          mail.receiver({part.replica, part.partition}, channel));
    }
    WEFT_RETURN_IF_ERROR(devices[p].fill(part, run.devices[p].arguments));
  }

  RunServices services;
  services.blocking = ThreadPool::whileBlocked;
  Team team(pool.threadCount());
  services.team = &team;
  services.schedule = [&pool](std::function<void()> work) {
    pool.submit(std::move(work));
  };
  services.threadCount = pool.threadCount();
  services.memoryLimit = budget.limits().maxBytes;
  Cancellation cancellation;
  services.cancellation = &cancellation;
  WEFT_RETURN_IF_ERROR(
      runDevices(grid, together, parts, services, [&](RunningProcess &process) {
        return devices[process.part.deviceOrdinal].program->runProcess(process);
      }));

  std::vector<Values> all;
  for (size_t p = 0; p < parts.size(); ++p) {
    WEFT_ASSIGN_OR_RETURN(Values results,
                          devices[p].take(run.devices[p].resultTypes, budget));
    all.push_back(std::move(results));
  }
  return all;
}

Status requireSame(const std::vector<Values> &first,
                   const std::vector<Values> &again) {
  for (auto [device, pair] : llvm::enumerate(llvm::zip_equal(first, again))) {
    const auto &[left, right] = pair;
    for (auto [i, values] : llvm::enumerate(llvm::zip_equal(left, right))) {
      const auto &[a, b] = values;
      if (a.isTensor() && a.tensor().bytes() != b.tensor().bytes()) {
        return Status::internal("result " + std::to_string(i) + " of device " +
                                std::to_string(device) +
                                " has other bits when the program runs again");
      }
    }
  }
  return Status::success();
}

/// The first of several runs, which all give the same bits.
StatusOr<std::vector<Values>>
runTimes(int times,
         llvm::function_ref<StatusOr<std::vector<Values>>()> runOnce) {
  WEFT_ASSIGN_OR_RETURN(std::vector<Values> first, runOnce());
  for (int i = 1; i < times; ++i) {
    WEFT_ASSIGN_OR_RETURN(std::vector<Values> again, runOnce());
    WEFT_RETURN_IF_ERROR(requireSame(first, again));
  }
  return first;
}

Status addCalls(const TensorRun &run, CustomCallRegistry &customCalls) {
  for (const auto &[name, handler] : run.calls) {
    WEFT_RETURN_IF_ERROR(customCalls.add(name, "", handler));
  }
  return Status::success();
}

StatusOr<Ref<Buffer>> toDevice(const reference::Value &value,
                               const ArrayType &type, Memory &memory) {
  WEFT_ASSIGN_OR_RETURN(PendingBuffer pending,
                        memory.client().createPending(type, memory));
  if (!type.isToken()) {
    std::vector<char> bytes(type.byteSize());
    exportBytes(value.tensor().bytes(), type, bytes.data());
    WEFT_RETURN_IF_ERROR(
        memory
            .write(bytes.data(), HostBytes::UnchangedUntilDone,
                   {std::move(pending.storage), 0, bytes.size()})
            ->await());
  }
  pending.ready->set();
  return pending.buffer;
}

StatusOr<reference::Value> toHost(Buffer &buffer, Type type,
                                  reference::Budget &budget) {
  WEFT_RETURN_IF_ERROR(buffer.readyEvent()->await());
  if (buffer.type().isToken()) {
    return reference::Value(Token());
  }
  std::vector<char> bytes(buffer.byteSize());
  WEFT_RETURN_IF_ERROR(
      buffer.rawToHost(bytes.data(), 0, bytes.size())->await());
  WEFT_ASSIGN_OR_RETURN(Tensor tensor,
                        importBytes(bytes.data(), buffer.type(),
                                    cast<RankedTensorType>(type), budget));
  return reference::Value(std::move(tensor));
}

} // namespace

StatusOr<std::vector<Values>> runTensors(TensorRun run,
                                         reference::Budget &budget) {
  CustomCallRegistry customCalls;
  addBuiltinCalls(customCalls);
  WEFT_RETURN_IF_ERROR(addCalls(run, customCalls));
  ThreadPool pool(usableProcessors());
  return runTimes(run.times,
                  [&] { return runOnce(run, customCalls, pool, budget); });
}

StatusOr<std::vector<Values>> runTensorsOn(Client &client, const TensorRun &run,
                                           reference::Budget &budget) {
  if (run.devices.size() != 1 || !run.infeed.empty()) {
    return Status::unimplemented(
        "programs for several devices, and programs with an infeed, are run "
        "by the processor only");
  }
  const DeviceProgram &program = run.devices.front();
  const Manifest &manifest = program.executable->manifest();
  if (program.arguments.size() != manifest.parameters.size()) {
    return Status::invalidArgument(
        "the program takes " + std::to_string(manifest.parameters.size()) +
        " arguments, " + std::to_string(program.arguments.size()) +
        " were given");
  }
  WEFT_RETURN_IF_ERROR(addCalls(run, client.customCalls()));
  WEFT_ASSIGN_OR_RETURN(
      Ref<LoadedExecutable> loaded,
      client.load(Ref<const Executable>::share(program.executable)));
  Memory &memory = client.devices().front()->defaultMemory();
  return runTimes(run.times, [&]() -> StatusOr<std::vector<Values>> {
    // Made anew each time: the program may take their memory.
    std::vector<Ref<Buffer>> arguments;
    std::vector<std::vector<Buffer *>> lists(1);
    for (size_t i = 0; i < program.arguments.size(); ++i) {
      WEFT_ASSIGN_OR_RETURN(
          Ref<Buffer> argument,
          toDevice(program.arguments[i], manifest.parameters[i].type, memory));
      lists.front().push_back(argument.get());
      arguments.push_back(std::move(argument));
    }
    WEFT_ASSIGN_OR_RETURN(Execution execution, loaded->execute(lists, {}));
    WEFT_RETURN_IF_ERROR(execution.done.front()->await());
    std::vector<Values> results(1);
    for (auto [buffer, type] :
         llvm::zip_equal(execution.results.front(), program.resultTypes)) {
      WEFT_ASSIGN_OR_RETURN(reference::Value value,
                            toHost(*buffer, type, budget));
      results.front().push_back(std::move(value));
    }
    return results;
  });
}

} // namespace weft::runtime
