// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU's client keeps to what every client must do, with one thread and with
// several.

#include "TestPrograms.h"

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

class CpuKind final : public BodyKind {
public:
  explicit CpuKind(int threads) : threads(threads) {}

  Ref<Client> create(const ClientRequest &request) override {
    auto loader = std::make_shared<FakeLoader>();
    loader->bodies = testBodies(gate);
    CpuClientOptions options;
    options.deviceCount = request.devices;
    options.memoryLimit = request.memoryLimit;
    options.threads = threads;
    return *createCpuClient(options, loader);
  }
  bool isAsynchronous() const override { return threads > 1; }

private:
  const int threads;
};

NamedKind cpuKind(std::string name, int threads) {
  return {std::move(name),
          [threads] { return std::make_shared<CpuKind>(threads); }};
}

INSTANTIATE_TEST_SUITE_P(Cpu, ClientConformance,
                         ::testing::Values(cpuKind("OneThread", 1),
                                           cpuKind("TwoThreads", 2),
                                           cpuKind("FourThreads", 4)),
                         nameOfKind);

} // namespace
