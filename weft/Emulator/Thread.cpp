// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Thread.h"

#include <algorithm>
#include <chrono>

namespace weft::emulator {

void Thread::fault(Fault::Kind kind, std::string text, uint64_t address) {
  remaining = 0;
  if (block->fault) {
    return;
  }
  Fault fault;
  fault.kind = kind;
  fault.text = std::move(text);
  fault.kernel = block->kernel->name;
  fault.line = current().line;
  fault.instruction = block->module->lineOf(fault.line);
  fault.address = address;
  std::copy_n(block->index, 3, fault.block);
  std::copy_n(index, 3, fault.thread);
  block->fault = std::move(fault);
}

void Thread::enter(const Function &function, const Call *call) {
  Frame frame;
  frame.function = &function;
  frame.call = call;
  frame.resume = next;
  if (!frames.empty()) {
    const Frame &last = frames.back();
    frame.slots = last.slots + last.function->initial.size();
    frame.parameters = last.parameters + last.function->parameterBytes;
    frame.local = last.local + last.function->localBytes;
  }
  // A call's arguments may be read as wide as the widest alignment.
  frame.parameters = (frame.parameters + 15) / 16 * 16;
  const uint64_t alignment = function.localAlignment;
  frame.local = (frame.local + alignment - 1) / alignment * alignment;
  const size_t slotCount = frame.slots + function.initial.size();
  if (slots.size() < slotCount) {
    slots.resize(slotCount);
  }
  const size_t parameterCount = frame.parameters + function.parameterBytes;
  if (parameterBytes.size() < parameterCount) {
    parameterBytes.resize(parameterCount);
  }
  const size_t localCount = frame.local + function.localBytes;
  if (localBytes.size() < localCount) {
    localBytes.resize(localCount);
  }
  std::fill(localBytes.begin() + frame.local, localBytes.begin() + localCount,
            junkByte);
  if (call) {
    const size_t from = frames.back().parameters;
    for (const ParameterCopy &copy : call->arguments) {
      std::memcpy(parameterBytes.data() + frame.parameters + copy.to,
                  parameterBytes.data() + from + copy.from, copy.size);
    }
  }
  frames.push_back(frame);
  registers = slots.data() + frame.slots;
  parameters = parameterBytes.data() + frame.parameters;
  std::copy(function.initial.begin(), function.initial.end(), registers);
  for (const Function::SpecialSlot &special : function.specials) {
    registers[special.slot] = block->value(*this, special.special);
  }
  for (const Function::AddressSlot &address : function.addresses) {
    const Variable &variable = block->module->variables[address.variable];
    registers[address.slot] =
        variable.address + static_cast<uint64_t>(address.offset) +
        (variable.space == Space::Local ? frame.local : 0);
  }
  next = function.code.data();
}

void Thread::leave() {
  const Frame frame = frames.back();
  frames.pop_back();
  if (frames.empty()) {
    if (isAhead) {
      fault(Fault::Kind::TooEarly,
            "the thread ends without griddepcontrol.wait: whoever waits for "
            "this kernel would not wait for those that it depends on");
    }
    stop(State::Done);
    return;
  }
  const Frame &caller = frames.back();
  for (const ParameterCopy &copy : frame.call->results) {
    std::memcpy(parameterBytes.data() + caller.parameters + copy.to,
                parameterBytes.data() + frame.parameters + copy.from,
                copy.size);
  }
  registers = slots.data() + caller.slots;
  parameters = parameterBytes.data() + caller.parameters;
  next = frame.resume;
}

uint64_t Block::value(const Thread &thread, Special special) const {
  const uint64_t lane = thread.lane();
  const uint64_t bit = uint64_t(1) << lane;
  switch (special) {
  case Special::ThreadX:
    return thread.index[0];
  case Special::ThreadY:
    return thread.index[1];
  case Special::ThreadZ:
    return thread.index[2];
  case Special::ThreadsX:
    return shape->threads[0];
  case Special::ThreadsY:
    return shape->threads[1];
  case Special::ThreadsZ:
    return shape->threads[2];
  case Special::BlockX:
    return index[0];
  case Special::BlockY:
    return index[1];
  case Special::BlockZ:
    return index[2];
  case Special::BlocksX:
    return shape->blocks[0];
  case Special::BlocksY:
    return shape->blocks[1];
  case Special::BlocksZ:
    return shape->blocks[2];
  case Special::Lane:
    return lane;
  case Special::Warp:
    return thread.warp();
  case Special::Warps:
    return (shape->threadCount() + 31) / 32;
  case Special::MaskEqual:
    return bit;
  case Special::MaskLess:
    return bit - 1;
  case Special::MaskLessEqual:
    return bit - 1 + bit;
  case Special::MaskGreater:
    return uint32_t(~(bit - 1 + bit));
  case Special::MaskGreaterEqual:
    return uint32_t(~(bit - 1));
  case Special::DynamicShared:
    return shape->dynamicShared;
  case Special::Time:
    // When the thread begins.
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::steady_clock::now().time_since_epoch())
            .count());
  case Special::Zero:
    return 0;
  case Special::One:
    return 1;
  }
  return 0;
}

} // namespace weft::emulator
