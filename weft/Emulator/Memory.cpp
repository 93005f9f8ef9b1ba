// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Memory.h"

#include <algorithm>
#include <cstring>

#include <sys/mman.h>

namespace weft::emulator {
namespace {

void *reserve(uint64_t size, int protection) {
  void *at = mmap(nullptr, size, protection,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

/// Sets bytes to zero; whole pages are given back.
void forget(uint8_t *from, uint64_t size) {
  constexpr uint64_t page = 65536;
  const uint64_t begin = reinterpret_cast<uint64_t>(from);
  const uint64_t first = (begin + page - 1) / page * page;
  const uint64_t last = (begin + size) / page * page;
  if (last <= first) {
    std::memset(from, 0, size);
    return;
  }
  std::memset(from, 0, first - begin);
  madvise(reinterpret_cast<void *>(first), last - first, MADV_DONTNEED);
  std::memset(reinterpret_cast<void *>(last), 0, begin + size - last);
}

uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace

StatusOr<std::unique_ptr<Memory>> Memory::create(uint64_t size) {
  std::unique_ptr<Memory> memory(new Memory());
  size = alignUp(std::max<uint64_t>(size, 4096), 4096);
  memory->total = size;
  // Each byte of content has a byte of state and a cell of races.
  void *window = reserve(size, PROT_NONE);
  memory->start = reinterpret_cast<uint64_t>(window);
  memory->content =
      static_cast<uint8_t *>(reserve(size, PROT_READ | PROT_WRITE));
  memory->state = static_cast<uint8_t *>(reserve(size, PROT_READ | PROT_WRITE));
  memory->races = static_cast<RaceCell *>(
      reserve(size * sizeof(RaceCell), PROT_READ | PROT_WRITE));
  memory->valid = static_cast<uint16_t *>(
      reserve(size / granuleBytes * sizeof(uint16_t), PROT_READ | PROT_WRITE));
  if (!window || !memory->content || !memory->state || !memory->races ||
      !memory->valid) {
    return Status::resourceExhausted(
        "there is no address space for a device with " + std::to_string(size) +
        " bytes of memory");
  }
  return memory;
}

Memory::~Memory() {
  auto release = [](void *at, uint64_t size) {
    if (at) {
      munmap(at, size);
    }
  };
  release(reinterpret_cast<void *>(start), total);
  release(content, total);
  release(state, total);
  release(races, total * sizeof(RaceCell));
  release(valid, total / granuleBytes * sizeof(uint16_t));
}

uint64_t Memory::allocate(uint64_t size, uint64_t alignment) {
  size = std::max<uint64_t>(size, 1);
  if (size > total - taken) {
    return 0;
  }
  // First fit: the space between one allocation and the next, with a granule
  // between them that is of none.
  alignment = std::max(alignment, granuleBytes);
  uint64_t at = 0;
  for (const auto &[begin, length] : allocations) {
    if (alignUp(at + size, granuleBytes) + granuleBytes <= begin) {
      break;
    }
    at = alignUp(begin + length + granuleBytes, alignment);
  }
  if (at + size > total) {
    return 0;
  }
  allocations[at] = size;
  taken += size;
  for (uint64_t i = 0; i < size; i += granuleBytes) {
    valid[(at + i) / granuleBytes] =
        static_cast<uint16_t>(std::min(size - i, granuleBytes));
  }
  return start + at;
}

bool Memory::release(uint64_t address) {
  auto found = allocations.find(address - start);
  if (found == allocations.end()) {
    return false;
  }
  const auto [at, size] = *found;
  const uint64_t granules = alignUp(size, granuleBytes) / granuleBytes;
  std::fill_n(valid + at / granuleBytes, granules, uint16_t(0));
  // Bytes that are allocated anew are new.
  forget(state + at, size);
  forget(content + at, size);
  taken -= size;
  allocations.erase(found);
  return true;
}

bool Memory::find(uint64_t address, uint64_t &begin, uint64_t &size) const {
  auto next = allocations.upper_bound(address - start);
  if (address < start || next == allocations.begin()) {
    return false;
  }
  --next;
  begin = start + next->first;
  size = next->second;
  return address - begin < size;
}

void Memory::mapHost(void *begin, uint64_t size) {
  HostRange &range = hostRanges[reinterpret_cast<uint64_t>(begin)];
  range.size = size;
  range.states = std::make_unique<uint8_t[]>(size);
  std::memset(range.states.get(), written, size);
}

void Memory::unmapHost(void *begin) {
  hostRanges.erase(reinterpret_cast<uint64_t>(begin));
}

Memory::Range Memory::range(uint64_t address, uint64_t size) const {
  uint64_t begin = 0, length = 0;
  if (find(address, begin, length)) {
    if (size > length - (address - begin)) {
      return {};
    }
    return {content + (address - start), state + (address - start)};
  }
  auto next = hostRanges.upper_bound(address);
  if (next == hostRanges.begin()) {
    return {};
  }
  --next;
  const uint64_t offset = address - next->first;
  if (offset >= next->second.size || size > next->second.size - offset) {
    return {};
  }
  return {reinterpret_cast<uint8_t *>(address),
          next->second.states.get() + offset};
}

bool Memory::contains(uint64_t address, uint64_t size) const {
  return size == 0 || range(address, size).bytes;
}

bool Memory::write(uint64_t to, const void *from, uint64_t size) {
  const Range target = range(to, size);
  if (size == 0 || !target.bytes) {
    return size == 0;
  }
  std::memcpy(target.bytes, from, size);
  std::memset(target.states, written, size);
  return true;
}

bool Memory::read(void *to, uint64_t from, uint64_t size) const {
  const Range source = range(from, size);
  if (size == 0 || !source.bytes) {
    return size == 0;
  }
  if (!std::memchr(source.states, unwritten, size)) {
    std::memcpy(to, source.bytes, size);
    return true;
  }
  for (uint64_t i = 0; i < size; ++i) {
    static_cast<uint8_t *>(to)[i] =
        source.states[i] == written ? source.bytes[i] : junkByte;
  }
  return true;
}

bool Memory::copy(uint64_t to, uint64_t from, uint64_t size) {
  const Range target = range(to, size), source = range(from, size);
  if (size == 0 || !target.bytes || !source.bytes) {
    return size == 0;
  }
  std::memmove(target.bytes, source.bytes, size);
  std::memmove(target.states, source.states, size);
  return true;
}

bool Memory::fill(uint64_t to, uint64_t pattern, unsigned width,
                  uint64_t count) {
  const Range target = range(to, width * count);
  if (count == 0 || !target.bytes) {
    return count == 0;
  }
  for (uint64_t i = 0; i < count; ++i) {
    std::memcpy(target.bytes + i * width, &pattern, width);
  }
  std::memset(target.states, written, width * count);
  return true;
}

void Memory::clearRaces() {
  madvise(races, total * sizeof(RaceCell), MADV_DONTNEED);
  raceClock = RaceClock();
}

} // namespace weft::emulator
