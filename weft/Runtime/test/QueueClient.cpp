// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "QueueClient.h"

#include "weft/Runtime/CPU/CpuMemory.h"
#include "weft/Runtime/Client/BaseClient.h"
#include "weft/Runtime/Client/Run.h"

#include <cstring>

namespace weft::runtime::testing {
namespace {

/// Whoever takes an address of the device for one of the processor's faults.
constexpr uintptr_t kDisguise = uintptr_t(1) << 55;

char *flip(void *address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it is no address until then.
  return reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(address) ^
                                  kDisguise);
}

class QueueStorage final : public Storage {
public:
  QueueStorage(char *data, uint64_t bytes, uint64_t counted,
               Ref<MemoryAccount> account)
      : Storage(flip(data), bytes, /*writable=*/true, nullptr),
        counted(counted), account(std::move(account)) {}
  ~QueueStorage() override {
    std::free(flip(address()));
    account->giveBack(counted);
  }

private:
  const uint64_t counted;
  const Ref<MemoryAccount> account;
};

class QueueMemory final : public BaseMemory {
public:
  QueueMemory(int id, const MemoryDescription &description, Device &device,
              ThreadPool &queue, uint64_t limit)
      : BaseMemory(id, description, device, limit), queue(queue) {}

  bool isHostMemory() const override { return false; }
  StatusOr<Ref<Storage>> allocate(uint64_t bytes) override {
    WEFT_ASSIGN_OR_RETURN(uint64_t size, countedBytes(bytes));
    WEFT_RETURN_IF_ERROR(books()->take(size));
    auto *data = static_cast<char *>(std::aligned_alloc(kAlignment, size));
    return Ref<Storage>(makeRef<QueueStorage>(data, bytes, size, books()));
  }

private:
  static char *bytesOf(const StorageRange &range) {
    return flip(range.storage->address()) + range.offset;
  }

  Ref<Event> enqueue(const void *source, void *destination, uint64_t size,
                     std::vector<Ref<Storage>> kept,
                     std::shared_ptr<char[]> staging = nullptr) {
    Ref<Event> done = Event::pending();
    queue.submit([=, kept = std::move(kept),
                  keeper = Ref<Client>::share(&client())]() mutable {
      std::memcpy(destination, staging ? staging.get() : source, size);
      kept.clear();
      done->set();
    });
    return done;
  }
  Ref<Event> startRead(StorageRange source, void *destination) override {
    return enqueue(bytesOf(source), destination, source.size, {source.storage});
  }
  Ref<Event> startWrite(const void *source, HostBytes promise,
                        StorageRange destination) override {
    std::shared_ptr<char[]> staging;
    if (promise == HostBytes::UnchangedDuringCall) {
      staging.reset(new char[destination.size]);
      std::memcpy(staging.get(), source, destination.size);
    }
    char *to = bytesOf(destination);
    return enqueue(source, to, destination.size,
                   {std::move(destination.storage)}, std::move(staging));
  }
  Ref<Event> startCopy(StorageRange source, Memory &memory,
                       StorageRange destination) override {
    void *to = memory.isHostMemory()
                   ? static_cast<char *>(destination.storage->address()) +
                         destination.offset
                   : bytesOf(destination);
    const void *from = bytesOf(source);
    return enqueue(from, to, source.size,
                   {std::move(source.storage), std::move(destination.storage)});
  }

  ThreadPool &queue;
};

class QueueProgram final : public Program {
public:
  QueueProgram(Body body, ThreadPool &queue)
      : body(std::move(body)), queue(queue) {}

  LaunchBy launcherOf(bool) const override { return LaunchBy::LastArgument; }

  StatusOr<Ref<Event>> launch(Run &run, const ExecuteOptions &,
                              Cancellation *cancellation) override {
    Ref<Event> done = Event::pending();
    queue.submit([this, &run, cancellation, done] {
      Status status = compute(run, cancellation);
      done->set(std::move(status));
    });
    return done;
  }

private:
  static char *reveal(const Memory &memory, const Storage &storage) {
    return memory.isHostMemory() ? static_cast<char *>(storage.address())
                                 : flip(storage.address());
  }

  Status compute(Run &run, Cancellation *cancellation) {
    if (cancellation) {
      cancellation->begin();
    }
    std::vector<const void *> arguments;
    std::vector<const ArrayType *> types;
    for (const RunArgument &argument : run.argumentList()) {
      arguments.push_back(
          reveal(*argument.memory, argument.content->storage()));
      types.push_back(argument.type);
    }
    std::vector<void *> results;
    for (const RunResult &result : run.resultList()) {
      results.push_back(reveal(*result.memory, *result.storage));
    }
    std::span<const DeviceShare> shares = run.partList();
    size_t argumentCount = arguments.size() / shares.size();
    size_t resultCount = results.size() / shares.size();
    std::vector<RunPart> parts(shares.size());
    for (size_t p = 0; p < parts.size(); ++p) {
      parts[p].replica = shares[p].logical.replica;
      parts[p].partition = shares[p].logical.partition;
      parts[p].deviceOrdinal = shares[p].device->description().id;
      parts[p].arguments = {arguments.data() + p * argumentCount,
                            argumentCount};
      parts[p].argumentTypes = {types.data() + p * argumentCount,
                                argumentCount};
      parts[p].results = {results.data() + p * resultCount, resultCount};
    }
    RunServices services;
    services.cancellation = cancellation;
    return body(parts, services);
  }

  const Body body;
  ThreadPool &queue;
};

class QueueClient final : public BaseClient {
public:
  QueueClient(Topology topology, uint64_t memoryLimit,
              std::map<std::string, Body> bodies)
      : BaseClient(std::move(topology), /*threads=*/2),
        bodies(std::move(bodies)), queue(/*threads=*/3) {
    addDevices([&](int id, const MemoryDescription &description,
                   Device &device) -> std::unique_ptr<Memory> {
      if (description.kind == "device") {
        return std::make_unique<QueueMemory>(id, description, device, queue,
                                             memoryLimit);
      }
      return std::make_unique<CpuMemory>(id, description, device, threadPool(),
                                         memoryLimit);
    });
  }

  /// What one of them does may give the other something to do.
  bool drain(std::chrono::nanoseconds limit) override {
    return queue.drain(limit) && BaseClient::drain(limit) && queue.drain(limit);
  }

private:
  StatusOr<std::shared_ptr<Program>>
  loadProgram(const Executable &executable, std::span<Device *const>) override {
    return std::shared_ptr<Program>(std::make_shared<QueueProgram>(
        bodies.at(executable.manifest().name), queue));
  }

  const std::map<std::string, Body> bodies;
  ThreadPool queue;
};

} // namespace

Ref<Client> createQueueClient(int devices, uint64_t memoryLimit,
                              std::map<std::string, Body> bodies) {
  Topology topology;
  topology.platformName = "queue";
  for (int id = 0; id < devices; ++id) {
    DeviceDescription device;
    device.id = id;
    device.kind = "queue";
    device.toString = "QueueDevice(id=" + std::to_string(id) + ")";
    device.memories = {{"device", 0}, {"pinned_host", 1}};
    topology.devices.push_back(std::move(device));
  }
  return makeRef<QueueClient>(std::move(topology), memoryLimit,
                              std::move(bodies));
}

} // namespace weft::runtime::testing
