// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Access.h"

#include "weft/Emulator/HandOver.h"

#include <cstdio>

namespace weft::emulator {
namespace {

std::string hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(value));
  return text;
}

std::string bytesWord(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

const char *nameOf(Space space) {
  switch (space) {
  case Space::Shared:
    return "shared memory";
  case Space::Local:
    return "local memory";
  case Space::Param:
    return "the parameters";
  case Space::Generic:
  case Space::Global:
  case Space::Constant:
    return "global memory";
  }
  return "memory";
}

/// Which allocation a byte is of, for messages.
std::string describe(Thread &thread, Space space, uint64_t address) {
  if (space == Space::Shared || space == Space::Local) {
    return "byte " + std::to_string(address) + " of " + nameOf(space);
  }
  Memory &memory = *thread.block->memory;
  uint64_t begin = 0, size = 0;
  if (!memory.find(address, begin, size)) {
    return "address " + hexadecimal(address);
  }
  return "byte " + std::to_string(address - begin) + " of the array of " +
         bytesWord(size) + " at " + hexadecimal(begin);
}

Space resolve(Space space, uint64_t &address) {
  if (space != Space::Generic) {
    return space;
  }
  if (address - sharedWindow < windowSize) {
    address -= sharedWindow;
    return Space::Shared;
  }
  if (address - localWindow < windowSize) {
    address -= localWindow;
    return Space::Local;
  }
  return Space::Global;
}

Place locateIn(Thread &thread, Space space, uint64_t address, unsigned size,
               bool isOrdered) {
  Block &block = *thread.block;
  if (space == Space::Shared) {
    // Addresses there have 32 bits, and what is added to one below zero wraps.
    address = static_cast<uint32_t>(address);
  }
  if (thread.isAhead && space != Space::Shared && space != Space::Local &&
      space != Space::Param) {
    thread.fault(Fault::Kind::TooEarly,
                 "an access to " + describe(thread, space, address) +
                     " before griddepcontrol.wait: kernels that this one "
                     "depends on may still run",
                 address);
    return {};
  }
  if (address % size != 0) {
    thread.fault(Fault::Kind::Misaligned,
                 "an access of " + bytesWord(size) + " at " +
                     hexadecimal(address) + " of " + nameOf(space) +
                     ", which is not a multiple of its size",
                 address);
    return {};
  }
  if (space == Space::Shared) {
    SharedMemory &shared = block.shared;
    if (address < shared.bytes.size() &&
        size <= shared.bytes.size() - address) {
      if (isOrdered) {
        shared.orderedCells.resize(shared.bytes.size());
      }
      return {shared.bytes.data() + address,
              shared.states.data() + address,
              {shared.cells.data() + address,
               shared.orderedCells.empty()
                   ? nullptr
                   : shared.orderedCells.data() + address}};
    }
    thread.fault(Fault::Kind::OutOfBounds,
                 "access outside of shared memory: " + bytesWord(size) +
                     " at " + std::to_string(address) + " of " +
                     std::to_string(shared.bytes.size()),
                 address);
    return {};
  }
  if (space == Space::Local) {
    if (address < thread.localBytes.size() &&
        size <= thread.localBytes.size() - address) {
      return {thread.localBytes.data() + address, nullptr};
    }
    thread.fault(Fault::Kind::OutOfBounds,
                 "access outside of local memory: " + bytesWord(size) + " at " +
                     std::to_string(address) + " of " +
                     std::to_string(thread.localBytes.size()),
                 address);
    return {};
  }
  Memory &memory = *block.memory;
  const uint64_t offset = address - memory.base();
  if (memory.holds(offset, size)) {
    if (isOrdered) {
      memory.keepOrdered(offset);
    }
    return {memory.bytes() + offset, memory.states() + offset,
            memory.cells(offset)};
  }
  if (const Memory::Range host = memory.range(address, size); host.bytes) {
    return {host.bytes, host.states};
  }
  uint64_t begin = 0, length = 0;
  std::string where = hexadecimal(address);
  // The allocation that was overrun ends not far before.
  for (uint64_t back = 0; back <= 4096; back += granuleBytes) {
    if (memory.find(address - back, begin, length) ||
        memory.find(address - back - address % granuleBytes, begin, length)) {
      where += ", " + bytesWord(address - begin) + " from the start of an " +
               "array of " + bytesWord(length);
      break;
    }
  }
  if (memory.isReserved(address)) {
    where += ", where no memory is mapped";
  }
  thread.fault(Fault::Kind::OutOfBounds,
               "access outside of the arrays: " + bytesWord(size) + " at " +
                   where,
               address);
  return {};
}

bool allWritten(const uint8_t *states, unsigned size) {
  static_assert(written == 1);
  uint64_t first = 0;
  constexpr uint64_t ones = 0x0101010101010101;
  switch (size) {
  case 1:
    return states[0] == written;
  case 2:
  case 4:
  case 8:
    std::memcpy(&first, states, size);
    return first == ones >> (64 - 8 * size);
  default:
    for (unsigned i = 0; i < size; i += 8) {
      std::memcpy(&first, states + i, 8);
      if (first != ones) {
        return false;
      }
    }
    return true;
  }
}

/// Atomic updates of single bytes go by the word that they are in, which may
/// hold others that nobody wrote and that are left as they are.
bool mayBePartOfWord(const uint8_t *states, unsigned size) {
  return size == 4 && std::memchr(states, written, size) != nullptr;
}

} // namespace

Place locate(Thread &thread, Space space, uint64_t address, unsigned size) {
  space = resolve(space, address);
  return locateIn(thread, space, address, size, /*isOrdered=*/false);
}

uint8_t *access(Thread &thread, Space space, uint64_t address, unsigned size,
                Access kind) {
  space = resolve(space, address);
  const bool isOrdered = kind != Access::Read && kind != Access::Write;
  const Place place = locateIn(thread, space, address, size, isOrdered);
  if (!place.bytes) {
    return nullptr;
  }
  Block &block = *thread.block;
  const bool reads = kind != Access::Write && kind != Access::OrderedWrite;
  const bool isWrite = kind != Access::Read && kind != Access::OrderedRead;
  if (reads && block.checksUnwritten && place.states &&
      !allWritten(place.states, size) && !mayBePartOfWord(place.states, size)) {
    unsigned at = 0;
    while (place.states[at] == written) {
      ++at;
    }
    thread.fault(Fault::Kind::Unwritten,
                 "read of " + describe(thread, space, address + at) +
                     ", which was never written",
                 address);
    return nullptr;
  }
  if (place.states && isWrite) {
    std::memset(place.states, written, size);
  }
  if (block.checksRaces && place.cells.plain) {
    // Of memory that each block has for itself nothing came before the block.
    const RaceClock &clock = block.clock;
    const uint32_t begin = space == Space::Shared ? clock.block : clock.launch;
    const Accessor who = {thread.number, begin, thread.order.known,
                          block.order.known};
    if (!clock.note(kind, place.cells, size, who)) {
      thread.fault(Fault::Kind::Race,
                   "race at " + describe(thread, space, address) +
                       ": another thread " +
                       (isWrite ? "read or wrote" : "wrote") +
                       " it, and nothing orders the two",
                   address);
      return nullptr;
    }
  }
  // Whether an update writes at all is known when it has read.
  if (isOrdered && space != Space::Shared && space != Space::Local) {
    if (kind == Access::OrderedRead || kind == Access::Atomic) {
      readFlag(thread, address);
    } else if (kind == Access::OrderedWrite) {
      writeFlag(thread, address, /*isUpdate=*/false);
    }
  }
  return place.bytes;
}

} // namespace weft::emulator
