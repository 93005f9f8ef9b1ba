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

/// What a fill leaves is written, so that kernels may read it; what is beside
/// it is not.
TEST_F(DriverTest, GraphsFillByPatternsOfAnyWidth) {
  void *function = load(step), *graph = nullptr, *executable = nullptr;
  const DeviceAddress a = allocate(12);
  ASSERT_EQ(call("cuGraphCreate", &graph, 0u), success);
  void *nodes[3] = {};
  auto add = [&](void *&node, const MemsetNodeParameters &fill) {
    return call("cuGraphAddMemsetNode", &node, graph,
                static_cast<void *const *>(nullptr), size_t(0), &fill, context);
  };
  ASSERT_EQ(add(nodes[0], {a, 0, 0x7f, 1, 3, 1}), success);
  ASSERT_EQ(add(nodes[1], {a + 4, 0, 0x3f80, 2, 2, 1}), success);
  // Places between two elements, elements of no such size, and no elements.
  EXPECT_EQ(add(nodes[2], {a + 2, 0, 1, 4, 1, 1}), invalidValue);
  EXPECT_EQ(add(nodes[2], {a, 0, 1, 8, 1, 1}), invalidValue);
  EXPECT_EQ(add(nodes[2], {a, 0, 1, 4, 0, 1}), invalidValue);
  ASSERT_EQ(call("cuGraphInstantiateWithFlags", &executable, graph, 0ull),
            success);
  const MemsetNodeParameters moved = {a + 8, 0, 0x7fff, 2, 2, 1};
  const MemsetNodeParameters &given = moved;
  ASSERT_EQ(call("cuGraphExecMemsetNodeSetParams", executable, nodes[1], &given,
                 context),
            success);
  ASSERT_EQ(call("cuGraphLaunch", executable, static_cast<void *>(nullptr)),
            success);
  uint32_t got[3] = {};
  ASSERT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(got), a, size_t(12)),
            success);
  EXPECT_EQ(got[0] & 0xffffff, 0x7f7f7fU);
  EXPECT_EQ(got[2], 0x7fff7fffU);
  auto runOn = [&](DeviceAddress at) {
    uint64_t factor = 0;
    void *arguments[] = {&at, &factor};
    EXPECT_EQ(launch(function, 1, 1, nullptr, arguments), success);
    return call("cuCtxSynchronize");
  };
  EXPECT_EQ(runOn(a + 8), success);
  EXPECT_NE(runOn(a + 4), success);
}

/// Two kernels in a row, the second of which may be launched while the first
/// one runs: by the edge between them, and by the launch.
class EarlyKernels : public DriverTest {
protected:
  /// `[p0] = [p0] * p1 + 1` behind a wait, or not.
  int runGraph(const std::string &second) {
    void *first = load(step), *behind = load(second);
    void *graph = nullptr, *executable = nullptr, *nodes[2] = {};
    DeviceAddress a = allocate(4);
    uint64_t factor = 3;
    void *arguments[] = {&a, &factor};
    EXPECT_EQ(call("cuMemsetD32_v2", a, 2u, size_t(1)), success);
    EXPECT_EQ(call("cuGraphCreate", &graph, 0u), success);
    NodeParameters node = {};
    node.kind = nodeKernel;
    node.kernel = {first,     {1, 1, 1}, {1, 1, 1}, 0,
                   arguments, nullptr,   nullptr,   nullptr};
    EXPECT_EQ(call("cuGraphAddNode_v2", &nodes[0], graph,
                   static_cast<void *const *>(nullptr),
                   static_cast<const EdgeData *>(nullptr), size_t(0), &node),
              success);
    const EdgeData edge = {portProgrammatic, 0, edgeProgrammatic, {}};
    node.kernel.function = behind;
    EXPECT_EQ(call("cuGraphAddNode_v2", &nodes[1], graph,
                   static_cast<void *const *>(nodes), &edge, size_t(1), &node),
              success);
    EXPECT_EQ(call("cuGraphInstantiateWithFlags", &executable, graph, 0ull),
              success);
    EXPECT_EQ(call("cuGraphLaunch", executable, static_cast<void *>(nullptr)),
              success);
    uint32_t got = 0;
    if (int result =
            call("cuMemcpyDtoH_v2", static_cast<void *>(&got), a, size_t(4))) {
      return -result;
    }
    return static_cast<int>(got);
  }

  int launchAhead(const std::string &code) {
    DeviceAddress a = allocate(4);
    uint64_t factor = 3;
    void *arguments[] = {&a, &factor};
    EXPECT_EQ(call("cuMemsetD32_v2", a, 2u, size_t(1)), success);
    const LaunchAttribute early = {driver::launchAhead, 0, 1, {}};
    const LaunchConfig config = {{1, 1, 1}, {1, 1, 1}, 0, nullptr, &early, 1};
    EXPECT_EQ(call("cuLaunchKernelEx", &config, load(code),
                   static_cast<void **>(arguments),
                   static_cast<void **>(nullptr)),
              success);
    return call("cuCtxSynchronize");
  }

  const std::string waiting = kernel(2, R"(
griddepcontrol.wait;
griddepcontrol.launch_dependents;
ld.global.b32 %x1, [%x30];
mad.lo.s32 %x1, %x1, %x31, 1;
st.global.b32 [%x30], %x1;
)");
  /// Too late for its load.
  const std::string late = kernel(2, R"(
ld.global.b32 %x1, [%x30];
griddepcontrol.wait;
mad.lo.s32 %x1, %x1, %x31, 1;
st.global.b32 [%x30], %x1;
)");
  /// Who comes next would not wait for the kernels before this one.
  const std::string hasty = kernel(2, R"(
griddepcontrol.launch_dependents;
griddepcontrol.wait;
)");
};

