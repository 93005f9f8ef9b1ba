// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/EmitCommands.h"

#include "weft/Executable/CallRoom.h"
#include "weft/Plan/Fuse/GroupTurns.h"
#include "weft/Plan/IR/Workspace.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Target/GPU/Hazards.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::gpu {
namespace {

using Base = CommandAddress::Base;

class CommandEmitter {
public:
  explicit CommandEmitter(StepsOf stepsOf) : stepsOf(stepsOf) {}

  /// Adds what the commands of the block touch to `accesses`.
  Status emitBlock(Block &block, std::vector<Access> &accesses) {
    List list;
    List *const outer = std::exchange(current, &list);
    for (Operation &op : block.without_terminator()) {
      WEFT_RETURN_IF_ERROR(emitOperation(op));
    }
    current = outer;
    for (auto [number, waits] :
         llvm::zip_equal(list.numbers, list.hazards.takeWaits())) {
      for (uint32_t place : waits) {
        result.waits[number].push_back(list.numbers[place]);
      }
    }
    llvm::append_range(accesses, list.accesses);
    return Status::success();
  }

  /// Says which loops and branches the runtime cannot leave to the device.
  void recordFollowed() const;

  EmittedCommands result;

private:
  Status emitOperation(Operation &op);
  void emitKernel(plan::KernelOp kernel);
  void emitLaunch(plan::KernelOp kernel, const KernelLaunch &launch);
  void emitFill(plan::KernelOp kernel, const KernelFill &fill);
  void emitCopy(plan::CopyOp copy);
  Status emitWhile(plan::WhileOp loop);
  Status emitCase(plan::CaseOp branch);
  Status emitGuarded(plan::CaseOp branch);
  void emitCall(Operation *call, ValueRange inputs, ValueRange outputs);

  /// The commands of one block, of which those at its top wait for each other.
  struct List {
    /// Of its commands, by their places in it.
    std::vector<uint32_t> numbers;
    Hazards hazards;
    std::vector<Access> accesses;
  };

  void add(Command command, ArrayRef<Access> accesses) {
    const uint32_t number = addOpen();
    close(number, std::move(command), accesses);
  }
  /// The same in two steps, with the commands inside of it between them.
  uint32_t addOpen() {
    result.commands.emplace_back();
    result.waits.emplace_back();
    return count() - 1;
  }
  void close(uint32_t number, Command command, ArrayRef<Access> accesses) {
    result.commands[number] = std::move(command);
    current->numbers.push_back(number);
    current->hazards.add(accesses);
    llvm::append_range(current->accesses, accesses);
  }

  static Access accessTo(Value value, bool isWrite) {
    return {addressOf(value),
            static_cast<uint64_t>(plan::byteSize(value.getType())), isWrite};
  }
  static void touch(std::vector<Access> &accesses, ValueRange values,
                    bool isWrite) {
    for (Value value : values) {
      if (plan::hasBytes(value.getType())) {
        accesses.push_back(accessTo(value, isWrite));
      }
    }
  }

  uint32_t count() const {
    return static_cast<uint32_t>(result.commands.size());
  }
  /// Has the device count the rounds of a loop, or nobody where there are none.
  void count(WhileCommand &loop, uint64_t trips);

  static CommandAddress addressOf(plan::PlaceAttr place);
  static CommandAddress addressOf(Value value) {
    return addressOf(plan::placeOf(value));
  }
  /// In what a kernel has for itself.
  static CommandAddress addressIn(plan::KernelOp kernel, int64_t offset) {
    CommandAddress address = addressOf(plan::workspaceOf(kernel));
    address.offset += static_cast<uint64_t>(offset);
    return address;
  }
  static CommandNumber numberOf(Value value);
  /// What a step looks at, which is read.
  static std::vector<CommandGuard> guardsOf(Operation *step,
                                            std::vector<Access> &accesses);
  static void append(std::vector<CommandAddress> &addresses,
                     ValueRange values) {
    for (Value value : values) {
      if (plan::hasBytes(value.getType())) {
        addresses.push_back(addressOf(value));
      }
    }
  }

  /// A loop or a branch, with the numbers of what is inside of it.
  struct Decided {
    Operation *op;
    uint32_t begin;
    uint32_t end;
  };

