// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The foreign functions this process knows, by platform and name.

#pragma once

#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/FFI/CallSite.h"
#include "weft/Support/Status.h"

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::ffi {

class Registry {
public:
  /// Handlers find `api` in their frames; it stays.
  explicit Registry(const XLA_FFI_Api &api) : api(api) {}

  /// Asks each stage for its metadata first, so that a handler built against
  /// headers of another major version is refused here and not when it runs.
  /// The same handler may be registered again; another under a known name is
  /// refused. Platform names compare without case.
  Status addHandler(std::string_view platform, std::string_view name,
                    const XLA_FFI_Handler_Bundle &stages,
                    XLA_FFI_Handler_Traits traits);

  /// Enters the handlers for `platform`, those known now and those to come,
  /// into a client's registry, which stays until disconnected. Those for "cpu"
  /// serve too, and on NVIDIA's GPUs those for "cuda" before them, whichever of
  /// them came first.
  void connect(runtime::CustomCallRegistry &registry, std::string_view platform,
               bool isCuda);
  void disconnect(runtime::CustomCallRegistry &registry);

private:
  /// Whether a client of NVIDIA's GPUs is connected.
  bool hasCuda();
  const XLA_FFI_Api &api;
  std::mutex mutex;
  /// By platform and name.
  std::map<std::pair<std::string, std::string>, Handler> handlers;
  struct Client {
    runtime::CustomCallRegistry *registry;
    std::string platform;
    bool isCuda;
    /// How well what was entered under a name serves.
    std::map<std::string, int> ranks;
  };
  /// Where nothing serves better already.
  static Status enter(Client &client, const std::string &handlerPlatform,
                      const std::string &name, const Handler &handler);

  std::vector<Client> clients;
};

} // namespace weft::ffi
