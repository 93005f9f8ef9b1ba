// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue of a device, and the thread that tells when what is in it is done.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"
#include "weft/Runtime/Event.h"

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace weft::cuda {

/// Any thread. Lives no longer than the device.
class Stream {
public:
  using Work = std::function<Status(const DriverFunctions &, void *stream)>;

  static StatusOr<std::unique_ptr<Stream>> create(const Device &device);
  /// Waits for what is in the queue.
  ~Stream();

  /// Has `work` put something into the queue. The event is set when the device
  /// is done with it, after `finished` was run, which may not wait. Where the
  /// work could put only a part of it there, the event fails once that is over.
  /// `what` is for the error message.
  Ref<runtime::Event> submit(std::string what, const Work &work,
                             std::function<void()> finished = {});

  /// False when the queue is not empty in time.
  bool drain(std::chrono::nanoseconds limit);

private:
  struct Entry {
    std::string what;
    Ref<runtime::Event> done;
    std::function<void()> finished;
    Status status = Status::success();
    void *mark = nullptr;
  };

  Stream(const Device &device, void *handle);
  void watch();
  StatusOr<void *> takeMark();

  const Device &device;
  const DriverFunctions &driver;
  void *const handle;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Entry> entries;
  /// Of the driver, for later.
  std::vector<void *> freeMarks;
  bool isClosing = false;
  /// Whether the thread is busy with an entry it has taken.
  bool isBusy = false;
  std::thread watcher;
};

} // namespace weft::cuda
