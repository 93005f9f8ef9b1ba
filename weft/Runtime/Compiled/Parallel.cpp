// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/Parallel.h"

#include "weft/Runtime/Memory.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace weft::runtime {
namespace {

/// Scratch of a helping thread, kept for its next piece. Null if there is no
/// memory.
char *threadScratch(int64_t bytes) {
  struct Scratch {
    char *data = nullptr;
    int64_t size = 0;
    ~Scratch() { std::free(data); }
  };
  static thread_local Scratch scratch;
  if (scratch.size < bytes) {
    std::free(scratch.data);
    int64_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    scratch.data = static_cast<char *>(std::aligned_alloc(kAlignment, size));
    scratch.size = scratch.data ? size : 0;
  }
  return scratch.data;
}

/// What the threads of one kernel share. Threads that come too late find no
/// piece left and touch nothing but this.
struct Work {
  NativeKernel kernel;
  void *const *pointers;
  int64_t count;
  int64_t piece;
  int64_t scratchBytes;
  std::atomic<int64_t> next = 0;
  std::atomic<int64_t> finished = 0;

  void help() {
    char *scratch = threadScratch(scratchBytes);
    if (scratch || scratchBytes == 0) {
      takePieces(scratch);
    }
  }

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
                 int64_t scratchBytes, char *scratch) {
  int64_t threads = std::min<int64_t>(services.threadCount,
                                      count / std::max<int64_t>(grain, 1));
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
  work->scratchBytes = scratchBytes;
  for (int64_t i = 1; i < threads; ++i) {
    services.schedule([work] { work->help(); });
  }
  work->takePieces(scratch);
  // What is left is being computed: it takes no longer than one piece.
  while (work->finished.load(std::memory_order_acquire) < count) {
    std::this_thread::yield();
  }
}

} // namespace weft::runtime
