// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What blocks hand to each other, with all that it takes and without some of
// it. Which block runs first, or whether they run at the same time, must not
// matter.

#include "weft/Emulator/test/Kernel.h"

namespace weft::emulator {
namespace {

/// What becomes of a kernel by many timings.
enum class Outcome { Fine, Race, Another, Varies };

std::ostream &operator<<(std::ostream &out, Outcome outcome) {
  const char *const names[] = {"fine", "race", "another fault", "varies"};
  return out << names[static_cast<int>(outcome)];
}

constexpr uint64_t seeds = 20;

Outcome outcomeOf(const LaunchResult &result) {
  return !result.fault                             ? Outcome::Fine
         : result.fault->kind == Fault::Kind::Race ? Outcome::Race
                                                   : Outcome::Another;
}

template <class Run> Outcome outcomeOfAll(Run run) {
  const Outcome first = run(uint64_t(0));
  for (uint64_t seed = 1; seed < seeds; ++seed) {
    if (run(seed) != first) {
      return Outcome::Varies;
    }
  }
  return first;
}

/// The number of the block among those that have begun, in %x8, and of the
/// thread in %x2. Data lie at %x30, flags at %x31, tickets at %x32. Threads but
/// the first draw none.
const std::string byTicket = R"(
mov.u32 %x2, %tid.x;
cvt.u64.u32 %x2, %x2;
setp.ne.u64 %p8, %x2, 0;
@%p8 bra DRAWN;
atom.global.add.u32 %x8, [%x32], 1;
st.shared.u32 [0], %x8;
DRAWN:
bar.sync 0;
ld.shared.u32 %x8, [0];
cvt.u64.u32 %x8, %x8;
)";

/// Parts of a kernel, each for one block, by the ticket.
std::string kernelOf(const std::vector<std::string> &parts) {
  std::string text = byTicket;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string number = std::to_string(i);
    text += "setp.ne.u64 %p8, %x8, " + number + ";\n@%p8 bra NOT" + number +
            ";\n" + parts[i] + "\nret;\nNOT" + number + ":\n";
  }
  return kernel(3, text, ".extern .shared .align 16 .b8 stage[];\n");
}

Outcome run(const std::vector<std::string> &parts, uint32_t threads = 1) {
  const std::string text = kernelOf(parts);
  return outcomeOfAll([&](uint64_t seed) {
    Bench bench;
    bench.load(text);
    const std::vector<uint32_t> zeros(64);
    const uint64_t data = bench.put(zeros), flags = bench.put(zeros),
                   tickets = bench.put(zeros);
    return outcomeOf(bench.run(
        {data, flags, tickets},
        shapeOf(static_cast<uint32_t>(parts.size()), threads, 16), seed));
  });
}

const std::string write = "st.global.u32 [%x30], 7;\n";
const std::string read = "ld.global.u32 %x10, [%x30];\n";
const std::string release =
    "fence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [%x31], 1;\n";

/// Looks at a flag, as it is said, until it is another number than zero.
std::string await(const std::string &look, const std::string &label = "WAIT") {
  return label + ":\n" + look + "\nsetp.eq.u32 %p1, %x9, 0;\n@%p1 bra " +
         label + ";\n";
}
const std::string acquire =
    await("ld.relaxed.gpu.global.u32 %x9, [%x31];") + "fence.acq_rel.gpu;\n";

const std::vector<std::string> releases = {
    release,
    "fence.release.gpu;\nst.relaxed.gpu.global.u32 [%x31], 1;",
    "membar.gl;\nst.volatile.global.u32 [%x31], 1;",
    "membar.sys;\nst.relaxed.sys.global.u32 [%x31], 1;",
    "fence.sc.gpu;\natom.global.exch.b32 %x9, [%x31], 1;",
    "fence.acq_rel.gpu;\nred.global.add.u32 [%x31], 1;",
    "fence.acq_rel.gpu;\natom.global.cas.b32 %x9, [%x31], 0, 1;",
    "fence.acq_rel.sys;\nst.relaxed.gpu.u32 [%x31], 1;",
    "st.release.gpu.global.u32 [%x31], 1;",
    "atom.release.gpu.global.add.u32 %x9, [%x31], 1;",
    "red.release.gpu.global.add.u32 [%x31], 1;",
    "atom.acq_rel.sys.global.exch.b32 %x9, [%x31], 1;",
};
const std::vector<std::string> acquires = {
    acquire,
    await("ld.relaxed.gpu.global.u32 %x9, [%x31];") + "fence.acquire.gpu;\n",
    await("ld.relaxed.gpu.global.u32 %x9, [%x31];\nfence.acq_rel.gpu;"),
    await("ld.volatile.global.u32 %x9, [%x31];") + "membar.gl;\n",
    await("ld.relaxed.sys.u32 %x9, [%x31];") + "fence.sc.sys;\n",
    await("atom.global.or.b32 %x9, [%x31], 0;") + "fence.acq_rel.gpu;\n",
    await("ld.acquire.gpu.global.u32 %x9, [%x31];"),
    await("atom.acquire.gpu.global.or.b32 %x9, [%x31], 0;"),
    await("atom.acq_rel.gpu.global.or.b32 %x9, [%x31], 0;"),
};

