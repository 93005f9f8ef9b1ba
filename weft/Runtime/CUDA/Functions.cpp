// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Functions.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace weft::cuda {

// Numbers of the driver's interface.
static constexpr Result outOfMemory = 2;
static constexpr Result ptxTooNew = 222;
static constexpr Result noDevice = 100;

/// Whether a list of names between commas has a name.
static bool isListed(std::string_view name, const char *list) {
  const std::string all = "," + std::string(list == nullptr ? "" : list) + ",";
  return all.find("," + std::string(name) + ",") != std::string::npos;
}

Status DriverFunctions::load() {
  const char *named = std::getenv("WEFT_CUDA_DRIVER");
  const std::string path = named == nullptr ? "libcuda.so.1" : named;
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char *why = dlerror();
    return Status::unavailable(
        std::string("NVIDIA's driver cannot be loaded: ") +
        (why == nullptr ? path + " is missing" : why) +
        "; it comes with the GPU's driver package");
  }
  const char *without = std::getenv("WEFT_CUDA_WITHOUT");
  std::string missing;
  auto look = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        isListed(name, without) ? nullptr : dlsym(library, name));
  };
  auto find = [&](auto &function, const char *name) {
    look(function, name);
    if (function == nullptr) {
      missing += missing.empty() ? name : std::string(", ") + name;
    }
  };
  find(init, "cuInit");
  find(driverGetVersion, "cuDriverGetVersion");
  find(getErrorString, "cuGetErrorString");
  find(deviceGetCount, "cuDeviceGetCount");
  find(deviceGet, "cuDeviceGet");
  find(deviceGetName, "cuDeviceGetName");
  find(deviceGetAttribute, "cuDeviceGetAttribute");
  find(primaryContextRetain, "cuDevicePrimaryCtxRetain");
  find(primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
  find(contextSetCurrent, "cuCtxSetCurrent");
  find(contextGetCurrent, "cuCtxGetCurrent");
  find(contextPush, "cuCtxPushCurrent_v2");
  find(contextPop, "cuCtxPopCurrent_v2");
  find(contextSynchronize, "cuCtxSynchronize");
  find(moduleLoadDataEx, "cuModuleLoadDataEx");
  find(moduleUnload, "cuModuleUnload");
  find(moduleGetFunction, "cuModuleGetFunction");
  find(linkCreate, "cuLinkCreate_v2");
  find(linkAddData, "cuLinkAddData_v2");
  find(linkComplete, "cuLinkComplete");
  find(linkDestroy, "cuLinkDestroy");
  find(functionSetAttribute, "cuFuncSetAttribute");
  look(functionGetAttribute, "cuFuncGetAttribute");
  find(memoryAllocate, "cuMemAlloc_v2");
  find(memoryFree, "cuMemFree_v2");
  find(memoryWrite, "cuMemcpyHtoD_v2");
  find(memoryRead, "cuMemcpyDtoH_v2");
  find(memoryFill, "cuMemsetD8_v2");
  find(memoryWriteAsync, "cuMemcpyHtoDAsync_v2");
  find(memoryReadAsync, "cuMemcpyDtoHAsync_v2");
  find(memoryCopyAsync, "cuMemcpyDtoDAsync_v2");
  find(memoryFillBytesAsync, "cuMemsetD8Async");
  find(memoryFillHalvesAsync, "cuMemsetD16Async");
  find(memoryFillWordsAsync, "cuMemsetD32Async");
  find(memoryInfo, "cuMemGetInfo_v2");
  find(hostAllocate, "cuMemHostAlloc");
  find(hostFree, "cuMemFreeHost");
  find(streamCreate, "cuStreamCreate");
  find(streamDestroy, "cuStreamDestroy_v2");
  find(streamWaitEvent, "cuStreamWaitEvent");
  find(launchKernel, "cuLaunchKernel");
  find(eventCreate, "cuEventCreate");
  find(eventDestroy, "cuEventDestroy_v2");
  find(eventRecord, "cuEventRecord");
  find(eventSynchronize, "cuEventSynchronize");
  find(eventElapsedTime, "cuEventElapsedTime");
  find(graphCreate, "cuGraphCreate");
  find(graphDestroy, "cuGraphDestroy");
  find(graphAddKernelNode, "cuGraphAddKernelNode_v2");
  find(graphAddCopyNode, "cuGraphAddMemcpyNode");
  find(graphAddFillNode, "cuGraphAddMemsetNode");
  find(graphInstantiate, "cuGraphInstantiateWithFlags");
  find(graphExecutableDestroy, "cuGraphExecDestroy");
  find(graphChangeKernelNode, "cuGraphExecKernelNodeSetParams_v2");
  find(graphChangeCopyNode, "cuGraphExecMemcpyNodeSetParams");
  find(graphChangeFillNode, "cuGraphExecMemsetNodeSetParams");
  find(graphLaunch, "cuGraphLaunch");
  look(graphConditionalHandleCreate, "cuGraphConditionalHandleCreate");
  look(graphAddNode, "cuGraphAddNode");
  look(graphAddKernelBehind, "cuGraphAddNode_v2");
  look(launchKernelEx, "cuLaunchKernelEx");
  look(memoryGranularity, "cuMemGetAllocationGranularity");
  look(addressReserve, "cuMemAddressReserve");
  look(addressFree, "cuMemAddressFree");
  look(memoryCreate, "cuMemCreate");
  look(memoryRelease, "cuMemRelease");
  look(memoryMap, "cuMemMap");
  look(memoryUnmap, "cuMemUnmap");
  look(memorySetAccess, "cuMemSetAccess");
  if (!missing.empty()) {
    return Status::failedPrecondition("NVIDIA's driver is too old: it lacks " +
                                      missing);
  }
  const Result begun = init(0);
  if (begun == noDevice) {
    return Status::unavailable("NVIDIA's driver has no device");
  }
  WEFT_RETURN_IF_ERROR(check(begun, "starting NVIDIA's driver"));
  return check(driverGetVersion(&version), "asking for the driver's version");
}

bool DriverFunctions::isFatal(Result result) {
  // Illegal addresses, instructions, stacks, assertions, time-outs, and what
  // has no other name; but not a launch that asks for too much (701).
  return result == 700 || (result >= 702 && result <= 703) ||
         (result >= 710 && result <= 721);
}

Status DriverFunctions::check(Result result, const char *what) const {
  if (result == 0) {
    return Status::success();
  }
  const char *words = nullptr;
  if (getErrorString(result, &words) != 0 || words == nullptr) {
    words = "unknown error";
  }
  const std::string message = std::string(what) + " failed: " + words +
                              " (error " + std::to_string(result) + ")";
  if (result == ptxTooNew) {
    return Status::failedPrecondition(
        message + ": the driver, of CUDA " + std::to_string(version / 1000) +
        "." + std::to_string(version % 1000 / 10) +
        ", is older than an instruction in it; install a newer one");
  }
  return result == outOfMemory ? Status::resourceExhausted(message)
                               : Status::internal(message);
}

} // namespace weft::cuda
