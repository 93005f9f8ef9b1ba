// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with many threads, and each fault that they can have.

#include "weft/Emulator/Transfer.h"
#include "weft/Emulator/test/Kernel.h"
#include "weft/Support/Float.h"

#include <bit>
#include <numeric>
#include <optional>
#include <set>

namespace weft::emulator {
namespace {

std::vector<uint32_t> numbers(size_t count, uint32_t start = 0) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), start);
  return values;
}

/// %x0: the number of the thread in the grid; %x1: four times it; %x2: its
/// number in the block; %x3: four times that.
const std::string index = R"(
mov.u32 %x4, %ctaid.x;
mov.u32 %x5, %ntid.x;
mov.u32 %x2, %tid.x;
mad.wide.u32 %x0, %x4, %x5, %x2;
shl.b64 %x1, %x0, 2;
cvt.u64.u32 %x2, %x2;
shl.b64 %x3, %x2, 2;
add.s64 %x6, %x30, %x1;
add.s64 %x7, %x31, %x1;
)";

std::string reportOf(const LaunchResult &result) {
  return result.fault ? result.fault->report() : "";
}

TEST(LaunchTest, EachThreadItsElement) {
  Bench bench;
  bench.load(kernel(2, index + R"(
ld.global.nc.b32 %x8, [%x6];
mul.lo.s32 %x8, %x8, 3;
st.global.b32 [%x7], %x8;
)"));
  const uint64_t from = bench.put(numbers(300)),
                 to = bench.memory->allocate(1200);
  const LaunchResult result = bench.run({from, to}, shapeOf(3, 100));
  EXPECT_EQ(reportOf(result), "");
  for (uint32_t i = 0; i < 300; ++i) {
    EXPECT_EQ(bench.get<uint32_t>(to, 300)[i], 3 * i);
  }
}

TEST(LaunchTest, BranchesDiverge) {
  Bench bench;
  // How many steps a number takes to reach one.
  bench.load(kernel(2, index + R"(
ld.global.b32 %x8, [%x6];
mov.b32 %x9, 0;
LOOP:
setp.eq.s32 %p1, %x8, 1;
@%p1 bra END;
and.b32 %x10, %x8, 1;
setp.ne.s32 %p2, %x10, 0;
@%p2 bra ODD;
shr.u32 %x8, %x8, 1;
bra.uni NEXT;
ODD:
mad.lo.s32 %x8, %x8, 3, 1;
NEXT:
add.s32 %x9, %x9, 1;
bra LOOP;
END:
st.global.b32 [%x7], %x9;
)"));
  const uint64_t from = bench.put(numbers(64, 1)),
                 to = bench.memory->allocate(256);
  EXPECT_EQ(reportOf(bench.run({from, to}, shapeOf(1, 64))), "");
  const std::vector<uint32_t> steps = bench.get<uint32_t>(to, 64);
  EXPECT_EQ(steps[0], 0u);
  EXPECT_EQ(steps[26], 111u);
}

TEST(LaunchTest, TablesOfLabels) {
  Bench bench;
  bench.load(kernel(2, index + R"(
T: .branchtargets A, B, C;
brx.idx %x2, T;
A: mov.b32 %x8, 10; bra S;
B: mov.b32 %x8, 20; bra S;
C: mov.b32 %x8, 30;
S: st.global.b32 [%x7], %x8;
)"));
  const uint64_t to = bench.memory->allocate(16);
  EXPECT_EQ(reportOf(bench.run({0, to}, shapeOf(1, 3))), "");
  EXPECT_EQ(bench.get<uint32_t>(to, 3), (std::vector<uint32_t>{10, 20, 30}));
  EXPECT_EQ(bench.run({0, to}, shapeOf(1, 4)).fault->kind, Fault::Kind::Trap);
}

TEST(LaunchTest, CallsWithParametersResultsAndLocalMemory) {
  Bench bench;
  bench.load(kernel(2, index + R"(
ld.global.b32 %x8, [%x6];
{
.param .b32 param0;
.param .align 8 .b8 retval0[16];
st.param.b32 [param0], %x8;
call.uni (retval0), square_and_cube, (param0);
ld.param.v2.b64 {%x9, %x10}, [retval0];
}
add.s64 %x9, %x9, %x10;
st.global.b32 [%x7], %x9;
)",
                    R"(
.func (.param .align 8 .b8 result[16]) square_and_cube(.param .b32 x);
.func (.param .align 8 .b8 result[16]) square_and_cube(.param .b32 x)
{
.local .align 8 .b8 depot[16];
.reg .b64 %SP, %SPL, %r<9>;
mov.b64 %SPL, depot;
cvta.local.u64 %SP, %SPL;
ld.param.b32 %r1, [x];
cvt.u64.u32 %r1, %r1;
mul.lo.s64 %r2, %r1, %r1;
st.local.b64 [%SPL], %r2;
ld.b64 %r3, [%SP];
mul.lo.s64 %r3, %r3, %r1;
st.param.b64 [result], %r2;
st.param.b64 [result+8], %r3;
ret;
}
)"));
  const uint64_t from = bench.put(numbers(40)),
                 to = bench.memory->allocate(160);
  EXPECT_EQ(reportOf(bench.run({from, to}, shapeOf(1, 40))), "");
  EXPECT_EQ(bench.get<uint32_t>(to, 40)[7], 49u + 343u);
}

TEST(LaunchTest, VariablesOfTheModule) {
  Bench bench;
  bench.load(kernel(2, index + R"(
mov.b64 %x8, table;
add.s64 %x8, %x8, %x3;
ld.global.b32 %x9, [%x8];
ld.const.b32 %x10, [ten+4];
add.s32 %x9, %x9, %x10;
st.global.b32 [%x7], %x9;
)",
                    ".global .align 4 .b32 table[4] = {1, 2, 3, 4};\n"
                    ".const .b32 ten[2] = {0, 10};\n"));
  const uint64_t to = bench.memory->allocate(16);
  EXPECT_EQ(reportOf(bench.run({0, to}, shapeOf(1, 4))), "");
  EXPECT_EQ(bench.get<uint32_t>(to, 4),
            (std::vector<uint32_t>{11, 12, 13, 14}));
}

/// Turns the elements of a block around, through shared memory.
std::string reversing(bool hasBarrier) {
  return kernel(2,
                index + R"(
ld.global.b32 %x8, [%x6];
mov.b64 %x9, stage;
add.s64 %x10, %x9, %x3;
st.shared.b32 [%x10], %x8;
)" + (hasBarrier ? "bar.sync 0;\n" : "") +
                    R"(
mov.u32 %x5, %ntid.x;
sub.s32 %x11, %x5, 1;
sub.s32 %x11, %x11, %x2;
mul.wide.u32 %x11, %x11, 4;
add.s64 %x10, %x9, %x11;
ld.shared.b32 %x8, [%x10];
st.global.b32 [%x7], %x8;
)",
                ".extern .shared .align 16 .b8 stage[];\n");
}

