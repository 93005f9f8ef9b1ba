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
  digest.add("kernel 2");
  digest.add(device.functions().version);
  // The version above is that of the interface, which several builds share.
  std::ifstream build("/sys/module/nvidia/version");
  digest.add(std::string(std::istreambuf_iterator<char>(build), {}));
  digest.add(device.name());
  digest.add(device.capability());
  return digest.finish();
}

KernelCache::KernelCache(const Device &device, CacheOptions options)
    : device(device), files(std::move(options)), maker(makerOf(device)) {}

/// What an entry of the cache holds: the form of an executable's.
static std::string entryOf(const Digest &text, const Device::Assembled &made) {
  return encodeAssembledKernels({{text, "", made.resources, made.code}});
}

StatusOr<LoadedKernel>
KernelCache::load(const std::string &ptx,
                  std::span<const AssembledKernel> ahead) {
  std::string refusal;
  const Digest text = ahead.empty() ? Digest() : digestOf(ptx);
  for (const AssembledKernel &kernel : ahead) {
    if (kernel.text != text) {
      continue;
    }
    if (!runsOnCapability(kernel.processor, device.capability())) {
      refusal =
          "code for " + kernel.processor + " does not run on " + device.name();
      continue;
    }
    StatusOr<Module> loaded = device.load(kernel.code);
    if (loaded.ok()) {
      return LoadedKernel{*std::move(loaded), LoadedKernel::From::Ahead,
                          kernel.resources, ""};
    }
    refusal = loaded.status().message();
  }
  WEFT_ASSIGN_OR_RETURN(LoadedKernel loaded, loadFromText(ptx));
  loaded.refusal = !ahead.empty() && refusal.empty()
                       ? "none of them is of this text"
                       : refusal;
  return loaded;
}

StatusOr<LoadedKernel> KernelCache::loadFromText(const std::string &ptx) {
  using From = LoadedKernel::From;
  auto loadText = [&]() -> StatusOr<LoadedKernel> {
    std::optional<KernelResources> resources;
    WEFT_ASSIGN_OR_RETURN(Module module, device.load(ptx, &resources));
    return LoadedKernel{std::move(module), From::Driver, resources, ""};
  };
  if (!files.isEnabled()) {
    return loadText();
  }
  FieldDigest digest;
  digest.add(viewOf(maker));
  digest.add(ptx);
  const Digest key = digest.finish();
  std::optional<LoadedKernel> found;
  files.find(key, [&](const std::string &bytes) {
    StatusOr<std::vector<AssembledKernel>> kept = decodeAssembledKernels(bytes);
    if (!kept.ok() || kept->size() != 1 || kept->front().text != key) {
      return false;
    }
    StatusOr<Module> loaded = device.load(kept->front().code);
    if (loaded.ok()) {
      found.emplace(*std::move(loaded), From::Cache, kept->front().resources,
                    "");
    }
    return loaded.ok();
  });
  if (found) {
    return *std::move(found);
  }
  StatusOr<Device::Assembled> made = device.assemble(ptx);
  if (!made.ok()) {
    // Whatever the driver does not give out, it may still load.
    return loadText();
  }
  WEFT_ASSIGN_OR_RETURN(Module module, device.load(made->code));
  files.insert(key, entryOf(key, *made));
  return LoadedKernel{std::move(module), From::Driver, made->resources, ""};
}

} // namespace weft::cuda
