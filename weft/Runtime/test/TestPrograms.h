// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of the conformance suite in C++, for clients of the tests that
// run those.

#pragma once

#include "FakeProgram.h"
#include "weft/Runtime/test/ClientConformance.h"

#include <atomic>
#include <thread>

namespace weft::runtime::testing {

struct Gate {
  std::atomic<bool> isOpen = false;
  std::atomic<int> passers = 0;
};

inline const char *nameOf(TestProgram program) {
  switch (program) {
  case TestProgram::AddOne:
    return "addOne";
  case TestProgram::Add:
    return "add";
  case TestProgram::Whereabouts:
    return "whereabouts";
  case TestProgram::Gated:
    return "gated";
  case TestProgram::BrokenReplica:
    return "brokenReplica";
  }
  return nullptr;
}

inline Status add(std::span<RunPart> parts, const RunServices &) {
  for (RunPart &part : parts) {
    auto *left = static_cast<const float *>(part.arguments[0]);
    auto *right = static_cast<const float *>(part.arguments[1]);
    auto *out = static_cast<float *>(part.results[0]);
    for (int64_t i = 0; i < part.argumentTypes[0]->elementCount(); ++i) {
      out[i] = left[i] + right[i];
    }
  }
  return Status::success();
}

inline Status whereabouts(std::span<RunPart> parts, const RunServices &) {
  for (RunPart &part : parts) {
    auto *out = static_cast<float *>(part.results[0]);
    out[0] = static_cast<float>(part.replica);
    out[1] = static_cast<float>(part.partition);
    out[2] = static_cast<float>(part.deviceOrdinal);
  }
  return Status::success();
}

inline Status brokenReplica(std::span<RunPart> parts, const RunServices &) {
  for (RunPart &part : parts) {
    if (part.replica == 1) {
      return Status::internal(kBroken);
    }
  }
  return Status::success();
}

/// By the names of the programs.
inline std::map<std::string, Body> testBodies(std::shared_ptr<Gate> gate) {
  return {{nameOf(TestProgram::AddOne), addOne},
          {nameOf(TestProgram::Add), add},
          {nameOf(TestProgram::Whereabouts), whereabouts},
          {nameOf(TestProgram::BrokenReplica), brokenReplica},
          {nameOf(TestProgram::Gated),
           [gate](std::span<RunPart> parts, const RunServices &services) {
             ++gate->passers;
             while (!gate->isOpen && !services.cancellation->isRequested()) {
               std::this_thread::yield();
             }
             return addOne(parts, services);
           }}};
}

/// A kind of client that runs them.
class BodyKind : public ClientKind {
public:
  Ref<const Executable> compile(TestProgram program,
                                Manifest manifest) override {
    manifest.name = nameOf(program);
    return executableOf(std::move(manifest));
  }
  void openGate() override { gate->isOpen = true; }
  int gatedRuns() const override { return gate->passers; }

protected:
  const std::shared_ptr<Gate> gate = std::make_shared<Gate>();
};

} // namespace weft::runtime::testing
