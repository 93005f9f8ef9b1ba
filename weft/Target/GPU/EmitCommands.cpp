// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/EmitCommands.h"

#include "weft/Plan/Memory/Annotations.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::gpu {
namespace {

using Base = CommandAddress::Base;

class CommandEmitter {
public:
  explicit CommandEmitter(
      llvm::function_ref<const KernelLaunch *(plan::KernelOp)> launchOf)
      : launchOf(launchOf) {}

  Status emitBlock(Block &block) {
    for (Operation &op : block.without_terminator()) {
      WEFT_RETURN_IF_ERROR(emitOperation(op));
    }
    return Status::success();
  }

  EmittedCommands result;

private:
  Status emitOperation(Operation &op);
  void emitKernel(plan::KernelOp kernel);
  Status emitWhile(plan::WhileOp loop);
  Status emitCase(plan::CaseOp branch);
  void emitCall(Operation *call, ValueRange inputs, ValueRange outputs);

  void add(Command command) { result.commands.push_back(std::move(command)); }
  uint32_t count() const {
    return static_cast<uint32_t>(result.commands.size());
  }

  static CommandAddress addressOf(Value value);
  static CommandNumber numberOf(Value value);
  static void append(std::vector<CommandAddress> &addresses,
                     ValueRange values) {
    for (Value value : values) {
      if (plan::hasBytes(value.getType())) {
        addresses.push_back(addressOf(value));
      }
    }
  }

  llvm::function_ref<const KernelLaunch *(plan::KernelOp)> launchOf;
};

CommandAddress CommandEmitter::addressOf(Value value) {
  plan::PlaceAttr place = plan::placeOf(value);
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
        add(CheckCommand{numberOf(check.getFlag()), check.getMessage().str()});
        return Status::success();
      })
      .Case([&](plan::WhileOp loop) { return emitWhile(loop); })
      .Case([&](plan::CaseOp branch) { return emitCase(branch); })
      .Case([&](plan::CopyOp copy) {
        const int64_t bytes = plan::byteSize(copy.getType());
        if (bytes != 0) {
          add(CopyCommand{addressOf(copy.getSource()),
                          addressOf(copy.getResult()),
                          static_cast<uint64_t>(bytes)});
        }
        return Status::success();
      })
      .Case([&](plan::PartitionIdOp id) {
        add(DeviceNumberCommand{DeviceNumberCommand::Kind::Partition,
                                addressOf(id.getResult())});
        return Status::success();
      })
      .Case([&](plan::ReplicaIdOp id) {
        add(DeviceNumberCommand{DeviceNumberCommand::Kind::Replica,
                                addressOf(id.getResult())});
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
  const KernelLaunch *launch = launchOf(kernel);
  if (!launch) {
    return;
  }
  LaunchCommand command;
  command.kernel = launch->kernel;
  append(command.arguments, kernel.getInputs());
  for (int64_t offset : launch->constants) {
    command.arguments.push_back(
        {Base::Constants, 0, static_cast<uint64_t>(offset)});
  }
  for (Value output : kernel.getResults()) {
    if (plan::byteSize(output.getType()) != 0) {
      command.arguments.push_back(addressOf(output));
    }
  }
  if (launch->takesWorkspace) {
    command.arguments.push_back({Base::Workspace, 0, 0});
  }
  add(std::move(command));
}

void CommandEmitter::emitCall(Operation *call, ValueRange inputs,
                              ValueRange outputs) {
  CallCommand command;
  command.site = static_cast<uint32_t>(result.calls.size());
  result.calls.push_back(call);
  append(command.arrays, inputs);
  append(command.arrays, outputs);
  add(std::move(command));
}

Status CommandEmitter::emitWhile(plan::WhileOp loop) {
  const uint32_t at = count();
  add(WhileCommand());
  WEFT_RETURN_IF_ERROR(emitBlock(loop.getCond().front()));
  const uint32_t body = count();
  WEFT_RETURN_IF_ERROR(emitBlock(loop.getBody().front()));
  // What the body yields lies where its arguments do.
  result.commands[at] =
      WhileCommand{numberOf(loop.getCondYield()->getOperand(0)), body - at - 1,
                   count() - body};
  return Status::success();
}

Status CommandEmitter::emitCase(plan::CaseOp branch) {
  SwitchCommand command;
  command.chosen = numberOf(branch.getIndex());
  const uint32_t at = count();
  add(SwitchCommand());
  for (Region &region : branch.getBranches()) {
    const uint32_t begin = count();
    WEFT_RETURN_IF_ERROR(emitBlock(region.front()));
    command.branches.push_back(count() - begin);
  }
  result.commands[at] = std::move(command);
  return Status::success();
}

} // namespace

StatusOr<EmittedCommands> emitCommands(
    plan::ProgramOp program,
    llvm::function_ref<const KernelLaunch *(plan::KernelOp)> launchOf) {
  if (!program.isAtLeast(plan::Stage::Placed)) {
    return Status::internal("commands are made of placed plans only");
  }
  CommandEmitter emitter(launchOf);
  WEFT_RETURN_IF_ERROR(emitter.emitBlock(program.getBody().front()));
  return std::move(emitter.result);
}

} // namespace weft::gpu
