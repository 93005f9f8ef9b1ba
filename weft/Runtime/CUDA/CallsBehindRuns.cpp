// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CallsBehindRuns.h"

#include "weft/Runtime/Deferred.h"
#include "weft/Runtime/ThreadPool.h"

#include <algorithm>

namespace weft::cuda {

using runtime::Event;

CallsBehindRuns::CallsBehindRuns(const Device &device)
    : device(device), pinned(device), worker([this] { work(); }) {}

CallsBehindRuns::~CallsBehindRuns() {
  {
    std::lock_guard lock(mutex);
    isClosing = true;
  }
  changed.notify_all();
  worker.join();
}

static thread_local bool makesCalls = false;

bool CallsBehindRuns::isInCall() {
  return makesCalls && !runtime::isInDeferred();
}

StatusOr<char *> CallsBehindRuns::begin(uint64_t bytes) {
  // A forked child has no worker that it could wait for.
  WEFT_RETURN_IF_ERROR(device.usable());
  const bool mayWait =
      !makesCalls && !Stream::isOwnThread() && !runtime::isInDeferred();
  auto enter = [&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] {
      return !mayWait || runsAhead == 0 ||
             (runsAhead < kMostRuns && bytesAhead + bytes <= kMostBytes);
    });
    ++runsAhead;
    bytesAhead += bytes;
  };
  if (mayWait) {
    runtime::ThreadPool::whileBlocked(enter);
  } else {
    enter();
  }
  if (bytes == 0) {
    return nullptr;
  }
  StatusOr<char *> block = pinned.take(bytes, /*mayWait=*/false);
  if (!block.ok()) {
    giveUp(nullptr, bytes);
  }
  return block;
}

void CallsBehindRuns::giveUp(char *block, uint64_t bytes) {
  if (block != nullptr) {
    pinned.giveBack(block, bytes);
  }
  {
    std::lock_guard lock(mutex);
    --runsAhead;
    bytesAhead -= bytes;
  }
  changed.notify_all();
}

Ref<Event> CallsBehindRuns::follow(const Submit &submit, char *block,
                                   uint64_t bytes, When when,
                                   std::function<Status()> calls) {
  std::unique_lock ordered(order);
  // Also of a run that is over already: until its calls are made its results
  // are those of a queue.
  Ref<runtime::Fence> fence;
  const Ref<Event> run = submit(fence);
  if (!fence) {
    ordered.unlock();
    // It has failed, or could not be put into the queue and says why when it is
    // set: what is there of it may write to the block until then.
    run->onReady(
        [this, block, bytes](const Status &) { giveUp(block, bytes); });
    return run;
  }
  Ref<Event> called = Event::pending();
  Ref<Event> done = Event::pending();
  done->setFence(fence);
  {
    std::lock_guard lock(mutex);
    entries.push_back(
        {std::move(fence), called, std::move(calls), block, bytes, when});
  }
  ordered.unlock();
  changed.notify_all();
  const Ref<Event> ends[] = {run, called};
  whenAll(ends, [done](const Status &status) { done->set(status); });
  return done;
}

Status CallsBehindRuns::make(const Entry &entry) const {
  const auto &fence = static_cast<const StreamFence &>(*entry.fence);
  WEFT_RETURN_IF_ERROR(device.enter());
  if (entry.when == When::BehindRun &&
      device.functions().eventSynchronize(fence.mark) != 0) {
    // The run says what happened.
    return Status::success();
  }
  return entry.calls();
}

void CallsBehindRuns::work() {
  makesCalls = true;
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isClosing || !entries.empty(); });
    if (entries.empty()) {
      return;
    }
    Entry entry = std::move(entries.front());
    entries.pop_front();
    lock.unlock();
    Status status = make(entry);
    entry.fence = nullptr;
    entry.calls = nullptr;
    // Whoever finds that nothing is left to be done finds results, too.
    entry.called->set(std::move(status));
    entry.called = nullptr;
    giveUp(entry.block, entry.bytes);
    lock.lock();
  }
}

Status CallsBehindRuns::makeCall(const runtime::HostCalls::MakeCall &make,
                                 const StagedCall &call, char *arrays) {
  std::vector<void *> addresses;
  for (const StagedCall::Array &array : call.arrays) {
    addresses.push_back(arrays + array.offset);
  }
  reader.noteProgress();
  Status status = make(call.site, addresses.data());
  reader.noteProgress();
  return status;
}

bool CallsBehindRuns::drain(std::chrono::nanoseconds limit) {
  if (device.isInherited()) {
    return true;
  }
  std::unique_lock lock(mutex);
  return changed.wait_for(lock, limit, [&] { return runsAhead == 0; });
}

} // namespace weft::cuda