  StepsOf stepsOf;
  List *current = nullptr;
  std::vector<Decided> decided;
  /// Why the host follows what has calls or checks inside; empty where it need
  /// not: calls that give nothing back are made behind the run, or taken from a
  /// ring, and checks looked at when it is over.
  std::string whyFollowed() const;

  /// Whether a call gives something back.
  bool hasAnswers = false;
  /// What the operands of each call take in pinned memory.
  std::vector<uint64_t> callBytes;
};

CommandAddress CommandEmitter::addressOf(plan::PlaceAttr place) {
  const auto offset = static_cast<uint64_t>(place.getOffset());
  const auto index = static_cast<uint32_t>(place.getIndex());
  switch (place.getArena()) {
  case plan::Arena::Argument:
    return {Base::Argument, index, offset};
  case plan::Arena::Result:
    return {Base::Result, index, offset};
  case plan::Arena::Constants:
    return {Base::Constants, 0, offset};
  case plan::Arena::Temp:
    return {Base::Temporary, 0, offset};
  case plan::Arena::None:
    return {};
  }
  return {};
}

CommandNumber CommandEmitter::numberOf(Value value) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  CommandNumber number;
  number.address = addressOf(value);
  number.bytes = static_cast<uint8_t>(*plan::elementBytes(element));
  number.bits = static_cast<uint8_t>(element.getIntOrFloatBitWidth());
  number.isSigned = !element.isUnsignedInteger() && !element.isInteger(1);
  return number;
}

std::vector<CommandGuard>
CommandEmitter::guardsOf(Operation *step, std::vector<Access> &accesses) {
  std::vector<CommandGuard> guards;
  for (auto [guard, test] :
       llvm::zip_equal(plan::guardsOf(step), guardTestsOf(step))) {
    guards.push_back({addressOf(guard.number), test});
    accesses.push_back(accessTo(guard.number, /*isWrite=*/false));
  }
  return guards;
}

Status CommandEmitter::emitOperation(Operation &op) {
  return llvm::TypeSwitch<Operation *, Status>(&op)
      .Case([&](plan::KernelOp kernel) {
        emitKernel(kernel);
        return Status::success();
      })
      .Case<plan::FfiOp, plan::CallbackOp, plan::CollectiveOp>([&](auto call) {
        emitCall(call, call.getInputs(), call.getResults());
        return Status::success();
      })
      // The call is made where its results are waited for: the operands are
      // kept until then.
      .Case([](plan::StartOp) { return Status::success(); })
      .Case([&](plan::DoneOp done) {
        auto start = done.getPending().getDefiningOp<plan::StartOp>();
        if (!start) {
          return Status::unimplemented(
              "waiting for what another block started has no command");
        }
        emitCall(start, start.getInputs(), done.getResults());
        return Status::success();
      })
      .Case([&](plan::CheckOp check) {
        add(CheckCommand{numberOf(check.getFlag()), check.getMessage().str()},
            accessTo(check.getFlag(), /*isWrite=*/false));
        return Status::success();
      })
      .Case([&](plan::WhileOp loop) { return emitWhile(loop); })
      .Case([&](plan::CaseOp branch) {
        return branch.getGuarded() ? emitGuarded(branch) : emitCase(branch);
      })
      .Case([&](plan::CopyOp copy) {
        emitCopy(copy);
        return Status::success();
      })
      .Case([&](plan::PartitionIdOp id) {
        add(DeviceNumberCommand{DeviceNumberCommand::Kind::Partition,
                                addressOf(id.getResult())},
            accessTo(id.getResult(), /*isWrite=*/true));
        return Status::success();
      })
      .Case([&](plan::ReplicaIdOp id) {
        add(DeviceNumberCommand{DeviceNumberCommand::Kind::Replica,
                                addressOf(id.getResult())},
            accessTo(id.getResult(), /*isWrite=*/true));
        return Status::success();
      })
      .Case([](plan::ViewOp view) {
        // Where it lies is known only to the device, and kernels take
        // addresses: slices by such an index are loaded by their readers.
        return view.getIndex() ? Status::internal("a view at an index that the "
                                                  "device computes was planned")
                               : Status::success();
      })
      // Their results lie where their operands or the constants do.
      .Case<plan::ConstantOp, plan::BarrierOp, plan::TokenOp>(
          [](Operation *) { return Status::success(); })
      .Default([](Operation *other) {
        return Status::unimplemented("'" +
                                     other->getName().getStringRef().str() +
                                     "' has no command for a GPU");
      });
}

