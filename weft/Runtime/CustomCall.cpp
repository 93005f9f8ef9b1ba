// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CustomCall.h"

#include "weft/Runtime/MissingCalls.h"

namespace weft::runtime {

Status CustomCallRegistry::add(std::string name, std::string platform,
                               const CustomCallHandler &handler) {
  std::lock_guard guard(mutex);
  auto [entry, isNew] =
      handlers.try_emplace({std::move(name), std::move(platform)}, handler);
  if (!isNew) {
    return Status::alreadyExists("a handler of custom call '" +
                                 entry->first.first + "' for platform '" +
                                 entry->first.second + "' is registered");
  }
  return Status::success();
}

void CustomCallRegistry::replace(const std::string &name,
                                 const std::string &platform,
                                 const CustomCallHandler &handler) {
  std::lock_guard guard(mutex);
  handlers.insert_or_assign({name, platform}, handler);
}

StatusOr<CustomCallHandler>
CustomCallRegistry::find(std::string_view name,
                         std::string_view platform) const {
  std::lock_guard guard(mutex);
  for (std::string_view candidate : {platform, std::string_view()}) {
    auto found = handlers.find({std::string(name), std::string(candidate)});
    if (found != handlers.end()) {
      return found->second;
    }
  }
  return Status::notFound("no handler of custom call '" + std::string(name) +
                          "' is registered for platform '" +
                          std::string(platform) +
                          "': " + std::string(adviceOnMissing(name)));
}

} // namespace weft::runtime