TEST(LaunchTest, SharedMemoryWithABarrier) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(reversing(true));
    const uint64_t from = bench.put(numbers(192)),
                   to = bench.memory->allocate(768);
    EXPECT_EQ(reportOf(bench.run({from, to}, shapeOf(2, 96, 384), seed)), "");
    EXPECT_EQ(bench.get<uint32_t>(to, 192)[0], 95u);
    EXPECT_EQ(bench.get<uint32_t>(to, 192)[191], 96u);
  }
}

TEST(LaunchTest, SharedAddressesHave32Bits) {
  // As compilers write them where a pointer is four bytes before the first.
  Bench bench;
  bench.load(kernel(1,
                    "mov.u64 %x1, 4294967292;\n"
                    "st.shared.b32 [%x1+8], 7;\n"
                    "ld.shared.b32 %x2, [4];\n"
                    "st.global.b32 [%x30], %x2;\n",
                    ".extern .shared .align 16 .b8 stage[];\n"));
  const uint64_t to = bench.memory->allocate(4);
  EXPECT_EQ(reportOf(bench.run({to}, shapeOf(1, 1, 16))), "");
  EXPECT_EQ(bench.get<uint32_t>(to, 1)[0], 7u);
}

TEST(LaunchTest, ABarrierThatIsMissingIsFound) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(reversing(false));
    bench.options.checksUnwritten = false;
    const uint64_t from = bench.put(numbers(96)),
                   to = bench.memory->allocate(384);
    const LaunchResult result =
        bench.run({from, to}, shapeOf(1, 96, 384), seed);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, Fault::Kind::Race);
    EXPECT_NE(result.fault->text.find("of shared memory"), std::string::npos);
    EXPECT_NE(result.fault->line, 0u);
    EXPECT_NE(result.fault->instruction.find("shared"), std::string::npos);
  }
}

