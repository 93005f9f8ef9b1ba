// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs written in C++, to test the runtime around them.

#pragma once

#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/CPU/ProgramRunner.h"

#include <functional>
#include <set>

namespace weft::runtime::testing {

using Body = std::function<Status(std::span<RunPart>, const RunServices &)>;

/// Every executable it loads runs the body given last for its name.
class FakeLoader : public ProgramLoader {
public:
  std::map<std::string, Body> bodies;
  /// Names of those that must run in their caller's thread.
  std::set<std::string> inCallersThread;

  StatusOr<std::shared_ptr<ProgramRunner>> load(const Executable &executable,
                                                const CustomCallRegistry &,
                                                const std::string &,
                                                int) override {
    class Runner : public ProgramRunner {
    public:
      Runner(Body body, bool inCallersThread)
          : body(std::move(body)), inCallersThread(inCallersThread) {}
      Status run(std::span<RunPart> parts,
                 const RunServices &services) override {
        return body(parts, services);
      }
      bool needsCallersThread() const override { return inCallersThread; }
      Body body;
      bool inCallersThread;
    };
    const std::string &name = executable.manifest().name;
    return std::shared_ptr<ProgramRunner>(std::make_shared<Runner>(
        bodies.at(name), inCallersThread.contains(name)));
  }
};

inline ArrayType vectorType(int64_t size) {
  return *ArrayType::create(ElementType::F32, std::vector<int64_t>{size});
}

/// Takes and gives `count` vectors of `size` floats.
inline Manifest vectorManifest(std::string name, size_t parameters,
                               size_t results, int64_t size) {
  Manifest manifest;
  manifest.name = std::move(name);
  manifest.deviceIds = {0};
  manifest.cost.bytesAccessed = 1e12;
  manifest.parameters.resize(parameters);
  for (ParameterInfo &parameter : manifest.parameters) {
    parameter.type = vectorType(size);
  }
  manifest.results.resize(results);
  for (ResultInfo &result : manifest.results) {
    result.type = vectorType(size);
  }
  return manifest;
}

inline Ref<const Executable> executableOf(Manifest manifest) {
  return Executable::create(std::move(manifest),
                            {{SectionKind::Program, "fake"}});
}

/// Result 0 = argument 0 + 1.
inline Status addOne(std::span<RunPart> parts, const RunServices &) {
  for (RunPart &part : parts) {
    auto *in = static_cast<const float *>(part.arguments[0]);
    auto *out = static_cast<float *>(part.results[0]);
    int64_t count = part.argumentTypes[0]->elementCount();
    for (int64_t i = 0; i < count; ++i) {
      out[i] = in[i] + 1;
    }
  }
  return Status::success();
}

} // namespace weft::runtime::testing
