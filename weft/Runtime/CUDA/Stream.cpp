// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Stream.h"

#include "weft/Runtime/CUDA/Functions.h"

namespace weft::cuda {

// Numbers of the driver's interface: not ordered with the stream that everybody
// shares, and no clocks in events.
static constexpr unsigned streamByItself = 1;
static constexpr unsigned eventWithoutTime = 2;

using runtime::Event;

StatusOr<std::unique_ptr<Stream>> Stream::create(const Device &device) {
  WEFT_RETURN_IF_ERROR(device.enter());
  const DriverFunctions &driver = device.functions();
  void *handle = nullptr;
  WEFT_RETURN_IF_ERROR(driver.check(
      driver.streamCreate(&handle, streamByItself), "making a stream"));
  return std::unique_ptr<Stream>(new Stream(device, handle));
}

Stream::Stream(const Device &device, void *handle)
    : device(device), driver(device.functions()), handle(handle),
      watcher([this] { watch(); }) {}

Stream::~Stream() {
  {
    std::lock_guard lock(mutex);
    isClosing = true;
  }
  changed.notify_all();
  watcher.join();
  (void)device.enter();
  for (void *mark : freeMarks) {
    driver.eventDestroy(mark);
  }
  driver.streamDestroy(handle);
}

/// With the lock held.
StatusOr<void *> Stream::takeMark() {
  void *mark = nullptr;
  if (!freeMarks.empty()) {
    mark = freeMarks.back();
    freeMarks.pop_back();
    return mark;
  }
  WEFT_RETURN_IF_ERROR(driver.check(driver.eventCreate(&mark, eventWithoutTime),
                                    "making an event"));
  return mark;
}

Ref<Event> Stream::submit(std::string what, const Work &work,
                          std::function<void()> finished) {
  Ref<Event> done = Event::pending();
  {
    std::lock_guard lock(mutex);
    Entry entry{std::move(what), done, std::move(finished)};
    entry.status = device.enter();
    if (entry.status.ok()) {
      entry.status = work(driver, handle);
      // Also after a failure: a part of the work may be under way.
      if (StatusOr<void *> mark = takeMark(); mark.ok()) {
        entry.mark = *mark;
        Status marked = driver.check(driver.eventRecord(entry.mark, handle),
                                     "recording an event");
        if (entry.status.ok()) {
          entry.status = std::move(marked);
        }
      } else if (entry.status.ok()) {
        entry.status = mark.status();
      }
    }
    entries.push_back(std::move(entry));
  }
  changed.notify_all();
  return done;
}

void Stream::watch() {
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
    if (entry.mark != nullptr) {
      Status ended =
          driver.check(driver.eventSynchronize(entry.mark), entry.what.c_str());
      if (entry.status.ok()) {
        entry.status = std::move(ended);
      }
    }
    if (entry.finished) {
      entry.finished();
      entry.finished = nullptr;
    }
    entry.done->set(std::move(entry.status));
    entry.done = nullptr;
    lock.lock();
    isBusy = false;
    if (entry.mark != nullptr) {
      freeMarks.push_back(entry.mark);
    }
    changed.notify_all();
  }
}

bool Stream::drain(std::chrono::nanoseconds limit) {
  std::unique_lock lock(mutex);
  return changed.wait_for(lock, limit,
                          [&] { return entries.empty() && !isBusy; });
}

} // namespace weft::cuda