TEST(LaunchTest, RacesInTheArrays) {
  // All threads write the first element; those of other blocks too.
  const std::string text = kernel(2, "st.global.b32 [%x31], 1;");
  for (LaunchShape shape : {shapeOf(1, 2), shapeOf(2, 1)}) {
    Bench bench;
    bench.load(text);
    const uint64_t to = bench.memory->allocate(4);
    const LaunchResult result = bench.run({0, to}, shape);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, Fault::Kind::Race);
  }
  // One launch after the other is no race.
  Bench bench;
  bench.load(text);
  const uint64_t to = bench.memory->allocate(4);
  EXPECT_FALSE(bench.run({0, to}).fault);
  EXPECT_FALSE(bench.run({0, to}).fault);
}

TEST(LaunchTest, RacesWithLaunchesThatNothingOrders) {
  Bench bench;
  bench.load(kernel(2, "st.global.b32 [%x31], 1;"));
  const uint64_t to = bench.memory->allocate(4);
  const uint64_t other = bench.memory->allocate(4);
  auto run = [&](uint64_t address) {
    const RaceClock earlier = bench.memory->clock();
    const bool isFine = !bench.run({0, address}).fault;
    return std::pair(isFine, bench.memory->clock().since(earlier));
  };
  const RaceSpan first[] = {run(to).second};
  const RaceSpan second[] = {run(other).second};
  bench.options.beside = second;
  EXPECT_TRUE(run(to).first);
  bench.options.beside = first;
  EXPECT_TRUE(run(other).first);
  // The last one to write there is ordered by now, this one is not.
  const RaceSpan third[] = {run(to).second};
  bench.options.beside = third;
  EXPECT_FALSE(run(to).first);
}

TEST(LaunchTest, CopiesRaceWithLaunchesThatNothingOrders) {
  Bench bench;
  bench.load(kernel(2, "st.global.b32 [%x31], 1;"));
  const uint64_t to = bench.memory->allocate(4);
  const uint64_t far = bench.memory->allocate(4096);
  const RaceClock beforeLaunch = bench.memory->clock();
  EXPECT_FALSE(bench.run({0, to}).fault);
  const RaceSpan launch[] = {bench.memory->clock().since(beforeLaunch)};
  auto touch = [&](Access kind, uint64_t address, uint64_t size,
                   std::span<const RaceSpan> beside) {
    Transfer transfer(*bench.memory, beside);
    return transfer.note(kind, address, size);
  };
  EXPECT_TRUE(touch(Access::Write, far, 4096, launch));
  EXPECT_TRUE(touch(Access::Read, to, 4, {}));
  EXPECT_FALSE(touch(Access::Read, to, 4, launch));
  // A launch behind the copy, and beside it.
  const RaceClock beforeCopy = bench.memory->clock();
  EXPECT_TRUE(touch(Access::Write, far, 4096, {}));
  const RaceSpan copy[] = {bench.memory->clock().since(beforeCopy)};
  EXPECT_FALSE(bench.run({0, far + 4092}).fault);
  EXPECT_TRUE(touch(Access::Write, far, 4096, {}));
  const RaceSpan last[] = {
      {copy[0].first, bench.memory->clock().since(beforeCopy).last}};
  bench.options.beside = last;
  EXPECT_TRUE(bench.run({0, far + 4092}).fault);
}

