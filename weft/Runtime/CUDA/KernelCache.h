// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as the driver assembled them, kept on disk between processes: what
// it takes 40 to 150 ms to assemble is loaded in a tenth of one.

#pragma once

#include "weft/Executable/FileCache.h"
#include "weft/Runtime/CUDA/Driver.h"

#include <span>

namespace weft::cuda {

/// A kernel on a device.
struct LoadedKernel {
  enum class From { Ahead, Cache, Driver };

  Module module;
  /// Who assembled it.
  From from = From::Driver;
  /// As that one said.
  std::optional<KernelResources> resources;
  /// Why what was assembled ahead of time is not used, where there is some.
  std::string refusal;
};

/// Any thread. Lives no longer than the device.
class KernelCache {
public:
  KernelCache(const Device &device, CacheOptions options);

  /// Assembles what was not assembled before; where there is no cache, the
  /// driver does both in one. Of kernels that were assembled `ahead` of time,
  /// one of this text for such a device is taken first.
  StatusOr<LoadedKernel> load(const std::string &ptx,
                              std::span<const AssembledKernel> ahead = {});

  FileCache::Counts counts() const { return files.counts(); }

private:
  StatusOr<LoadedKernel> loadFromText(const std::string &ptx);

  const Device &device;
  FileCache files;
  /// Of the driver and the device, which choose the code besides the text.
  const Digest maker;
};

} // namespace weft::cuda