void CommandEmitter::emitKernel(plan::KernelOp kernel) {
  for (const KernelStep &step : stepsOf(kernel)) {
    if (const auto *launch = std::get_if<KernelLaunch>(&step)) {
      emitLaunch(kernel, *launch);
    } else {
      emitFill(kernel, std::get<KernelFill>(step));
    }
  }
}

void CommandEmitter::emitLaunch(plan::KernelOp kernel,
                                const KernelLaunch &launch) {
  LaunchCommand command;
  std::vector<Access> accesses;
  command.kernel = launch.kernel;
  auto give = [&](Value array, bool isWrite) {
    const size_t number = command.arguments.size();
    command.arguments.push_back(addressOf(array));
    if (launch.touches.empty() || launch.touches[number]) {
      accesses.push_back(accessTo(array, isWrite));
    }
  };
  for (Value input : kernel.getInputs()) {
    if (plan::hasBytes(input.getType())) {
      give(input, /*isWrite=*/false);
    }
  }
  for (int64_t offset : launch.constants) {
    command.arguments.push_back(
        {Base::Constants, 0, static_cast<uint64_t>(offset)});
  }
  for (Value output : kernel.getResults()) {
    if (plan::byteSize(output.getType()) != 0) {
      give(output, /*isWrite=*/true);
    }
  }
  for (int64_t offset : launch.workspace) {
    if (offset < 0) {
      command.arguments.push_back(
          command.arguments[static_cast<size_t>(-1 - offset)]);
    } else {
      // It may be on the chip, and the address nobody's.
      command.arguments.push_back(launch.workspaceBytes != 0
                                      ? addressIn(kernel, offset)
                                      : CommandAddress());
    }
  }
  if (launch.isInterruptible) {
    command.arguments.push_back({Base::Words, 0, 0});
  }
  for (const CommandGuard &guard : guardsOf(kernel, accesses)) {
    command.arguments.push_back(guard.address);
  }
  if (launch.workspaceBytes != 0) {
    accesses.push_back({addressIn(kernel, 0),
                        static_cast<uint64_t>(launch.workspaceBytes),
                        /*isWrite=*/true});
  }
  add(std::move(command), accesses);
}

void CommandEmitter::emitFill(plan::KernelOp kernel, const KernelFill &fill) {
  FillCommand command;
  command.to = fill.isOfWorkspace ? addressIn(kernel, fill.offset)
                                  : addressOf(kernel.getResult(0));
  command.bytes = static_cast<uint64_t>(fill.bytes);
  command.pattern = fill.pattern;
  command.width = fill.width;
  std::vector<Access> accesses{{command.to, command.bytes, /*isWrite=*/true}};
  command.guards = guardsOf(kernel, accesses);
  add(std::move(command), accesses);
}

void CommandEmitter::emitCopy(plan::CopyOp copy) {
  const int64_t bytes = plan::byteSize(copy.getType());
  if (bytes == 0) {
    return;
  }
  CopyCommand command{addressOf(copy.getSource()), addressOf(copy.getResult()),
                      static_cast<uint64_t>(bytes)};
  std::vector<Access> accesses{accessTo(copy.getSource(), /*isWrite=*/false),
                               accessTo(copy.getResult(), /*isWrite=*/true)};
  command.guards = guardsOf(copy, accesses);
  add(std::move(command), accesses);
}

void CommandEmitter::emitCall(Operation *call, ValueRange inputs,
                              ValueRange outputs) {
  CallCommand command;
  command.site = static_cast<uint32_t>(result.calls.size());
  result.calls.push_back(call);
  append(command.arrays, inputs);
  append(command.arrays, outputs);
  uint64_t bytes = 0;
  for (Value input : inputs) {
    if (plan::hasBytes(input.getType())) {
      bytes +=
          bytesForCall(static_cast<uint64_t>(plan::byteSize(input.getType())));
    }
  }
  callBytes.push_back(bytes);
  hasAnswers |= llvm::any_of(
      outputs, [](Value value) { return plan::hasBytes(value.getType()); });
  std::vector<Access> accesses;
  touch(accesses, inputs, /*isWrite=*/false);
  touch(accesses, outputs, /*isWrite=*/true);
  add(std::move(command), accesses);
}