TEST(LaunchTest, AccessesOutsideOfTheArrays) {
  Bench bench;
  bench.load(kernel(2, index + "ld.global.b32 %x8, [%x6];\n"
                               "st.global.b32 [%x7], %x8;"));
  const uint64_t from = bench.put(numbers(9)), to = bench.memory->allocate(40);
  const LaunchResult result = bench.run({from, to}, shapeOf(1, 10));
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, Fault::Kind::OutOfBounds);
  EXPECT_EQ(result.fault->address, from + 36);
  EXPECT_EQ(result.fault->thread[0], 9u);
  EXPECT_NE(result.fault->text.find(
                "36 bytes from the start of an array of 36 bytes"),
            std::string::npos)
      << result.fault->text;
  EXPECT_EQ(result.fault->instruction, "ld.global.b32 %x8, [%x6];");
  EXPECT_EQ(bench.run({0, to}).fault->kind, Fault::Kind::OutOfBounds);
}

TEST(LaunchTest, OwnMemoryHoldsJunk) {
  Bench bench;
  bench.load(kernel(1, R"(
.local .align 8 .b8 depot[16];
mov.b64 %x1, depot;
ld.local.b32 %x2, [%x1+4];
st.global.b32 [%x30], %x2;
)"));
  const uint64_t to = bench.memory->allocate(4);
  EXPECT_FALSE(bench.run({to}).fault);
  EXPECT_EQ(bench.get<uint32_t>(to, 1)[0], 0xA5A5A5A5u);
}

TEST(LaunchTest, WordsOfBytesMayHaveOthers) {
  Bench bench;
  bench.load(kernel(1, R"(
mov.b64 %x1, 7;
st.global.b8 [%x30+2], %x1;
ld.global.b32 %x2, [%x30];
st.global.b32 [%x30+4], %x2;
)"));
  const uint64_t to = bench.memory->allocate(8);
  EXPECT_FALSE(bench.run({to}).fault);
  EXPECT_EQ(bench.get<uint8_t>(to, 8)[6], 7u);
}

TEST(LaunchTest, OtherFaults) {
  auto faultOf = [](const std::string &body, LaunchShape shape) {
    Bench bench;
    bench.options.maximumInstructions = 100000;
    bench.load(kernel(2, index + body));
    const uint64_t from = bench.put(numbers(64)),
                   to = bench.memory->allocate(256);
    const LaunchResult result = bench.run({from, to}, shape);
    EXPECT_TRUE(result.fault) << body;
    return result.fault ? result.fault->kind : Fault::Kind::Trap;
  };
  const LaunchShape one = shapeOf(1, 1), many = shapeOf(1, 64);
  EXPECT_EQ(faultOf("ld.global.b32 %x8, [%x7];", one), Fault::Kind::Unwritten);
  EXPECT_EQ(faultOf("ld.global.b32 %x8, [%x6+2];", one),
            Fault::Kind::Misaligned);
  EXPECT_EQ(faultOf("ld.global.v2.b32 {%x8, %x9}, [%x6+4];", one),
            Fault::Kind::Misaligned);
  EXPECT_EQ(
      faultOf("red.global.add.v4.f32 [%x30+8], {%x2, %x2, %x2, %x2};", one),
      Fault::Kind::Misaligned);
  EXPECT_EQ(faultOf("cp.async.ca.shared.global [0], [%x6+2], 4;", one),
            Fault::Kind::Misaligned);
  EXPECT_EQ(faultOf("ld.shared.b32 %x8, [64];", one), Fault::Kind::OutOfBounds);
  EXPECT_EQ(faultOf("trap;", one), Fault::Kind::Trap);
  EXPECT_EQ(faultOf("L: bra L;", one), Fault::Kind::Runaway);
  EXPECT_EQ(
      faultOf("setp.gt.u64 %p1, %x2, 7;\n@%p1 bra E;\nbar.sync 0;\nE:", many),
      Fault::Kind::Deadlock);
  EXPECT_EQ(faultOf("setp.gt.u64 %p1, %x2, 7;\n@%p1 bra E;\n"
                    "shfl.sync.bfly.b32 %x8, %x2, 1, 31, -1;\nE:",
                    many),
            Fault::Kind::Deadlock);
}

TEST(LaunchTest, Atomics) {
  Bench bench;
  bench.load(kernel(2, index + R"(
atom.global.add.u32 %x8, [%x31], 2;
red.global.max.u32 [%x31+4], %x2;
atom.global.cas.b32 %x9, [%x31+8], 5, 6;
cvt.rn.f32.u32 %x10, %x2;
red.global.add.f32 [%x31+12], %x10;
atom.global.exch.b32 %x11, [%x31+16], 9;
)"));
  const uint64_t to = bench.put(std::vector<uint32_t>{0, 0, 5, 0, 0});
  EXPECT_EQ(reportOf(bench.run({0, to}, shapeOf(4, 32))), "");
  const std::vector<uint32_t> got = bench.get<uint32_t>(to, 5);
  EXPECT_EQ(got[0], 256u);
  EXPECT_EQ(got[1], 31u);
  EXPECT_EQ(got[2], 6u);
  EXPECT_EQ(std::bit_cast<float>(got[3]), 4.0f * 496);
  EXPECT_EQ(got[4], 9u);
}

/// Each block waits for what the one before it has told, by the number in x8.
const std::string waits = R"(
shl.b64 %x9, %x8, 2;
add.u64 %x9, %x9, %x30;
W:
ld.relaxed.gpu.global.u32 %x10, [%x9];
setp.eq.u32 %p1, %x10, 0;
@%p1 bra W;
add.u32 %x10, %x10, 1;
st.relaxed.gpu.global.u32 [%x9+4], %x10;
)";
const std::string byTicket = "atom.global.add.u64 %x8, [%x31], 1;\n" + waits;

TEST(LaunchTest, BlocksWaitForEachOther) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(kernel(2, byTicket));
    std::vector<uint32_t> told(42, 0);
    told[0] = 1;
    const uint64_t cells = bench.put(told);
    const uint64_t ticket = bench.put(std::vector<uint64_t>{0});
    EXPECT_EQ(reportOf(bench.run({cells, ticket}, shapeOf(41, 1), seed)), "");
    const std::vector<uint32_t> got = bench.get<uint32_t>(cells, 42);
    for (uint32_t i = 0; i < 42; ++i) {
      EXPECT_EQ(got[i], i + 1);
    }
  }
}

