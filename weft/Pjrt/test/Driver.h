// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A caller of the plugin that knows nothing but the interface: it opens the
// library, and treats the argument structs as real callers do. Nothing is
// initialised that need not be, callers are older and newer than the plugin,
// and what lies behind a struct must stay untouched.

#pragma once

#include "weft/Pjrt/Abi/Api.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft::pjrt::test {

/// Which struct sizes a caller passes.
enum class Caller {
  /// Those of this version.
  Same,
  /// Those of 0.104, where they were smaller.
  Older,
  /// Those of a version that appended fields to every struct.
  Newer,
};

std::string callerName(const testing::TestParamInfo<Caller> &info);

inline constexpr unsigned char poison = 0xAB;
inline constexpr size_t growth = 64;

/// An argument struct full of poison. Checks at its end that nothing behind
/// what the caller claimed, or the plugin knows, was written.
template <class Args> class Call {
public:
  Call(Caller caller, size_t known, size_t older)
      : bytes(std::make_unique<char[]>(sizeof(Args) + growth)) {
    std::memset(bytes.get(), poison, sizeof(Args) + growth);
    size_t size = caller == Caller::Older   ? older
                  : caller == Caller::Newer ? known + growth
                                            : known;
    (*this)->struct_size = size;
    limit = std::min(size, known);
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;
  ~Call() {
    for (size_t i = limit; i < sizeof(Args) + growth; ++i) {
      if (static_cast<unsigned char>(bytes[i]) != poison) {
        ADD_FAILURE() << "byte " << i << " behind a struct of " << limit
                      << " bytes was written";
        return;
      }
    }
  }

  Args *operator->() { return reinterpret_cast<Args *>(bytes.get()); }
  Args *get() { return reinterpret_cast<Args *>(bytes.get()); }

private:
  std::unique_ptr<char[]> bytes;
  size_t limit = 0;
};

/// struct_size at 0.104.
template <class Args> constexpr size_t olderSize(size_t known) { return known; }
template <> constexpr size_t olderSize<PJRT_Device_MemoryStats_Args>(size_t) {
  return offsetof(PJRT_Device_MemoryStats_Args, peak_pool_bytes_is_set) + 1;
}
template <> constexpr size_t olderSize<PJRT_ExecuteOptions>(size_t) {
  return offsetof(PJRT_ExecuteOptions, multi_slice_config) + sizeof(void *);
}
template <>
constexpr size_t olderSize<PJRT_Executable_DeserializeAndLoad_Args>(size_t) {
  return offsetof(PJRT_Executable_DeserializeAndLoad_Args, load_options);
}

/// Declares the arguments `name` for `function`, as `caller` passes them.
#define WEFT_ARGS(name, function)                                              \
  ::weft::pjrt::test::Call<function##_Args> name(                              \
      caller, function##_Args_STRUCT_SIZE,                                     \
      ::weft::pjrt::test::olderSize<function##_Args>(                          \
          function##_Args_STRUCT_SIZE))

/// The table of the library under test.
const PJRT_Api &api();

struct Failure {
  PJRT_Error_Code code = PJRT_Error_Code_OK;
  std::string message;
};
/// What an error says; destroys it.
Failure take(PJRT_Error *error, Caller caller = Caller::Same);

/// Fails the test if `error` is one.
void expectOk(PJRT_Error *error);

/// A finished event's outcome: waits, destroys the event.
Failure finish(PJRT_Event *event, Caller caller = Caller::Same);

/// Destroys an event that nobody will ask any more.
void drop(PJRT_Event *event);

/// Calls `then` with the outcome once it is known, from a callback in which
/// the event is destroyed.
void whenReady(PJRT_Event *event, std::function<void(const Failure &)> then);

template <class T> struct TypeNumber;
template <> struct TypeNumber<float> {
  static constexpr PJRT_Buffer_Type value = PJRT_Buffer_Type_F32;
};
template <> struct TypeNumber<double> {
  static constexpr PJRT_Buffer_Type value = PJRT_Buffer_Type_F64;
};
template <> struct TypeNumber<int32_t> {
  static constexpr PJRT_Buffer_Type value = PJRT_Buffer_Type_S32;
};
template <> struct TypeNumber<int8_t> {
  static constexpr PJRT_Buffer_Type value = PJRT_Buffer_Type_S8;
};

/// A run under way; lists by device.
struct Launch {
  std::vector<std::vector<PJRT_Buffer *>> results;
  std::vector<PJRT_Event *> done;
};

/// A client and the usual things one does with it.
class Session {
public:
  /// No limit and no number of threads: what the machine has.
  explicit Session(Caller caller = Caller::Same, int64_t devices = 2,
                   int64_t memoryLimit = 0, int64_t threads = 0);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  PJRT_Client *client = nullptr;
  Caller caller;
  std::vector<PJRT_Device *> devices;

  PJRT_Memory *defaultMemory(size_t device = 0) const;

  /// Null after a failure, which goes to `failure`.
  PJRT_LoadedExecutable *compile(std::string_view program,
                                 Failure *failure = nullptr,
                                 std::string_view options = {});
  std::string serialize(PJRT_LoadedExecutable *executable) const;
  PJRT_LoadedExecutable *load(std::string_view serialized);
  PJRT_Buffer *fromHost(const void *data, PJRT_Buffer_Type type,
                        std::vector<int64_t> dimensions,
                        std::vector<int64_t> strides = {}, size_t device = 0,
                        Failure *failure = nullptr);
  template <class T>
  PJRT_Buffer *fromHost(const std::vector<T> &values,
                        std::vector<int64_t> dimensions) {
    return fromHost(values.data(), TypeNumber<T>::value, std::move(dimensions));
  }

  /// Starts a run on one device for each list of arguments. Everything is
  /// empty after a failure.
  Launch launch(PJRT_LoadedExecutable *executable,
                const std::vector<std::vector<PJRT_Buffer *>> &arguments,
                Failure *failure = nullptr);
  /// Runs on the first device. Results are empty after a failure.
  std::vector<PJRT_Buffer *> execute(PJRT_LoadedExecutable *executable,
                                     std::vector<PJRT_Buffer *> arguments,
                                     Failure *failure = nullptr,
                                     Failure *completion = nullptr);

  /// The array in row-major order.
  std::vector<char> toHost(PJRT_Buffer *buffer, Failure *failure = nullptr);
  template <class T> std::vector<T> values(PJRT_Buffer *buffer) {
    std::vector<char> bytes = toHost(buffer);
    std::vector<T> result(bytes.size() / sizeof(T));
    if (!result.empty()) {
      std::memcpy(result.data(), bytes.data(), result.size() * sizeof(T));
    }
    return result;
  }

  PJRT_Event *readyEvent(PJRT_Buffer *buffer) const;
  bool isDeleted(PJRT_Buffer *buffer) const;
  /// Deletes the array and leaves the buffer.
  void remove(PJRT_Buffer *buffer) const;
  void destroy(PJRT_Buffer *buffer) const;
  void destroy(PJRT_LoadedExecutable *executable) const;
};

} // namespace weft::pjrt::test
