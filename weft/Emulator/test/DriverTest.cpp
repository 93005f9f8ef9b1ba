// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/test/Kernel.h"
#include "weft/Emulator/test/Library.h"

#include <atomic>
#include <cstdio>
#include <vector>

namespace weft::emulator::driver {
namespace {

/// [p0] = [p0] * p1 + 1
const std::string step = kernel(2, R"(
ld.global.b32 %x1, [%x30];
mad.lo.s32 %x1, %x1, %x31, 1;
st.global.b32 [%x30], %x1;
)");

TEST_F(DriverTest, DescribesTheDevice) {
  int count = 0, version = 0, major = 0, warp = 0, threads = 0;
  EXPECT_EQ(call("cuDeviceGetCount", &count), success);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(call("cuDriverGetVersion", &version), success);
  EXPECT_GE(version, 12000);
  EXPECT_EQ(call("cuDeviceGetAttribute", &major, 75, 0), success);
  EXPECT_EQ(major, 9);
  EXPECT_EQ(call("cuDeviceGetAttribute", &warp, 10, 0), success);
  EXPECT_EQ(warp, 32);
  EXPECT_EQ(call("cuDeviceGetAttribute", &threads, 1, 0), success);
  EXPECT_EQ(threads, 1024);
  EXPECT_EQ(call("cuDeviceGetAttribute", &threads, 1, 7), invalidDevice);
  char name[64];
  EXPECT_EQ(call("cuDeviceGetName", name, 64, 0), success);
  EXPECT_STREQ(name, "Weft emulated GPU");
  const char *text = nullptr;
  EXPECT_EQ(call("cuGetErrorName", 700, &text), success);
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
  void *found = nullptr, *now = nullptr;
  EXPECT_EQ(call("cuCtxGetCurrent", &now), success);
  EXPECT_EQ(now, context);
  int how = -1;
  EXPECT_EQ(
      call("cuGetProcAddress_v2", "cuMemAlloc", &found, 12000, 0ull, &how),
      success);
  EXPECT_EQ(found, dlsym(library(), "cuMemAlloc_v2"));
}

TEST_F(DriverTest, MemoryIsCountedAndEnds) {
  size_t before = 0, total = 0, after = 0;
  ASSERT_EQ(call("cuMemGetInfo_v2", &before, &total), success);
  EXPECT_EQ(total, size_t(1) << 30);
  const DeviceAddress a = allocate(1000000);
  ASSERT_EQ(call("cuMemGetInfo_v2", &after, &total), success);
  EXPECT_EQ(before - after, 1000000u);
  DeviceAddress b = 0;
  EXPECT_EQ(call("cuMemAlloc_v2", &b, size_t(2) << 30), outOfMemory);
  EXPECT_EQ(call("cuMemFree_v2", a), success);
  EXPECT_EQ(call("cuMemFree_v2", a), invalidValue);
  ASSERT_EQ(call("cuMemGetInfo_v2", &after, &total), success);
  EXPECT_EQ(before, after);
}

TEST_F(DriverTest, CopiesAndFills) {
  const DeviceAddress a = allocate(16), b = allocate(16);
  const uint32_t values[4] = {1, 2, 3, 4};
  uint32_t got[4] = {};
  EXPECT_EQ(
      call("cuMemcpyHtoD_v2", a, static_cast<const void *>(values), size_t(16)),
      success);
  EXPECT_EQ(call("cuMemcpyDtoD_v2", b, a, size_t(16)), success);
  EXPECT_EQ(call("cuMemsetD32Async", b + 4, 9u, size_t(2),
                 static_cast<void *>(nullptr)),
            success);
  EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(got), b, size_t(16)),
            success);
  EXPECT_EQ(got[0], 1u);
  EXPECT_EQ(got[1], 9u);
  EXPECT_EQ(got[2], 9u);
  EXPECT_EQ(got[3], 4u);
  void *const stream = nullptr;
  EXPECT_EQ(call("cuMemsetD16Async", b, static_cast<unsigned short>(0x102),
                 size_t(3), stream),
            success);
  EXPECT_EQ(call("cuMemsetD8Async", b + 3, static_cast<unsigned char>(7),
                 size_t(1), stream),
            success);
  EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(got), b, size_t(16)),
            success);
  EXPECT_EQ(got[0], 0x7020102u);
  EXPECT_EQ(got[1], 0x102u);
  EXPECT_EQ(call("cuMemsetD16Async", b + 1, static_cast<unsigned short>(1),
                 size_t(1), stream),
            invalidValue);
  EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(got), b, size_t(17)),
            invalidValue);
  call("cuMemFree_v2", a);
  call("cuMemFree_v2", b);
}

