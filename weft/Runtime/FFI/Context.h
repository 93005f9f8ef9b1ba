// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions that a handler may call work on.

#pragma once

#include "weft/Runtime/FFI/Abi.h"
#include "weft/Support/Ref.h"
#include "weft/Support/Status.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace weft::ffi {

/// What a caller attaches to its executions, by the number of its type. An
/// execution that carries some has it as its custom call context.
class UserData : public RefCounted {
public:
  /// Fails if there is a value of that type.
  Status add(int64_t typeNumber, void *data);
  /// Null if there is none.
  void *find(int64_t typeNumber) const;

private:
  mutable std::mutex mutex;
  std::map<int64_t, void *> values;
};

/// What a device offers to the foreign functions that run on it. The defaults
/// serve a CPU without threads to spare.
class Environment {
public:
  virtual ~Environment() = default;

  virtual int32_t deviceOrdinal() const { return 0; }
  virtual int64_t runId() const { return 0; }
  /// The device's queue in the form the device's own interface has it; null
  /// where there is none.
  virtual void *stream() const { return nullptr; }
  virtual StatusOr<void *> allocate(size_t bytes, size_t alignment);
  virtual void deallocate(void *data, size_t bytes);
  virtual int64_t threadCount() const { return 1; }
  virtual void schedule(std::function<void()> task) { task(); }
  /// What the caller of this run attached under that type; null if nothing.
  virtual void *userData(int64_t /*typeNumber*/) const { return nullptr; }
};

/// One state object per stage, owned and deleted with its type's deleter.
class StageStates {
public:
  StageStates() = default;
  StageStates(const StageStates &) = delete;
  StageStates &operator=(const StageStates &) = delete;
  ~StageStates();

  Status set(XLA_FFI_ExecutionStage stage, int64_t typeNumber, void *state);
  /// Null if the stage set none; fails if it has another type.
  StatusOr<void *> get(XLA_FFI_ExecutionStage stage, int64_t typeNumber) const;

private:
  struct State {
    int64_t typeNumber = 0;
    void *object = nullptr;
  };
  std::array<State, 3> states;
};

} // namespace weft::ffi

/// Behind the opaque pointer in a frame.
struct XLA_FFI_InvokeContext {
  weft::ffi::Environment *environment;
  /// The state of the instantiate stage belongs to the call site, those of the
  /// later stages to one execution.
  weft::ffi::StageStates *siteStates;
  weft::ffi::StageStates *runStates;
};
