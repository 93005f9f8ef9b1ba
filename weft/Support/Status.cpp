// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Status.h"

#include <ostream>

namespace weft {

std::string_view statusCodeName(StatusCode code) {
  switch (code) {
  case StatusCode::Ok:
    return "ok";
  case StatusCode::Cancelled:
    return "cancelled";
  case StatusCode::Unknown:
    return "unknown";
  case StatusCode::InvalidArgument:
    return "invalid argument";
  case StatusCode::DeadlineExceeded:
    return "deadline exceeded";
  case StatusCode::NotFound:
    return "not found";
  case StatusCode::AlreadyExists:
    return "already exists";
  case StatusCode::PermissionDenied:
    return "permission denied";
  case StatusCode::ResourceExhausted:
    return "resource exhausted";
  case StatusCode::FailedPrecondition:
    return "failed precondition";
  case StatusCode::Aborted:
    return "aborted";
  case StatusCode::OutOfRange:
    return "out of range";
  case StatusCode::Unimplemented:
    return "unimplemented";
  case StatusCode::Internal:
    return "internal";
  case StatusCode::Unavailable:
    return "unavailable";
  case StatusCode::DataLoss:
    return "data loss";
  case StatusCode::Unauthenticated:
    return "unauthenticated";
  }
  // A number from outside the enum can arrive through the C API.
  return "unknown";
}

Status Status::withContext(std::string_view context) const {
  if (ok()) {
    return *this;
  }
  std::string message(context);
  message += ": ";
  message += text;
  return Status(statusCode, std::move(message));
}

std::string Status::toString() const {
  std::string result(statusCodeName(statusCode));
  if (!ok()) {
    result += ": ";
    result += text;
  }
  return result;
}

std::ostream &operator<<(std::ostream &stream, const Status &status) {
  return stream << status.toString();
}

} // namespace weft