TEST(LaunchTest, BlocksThatHaveNotBegunAreNotWaitedFor) {
  Bench bench;
  bench.load(
      kernel(2, "mov.u32 %x8, %ctaid.x;\ncvt.u64.u32 %x8, %x8;" + waits));
  std::vector<uint32_t> told(42, 0);
  told[0] = 1;
  const uint64_t cells = bench.put(told);
  bench.options.maximumInstructions = 1 << 20;
  const LaunchResult result = bench.run({cells, cells}, shapeOf(41, 1));
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, Fault::Kind::Runaway);
}

TEST(LaunchTest, BlocksThatRunAtTheSameTimeRace) {
  // They wait for each other, but that puts nothing else in order.
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(kernel(2, byTicket + "st.global.b32 [%x31+8], 1;"));
    const uint64_t cells = bench.put(std::vector<uint32_t>{1, 0, 0, 0});
    const uint64_t ticket = bench.put(std::vector<uint64_t>{0, 0});
    const LaunchResult result = bench.run({cells, ticket}, shapeOf(3, 1), seed);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, Fault::Kind::Race);
  }
}

TEST(LaunchTest, MemoryOfABlockIsItsOwnWhileOthersRun) {
  // All threads of a block write and read on the chip, with barriers.
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(kernel(2, index + R"(
mov.u32 %x20, %tid.x;
cvt.u64.u32 %x20, %x20;
shl.b64 %x21, %x20, 2;
st.shared.u32 [%x21], %x20;
bar.sync 0;
xor.b64 %x21, %x21, 252;
ld.shared.u32 %x22, [%x21];
bar.sync 0;
mov.u64 %x23, 0;
setp.ne.u64 %p2, %x20, 0;
@%p2 bra E;
)" + byTicket + "E:"));
    std::vector<uint32_t> told(12, 0);
    told[0] = 1;
    const uint64_t cells = bench.put(told);
    const uint64_t ticket = bench.put(std::vector<uint64_t>{0});
    EXPECT_EQ(reportOf(bench.run({cells, ticket}, shapeOf(11, 64, 256), seed)),
              "");
  }
}

