// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that the stand-in's functions work on.

#pragma once

#include "weft/Emulator/Driver/Abi.h"
#include "weft/Emulator/Driver/Stream.h"
#include "weft/Emulator/Launch.h"

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace weft::emulator::driver {

/// Whether memory can be mapped to reserved addresses, or not although the
/// device says so.
enum class Mapping { None, Refused, Works };

/// Environment variables, read when the driver is initialised.
struct Settings {
  /// WEFT_EMULATOR_SEED: of all that is left to chance.
  uint64_t seed = 0;
  /// WEFT_EMULATOR_MEMORY: bytes of each device.
  uint64_t memory = uint64_t(1) << 30;
  /// WEFT_EMULATOR_DEVICES
  int devices = 1;
  /// WEFT_EMULATOR_CAPABILITY: 90 for 9.0.
  int capability = 90;
  /// WEFT_EMULATOR_RACES=0 leaves the search for races out.
  bool checksRaces = true;
  /// WEFT_EMULATOR_INSTRUCTIONS: more than so many in one launch are a fault.
  uint64_t instructions = uint64_t(1) << 34;
  /// WEFT_EMULATOR_MAPPING: 0 for a device that does not map memory, 'refused'
  /// for one on which it fails.
  Mapping mapping = Mapping::Works;
  /// WEFT_EMULATOR_VERSION: of the interface, 12080 for 12.8. What came later
  /// is refused: functions, versions of PTX, and branches in graphs.
  int version = 12080;
  /// WEFT_EMULATOR_SPILLS: what its assembler says that each kernel spills.
  uint64_t spilledBytes = 0;
  /// WEFT_EMULATOR_LOADING=waits: code is loaded when the device has nothing to
  /// do, and until then nobody else gets an answer.
  bool loadingWaits = false;
  /// WEFT_EMULATOR_REPORT: a file that reports of faults are added to.
  std::string report;

  static Settings fromEnvironment();
};

struct Chunk;

class Device {
public:
  Device(int ordinal, const Settings &settings, std::unique_ptr<Memory> memory);

  const int ordinal;
  const Settings settings;
  std::unique_ptr<Memory> memory;
  /// Held by kernels in front of `turns`.
  std::mutex blocks;
  /// Held by whatever touches the memory.
  std::mutex turns;
  /// What is mapped, by address; by whoever has the turn.
  std::map<DeviceAddress, std::shared_ptr<Chunk>> mapped;
  /// Of the primary context.
  std::atomic<int> retained = 0;

  /// The first fault; all that comes after it fails too.
  Result error() const { return static_cast<Result>(failure.load()); }
  void fail(const Fault &fault);
  void clearError() { failure = success; }

  Stream &defaultStream() { return *legacy; }
  std::shared_ptr<Stream> addStream(bool isBlocking);
  /// Its handle is gone; its work is still done.
  void abandonStream(const std::shared_ptr<Stream> &stream);
  /// Puts work into a stream, in its order with the default stream.
  uint64_t submit(Stream &stream, std::function<void()> task);
  /// Until nothing is left to do.
  void synchronize();
  uint64_t nextSeed() { return settings.seed * 1000003 + ++seeds; }

private:
  std::unique_ptr<Stream> legacy;
  std::atomic<int> failure = success;
  std::atomic<uint64_t> seeds = 0;
  std::mutex mutex;
  std::vector<std::shared_ptr<Stream>> streams;
  std::vector<std::shared_ptr<Stream>> abandoned;

  /// Streams without a handle that are done.
  std::vector<std::shared_ptr<Stream>> takeFinished();
};

/// A module that was loaded. Kept until the last launch of it is done.
struct LoadedModule {
  Device *device = nullptr;
  std::unique_ptr<Module> module;
  ~LoadedModule();
};

struct LoadedFunction {
  std::shared_ptr<LoadedModule> owner;
  const Function *function = nullptr;
  std::atomic<uint32_t> dynamicShared = 48 << 10;
};

/// Handles that were given out: pointers that mean nothing else to callers.
template <class T> class Handles {
public:
  void *add(std::shared_ptr<T> object) {
    std::lock_guard lock(mutex);
    void *handle = object.get();
    objects[handle] = std::move(object);
    return handle;
  }
  std::shared_ptr<T> find(void *handle) {
    std::lock_guard lock(mutex);
    auto found = objects.find(handle);
    return found == objects.end() ? nullptr : found->second;
  }
  std::shared_ptr<T> remove(void *handle) {
    std::lock_guard lock(mutex);
    auto found = objects.find(handle);
    if (found == objects.end()) {
      return nullptr;
    }
    std::shared_ptr<T> object = std::move(found->second);
    objects.erase(found);
    return object;
  }

  template <class Predicate> void removeIf(Predicate predicate) {
    std::lock_guard lock(mutex);
    std::erase_if(objects,
                  [&](const auto &entry) { return predicate(*entry.second); });
  }

private:
  std::mutex mutex;
  std::map<void *, std::shared_ptr<T>> objects;
};

struct StreamHandle {
  Device *device = nullptr;
  std::shared_ptr<Stream> stream;
};
struct EventHandle {
  Device *device = nullptr;
  Event event;
};

/// PTX that waits to be assembled.
struct Linker {
  std::string ptx;
  std::vector<char> image;
  void *infoLog = nullptr, *errorLog = nullptr;
  size_t infoLogBytes = 0, errorLogBytes = 0;
};

/// Memory without an address of its own. It is there until it has neither
/// handle nor mapping.
struct Chunk {
  Chunk(Device &device, uint64_t size) : device(device), size(size) {}
  ~Chunk();

  Device &device;
  const uint64_t size;
};

struct Graph;
struct GraphExecutable;
struct Condition;

struct State {
  std::atomic<bool> isInitialized = false;
  Settings settings;
  std::vector<std::unique_ptr<Device>> devices;
  Handles<StreamHandle> streams;
  Handles<EventHandle> events;
  Handles<LoadedModule> modules;
  Handles<LoadedFunction> functions;
  Handles<Linker> linkers;
  Handles<Graph> graphs;
  Handles<GraphExecutable> executables;
  Handles<Condition> conditions;
  Handles<Chunk> chunks;
  /// Memory of the host that the device reaches: begin and size.
  std::mutex pinnedMutex;
  std::map<uintptr_t, size_t> pinned;

  bool isPinned(const void *at, size_t size);
};

/// Lives as long as the process: threads of streams may still run at its end.
State &state();

/// The device of the context that the thread has made its own: the last of
/// those that it has pushed.
Device *currentDevice();
/// In place of the last one; null takes that away.
void setCurrentDevice(Device *device);
void pushDevice(Device *device);
Device *popDevice();

/// Success, or why nothing can be done on the thread's context now.
Result checkContext(Device *&device);

/// The stream that a handle means; none where it means nothing.
std::shared_ptr<Stream> findStream(Device &device, void *handle);

/// The PTX in what a module is loaded from: text, or what the linker made.
StatusOr<std::string> readImage(const void *image);
std::vector<char> makeImage(const std::string &ptx);

/// What a launch needs, taken from the caller's memory.
struct PreparedLaunch {
  std::shared_ptr<LoadedFunction> function;
  LaunchShape shape;
  std::vector<uint8_t> parameters;
  /// Whether it may begin before what it depends on has ended.
  bool isAhead = false;
};
Result prepareLaunch(void *function, const unsigned grid[3],
                     const unsigned block[3], unsigned sharedBytes,
                     void **parameters, void **extra, PreparedLaunch &result);
/// On the stream's own thread.
void runLaunch(Device &device, const PreparedLaunch &launch);

/// A value that kernels of a graph set, and that decides what the graph does.
struct Condition {
  std::atomic<uint32_t> value = 0;
  uint32_t atLaunch = 0;
};

} // namespace weft::emulator::driver
