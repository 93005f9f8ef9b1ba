// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Context.h"

#include "weft/Runtime/FFI/Types.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace weft::ffi {

Status UserData::add(int64_t typeNumber, void *data) {
  std::lock_guard lock(mutex);
  if (!values.try_emplace(typeNumber, data).second) {
    return Status::alreadyExists("user data of type " +
                                 std::to_string(typeNumber) +
                                 " has been added already");
  }
  return Status::success();
}

void *UserData::find(int64_t typeNumber) const {
  std::lock_guard lock(mutex);
  auto position = values.find(typeNumber);
  return position == values.end() ? nullptr : position->second;
}

StatusOr<void *> Environment::allocate(size_t bytes, size_t alignment) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return Status::invalidArgument("alignment " + std::to_string(alignment) +
                                   " is not a power of two");
  }
  alignment = std::max(alignment, sizeof(void *));
  void *data = nullptr;
  if (posix_memalign(&data, alignment, std::max<size_t>(bytes, 1)) != 0) {
    return Status::resourceExhausted("no " + std::to_string(bytes) +
                                     " bytes for a foreign function");
  }
  return data;
}

void Environment::deallocate(void *data, size_t) { std::free(data); }

StageStates::~StageStates() {
  for (const State &state : states) {
    if (state.object == nullptr) {
      continue;
    }
    auto type = Types::process().find(state.typeNumber);
    if (type && type->deleter != nullptr) {
      type->deleter(state.object);
    }
  }
}

Status StageStates::set(XLA_FFI_ExecutionStage stage, int64_t typeNumber,
                        void *state) {
  auto index = static_cast<size_t>(stage);
  if (index >= states.size()) {
    return Status::invalidArgument("stage " + std::to_string(index) +
                                   " of a foreign function has no state");
  }
  if (states[index].object != nullptr) {
    return Status::failedPrecondition(
        "the state of a foreign function's stage may be set once");
  }
  if (!Types::process().find(typeNumber)) {
    return Status::invalidArgument("state of a foreign function has type " +
                                   std::to_string(typeNumber) +
                                   ", which is not registered");
  }
  states[index] = {typeNumber, state};
  return Status::success();
}

StatusOr<void *> StageStates::get(XLA_FFI_ExecutionStage stage,
                                  int64_t typeNumber) const {
  auto index = static_cast<size_t>(stage);
  if (index >= states.size() || states[index].object == nullptr) {
    return Status::notFound("no state was set in stage " +
                            std::to_string(index) + " of a foreign function");
  }
  if (states[index].typeNumber != typeNumber) {
    return Status::invalidArgument("state of a foreign function has type " +
                                   std::to_string(states[index].typeNumber) +
                                   ", not " + std::to_string(typeNumber));
  }
  return states[index].object;
}

} // namespace weft::ffi