TEST(HandOverTest, EachReleaseGoesWithEachAcquire) {
  for (const std::string &tell : releases) {
    for (const std::string &look : acquires) {
      EXPECT_EQ(run({write + tell, look + read}), Outcome::Fine)
          << tell << look;
    }
  }
}

TEST(HandOverTest, WithoutAReleaseIsARace) {
  const std::string flag = "st.relaxed.gpu.global.u32 [%x31], 1;\n";
  for (const std::string &tell : {
           flag,
           std::string("st.volatile.global.u32 [%x31], 1;"),
           std::string("atom.global.exch.b32 %x9, [%x31], 1;"),
           std::string("atom.acquire.gpu.global.exch.b32 %x9, [%x31], 1;"),
           std::string("red.global.add.u32 [%x31], 1;"),
           "fence.acquire.gpu;\n" + flag,
           "fence.proxy.async;\n" + flag,
           "bar.sync 0;\n" + flag,
           flag + "fence.acq_rel.gpu;\n",
       }) {
    for (const std::string &look : acquires) {
      EXPECT_EQ(run({write + tell, look + read}), Outcome::Race)
          << tell << look;
    }
  }
}

TEST(HandOverTest, WithoutAnAcquireIsARace) {
  const std::string flag = await("ld.relaxed.gpu.global.u32 %x9, [%x31];");
  for (const std::string &look : {
           flag,
           await("ld.volatile.global.u32 %x9, [%x31];"),
           await("atom.global.or.b32 %x9, [%x31], 0;"),
           await("atom.release.gpu.global.or.b32 %x9, [%x31], 0;"),
           await("fence.acq_rel.gpu;\nld.relaxed.gpu.global.u32 %x9, [%x31];"),
           flag + "fence.release.gpu;\n",
           flag + "bar.sync 0;\n",
       }) {
    for (const std::string &tell : releases) {
      EXPECT_EQ(run({write + tell, look + read}), Outcome::Race)
          << tell << look;
    }
  }
}

TEST(HandOverTest, ScopesOfABlockHandNothingOn) {
  for (const std::string &tell : {
           "fence.acq_rel.cta;\nst.relaxed.gpu.global.u32 [%x31], 1;",
           "fence.acq_rel.gpu;\nst.relaxed.cta.global.u32 [%x31], 1;",
           "membar.cta;\nst.volatile.global.u32 [%x31], 1;",
           "st.release.cta.global.u32 [%x31], 1;",
           "st.release.cluster.global.u32 [%x31], 1;",
           "red.release.cta.global.add.u32 [%x31], 1;",
       }) {
    EXPECT_EQ(run({write + tell, acquire + read}), Outcome::Race) << tell;
  }
  for (const std::string &look : {
           await("ld.relaxed.gpu.global.u32 %x9, [%x31];") +
               "fence.acq_rel.cta;\n",
           await("ld.relaxed.cta.global.u32 %x9, [%x31];") +
               "fence.acq_rel.gpu;\n",
           await("ld.acquire.cta.global.u32 %x9, [%x31];"),
           await("ld.volatile.global.u32 %x9, [%x31];") + "membar.cta;\n",
       }) {
    EXPECT_EQ(run({write + release, look + read}), Outcome::Race) << look;
  }
}

TEST(HandOverTest, WhatIsBesideTheFencesIsNotHandedOver) {
  const std::string flag = "st.relaxed.gpu.global.u32 [%x31], 1;\n";
  EXPECT_EQ(run({"fence.acq_rel.gpu;\n" + write + flag, acquire + read}),
            Outcome::Race);
  EXPECT_EQ(run({release + write, acquire + read}), Outcome::Race);
  EXPECT_EQ(
      run({write + release, await("ld.relaxed.gpu.global.u32 %x9, [%x31];") +
                                read + "fence.acq_rel.gpu;\n"}),
      Outcome::Race);
  // What is read is handed over as well: it may be written now.
  EXPECT_EQ(run({read + release, acquire + write}), Outcome::Fine);
  EXPECT_EQ(run({release + read, acquire + write}), Outcome::Race);
}