/// How often commands of such a length may be told in a row.
static uint64_t roomFor(uint64_t length) {
  return plan::kMostStepsAtOnce / std::max<uint64_t>(length, 1);
}

/// As many turns at once as the plan says, as far as there is room for so many
/// commands. `length` is that of the body with the loops in it written out.
static void repeatKnown(WhileCommand &loop, uint64_t trips, uint64_t turns,
                        uint64_t length) {
  constexpr uint64_t mostTurns = 16;
  const uint64_t room = roomFor(length);
  if (trips <= std::min(turns, room)) {
    loop.lead = static_cast<uint32_t>(trips);
    loop.turns = 0;
    return;
  }
  loop.turns = static_cast<uint32_t>(
      std::clamp<uint64_t>(std::min(turns, room), 1, mostTurns));
  loop.lead = static_cast<uint32_t>(trips % loop.turns);
}

/// Of commands, with the loops among them written out as often as they are.
static uint64_t lengthOf(ArrayRef<Command> commands) {
  uint64_t length = 0;
  for (size_t i = 0; i < commands.size(); ++i) {
    ++length;
    if (const auto *loop = std::get_if<WhileCommand>(&commands[i])) {
      const ArrayRef<Command> body =
          commands.slice(i + 1 + loop->condition, loop->body);
      length += (loop->lead + loop->turns) * lengthOf(body) + loop->condition;
      i += loop->condition + loop->body;
    }
  }
  return length;
}

void CommandEmitter::count(WhileCommand &loop, uint64_t trips) {
  loop.again = {};
  if (loop.turns == 0) {
    return;
  }
  // Each in a place of its own, whichever loop is in which.
  constexpr uint64_t apart = 16;
  result.temporaryBytes = llvm::alignTo(result.temporaryBytes, apart);
  loop.again.address = {Base::Temporary, 0, result.temporaryBytes};
  loop.again.bytes = sizeof(uint32_t);
  loop.again.bits = 8 * sizeof(uint32_t);
  loop.rounds = static_cast<uint32_t>((trips - loop.lead) / loop.turns);
  result.temporaryBytes += apart;
}

Status CommandEmitter::emitWhile(plan::WhileOp loop) {
  const uint32_t at = addOpen();
  std::vector<Access> accesses;
  WEFT_RETURN_IF_ERROR(emitBlock(loop.getCond().front(), accesses));
  const uint32_t body = count();
  WEFT_RETURN_IF_ERROR(emitBlock(loop.getBody().front(), accesses));
  decided.push_back({loop, at + 1, count()});
  // What the body yields lies where its arguments do.
  Value again = loop.getCondYield()->getOperand(0);
  if (!loop.getCounted()) {
    accesses.push_back(accessTo(again, /*isWrite=*/false));
  }
  WhileCommand command{numberOf(again), body - at - 1, count() - body};
  // What a condition asks of the host it asks before each turn.
  const bool asksHost =
      llvm::any_of(ArrayRef(result.commands).slice(at + 1, body - at - 1),
                   [](const Command &one) {
                     return std::holds_alternative<CallCommand>(one) ||
                            std::holds_alternative<CheckCommand>(one);
                   });
  if (loop.getTrip() && !asksHost) {
    repeatKnown(command, *loop.getTrip(), loop.getTurns().value_or(1),
                lengthOf(ArrayRef(result.commands).drop_front(body)));
    if (loop.getCounted()) {
      count(command, *loop.getTrip());
    }
  } else if (loop.getTurns()) {
    command.isGuarded = true;
    command.turns = static_cast<uint32_t>(std::min(
        *loop.getTurns(), std::max<uint64_t>(roomFor(count() - at - 1), 1)));
  }
  close(at, command, accesses);
  return Status::success();
}

Status CommandEmitter::emitCase(plan::CaseOp branch) {
  const uint32_t at = addOpen();
  SwitchCommand command;
  command.chosen = numberOf(branch.getIndex());
  std::vector<Access> accesses{accessTo(branch.getIndex(), /*isWrite=*/false)};
  for (Region &region : branch.getBranches()) {
    const uint32_t begin = count();
    WEFT_RETURN_IF_ERROR(emitBlock(region.front(), accesses));
    command.branches.push_back(count() - begin);
  }
  decided.push_back({branch, at + 1, count()});
  close(at, std::move(command), accesses);
  return Status::success();
}

