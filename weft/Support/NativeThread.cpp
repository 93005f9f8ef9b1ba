// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/NativeThread.h"

#include <atomic>
#include <cstddef>

namespace weft {
namespace {

/// Programs recurse over their regions; the limit of their depth is made for
/// a stack of this size.
constexpr size_t kStackBytes = size_t(16) << 20;

std::atomic<uint64_t> generation = 0;

} // namespace

int startNativeThread(pthread_t &thread, ThreadEnd end,
                      void *(*function)(void *), void *argument) {
  pthread_attr_t attributes;
  if (int error = pthread_attr_init(&attributes); error != 0) {
    return error;
  }
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_attr_setdetachstate(&attributes, end == ThreadEnd::Detached
                                               ? PTHREAD_CREATE_DETACHED
                                               : PTHREAD_CREATE_JOINABLE);
  int error = pthread_create(&thread, &attributes, function, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

uint64_t forkGeneration() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] {
    generation.fetch_add(1, std::memory_order_relaxed);
  });
  (void)registered;
  return generation.load(std::memory_order_relaxed);
}

} // namespace weft
