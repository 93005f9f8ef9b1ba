// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/FollowedRun.h"

#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/LargeBlocks.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace weft::cuda {

Status FollowedRun::follow() {
  Status status = followRange({0, loaded.program.commands.size()});
  // Whatever was enqueued uses memory that goes with this run.
  Status ended = submit([](const DriverFunctions &, void *) {
                   return Status::success();
                 })->await();
  return status.ok() ? ended : status;
}

/// In memory of the host.
class FollowedRun::HostArrays {
public:
  explicit HostArrays(const runtime::HostCalls::Arrays &arrays)
      : operands(arrays.operands.size()), sizes(arrays.operands) {
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

  uint64_t bytes() const {
    return std::accumulate(sizes.begin(), sizes.end(), uint64_t(0));
  }

  const size_t operands;
  std::vector<uint64_t> sizes;
  std::vector<void *> blocks;
};

FollowedRun::FollowedRun(const LoadedCommands &loaded, ProgramGraphs &graphs,
                         const RunPlaces &places, const Stream::Fences &fences,
                         runtime::Cancellation *cancellation,
                         const runtime::HostCalls *calls,
                         const runtime::HostCalls::MakeCall &makeCall)
    : loaded(loaded), graphs(graphs), places(places), fences(fences),
      cancellation(cancellation), calls(calls), makeCall(makeCall) {}

FollowedRun::~FollowedRun() = default;

Status FollowedRun::followDeviceCall(const CallCommand &command) {
  std::vector<void *> arrays;
  for (const CommandAddress &address : command.arrays) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): places are numbers.
    arrays.push_back(reinterpret_cast<void *>(places.addressOf(address)));
  }
  const DeviceScope scope(loaded.gpu->device());
  WEFT_RETURN_IF_ERROR(scope.status());
  return makeCall(command.site, arrays.data());
}

Status FollowedRun::followCall(const CallCommand &command) {
  if (calls->worksOnDevice(command.site)) {
    return followDeviceCall(command);
  }
  std::unique_ptr<HostArrays> &kept = arrays[command.site];
  if (!kept) {
    kept = std::make_unique<HostArrays>(calls->arraysOf(command.site));
  }
  HostArrays &held = *kept;
  if (held.sizes.size() != command.arrays.size()) {
    return Status::dataLoss("the executable's calls are damaged");
  }
  if (!held.areThere()) {
    return Status::resourceExhausted("the host has no memory for the arrays of "
                                     "a call of '" +
                                     loaded.name + "'");
  }
  auto copy = [&](size_t begin, size_t end, auto copyOne) {
    return submit([&](const DriverFunctions &driver, void *stream) -> Status {
             for (size_t i = begin; i < end; ++i) {
               if (held.sizes[i] != 0) {
                 WEFT_RETURN_IF_ERROR(driver.check(
                     copyOne(driver, i, places.addressOf(command.arrays[i]),
                             stream),
                     "copying an array of a call"));
               }
             }
             return Status::success();
           })
        ->await();
  };
  WEFT_RETURN_IF_ERROR(copy(
      0, held.operands,
      [&](const DriverFunctions &driver, size_t i, uint64_t address, void *to) {
        return driver.memoryReadAsync(held.blocks[i], address, held.sizes[i],
                                      to);
      }));
  WEFT_RETURN_IF_ERROR(makeCall(command.site, held.blocks.data()));
  WEFT_RETURN_IF_ERROR(copy(
      held.operands, held.sizes.size(),
      [&](const DriverFunctions &driver, size_t i, uint64_t address, void *to) {
        return driver.memoryWriteAsync(address, held.blocks[i], held.sizes[i],
                                       to);
      }));
  // The next turn of a loop finds them; large ones do not lie about.
  constexpr uint64_t mostKept = uint64_t(1) << 20;
  if (held.bytes() > mostKept) {
    kept = nullptr;
  }
  return Status::success();
}

/// Whether it is a loop or a branch, or what has a guard of which the device
/// has to be told in a graph.
static bool decides(const Command &command) {
  return std::holds_alternative<WhileCommand>(command) ||
         std::holds_alternative<SwitchCommand>(command) ||
         !movedUnder(command).empty();
}

