// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Driver.h"

#include <gtest/gtest.h>

namespace weft::cuda {
namespace {

/// Adds one to each element of an array of 256.
constexpr const char *addOne = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry add_one(.param .u64 array)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [array];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";

TEST(DriverTest, RunsAKernelOrSaysWhyNot) {
  StatusOr<std::unique_ptr<Device>> device = Device::open(0);
  if (!device.ok()) {
    EXPECT_EQ(device.status().code(), StatusCode::Unavailable)
        << device.status().message();
    EXPECT_FALSE(device.status().message().empty());
    GTEST_SKIP() << device.status().message();
  }
  StatusOr<Module> module = (*device)->load(addOne);
  ASSERT_TRUE(module.ok()) << module.status().message();
  StatusOr<Function> function = module->find("add_one", 0);
  ASSERT_TRUE(function.ok()) << function.status().message();
  EXPECT_FALSE(module->find("missing", 0).ok());
  std::vector<uint32_t> values(256);
  for (uint32_t i = 0; i < values.size(); ++i) {
    values[i] = i * i;
  }
  StatusOr<DeviceMemory> memory = (*device)->allocate(values.size() * 4);
  ASSERT_TRUE(memory.ok() && memory->write(values.data()).ok());
  uint64_t address = memory->address();
  ASSERT_TRUE((*device)->launch(*function, 1, 256, {&address}).ok());
  ASSERT_TRUE((*device)->wait().ok());
  ASSERT_TRUE(memory->read(values.data()).ok());
  for (uint32_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i], i * i + 1);
  }
  StatusOr<std::vector<double>> times =
      (*device)->time(*function, 1, 256, {&address}, 5);
  ASSERT_TRUE(times.ok());
  EXPECT_EQ(times->size(), 5u);
}

TEST(DriverTest, BadCodeIsReported) {
  StatusOr<std::unique_ptr<Device>> device = Device::open(0);
  if (!device.ok()) {
    GTEST_SKIP() << device.status().message();
  }
  StatusOr<Module> module = (*device)->load("nonsense");
  ASSERT_FALSE(module.ok());
  EXPECT_NE(module.status().message().find("loading PTX"), std::string::npos);
}

} // namespace
} // namespace weft::cuda
