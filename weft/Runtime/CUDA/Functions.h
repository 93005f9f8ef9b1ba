// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the driver that we call, with the types of its interface
// that they need. Names ending in _v2 are those that the driver exports for the
// functions' present form.

#pragma once

#include "weft/Support/Status.h"

#include <cstddef>
#include <cstdint>

namespace weft::cuda {

using Result = int;
using DeviceAddress = unsigned long long;

/// Of events, for order alone: CU_EVENT_DISABLE_TIMING.
inline constexpr unsigned eventWithoutTime = 2;

/// CUDA_KERNEL_NODE_PARAMS_v2.
struct KernelNodeParameters {
  void *function;
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  void **parameters;
  void **extra;
  void *kernel;
  void *context;
};

/// One side of CUDA_MEMCPY3D.
struct CopyNodeSide {
  size_t x, y, z, level;
  /// CUmemorytype: 1 host, 2 device, 4 the address says which.
  int kind;
  void *host;
  DeviceAddress device;
  void *array;
  void *reserved;
  size_t pitch, height;
};

/// CUDA_MEMCPY3D.
struct CopyNodeParameters {
  CopyNodeSide from, to;
  size_t width, height, depth;
};

/// CUDA_MEMSET_NODE_PARAMS.
struct FillNodeParameters {
  DeviceAddress to;
  size_t pitch;
  unsigned value;
  unsigned elementBytes;
  size_t width;
  size_t height;
};

/// CUgraphNodeParams of a kernel.
struct KernelNode {
  int kind;
  int reserved[3];
  KernelNodeParameters kernel;
  long long room[21];
};
static_assert(sizeof(KernelNode) == 256);

/// CUgraphEdgeData.
struct EdgeData {
  unsigned char fromPort, toPort, kind;
  unsigned char reserved[5];
};

/// CUlaunchAttribute, of those whose value is a number.
struct LaunchAttribute {
  int kind;
  int padding;
  int value;
  int room[15];
};
static_assert(sizeof(LaunchAttribute) == 72);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  void *stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};

/// CUgraphNodeParams of a node with bodies.
struct ConditionalNode {
  int kind;
  int reserved[3];
  unsigned long long condition;
  /// CUgraphConditionalNodeType.
  int conditionalKind;
  unsigned bodyCount;
  /// Set by the driver: as many graphs as there are bodies.
  void **bodies;
  void *context;
  long long room[26];
};
static_assert(sizeof(ConditionalNode) == 256);

/// CUmemGenericAllocationHandle.
using MemoryHandle = unsigned long long;

/// CU_MEM_ALLOCATION_TYPE_PINNED and CU_MEM_LOCATION_TYPE_DEVICE.
inline constexpr int memoryOfDevice = 1;
/// CU_MEM_ACCESS_FLAGS_PROT_READWRITE.
inline constexpr int memoryReadAndWrite = 3;

/// CUmemLocation.
struct MemoryLocation {
  int kind;
  int ordinal;
};

/// CUmemAllocationProp.
struct MemoryProperties {
  int kind;
  /// None: of this process alone.
  int exportedAs;
  MemoryLocation location;
  void *forWindows;
  unsigned char compression, remoteAccess;
  unsigned short usage;
  unsigned char reserved[4];
};
static_assert(sizeof(MemoryProperties) == 32);

/// CUmemAccessDesc.
struct MemoryAccess {
  MemoryLocation location;
  int flags;
};
static_assert(sizeof(MemoryAccess) == 12);

struct DriverFunctions {
  void *library = nullptr;
  /// Of its interface: 12080 for 12.8.
  int version = 0;

  Result (*init)(unsigned) = nullptr;
  Result (*driverGetVersion)(int *) = nullptr;
  Result (*getErrorString)(Result, const char **) = nullptr;
  Result (*deviceGetCount)(int *) = nullptr;
  Result (*deviceGet)(int *, int) = nullptr;
  Result (*deviceGetName)(char *, int, int) = nullptr;
  Result (*deviceGetAttribute)(int *, int, int) = nullptr;
  Result (*primaryContextRetain)(void **, int) = nullptr;
  Result (*primaryContextRelease)(int) = nullptr;
  Result (*contextSetCurrent)(void *) = nullptr;
  Result (*contextGetCurrent)(void **) = nullptr;
  Result (*contextPush)(void *) = nullptr;
  Result (*contextPop)(void **) = nullptr;
  Result (*contextSynchronize)() = nullptr;
  Result (*moduleLoadDataEx)(void **, const void *, unsigned, int *,
                             void **) = nullptr;
  Result (*moduleUnload)(void *) = nullptr;
  Result (*moduleGetFunction)(void **, void *, const char *) = nullptr;
  Result (*linkCreate)(unsigned, int *, void **, void **) = nullptr;
  Result (*linkAddData)(void *, int, void *, size_t, const char *, unsigned,
                        int *, void **) = nullptr;
  Result (*linkComplete)(void *, void **, size_t *) = nullptr;
  Result (*linkDestroy)(void *) = nullptr;
  Result (*functionSetAttribute)(void *, int, int) = nullptr;
  /// Null where the driver has none.
  Result (*functionGetAttribute)(int *, int, void *) = nullptr;
  Result (*memoryAllocate)(DeviceAddress *, size_t) = nullptr;
  Result (*memoryFree)(DeviceAddress) = nullptr;
  Result (*memoryWrite)(DeviceAddress, const void *, size_t) = nullptr;
  Result (*memoryRead)(void *, DeviceAddress, size_t) = nullptr;
  Result (*memoryFill)(DeviceAddress, unsigned char, size_t) = nullptr;
  Result (*memoryWriteAsync)(DeviceAddress, const void *, size_t,
                             void *) = nullptr;
  Result (*memoryReadAsync)(void *, DeviceAddress, size_t, void *) = nullptr;
  Result (*memoryCopyAsync)(DeviceAddress, DeviceAddress, size_t,
                            void *) = nullptr;
  Result (*memoryFillBytesAsync)(DeviceAddress, unsigned char, size_t,
                                 void *) = nullptr;
  Result (*memoryFillHalvesAsync)(DeviceAddress, unsigned short, size_t,
                                  void *) = nullptr;
  Result (*memoryFillWordsAsync)(DeviceAddress, unsigned, size_t,
                                 void *) = nullptr;
  Result (*memoryInfo)(size_t *, size_t *) = nullptr;
  Result (*hostAllocate)(void **, size_t, unsigned) = nullptr;
  Result (*hostFree)(void *) = nullptr;
  Result (*streamCreate)(void **, unsigned) = nullptr;
  Result (*streamDestroy)(void *) = nullptr;
  Result (*streamWaitEvent)(void *, void *, unsigned) = nullptr;
  Result (*launchKernel)(void *, unsigned, unsigned, unsigned, unsigned,
                         unsigned, unsigned, unsigned, void *, void **,
                         void **) = nullptr;
  Result (*eventCreate)(void **, unsigned) = nullptr;
  Result (*eventDestroy)(void *) = nullptr;
  Result (*eventRecord)(void *, void *) = nullptr;
  Result (*eventSynchronize)(void *) = nullptr;
  Result (*eventElapsedTime)(float *, void *, void *) = nullptr;

