// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver's C interface, as far as the stand-in has it: numbers and layouts
// of the public interface, under names of ours.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::emulator::driver {

/// CUresult.
enum Result : int {
  success = 0,
  invalidValue = 1,
  outOfMemory = 2,
  notInitialized = 3,
  invalidDevice = 101,
  invalidImage = 200,
  invalidContext = 201,
  noBinaryForGpu = 209,
  invalidPtx = 218,
  unsupportedPtxVersion = 222,
  invalidHandle = 400,
  notFound = 500,
  notReady = 600,
  illegalAddress = 700,
  launchOutOfResources = 701,
  misalignedAddress = 716,
  launchFailed = 719,
  notPermitted = 800,
  notSupported = 801,
};

using DeviceAddress = unsigned long long;

/// CUdevice_attribute.
enum DeviceAttribute : int {
  maxThreadsPerBlock = 1,
  maxBlockDimX = 2,
  maxBlockDimY = 3,
  maxBlockDimZ = 4,
  maxGridDimX = 5,
  maxGridDimY = 6,
  maxGridDimZ = 7,
  maxSharedPerBlock = 8,
  totalConstantMemory = 9,
  warpSize = 10,
  maxRegistersPerBlock = 12,
  clockRate = 13,
  textureAlignment = 14,
  gpuOverlap = 15,
  multiprocessorCount = 16,
  canMapHostMemory = 19,
  concurrentKernels = 31,
  pciBusId = 33,
  memoryClockRate = 36,
  memoryBusWidth = 37,
  l2CacheSize = 38,
  maxThreadsPerMultiprocessor = 39,
  asyncEngineCount = 40,
  unifiedAddressing = 41,
  capabilityMajor = 75,
  capabilityMinor = 76,
  maxSharedPerMultiprocessor = 81,
  maxRegistersPerMultiprocessor = 82,
  maxSharedPerBlockOptin = 97,
  virtualMemory = 102,
  maxBlocksPerMultiprocessor = 106,
  reservedSharedPerBlock = 111,
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  functionMaxThreads = 0,
  functionShared = 1,
  functionConstant = 2,
  functionLocal = 3,
  functionRegisters = 4,
  functionPtxVersion = 5,
  functionBinaryVersion = 6,
  functionMaxDynamicShared = 8,
};

/// CUjit_option: a log is a buffer and its size.
enum JitOption : int {
  infoLog = 3,
  infoLogBytes = 4,
  errorLog = 5,
  errorLogBytes = 6,
};

/// CUjitInputType.
enum JitInput : int { jitCubin = 0, jitPtx = 1 };

/// CUstream_flags and CUevent_flags.
inline constexpr unsigned streamNonBlocking = 1;
inline constexpr unsigned eventDisableTiming = 2;

/// Streams that are numbers: the legacy default one and the thread's own.
inline constexpr uintptr_t streamLegacy = 1, streamPerThread = 2;

/// CUuuid.
struct Uuid {
  char bytes[16];
};

/// CUlaunchAttribute, of those whose value is a number.
struct LaunchAttribute {
  int kind;
  int padding;
  int value;
  int room[15];
};
static_assert(sizeof(LaunchAttribute) == 72);

/// CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION.
inline constexpr int launchAhead = 6;

/// CUgraphEdgeData.
struct EdgeData {
  unsigned char fromPort, toPort, kind;
  unsigned char reserved[5];
};
static_assert(sizeof(EdgeData) == 8);

/// CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC and
/// CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC.
inline constexpr unsigned char portProgrammatic = 1, edgeProgrammatic = 1;

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  void *stream;
  const LaunchAttribute *attributes;
  unsigned attributeCount;
};

/// `extra` of a launch: pairs of a key and a value.
inline constexpr uintptr_t launchEnd = 0, launchBuffer = 1,
                           launchBufferSize = 2;

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

/// CUDA_MEMSET_NODE_PARAMS.
struct MemsetNodeParameters {
  DeviceAddress to;
  size_t pitch;
  unsigned value;
  unsigned elementBytes;
  size_t width;
  size_t height;
};

/// One side of CUDA_MEMCPY3D.
struct CopySide {
  size_t x, y, z, level;
  /// CUmemorytype: 1 host, 2 device, 4 unified.
  int kind;
  void *host;
  DeviceAddress device;
  void *array;
  void *reserved;
  size_t pitch, height;
};

/// CUDA_MEMCPY3D.
struct CopyParameters {
  CopySide from, to;
  size_t width, height, depth;
};

/// CUgraphConditionalNodeType.
enum ConditionalKind : int {
  conditionalIf = 0,
  conditionalWhile = 1,
  conditionalSwitch = 2
};

/// CUDA_CONDITIONAL_NODE_PARAMS.
struct ConditionalNodeParameters {
  unsigned long long handle;
  int kind;
  unsigned bodyCount;
  /// Set by the driver: as many graphs as there are bodies.
  void **bodies;
  void *context;
};

/// CUgraphNodeType.
enum NodeKind : int {
  nodeKernel = 0,
  nodeMemcpy = 1,
  nodeMemset = 2,
  nodeEmpty = 5,
  nodeConditional = 13,
};

/// CUgraphNodeParams; of its members, those that the stand-in has.
struct NodeParameters {
  int kind;
  int reserved[3];
  union {
    long long room[29];
    KernelNodeParameters kernel;
    ConditionalNodeParameters conditional;
  };
  long long reservedToo;
};
static_assert(sizeof(NodeParameters) == 256);

/// A condition has its default value again with every launch.
inline constexpr unsigned conditionalAssignDefault = 1;

/// CUmemAllocationType, CUmemLocationType and CUmemAccess_flags.
enum MemoryKind : int { memoryPinned = 1 };
enum LocationKind : int { locationDevice = 1 };
enum AccessKind : int { accessNone = 0, accessReadWrite = 3 };

/// CUmemLocation.
struct MemoryLocation {
  int kind;
  int id;
};

/// CUmemAllocationProp.
struct MemoryProperties {
  int kind;
  int handleTypes;
  MemoryLocation location;
  void *windowsMetaData;
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

/// CUdriverProcAddressQueryResult.
enum ProcAddressResult : int { procFound = 0, procNotFound = 1 };

} // namespace weft::emulator::driver
