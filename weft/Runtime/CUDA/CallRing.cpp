// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CallRing.h"

#include "weft/Executable/CallRoom.h"
#include "weft/Runtime/Memory.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace weft::cuda {

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

std::optional<RingedCalls> RingedCalls::plan(const CommandProgram &program,
                                             const runtime::HostCalls &calls) {
  RingedCalls ringed;
  ringed.calls.resize(program.calls.size());
  ringed.usedBytes.resize(program.calls.size());
  for (const Command &command : program.commands) {
    const auto *made = std::get_if<CallCommand>(&command);
    if (made == nullptr) {
      continue;
    }
    uint64_t bytes = CallRing::kArraysAt;
    std::optional<StagedCall> call = StagedCall::place(*made, calls, bytes);
    if (!call) {
      return std::nullopt;
    }
    ringed.slotBytes = std::max(ringed.slotBytes, bytes);
    ringed.usedBytes[made->site] = bytes;
    ringed.calls[made->site] = std::move(*call);
  }
  ringed.slots = slotsOfRing(ringed.slotBytes);
  return ringed.slots == 0 ? std::nullopt : std::optional(std::move(ringed));
}

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

StatusOr<std::shared_ptr<CallRing>>
CallRing::create(const RingedCalls &calls, PinnedBlocks &blocks,
                 std::shared_ptr<void> owner) {
  WEFT_ASSIGN_OR_RETURN(char *block,
                        blocks.take(kSlotsAt + calls.slots * calls.slotBytes,
                                    /*mayWait=*/false));
  return std::shared_ptr<CallRing>(
      new CallRing(calls, blocks, std::move(owner), block));
}

CallRing::CallRing(const RingedCalls &calls, PinnedBlocks &blocks,
                   std::shared_ptr<void> owner, char *block)
    : owner(std::move(owner)), blocks(blocks), block(block),
      bytes(kSlotsAt + calls.slots * calls.slotBytes),
      bytesOfSlot(calls.slotBytes), used(calls.usedBytes), slots(calls.slots) {
  std::memset(block, 0, kSlotsAt);
}

CallRing::~CallRing() { blocks.giveBack(block, bytes); }

/// A number that the device and the host share.
static std::atomic_ref<uint64_t> countAt(char *address) {
  return std::atomic_ref(*reinterpret_cast<uint64_t *>(address));
}

const char *CallRing::next() const {
  return countAt(block).load(std::memory_order_acquire) == taken
             ? nullptr
             : block + kSlotsAt + taken % slots * bytesOfSlot;
}

void CallRing::free() {
  countAt(block + kTakenAt).store(++taken, std::memory_order_release);
}

//===----------------------------------------------------------------------===//
// What a run has left
//===----------------------------------------------------------------------===//

static constexpr auto slotAlignment = std::align_val_t(runtime::kAlignment);

void RingedRun::Record::Free::operator()(char *slot) const {
  ::operator delete(slot, slotAlignment);
  *kept -= bytes;
}

bool RingedRun::keep(const char *slot, uint32_t call, const KeptBytes &kept) {
  const uint64_t bytes = ring->usedBytes(call);
  std::unique_lock lock(mutex);
  if (isDropped) {
    return true;
  }
  if (!records.empty() && *kept + bytes > kMostBytes) {
    return false;
  }
  auto *copy =
      static_cast<char *>(::operator new(bytes, slotAlignment, std::nothrow));
  if (copy == nullptr) {
    lock.unlock();
    drop(Status::resourceExhausted(
        "the host has no memory for the arrays of a call of '" + program +
        "'"));
    return true;
  }
  *kept += bytes;
  std::memcpy(copy, slot, bytes);
  records.push_back({call, {copy, Record::Free{kept, bytes}}});
  if (records.size() == 1) {
    changed.notify_all();
  }
  return true;
}

RingedRun::Seen RingedRun::read(const KeptBytes &kept) {
  // What is there after the end is all there is.
  const bool wasOver = isOver;
  Seen seen;
  while (const char *slot = ring->next()) {
    CallRing::Header header;
    std::memcpy(&header, slot, sizeof header);
    const auto runsAhead = static_cast<int32_t>(header.run - number);
    if (runsAhead > 0) {
      break;
    }
    // One whose end could not be waited for may have left more: nobody's.
    if (runsAhead == 0 && !keep(slot, header.call, kept)) {
      seen.hasNoRoom = true;
      return seen;
    }
    ring->free();
    seen.any = true;
  }
  if (wasOver) {
    seen.isEnd = true;
    std::lock_guard lock(mutex);
    closed = true;
    tellDevice = nullptr;
    changed.notify_all();
  }
  return seen;
}

void RingedRun::giveUp() {
  std::unique_lock lock(mutex);
  const size_t behind = records.size();
  lock.unlock();
  drop(Status::resourceExhausted(
      "callbacks of '" + program + "' are " + std::to_string(behind) +
      " calls behind the device, and none has returned for long; one that "
      "waits in a thread of its own for this device waits for ever"));
}

void RingedRun::drop(Status why) {
  std::function<void()> tell;
  {
    std::lock_guard lock(mutex);
    if (!isDropped) {
      failure = std::move(why);
    }
    isDropped = true;
    records.clear();
    tell.swap(tellDevice);
  }
  changed.notify_all();
  // Only now: a run that was told may leave calls with half of their arrays.
  if (tell) {
    tell();
  }
}

std::optional<RingedRun::Record> RingedRun::next() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return isDropped || closed || !records.empty(); });
  if (isDropped || records.empty()) {
    return std::nullopt;
  }
  Record record = std::move(records.front());
  records.pop_front();
  return record;
}

Status RingedRun::status() {
  std::lock_guard lock(mutex);
  return failure;
}

//===----------------------------------------------------------------------===//
// The thread that takes it
//===----------------------------------------------------------------------===//

RingReader::~RingReader() {
  {
    std::lock_guard lock(mutex);
    isClosing = true;
  }
  changed.notify_all();
  if (worker.joinable()) {
    worker.join();
  }
}

void RingReader::add(std::shared_ptr<RingedRun> run) {
  {
    std::lock_guard lock(mutex);
    runs.push_back(std::move(run));
    if (!worker.joinable()) {
      worker = std::thread([this] { work(); });
    }
  }
  changed.notify_all();
}

void RingReader::work() {
  constexpr std::chrono::microseconds shortest(20);
  constexpr std::chrono::microseconds longest(500);
  auto pause = shortest;
  std::optional<Clock::duration> refusedSince;
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isClosing || !runs.empty(); });
    if (runs.empty()) {
      return;
    }
    std::shared_ptr<RingedRun> run = runs.front();
    lock.unlock();
    const RingedRun::Seen seen = run->read(kept);
    if (seen.any || !seen.hasNoRoom) {
      refusedSince.reset();
    }
    if (seen.hasNoRoom) {
      refusedSince = refusedSince.value_or(now());
      if (now() - std::max(lastProgress.load(), *refusedSince) > patience) {
        run->giveUp();
      }
    }
    if (seen.isEnd) {
      lock.lock();
      runs.pop_front();
      lock.unlock();
    }
    // The ring may go with it: not while others wait for this list.
    run = nullptr;
    pause = seen.any || seen.isEnd ? shortest : std::min(2 * pause, longest);
    if (!seen.isEnd) {
      std::this_thread::sleep_for(pause);
    }
    lock.lock();
  }
}

} // namespace weft::cuda
