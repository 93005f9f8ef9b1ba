// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/ChunkHeap.h"

#include <algorithm>
#include <string>

namespace weft::cuda {

ChunkHeap::ChunkHeap(std::unique_ptr<AddressSpace> addresses, WorkNumbers work)
    : addresses(std::move(addresses)), shape(this->addresses->shape()),
      work(std::move(work)), places(shape.places) {}

ChunkHeap::~ChunkHeap() {
  for (uint64_t place = 0; place < places.size(); ++place) {
    if (places[place].state == Place::State::Mapped) {
      (void)addresses->unmap(place);
      addresses->release(places[place].chunk);
    }
  }
}

//===----------------------------------------------------------------------===//
// In memory that is there
//===----------------------------------------------------------------------===//

void ChunkHeap::enter(uint64_t address, uint64_t size) {
  for (uint64_t place = placeOf(address); place <= placeOf(address + size - 1);
       ++place) {
    ++places[place].users;
    places[place].rests = false;
  }
}

void ChunkHeap::leave(uint64_t address, uint64_t size, uint64_t usedUntil) {
  for (uint64_t place = placeOf(address); place <= placeOf(address + size - 1);
       ++place) {
    --places[place].users;
    places[place].usedUntil = std::max(places[place].usedUntil, usedUntil);
  }
}

uint64_t ChunkHeap::takeThere(uint64_t size) {
  const uint64_t address = blocks.take(size);
  if (address != 0) {
    enter(address, size);
  }
  return address;
}

StatusOr<uint64_t> ChunkHeap::allocate(uint64_t bytes) {
  if (bytes > shape.places * shape.chunkBytes) {
    return Status::resourceExhausted("the device has no " +
                                     std::to_string(bytes) + " bytes");
  }
  const uint64_t size = BlockMap::sizeOf(bytes);
  {
    std::lock_guard lock(mutex);
    if (const uint64_t address = takeThere(size)) {
      return address;
    }
  }
  std::lock_guard asking(growth);
  return grow(size);
}

void ChunkHeap::free(uint64_t address, uint64_t usedUntil) {
  std::lock_guard lock(mutex);
  const BlockMap::Range freed = blocks.free(address, usedUntil);
  leave(address, freed.bytes, usedUntil);
}

uint64_t ChunkHeap::usedUntil(uint64_t address) const {
  std::lock_guard lock(mutex);
  return blocks.usedUntil(address);
}

uint64_t ChunkHeap::takenBytes() const {
  std::lock_guard lock(mutex);
  return mappedPlaces * shape.chunkBytes;
}

uint64_t ChunkHeap::blockBytes() const {
  std::lock_guard lock(mutex);
  return blocks.usedBytes();
}

//===----------------------------------------------------------------------===//
// Places for a block
//===----------------------------------------------------------------------===//

uint64_t ChunkHeap::bareFrom(uint64_t place, uint64_t size) const {
  uint64_t bytes = blocks.freeUpTo(addressOf(place));
  uint64_t bare = 0;
  while (bytes < size) {
    if (isBare(place)) {
      bytes += shape.chunkBytes;
      ++bare;
      ++place;
      continue;
    }
    // Mapped memory between two bare places is one free block, or not free.
    const uint64_t free =
        place < places.size() ? blocks.freeFrom(addressOf(place)) : 0;
    if (free == 0 || (bytes + free < size && free % shape.chunkBytes != 0)) {
      return 0;
    }
    bytes += free;
    place += free / shape.chunkBytes;
  }
  return bare;
}

StatusOr<ChunkHeap::Site> ChunkHeap::findSite(uint64_t size) const {
  uint64_t fewest = 0;
  uint64_t first = 0;
  // Of those that take as little, the one with the lowest address, so that
  // blocks stay together.
  for (uint64_t place = 0; place < places.size(); ++place) {
    if (isBare(place) && (place == 0 || !isBare(place - 1))) {
      const uint64_t bare = bareFrom(place, size);
      if (bare != 0 && (fewest == 0 || bare < fewest)) {
        fewest = bare;
        first = place;
      }
    }
  }
  if (fewest == 0) {
    return Status::resourceExhausted(
        "no " + std::to_string(size) + " of " +
        std::to_string(shape.places * shape.chunkBytes) +
        " bytes of addresses are free in a row");
  }
  Site site;
  site.address = addressOf(first) - blocks.freeUpTo(addressOf(first));
  for (uint64_t place = first; addressOf(place) < site.address + size;
       ++place) {
    if (isBare(place)) {
      site.places.push_back(place);
    }
  }
  return site;
}

void ChunkHeap::claim(Site &site, uint64_t size) {
  site.parts = blocks.takeAt(site.address, size);
  for (uint64_t place : site.places) {
    places[place].state = Place::State::Busy;
  }
  enter(site.address, size);
}

void ChunkHeap::abandon(const Site &site, uint64_t size) {
  leave(site.address, size, 0);
  for (uint64_t place : site.places) {
    places[place].state = Place::State::Bare;
  }
  blocks.giveUp(site.address, site.parts);
}

void ChunkHeap::settle(const Site &site, const Chunks &chunks, uint64_t size) {
  for (size_t i = 0; i < chunks.size(); ++i) {
    Place &place = places[site.places[i]];
    place.state = Place::State::Mapped;
    place.chunk = chunks[i];
    place.usedUntil = 0;
  }
  mappedPlaces += chunks.size();
  // What the block leaves of the last one.
  const uint64_t end = site.address + size;
  const uint64_t mappedEnd = addressOf(site.places.back()) + shape.chunkBytes;
  if (end < mappedEnd) {
    blocks.add({end, mappedEnd - end});
  }
}

//===----------------------------------------------------------------------===//
// More memory
//===----------------------------------------------------------------------===//

StatusOr<uint64_t> ChunkHeap::grow(uint64_t size) {
  Site site;
  {
    std::lock_guard lock(mutex);
    // Somebody may have given some back, or taken more.
    if (const uint64_t address = takeThere(size)) {
      return address;
    }
    WEFT_ASSIGN_OR_RETURN(site, findSite(size));
    claim(site, size);
  }
  StatusOr<Chunks> chunks = takeChunks(site.places.size());
  Status status = chunks.status();
  if (status.ok()) {
    status = mapAll(site.places, *chunks);
  }
  std::lock_guard lock(mutex);
  if (status.ok()) {
    settle(site, *chunks, size);
    return site.address;
  }
  abandon(site, size);
  if (const uint64_t address = takeThere(size)) {
    return address;
  }
  return Status(status.code(), "allocating " + std::to_string(size) +
                                   " bytes on the device, " +
                                   std::to_string(site.places.size()) +
                                   " chunks of " +
                                   std::to_string(shape.chunkBytes) + ": " +
                                   std::string(status.message()));
}

StatusOr<ChunkHeap::Chunks> ChunkHeap::takeChunks(uint64_t count) {
  Chunks chunks;
  chunks.reserve(count);
  while (chunks.size() < count) {
    StatusOr<uint64_t> chunk = addresses->create();
    if (chunk.ok()) {
      chunks.push_back(*chunk);
      continue;
    }
    const Chunks idle = takeIdle(count - chunks.size());
    if (idle.empty()) {
      release(chunks);
      return chunk.status();
    }
    chunks.insert(chunks.end(), idle.begin(), idle.end());
  }
  return chunks;
}

ChunkHeap::Chunks ChunkHeap::takeIdle(uint64_t count) {
  std::vector<uint64_t> idle;
  uint64_t usedUntil = 0;
  {
    std::lock_guard lock(mutex);
    for (uint64_t place = 0; place < places.size(); ++place) {
      if (isIdle(places[place])) {
        idle.push_back(place);
      }
    }
    if (idle.size() < count) {
      return {};
    }
    // Those that are over, then those that are over soonest.
    std::ranges::stable_sort(
        idle, {}, [&](uint64_t place) { return places[place].usedUntil; });
    idle.resize(count);
    usedUntil = places[idle.back()].usedUntil;
    for (uint64_t place : idle) {
      close(place);
    }
  }
  if (usedUntil > work.completed()) {
    work.waitFor(usedUntil);
  }
  return unmap(idle);
}

void ChunkHeap::close(uint64_t place) {
  places[place].state = Place::State::Busy;
  --mappedPlaces;
  blocks.remove(addressOf(place), shape.chunkBytes);
}

ChunkHeap::Chunks ChunkHeap::unmap(const std::vector<uint64_t> &closed) {
  Chunks chunks;
  std::vector<uint64_t> bare;
  std::vector<uint64_t> kept;
  for (uint64_t place : closed) {
    if (addresses->unmap(place).ok()) {
      chunks.push_back(places[place].chunk);
      bare.push_back(place);
    } else {
      kept.push_back(place);
    }
  }
  std::lock_guard lock(mutex);
  for (uint64_t place : bare) {
    places[place] = Place();
  }
  // What the driver does not take is still there.
  for (uint64_t place : kept) {
    places[place].state = Place::State::Mapped;
    ++mappedPlaces;
    blocks.add({addressOf(place), shape.chunkBytes, places[place].usedUntil});
  }
  return chunks;
}

Status ChunkHeap::mapAll(const std::vector<uint64_t> &sites,
                         const Chunks &chunks) {
  size_t mapped = 0;
  Status status = Status::success();
  for (; mapped < sites.size() && status.ok(); ++mapped) {
    status = addresses->map(sites[mapped], chunks[mapped]);
  }
  mapped -= status.ok() ? 0 : 1;
  for (size_t i = 0, next = 0; i < mapped && status.ok(); i = next) {
    for (next = i + 1; next < mapped && sites[next] == sites[next - 1] + 1;) {
      ++next;
    }
    status = addresses->open(sites[i], next - i);
  }
  if (!status.ok()) {
    for (size_t i = 0; i < mapped; ++i) {
      (void)addresses->unmap(sites[i]);
    }
    release(chunks);
  }
  return status;
}

void ChunkHeap::release(const Chunks &chunks) {
  for (uint64_t chunk : chunks) {
    addresses->release(chunk);
  }
}

//===----------------------------------------------------------------------===//
// Less memory
//===----------------------------------------------------------------------===//

void ChunkHeap::giveBackRested() {
  const uint64_t completed = work.completed();
  std::vector<uint64_t> rested;
  {
    std::lock_guard lock(mutex);
    for (uint64_t place = 0; place < places.size(); ++place) {
      if (isIdle(places[place])) {
        if (places[place].rests && places[place].usedUntil <= completed) {
          rested.push_back(place);
        }
        places[place].rests = true;
      }
    }
  }
  // A few at a time: who needs memory waits for no more than those.
  constexpr size_t few = 8;
  for (size_t i = 0; i < rested.size(); i += few) {
    std::lock_guard asking(growth);
    std::vector<uint64_t> closed;
    {
      std::lock_guard lock(mutex);
      for (size_t j = i; j < std::min(i + few, rested.size()); ++j) {
        // Blocks may have come since.
        const Place &place = places[rested[j]];
        if (isIdle(place) && place.rests && place.usedUntil <= completed) {
          close(rested[j]);
          closed.push_back(rested[j]);
        }
      }
    }
    release(unmap(closed));
  }
}

} // namespace weft::cuda
