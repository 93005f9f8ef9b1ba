// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The outcome of something that input can make fail.
//
// A Status is either success or a code with one sentence. The sentence is for
// the person whose program failed: lower case, no final stop, the operation
// and the numbers in it, and what to do instead. The codes are the ones PJRT
// puts on the wire, so that the plugin passes them through unchanged.
//
//   StatusOr<Tensor> readTensor(std::string_view path) {
//     WEFT_ASSIGN_OR_RETURN(Bytes bytes, readFile(path));
//     WEFT_RETURN_IF_ERROR(checkHeader(bytes));
//     if (bytes.size() > limit) {
//       return Status::resourceExhausted("tensor has 9 GiB, the limit is ...");
//     }
//     return Tensor(std::move(bytes));
//   }
//
// Code that already reports through MLIR's diagnostics keeps returning
// LogicalResult; Status is for what has no location or no MLIR.

#pragma once

#include <cassert>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace weft {

/// The numbers are PJRT_Error_Code's (and absl's): never renumber.
enum class StatusCode : int {
  Ok = 0,
  Cancelled = 1,
  Unknown = 2,
  InvalidArgument = 3,
  DeadlineExceeded = 4,
  NotFound = 5,
  AlreadyExists = 6,
  PermissionDenied = 7,
  ResourceExhausted = 8,
  FailedPrecondition = 9,
  Aborted = 10,
  OutOfRange = 11,
  Unimplemented = 12,
  Internal = 13,
  Unavailable = 14,
  DataLoss = 15,
  Unauthenticated = 16,
};

/// The code in words, as messages show it: "invalid argument".
std::string_view statusCodeName(StatusCode code);

class [[nodiscard]] Status {
public:
  /// A code of Ok with a message would be a failure that goes unseen, so the
  /// message is dropped.
  Status(StatusCode code, std::string message)
      : statusCode(code),
        text(code == StatusCode::Ok ? std::string() : std::move(message)) {}

  static Status success() { return Status(StatusCode::Ok, {}); }

  static Status cancelled(std::string message) {
    return Status(StatusCode::Cancelled, std::move(message));
  }
  static Status unknown(std::string message) {
    return Status(StatusCode::Unknown, std::move(message));
  }
  static Status invalidArgument(std::string message) {
    return Status(StatusCode::InvalidArgument, std::move(message));
  }
  static Status deadlineExceeded(std::string message) {
    return Status(StatusCode::DeadlineExceeded, std::move(message));
  }
  static Status notFound(std::string message) {
    return Status(StatusCode::NotFound, std::move(message));
  }
  static Status alreadyExists(std::string message) {
    return Status(StatusCode::AlreadyExists, std::move(message));
  }
  static Status permissionDenied(std::string message) {
    return Status(StatusCode::PermissionDenied, std::move(message));
  }
  static Status resourceExhausted(std::string message) {
    return Status(StatusCode::ResourceExhausted, std::move(message));
  }
  static Status failedPrecondition(std::string message) {
    return Status(StatusCode::FailedPrecondition, std::move(message));
  }
  static Status aborted(std::string message) {
    return Status(StatusCode::Aborted, std::move(message));
  }
  static Status outOfRange(std::string message) {
    return Status(StatusCode::OutOfRange, std::move(message));
  }
  static Status unimplemented(std::string message) {
    return Status(StatusCode::Unimplemented, std::move(message));
  }
  static Status internal(std::string message) {
    return Status(StatusCode::Internal, std::move(message));
  }
  static Status unavailable(std::string message) {
    return Status(StatusCode::Unavailable, std::move(message));
  }
  static Status dataLoss(std::string message) {
    return Status(StatusCode::DataLoss, std::move(message));
  }
  static Status unauthenticated(std::string message) {
    return Status(StatusCode::Unauthenticated, std::move(message));
  }

  bool ok() const { return statusCode == StatusCode::Ok; }
  StatusCode code() const { return statusCode; }
  const std::string &message() const { return text; }

  /// The same failure with "context: " before its message, for a caller that
  /// knows which file or operation it was. Success stays success.
  Status withContext(std::string_view context) const;

  /// "invalid argument: <message>", or "ok".
  std::string toString() const;

  friend bool operator==(const Status &, const Status &) = default;

private:
  StatusCode statusCode;
  std::string text;
};

std::ostream &operator<<(std::ostream &stream, const Status &status);

/// A T, or the reason why there is none.
template <class T> class [[nodiscard]] StatusOr {
  static_assert(!std::is_same_v<std::remove_cvref_t<T>, Status>,
                "a Status already says whether it is one");

public:
  StatusOr(Status failure) : outcome(std::move(failure)) {
    assert(!outcome.ok() && "success needs a value");
    // Without assertions a broken promise must still not read as success.
    if (outcome.ok()) {
      outcome = Status::internal("success was reported without a value");
    }
  }

  template <class U = T>
    requires(std::is_convertible_v<U &&, T> &&
             !std::is_same_v<std::remove_cvref_t<U>, StatusOr> &&
             !std::is_same_v<std::remove_cvref_t<U>, Status>)
  StatusOr(U &&result)
      : outcome(Status::success()), held(std::forward<U>(result)) {}

  bool ok() const { return held.has_value(); }
  const Status &status() const { return outcome; }

  T &value() & { return get(); }
  const T &value() const & { return get(); }
  T &&value() && { return std::move(get()); }

  T &operator*() & { return get(); }
  const T &operator*() const & { return get(); }
  T &&operator*() && { return std::move(get()); }
  T *operator->() { return &get(); }
  const T *operator->() const { return &get(); }

private:
  T &get() {
    assert(ok() && "value of a failed StatusOr");
    return *held;
  }
  const T &get() const {
    assert(ok() && "value of a failed StatusOr");
    return *held;
  }

  Status outcome;
  std::optional<T> held;
};

} // namespace weft

// Returning is the one thing a function cannot do for its caller, so these two
// are macros, the only ones code is written with. Each argument is evaluated
// once.

/// Leaves the function with the failure of `expression`, a Status, if it is
/// one. The function returns a Status or any StatusOr.
#define WEFT_RETURN_IF_ERROR(expression)                                       \
  do {                                                                         \
    if (::weft::Status weftStatus = (expression); !weftStatus.ok()) {          \
      return weftStatus;                                                       \
    }                                                                          \
  } while (false)

/// `WEFT_ASSIGN_OR_RETURN(auto x, f());` declares (or assigns) x from the
/// value of a StatusOr, or leaves the function with its failure. Being a
/// declaration it needs a scope of its own: braces around a lone `if` body.
#define WEFT_ASSIGN_OR_RETURN(declaration, ...)                                \
  WEFT_DETAIL_ASSIGN_OR_RETURN(                                                \
      WEFT_DETAIL_CONCATENATE(weftStatusOr, __LINE__), declaration,            \
      (__VA_ARGS__))
#define WEFT_DETAIL_CONCATENATE_EXPANDED(a, b) a##b
#define WEFT_DETAIL_CONCATENATE(a, b) WEFT_DETAIL_CONCATENATE_EXPANDED(a, b)
#define WEFT_DETAIL_ASSIGN_OR_RETURN(result, declaration, expression)          \
  auto result = expression;                                                    \
  if (!result.ok()) {                                                          \
    return result.status();                                                    \
  }                                                                            \
  declaration = std::move(result).value()
