// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stand-in, loaded as the runtime loads a driver.

#pragma once

#include "weft/Emulator/Driver/Abi.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>

namespace weft::emulator::driver {

inline void *library() {
  static void *const handle = dlopen(WEFT_EMULATED_CUDA, RTLD_NOW | RTLD_LOCAL);
  return handle;
}

/// A function of the driver, by the types of its arguments as they are given.
template <class... Arguments>
int call(const char *name, Arguments... arguments) {
  void *function = library() ? dlsym(library(), name) : nullptr;
  if (!function) {
    ADD_FAILURE() << name << " is missing";
    return -1;
  }
  return reinterpret_cast<int (*)(Arguments...)>(function)(arguments...);
}

/// A context for each test, so that no fault outlives it.
class DriverTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(call("cuInit", 0u), success);
    ASSERT_EQ(call("cuDevicePrimaryCtxRetain", &context, 0), success);
    ASSERT_EQ(call("cuCtxSetCurrent", context), success);
  }
  void TearDown() override {
    EXPECT_EQ(call("cuDevicePrimaryCtxRelease_v2", 0), success);
  }

  void *load(const std::string &ptx, const char *name = "k") {
    void *module = nullptr, *function = nullptr;
    EXPECT_EQ(call("cuModuleLoadData", &module,
                   static_cast<const void *>(ptx.c_str())),
              success);
    EXPECT_EQ(call("cuModuleGetFunction", &function, module, name), success);
    return function;
  }
  DeviceAddress allocate(size_t size) {
    DeviceAddress address = 0;
    EXPECT_EQ(call("cuMemAlloc_v2", &address, size), success);
    return address;
  }
  int launch(void *function, unsigned blocks, unsigned threads, void *stream,
             void **parameters) {
    return call("cuLaunchKernel", function, blocks, 1u, 1u, threads, 1u, 1u, 0u,
                stream, parameters, static_cast<void **>(nullptr));
  }

  void *context = nullptr;
};

} // namespace weft::emulator::driver