TEST_F(DriverTest, WorkOfAStreamIsInOrder) {
  void *function = load(step), *stream = nullptr;
  ASSERT_EQ(call("cuStreamCreate", &stream, streamNonBlocking), success);
  DeviceAddress a = allocate(4);
  uint64_t factor = 3;
  void *parameters[] = {&a, &factor};
  ASSERT_EQ(call("cuMemsetD32Async", a, 1u, size_t(1), stream), success);
  uint32_t expected = 1;
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(launch(function, 1, 1, stream, parameters), success);
    expected = expected * 3 + 1;
  }
  void *pinned = nullptr;
  ASSERT_EQ(call("cuMemHostAlloc", &pinned, size_t(4), 0u), success);
  ASSERT_EQ(call("cuMemcpyDtoHAsync_v2", pinned, a, size_t(4), stream),
            success);
  ASSERT_EQ(call("cuStreamSynchronize", stream), success);
  EXPECT_EQ(call("cuStreamQuery", stream), success);
  EXPECT_EQ(*static_cast<uint32_t *>(pinned), expected);
  EXPECT_EQ(call("cuMemFreeHost", pinned), success);
  EXPECT_EQ(call("cuStreamDestroy_v2", stream), success);
  EXPECT_EQ(call("cuStreamSynchronize", stream), invalidHandle);
}

// Kernels and copies reach it at the host's own address.
TEST_F(DriverTest, PinnedMemoryIsTheDevicesToo) {
  void *function = load(step), *pinned = nullptr;
  ASSERT_EQ(call("cuMemHostAlloc", &pinned, size_t(8), 0u), success);
  uint32_t *values = static_cast<uint32_t *>(pinned);
  values[0] = 7;
  values[1] = 0;
  auto address = reinterpret_cast<DeviceAddress>(pinned);
  uint64_t factor = 3;
  void *parameters[] = {&address, &factor};
  ASSERT_EQ(launch(function, 1, 1, nullptr, parameters), success);
  ASSERT_EQ(call("cuMemcpyDtoD_v2", address + 4, address, size_t(4)), success);
  EXPECT_EQ(values[0], 22u);
  EXPECT_EQ(values[1], 22u);
  EXPECT_EQ(call("cuMemFreeHost", pinned), success);
  EXPECT_EQ(call("cuMemcpyDtoD_v2", address + 4, address, size_t(4)),
            invalidValue);
}

