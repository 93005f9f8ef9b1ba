// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Driver/Calls.h"

#include "weft/Emulator/Driver/State.h"

#include <algorithm>
#include <string_view>

namespace weft::emulator::driver {

uint64_t CallLog::count(const char *function) {
  std::lock_guard lock(mutex);
  const auto found = counts.find(function);
  return found == counts.end() ? 0 : found->second;
}

const char *CallLog::next(const char *after) {
  std::lock_guard lock(mutex);
  const auto found = counts.upper_bound(after);
  return found == counts.end() ? nullptr : found->first.c_str();
}

void CallLog::refuse(const char *function, uint64_t before, uint64_t count,
                     Result result) {
  std::lock_guard lock(mutex);
  refusals[function] = {before, count, result};
}

Result CallLog::enter(const char *function) {
  std::lock_guard lock(mutex);
  ++counts[function];
  const auto found = refusals.find(function);
  if (found == refusals.end() || found->second.count == 0) {
    return success;
  }
  Refusals &some = found->second;
  if (some.before != 0) {
    --some.before;
    return success;
  }
  --some.count;
  return some.result;
}

CallLog &callLog() {
  static CallLog *const log = new CallLog();
  return *log;
}

void CallGate::close() {
  std::unique_lock lock(mutex);
  opened.wait(lock, [&] { return !isClosed; });
  isClosed = true;
}

void CallGate::open() {
  {
    std::lock_guard lock(mutex);
    isClosed = false;
  }
  opened.notify_all();
}

void CallGate::pass() {
  std::unique_lock lock(mutex);
  opened.wait(lock, [&] { return !isClosed; });
}

CallGate &callGate() {
  static CallGate *const gate = new CallGate();
  return *gate;
}

namespace {

/// What came after the oldest driver that Weft takes.
struct Addition {
  std::string_view function;
  int version;
};
constexpr Addition additions[] = {{"cuGraphAddNode", 12020},
                                  {"cuGraphAddNode_v2", 12030},
                                  {"cuGraphConditionalHandleCreate", 12030}};

bool isTooNew(std::string_view function) {
  const auto *found =
      std::ranges::find(additions, function, &Addition::function);
  return found != std::end(additions) &&
         state().settings.version < found->version;
}

int &depth() {
  static thread_local int calls = 0;
  return calls;
}

void tellWatcher(bool isInside) {
  if (CallLog::Watcher watcher = callLog().watcher) {
    watcher(isInside ? 1 : 0);
  }
}

} // namespace

DriverCall::DriverCall(const char *function) {
  if (depth()++ != 0) {
    return;
  }
  callGate().pass();
  tellWatcher(true);
  refused = callLog().enter(function);
  if (refused == success && isTooNew(function)) {
    refused = notSupported;
  }
}

DriverCall::~DriverCall() {
  if (--depth() == 0) {
    tellWatcher(false);
  }
}

} // namespace weft::emulator::driver
