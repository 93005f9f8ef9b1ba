// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/test/ClientConformance.h"

#include <thread>

namespace weft::runtime::testing {

Memory *ClientConformance::otherMemory() {
  for (Memory *other : device().memories()) {
    if (other->kind() != memory().kind()) {
      return other;
    }
  }
  return nullptr;
}

ArrayType ClientConformance::floats(int64_t count) {
  return *ArrayType::create(ElementType::F32, std::vector<int64_t>{count});
}

Manifest ClientConformance::manifestOf(size_t parameters, size_t results,
                                       int64_t size) {
  Manifest manifest;
  manifest.name = "tested";
  manifest.deviceIds = {0};
  manifest.cost.bytesAccessed = 1e12;
  manifest.parameters.resize(parameters);
  for (ParameterInfo &parameter : manifest.parameters) {
    parameter.type = floats(size);
  }
  manifest.results.resize(results);
  for (ResultInfo &result : manifest.results) {
    result.type = floats(size);
  }
  return manifest;
}

Manifest ClientConformance::donating(size_t parameters, size_t results,
                                     int64_t size) {
  Manifest manifest = manifestOf(parameters, results, size);
  manifest.parameters[0].aliasedResult = 0;
  return manifest;
}

Ref<LoadedExecutable> ClientConformance::load(TestProgram program,
                                              Manifest manifest) {
  auto loaded = client->load(kind->compile(program, std::move(manifest)));
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  return *loaded;
}

Ref<Buffer> ClientConformance::array(std::vector<float> values,
                                     size_t onDevice) {
  return array(std::move(values), memory(onDevice));
}

Ref<Buffer> ClientConformance::array(std::vector<float> values,
                                     Memory &memory) {
  std::vector<int64_t> dimensions = {static_cast<int64_t>(values.size())};
  Ref<Event> done;
  auto buffer = memory.client().fromHost(
      {values.data(), ElementType::F32, dimensions, std::nullopt}, memory,
      HostSemantics::ImmutableOnlyDuringCall, done);
  EXPECT_TRUE(buffer.ok()) << buffer.status();
  return *buffer;
}

PendingBuffer ClientConformance::pending(int64_t size, size_t onDevice) {
  return *client->createPending(floats(size), memory(onDevice));
}

void ClientConformance::arrive(PendingBuffer &pending,
                               const std::vector<float> &values) {
  Status status =
      pending.buffer->memory()
          .write(values.data(), HostBytes::UnchangedUntilDone,
                 {std::move(pending.storage), 0, values.size() * sizeof(float)})
          ->await();
  EXPECT_TRUE(status.ok()) << status;
  pending.ready->set();
}

std::vector<float> ClientConformance::valuesOf(Buffer &buffer) {
  std::vector<float> values(buffer.type().elementCount());
  Status status = buffer.toHost(values.data(), buffer.byteSize())->await();
  EXPECT_TRUE(status.ok()) << status;
  return values;
}

StatusOr<Execution> ClientConformance::call(LoadedExecutable &program,
                                            std::vector<Buffer *> arguments,
                                            const ExecuteOptions &options) {
  std::vector<std::vector<Buffer *>> lists = {std::move(arguments)};
  return program.execute(lists, options);
}

Status ClientConformance::outcomeOf(const StatusOr<Execution> &execution) {
  return execution.ok() ? execution->done[0]->await() : execution.status();
}

void ClientConformance::awaitGatedRuns(int count) {
  while (kind->gatedRuns() < count) {
    std::this_thread::yield();
  }
}

} // namespace weft::runtime::testing
