// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue of a device, and the thread that tells when what is in it is done.

#pragma once

#include "weft/Runtime/CUDA/Driver.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/Event.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace weft::cuda {

/// The driver's events, which are used again and again.
class Marks {
public:
  explicit Marks(const DriverFunctions &driver) : driver(driver) {}

  Result take(void *&mark);
  void giveBack(void *mark);
  /// The driver's objects go with the device; marks that come later are its.
  void close();

private:
  const DriverFunctions driver;
  std::mutex mutex;
  std::vector<void *> free;
  bool isClosed = false;
};

class Stream;

/// Behind everything that was put into a stream until it was made.
class StreamFence final : public runtime::Fence {
public:
  StreamFence(const Stream &stream, uint64_t number,
              std::shared_ptr<Marks> marks, void *mark)
      : number(number), mark(mark), stream(&stream), marks(std::move(marks)) {}
  ~StreamFence() override { marks->giveBack(mark); }

  bool isOf(const Stream &other) const { return stream == &other; }

  const uint64_t number;
  void *const mark;

private:
  /// To be compared only: the stream may be gone.
  const Stream *const stream;
  const std::shared_ptr<Marks> marks;
};

/// What is said of a piece of work that failed.
class WorkText {
public:
  virtual ~WorkText() = default;
  virtual std::string text() const = 0;
};

/// What a piece of work is called in messages: a text that is always there, or
/// one that is made when it is needed. Nothing is copied.
class WorkName {
public:
  WorkName() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): literals are names.
  WorkName(const char *literal) : literal(literal) {}
  // NOLINTNEXTLINE(google-explicit-constructor): so are those that are kept.
  WorkName(std::shared_ptr<const WorkText> kept) : kept(std::move(kept)) {}

  std::string text() const { return kept ? kept->text() : literal; }

private:
  const char *literal = "";
  std::shared_ptr<const WorkText> kept;
};

/// Any thread. Lives no longer than the device.
class Stream {
public:
  using Work = std::function<Status(const DriverFunctions &, void *stream)>;
  using Fences = std::vector<Ref<runtime::Fence>>;

  /// What streams are for: only kernels make a device fail.
  enum class Use { Kernels, Copies };

  static StatusOr<std::unique_ptr<Stream>> create(const Device &device,
                                                  Use use);
  /// Waits for what is in the queue.
  ~Stream();

  /// Has `work` put something into the queue, behind `fences` of any stream.
  /// The event has a fence at once. It is set when the device is done with the
  /// work, after `finished` was run, which may not wait. Where the work could
  /// put only a part of it there, the event fails once that is over. `what` is
  /// for the error message. The event has the fence until it is set; whoever
  /// needs it longer gives `fence`, which stays null after a failure. `begun`
  /// is run before, when the device comes to the work: everything before it is
  /// over, and so are the fences. It may not wait either.
  Ref<runtime::Event> submit(WorkName what, const Fences &fences,
                             const Work &work,
                             std::function<void()> finished = {},
                             Ref<runtime::Fence> *fence = nullptr,
                             std::function<void()> begun = {});

  /// How many pieces of work were put into the queue, and are over.
  uint64_t submitted() const { return submittedCount; }
  uint64_t completed() const { return completedCount; }
  /// Behind everything that is in the queue; null where that is known to be
  /// over.
  Ref<runtime::Fence> end();

  /// Until the device is done with the work of this number. It may not be
  /// counted as completed yet.
  void waitFor(uint64_t number);

  /// Whether this is a thread that tells when something is done.
  static bool isOwnThread();
  /// The driver's.
  void *streamHandle() const { return handle; }

  /// False when the queue is not empty in time.
  bool drain(std::chrono::nanoseconds limit);

private:
  struct Entry {
    WorkName what;
    Ref<runtime::Event> done;
    std::function<void()> finished;
    Status status = Status::success();
    uint64_t number = 0;
    /// Of making the fence: what failed before may be said then.
    Result marked = 0;
    /// Null where none could be made.
    Ref<StreamFence> fence;
  };

  Stream(const Device &device, Use use, void *handle);
  void watch();
  /// How an entry has ended, which the device was to finish.
  Status endOf(const Entry &entry);
  Status enqueue(const Fences &fences, const Work &work);
  /// Puts work into the queue, under the lock.
  Entry enter(WorkName what, const Fences &fences, const Work &work,
              std::function<void()> finished);

  const Device &device;
  const DriverFunctions &driver;
  const Use use;
  void *const handle;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Entry> entries;
  const std::shared_ptr<Marks> marks;
  Ref<StreamFence> last;
  std::atomic<uint64_t> submittedCount = 0;
  std::atomic<uint64_t> completedCount = 0;
  bool isClosing = false;
  /// Whether the thread is busy with an entry it has taken.
  bool isBusy = false;
  std::thread watcher;
};

} // namespace weft::cuda