TEST(LaunchTest, AddsToNeighbours) {
  Bench bench;
  bench.load(kernel(2, index + R"(
mov.b32 %x8, 0x3F800000;
mov.b32 %x9, 0x40000000;
red.relaxed.gpu.global.add.v4.f32 [%x31], {%x8, %x9, %x8, %x9};
red.relaxed.gpu.global.add.v2.f32 [%x31+16], {%x9, %x8};
mov.b32 %x10, 0x40003F80;
red.relaxed.gpu.global.add.noftz.v2.bf16x2 [%x31+24], {%x10, %x10};
red.relaxed.gpu.global.add.noftz.bf16x2 [%x31+32], %x10;
mov.b32 %x11, 0x3C00;
red.relaxed.gpu.global.add.noftz.v2.f16 [%x31+36], {%x11, %x11};
)"));
  const uint64_t to = bench.put(std::vector<uint32_t>(10));
  EXPECT_EQ(reportOf(bench.run({0, to}, shapeOf(2, 32))), "");
  const std::vector<uint32_t> got = bench.get<uint32_t>(to, 10);
  auto f32 = [&](size_t i) { return std::bit_cast<float>(got[i]); };
  EXPECT_EQ(std::vector({f32(0), f32(1), f32(2), f32(3), f32(4), f32(5)}),
            std::vector({64.0f, 128.0f, 64.0f, 128.0f, 128.0f, 64.0f}));
  // 64 and 128 in halves.
  EXPECT_EQ(
      std::vector(got.begin() + 6, got.end()),
      std::vector<uint32_t>({0x43004280, 0x43004280, 0x43004280, 0x54005400}));
}

TEST(LaunchTest, WhatWarpsDoTogether) {
  struct Case {
    std::string body;
    uint32_t (*expected)(uint32_t lane);
  };
  const Case cases[] = {
      {"shfl.sync.bfly.b32 %x8, %x2, 5, 31, -1;",
       [](uint32_t lane) { return lane ^ 5; }},
      {"shfl.sync.down.b32 %x8, %x2, 3, 31, -1;",
       [](uint32_t lane) { return lane + 3 < 32 ? lane + 3 : lane; }},
      {"shfl.sync.up.b32 %x8, %x2, 3, 0, -1;",
       [](uint32_t lane) { return lane >= 3 ? lane - 3 : lane; }},
      {"shfl.sync.idx.b32 %x8|%p1, %x2, 9, 31, -1;",
       [](uint32_t) { return 9u; }},
      {"setp.gt.u64 %p1, %x2, 29;\nvote.sync.ballot.b32 %x8, %p1, -1;",
       [](uint32_t) { return 0xC0000000u; }},
      {"redux.sync.add.u32 %x8, %x2, -1;", [](uint32_t) { return 496u; }},
      {"redux.sync.max.s32 %x8, %x2, -1;", [](uint32_t) { return 31u; }},
      {"and.b64 %x9, %x2, 1;\nmatch.any.sync.b32 %x8, %x9, -1;",
       [](uint32_t lane) { return lane % 2 ? 0xAAAAAAAAu : 0x55555555u; }},
      // Half of the warp by itself.
      {"mov.b64 %x8, 7;\nsetp.gt.u64 %p1, %x2, 15;\n@%p1 bra E;\n"
       "shfl.sync.bfly.b32 %x8, %x2, 1, 31, 0xFFFF;\nE:",
       [](uint32_t lane) { return lane < 16 ? lane ^ 1 : 7; }},
  };
  for (const Case &one : cases) {
    Bench bench;
    bench.load(kernel(2, index + one.body + "\nst.global.b32 [%x7], %x8;"));
    const uint64_t to = bench.memory->allocate(128);
    EXPECT_EQ(reportOf(bench.run({0, to}, shapeOf(1, 32))), "");
    for (uint32_t lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(bench.get<uint32_t>(to, 32)[lane], one.expected(lane))
          << one.body << " lane " << lane;
    }
  }
}

/// A product of a row-major 16 x k matrix and a k x 8 one, with the fragments
/// taken from memory as the language's description lays them out.
TEST(LaunchTest, ProductsOfMatrices) {
  Bench bench;
  bench.load(kernel(3, index + R"(
mul.wide.u32 %x8, %x2, 16;
add.s64 %x8, %x8, %x30;
ld.global.v4.b32 {%x10, %x11, %x12, %x13}, [%x8];
mul.wide.u32 %x8, %x2, 8;
add.s64 %x8, %x8, %x31;
ld.global.v2.b32 {%x14, %x15}, [%x8];
mov.b32 %x16, 0f3F800000;
mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
  {%x20, %x21, %x22, %x23}, {%x10, %x11, %x12, %x13}, {%x14, %x15},
  {%x16, %x16, %x16, %x16};
mul.wide.u32 %x8, %x2, 16;
add.s64 %x8, %x8, %x32;
st.global.v4.b32 [%x8], {%x20, %x21, %x22, %x23};
)"));
  auto a = [](int row, int column) { return row - 2 * column; };
  auto b = [](int row, int column) { return 3 * row + column - 7; };
  std::vector<uint32_t> left(128), right(64);
  auto pair = [](int low, int high) {
    return uint32_t(encodeFloat(FloatKind::BF16, low) |
                    encodeFloat(FloatKind::BF16, high) << 16);
  };
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4, q = lane % 4 * 2;
    for (int i = 0; i < 4; ++i) {
      const int row = g + 8 * (i % 2), column = q + 8 * (i / 2);
      left[lane * 4 + i] = pair(a(row, column), a(row, column + 1));
    }
    for (int i = 0; i < 2; ++i) {
      right[lane * 2 + i] = pair(b(q + 8 * i, g), b(q + 8 * i + 1, g));
    }
  }
  const uint64_t to = bench.memory->allocate(512);
  EXPECT_EQ(reportOf(bench.run({bench.put(left), bench.put(right), to},
                               shapeOf(1, 32))),
            "");
  const std::vector<float> got = bench.get<float>(to, 128);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
      int sum = 1;
      for (int k = 0; k < 16; ++k) {
        sum += a(row, k) * b(k, column);
      }
      EXPECT_EQ(got[lane * 4 + i], float(sum));
    }
  }
}

