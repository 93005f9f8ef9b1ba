// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/KernelCache.h"

#include "weft/Runtime/CUDA/Functions.h"

#include <fstream>
#include <iterator>
#include <optional>

namespace weft::cuda {

static std::string_view viewOf(const Digest &digest) {
  return {reinterpret_cast<const char *>(digest.data()), digest.size()};
}

static Digest makerOf(const Device &device) {
  FieldDigest digest;
  // Raised when what is in a file changes.
  digest.add("kernel 1");
  int version = 0;
  device.functions().driverGetVersion(&version);
  digest.add(version);
  // The version above is that of the interface, which several builds share.
  std::ifstream build("/sys/module/nvidia/version");
  digest.add(std::string(std::istreambuf_iterator<char>(build), {}));
  digest.add(device.name());
  digest.add(device.capability());
  return digest.finish();
}

KernelCache::KernelCache(const Device &device, CacheOptions options)
    : device(device), files(std::move(options)), maker(makerOf(device)) {}

StatusOr<Module> KernelCache::load(const std::string &ptx) {
  if (!files.isEnabled()) {
    return device.load(ptx);
  }
  FieldDigest digest;
  digest.add(viewOf(maker));
  digest.add(ptx);
  const Digest key = digest.finish();
  // The code's own digest stands before it: a driver may believe damaged code.
  std::optional<Module> module;
  files.find(key, [&](const std::string &bytes) {
    if (bytes.size() < key.size()) {
      return false;
    }
    const std::string code = bytes.substr(key.size());
    if (viewOf(digestOf(code)) !=
        std::string_view(bytes).substr(0, key.size())) {
      return false;
    }
    StatusOr<Module> loaded = device.load(code);
    if (loaded.ok()) {
      module.emplace(*std::move(loaded));
    }
    return loaded.ok();
  });
  if (module) {
    return *std::move(module);
  }
  StatusOr<std::string> code = device.assemble(ptx);
  if (!code.ok()) {
    // Whatever the driver does not give out, it may still load.
    return device.load(ptx);
  }
  WEFT_ASSIGN_OR_RETURN(Module loaded, device.load(*code));
  files.insert(key, std::string(viewOf(digestOf(*code))) + *code);
  return loaded;
}

} // namespace weft::cuda
