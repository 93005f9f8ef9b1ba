// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array of a GPU in the hands of another library of the process (DLPack):
// its bytes stay, and stay unchanged, whatever becomes of the array. They may
// be another library's themselves.

#pragma once

#include "weft/Runtime/CUDA/Gpu.h"

#include <atomic>

namespace weft::cuda {

/// Any thread.
class LentArray {
public:
  /// Null where no array of any GPU of this process begins at the address.
  static std::unique_ptr<LentArray> lend(uint64_t address);
  ~LentArray();

  /// What is put into that stream of the borrower's later comes after all that
  /// stands in queues here now.
  Status waitIn(intptr_t stream);

private:
  LentArray(std::shared_ptr<Gpu> gpu, std::shared_ptr<DeviceBytes> bytes)
      : gpu(std::move(gpu)), bytes(std::move(bytes)) {}

  const std::shared_ptr<Gpu> gpu;
  std::shared_ptr<DeviceBytes> bytes;
  std::atomic<bool> isInDefaultStream = false;
};

} // namespace weft::cuda