TEST_F(DriverTest, EventsOrderStreams) {
  void *streams[2] = {}, *event = nullptr, *end = nullptr;
  for (void *&stream : streams) {
    ASSERT_EQ(call("cuStreamCreate", &stream, streamNonBlocking), success);
  }
  ASSERT_EQ(call("cuEventCreate", &event, 0u), success);
  ASSERT_EQ(call("cuEventCreate", &end, 0u), success);
  EXPECT_EQ(call("cuEventQuery", event), success);
  std::atomic<int> order = 0;
  struct Step {
    std::atomic<int> *order;
    int seen;
  } first{&order, 0}, second{&order, 0};
  void (*note)(void *) = [](void *data) {
    auto *step = static_cast<Step *>(data);
    step->seen = ++*step->order;
  };
  std::atomic<bool> mayGo = false;
  void (*hold)(void *) = [](void *data) {
    while (!*static_cast<std::atomic<bool> *>(data)) {
    }
  };
  call("cuLaunchHostFunc", streams[0], hold, static_cast<void *>(&mayGo));
  call("cuLaunchHostFunc", streams[0], note, static_cast<void *>(&first));
  call("cuEventRecord", event, streams[0]);
  call("cuStreamWaitEvent", streams[1], event, 0u);
  call("cuLaunchHostFunc", streams[1], note, static_cast<void *>(&second));
  call("cuEventRecord", end, streams[1]);
  EXPECT_EQ(call("cuEventQuery", event), notReady);
  float milliseconds = -1;
  EXPECT_EQ(call("cuEventElapsedTime", &milliseconds, event, end), notReady);
  mayGo = true;
  EXPECT_EQ(call("cuEventSynchronize", end), success);
  EXPECT_EQ(first.seen, 1);
  EXPECT_EQ(second.seen, 2);
  EXPECT_EQ(call("cuEventElapsedTime", &milliseconds, event, end), success);
  EXPECT_GE(milliseconds, 0);
  for (void *stream : streams) {
    call("cuStreamDestroy_v2", stream);
  }
  EXPECT_EQ(call("cuEventDestroy_v2", event), success);
  EXPECT_EQ(call("cuEventDestroy_v2", event), invalidHandle);
}

// Nobody waits for a stream that is given back, and its work is done all the
// same.
TEST_F(DriverTest, StreamsAreGivenBackWithWorkInThem) {
  void *stream = nullptr;
  ASSERT_EQ(call("cuStreamCreate", &stream, 0u), success);
  std::atomic<bool> mayGo = false;
  void (*hold)(void *) = [](void *data) {
    while (!*static_cast<std::atomic<bool> *>(data)) {
    }
  };
  DeviceAddress a = allocate(4);
  call("cuLaunchHostFunc", stream, hold, static_cast<void *>(&mayGo));
  call("cuMemsetD32Async", a, 5u, size_t(1), stream);
  EXPECT_EQ(call("cuStreamDestroy_v2", stream), success);
  mayGo = true;
  EXPECT_EQ(call("cuCtxSynchronize"), success);
  uint32_t got = 0;
  EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(&got), a, size_t(4)),
            success);
  EXPECT_EQ(got, 5u);
}

