// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as the driver assembled them, kept on disk between processes: what
// it takes 40 to 150 ms to assemble is loaded in a tenth of one.

#pragma once

#include "weft/Executable/FileCache.h"
#include "weft/Runtime/CUDA/Driver.h"

namespace weft::cuda {

/// Any thread. Lives no longer than the device.
class KernelCache {
public:
  KernelCache(const Device &device, CacheOptions options);

  /// Assembles what was not assembled before; where there is no cache, the
  /// driver does both in one.
  StatusOr<Module> load(const std::string &ptx);

  FileCache::Counts counts() const { return files.counts(); }

private:
  const Device &device;
  FileCache files;
  /// Of the driver and the device, which choose the code besides the text.
  const Digest maker;
};

} // namespace weft::cuda
