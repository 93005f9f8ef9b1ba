// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Stream.h"

#include <algorithm>

namespace weft::cuda {

// A number of the driver's interface: not ordered with the stream that
// everybody shares.
static constexpr unsigned streamByItself = 1;

using runtime::Event;

Result Marks::take(void *&mark) {
  std::lock_guard lock(mutex);
  if (free.empty()) {
    return driver.eventCreate(&mark, eventWithoutTime);
  }
  mark = free.back();
  free.pop_back();
  return 0;
}

void Marks::giveBack(void *mark) {
  std::lock_guard lock(mutex);
  if (!isClosed) {
    free.push_back(mark);
  }
}

void Marks::close() {
  std::lock_guard lock(mutex);
  isClosed = true;
  for (void *mark : free) {
    driver.eventDestroy(mark);
  }
  free.clear();
}

StatusOr<std::unique_ptr<Stream>> Stream::create(const Device &device,
                                                 Use use) {
  WEFT_RETURN_IF_ERROR(device.enter());
  const DriverFunctions &driver = device.functions();
  void *handle = nullptr;
  WEFT_RETURN_IF_ERROR(driver.check(
      driver.streamCreate(&handle, streamByItself), "making a stream"));
  return std::unique_ptr<Stream>(new Stream(device, use, handle));
}

Stream::Stream(const Device &device, Use use, void *handle)
    : device(device), driver(device.functions()), use(use), handle(handle),
      marks(std::make_shared<Marks>(driver)), watcher([this] { watch(); }) {}

Stream::~Stream() {
  {
    std::lock_guard lock(mutex);
    isClosing = true;
  }
  changed.notify_all();
  watcher.join();
  (void)device.enter();
  last = nullptr;
  marks->close();
  driver.streamDestroy(handle);
}

Status Stream::enqueue(const Fences &fences, const Work &work) {
  for (const Ref<runtime::Fence> &fence : fences) {
    const auto &other = static_cast<const StreamFence &>(*fence);
    if (!other.isOf(*this)) {
      WEFT_RETURN_IF_ERROR(
          driver.check(driver.streamWaitEvent(handle, other.mark, 0),
                       "waiting for another stream"));
    }
  }
  return work(driver, handle);
}

Stream::Entry Stream::enter(WorkName what, const Fences &fences,
                            const Work &work, std::function<void()> finished) {
  Entry entry;
  entry.what = std::move(what);
  entry.done = Event::pending();
  entry.finished = std::move(finished);
  entry.number = ++submittedCount;
  const DeviceScope scope(device);
  entry.status = scope.status();
  if (!entry.status.ok()) {
    return entry;
  }
  entry.status = enqueue(fences, work);
  // Also after a failure: a part of the work may be under way.
  void *mark = nullptr;
  entry.marked = marks->take(mark);
  if (entry.marked == 0) {
    entry.fence = makeRef<StreamFence>(*this, entry.number, marks, mark);
    last = entry.fence;
    entry.marked = driver.eventRecord(mark, handle);
  }
  if (entry.status.ok()) {
    entry.status = driver.check(entry.marked, "recording an event");
  }
  return entry;
}

Ref<Event> Stream::submit(WorkName what, const Fences &fences, const Work &work,
                          std::function<void()> finished,
                          Ref<runtime::Fence> *fence,
                          std::function<void()> begun) {
  if (Status usable = device.usable(); !usable.ok()) {
    if (finished) {
      finished();
    }
    return Event::failed(std::move(usable));
  }
  Ref<Event> done;
  {
    std::lock_guard lock(mutex);
    if (begun) {
      auto nothing = [](const DriverFunctions &, void *) {
        return Status::success();
      };
      entries.push_back(enter(what, fences, nothing, std::move(begun)));
    }
    Entry entry = enter(std::move(what), fences, work, std::move(finished));
    done = entry.done;
    if (entry.status.ok()) {
      done->setFence(entry.fence);
      if (fence != nullptr) {
        *fence = entry.fence;
      }
    }
    entries.push_back(std::move(entry));
  }
  changed.notify_all();
  return done;
}

static thread_local bool watches = false;

bool Stream::isOwnThread() { return watches; }

void Stream::watch() {
  watches = true;
  (void)device.enter();
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isClosing || !entries.empty(); });
    if (entries.empty()) {
      return;
    }
    Entry entry = std::move(entries.front());
    entries.pop_front();
    isBusy = true;
    lock.unlock();
    Status ended = endOf(entry);
    if (entry.status.ok()) {
      entry.status = std::move(ended);
    }
    // What failed because the device was lost says so.
    if (!entry.status.ok()) {
      if (Status usable = device.usable(); !usable.ok()) {
        entry.status = std::move(usable);
      }
    }
    completedCount = entry.number;
    entry.fence = nullptr;
    if (entry.finished) {
      entry.finished();
      entry.finished = nullptr;
    }
    entry.done->set(std::move(entry.status));
    entry.done = nullptr;
    lock.lock();
    isBusy = false;
    changed.notify_all();
  }
}

Status Stream::endOf(const Entry &entry) {
  const bool isThere = entry.marked == 0 && entry.fence;
  const Result result =
      isThere ? driver.eventSynchronize(entry.fence->mark) : entry.marked;
  if (result == 0) {
    return Status::success();
  }
  Status ended = driver.check(result, entry.what.text().c_str());
  if (!DriverFunctions::isFatal(result)) {
    return ended;
  }
  if (use == Use::Kernels) {
    device.lose(ended);
    return device.usable();
  }
  // Whoever runs kernels knows better, and hears of it at the same time.
  constexpr int tries = 100;
  constexpr auto pause = std::chrono::milliseconds(10);
  for (int i = 0; i < tries && device.usable().ok(); ++i) {
    std::this_thread::sleep_for(pause);
  }
  device.lose(ended);
  return device.usable();
}

Ref<runtime::Fence> Stream::end() {
  std::lock_guard lock(mutex);
  if (last && last->number <= completedCount) {
    last = nullptr;
  }
  return last;
}

void Stream::waitFor(uint64_t number) {
  Ref<StreamFence> fence;
  {
    std::lock_guard lock(mutex);
    if (number <= completedCount) {
      return;
    }
    // The thread may have taken it already: what is behind it does as well.
    auto found = std::ranges::find_if(entries, [&](const Entry &entry) {
      return entry.number >= number && entry.fence;
    });
    fence = found == entries.end() ? last : found->fence;
  }
  const DeviceScope scope(device);
  // The driver is asked, not the thread: it may be the one that waits.
  if (fence && fence->number >= number) {
    driver.eventSynchronize(fence->mark);
  } else {
    driver.contextSynchronize();
  }
}

bool Stream::drain(std::chrono::nanoseconds limit) {
  if (device.isInherited()) {
    return true;
  }
  std::unique_lock lock(mutex);
  return changed.wait_for(lock, limit,
                          [&] { return entries.empty() && !isBusy; });
}

} // namespace weft::cuda