TEST_F(DriverTest, ModulesHaveErrors) {
  void *module = nullptr, *function = nullptr;
  char log[512] = {};
  int options[] = {errorLog, errorLogBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  const std::string bad = kernel(0, "add.s32 %x1;");
  EXPECT_EQ(call("cuModuleLoadDataEx", &module,
                 static_cast<const void *>(bad.c_str()), 2u, options, values),
            invalidPtx);
  EXPECT_NE(std::string(log).find("line 8: 'add' has 1 operands"),
            std::string::npos);
  const std::string newer = ".version 8.0\n.target sm_100a\n.address_size 64\n";
  EXPECT_EQ(call("cuModuleLoadData", &module,
                 static_cast<const void *>(newer.c_str())),
            noBinaryForGpu);
  EXPECT_EQ(call("cuModuleLoadData", &module,
                 static_cast<const void *>(step.c_str())),
            success);
  EXPECT_EQ(call("cuModuleGetFunction", &function, module, "other"), notFound);
  EXPECT_EQ(call("cuModuleUnload", module), success);
  EXPECT_EQ(call("cuModuleUnload", module), invalidHandle);
}

TEST_F(DriverTest, AssemblesFirst) {
  void *linker = nullptr, *image = nullptr;
  size_t size = 0;
  char info[512] = {};
  int options[] = {infoLog, infoLogBytes};
  void *values[] = {info, reinterpret_cast<void *>(sizeof info)};
  ASSERT_EQ(call("cuLinkCreate_v2", 2u, options, values, &linker), success);
  ASSERT_EQ(call("cuLinkAddData_v2", linker, 1,
                 const_cast<void *>(static_cast<const void *>(step.data())),
                 step.size(), "step", 0u, static_cast<int *>(nullptr),
                 static_cast<void **>(nullptr)),
            success);
  ASSERT_EQ(call("cuLinkComplete", linker, &image, &size), success);
  EXPECT_NE(std::string(info).find("'k' for 'sm_90'"), std::string::npos);
  const std::vector<char> cubin(static_cast<char *>(image),
                                static_cast<char *>(image) + size);
  ASSERT_EQ(call("cuLinkDestroy", linker), success);
  void *module = nullptr, *function = nullptr;
  ASSERT_EQ(call("cuModuleLoadData", &module,
                 static_cast<const void *>(cubin.data())),
            success);
  EXPECT_EQ(call("cuModuleGetFunction", &function, module, "k"), success);
}

TEST_F(DriverTest, LaunchesAreChecked) {
  void *function = load(step);
  DeviceAddress a = allocate(4);
  uint64_t factor = 3;
  void *parameters[] = {&a, &factor};
  EXPECT_EQ(launch(function, 0, 1, nullptr, parameters), invalidValue);
  EXPECT_EQ(launch(function, 1, 2048, nullptr, parameters), invalidValue);
  EXPECT_EQ(launch(context, 1, 1, nullptr, parameters), invalidHandle);
  EXPECT_EQ(call("cuLaunchKernel", function, 1u, 1u, 1u, 1u, 1u, 1u, 100000u,
                 static_cast<void *>(nullptr), parameters,
                 static_cast<void **>(nullptr)),
            invalidValue);
  EXPECT_EQ(call("cuFuncSetAttribute", function, 8, 100000), success);
  call("cuMemsetD8_v2", a, static_cast<unsigned char>(0), size_t(4));
  EXPECT_EQ(call("cuLaunchKernel", function, 1u, 1u, 1u, 1u, 1u, 1u, 100000u,
                 static_cast<void *>(nullptr), parameters,
                 static_cast<void **>(nullptr)),
            success);
  EXPECT_EQ(call("cuCtxSynchronize"), success);
}

// After a fault nothing works any more, until the context is made anew.
TEST_F(DriverTest, FaultsStay) {
  void *function = load(step);
  DeviceAddress a = allocate(4);
  uint64_t factor = 3;
  void *parameters[] = {&a, &factor};
  testing::internal::CaptureStderr();
  ASSERT_EQ(launch(function, 1, 1, nullptr, parameters), success);
  EXPECT_EQ(call("cuCtxSynchronize"), illegalAddress);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_NE(report.find("unwritten in kernel 'k'"), std::string::npos);
  EXPECT_NE(report.find("ld.global.b32 %x1, [%x30];"), std::string::npos);
  EXPECT_EQ(launch(function, 1, 1, nullptr, parameters), illegalAddress);
  EXPECT_EQ(call("cuMemAlloc_v2", &a, size_t(4)), illegalAddress);
  ASSERT_EQ(call("cuDevicePrimaryCtxRelease_v2", 0), success);
  ASSERT_EQ(call("cuDevicePrimaryCtxRetain", &context, 0), success);
  EXPECT_EQ(call("cuCtxSynchronize"), success);
}

TEST_F(DriverTest, StreamsThatWaitDoNotRace) {
  const std::string slow = kernel(2, R"(
mov.u32 %x1, %ctaid.x;
mul.wide.u32 %x1, %x1, 4;
add.s64 %x1, %x1, %x30;
st.global.b32 [%x1], %x31;
mov.b32 %x2, 0;
L: add.s32 %x2, %x2, 1;
setp.lt.s32 %p1, %x2, 3000;
@%p1 bra L;
)");
  void *function = load(slow);
  DeviceAddress a = allocate(4000);
  uint64_t value = 3;
  void *parameters[] = {&a, &value};
  void *streams[2] = {};
  for (void *&stream : streams) {
    ASSERT_EQ(call("cuStreamCreate", &stream, streamNonBlocking), success);
  }
  ASSERT_EQ(launch(function, 1000, 1, streams[0], parameters), success);
  ASSERT_EQ(call("cuStreamSynchronize", streams[0]), success);
  ASSERT_EQ(launch(function, 1000, 1, streams[1], parameters), success);
  ASSERT_EQ(call("cuStreamSynchronize", streams[1]), success);
  for (void *stream : streams) {
    EXPECT_EQ(call("cuStreamDestroy_v2", stream), success);
  }
}

TEST_F(DriverTest, ContextsAreAStack) {
  void *found = nullptr;
  ASSERT_EQ(call("cuCtxPushCurrent_v2", context), success);
  ASSERT_EQ(call("cuCtxSetCurrent", static_cast<void *>(nullptr)), success);
  ASSERT_EQ(call("cuCtxGetCurrent", &found), success);
  EXPECT_EQ(found, context);
  ASSERT_EQ(call("cuCtxPopCurrent_v2", &found), success);
  EXPECT_EQ(found, context);
  ASSERT_EQ(call("cuCtxGetCurrent", &found), success);
  EXPECT_EQ(found, nullptr);
  EXPECT_EQ(call("cuCtxPopCurrent_v2", &found), invalidContext);
  EXPECT_EQ(call("cuCtxPushCurrent_v2", static_cast<void *>(&found)),
            invalidContext);
  ASSERT_EQ(call("cuCtxSetCurrent", context), success);
}

TEST_F(DriverTest, CallsAreCountedAndRefused) {
  auto calls = [](const char *function) {
    uint64_t count = 0;
    EXPECT_EQ(call("cuEmulatorCountCalls", function, &count), success);
    return count;
  };
  const uint64_t before = calls("cuMemGetInfo_v2");
  size_t free = 0, total = 0;
  auto ask = [&] { return call("cuMemGetInfo_v2", &free, &total); };
  ASSERT_EQ(call("cuEmulatorRefuseCalls", "cuMemGetInfo_v2", uint64_t(1),
                 uint64_t(2), int(notPermitted)),
            success);
  EXPECT_EQ(ask(), success);
  total = 0;
  EXPECT_EQ(ask(), notPermitted);
  EXPECT_EQ(total, 0u);
  EXPECT_EQ(ask(), notPermitted);
  EXPECT_EQ(ask(), success);
  EXPECT_EQ(calls("cuMemGetInfo_v2"), before + 4);
  const char *function = nullptr;
  ASSERT_EQ(call("cuEmulatorNextCalled", "cuMemGetInfo_v", &function), success);
  EXPECT_STREQ(function, "cuMemGetInfo_v2");
}

/// A function that another one of the driver calls is no call.
TEST_F(DriverTest, CallsAreSeenFromOutside) {
  static int depth = 0, entered = 0;
  depth = entered = 0;
  ASSERT_EQ(
      call("cuEmulatorWatchCalls", static_cast<void (*)(int)>([](int isInside) {
             depth += isInside ? 1 : -1;
             entered += isInside;
           })),
      success);
  Uuid uuid;
  EXPECT_EQ(call("cuDeviceGetUuid", &uuid, 0), success);
  EXPECT_EQ(call("cuEmulatorWatchCalls", static_cast<void (*)(int)>(nullptr)),
            success);
  EXPECT_EQ(depth, 0);
  EXPECT_EQ(entered, 1);
}

TEST_F(DriverTest, TextForLaterDriversIsRefused) {
  std::string text = kernel(0, "");
  text.replace(text.find("8.0"), 3, "8.8");
  void *module = nullptr;
  EXPECT_EQ(call("cuModuleLoadData", &module,
                 static_cast<const void *>(text.c_str())),
            unsupportedPtxVersion);
}

} // namespace
} // namespace weft::emulator::driver
