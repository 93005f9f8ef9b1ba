// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What handlers return and leave behind: errors, and promises to be done later.

#pragma once

#include "weft/Runtime/FFI/Abi.h"
#include "weft/Support/Status.h"

#include <condition_variable>
#include <mutex>

struct XLA_FFI_Error {
  weft::Status status;
};

struct XLA_FFI_Future {
  std::mutex mutex;
  std::condition_variable condition;
  bool done = false;
  weft::Status status = weft::Status::success();
};

namespace weft::ffi {

/// Null for success.
XLA_FFI_Error *makeError(Status status);

/// Turns what a handler returned into a status, and destroys it.
Status takeError(XLA_FFI_Error *error);

/// Waits for what a handler left in its frame, and destroys it.
Status takeFuture(XLA_FFI_Future *future);

} // namespace weft::ffi
