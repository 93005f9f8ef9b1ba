// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/FatalErrors.h"

#include <llvm/Support/ErrorHandling.h>

#include <csetjmp>
#include <cstring>

namespace weft::code {
namespace {

/// Where a fault on this thread returns to. The message is kept in place: the
/// fault may have happened because memory ran out.
struct Guard {
  std::jmp_buf target;
  char message[512];
};

thread_local Guard *innermost = nullptr;

void onFatalError(void *, const char *reason, bool) {
  Guard *guard = innermost;
  if (guard == nullptr) {
    return;
  }
  innermost = nullptr;
  std::strncpy(guard->message, reason, sizeof(guard->message) - 1);
  guard->message[sizeof(guard->message) - 1] = 0;
  std::longjmp(guard->target, 1);
}

void installHandlerOnce() {
  static const bool installed = [] {
    llvm::install_fatal_error_handler(onFatalError);
    return true;
  }();
  static_cast<void>(installed);
}

/// In a function of its own, so that nothing lives in its frame whose value
/// could differ after the jump.
[[gnu::noinline]] bool enter(Guard &guard,
                             llvm::function_ref<void()> function) {
  if (setjmp(guard.target) != 0) {
    return false;
  }
  innermost = &guard;
  function();
  innermost = nullptr;
  return true;
}

} // namespace

Status guardAgainstFatalErrors(llvm::function_ref<Status()> function,
                               bool &abandoned) {
  installHandlerOnce();
  Guard guard;
  Status status = Status::success();
  abandoned = !enter(guard, [&] { status = function(); });
  if (abandoned) {
    return Status::internal(std::string("the code generator gave up: ") +
                            guard.message);
  }
  return status;
}

} // namespace weft::code
