// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CudaProgram.h"

#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/Client/Run.h"
#include "weft/Runtime/LargeBlocks.h"
#include "weft/Runtime/Machine.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

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
  /// The same for a program that calls functions of the host.
  Status followWithCalls(Run &run, const runtime::ExecuteOptions &options);

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
  Status followCall(const CallCommand &command);
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
  const runtime::HostCalls::MakeCall *makeCall = nullptr;
};

static uint64_t numberOf(const Ref<Storage> &storage) {
  return storage ? reinterpret_cast<uint64_t>(storage->address()) : 0;
}

/// Whether the plan has a parameter and the result that takes its memory over
/// in the same place: they are of one type and order.
static bool canShare(const Manifest &manifest, size_t parameter) {
  const ParameterInfo &info = manifest.parameters[parameter];
  const ArrayType &result = manifest.results[*info.aliasedResult].type;
  return info.type == result && !isSignedSubByte(result.element);
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
    if (!manifest.parameters[i].type.isToken() &&
        *argument.type != manifest.parameters[i].type) {
      return Status::unimplemented(
          "argument " + std::to_string(i) + " of '" + program.name + "' is " +
          argument.type->toString() + ", the program was compiled for " +
          manifest.parameters[i].type.toString());
    }
    uint64_t address = argument.content->hasStorage()
                           ? numberOf(argument.content->sharedStorage())
                           : 0;
    // An argument that a result takes over is written to. Where its memory
    // could not be given away, that of the result gets a copy of it; and where
    // the plan does not know of it, the result gets memory of its own.
    if (std::optional<uint32_t> taker = manifest.parameters[i].aliasedResult) {
      const bool isShared = results[*taker] == address;
      if (canShare(manifest, i) && !isShared) {
        if (argument.type->byteSize() != 0) {
          copies.push_back(
              {address, results[*taker], argument.type->byteSize()});
        }
        address = results[*taker];
      } else if (!canShare(manifest, i) && isShared && address != 0) {
        runtime::RunResult &result = run.resultList()[*taker];
        WEFT_ASSIGN_OR_RETURN(
            result.storage,
            result.memory->allocate(manifest.results[*taker].type.byteSize()));
        results[*taker] = numberOf(result.storage);
      }
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
  const Function &function = program.kernels[command.kernel].function;
  return driver.check(
      driver.launchKernel(function.handle, static_cast<unsigned>(kernel.blocks),
                          1, 1, kernel.threads, 1, 1, kernel.sharedBytes,
                          stream, pointers.data(), nullptr),
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

Status CommandRun::followWithCalls(Run &run,
                                   const runtime::ExecuteOptions &options) {
  runtime::RunPart part;
  part.replica = replica;
  part.partition = partition;
  part.deviceOrdinal = run.partList().front().device->description().id;
  if (!options.sendCallbacks.empty()) {
    part.sends = options.sendCallbacks.front();
  }
  if (!options.receiveCallbacks.empty()) {
    part.receives = options.receiveCallbacks.front();
  }
  const runtime::RunServices services =
      runtime::servicesOf(run, options, cancellation, runtime::usableMemory());
  return program.calls->run(part, services,
                            [&](const runtime::HostCalls::MakeCall &make) {
                              makeCall = &make;
                              return follow();
                            });
}

namespace {

/// Arrays of a call, in memory of the host.
class HostArrays {
public:
  explicit HostArrays(const runtime::HostCalls::Arrays &arrays)
      : sizes(arrays.operands) {
    sizes.insert(sizes.end(), arrays.results.begin(), arrays.results.end());
    for (uint64_t size : sizes) {
      blocks.push_back(runtime::allocateBlock(std::max<uint64_t>(size, 1)));
    }
  }
  HostArrays(const HostArrays &) = delete;
  ~HostArrays() {
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i] != nullptr) {
        runtime::freeBlock(blocks[i], std::max<uint64_t>(sizes[i], 1));
      }
    }
  }

  bool areThere() const {
    return std::ranges::find(blocks, nullptr) == blocks.end();
  }

  std::vector<uint64_t> sizes;
  std::vector<void *> blocks;
};

} // namespace

Status CommandRun::followCall(const CallCommand &command) {
  const runtime::HostCalls::Arrays arrays =
      program.calls->arraysOf(command.site);
  HostArrays held(arrays);
  if (held.sizes.size() != command.arrays.size()) {
    return Status::dataLoss("the executable's calls are damaged");
  }
  if (!held.areThere()) {
    return Status::resourceExhausted("the host has no memory for the arrays of "
                                     "a call of '" +
                                     program.name + "'");
  }
  const size_t operands = arrays.operands.size();
  auto copy = [&](size_t begin, size_t end, auto copyOne) {
    return submit([&](const DriverFunctions &driver, void *stream) -> Status {
             for (size_t i = begin; i < end; ++i) {
               if (held.sizes[i] != 0) {
                 WEFT_RETURN_IF_ERROR(driver.check(
                     copyOne(driver, i, addressOf(command.arrays[i]), stream),
                     "copying an array of a call"));
               }
             }
             return Status::success();
           })
        ->await();
  };
  WEFT_RETURN_IF_ERROR(copy(
      0, operands,
      [&](const DriverFunctions &driver, size_t i, uint64_t address, void *to) {
        return driver.memoryReadAsync(held.blocks[i], address, held.sizes[i],
                                      to);
      }));
  WEFT_RETURN_IF_ERROR((*makeCall)(command.site, held.blocks.data()));
  return copy(
      operands, held.sizes.size(),
      [&](const DriverFunctions &driver, size_t i, uint64_t address, void *to) {
        return driver.memoryWriteAsync(address, held.blocks[i], held.sizes[i],
                                       to);
      });
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
    } else if (const auto *call = std::get_if<CallCommand>(&command)) {
      WEFT_RETURN_IF_ERROR(followCall(*call));
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
                         std::unique_ptr<runtime::HostCalls> calls,
                         std::shared_ptr<Gpu> gpu)
    : name(std::move(name)), commands(std::move(commands)),
      hasDecisions(std::ranges::any_of(this->commands.commands, needsDecision)),
      calls(std::move(calls)), gpu(std::move(gpu)) {}

