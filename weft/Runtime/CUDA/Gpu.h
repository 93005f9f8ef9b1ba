// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device with all that a client has of it: memory, queues, pieces of pinned
// memory. Whoever holds something of it holds it whole.

#pragma once

#include "weft/Runtime/CUDA/CallsBehindRuns.h"
#include "weft/Runtime/CUDA/Caretaker.h"
#include "weft/Runtime/CUDA/Decisions.h"
#include "weft/Runtime/CUDA/DeviceBytes.h"
#include "weft/Runtime/CUDA/Heap.h"
#include "weft/Runtime/CUDA/KernelCache.h"
#include "weft/Runtime/CUDA/PinnedBlocks.h"
#include "weft/Runtime/CUDA/PinnedWords.h"
#include "weft/Runtime/CUDA/Scratch.h"
#include "weft/Runtime/CUDA/Stream.h"
#include "weft/Runtime/SharedQueues.h"

namespace weft::cuda {

/// The streams of a device as other libraries know them.
class StreamQueues final : public runtime::SharedQueues {
public:
  StreamQueues(const Device &device, Stream &incoming)
      : device(device), incoming(incoming) {}

  intptr_t arriving() const override {
    return reinterpret_cast<intptr_t>(incoming.streamHandle());
  }
  Status waitIn(intptr_t queue, const runtime::Fence &fence) override;
  /// Has one stream wait for all that is in another one now.
  Status chain(intptr_t earlier, intptr_t later);

private:
  const Device &device;
  Stream &incoming;
};

class Gpu {
public:
  /// Memory goes back to the driver once it has rested for so long.
  static StatusOr<std::shared_ptr<Gpu>> open(int ordinal,
                                             const CacheOptions &kernelCache,
                                             std::chrono::nanoseconds rest);
  /// Those that this process has open.
  static std::vector<std::shared_ptr<Gpu>> all();

  const Device &device() const { return *opened; }
  Heap &heap() { return *blocks; }
  /// What the heap is made of, in words.
  const std::string &heapKind() const { return madeOf; }
  /// It goes, too, when it has rested.
  void lookAfter(const std::shared_ptr<Scratch> &scratch);
  DeviceBytesList &bytes() { return inUse; }
  StreamQueues &queues() { return *shared; }
  CallsBehindRuns &callsBehindRuns() { return *behindRuns; }
  KernelCache &kernels() { return *assembled; }
  PinnedBlocks &pinned() { return *staging; }
  PinnedWords &words() { return *ofPrograms; }
  /// Loaded when the first program asks for them.
  StatusOr<const DecisionKernels *> decisions();
  /// Kernels run here, one after the other.
  Stream &compute() { return *computing; }
  /// Bytes that come from the host, and bytes that go there.
  Stream &arriving() { return *incoming; }
  Stream &leaving() { return *outgoing; }
  /// Bytes that go there once a run is over: nobody else waits behind them.
  Stream &leavingLater() { return *following; }

  bool drain(std::chrono::nanoseconds limit) {
    return computing->drain(limit) && incoming->drain(limit) &&
           outgoing->drain(limit) && following->drain(limit) &&
           behindRuns->drain(limit);
  }

private:
  Gpu(std::unique_ptr<Device> device, const CacheOptions &kernelCache);
  void makeHeap();
  void giveBackRested();

  std::unique_ptr<Device> opened;
  std::unique_ptr<Heap> blocks;
  std::string madeOf;
  std::mutex scratchMutex;
  std::weak_ptr<Scratch> scratch;
  DeviceBytesList inUse;
  std::unique_ptr<KernelCache> assembled;
  std::unique_ptr<PinnedBlocks> staging;
  std::unique_ptr<PinnedWords> ofPrograms;
  std::mutex decisionMutex;
  std::unique_ptr<DecisionKernels> decisionKernels;
  // Last, hence first to go: their threads may use everything above.
  std::unique_ptr<Stream> computing;
  std::unique_ptr<Stream> incoming;
  std::unique_ptr<Stream> outgoing;
  std::unique_ptr<Stream> following;
  std::unique_ptr<StreamQueues> shared;
  std::unique_ptr<CallsBehindRuns> behindRuns;
  std::unique_ptr<Caretaker> caretaker;
};

} // namespace weft::cuda
