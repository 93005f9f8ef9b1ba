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
  // Several programs of a process may reserve several times of it each.
  constexpr uint64_t folds = 33;
  size *= folds;
  memory->addresses = size;
  // Each byte of content has a byte of state and two cells of races.
  void *window = reserve(size, PROT_NONE);
  memory->start = reinterpret_cast<uint64_t>(window);
  memory->content =
      static_cast<uint8_t *>(reserve(size, PROT_READ | PROT_WRITE));
  memory->state = static_cast<uint8_t *>(reserve(size, PROT_READ | PROT_WRITE));
  memory->races = static_cast<RaceCell *>(
      reserve(size * sizeof(RaceCell), PROT_READ | PROT_WRITE));
  memory->orderedRaces = static_cast<RaceCell *>(
      reserve(size * sizeof(RaceCell), PROT_READ | PROT_WRITE));
  memory->hasOrdered = static_cast<uint8_t *>(
      reserve(size / granuleBytes, PROT_READ | PROT_WRITE));
  memory->valid = static_cast<uint16_t *>(
      reserve(size / granuleBytes * sizeof(uint16_t), PROT_READ | PROT_WRITE));
  if (!window || !memory->content || !memory->state || !memory->races ||
      !memory->orderedRaces || !memory->hasOrdered || !memory->valid) {
    return Status::resourceExhausted(
        "there is no address space for a device with " + std::to_string(size) +
        " bytes of addresses");
  }
  return memory;
}

Memory::~Memory() {
  auto release = [](void *at, uint64_t size) {
    if (at) {
      munmap(at, size);
    }
  };
  release(reinterpret_cast<void *>(start), addresses);
  release(content, addresses);
  release(state, addresses);
  release(races, addresses * sizeof(RaceCell));
  release(orderedRaces, addresses * sizeof(RaceCell));
  release(hasOrdered, addresses / granuleBytes);
  release(valid, addresses / granuleBytes * sizeof(uint16_t));
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
    if (begin >= total ||
        alignUp(at + size, granuleBytes) + granuleBytes <= begin) {
      break;
    }
    at = alignUp(begin + length + granuleBytes, alignment);
  }
  if (at + size > total) {
    return 0;
  }
  allocations[at] = size;
  taken += size;
  setValid(at, size, true);
  return start + at;
}

void Memory::setValid(uint64_t at, uint64_t size, bool isValid) {
  for (uint64_t i = 0; i < size; i += granuleBytes) {
    valid[(at + i) / granuleBytes] =
        isValid ? static_cast<uint16_t>(std::min(size - i, granuleBytes))
                : uint16_t(0);
  }
}

void Memory::renew(uint64_t at, uint64_t size) {
  forget(state + at, size);
  forget(content + at, size);
}

bool Memory::release(uint64_t address) {
  auto found = allocations.find(address - start);
  if (found == allocations.end() || found->first >= total) {
    return false;
  }
  const auto [at, size] = *found;
  setValid(at, size, false);
  // Bytes that are allocated anew are new.
  renew(at, size);
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

bool Memory::takeChunk(uint64_t size) {
  if (size > total - taken) {
    return false;
  }
  taken += size;
  return true;
}

uint64_t Memory::reserveAddresses(uint64_t size, uint64_t alignment) {
  // First fit. Addresses are aligned, offsets are not.
  auto aligned = [&](uint64_t at) {
    return alignUp(start + at, alignment) - start;
  };
  uint64_t at = aligned(total);
  for (const auto &[begin, length] : reservations) {
    if (at + size <= begin) {
      break;
    }
    at = aligned(begin + length);
  }
  if (size > addresses || at > addresses - size) {
    return 0;
  }
  reservations[at] = size;
  return start + at;
}

bool Memory::freeAddresses(uint64_t address, uint64_t size) {
  auto found = reservations.find(address - start);
  if (found == reservations.end() || found->second != size) {
    return false;
  }
  auto next = mappings.lower_bound(found->first);
  if (next != mappings.end() && next->first < found->first + size) {
    return false;
  }
  reservations.erase(found);
  return true;
}

/// The range that holds an offset; the end where none does.
static std::map<uint64_t, uint64_t>::const_iterator
findIn(const std::map<uint64_t, uint64_t> &ranges, uint64_t at) {
  auto next = ranges.upper_bound(at);
  if (next == ranges.begin() ||
      at - std::prev(next)->first >= std::prev(next)->second) {
    return ranges.end();
  }
  return std::prev(next);
}

bool Memory::isReserved(uint64_t address) const {
  return address >= start &&
         findIn(reservations, address - start) != reservations.end();
}

bool Memory::map(uint64_t address, uint64_t size) {
  if (!isReserved(address)) {
    return false;
  }
  const uint64_t at = address - start;
  const auto [begin, length] = *findIn(reservations, at);
  auto next = mappings.lower_bound(at);
  if (size > length - (at - begin) || findIn(mappings, at) != mappings.end() ||
      (next != mappings.end() && next->first < at + size)) {
    return false;
  }
  mappings[at] = size;
  return true;
}

std::map<uint64_t, uint64_t> Memory::mappingsOf(uint64_t address,
                                                uint64_t size) const {
  std::map<uint64_t, uint64_t> all;
  for (uint64_t end = address; end < address + size;) {
    auto found = mappings.find(end - start);
    if (found == mappings.end() || end + found->second > address + size) {
      return {};
    }
    all[end] = found->second;
    end += found->second;
  }
  return all;
}

void Memory::setOpen(uint64_t address, uint64_t size, bool isOpen) {
  for (const auto &[begin, length] : mappingsOf(address, size)) {
    setValid(begin - start, length, isOpen);
    if (isOpen) {
      allocations[begin - start] = length;
    } else {
      allocations.erase(begin - start);
    }
  }
}

void Memory::unmap(uint64_t address, uint64_t size) {
  setOpen(address, size, false);
  for (const auto &[begin, length] : mappingsOf(address, size)) {
    renew(begin - start, length);
    mappings.erase(begin - start);
  }
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
    // Only mappings touch.
    for (uint64_t end = begin + length; end - address < size; end += length) {
      if (!find(end, begin, length)) {
        return {};
      }
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
  madvise(races, addresses * sizeof(RaceCell), MADV_DONTNEED);
  madvise(orderedRaces, addresses * sizeof(RaceCell), MADV_DONTNEED);
  madvise(hasOrdered, addresses / granuleBytes, MADV_DONTNEED);
  raceClock = RaceClock();
}

} // namespace weft::emulator
