// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/Parallel.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Team.h"

#include <algorithm>

namespace weft::runtime {
namespace {

class Programs final : public SharedWork {
public:
  Programs(NativeKernel kernel, void *const *pointers, char *scratch,
           char *helperScratch, int64_t helperBytes)
      : kernel(kernel), pointers(pointers), scratch(scratch),
        helperScratch(helperScratch), helperBytes(helperBytes) {}

  void compute(int64_t begin, int64_t end, int member) override {
    kernel(pointers, begin, end,
           member == 0 ? scratch : helperScratch + (member - 1) * helperBytes);
  }

private:
  NativeKernel kernel;
  void *const *pointers;
  char *scratch;
  char *helperScratch;
  int64_t helperBytes;
};

} // namespace

void runParallel(const RunServices &services, NativeKernel kernel,
                 void *const *pointers, int64_t count, int64_t grain,
                 int64_t scratchBytes, char *scratch,
                 std::span<char> helperScratch) {
  if (!services.team) {
    kernel(pointers, 0, count, scratch);
    return;
  }
  int64_t members = services.team->threadCount();
  const int64_t each =
      (scratchBytes + kAlignment - 1) / kAlignment * kAlignment;
  if (each > 0) {
    members = std::min<int64_t>(members, 1 + helperScratch.size() / each);
  }
  Programs programs(kernel, pointers, scratch, helperScratch.data(), each);
  services.team->run(programs, count, grain, static_cast<int>(members));
}

} // namespace weft::runtime
