// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind the opaque pointers of the interface.
//
// Callers may destroy things in any order, so whatever a handle points at, it
// keeps alive: everything made by a client holds a reference to it. Arrays
// and strings that a function hands out belong to the handle they describe.

#pragma once

#include "weft/Compiler/Compiler.h"
#include "weft/Pjrt/Abi/Api.h"
#include "weft/Pjrt/NamedValues.h"
#include "weft/Runtime/Client.h"
#include "weft/Runtime/FFI/Context.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// A memory as a device without hardware describes it.
struct PJRT_MemoryDescription {
  std::string kind;
  int kindId = 0;
};

struct PJRT_DeviceDescription {
  explicit PJRT_DeviceDescription(weft::runtime::DeviceDescription description);

  weft::runtime::DeviceDescription description;
  weft::pjrt::NamedValues attributes;
  std::vector<PJRT_MemoryDescription> memories;
  std::vector<const PJRT_MemoryDescription *> memoryPointers;
};

struct PJRT_TopologyDescription {
  explicit PJRT_TopologyDescription(weft::runtime::Topology topology);

  weft::runtime::Topology topology;
  weft::pjrt::NamedValues attributes;
  std::vector<std::unique_ptr<PJRT_DeviceDescription>> descriptions;
  std::vector<PJRT_DeviceDescription *> descriptionPointers;
  std::vector<int> memoryKindIds;
};

namespace weft::pjrt {

/// Callers reach the functions of a memory through the pointer at its start.
struct Memory : PJRT_Memory {
  explicit Memory(runtime::Memory &memory);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  runtime::Memory &memory;
  std::vector<PJRT_Device *> devices;

  struct UserData {
    void *data = nullptr;
    void (*destructor)(void *) = nullptr;
  };
  std::mutex mutex;
  std::map<const void *, UserData> userData;
};

inline Memory &memoryOf(PJRT_Memory *memory) {
  return *static_cast<Memory *>(memory);
}

} // namespace weft::pjrt

struct PJRT_Device {
  PJRT_Device(PJRT_Client &client, weft::runtime::Device &device);

  PJRT_Client &client;
  weft::runtime::Device &device;
  PJRT_DeviceDescription description;
  std::vector<PJRT_Memory *> memories;
  PJRT_Memory *defaultMemory = nullptr;
};

namespace weft::pjrt {
/// The machine that devices name, where they are not the processor.
std::string targetOf(const runtime::Topology &topology);
} // namespace weft::pjrt

struct PJRT_Client : weft::RefCounted {
  explicit PJRT_Client(weft::Ref<weft::runtime::Client> client);
  ~PJRT_Client() override;

  /// The handle of a device or memory of this client; null for null.
  PJRT_Device *handleOf(const weft::runtime::Device *device) const;
  PJRT_Memory *handleOf(const weft::runtime::Memory *memory) const;

  weft::Ref<weft::runtime::Client> client;
  weft::Compiler compiler;
  /// What its programs are compiled for, as CompileOptions name it.
  const std::string target;
  PJRT_TopologyDescription topology;
  std::vector<std::unique_ptr<PJRT_Device>> devices;
  std::vector<PJRT_Device *> devicePointers;
  std::vector<std::unique_ptr<weft::pjrt::Memory>> memories;
  std::vector<PJRT_Memory *> memoryPointers;
};

struct PJRT_Buffer {
  weft::Ref<weft::runtime::Buffer> buffer;
  weft::Ref<PJRT_Client> client;
};

/// A layout in XLA's notation.
struct PJRT_Layouts_MemoryLayout {
  std::string text;
};

struct PJRT_Executable {
  /// `threads`: of the client that runs it.
  PJRT_Executable(weft::Ref<const weft::Executable> executable, int threads);

  weft::Ref<const weft::Executable> executable;
  const int threads;
  std::vector<PJRT_Buffer_Type> resultTypes;
  /// Of all results, one after the other, with the rank of each.
  std::vector<int64_t> resultDimensions;
  std::vector<size_t> resultRanks;
  std::vector<const char *> resultMemoryKinds;
  std::vector<size_t> resultMemoryKindSizes;
  std::vector<const char *> parameterMemoryKinds;
  std::vector<size_t> parameterMemoryKindSizes;
  weft::pjrt::NamedValues costs;
  std::vector<PJRT_Layouts_MemoryLayout> parameterLayouts;
  std::vector<PJRT_Layouts_MemoryLayout *> parameterLayoutPointers;
  std::vector<PJRT_Layouts_MemoryLayout> resultLayouts;
  std::vector<PJRT_Layouts_MemoryLayout *> resultLayoutPointers;

  /// Serialized, as the sharding extension hands them out; empty when some
  /// sharding is not known.
  struct Shardings {
    std::vector<std::string> texts;
    std::vector<const char *> pointers;
    std::vector<size_t> sizes;
  };
  Shardings parameterShardings;
  Shardings resultShardings;
};

struct PJRT_LoadedExecutable {
  weft::Ref<weft::runtime::LoadedExecutable> executable;
  weft::Ref<PJRT_Client> client;
  std::vector<PJRT_Device *> devices;
  std::vector<PJRT_LogicalDeviceIds> logicalIds;
};

/// What one caller attaches to its executions. Runs keep it alive after the
/// caller let it go.
struct PJRT_ExecuteContext : weft::ffi::UserData {};

namespace weft::pjrt {

/// An event over the interface is the runtime's, with one reference counted
/// for the caller; so the events that are ready from the start cost nothing.
PJRT_Event *handEvent(Ref<runtime::Event> event);
runtime::Event &eventOf(PJRT_Event *event);

PJRT_Buffer *handBuffer(Ref<runtime::Buffer> buffer, Ref<PJRT_Client> client);

PJRT_LoadedExecutable *
handLoadedExecutable(Ref<runtime::LoadedExecutable> executable,
                     Ref<PJRT_Client> client);

/// The layout of the interface as a type's order of dimensions; nothing for
/// null. Sizes inside the struct are not looked at: callers leave them unset.
StatusOr<std::optional<std::vector<int64_t>>>
readDeviceLayout(const PJRT_Buffer_MemoryLayout *layout, ElementType element,
                 std::span<const int64_t> dimensions);

/// A type from what a caller gave, checked.
StatusOr<ArrayType> readArrayType(PJRT_Buffer_Type type, const int64_t *dims,
                                  size_t rank,
                                  const PJRT_Buffer_MemoryLayout *layout);

/// Where a buffer is to go: the memory, else the device's default one. Fails
/// if neither is given, or it is another client's.
StatusOr<runtime::Memory *>
chooseMemory(PJRT_Client &client, PJRT_Memory *memory, PJRT_Device *device);

} // namespace weft::pjrt
