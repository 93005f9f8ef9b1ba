// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CudaProgram.h"

#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/Client/Run.h"

#include <algorithm>
#include <cstring>

namespace weft::cuda {

using runtime::Event;
using runtime::Run;
using runtime::Storage;

/// One run's way through the commands.
class CommandRun {
public:
  CommandRun(CudaProgram &program, runtime::Cancellation *cancellation)
      : program(program), cancellation(cancellation) {}

  /// Finds all addresses, and copies what is written to and belongs to others.
  Status prepare(Run &run);

  /// Puts all commands into the queue, and does not wait.
  Ref<Event> enqueue();
  /// Waits where something has to be decided, and for the end.
  Status follow();

private:
  struct Range {
    size_t begin;
    size_t end;
  };

  uint64_t addressOf(const CommandAddress &address) const;
  Range whole() const { return {0, program.commands.commands.size()}; }

  Status enqueueCopies(const DriverFunctions &driver, void *stream) const;
  /// Commands that need nobody's decision.
  Status enqueueOne(const Command &command, const DriverFunctions &driver,
                    void *stream) const;
  Status launch(const LaunchCommand &command, const DriverFunctions &driver,
                void *stream) const;

  Status followRange(Range range);
  Status followWhile(const WhileCommand &loop, size_t first);
  Status followSwitch(const SwitchCommand &branch, size_t first);
  /// Waits until it is computed.
  StatusOr<int64_t> read(const CommandNumber &number);

  Ref<Event> submit(const Stream::Work &work) const {
    return program.gpu->compute().submit(
        "running the program '" + program.name + "'", work);
  }

