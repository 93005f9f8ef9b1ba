// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device with all that a client has of it: memory, queues, pieces of pinned
// memory. Whoever holds something of it holds it whole.

#pragma once

#include "weft/Runtime/CUDA/Decisions.h"
#include "weft/Runtime/CUDA/Heap.h"
#include "weft/Runtime/CUDA/KernelCache.h"
#include "weft/Runtime/CUDA/PinnedBlocks.h"
#include "weft/Runtime/CUDA/Stream.h"

namespace weft::cuda {

class Gpu {
public:
  static StatusOr<std::shared_ptr<Gpu>> open(int ordinal);

  const Device &device() const { return *opened; }
  Heap &heap() { return *blocks; }
  KernelCache &kernels() { return *assembled; }
  PinnedBlocks &pinned() { return *staging; }
  /// Loaded when the first program asks for them.
  StatusOr<const DecisionKernels *> decisions();
  /// Kernels run here, one after the other.
  Stream &compute() { return *computing; }
  /// Bytes that come from the host, and bytes that go there.
  Stream &arriving() { return *incoming; }
  Stream &leaving() { return *outgoing; }

  bool drain(std::chrono::nanoseconds limit) {
    return computing->drain(limit) && incoming->drain(limit) &&
           outgoing->drain(limit);
  }

private:
  explicit Gpu(std::unique_ptr<Device> device);

  std::unique_ptr<Device> opened;
  std::unique_ptr<Heap> blocks;
  std::unique_ptr<KernelCache> assembled;
  std::unique_ptr<PinnedBlocks> staging;
  std::mutex decisionMutex;
  std::unique_ptr<DecisionKernels> decisionKernels;
  // Last, hence first to go: their threads may use everything above.
  std::unique_ptr<Stream> computing;
  std::unique_ptr<Stream> incoming;
  std::unique_ptr<Stream> outgoing;
};

} // namespace weft::cuda