TEST_F(EarlyKernels, WaitForThoseBefore) {
  EXPECT_EQ(runGraph(waiting), 22);
  EXPECT_EQ(launchAhead(waiting), success);
}

TEST_F(EarlyKernels, WithoutAWaitIsAFault) { EXPECT_LT(runGraph(step), 0); }

TEST_F(EarlyKernels, WithALateWaitIsAFault) { EXPECT_LT(runGraph(late), 0); }

TEST_F(EarlyKernels, LetTheNextOneComeWhenTheyHaveWaited) {
  EXPECT_LT(runGraph(hasty), 0);
}

TEST_F(EarlyKernels, DoNotEndBeforeThoseBefore) {
  EXPECT_LT(runGraph(kernel(2, "")), 0);
}

TEST_F(EarlyKernels, LaunchedWithoutAWaitIsAFault) {
  EXPECT_NE(launchAhead(step), success);
}

TEST_F(EarlyKernels, EdgesAreAmongKernels) {
  void *graph = nullptr, *nodes[2] = {};
  DeviceAddress a = allocate(4);
  uint64_t factor = 3;
  void *arguments[] = {&a, &factor};
  const MemsetNodeParameters fill = {a, 0, 1, 4, 1, 1};
  ASSERT_EQ(call("cuGraphCreate", &graph, 0u), success);
  ASSERT_EQ(call("cuGraphAddMemsetNode", &nodes[0], graph,
                 static_cast<void *const *>(nullptr), size_t(0), &fill,
                 context),
            success);
  NodeParameters node = {};
  node.kind = nodeKernel;
  node.kernel = {load(waiting), {1, 1, 1}, {1, 1, 1}, 0,
                 arguments,     nullptr,   nullptr,   nullptr};
  const EdgeData edge = {portProgrammatic, 0, edgeProgrammatic, {}};
  EXPECT_EQ(call("cuGraphAddNode_v2", &nodes[1], graph,
                 static_cast<void *const *>(nodes), &edge, size_t(1), &node),
            invalidValue);
}

/// A loop in a graph: [p0] += 3 while it is less than p1, and the condition is
/// set by the kernel.
TEST_F(DriverTest, ConditionsMakeLoops) {
  const std::string counting = kernel(3, R"(
ld.global.b32 %x1, [%x30];
add.s32 %x1, %x1, 3;
st.global.b32 [%x30], %x1;
setp.lt.s32 %p1, %x1, %x31;
selp.b32 %x2, 1, 0, %p1;
{
.param .b64 param0;
.param .b32 param1;
st.param.b64 [param0], %x32;
st.param.b32 [param1], %x2;
call.uni cudaGraphSetConditional, (param0, param1);
}
)",
                                      R"(
.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
)");
  void *function = load(counting), *graph = nullptr, *executable = nullptr;
  DeviceAddress a = allocate(4);
  uint64_t end = 20;
  unsigned long long handle = 0;
  ASSERT_EQ(call("cuGraphCreate", &graph, 0u), success);
  ASSERT_EQ(call("cuGraphConditionalHandleCreate", &handle, graph, context, 1u,
                 conditionalAssignDefault),
            success);
  void *fillNode = nullptr, *loopNode = nullptr, *kernelNode = nullptr;
  const MemsetNodeParameters fill = {a, 0, 1, 4, 1, 1};
  ASSERT_EQ(call("cuGraphAddMemsetNode", &fillNode, graph,
                 static_cast<void *const *>(nullptr), size_t(0), &fill,
                 context),
            success);
  NodeParameters loop = {};
  loop.kind = nodeConditional;
  loop.conditional = {handle, conditionalWhile, 1, nullptr, context};
  ASSERT_EQ(call("cuGraphAddNode", &loopNode, graph,
                 static_cast<void *const *>(&fillNode), size_t(1), &loop),
            success);
  void *parameters[] = {&a, &end, &handle};
  NodeParameters body = {};
  body.kind = nodeKernel;
  body.kernel = {function,   {1, 1, 1}, {1, 1, 1}, 0,
                 parameters, nullptr,   nullptr,   nullptr};
  ASSERT_EQ(call("cuGraphAddNode", &kernelNode, loop.conditional.bodies[0],
                 static_cast<void *const *>(nullptr), size_t(0), &body),
            success);
  ASSERT_EQ(call("cuGraphInstantiateWithFlags", &executable, graph, 0ull),
            success);
  for (int turn = 0; turn < 2; ++turn) {
    uint32_t got = 0;
    ASSERT_EQ(call("cuGraphLaunch", executable, static_cast<void *>(nullptr)),
              success);
    ASSERT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(&got), a, size_t(4)),
              success);
    EXPECT_EQ(got, turn == 0 ? 22u : 4u);
    // Nodes of the loop's body can be given other arguments as well.
    end = 4;
    ASSERT_EQ(call("cuGraphExecKernelNodeSetParams_v2", executable, kernelNode,
                   static_cast<const KernelNodeParameters *>(&body.kernel)),
              success);
  }
}

} // namespace
} // namespace weft::emulator::driver
