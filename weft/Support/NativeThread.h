// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads as the system gives them. std::thread throws when it is refused one;
// these return the error number.

#pragma once

#include <cstdint>
#include <pthread.h>

namespace weft {

enum class ThreadEnd { Joined, Detached };

/// Starts `function(argument)` with a stack that programs may recurse on. 0, or
/// the system's error number.
int startNativeThread(pthread_t &thread, ThreadEnd end,
                      void *(*function)(void *), void *argument);

/// Counts the forks between this process and the one that loaded Weft. Threads
/// started under another number are not in this process.
uint64_t forkGeneration();

} // namespace weft
