// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Outcome.h"

namespace weft::ffi {

XLA_FFI_Error *makeError(Status status) {
  return status.ok() ? nullptr : new XLA_FFI_Error{std::move(status)};
}

Status takeError(XLA_FFI_Error *error) {
  if (error == nullptr) {
    return Status::success();
  }
  Status status = std::move(error->status);
  delete error;
  return status;
}

Status takeFuture(XLA_FFI_Future *future) {
  if (future == nullptr) {
    return Status::success();
  }
  Status status = Status::success();
  {
    std::unique_lock lock(future->mutex);
    future->condition.wait(lock, [&] { return future->done; });
    status = future->status;
  }
  delete future;
  return status;
}

} // namespace weft::ffi