/// Its steps are some of the list that it is in.
Status CommandEmitter::emitGuarded(plan::CaseOp branch) {
  current->hazards.beginBranches();
  for (Region &region : branch.getBranches()) {
    for (Operation &op : region.front().without_terminator()) {
      WEFT_RETURN_IF_ERROR(emitOperation(op));
    }
    current->hazards.endBranch();
  }
  current->hazards.endBranches();
  return Status::success();
}

/// What of the host stands in the way; empty where nothing does.
static std::string hostsShareOf(const Command &command,
                                ArrayRef<Operation *> calls) {
  if (const auto *check = std::get_if<CheckCommand>(&command)) {
    return "it checks '" + check->message + "'";
  }
  if (const auto *call = std::get_if<CallCommand>(&command)) {
    Operation *op = calls[call->site];
    const std::string place = describeLocation(op->getLoc());
    return "it has a " + op->getName().stripDialect().str() +
           (place.empty() ? "" : " (" + place + ")");
  }
  return "";
}

std::string CommandEmitter::whyFollowed() const {
  if (result.calls.empty()) {
    return "";
  }
  if (hasAnswers) {
    return "a call of the program gives something back";
  }
  if (llvm::any_of(result.commands, [](const Command &command) {
        return std::holds_alternative<CheckCommand>(command);
      })) {
    return "the program has checks beside calls";
  }
  if (std::optional<std::vector<size_t>> calls =
          callsInOrder(result.commands)) {
    uint64_t bytes = 0;
    for (size_t number : *calls) {
      bytes += callBytes[std::get<CallCommand>(result.commands[number]).site];
    }
    if (bytes <= kCallPiece) {
      return "";
    }
  }
  const uint64_t most = *llvm::max_element(callBytes);
  return slotsOfRing(kRingArraysAt + most) != 0
             ? ""
             : "a call has " + std::to_string(most) +
                   " bytes, and two of them do not fit into the " +
                   std::to_string(kCallPiece) + " of the ring";
}

void CommandEmitter::recordFollowed() const {
  const std::string cause = whyFollowed();
  if (cause.empty()) {
    return;
  }
  for (const Decided &one : decided) {
    std::string why;
    for (uint32_t i = one.begin; i < one.end && why.empty(); ++i) {
      why = hostsShareOf(result.commands[i], result.calls);
    }
    if (why.empty()) {
      continue;
    }
    if (auto decision = decide(one.op, DecisionKind::Loop, Reason::HostFollows,
                               Verdict::Cliff)) {
      decision.subject(isa<plan::WhileOp>(one.op) ? "the loop" : "the branch")
          << arg(hasAnswers ? why : why + ", and " + cause);
    }
  }
}

} // namespace

static_assert(plan::kMaximumGuards == kMostGuards);

std::vector<GuardTest> guardTestsOf(Operation *step) {
  std::vector<GuardTest> tests;
  for (const plan::StepGuard &guard : plan::guardsOf(step)) {
    Type element =
        cast<RankedTensorType>(guard.number.getType()).getElementType();
    tests.push_back({static_cast<uint8_t>(element.getIntOrFloatBitWidth()),
                     static_cast<uint32_t>(guard.branch),
                     guard.branch + 1 == guard.branches});
  }
  return tests;
}

bool writesGuard(plan::KernelOp kernel) {
  return llvm::any_of(plan::guardsOf(kernel), [&](const auto &guard) {
    return llvm::any_of(kernel.getResults(), [&](Value result) {
      return plan::placeOf(result).overlaps(plan::placeOf(guard.number));
    });
  });
}

StatusOr<EmittedCommands> emitCommands(plan::ProgramOp program,
                                       StepsOf stepsOf) {
  if (!program.isAtLeast(plan::Stage::Placed)) {
    return Status::internal("commands are made of placed plans only");
  }
  CommandEmitter emitter(stepsOf);
  emitter.result.temporaryBytes =
      static_cast<uint64_t>(plan::readSizes(program).temp);
  std::vector<Access> accesses;
  WEFT_RETURN_IF_ERROR(emitter.emitBlock(program.getBody().front(), accesses));
  emitter.recordFollowed();
  return std::move(emitter.result);
}

} // namespace weft::gpu