  CudaProgram &program;
  runtime::Cancellation *const cancellation;
  std::vector<uint64_t> arguments;
  std::vector<uint64_t> results;
  uint64_t temporary = 0;
  uint64_t workspace = 0;
  uint32_t partition = 0;
  uint32_t replica = 0;
  struct Copy {
    uint64_t from;
    uint64_t to;
    uint64_t bytes;
  };
  std::vector<Copy> copies;
  Ref<Storage> scratch;
};

static uint64_t numberOf(const Ref<Storage> &storage) {
  return storage ? reinterpret_cast<uint64_t>(storage->address()) : 0;
}

Status CommandRun::prepare(Run &run) {
  const Manifest &manifest = run.manifest();
  const runtime::DeviceShare &share = run.partList().front();
  partition = share.logical.partition;
  replica = share.logical.replica;
  for (const runtime::RunResult &result : run.resultList()) {
    results.push_back(numberOf(result.storage));
  }
  for (size_t i = 0; i < run.argumentList().size(); ++i) {
    const runtime::RunArgument &argument = run.argumentList()[i];
    if (!argument.type->isToken() && !argument.type->isRowMajor()) {
      return Status::unimplemented(
          "argument " + std::to_string(i) + " of '" + program.name + "' is " +
          argument.type->toString() +
          ", which is not row-major: programs on a GPU do not take other "
          "layouts yet");
    }
    uint64_t address = argument.content->hasStorage()
                           ? numberOf(argument.content->sharedStorage())
                           : 0;
    // An argument that a result takes over is written to. Where its memory
    // could not be given away, that of the result gets a copy of it.
    if (std::optional<uint32_t> taker =
            manifest.parameters[i].aliasedResult;
        taker && results[*taker] != address) {
      if (argument.type->byteSize() != 0) {
        copies.push_back(
            {address, results[*taker], argument.type->byteSize()});
      }
      address = results[*taker];
    }
    arguments.push_back(address);
  }
  const uint64_t bytes =
      program.commands.temporaryBytes + program.commands.workspaceBytes;
  if (bytes != 0) {
    WEFT_ASSIGN_OR_RETURN(scratch,
                          share.device->defaultMemory().allocate(bytes));
    temporary = numberOf(scratch);
    workspace = temporary + program.commands.temporaryBytes;
  }
  return Status::success();
}

uint64_t CommandRun::addressOf(const CommandAddress &address) const {
  using Base = CommandAddress::Base;
  switch (address.base) {
  case Base::Nowhere:
    return 0;
  case Base::Argument:
    return arguments[address.index] + address.offset;
  case Base::Result:
    return results[address.index] + address.offset;
  case Base::Constants:
    return numberOf(program.constants) + address.offset;
  case Base::Temporary:
    return temporary + address.offset;
  case Base::Workspace:
    return workspace + address.offset;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Commands without decisions
//===----------------------------------------------------------------------===//

Status CommandRun::enqueueCopies(const DriverFunctions &driver,
                                 void *stream) const {
  for (const Copy &copy : copies) {
    WEFT_RETURN_IF_ERROR(driver.check(
        driver.memoryCopyAsync(copy.to, copy.from, copy.bytes, stream),
        "copying an argument that cannot be overwritten"));
  }
  return Status::success();
}

Status CommandRun::launch(const LaunchCommand &command,
                          const DriverFunctions &driver, void *stream) const {
  const CommandKernel &kernel = program.commands.kernels[command.kernel];
  std::vector<uint64_t> values(command.arguments.size());
  std::vector<void *> pointers(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = addressOf(command.arguments[i]);
    pointers[i] = &values[i];
  }
  const Function &function = program.kernels[command.kernel];
  return driver.check(
      driver.launchKernel(function.handle,
                          static_cast<unsigned>(kernel.blocks), 1, 1,
                          kernel.threads, 1, 1, kernel.sharedBytes, stream,
                          pointers.data(), nullptr),
      ("launching kernel " + kernel.name + " of '" + program.name + "' (" +
       kernel.origin + ")")
          .c_str());
}

Status CommandRun::enqueueOne(const Command &command,
                              const DriverFunctions &driver,
                              void *stream) const {
  if (const auto *kernel = std::get_if<LaunchCommand>(&command)) {
    return launch(*kernel, driver, stream);
  }
  if (const auto *copy = std::get_if<CopyCommand>(&command)) {
    return driver.check(driver.memoryCopyAsync(addressOf(copy->to),
                                               addressOf(copy->from),
                                               copy->bytes, stream),
                        "copying on the device");
  }
  if (const auto *id = std::get_if<DeviceNumberCommand>(&command)) {
    const uint32_t value =
        id->kind == DeviceNumberCommand::Kind::Partition ? partition : replica;
    return driver.check(
        driver.memoryFillWordsAsync(addressOf(id->to), value, 1, stream),
        "writing the number of the device");
  }
  return Status::internal("a command that cannot be put into a queue");
}

Ref<Event> CommandRun::enqueue() {
  // What the run needs beside its arrays goes with its end.
  return program.gpu->compute().submit(
      "running the program '" + program.name + "'",
      [&](const DriverFunctions &driver, void *stream) -> Status {
        WEFT_RETURN_IF_ERROR(enqueueCopies(driver, stream));
        for (const Command &command : program.commands.commands) {
          WEFT_RETURN_IF_ERROR(enqueueOne(command, driver, stream));
        }
        return Status::success();
      },
      [kept = std::move(scratch)]() mutable { kept = nullptr; });
}

//===----------------------------------------------------------------------===//
// Commands with decisions
//===----------------------------------------------------------------------===//

Status CommandRun::follow() {
  Ref<Event> begun = submit([&](const DriverFunctions &driver, void *stream) {
    return enqueueCopies(driver, stream);
  });
  Status status = followRange(whole());
  // Whatever was enqueued uses memory that goes with this run.
  Status ended = submit([](const DriverFunctions &, void *) {
                   return Status::success();
                 })->await();
  WEFT_RETURN_IF_ERROR(begun->status());
  return status.ok() ? ended : status;
}

/// How many commands a command takes up, with those inside of it.
static size_t lengthOf(const Command &command) {
  if (const auto *loop = std::get_if<WhileCommand>(&command)) {
    return size_t(1) + loop->condition + loop->body;
  }
  size_t length = 1;
  if (const auto *branch = std::get_if<SwitchCommand>(&command)) {
    for (uint32_t count : branch->branches) {
      length += count;
    }
  }
  return length;
}

static bool needsDecision(const Command &command) {
  return std::holds_alternative<WhileCommand>(command) ||
         std::holds_alternative<SwitchCommand>(command) ||
         std::holds_alternative<CheckCommand>(command) ||
         std::holds_alternative<CallCommand>(command);
}

Status CommandRun::followRange(Range range) {
  const std::vector<Command> &commands = program.commands.commands;
  size_t next = range.begin;
  while (next < range.end) {
    size_t end = next;
    while (end < range.end && !needsDecision(commands[end])) {
      ++end;
    }
    if (end != next) {
      Status status = Status::success();
      submit([&](const DriverFunctions &driver, void *stream) {
        for (size_t i = next; i < end && status.ok(); ++i) {
          status = enqueueOne(commands[i], driver, stream);
        }
        return Status::success();
      });
      WEFT_RETURN_IF_ERROR(status);
      next = end;
      continue;
    }
    const Command &command = commands[next];
    if (const auto *loop = std::get_if<WhileCommand>(&command)) {
      WEFT_RETURN_IF_ERROR(followWhile(*loop, next + 1));
    } else if (const auto *branch = std::get_if<SwitchCommand>(&command)) {
      WEFT_RETURN_IF_ERROR(followSwitch(*branch, next + 1));
    } else if (const auto *check = std::get_if<CheckCommand>(&command)) {
      WEFT_ASSIGN_OR_RETURN(int64_t holds, read(check->holds));
      if (holds == 0) {
        return Status::invalidArgument(check->message);
      }
    }
    next += lengthOf(command);
  }
  return Status::success();
}

Status CommandRun::followWhile(const WhileCommand &loop, size_t first) {
  const Range condition{first, first + loop.condition};
  const Range body{condition.end, condition.end + loop.body};
  while (true) {
    WEFT_RETURN_IF_ERROR(followRange(condition));
    WEFT_ASSIGN_OR_RETURN(int64_t again, read(loop.again));
    if (again == 0) {
      return Status::success();
    }
    if (cancellation && cancellation->isRequested()) {
      return cancellation->reason();
    }
    WEFT_RETURN_IF_ERROR(followRange(body));
  }
}

Status CommandRun::followSwitch(const SwitchCommand &branch, size_t first) {
  WEFT_ASSIGN_OR_RETURN(int64_t chosen, read(branch.chosen));
  const auto count = static_cast<int64_t>(branch.branches.size());
  // Out of range on either side is the last branch.
  const int64_t taken = chosen < 0 || chosen >= count ? count - 1 : chosen;
  size_t begin = first;
  for (int64_t i = 0; i < taken; ++i) {
    begin += branch.branches[static_cast<size_t>(i)];
  }
  return followRange(
      {begin, begin + branch.branches[static_cast<size_t>(taken)]});
}

StatusOr<int64_t> CommandRun::read(const CommandNumber &number) {
  PinnedBlocks &pinned = program.gpu->pinned();
  WEFT_ASSIGN_OR_RETURN(char *block,
                        pinned.take(sizeof(uint64_t), /*mayWait=*/false));
  const Status status =
      submit([&](const DriverFunctions &driver, void *stream) {
        return driver.check(driver.memoryReadAsync(block,
                                                   addressOf(number.address),
                                                   number.bytes, stream),
                            "reading what a loop or branch depends on");
      })->await();
  uint64_t bits = 0;
  std::memcpy(&bits, block, number.bytes);
  pinned.giveBack(block, sizeof(uint64_t));
  WEFT_RETURN_IF_ERROR(status);
  const unsigned unused = 64 - number.bits;
  bits <<= unused;
  return number.isSigned ? static_cast<int64_t>(bits) >> unused
                         : static_cast<int64_t>(bits >> unused);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

CudaProgram::CudaProgram(std::string name, CommandProgram commands,
                         std::shared_ptr<Gpu> gpu, Module module)
    : name(std::move(name)), commands(std::move(commands)),
      hasDecisions(std::ranges::any_of(this->commands.commands, needsDecision)),
      gpu(std::move(gpu)), module(std::move(module)) {}

StatusOr<std::shared_ptr<runtime::Program>>
CudaProgram::load(const Executable &executable, std::shared_ptr<Gpu> gpu,
                  runtime::Memory &memory) {
  const Manifest &manifest = executable.manifest();
  if (manifest.deviceCount() != 1) {
    return Status::unimplemented(
        "the program '" + manifest.name + "' is for " +
        std::to_string(manifest.deviceCount()) +
        " devices: programs for several GPUs cannot be run yet");
  }
  const std::string_view constantBytes =
      executable.section(SectionKind::Constants);
  WEFT_ASSIGN_OR_RETURN(
      CommandProgram commands,
      decodeCommandProgram(executable.section(SectionKind::Commands),
                           manifest.parameters.size(), manifest.results.size(),
                           constantBytes.size()));
  if (!commands.calls.empty()) {
    return Status::unimplemented(
        "the program '" + manifest.name +
        "' calls functions of the host, which programs on a GPU cannot do yet: "
        "run it on the CPU (jax.devices('cpu'))");
  }
  for (const ResultInfo &result : manifest.results) {
    if (!result.type.isToken() && (!result.type.isRowMajor() ||
                                   isSignedSubByte(result.type.element))) {
      return Status::unimplemented(
          "a result of '" + manifest.name + "' is " + result.type.toString() +
          ", which programs on a GPU do not make yet");
    }
  }
  WEFT_RETURN_IF_ERROR(gpu->device().enter());
  WEFT_ASSIGN_OR_RETURN(
      Module module,
      gpu->device().load(std::string(executable.section(SectionKind::Code))));
  std::shared_ptr<CudaProgram> program(
      new CudaProgram(manifest.name, std::move(commands), std::move(gpu),
                      std::move(module)));
  for (const CommandKernel &kernel : program->commands.kernels) {
    WEFT_ASSIGN_OR_RETURN(
        Function function,
        program->module.find(kernel.name, kernel.sharedBytes));
    program->kernels.push_back(function);
  }
  if (!constantBytes.empty()) {
    WEFT_ASSIGN_OR_RETURN(program->constants,
                          memory.allocate(constantBytes.size()));
    WEFT_RETURN_IF_ERROR(
        memory
            .write(constantBytes.data(),
                   runtime::HostBytes::UnchangedUntilDone,
                   {program->constants, 0, constantBytes.size()})
            ->await());
  }
  return std::shared_ptr<runtime::Program>(std::move(program));
}

runtime::LaunchBy CudaProgram::launcherOf(bool) const {
  return hasDecisions ? runtime::LaunchBy::ClientThread
                      : runtime::LaunchBy::LastArgument;
}

StatusOr<Ref<Event>> CudaProgram::launch(Run &run,
                                         const runtime::ExecuteOptions &,
                                         runtime::Cancellation *cancellation) {
  CommandRun state(*this, cancellation);
  WEFT_RETURN_IF_ERROR(state.prepare(run));
  if (!hasDecisions) {
    return state.enqueue();
  }
  Status status = Status::success();
  runtime::ThreadPool::whileBlocked([&] { status = state.follow(); });
  WEFT_RETURN_IF_ERROR(status);
  return Event::ready();
}

} // namespace weft::cuda
