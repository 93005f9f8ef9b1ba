// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/Parallel.h"

#include "weft/Runtime/Memory.h"
#include "weft/Support/FloatMode.h"
#include "weft/Support/PlantedFault.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace weft::runtime {
namespace {

/// What the threads of one kernel share. Threads that come too late find no
/// piece left and touch nothing but this.
struct Work {
  NativeKernel kernel;
  void *const *pointers;
  int64_t count;
  int64_t piece;
  std::atomic<int64_t> next = 0;
  std::atomic<int64_t> finished = 0;

  void takePieces(char *scratch) {
    for (;;) {
      int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
      if (begin >= count) {
        return;
      }
      int64_t end = std::min(count, begin + piece);
      kernel(pointers, begin, end, scratch);
      finished.fetch_add(end - begin, std::memory_order_release);
    }
  }
};

} // namespace

void runParallel(const RunServices &services, NativeKernel kernel,
                 void *const *pointers, int64_t count, int64_t grain,
                 int64_t scratchBytes, char *scratch,
                 std::span<char> helperScratch) {
  int64_t threads = std::min<int64_t>(services.threadCount,
                                      count / std::max<int64_t>(grain, 1));
  int64_t each = (scratchBytes + kAlignment - 1) / kAlignment * kAlignment;
  if (each > 0) {
    threads = std::min<int64_t>(threads, 1 + helperScratch.size() / each);
  }
  if (threads < 2) {
    kernel(pointers, 0, count, scratch);
    return;
  }
  // A few pieces per thread, so that one that is held up does not hold up all.
  constexpr int64_t kPiecesPerThread = 4;
  auto work = std::make_shared<Work>();
  work->kernel = kernel;
  work->pointers = pointers;
  work->count = count;
  work->piece = std::max(grain, (count + threads * kPiecesPerThread - 1) /
                                    (threads * kPiecesPerThread));
  for (int64_t i = 1; i < threads; ++i) {
    char *own = helperScratch.data() + (i - 1) * each;
    services.schedule([work, own] {
      DefaultFloatMode mode;
      work->takePieces(own);
    });
  }
  work->takePieces(scratch);
  // What is left is being computed: it takes no longer than one piece.
  const int64_t awaited =
      isPlanted(Fault::ThreadsNotAwaited) ? count - work->piece : count;
  while (work->finished.load(std::memory_order_acquire) < awaited) {
    std::this_thread::yield();
  }
}

} // namespace weft::runtime
