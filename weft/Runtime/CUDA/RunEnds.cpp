// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/RunEnds.h"

#include "weft/Runtime/CUDA/CudaMemory.h"

namespace weft::cuda {

StatusOr<std::shared_ptr<RunEnds>> RunEnds::create(std::shared_ptr<Gpu> gpu,
                                                   runtime::Memory &memory) {
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Storage> words,
                        memory.allocate(RunWords::kBytes));
  const std::vector<char> zeros(RunWords::kBytes, 0);
  WEFT_RETURN_IF_ERROR(memory
                           .write(zeros.data(),
                                  runtime::HostBytes::UnchangedDuringCall,
                                  {words, 0, zeros.size()})
                           ->await());
  std::shared_ptr<RunEnds> ends(new RunEnds(std::move(gpu), std::move(words)));
  // Whatever the driver loads for the first word, it can while nothing runs
  // that has no end.
  WEFT_RETURN_IF_ERROR(ends->write(0)->await());
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
  (void)write(run);
  return true;
}

Ref<runtime::Event> RunEnds::write(uint32_t run) {
  return gpu->ending().submit(
      "ending a run that was cancelled", {},
      [&](const DriverFunctions &driver, void *stream) {
        const uint64_t word = address() + RunWords::offsetOfCancelled(run);
        return driver.check(driver.memoryFillWordsAsync(word, run, 1, stream),
                            "ending a run that was cancelled");
      },
      [held = words]() mutable { held = nullptr; });
}

} // namespace weft::cuda