bool FollowedRun::isForDevice(size_t number) const {
  const std::span<const Command> commands =
      std::span(loaded.program.commands)
          .subspan(number, lengthOf(loaded.program.commands[number]));
  return CommandGraph::isPossible(commands, loaded.gpu->device().functions(),
                                  {});
}

Status FollowedRun::launch(CommandRange range) {
  const std::vector<Command> &commands = loaded.program.commands;
  const bool isGraph = std::any_of(commands.begin() + range.begin,
                                   commands.begin() + range.end, decides);
  Status status = Status::success();
  submit([&](const DriverFunctions &driver, void *stream) {
    status = [&]() -> Status {
      if (isGraph) {
        WEFT_ASSIGN_OR_RETURN(CommandGraph * graph, graphs.find(range, places));
        return graph->launch(stream);
      }
      for (size_t i = range.begin; i < range.end; ++i) {
        WEFT_RETURN_IF_ERROR(
            loaded.enqueue(commands[i], places, driver, stream));
      }
      return Status::success();
    }();
    return Status::success();
  });
  return status;
}

Status FollowedRun::followRange(CommandRange range) {
  const std::vector<Command> &commands = loaded.program.commands;
  size_t next = range.begin;
  while (next < range.end) {
    WEFT_RETURN_IF_ERROR(endIfCancelled());
    size_t end = next;
    while (end < range.end && isForDevice(end)) {
      end += lengthOf(commands[end]);
    }
    if (end != next) {
      WEFT_RETURN_IF_ERROR(launch({next, end}));
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
    } else {
      WEFT_RETURN_IF_ERROR(followGuarded(command));
    }
    next += lengthOf(command);
  }
  return Status::success();
}

Status FollowedRun::followWhile(const WhileCommand &loop, size_t first) {
  const CommandRange condition{first, first + loop.condition};
  const CommandRange body{condition.end, condition.end + loop.body};
  auto repeat = [&](uint32_t count) -> Status {
    for (uint32_t i = 0; i < count; ++i) {
      WEFT_RETURN_IF_ERROR(endIfCancelled());
      WEFT_RETURN_IF_ERROR(followRange(body));
    }
    return Status::success();
  };
  WEFT_RETURN_IF_ERROR(repeat(loop.lead));
  for (uint32_t i = 0; i < loop.rounds; ++i) {
    WEFT_RETURN_IF_ERROR(repeat(loop.turns));
  }
  while (loop.turns != 0 && loop.rounds == 0) {
    WEFT_RETURN_IF_ERROR(followRange(condition));
    WEFT_ASSIGN_OR_RETURN(int64_t again, read(loop.again));
    if (again == 0) {
      break;
    }
    // Who looks before each turn needs no guards.
    WEFT_RETURN_IF_ERROR(repeat(loop.isGuarded ? 1 : loop.turns));
  }
  return Status::success();
}

Status FollowedRun::followSwitch(const SwitchCommand &branch, size_t first) {
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

Status FollowedRun::followGuarded(const Command &command) {
  for (const CommandGuard &guard : movedUnder(command)) {
    WEFT_ASSIGN_OR_RETURN(int64_t number, read(guard.number()));
    if (!guard.test.holdsFor(static_cast<uint32_t>(number))) {
      return Status::success();
    }
  }
  Status status = Status::success();
  submit([&](const DriverFunctions &driver, void *stream) {
    status = loaded.enqueue(command, places, driver, stream);
    return Status::success();
  });
  return status;
}

StatusOr<int64_t> FollowedRun::read(const CommandNumber &number) {
  PinnedBlocks &pinned = loaded.gpu->pinned();
  WEFT_ASSIGN_OR_RETURN(char *block,
                        pinned.take(sizeof(uint64_t), /*mayWait=*/false));
  const Status status =
      submit([&](const DriverFunctions &driver, void *stream) {
        return driver.check(
            driver.memoryReadAsync(block, places.addressOf(number.address),
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

} // namespace weft::cuda
