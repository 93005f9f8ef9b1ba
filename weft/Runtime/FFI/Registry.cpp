// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Registry.h"

#include "weft/Runtime/FFI/Outcome.h"

#include <algorithm>
#include <array>
#include <optional>

namespace weft::ffi {

static std::string canonicalPlatform(std::string_view platform) {
  std::string result(platform);
  for (char &character : result) {
    if (character >= 'A' && character <= 'Z') {
      character = static_cast<char>(character - 'A' + 'a');
    }
  }
  // The same plugin under two names.
  if (result == "weft_cpu") {
    return "weft";
  }
  return result == "host" ? "cpu" : result;
}

static Status checkMetadata(const XLA_FFI_Api &api, std::string_view name,
                            XLA_FFI_Handler *handler,
                            XLA_FFI_ExecutionStage stage) {
  XLA_FFI_Metadata metadata = {};
  metadata.struct_size = sizeof(XLA_FFI_Metadata);
  XLA_FFI_Metadata_Extension extension = {
      {XLA_FFI_Metadata_Extension_STRUCT_SIZE,
       XLA_FFI_InternalExtension_Metadata, nullptr},
      &metadata};
  XLA_FFI_CallFrame frame = {};
  frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
  frame.extension_start = &extension.extension_base;
  frame.api = &api;
  frame.stage = stage;
  WEFT_RETURN_IF_ERROR(takeError(handler(&frame))
                           .withContext("registering the foreign function '" +
                                        std::string(name) + "'"));
  if (metadata.api_version.major_version != XLA_FFI_API_MAJOR) {
    return Status::invalidArgument(
        "the foreign function '" + std::string(name) +
        "' was built for FFI version " +
        std::to_string(metadata.api_version.major_version) + "." +
        std::to_string(metadata.api_version.minor_version) +
        ", this is version " + std::to_string(XLA_FFI_API_MAJOR) + "." +
        std::to_string(XLA_FFI_API_MINOR) +
        "; rebuild it with the headers of the installed JAX");
  }
  return Status::success();
}

static bool sameStages(const XLA_FFI_Handler_Bundle &a,
                       const XLA_FFI_Handler_Bundle &b) {
  return a.instantiate == b.instantiate && a.prepare == b.prepare &&
         a.initialize == b.initialize && a.execute == b.execute &&
         a.record == b.record;
}

static constexpr std::string_view cudaPlatform = "cuda";

/// How well a handler serves: 0 for one of the platform's own, then those made
/// for the memory of its devices, then those for host memory; nothing for
/// others.
static std::optional<int> rankOf(const std::string &handlerPlatform,
                                 const std::string &platform, bool isCuda) {
  if (handlerPlatform == platform) {
    return 0;
  }
  if (handlerPlatform == cudaPlatform) {
    return isCuda ? std::optional(1) : std::nullopt;
  }
  return handlerPlatform == "cpu" ? std::optional(2) : std::nullopt;
}

Status Registry::enter(Client &client, const std::string &handlerPlatform,
                       const std::string &name, const Handler &handler) {
  const std::optional<int> rank = rankOf(
      handlerPlatform, canonicalPlatform(client.platform), client.isCuda);
  auto entered = client.ranks.find(name);
  if (!rank || (entered != client.ranks.end() && entered->second <= *rank)) {
    return Status::success();
  }
  if (entered != client.ranks.end()) {
    client.registry->replace(name, client.platform, asCustomCall(handler));
    entered->second = *rank;
    return Status::success();
  }
  WEFT_RETURN_IF_ERROR(
      client.registry->add(name, client.platform, asCustomCall(handler)));
  client.ranks.emplace(name, *rank);
  return Status::success();
}

bool Registry::hasCuda() {
  std::lock_guard lock(mutex);
  return std::any_of(clients.begin(), clients.end(),
                     [](const Client &client) { return client.isCuda; });
}

Status Registry::addHandler(std::string_view platform, std::string_view name,
                            const XLA_FFI_Handler_Bundle &stages,
                            XLA_FFI_Handler_Traits traits) {
  if (name.empty()) {
    return Status::invalidArgument("a foreign function needs a name");
  }
  if (stages.execute == nullptr) {
    return Status::invalidArgument("the foreign function '" +
                                   std::string(name) +
                                   "' has no handler for the execute stage");
  }
  const std::array<std::pair<XLA_FFI_Handler *, XLA_FFI_ExecutionStage>, 4>
      byStage = {{{stages.instantiate, XLA_FFI_ExecutionStage_INSTANTIATE},
                  {stages.prepare, XLA_FFI_ExecutionStage_PREPARE},
                  {stages.initialize, XLA_FFI_ExecutionStage_INITIALIZE},
                  {stages.execute, XLA_FFI_ExecutionStage_EXECUTE}}};
  // Libraries for CUDA are registered wherever they are installed, and some
  // answer only where a GPU is in use.
  const bool isAsked = canonicalPlatform(platform) != cudaPlatform || hasCuda();
  // Outside the lock: a handler may register types while it answers.
  for (auto [handler, stage] : byStage) {
    if (handler != nullptr && isAsked) {
      WEFT_RETURN_IF_ERROR(checkMetadata(api, name, handler, stage));
    }
  }
  std::lock_guard lock(mutex);
  auto [position, inserted] =
      handlers.try_emplace({canonicalPlatform(platform), std::string(name)},
                           Handler{&api, stages, traits});
  if (inserted && position->first.first == cudaPlatform) {
    position->second.traits |= kWorksOnDevice;
  }
  if (!inserted && !sameStages(position->second.stages, stages)) {
    return Status::alreadyExists("the foreign function '" + std::string(name) +
                                 "' is already registered for platform '" +
                                 position->first.first +
                                 "' with another handler");
  }
  if (inserted) {
    for (Client &client : clients) {
      WEFT_RETURN_IF_ERROR(enter(client, position->first.first,
                                 position->first.second, position->second));
    }
  }
  return Status::success();
}

void Registry::connect(runtime::CustomCallRegistry &registry,
                       std::string_view platformName, bool isCuda) {
  std::lock_guard lock(mutex);
  Client &client = clients.emplace_back(
      Client{&registry, std::string(platformName), isCuda, {}});
  for (const auto &[key, handler] : handlers) {
    // A name that the client has taken itself stays so.
    (void)enter(client, key.first, key.second, handler);
  }
}

void Registry::disconnect(runtime::CustomCallRegistry &registry) {
  std::lock_guard lock(mutex);
  std::erase_if(clients, [&](const Client &client) {
    return client.registry == &registry;
  });
}

} // namespace weft::ffi