StatusOr<std::shared_ptr<runtime::Program>>
CudaProgram::load(const Executable &executable, CommandProgram commands,
                  std::unique_ptr<runtime::HostCalls> calls,
                  std::shared_ptr<Gpu> gpu, runtime::Memory &memory) {
  const Manifest &manifest = executable.manifest();
  if (manifest.deviceCount() != 1) {
    return Status::unimplemented(
        "the program '" + manifest.name + "' is for " +
        std::to_string(manifest.deviceCount()) +
        " devices: programs for several GPUs cannot be run yet");
  }
  std::shared_ptr<CudaProgram> program(new CudaProgram(
      manifest.name, std::move(commands), std::move(calls), std::move(gpu)));
  WEFT_RETURN_IF_ERROR(
      program->loadKernels(executable.section(SectionKind::Code)));
  const std::string_view constantBytes =
      executable.section(SectionKind::Constants);
  if (!constantBytes.empty()) {
    WEFT_ASSIGN_OR_RETURN(program->constants,
                          memory.allocate(constantBytes.size()));
    WEFT_RETURN_IF_ERROR(
        memory
            .write(constantBytes.data(), runtime::HostBytes::UnchangedUntilDone,
                   {program->constants, 0, constantBytes.size()})
            ->await());
  }
  return std::shared_ptr<runtime::Program>(std::move(program));
}

Status CudaProgram::loadKernels(std::string_view code) {
  kernels.resize(commands.kernels.size());
  std::vector<Status> outcomes(kernels.size(), Status::success());
  std::atomic<size_t> next = 0;
  auto loadSome = [&] {
    for (size_t i = next++; i < kernels.size(); i = next++) {
      outcomes[i] = [&]() -> Status {
        const CommandKernel &kernel = commands.kernels[i];
        constexpr uint64_t mostBlocks = (uint64_t(1) << 31) - 1;
        if (kernel.blocks > mostBlocks) {
          return Status::unimplemented(
              "kernel " + kernel.name + " of '" + name + "' (" + kernel.origin +
              ") has " + std::to_string(kernel.blocks) +
              " blocks, a launch has at most " + std::to_string(mostBlocks));
        }
        WEFT_RETURN_IF_ERROR(gpu->device().enter());
        WEFT_ASSIGN_OR_RETURN(Module module,
                              gpu->device().load(std::string(code.substr(
                                  kernel.codeOffset, kernel.codeBytes))));
        WEFT_ASSIGN_OR_RETURN(kernels[i].function,
                              module.find(kernel.name, kernel.sharedBytes));
        kernels[i].module.emplace(std::move(module));
        return Status::success();
      }();
    }
  };
  // The driver takes 40 to 150 ms for a kernel, and takes several at a time.
  constexpr size_t mostThreads = 8;
  std::vector<std::thread> helpers(
      std::min({kernels.size(), mostThreads,
                static_cast<size_t>(runtime::usableProcessors())}) -
      (kernels.empty() ? 0 : 1));
  for (std::thread &helper : helpers) {
    helper = std::thread(loadSome);
  }
  loadSome();
  for (std::thread &helper : helpers) {
    helper.join();
  }
  for (Status &outcome : outcomes) {
    WEFT_RETURN_IF_ERROR(std::move(outcome));
  }
  return Status::success();
}

runtime::LaunchBy CudaProgram::launcherOf(bool) const {
  if (calls && calls->needsCallersThread()) {
    return runtime::LaunchBy::Call;
  }
  return hasDecisions ? runtime::LaunchBy::ClientThread
                      : runtime::LaunchBy::LastArgument;
}

StatusOr<Ref<Event>> CudaProgram::launch(Run &run,
                                         const runtime::ExecuteOptions &options,
                                         runtime::Cancellation *cancellation) {
  CommandRun state(*this, cancellation);
  WEFT_RETURN_IF_ERROR(state.prepare(run));
  if (!hasDecisions) {
    return state.enqueue();
  }
  Status status = Status::success();
  runtime::ThreadPool::whileBlocked([&] {
    status = calls ? state.followWithCalls(run, options) : state.follow();
  });
  WEFT_RETURN_IF_ERROR(status);
  return Event::ready();
}

} // namespace weft::cuda