TEST(LaunchTest, CopiesThatAreWaitedFor) {
  auto text = [](bool waits) {
    return kernel(2,
                  index + R"(
mov.b64 %x9, stage;
add.s64 %x10, %x9, %x3;
cp.async.ca.shared.global [%x10], [%x6], 4;
cp.async.commit_group;
)" + (waits ? "cp.async.wait_group 0;\n" : "") +
                      R"(
bar.sync 0;
xor.b64 %x11, %x3, 4;
add.s64 %x10, %x9, %x11;
ld.shared.b32 %x8, [%x10];
st.global.b32 [%x7], %x8;
)",
                  ".extern .shared .align 16 .b8 stage[];\n");
  };
  // Those that have landed long before count as unwritten as well.
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(text(true));
    const uint64_t from = bench.put(numbers(32)),
                   to = bench.memory->allocate(128);
    EXPECT_EQ(reportOf(bench.run({from, to}, shapeOf(1, 32, 128), seed)), "");
    EXPECT_EQ(bench.get<uint32_t>(to, 32)[4], 5u);
    bench.load(text(false));
    const LaunchResult result =
        bench.run({from, to}, shapeOf(1, 32, 128), seed);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, Fault::Kind::Unwritten);
  }
}

/// What the first thread of two copies from [p0] to the chip, by timing, where
/// it waits behind what is done in between; nothing for a race.
std::set<std::optional<uint32_t>> copied(const std::string &between) {
  std::set<std::optional<uint32_t>> found;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Bench bench;
    bench.load(kernel(2, index + R"(
mov.b64 %x9, stage;
setp.ne.u64 %p1, %x2, 0;
@%p1 bra STARTED;
cp.async.ca.shared.global [%x9], [%x30], 4;
STARTED:
)" + between + R"(
@%p1 bra END;
cp.async.wait_all;
ld.shared.b32 %x8, [%x9];
st.global.b32 [%x31], %x8;
END:
)",
                      ".extern .shared .align 16 .b8 stage[];\n"));
    const uint64_t from = bench.put(numbers(1, 5)),
                   to = bench.memory->allocate(4);
    const LaunchResult result = bench.run({from, to}, shapeOf(1, 2, 16), seed);
    if (result.fault) {
      EXPECT_EQ(result.fault->kind, Fault::Kind::Race);
      found.insert(std::nullopt);
      continue;
    }
    found.insert(bench.get<uint32_t>(to, 1)[0]);
  }
  return found;
}

