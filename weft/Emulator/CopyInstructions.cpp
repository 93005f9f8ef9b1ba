// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that go on while the thread does something else. Here they are done as
// late as possible: when the thread waits for them. Until then what they will
// write counts as never written, so that a read without a wait is found.

#include "weft/Emulator/Handlers.h"
#include "weft/Emulator/MemoryInstructions.h"

namespace weft::emulator {
namespace {

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
  uint8_t *bytes = access(t, Space::Shared, copy.to, copy.size, Access::Write);
  if (!bytes) {
    return;
  }
  std::memset(locate(t, Space::Shared, copy.to, copy.size).states, unwritten,
              copy.size);
  t.copies.push_back(copy);
}

void finish(Thread &t, size_t count) {
  for (size_t at = 0; at < count; ++at) {
    const PendingCopy &copy = t.copies[at];
    uint8_t data[16] = {};
    // Fewer bytes than a power of two have no alignment of their own.
    for (uint32_t byte = 0; byte < copy.size - copy.zeros; ++byte) {
      const uint8_t *from =
          access(t, Space::Global, copy.from + byte, 1, Access::Read);
      if (!from) {
        return;
      }
      data[byte] = *from;
    }
    uint8_t *to = access(t, Space::Shared, copy.to, copy.size, Access::Write);
    if (!to) {
      return;
    }
    std::memcpy(to, data, copy.size);
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

Handler decodeCopy(const Statement &statement, Instruction &i, Function &) {
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
  return start;
}

} // namespace

const std::vector<InstructionRow> &copyInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"cp", 0, 4, decodeCopy},
  };
  return rows;
}

} // namespace weft::emulator
