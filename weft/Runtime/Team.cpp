// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Team.h"

#include "weft/Support/FloatMode.h"
#include "weft/Support/NativeThread.h"
#include "weft/Support/PlantedFault.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace weft::runtime {
namespace {

/// What two threads write apart from each other stays apart.
constexpr size_t kCacheLine = 128;

/// As many as a leader's stack has room to list.
constexpr int kMostHelpers = 255;

/// Pieces of one member's part: the others can take what is left of it.
constexpr int64_t kPiecesPerMember = 16;

/// How often a leader that has too few helpers looks for more.
constexpr int64_t kLooks = 16;

/// Tells the core that this thread only waits.
void pauseBriefly() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// Waits awake: first on the core alone, then letting others have it, for as
/// long as a helper's way out of sleep would cost.
class BriefWait {
public:
  /// False when it has been long enough.
  bool goesOn() {
    constexpr int kOnCore = 128;
    constexpr std::chrono::microseconds kLimit(50);
    if (turns++ < kOnCore) {
      pauseBriefly();
      return true;
    }
    auto now = std::chrono::steady_clock::now();
    if (turns == kOnCore + 1) {
      begin = now;
    }
    if (now - begin > kLimit) {
      return false;
    }
    std::this_thread::yield();
    return true;
  }

private:
  int turns = 0;
  std::chrono::steady_clock::time_point begin;
};

} // namespace

struct alignas(kCacheLine) Team::Helper {
  explicit Helper(const std::atomic<int> &resting) : resting(resting) {}

  enum State : int32_t {
    /// Awake, without work.
    Idle,
    /// Waits to be woken.
    Asleep,
    /// Has work that it has not begun; who posted it can take it back.
    Posted,
    Busy,
    Leaving,
  };

  /// The team's.
  const std::atomic<int> &resting;
  /// Between the helper and the leader that hired it.
  std::atomic<int32_t> state = Idle;
  /// Set before Posted is.
  Job *job = nullptr;
  int member = 0;

  /// Between members: what is left of this one's part begins here.
  alignas(kCacheLine) std::atomic<int64_t> next = 0;

  /// Between leaders.
  alignas(kCacheLine) std::atomic<bool> isHired = false;
  bool isStarted = false;
  pthread_t thread{};

  void post(Job &given, int number) {
    job = &given;
    member = number;
    if (state.exchange(Posted, std::memory_order_acq_rel) == Asleep) {
      state.notify_one();
    }
  }

  /// Waits for work, or for the end.
  bool await();
  /// Takes back what was posted, or waits until it is done; says whether the
  /// helper had begun.
  bool dismiss();
};

/// One kernel, on its leader's stack. Members touch it from when they begin
/// until they are Idle again, which the leader awaits.
struct Team::Job {
  SharedWork &work;
  /// [first, first + count) of it.
  const int64_t first;
  const int64_t count;
  const int64_t piece;
  /// Without the leader.
  std::span<Helper *const> hired;
  alignas(kCacheLine) std::atomic<int64_t> leadersNext = 0;

  int64_t members() const { return static_cast<int64_t>(hired.size()) + 1; }
  int64_t partBegin(int64_t member) const {
    const int64_t each = count / members();
    return member * each + std::min(member, count % members());
  }

  /// Where what is left of a member's part begins.
  std::atomic<int64_t> &next(int64_t member) {
    return member == 0 ? leadersNext : hired[member - 1]->next;
  }

  void passOn(int member) {
    for (int child : {2 * member + 1, 2 * member + 2}) {
      if (child < members()) {
        hired[child - 1]->post(*this, child);
      }
    }
  }

  void takePieces(int member) {
    for (int64_t i = 0; i < members(); ++i) {
      const int64_t owner = (member + i) % members();
      const int64_t end = partBegin(owner + 1);
      std::atomic<int64_t> &left = next(owner);
      // Looked at first: an empty part need not be written to.
      while (left.load(std::memory_order_relaxed) < end) {
        int64_t begin = left.fetch_add(piece, std::memory_order_relaxed);
        if (begin < end) {
          work.compute(first + begin, first + std::min(end, begin + piece),
                       member);
        }
      }
    }
  }
};

bool Team::Helper::await() {
  BriefWait wait;
  for (;;) {
    int32_t seen = state.load(std::memory_order_acquire);
    if (seen == Leaving) {
      return false;
    }
    if (seen == Posted) {
      if (state.compare_exchange_strong(seen, Busy,
                                        std::memory_order_acquire)) {
        return true;
      }
      continue;
    }
    if (resting.load(std::memory_order_relaxed) == 0 && wait.goesOn()) {
      continue;
    }
    if (seen == Idle && !state.compare_exchange_strong(
                            seen, Asleep, std::memory_order_acq_rel)) {
      continue;
    }
    state.wait(Asleep, std::memory_order_acquire);
    wait = {};
  }
}

