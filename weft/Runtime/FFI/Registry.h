// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The foreign functions this process knows, by platform and name, and the
// types their states have.
//
// Handlers live in other libraries and register before any client exists, so
// there is one registry per process.

#pragma once

#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/FFI/CallSite.h"
#include "weft/Support/Status.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::ffi {

struct TypeInfo {
  std::string name;
  void (*deleter)(void *object) = nullptr;
};

class Registry {
public:
  static Registry &process();

  /// Asks each stage for its metadata first, so that a handler built against
  /// headers of another major version is refused here and not when it runs.
  /// The same handler may be registered again; another under a known name is
  /// refused. Platform names compare without case.
  Status addHandler(std::string_view platform, std::string_view name,
                    const XLA_FFI_Handler_Bundle &stages,
                    XLA_FFI_Handler_Traits traits);

  /// Enters the handlers for `platform`, those known now and those to come,
  /// into a client's registry, which stays until disconnected.
  void connect(runtime::CustomCallRegistry &registry,
               std::string_view platform);
  void disconnect(runtime::CustomCallRegistry &registry);

  /// The number of the type `name`. `wanted` is the number another runtime in
  /// this process gave it already, which then is ours too, or zero.
  StatusOr<int64_t> addType(std::string_view name, int64_t wanted,
                            void (*deleter)(void *object));
  std::optional<TypeInfo> findType(int64_t number) const;

private:
  mutable std::mutex mutex;
  /// By platform and name.
  std::map<std::pair<std::string, std::string>, Handler> handlers;
  std::vector<std::pair<runtime::CustomCallRegistry *, std::string>> clients;
  std::map<std::string, int64_t, std::less<>> typeNumbers;
  std::map<int64_t, TypeInfo> types;
};

} // namespace weft::ffi
