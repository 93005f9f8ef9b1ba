// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices, contexts and errors.

#include "weft/Emulator/Driver/Exports.h"
#include "weft/Emulator/Driver/State.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>

using namespace weft::emulator;
using namespace weft::emulator::driver;

namespace {

struct ErrorName {
  int result;
  const char *name, *text;
};

constexpr ErrorName errorNames[] = {
    {success, "CUDA_SUCCESS", "no error"},
    {invalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {outOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {notInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {invalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {invalidImage, "CUDA_ERROR_INVALID_IMAGE",
     "device kernel image is invalid"},
    {invalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {noBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {invalidPtx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {unsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {invalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {notFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {notReady, "CUDA_ERROR_NOT_READY", "device not ready"},
    {illegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {launchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "too many resources requested for launch"},
    {misalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {launchFailed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {notPermitted, "CUDA_ERROR_NOT_PERMITTED", "operation not permitted"},
    {notSupported, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

const ErrorName *findError(int result) {
  for (const ErrorName &one : errorNames) {
    if (one.result == result) {
      return &one;
    }
  }
  return nullptr;
}

Device *deviceOf(int ordinal) {
  State &all = state();
  return ordinal >= 0 && static_cast<size_t>(ordinal) < all.devices.size()
             ? all.devices[static_cast<size_t>(ordinal)].get()
             : nullptr;
}

std::mutex &lifeMutex() {
  static std::mutex mutex;
  return mutex;
}

} // namespace

WEFT_DRIVER_EXPORT cuInit(unsigned flags) {
  WEFT_DRIVER_CALL();
  if (flags != 0) {
    return invalidValue;
  }
  std::lock_guard lock(lifeMutex());
  State &all = state();
  if (all.isInitialized) {
    return success;
  }
  all.settings = Settings::fromEnvironment();
  for (int i = 0; i < all.settings.devices; ++i) {
    weft::StatusOr<std::unique_ptr<Memory>> memory =
        Memory::create(all.settings.memory);
    if (!memory.ok()) {
      return outOfMemory;
    }
    all.devices.push_back(
        std::make_unique<Device>(i, all.settings, std::move(memory).value()));
  }
  all.isInitialized = true;
  return success;
}

WEFT_DRIVER_EXPORT cuDriverGetVersion(int *version) {
  WEFT_DRIVER_CALL();
  *version = Settings::fromEnvironment().version;
  return success;
}

WEFT_DRIVER_EXPORT cuGetErrorString(int result, const char **text) {
  WEFT_DRIVER_CALL();
  const ErrorName *found = findError(result);
  *text = found ? found->text : nullptr;
  return found ? success : invalidValue;
}

WEFT_DRIVER_EXPORT cuGetErrorName(int result, const char **name) {
  WEFT_DRIVER_CALL();
  const ErrorName *found = findError(result);
  *name = found ? found->name : nullptr;
  return found ? success : invalidValue;
}

WEFT_DRIVER_EXPORT cuDeviceGet(int *device, int ordinal) {
  WEFT_DRIVER_CALL();
  if (!state().isInitialized) {
    return notInitialized;
  }
  if (!deviceOf(ordinal)) {
    return invalidDevice;
  }
  *device = ordinal;
  return success;
}

WEFT_DRIVER_EXPORT cuDeviceGetCount(int *count) {
  WEFT_DRIVER_CALL();
  if (!state().isInitialized) {
    return notInitialized;
  }
  *count = static_cast<int>(state().devices.size());
  return success;
}

WEFT_DRIVER_EXPORT cuDeviceGetName(char *name, int bytes, int device) {
  WEFT_DRIVER_CALL();
  if (!deviceOf(device)) {
    return invalidDevice;
  }
  std::snprintf(name, static_cast<size_t>(bytes), "Weft emulated GPU");
  return success;
}

WEFT_DRIVER_EXPORT cuDeviceGetUuid_v2(Uuid *uuid, int device) {
  WEFT_DRIVER_CALL();
  if (!deviceOf(device)) {
    return invalidDevice;
  }
  std::memset(uuid->bytes, 0, sizeof uuid->bytes);
  std::memcpy(uuid->bytes, "weft emulated", 13);
  uuid->bytes[15] = static_cast<char>(device);
  return success;
}

WEFT_DRIVER_EXPORT cuDeviceGetUuid(Uuid *uuid, int device) {
  WEFT_DRIVER_CALL();
  return cuDeviceGetUuid_v2(uuid, device);
}

WEFT_DRIVER_EXPORT cuDeviceTotalMem_v2(size_t *bytes, int device) {
  WEFT_DRIVER_CALL();
  Device *found = deviceOf(device);
  if (!found) {
    return invalidDevice;
  }
  *bytes = found->memory->size();
  return success;
}

WEFT_DRIVER_EXPORT cuDeviceGetPCIBusId(char *text, int bytes, int device) {
  WEFT_DRIVER_CALL();
  if (!deviceOf(device)) {
    return invalidDevice;
  }
  std::snprintf(text, static_cast<size_t>(bytes), "0000:%02x:00.0", device);
  return success;
}

WEFT_DRIVER_EXPORT cuDeviceGetAttribute(int *value, int attribute, int device) {
  WEFT_DRIVER_CALL();
  Device *found = deviceOf(device);
  if (!found) {
    return invalidDevice;
  }
  const int capability = found->settings.capability;
  switch (attribute) {
  case maxThreadsPerBlock:
  case maxBlockDimX:
  case maxBlockDimY:
    *value = 1024;
    break;
  case maxBlockDimZ:
    *value = 64;
    break;
  case maxGridDimX:
    *value = 2147483647;
    break;
  case maxGridDimY:
  case maxGridDimZ:
    *value = 65535;
    break;
  case maxSharedPerBlock:
    *value = 48 << 10;
    break;
  case totalConstantMemory:
    *value = 64 << 10;
    break;
  case warpSize:
    *value = 32;
    break;
  case maxRegistersPerBlock:
  case maxRegistersPerMultiprocessor:
    *value = 65536;
    break;
  case clockRate:
    *value = 1980000;
    break;
  case textureAlignment:
    *value = 512;
    break;
  case multiprocessorCount:
    *value = 132;
    break;
  case gpuOverlap:
  case canMapHostMemory:
  case concurrentKernels:
  case unifiedAddressing:
    *value = 1;
    break;
  case pciBusId:
    *value = device;
    break;
  case memoryClockRate:
    *value = 2619000;
    break;
  case memoryBusWidth:
    *value = 5120;
    break;
  case l2CacheSize:
    *value = 50 << 20;
    break;
  case maxThreadsPerMultiprocessor:
    *value = 2048;
    break;
  case asyncEngineCount:
    *value = 2;
    break;
  case capabilityMajor:
    *value = capability / 10;
    break;
  case capabilityMinor:
    *value = capability % 10;
    break;
  case maxSharedPerMultiprocessor:
    *value = 228 << 10;
    break;
  case maxSharedPerBlockOptin:
    *value = 227 << 10;
    break;
  case virtualMemory:
    *value = found->settings.mapping == Mapping::None ? 0 : 1;
    break;
  case maxBlocksPerMultiprocessor:
    *value = 32;
    break;
  case reservedSharedPerBlock:
    *value = 1 << 10;
    break;
  default:
    // What a device that has none of it says.
    *value = 0;
    break;
  }
  return success;
}

// A device has one context, its primary one; the handle is the device.

WEFT_DRIVER_EXPORT cuDevicePrimaryCtxRetain(void **context, int device) {
  WEFT_DRIVER_CALL();
  Device *found = deviceOf(device);
  if (!found) {
    return invalidDevice;
  }
  std::lock_guard lock(lifeMutex());
  ++found->retained;
  *context = found;
  return success;
}

WEFT_DRIVER_EXPORT cuDevicePrimaryCtxRelease_v2(int device) {
  WEFT_DRIVER_CALL();
  Device *found = deviceOf(device);
  if (!found) {
    return invalidDevice;
  }
  std::lock_guard lock(lifeMutex());
  if (found->retained == 0) {
    return invalidContext;
  }
  if (--found->retained == 0) {
    // With the context goes what went wrong in it.
    found->synchronize();
    found->clearError();
  }
  return success;
}

WEFT_DRIVER_EXPORT cuDevicePrimaryCtxReset_v2(int device) {
  WEFT_DRIVER_CALL();
  Device *found = deviceOf(device);
  if (!found) {
    return invalidDevice;
  }
  found->synchronize();
  found->clearError();
  return success;
}

/// The device of a context, which is that of a primary one that is retained.
static Device *findContext(void *context) {
  for (const std::unique_ptr<Device> &device : state().devices) {
    if (device.get() == context && device->retained > 0) {
      return device.get();
    }
  }
  return nullptr;
}

WEFT_DRIVER_EXPORT cuCtxSetCurrent(void *context) {
  WEFT_DRIVER_CALL();
  Device *device = findContext(context);
  if (context && !device) {
    return invalidContext;
  }
  setCurrentDevice(device);
  return success;
}

WEFT_DRIVER_EXPORT cuCtxPushCurrent_v2(void *context) {
  WEFT_DRIVER_CALL();
  Device *device = findContext(context);
  if (!device) {
    return invalidContext;
  }
  pushDevice(device);
  return success;
}

WEFT_DRIVER_EXPORT cuCtxPopCurrent_v2(void **context) {
  WEFT_DRIVER_CALL();
  if (!currentDevice()) {
    return invalidContext;
  }
  Device *popped = popDevice();
  if (context) {
    *context = popped;
  }
  return success;
}

WEFT_DRIVER_EXPORT cuCtxGetCurrent(void **context) {
  WEFT_DRIVER_CALL();
  *context = currentDevice();
  return state().isInitialized ? success : notInitialized;
}

WEFT_DRIVER_EXPORT cuCtxGetDevice(int *device) {
  WEFT_DRIVER_CALL();
  if (!currentDevice()) {
    return invalidContext;
  }
  *device = currentDevice()->ordinal;
  return success;
}

WEFT_DRIVER_EXPORT cuCtxSynchronize() {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  device->synchronize();
  return device->error();
}

WEFT_DRIVER_EXPORT cuGetProcAddress_v2(const char *name, void **function, int,
                                       unsigned long long, int *found) {
  WEFT_DRIVER_CALL();
  // This library itself, whatever it is called.
  Dl_info info;
  *function = nullptr;
  if (dladdr(reinterpret_cast<void *>(&cuGetProcAddress_v2), &info)) {
    if (void *self = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD)) {
      // The present form of a function has the highest number.
      for (const char *ending : {"_v2", ""}) {
        if (!*function) {
          *function = dlsym(self, (std::string(name) + ending).c_str());
        }
      }
      dlclose(self);
    }
  }
  if (found) {
    *found = *function ? procFound : procNotFound;
  }
  return *function ? success : notFound;
}
