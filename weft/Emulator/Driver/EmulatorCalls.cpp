// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that no driver of NVIDIA's has: tests ask by them what was called,
// and have calls refused.

#include "weft/Emulator/Driver/Exports.h"

using namespace weft::emulator::driver;

/// How often a function was called.
WEFT_DRIVER_EXPORT cuEmulatorCountCalls(const char *function, uint64_t *count) {
  *count = callLog().count(function);
  return success;
}

/// The function behind `after` of those that were called, in the order of their
/// names, and null behind the last; the first one behind "".
WEFT_DRIVER_EXPORT cuEmulatorNextCalled(const char *after,
                                        const char **function) {
  *function = callLog().next(after);
  return success;
}

/// From now on, behind so many calls of the function, the next ones do nothing
/// and return `result`.
WEFT_DRIVER_EXPORT cuEmulatorRefuseCalls(const char *function, uint64_t before,
                                         uint64_t count, int result) {
  callLog().refuse(function, before, count, static_cast<Result>(result));
  return success;
}

/// `watcher` is told when its thread goes into the driver, and when it comes
/// out; null is told nothing.
WEFT_DRIVER_EXPORT cuEmulatorWatchCalls(void (*watcher)(int isInside)) {
  callLog().watcher = watcher;
  return success;
}