TEST(LaunchTest, CopiesLandBeforeOrBehindWhatTheirThreadDoes) {
  EXPECT_EQ(copied("@!%p1 st.global.b32 [%x30], 7;"),
            (std::set<std::optional<uint32_t>>{5, 7}));
}

TEST(LaunchTest, CopiesLandWhileTheirThreadWaits) {
  EXPECT_EQ(copied("bar.sync 0;\n@%p1 st.global.b32 [%x30], 7;\nbar.sync 0;"),
            (std::set<std::optional<uint32_t>>{std::nullopt, 5, 7}));
}

TEST(LaunchTest, CopiesNeedTheirSourceWhenTheyStart) {
  Bench bench;
  bench.load(kernel(1,
                    "cp.async.ca.shared.global [0], [%x30], 4;\n"
                    "st.global.b32 [%x30], 7;\n"
                    "cp.async.wait_all;\n",
                    ".extern .shared .align 16 .b8 stage[];\n"));
  const uint64_t from = bench.memory->allocate(4);
  const LaunchResult result = bench.run({from}, shapeOf(1, 1, 16));
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, Fault::Kind::Unwritten);
}

TEST(LaunchTest, CopiesThatRaceAreNamedWhereTheyStart) {
  const std::string copy = "cp.async.ca.shared.global [0], [%x30], 4;";
  std::set<std::string> instructions;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Bench bench;
    bench.load(kernel(1,
                      "mov.u32 %x2, %tid.x;\n"
                      "setp.ne.u32 %p1, %x2, 0;\n"
                      "@%p1 bra OTHER;\n" +
                          copy + R"(
bar.sync 0;
cp.async.wait_all;
bra END;
OTHER:
bar.sync 0;
st.global.b32 [%x30], 7;
END:
)",
                      ".extern .shared .align 16 .b8 stage[];\n"));
    const LaunchResult result =
        bench.run({bench.put(numbers(1))}, shapeOf(1, 2, 16), seed);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, Fault::Kind::Race);
    instructions.insert(result.fault->instruction);
  }
  EXPECT_EQ(instructions,
            (std::set<std::string>{copy, "st.global.b32 [%x30], 7;"}));
}

TEST(LaunchTest, ParametersAreFoundByARegister) {
  Bench bench;
  bench.load(kernel(2, R"(
    mov.u32 %x0, %tid.x;
    setp.eq.u32 %p1, %x0, 0;
    mov.b64 %x1, p0;
    mov.b64 %x2, p1;
    selp.b64 %x3, %x1, %x2, %p1;
    ld.param.b64 %x4, [%x3];
    mul.wide.u32 %x5, %x0, 8;
    add.s64 %x6, %x30, %x5;
    st.global.b64 [%x6], %x4;
  )"));
  const uint64_t out = bench.put(std::vector<uint64_t>(2));
  EXPECT_FALSE(bench.run({out, 77}, shapeOf(1, 2)).fault);
  EXPECT_EQ(bench.get<uint64_t>(out, 2), (std::vector<uint64_t>{out, 77}));
}

} // namespace
} // namespace weft::emulator