bool Team::Helper::dismiss() {
  int32_t seen = Posted;
  if (state.compare_exchange_strong(seen, Idle, std::memory_order_acq_rel)) {
    return false;
  }
  // What is left takes no longer than one piece.
  for (BriefWait wait; state.load(std::memory_order_acquire) == Busy;) {
    if (!wait.goesOn()) {
      std::this_thread::yield();
    }
  }
  return true;
}

Team::Team(int threads)
    : threads(std::max(threads, 1)), generation(forkGeneration()) {
  const int count = std::min(this->threads - 1, kMostHelpers);
  helpers.reserve(count);
  for (int i = 0; i < count; ++i) {
    helpers.push_back(std::make_unique<Helper>(resting));
  }
}

Team::~Team() {
  // A forked child has none of the threads, and must not wait for them.
  if (generation != forkGeneration()) {
    return;
  }
  for (const std::unique_ptr<Helper> &helper : helpers) {
    if (helper->isStarted) {
      helper->state.store(Helper::Leaving, std::memory_order_release);
      helper->state.notify_one();
    }
  }
  for (const std::unique_ptr<Helper> &helper : helpers) {
    if (helper->isStarted) {
      pthread_join(helper->thread, nullptr);
    }
  }
}

void *Team::helperMain(void *argument) {
  Helper &helper = *static_cast<Helper *>(argument);
  while (helper.await()) {
    Job &job = *helper.job;
    job.passOn(helper.member);
    {
      DefaultFloatMode mode;
      job.takePieces(helper.member);
    }
    helper.state.store(Helper::Idle, std::memory_order_release);
  }
  return nullptr;
}

bool Team::start(Helper &helper) {
  std::lock_guard guard(starting);
  if (!helper.isStarted) {
    helper.isStarted = startNativeThread(helper.thread, ThreadEnd::Joined,
                                         helperMain, &helper) == 0;
  }
  return helper.isStarted;
}

size_t Team::hire(std::span<Helper *> hired) {
  size_t count = 0;
  for (const std::unique_ptr<Helper> &helper : helpers) {
    if (count == hired.size()) {
      break;
    }
    if (helper->isHired.load(std::memory_order_relaxed) ||
        helper->isHired.exchange(true, std::memory_order_acquire)) {
      continue;
    }
    if (!helper->isStarted && !start(*helper)) {
      helper->isHired.store(false, std::memory_order_release);
      break;
    }
    hired[count++] = helper.get();
  }
  return count;
}

void Team::run(SharedWork &work, int64_t count, int64_t grain, int members) {
  grain = std::max<int64_t>(grain, 1);
  leaders.fetch_add(1, std::memory_order_relaxed);
  std::array<Helper *, kMostHelpers> places;
  for (int64_t first = 0; first < count;) {
    const int64_t left = count - first;
    const int64_t wanted = std::min<int64_t>({members, threads, left / grain});
    // Runs at the same time use the same cores.
    const int others = leaders.load(std::memory_order_relaxed) - 1;
    const int64_t most = std::min<int64_t>(wanted, threads - others);
    const size_t hired = hire(std::span(places).first(
        std::clamp<int64_t>(most - 1, 0, kMostHelpers)));
    // Others may be done before this is: who has too few helpers does a part
    // and looks again.
    const bool isShort = static_cast<int64_t>(hired) + 1 < wanted;
    const int64_t length =
        isShort ? std::min(left, std::max(grain, count / kLooks)) : left;
    if (hired == 0) {
      work.compute(first, first + length, 0);
    } else {
      lead(work, first, length, grain, std::span(places).first(hired));
    }
    first += length;
  }
  leaders.fetch_sub(1, std::memory_order_relaxed);
}

void Team::lead(SharedWork &work, int64_t first, int64_t count, int64_t grain,
                std::span<Helper *const> hired) {
  const auto members = static_cast<int64_t>(hired.size()) + 1;
  const int64_t pieces = members * kPiecesPerMember;
  Job job{work, first, count, std::max(grain, (count + pieces - 1) / pieces),
          hired};
  for (int64_t member = 0; member < members; ++member) {
    job.next(member).store(job.partBegin(member), std::memory_order_relaxed);
  }
  job.passOn(0);
  job.takePieces(0);
  // In the order they were posted in: who had not begun passed nothing on.
  std::array<bool, kMostHelpers + 1> hasBegun;
  hasBegun[0] = true;
  for (int64_t member = 1; member < members; ++member) {
    Helper &helper = *hired[member - 1];
    const bool isForgotten =
        member + 1 == members && isPlanted(Fault::ThreadsNotAwaited);
    hasBegun[member] =
        hasBegun[(member - 1) / 2] && !isForgotten && helper.dismiss();
  }
  // Not before the last is done: until then it may look for pieces of theirs.
  for (Helper *helper : hired) {
    helper->isHired.store(false, std::memory_order_release);
  }
}

} // namespace weft::runtime
