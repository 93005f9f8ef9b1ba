// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/test/Kernel.h"
#include "weft/Emulator/test/Library.h"

namespace weft::emulator::driver {
namespace {

/// [p0] = [p0] * p1 + 1
const std::string step = kernel(2, R"(
ld.global.b32 %x1, [%x30];
mad.lo.s32 %x1, %x1, %x31, 1;
st.global.b32 [%x30], %x1;
)");

TEST_F(DriverTest, GraphsRunAfterTheirDependencies) {
  void *function = load(step), *graph = nullptr, *executable = nullptr;
  DeviceAddress a = allocate(4), b = allocate(4);
  uint64_t three = 3, five = 5;
  void *withThree[] = {&a, &three}, *withFive[] = {&a, &five};
  ASSERT_EQ(call("cuGraphCreate", &graph, 0u), success);
  void *nodes[4] = {};
  const MemsetNodeParameters fill = {a, 0, 1, 4, 1, 1};
  ASSERT_EQ(call("cuGraphAddMemsetNode", &nodes[0], graph,
                 static_cast<void *const *>(nullptr), size_t(0), &fill,
                 context),
            success);
  KernelNodeParameters kernel = {};
  kernel.function = function;
  for (int i = 0; i < 3; ++i) {
    kernel.grid[i] = kernel.block[i] = 1;
  }
  kernel.parameters = withThree;
  const KernelNodeParameters &given = kernel;
  ASSERT_EQ(call("cuGraphAddKernelNode_v2", &nodes[1], graph,
                 static_cast<void *const *>(&nodes[0]), size_t(1), &given),
            success);
  kernel.parameters = withFive;
  ASSERT_EQ(call("cuGraphAddKernelNode_v2", &nodes[2], graph,
                 static_cast<void *const *>(&nodes[1]), size_t(1), &given),
            success);
  CopyParameters copy = {};
  copy.from.kind = copy.to.kind = 2;
  copy.from.device = a;
  copy.to.device = b;
  copy.width = 4;
  copy.height = copy.depth = 1;
  const CopyParameters &copied = copy;
  ASSERT_EQ(call("cuGraphAddMemcpyNode", &nodes[3], graph,
                 static_cast<void *const *>(&nodes[2]), size_t(1), &copied,
                 context),
            success);
  ASSERT_EQ(call("cuGraphInstantiateWithFlags", &executable, graph, 0ull),
            success);
  auto run = [&] {
    uint32_t got = 0;
    EXPECT_EQ(call("cuGraphLaunch", executable, static_cast<void *>(nullptr)),
              success);
    EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(&got), b, size_t(4)),
              success);
    return got;
  };
  EXPECT_EQ(run(), 21u);
  EXPECT_EQ(run(), 21u);
  // Other arguments for one node.
  ASSERT_EQ(
      call("cuGraphExecKernelNodeSetParams_v2", executable, nodes[1], &given),
      success);
  EXPECT_EQ(run(), 31u);
  EXPECT_EQ(call("cuGraphExecDestroy", executable), success);
  EXPECT_EQ(call("cuGraphDestroy", graph), success);
  EXPECT_EQ(call("cuGraphLaunch", executable, static_cast<void *>(nullptr)),
            invalidHandle);
}

} // namespace
} // namespace weft::emulator::driver
