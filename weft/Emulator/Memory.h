// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a device that is not there.
//
// Addresses of the device lie in a range that is reserved and cannot be read,
// so that a host that follows one faults. The bytes are elsewhere, and beside
// each there is its state: whether it was ever written, and who touched it last
// (Races.h), by plain accesses and, in granules where there are any, by ordered
// ones. An allocation begins at a
// granule of 256 bytes, and for each granule it is known how many of its bytes
// belong to one: an aligned access of a thread lies in one granule. All of it
// is reserved, and takes real memory only where it is touched.
//
// Behind the addresses of allocations there are some to be reserved, where
// memory is mapped and unmapped. Bytes that are mapped anew are new ones, so
// that nobody counts on what a chunk held elsewhere.

#pragma once

#include "weft/Emulator/Races.h"
#include "weft/Support/Status.h"

#include <cstdint>
#include <map>
#include <memory>

namespace weft::emulator {

/// The state of a byte.
inline constexpr uint8_t unwritten = 0, written = 1;

inline constexpr uint64_t granuleBytes = 256;

/// What a host, or a thread in memory of its own, reads of bytes that were
/// never written.
inline constexpr uint8_t junkByte = 0xA5;

class Memory {
public:
  /// Fails where the address space cannot be reserved.
  static StatusOr<std::unique_ptr<Memory>> create(uint64_t size);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// The address of the new bytes, or 0 where there is no room.
  uint64_t allocate(uint64_t size, uint64_t alignment = granuleBytes);
  /// False where no allocation begins at this address.
  bool release(uint64_t address);

  /// Counts memory that has no address yet; false where there is no room.
  bool takeChunk(uint64_t size);
  void giveChunkBack(uint64_t size) { taken -= size; }
  /// Addresses for it, 0 where there are none; and back, where nothing is
  /// mapped.
  uint64_t reserveAddresses(uint64_t size, uint64_t alignment);
  bool freeAddresses(uint64_t address, uint64_t size);
  /// False where they are not of one reservation, or mapped already.
  bool map(uint64_t address, uint64_t size);
  /// The sizes of all mappings there, by address: empty where they are not just
  /// these bytes.
  std::map<uint64_t, uint64_t> mappingsOf(uint64_t address,
                                          uint64_t size) const;
  /// Of mappings: whether they can be touched.
  void setOpen(uint64_t address, uint64_t size, bool isOpen);
  void unmap(uint64_t address, uint64_t size);
  /// Whether addresses are reserved there, for messages.
  bool isReserved(uint64_t address) const;

  /// Host memory that the device may use from now on, and no longer.
  void mapHost(void *begin, uint64_t size);
  void unmapHost(void *begin);

  /// Bytes with their state; none where they are not all of one allocation, of
  /// open mappings that touch, or of one range of the host.
  struct Range {
    uint8_t *bytes = nullptr;
    uint8_t *states = nullptr;
  };
  Range range(uint64_t address, uint64_t size) const;
  /// Whether these bytes are all of allocations.
  bool contains(uint64_t address, uint64_t size) const;
  /// What the host does; false where a byte belongs to no allocation.
  bool write(uint64_t to, const void *from, uint64_t size);
  bool read(void *to, uint64_t from, uint64_t size) const;
  bool copy(uint64_t to, uint64_t from, uint64_t size);
  bool fill(uint64_t to, uint64_t pattern, unsigned width, uint64_t count);

  uint64_t base() const { return start; }
  uint64_t size() const { return total; }
  uint64_t used() const { return taken; }
  /// Of the allocation that holds this address: where it begins and its size.
  bool find(uint64_t address, uint64_t &begin, uint64_t &size) const;

  /// Whether an aligned access of a thread, at an offset from the base, is of
  /// an allocation.
  bool holds(uint64_t offset, uint64_t size) const {
    return offset < addresses &&
           offset % granuleBytes + size <= valid[offset / granuleBytes];
  }
  uint8_t *bytes() { return content; }
  uint8_t *states() { return state; }
  RaceCells cells(uint64_t offset) {
    return {races + offset, hasOrdered[offset / granuleBytes]
                                ? orderedRaces + offset
                                : nullptr};
  }
  /// There may be ordered accesses from now on.
  void keepOrdered(uint64_t offset) { hasOrdered[offset / granuleBytes] = 1; }
  RaceClock &clock() { return raceClock; }
  /// Forgets who touched what.
  void clearRaces();

private:
  Memory() = default;

  /// Makes bytes new, and says of granules whether they can be touched.
  void renew(uint64_t at, uint64_t size);
  void setValid(uint64_t at, uint64_t size, bool isValid);

  uint64_t start = 0;
  uint64_t total = 0;
  /// More of them than there is memory.
  uint64_t addresses = 0;
  uint64_t taken = 0;
  uint8_t *content = nullptr;
  uint8_t *state = nullptr;
  RaceCell *races = nullptr;
  RaceCell *orderedRaces = nullptr;
  /// Per granule, whether there were ordered accesses.
  uint8_t *hasOrdered = nullptr;
  /// Per granule, the bytes at its beginning that belong to an allocation.
  uint16_t *valid = nullptr;
  RaceClock raceClock;
  struct HostRange {
    uint64_t size = 0;
    std::unique_ptr<uint8_t[]> states;
  };
  /// By the address.
  std::map<uint64_t, HostRange> hostRanges;
  /// Offset and size of each allocation, and of each open mapping.
  std::map<uint64_t, uint64_t> allocations;
  /// Of each reservation, and of each mapping.
  std::map<uint64_t, uint64_t> reservations;
  std::map<uint64_t, uint64_t> mappings;
};

} // namespace weft::emulator