TEST(HandOverTest, FlagsTellWhatWasWrittenBeforeThem) {
  const std::string other = "st.relaxed.gpu.global.u32 [%x31+4], 1;\n";
  const std::string look = await("ld.acquire.gpu.global.u32 %x9, [%x31+4];");
  EXPECT_EQ(run({write + release, other, look + read}), Outcome::Race);
  EXPECT_EQ(run({write + release + other, look + read}), Outcome::Fine);
}

TEST(HandOverTest, BlocksPassOnWhatTheyKnow) {
  const std::string awaitFirst =
      await("ld.relaxed.gpu.global.u32 %x9, [%x31];", "FIRST");
  const std::string tellSecond = "st.relaxed.gpu.global.u32 [%x31+4], 1;\n";
  const std::string acquireSecond =
      await("ld.acquire.gpu.global.u32 %x9, [%x31+4];", "SECOND");
  const std::string fence = "fence.acq_rel.gpu;\n";
  EXPECT_EQ(run({write + release, awaitFirst + fence + tellSecond,
                 acquireSecond + read}),
            Outcome::Fine);
  EXPECT_EQ(
      run({write + release, awaitFirst + tellSecond, acquireSecond + read}),
      Outcome::Race);
}

TEST(HandOverTest, UpdatesKeepWhatWasTold) {
  const std::string done = "st.relaxed.gpu.global.u32 [%x31+4], 1;\n";
  auto passOn = [&](const std::string &how) {
    return run({write + release,
                await("ld.relaxed.gpu.global.u32 %x9, [%x31];") + how + done,
                await("ld.relaxed.gpu.global.u32 %x9, [%x31+4];", "DONE") +
                    "ld.acquire.gpu.global.u32 %x9, [%x31];\n" + read});
  };
  EXPECT_EQ(passOn("red.global.add.u32 [%x31], 1;\n"), Outcome::Fine);
  EXPECT_EQ(passOn("atom.global.exch.b32 %x9, [%x31], 2;\n"), Outcome::Fine);
  // A store of somebody else says nothing of what was there before.
  EXPECT_EQ(passOn("st.relaxed.gpu.global.u32 [%x31], 2;\n"), Outcome::Race);
}

TEST(HandOverTest, SwapsThatFindSomethingElseTellNothing) {
  auto outcome = [&](const std::string &wanted) {
    return run({write +
                    "fence.acq_rel.gpu;\n"
                    "atom.global.cas.b32 %x9, [%x31], " +
                    wanted + ", 6;\nst.relaxed.cta.global.u32 [%x31+4], 1;\n",
                await("ld.relaxed.gpu.global.u32 %x9, [%x31+4];") +
                    "ld.acquire.gpu.global.u32 %x9, [%x31];\n" + read});
  };
  EXPECT_EQ(outcome("0"), Outcome::Fine);
  EXPECT_EQ(outcome("5"), Outcome::Race);
}

/// Each thread of the first block writes a word, and each of the second reads
/// the one of another thread.
const std::string ownWord = R"(
shl.b64 %x3, %x2, 2;
add.u64 %x4, %x30, %x3;
xor.b64 %x3, %x3, 128;
add.u64 %x5, %x30, %x3;
)";
const std::string writeOwn = ownWord + "st.global.u32 [%x4], 7;\n";
const std::string readOther = ownWord + "ld.global.u32 %x10, [%x5];\n";
const std::string barrier = "bar.sync 0;\n";

std::string byFirstThread(const std::string &what, const std::string &label) {
  return "setp.ne.u64 %p2, %x2, 0;\n@%p2 bra " + label + ";\n" + what + label +
         ":\n";
}

TEST(HandOverTest, BarriersPassOnWhatThreadsKnow) {
  const std::string tell = byFirstThread(release, "TOLD");
  const std::string look = byFirstThread(acquire, "SEEN");
  EXPECT_EQ(run({writeOwn + barrier + tell, look + barrier + readOther}, 64),
            Outcome::Fine);
  EXPECT_EQ(run({writeOwn + tell, look + barrier + readOther}, 64),
            Outcome::Race);
  EXPECT_EQ(run({writeOwn + barrier + tell, look + readOther}, 64),
            Outcome::Race);
}