  Result (*graphCreate)(void **, unsigned) = nullptr;
  Result (*graphDestroy)(void *) = nullptr;
  Result (*graphAddKernelNode)(void **, void *, void *const *, size_t,
                               const KernelNodeParameters *) = nullptr;
  Result (*graphAddCopyNode)(void **, void *, void *const *, size_t,
                             const CopyNodeParameters *, void *) = nullptr;
  Result (*graphAddFillNode)(void **, void *, void *const *, size_t,
                             const FillNodeParameters *, void *) = nullptr;
  Result (*graphInstantiate)(void **, void *, unsigned long long) = nullptr;
  Result (*graphExecutableDestroy)(void *) = nullptr;
  Result (*graphChangeKernelNode)(void *, void *,
                                  const KernelNodeParameters *) = nullptr;
  Result (*graphChangeCopyNode)(void *, void *, const CopyNodeParameters *,
                                void *) = nullptr;
  Result (*graphChangeFillNode)(void *, void *, const FillNodeParameters *,
                                void *) = nullptr;
  Result (*graphLaunch)(void *, void *) = nullptr;
  /// Null where the driver is older than conditions in graphs.
  Result (*graphConditionalHandleCreate)(unsigned long long *, void *, void *,
                                         unsigned, unsigned) = nullptr;
  Result (*graphAddNode)(void **, void *, void *const *, size_t,
                         ConditionalNode *) = nullptr;
  /// The same of drivers that know more than one kind of edge.
  Result (*graphAddKernelBehind)(void **, void *, void *const *,
                                 const EdgeData *, size_t,
                                 KernelNode *) = nullptr;
  Result (*launchKernelEx)(const LaunchConfig *, void *, void **,
                           void **) = nullptr;

  /// Whether loops can be nodes of graphs, and kernels of ours decide.
  bool hasConditions() const {
    return graphConditionalHandleCreate != nullptr && graphAddNode != nullptr;
  }
  /// Whether branches can, too.
  bool hasSwitches() const {
    constexpr int first = 12080;
    return hasConditions() && version >= first;
  }

  /// Null where the driver is older than memory that is mapped.
  Result (*memoryGranularity)(size_t *, const MemoryProperties *,
                              unsigned) = nullptr;
  Result (*addressReserve)(DeviceAddress *, size_t, size_t, DeviceAddress,
                           unsigned long long) = nullptr;
  Result (*addressFree)(DeviceAddress, size_t) = nullptr;
  Result (*memoryCreate)(MemoryHandle *, size_t, const MemoryProperties *,
                         unsigned long long) = nullptr;
  Result (*memoryRelease)(MemoryHandle) = nullptr;
  Result (*memoryMap)(DeviceAddress, size_t, size_t, MemoryHandle,
                      unsigned long long) = nullptr;
  Result (*memoryUnmap)(DeviceAddress, size_t) = nullptr;
  Result (*memorySetAccess)(DeviceAddress, size_t, const MemoryAccess *,
                            size_t) = nullptr;
  bool canMapMemory() const {
    return memoryGranularity != nullptr && addressReserve != nullptr &&
           addressFree != nullptr && memoryCreate != nullptr &&
           memoryRelease != nullptr && memoryMap != nullptr &&
           memoryUnmap != nullptr && memorySetAccess != nullptr;
  }

  /// Loads the driver: that of the machine, or the library that the environment
  /// variable WEFT_CUDA_DRIVER names. UNAVAILABLE where there is none.
  /// Functions that WEFT_CUDA_WITHOUT lists are taken to be missing, as in
  /// older ones.
  Status load();
  /// The driver's own words for a result, under the name of what was tried.
  Status check(Result result, const char *what) const;
  /// Whether a result says that a kernel failed, and the context with it.
  static bool isFatal(Result result);
};

} // namespace weft::cuda
