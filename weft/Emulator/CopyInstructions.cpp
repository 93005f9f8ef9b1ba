// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that go on while the thread does something else. They land at any
// moment until the thread has waited for them (Landing). Until then what they
// write counts as never written, wherever they are, so that a read without a
// wait is found; and so is a source that is not there when they start, or that
// another thread changes while they go on.

#include "weft/Emulator/Copies.h"

#include "weft/Emulator/Handlers.h"
#include "weft/Emulator/MemoryInstructions.h"

namespace weft::emulator {
namespace {

/// The bytes of the source as they are now, and zeros behind them.
bool readSource(Thread &t, const PendingCopy &copy, uint8_t (&data)[16]) {
  std::memset(data, 0, sizeof data);
  const uint32_t count = copy.size - copy.zeros;
  // Fewer bytes than all have no alignment of their own, and of a word each has
  // to be written.
  const uint32_t step = copy.zeros || copy.size == 4 ? 1 : copy.size;
  for (uint32_t at = 0; at < count; at += step) {
    const uint8_t *from =
        access(t, Space::Global, copy.from + at, step, Access::Read);
    if (!from) {
      return false;
    }
    std::memcpy(data + at, from, step);
  }
  return true;
}

/// A fault on the way is the copy's, whatever its thread does now.
void blame(Thread &t, const PendingCopy &copy) {
  Fault &fault = *t.block->fault;
  fault.line = copy.line;
  fault.instruction = t.block->module->lineOf(fault.line);
}

/// Without a word about it: what it wrote counts as never written still.
void land(Thread &t, PendingCopy &copy) {
  uint8_t data[16];
  if (!readSource(t, copy, data)) {
    blame(t, copy);
    return;
  }
  std::memcpy(locate(t, Space::Shared, copy.to, copy.size).bytes, data,
              copy.size);
  copy.hasLanded = true;
}

void start(Thread &t, const Instruction &i) {
  PendingCopy copy;
  copy.to = t[i.to] + static_cast<uint64_t>(i.number);
  // The offset of the source is in the list, as what it is and not as a slot.
  copy.from = t[i.a] + static_cast<int64_t>(static_cast<int32_t>(i.list));
  copy.size = U32::read(t[i.b]);
  copy.line = i.line;
  if (i.c != noSlot) {
    const uint32_t given = std::min(U32::read(t[i.c]), copy.size);
    copy.zeros = copy.size - given;
  }
  if (copy.zeros < copy.size && copy.from % copy.size != 0) {
    t.fault(Fault::Kind::Misaligned,
            "a copy of " + std::to_string(copy.size) +
                " bytes from an address that is not a multiple of its size",
            copy.from);
    return;
  }
  uint8_t data[16];
  if (!readSource(t, copy, data) ||
      !access(t, Space::Shared, copy.to, copy.size, Access::Write)) {
    return;
  }
  std::memset(locate(t, Space::Shared, copy.to, copy.size).states, unwritten,
              copy.size);
  t.copies.push_back(copy);
  if (t.block->landing == Landing::AtOnce) {
    land(t, t.copies.back());
  }
}

void finish(Thread &t, size_t count) {
  for (size_t at = 0; at < count; ++at) {
    const PendingCopy &copy = t.copies[at];
    uint8_t data[16];
    if (!readSource(t, copy, data)) {
      blame(t, copy);
      return;
    }
    uint8_t *to = access(t, Space::Shared, copy.to, copy.size, Access::Write);
    if (!to) {
      return;
    }
    if (!copy.hasLanded) {
      std::memcpy(to, data, copy.size);
    }
  }
  t.copies.erase(t.copies.begin(), t.copies.begin() + count);
}

void waitForAllBut(Thread &t, size_t groups) {
  if (t.copyGroups.size() <= groups) {
    return;
  }
  const size_t done = t.copyGroups.size() - groups;
  const size_t count = t.copyGroups[done - 1];
  finish(t, count);
  t.copyGroups.erase(t.copyGroups.begin(), t.copyGroups.begin() + done);
  for (size_t &end : t.copyGroups) {
    end -= count;
  }
}

Handler decodeCopy(const Statement &statement, Instruction &i,
                   Function &function) {
  const size_t count = statement.operands.size();
  if (!statement.has("async") || statement.has("bulk")) {
    return nullptr;
  }
  if (statement.has("commit_group")) {
    return [](Thread &t, const Instruction &) {
      t.copyGroups.push_back(t.copies.size());
    };
  }
  if (statement.has("wait_all")) {
    return [](Thread &t, const Instruction &) {
      finish(t, t.copies.size());
      t.copyGroups.clear();
    };
  }
  if (statement.has("wait_group")) {
    if (count != 1 || !statement.operands[0].isNumber) {
      return nullptr;
    }
    i.number = static_cast<int64_t>(statement.operands[0].number);
    return [](Thread &t, const Instruction &i) {
      waitForAllBut(t, static_cast<size_t>(i.number));
    };
  }
  if (count < 3 || statement.operands[0].kind != Operand::Kind::Address ||
      statement.operands[1].kind != Operand::Kind::Address ||
      !statement.operands[2].isNumber || statement.operands[2].number > 16) {
    return nullptr;
  }
  i.number = statement.operands[0].offset;
  i.list = static_cast<uint32_t>(statement.operands[1].offset);
  i.c = count > 3 ? statement.operands[3].slot : noSlot;
  function.hasCopies = true;
  return start;
}

} // namespace

Landing chooseLanding(const Function &kernel, Random &random) {
  return kernel.hasCopies
             ? random.pick({Landing::Late, Landing::AtOnce, Landing::AnyMoment})
             : Landing::Late;
}

void landSomeCopies(Block &block) {
  if (block.landing != Landing::AnyMoment || block.fault) {
    return;
  }
  Random &random = *block.random;
  Thread &thread = block.threads[static_cast<size_t>(
      random.below(static_cast<int64_t>(block.threads.size())))];
  for (PendingCopy &copy : thread.copies) {
    if (!copy.hasLanded && random.below(2) == 0) {
      land(thread, copy);
    }
  }
}

const std::vector<InstructionRow> &copyInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"cp", 0, 4, decodeCopy},
  };
  return rows;
}

} // namespace weft::emulator