TEST(HandOverTest, BarriersOfAWarpPassOnWhatItsThreadsKnow) {
  const std::string own = "shl.b64 %x3, %x2, 2;\nadd.u64 %x4, %x30, %x3;\n";
  const std::string tell = byFirstThread(release, "TOLD");
  const std::string look = byFirstThread(acquire, "SEEN");
  const std::string meet = "bar.warp.sync -1;\n";
  const std::string put = own + "st.global.u32 [%x4], 7;\n";
  const std::string get =
      own + "xor.b64 %x4, %x4, 4;\nld.global.u32 %x10, [%x4];\n";
  EXPECT_EQ(run({put + meet + tell, look + meet + get}, 32), Outcome::Fine);
  EXPECT_EQ(run({put + tell, look + meet + get}, 32), Outcome::Race);
  EXPECT_EQ(run({put + meet + tell, look + get}, 32), Outcome::Race);
}

TEST(HandOverTest, SequentialFencesReachOverBarriers) {
  const std::string tell =
      byFirstThread("st.relaxed.gpu.global.u32 [%x31], 1;\n", "TOLD");
  const std::string look =
      byFirstThread(await("ld.relaxed.gpu.global.u32 %x9, [%x31];"), "SEEN");
  auto outcome = [&](const std::string &fence) {
    return run(
        {writeOwn + fence + barrier + tell, look + barrier + fence + readOther},
        64);
  };
  EXPECT_EQ(outcome("membar.gl;\n"), Outcome::Fine);
  EXPECT_EQ(outcome("fence.sc.gpu;\n"), Outcome::Fine);
  EXPECT_EQ(outcome("fence.acq_rel.gpu;\n"), Outcome::Race);
}

/// Each block leaves a number, and the last one to come adds all of them up.
std::string lastBlock(const std::string &before, const std::string &after,
                      const std::string &reset) {
  return kernel(3, R"(
mov.u32 %x8, %ctaid.x;
mul.wide.u32 %x9, %x8, 4;
add.u64 %x9, %x9, %x30;
st.global.u32 [%x9], %x8;
)" + before + R"(
atom.global.add.u32 %x10, [%x31], 1;
setp.ne.u32 %p1, %x10, 7;
@%p1 bra END;
)" + after + R"(
ld.global.v4.u32 {%x11, %x12, %x13, %x14}, [%x30];
ld.global.v4.u32 {%x15, %x16, %x17, %x18}, [%x30+16];
add.u32 %x11, %x11, %x12;
add.u32 %x13, %x13, %x14;
add.u32 %x15, %x15, %x16;
add.u32 %x17, %x17, %x18;
add.u32 %x11, %x11, %x13;
add.u32 %x15, %x15, %x17;
add.u32 %x11, %x11, %x15;
st.global.u32 [%x32], %x11;
)" + reset + R"(
END:
)");
}

Outcome runLastBlock(const std::string &text) {
  return outcomeOfAll([&](uint64_t seed) {
    Bench bench;
    bench.load(text);
    const uint64_t parts = bench.memory->allocate(32),
                   count = bench.put(std::vector<uint32_t>{0}),
                   sum = bench.memory->allocate(4);
    for (int launches = 0; launches < 2; ++launches) {
      const Outcome outcome =
          outcomeOf(bench.run({parts, count, sum}, shapeOf(8, 1), seed));
      if (outcome != Outcome::Fine) {
        return outcome;
      }
      EXPECT_EQ(bench.get<uint32_t>(sum, 1)[0], 28u);
    }
    return Outcome::Fine;
  });
}

TEST(HandOverTest, TheLastBlockReadsWhatAllWrote) {
  const std::string fence = "fence.acq_rel.gpu;\n";
  for (const char *reset :
       {"st.global.u32 [%x31], 0;", "st.relaxed.gpu.global.u32 [%x31], 0;",
        "atom.global.exch.b32 %x10, [%x31], 0;"}) {
    EXPECT_EQ(runLastBlock(lastBlock(fence, fence, reset)), Outcome::Fine)
        << reset;
    EXPECT_EQ(runLastBlock(lastBlock("", fence, reset)), Outcome::Race);
    EXPECT_EQ(runLastBlock(lastBlock(fence, "", reset)), Outcome::Race);
  }
}

TEST(HandOverTest, AtomicsDoNotRaceWithEachOther) {
  const std::string word = R"(
atom.global.add.u32 %x10, [%x30], 1;
red.global.max.u32 [%x30], 3;
ld.relaxed.gpu.global.u32 %x10, [%x30];
st.volatile.global.u32 [%x30], 5;
atom.global.cas.b32 %x10, [%x30], 5, 6;
)";
  EXPECT_EQ(run({word, word, word}, 32), Outcome::Fine);
}

