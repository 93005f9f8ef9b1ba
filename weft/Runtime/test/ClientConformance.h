// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every client must do, whatever its machine: one suite, instantiated by
// the tests of each client with a ClientKind.
//
//   INSTANTIATE_TEST_SUITE_P(Cpu, ClientConformance,
//                            ::testing::Values(cpuKind(2)), nameOfKind);
//
// The tests are in Conformance*.cpp, which are linked into the program that
// instantiates them.

#pragma once

#include "weft/Runtime/Client.h"

#include <gtest/gtest.h>

#include <functional>

namespace weft::runtime::testing {

/// What the programs of the suite compute, on vectors of f32. Tests of a client
/// bring them in the form that it runs.
enum class TestProgram {
  /// Result 0 = argument 0 + 1.
  AddOne,
  /// Result 0 = argument 0 + argument 1.
  Add,
  /// Result 0 = {replica, partition, id of the device}.
  Whereabouts,
  /// AddOne, once the gate is open or the run is cancelled.
  Gated,
  /// Fails with kBroken in replica 1, and does nothing in others.
  BrokenReplica,
};
inline constexpr const char *kBroken = "replica 1 is broken";

struct ClientRequest {
  int devices = 1;
  /// Of each memory.
  uint64_t memoryLimit = 1 << 24;
};

class ClientKind {
public:
  virtual ~ClientKind() = default;

  virtual Ref<Client> create(const ClientRequest &request) = 0;
  /// The program with the interface of the manifest, whose name it may change.
  virtual Ref<const Executable> compile(TestProgram program,
                                        Manifest manifest) = 0;
  /// Lets gated runs go on, now and later.
  virtual void openGate() = 0;
  /// Gated runs that have begun.
  virtual int gatedRuns() const = 0;
  /// Whether a call returns before its run is over.
  virtual bool isAsynchronous() const { return true; }
  /// Whether it has programs that run on several devices at once.
  virtual bool runsOnSeveralDevices() const { return true; }
};

struct NamedKind {
  std::string name;
  std::function<std::shared_ptr<ClientKind>()> make;
};
inline std::string nameOfKind(const ::testing::TestParamInfo<NamedKind> &info) {
  return info.param.name;
}

/// Two devices; everything may be dropped in any order.
class ClientConformance : public ::testing::TestWithParam<NamedKind> {
protected:
  void SetUp() override { client = kind->create({.devices = 2}); }
  void TearDown() override {
    kind->openGate();
    if (client) {
      EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
    }
  }

  using Floats = std::vector<float>;

  Device &device(size_t i = 0) { return *client->devices()[i]; }
  Memory &memory(size_t i = 0) { return device(i).defaultMemory(); }
  /// Of another kind than the default memory; null where there is none.
  Memory *otherMemory();

  static ArrayType floats(int64_t count);
  /// A program for device 0 from `parameters` to `results` vectors.
  static Manifest manifestOf(size_t parameters, size_t results, int64_t size);
  /// The same with argument 0 given away for result 0.
  static Manifest donating(size_t parameters, size_t results, int64_t size);

  Ref<LoadedExecutable> load(TestProgram program, Manifest manifest);
  Ref<Buffer> array(std::vector<float> values, size_t onDevice = 0);
  Ref<Buffer> array(std::vector<float> values, Memory &memory);
  PendingBuffer pending(int64_t size, size_t onDevice = 0);
  /// Writes through the memory and lets go of the storage.
  void arrive(PendingBuffer &pending, const std::vector<float> &values);
  std::vector<float> valuesOf(Buffer &buffer);

  StatusOr<Execution> call(LoadedExecutable &program,
                           std::vector<Buffer *> arguments,
                           const ExecuteOptions &options = {});
  /// How a run on the first device ended, however its caller hears of it.
  static Status outcomeOf(const StatusOr<Execution> &execution);
  void awaitGatedRuns(int count);

  const std::shared_ptr<ClientKind> kind = GetParam().make();
  Ref<Client> client;
};

} // namespace weft::runtime::testing
