// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/RunEnds.h"

#include "weft/Runtime/CUDA/CudaMemory.h"

#include <cstring>

namespace weft::cuda {

StatusOr<std::shared_ptr<RunEnds>> RunEnds::create(std::shared_ptr<Gpu> gpu,
                                                   runtime::Memory &memory) {
  static_assert(PinnedWords::kWords == RunWords::kRuns);
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Storage> words,
                        memory.allocate(RunWords::kBytes));
  WEFT_ASSIGN_OR_RETURN(const PinnedWords::Words ofHost, gpu->words().take());
  std::shared_ptr<RunEnds> ends(
      new RunEnds(std::move(gpu), std::move(words), ofHost));
  std::vector<char> first(RunWords::kBytes, 0);
  const uint32_t *const there = ofHost.data();
  std::memcpy(first.data() + RunWords::kOfHost, &there, sizeof there);
  WEFT_RETURN_IF_ERROR(memory
                           .write(first.data(),
                                  runtime::HostBytes::UnchangedDuringCall,
                                  {ends->words, 0, first.size()})
                           ->await());
  return ends;
}

uint64_t RunEnds::address() const { return addressOf(words); }

void RunEnds::end(uint32_t run) {
  std::lock_guard lock(mutex);
  if (!tell(run)) {
    waiting.push_back(run);
  }
}

void RunEnds::noteOver(uint32_t run) {
  std::lock_guard lock(mutex);
  lastOver = run;
  std::erase_if(waiting, [&](uint32_t other) { return tell(other); });
}

bool RunEnds::tell(uint32_t run) {
  const auto ahead = static_cast<int32_t>(run - lastOver);
  if (ahead <= 0) {
    return true;
  }
  if (ahead > static_cast<int32_t>(RunWords::kRuns)) {
    return false;
  }
  PinnedWords::set(ofHost[run % RunWords::kRuns], run);
  return true;
}

} // namespace weft::cuda