TEST(HandOverTest, AtomicsRaceWithPlainAccesses) {
  const std::string add = "red.global.add.u32 [%x30], 1;\n";
  const std::string look = "ld.relaxed.gpu.global.u32 %x10, [%x30];\n";
  EXPECT_EQ(run({add, read}), Outcome::Race);
  EXPECT_EQ(run({read, add}), Outcome::Race);
  EXPECT_EQ(run({add, write}), Outcome::Race);
  EXPECT_EQ(run({write, add}), Outcome::Race);
  EXPECT_EQ(run({look, write}), Outcome::Race);
  EXPECT_EQ(run({write, look}), Outcome::Race);
  EXPECT_EQ(run({look, read}), Outcome::Fine);
  // Of one block as well, unless it has a barrier.
  EXPECT_EQ(run({byFirstThread(write, "ONE") + add}, 2), Outcome::Race);
  EXPECT_EQ(run({byFirstThread(write, "ONE") + barrier + add + barrier +
                 byFirstThread(read, "TWO")},
                2),
            Outcome::Fine);
}

TEST(HandOverTest, SwapsMayBeginByAGuess) {
  const std::string swap = R"(
AGAIN:
add.u32 %x11, %x10, 1;
atom.global.cas.b32 %x12, [%x30], %x10, %x11;
setp.eq.u32 %p1, %x12, %x10;
mov.b32 %x10, %x12;
@!%p1 bra AGAIN;
)";
  const std::string text = kernel(1, read + swap);
  const std::string other = kernel(2, "ld.global.u32 %x10, [%x31];\n" + swap);
  EXPECT_EQ(outcomeOfAll([&](uint64_t seed) {
              Bench bench;
              bench.load(text);
              const uint64_t to = bench.put(std::vector<uint32_t>{0});
              const LaunchResult result = bench.run({to}, shapeOf(4, 32), seed);
              EXPECT_EQ(bench.get<uint32_t>(to, 1)[0], 128u);
              return outcomeOf(result);
            }),
            Outcome::Fine);
  // What is not swapped by the same address is no guess.
  EXPECT_EQ(outcomeOfAll([&](uint64_t seed) {
              Bench bench;
              bench.load(other);
              const uint64_t to = bench.put(std::vector<uint32_t>{0});
              return outcomeOf(bench.run({to, to}, shapeOf(4, 32), seed));
            }),
            Outcome::Race);
}

TEST(HandOverTest, AtomicsRaceWithLaunchesThatNothingOrders) {
  Bench bench;
  const uint64_t to = bench.put(std::vector<uint32_t>{0});
  auto run = [&](const std::string &body) {
    bench.load(kernel(1, body));
    const RaceClock earlier = bench.memory->clock();
    const bool isFine = !bench.run({to}).fault;
    return std::pair(isFine, bench.memory->clock().since(earlier));
  };
  const RaceSpan first[] = {run("red.global.add.u32 [%x30], 1;").second};
  EXPECT_TRUE(run(read).first);
  bench.options.beside = first;
  EXPECT_TRUE(run("red.global.add.u32 [%x30], 1;").first);
  const RaceSpan second[] = {run("red.global.add.u32 [%x30], 1;").second};
  bench.options.beside = second;
  EXPECT_FALSE(run(read).first);
}

TEST(HandOverTest, ThreadsOfABlockHandOverToo) {
  auto outcome = [&](const std::string &tell) {
    return run({"setp.eq.u64 %p2, %x2, 0;\n@%p2 bra OTHER;\n" + acquire + read +
                "ret;\nOTHER:\n" + write + tell},
               2);
  };
  EXPECT_EQ(outcome(release), Outcome::Fine);
  EXPECT_EQ(outcome("st.relaxed.gpu.global.u32 [%x31], 1;"), Outcome::Race);
}

TEST(HandOverTest, TheClockMayRunOver) {
  // Each fence begins an interval, and there are not that many.
  const std::string fences = R"(
mov.u32 %x11, 0;
MORE:
fence.acq_rel.gpu;
add.u32 %x11, %x11, 1;
setp.lt.u32 %p3, %x11, )" + std::to_string(RaceClock::lastInterval) +
                             R"(;
@%p3 bra MORE;
)";
  auto outcome = [&](const std::string &tell) {
    Bench bench;
    bench.load(kernelOf({write + fences + write + tell, acquire + read}));
    const std::vector<uint32_t> zeros(64);
    const uint64_t data = bench.put(zeros), flags = bench.put(zeros),
                   tickets = bench.put(zeros);
    return outcomeOf(bench.run({data, flags, tickets}, shapeOf(2, 1, 16)));
  };
  EXPECT_EQ(outcome(release), Outcome::Fine);
  EXPECT_EQ(outcome("st.relaxed.gpu.global.u32 [%x31], 1;"), Outcome::Race);
}

} // namespace
} // namespace weft::emulator
