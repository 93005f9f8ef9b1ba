// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/CommandText.h"
#include "weft/Executable/test/EveryCommand.h"

#include <gtest/gtest.h>

using namespace weft;
using namespace weft::testing;

namespace {

using Base = CommandAddress::Base;

StatusOr<CommandProgram> readBytes(const std::string &bytes) {
  return decodeCommandProgram(bytes, kEveryArguments, kEveryResults,
                              kEveryConstantBytes, kEveryCodeBytes);
}
StatusOr<CommandProgram> readBack(const CommandProgram &program) {
  return readBytes(encodeCommandProgram(program));
}

TEST(CommandProgram, ComesBack) {
  const CommandProgram program = everyCommand();
  StatusOr<CommandProgram> read = readBack(program);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->machine, program.machine);
  EXPECT_EQ(read->temporaryBytes, program.temporaryBytes);
  EXPECT_EQ(read->kernels, program.kernels);
  EXPECT_EQ(read->commands, program.commands);
  EXPECT_EQ(read->waits, program.waits);
  ASSERT_EQ(read->calls.size(), 1u);
  EXPECT_EQ(std::get<OutlinedCall>(read->calls[0]), (OutlinedCall{false, 8}));
}

TEST(CommandProgram, IsText) {
  EXPECT_EQ(describeCommands(everyCommand()),
            R"(0  write the number of the replica to temporary
1  while temporary + 256 is not zero, 5 times ahead, 16 times for each test, after 0
    condition
    2  launch less(argument 1, temporary + 256) in 1 blocks of 32 threads
    body
    3  one branch of 3, by argument 0 + 4
        branch 0
        4  launch add(constants + 64, temporary + 512) in 7 blocks of 128 threads
        branch 1: nothing
        branch 2
        5  copy 16 bytes from argument 1 to result 0 + 8
6  check that temporary + 256 is not zero: x must be positive, after 0 and 1
7  fill 1024 bytes of temporary + 512 with 0x3f80, after 1
8  call 0 of the host (nowhere, result 0), after 6
)");
}

TEST(CommandProgram, CommandsEndBehindThoseInsideOfThem) {
  const std::vector<Command> commands = everyCommand().commands;
  std::vector<size_t> lengths;
  for (const Command &command : commands) {
    lengths.push_back(lengthOf(command));
  }
  EXPECT_EQ(lengths, (std::vector<size_t>{1, 5, 1, 3, 1, 1, 1, 1, 1}));
}

TEST(CommandProgram, EveryTruncationIsNoticed) {
  const std::string bytes = encodeCommandProgram(everyCommand());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(readBytes(bytes.substr(0, length)).ok()) << length;
  }
}

/// Damage that the container's digest does not find must not end a process.
TEST(CommandProgram, ChangedBytesAreReadOrRefused) {
  const std::string bytes = encodeCommandProgram(everyCommand());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (int value : {0, 1, 127, 255}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(value);
      (void)readBytes(changed);
    }
  }
}

TEST(CommandProgram, WhatIsNotThereIsRefused) {
  auto refuses = [](Command command) {
    CommandProgram program = everyCommand();
    program.commands = {std::move(command)};
    program.waits = {{}};
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  };
  const CommandNumber flag{{Base::Temporary, 0, 0}, 1, 1, false};
  refuses(LaunchCommand{2, {}});
  refuses(LaunchCommand{0, {{Base::Argument, 2, 0}}});
  refuses(LaunchCommand{0, {{Base::Result, 1, 0}}});
  refuses(LaunchCommand{0, {{Base::Constants, 0, 65}}});
  refuses(LaunchCommand{0, {{Base::Temporary, 0, 1537}}});
  refuses(LaunchCommand{0, {{Base::Words, 0, 4}}});
  refuses(CallCommand{1, {}});
  // For kernels alone.
  refuses(CopyCommand{{Base::Argument, 1, 0}, {Base::Words, 0, 0}, 4});
  // Commands inside of it that are not there.
  refuses(WhileCommand{flag, 1, 0, 0, 1});
  refuses(SwitchCommand{flag, {0, 1}});
  refuses(SwitchCommand{flag, {}});
  // Numbers that are none.
  refuses(CheckCommand{{{Base::Temporary, 0, 0}, 3, 1, false}, ""});
  refuses(CheckCommand{{{Base::Temporary, 0, 0}, 1, 9, false}, ""});
  refuses(CheckCommand{{{}, 1, 1, false}, ""});
}

TEST(CommandProgram, FillsAreOfWholePatternsInWhatMayChange) {
  auto outcomeOf = [](FillCommand fill) {
    CommandProgram program = everyCommand();
    program.commands = {fill};
    program.waits = {{}};
    return readBack(program).status().code();
  };
  const CommandAddress result{Base::Result, 0, 0};
  EXPECT_EQ(outcomeOf({result, 3, 255, 1}), StatusCode::Ok);
  EXPECT_EQ(outcomeOf({result, 8, 0xffffffff, 4}), StatusCode::Ok);
  EXPECT_EQ(outcomeOf({{Base::Temporary, 0, 1024}, 512, 0, 4}), StatusCode::Ok);
  auto refuses = [&](FillCommand fill) {
    EXPECT_EQ(outcomeOf(fill), StatusCode::DataLoss);
  };
  // Widths that the device has none of.
  for (int width : {0, 3, 8, 255}) {
    refuses({result, 24, 0, static_cast<uint8_t>(width)});
  }
  // Digits beyond them.
  refuses({result, 4, 256, 1});
  refuses({result, 4, 0x10000, 2});
  // Nothing, parts of patterns, and places between them.
  refuses({result, 0, 0, 1});
  refuses({result, 6, 0, 4});
  refuses({{Base::Result, 0, 2}, 8, 0, 4});
  // Bytes that are not there, or not to change.
  refuses({{Base::Temporary, 0, 1024}, 516, 0, 4});
  refuses({{Base::Temporary, 0, 1540}, 4, 0, 4});
  refuses({{Base::Result, 1, 0}, 4, 0, 4});
  refuses({{Base::Constants, 0, 0}, 4, 0, 4});
  refuses({{Base::Words, 0, 0}, 4, 0, 4});
  refuses({{}, 4, 0, 4});
}

TEST(CommandProgram, FourBytesOfAPattern) {
  EXPECT_EQ((FillCommand{{}, 4, 0xab, 1}).fourBytes(), 0xababababU);
  EXPECT_EQ((FillCommand{{}, 4, 0x12ab, 2}).fourBytes(), 0x12ab12abU);
  EXPECT_EQ((FillCommand{{}, 4, 0x123456ab, 4}).fourBytes(), 0x123456abU);
  EXPECT_EQ((FillCommand{{}, 6, 0x12ab, 2}).count(), 3U);
}

TEST(CommandProgram, LoopsThatRepeatTooMuchAreRefused) {
  CommandProgram program = everyCommand();
  auto &loop = std::get<WhileCommand>(program.commands[1]);
  loop.turns = 0;
  EXPECT_TRUE(readBack(program).ok());
  loop.lead = UINT32_MAX;
  loop.turns = UINT32_MAX;
  EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
}

/// A loop of 3 + 5 * 16 turns that nobody asks whether it goes on.
CommandProgram countedLoop() {
  CommandProgram program = everyCommand();
  const CommandNumber count{{Base::Temporary, 0, 256}, 4, 32, false};
  program.commands = {WhileCommand{count, 0, 1, 3, 16, false, 5},
                      LaunchCommand{0, {{Base::Argument, 1, 0}}}};
  program.waits = {{}, {}};
  return program;
}

TEST(CommandProgram, CountedLoopsComeBack) {
  CommandProgram program = countedLoop();
  StatusOr<CommandProgram> read = readBack(program);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->commands, program.commands);
  // One that is written out counts nothing.
  program.commands[0] = WhileCommand{{}, 0, 1, 3, 0};
  EXPECT_TRUE(readBack(program).ok());
}

TEST(CommandProgram, CountsAreText) {
  EXPECT_EQ(
      describeCommands(countedLoop()),
      R"(0  repeat 83 times, 3 times ahead, 16 at once, counted at temporary + 256
    condition: nothing
    body
    1  launch add(argument 1) in 7 blocks of 128 threads
)");
}

TEST(CommandProgram, CountsHaveAPlaceOfTheirOwn) {
  auto refuses = [](auto change) {
    CommandProgram program = countedLoop();
    change(std::get<WhileCommand>(program.commands[0]));
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  };
  // Numbers that are no count, or lie where the program has no memory.
  refuses([](WhileCommand &loop) { loop.again.bytes = 1; });
  refuses([](WhileCommand &loop) { loop.again.address = {}; });
  refuses([](WhileCommand &loop) { loop.again.address.offset = 1533; });
  refuses([](WhileCommand &loop) { loop.again.address.offset = 1536; });
  refuses(
      [](WhileCommand &loop) { loop.again.address = {Base::Result, 0, 0}; });
  // Rounds of nothing, and those that are asked for all the same.
  refuses([](WhileCommand &loop) { loop.turns = 0; });
  refuses([](WhileCommand &loop) {
    loop.condition = 1;
    loop.body = 0;
  });
}

/// A loop that is told eight turns at a time.
CommandProgram guardedLoop() {
  CommandProgram program = everyCommand();
  const CommandAddress flag{Base::Temporary, 0, 256};
  program.kernels[0].guards = {GuardTest()};
  program.commands = {
      WhileCommand{{flag, 1, 1, false}, 1, 3, 0, 8, /*isGuarded=*/true},
      LaunchCommand{1, {{Base::Argument, 1, 0}, flag}},
      LaunchCommand{0, {{Base::Argument, 1, 0}, flag}},
      CopyCommand{{Base::Argument, 1, 0}, {Base::Result, 0, 0}, 16, {{flag}}},
      FillCommand{{Base::Result, 0, 16}, 3, 255, 1, {{flag}}},
  };
  program.waits = {{}, {}, {}, {2}, {}};
  return program;
}

TEST(CommandProgram, GuardedLoopsComeBack) {
  const CommandProgram program = guardedLoop();
  StatusOr<CommandProgram> read = readBack(program);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->kernels, program.kernels);
  EXPECT_EQ(read->commands, program.commands);
}

TEST(CommandProgram, GuardsAreText) {
  EXPECT_EQ(
      describeCommands(guardedLoop()),
      R"(0  while temporary + 256 is not zero, 8 guarded turns for each test
    condition
    1  launch less(argument 1, temporary + 256) in 1 blocks of 32 threads
    body
    2  launch add(argument 1) in 7 blocks of 128 threads, if temporary + 256 is not zero
    3  copy 16 bytes from argument 1 to result 0, if temporary + 256 is not zero, after 2
    4  fill 3 bytes of result 0 + 16 with 0xff, if temporary + 256 is not zero
)");
}

TEST(CommandProgram, GuardsAreThoseOfTheLoop) {
  auto refuses = [](auto change) {
    CommandProgram program = guardedLoop();
    change(program);
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  };
  auto loopOf = [](CommandProgram &program) -> WhileCommand & {
    return std::get<WhileCommand>(program.commands[0]);
  };
  const CommandAddress other{Base::Temporary, 0, 0};
  // Commands without one, or with another one.
  refuses([&](CommandProgram &program) {
    std::get<LaunchCommand>(program.commands[2]).arguments = {};
  });
  refuses([&](CommandProgram &program) {
    std::get<LaunchCommand>(program.commands[2]).arguments = {other};
  });
  refuses([&](CommandProgram &program) {
    std::get<CopyCommand>(program.commands[3]).guards = {};
  });
  refuses([&](CommandProgram &program) {
    std::get<FillCommand>(program.commands[4]).guards = {{other}};
  });
  // Commands that cannot have one.
  refuses([&](CommandProgram &program) {
    program.commands[3] = CallCommand{0, {}};
  });
  refuses([&](CommandProgram &program) {
    program.commands[3] = WhileCommand{{other, 1, 1, false}, 0, 0};
  });
  // Kernels that take none where there is one, and the other way round.
  refuses([&](CommandProgram &program) { program.kernels[0].guards = {}; });
  refuses([&](CommandProgram &program) {
    program.kernels[0].guards = {GuardTest(), GuardTest()};
  });
  // Another test than whether the loop goes on.
  refuses([&](CommandProgram &program) {
    program.kernels[0].guards = {GuardTest{1, 0, false}};
  });
  // Numbers that are no booleans, and turns without a test.
  refuses([&](CommandProgram &program) { loopOf(program).again.bits = 8; });
  refuses([&](CommandProgram &program) { loopOf(program).lead = 1; });
  refuses([&](CommandProgram &program) { loopOf(program).turns = 0; });
}

/// Steps of three branches in a row, by a number of 32 bits, in a loop that is
/// told eight turns at a time; one of them of a branch by a boolean.
CommandProgram guardedBranches() {
  CommandProgram program = guardedLoop();
  const CommandGuard goesOn{{Base::Temporary, 0, 256}};
  const CommandAddress number{Base::Temporary, 0, 0};
  program.kernels[0].guards = {GuardTest(), {32, 1, false}};
  program.commands = {
      WhileCommand{{goesOn.address, 1, 1, false}, 1, 3, 0, 8, true},
      LaunchCommand{1, {{Base::Argument, 1, 0}, goesOn.address}},
      LaunchCommand{0, {{Base::Argument, 1, 0}, goesOn.address, number}},
      CopyCommand{{Base::Argument, 1, 0},
                  {Base::Result, 0, 0},
                  16,
                  {goesOn, {number, {32, 2, true}}}},
      FillCommand{
          {Base::Result, 0, 16}, 3, 255, 1, {goesOn, {number, {32, 0, false}}}},
      CopyCommand{{Base::Argument, 1, 0},
                  {Base::Result, 0, 0},
                  4,
                  {{number, {1, 0, false}}}},
  };
  program.waits = {{}, {}, {}, {2}, {}, {}};
  return program;
}

TEST(CommandProgram, GuardsOfBranchesComeBack) {
  const CommandProgram program = guardedBranches();
  StatusOr<CommandProgram> read = readBack(program);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->kernels, program.kernels);
  EXPECT_EQ(read->commands, program.commands);
}

TEST(CommandProgram, GuardsOfBranchesAreText) {
  EXPECT_EQ(
      describeCommands(guardedBranches()),
      R"(0  while temporary + 256 is not zero, 8 guarded turns for each test
    condition
    1  launch less(argument 1, temporary + 256) in 1 blocks of 32 threads
    body
    2  launch add(argument 1) in 7 blocks of 128 threads, if temporary + 256 is not zero and temporary is 1
    3  copy 16 bytes from argument 1 to result 0, if temporary + 256 is not zero and temporary is 2 or above, after 2
    4  fill 3 bytes of result 0 + 16 with 0xff, if temporary + 256 is not zero and temporary is zero
5  copy 4 bytes from argument 1 to result 0, if temporary is zero
)");
}

TEST(CommandProgram, GuardsAreNumbersThatAreThere) {
  auto refuses = [](std::vector<CommandGuard> guards) {
    CommandProgram program = guardedBranches();
    std::get<CopyCommand>(program.commands[5]).guards = std::move(guards);
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  };
  const CommandAddress number{Base::Temporary, 0, 0};
  refuses({CommandGuard{}});
  refuses({CommandGuard{{Base::Argument, 2, 0}}});
  refuses({CommandGuard{{Base::Words, 0, 0}}});
  // Widths and numbers that there are none of, and more than are looked at.
  refuses({CommandGuard{number, {8, 1, false}}});
  refuses({CommandGuard{number, {1, 2, false}}});
  refuses(std::vector(kMostGuards + 1, CommandGuard{number}));
}

TEST(CommandProgram, GuardsHoldForOneNumberOrAllFromItOn) {
  EXPECT_TRUE((GuardTest{32, 2, false}).holdsFor(2));
  EXPECT_FALSE((GuardTest{32, 2, false}).holdsFor(3));
  EXPECT_FALSE((GuardTest{32, 2, true}).holdsFor(1));
  EXPECT_TRUE((GuardTest{32, 2, true}).holdsFor(static_cast<uint32_t>(-1)));
}

TEST(CommandProgram, CommandsWaitForEarlierOnesOfTheirList) {
  auto refuses = [](size_t command, std::vector<uint32_t> waits) {
    CommandProgram program = everyCommand();
    program.waits[command] = std::move(waits);
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  };
  refuses(1, {1});
  refuses(1, {6});
  // Inside of a loop, and the other way round.
  refuses(6, {2});
  refuses(2, {0});
  // One branch for the other.
  refuses(5, {4});
}

TEST(CommandProgram, CodeThatIsNotThereIsRefused) {
  for (auto [offset, bytes] :
       {std::pair<uint64_t, uint64_t>{12, 5}, {17, 0}, {1, UINT64_MAX}}) {
    CommandProgram program = everyCommand();
    program.kernels[0].codeOffset = offset;
    program.kernels[0].codeBytes = bytes;
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  }
}

TEST(CommandProgram, LoopsInEachOtherWithoutEndAreRefused) {
  CommandProgram program = everyCommand();
  const CommandNumber flag{{Base::Temporary, 0, 0}, 1, 1, false};
  program.commands.clear();
  constexpr uint32_t depth = 100'000;
  for (uint32_t i = 0; i < depth; ++i) {
    program.commands.push_back(WhileCommand{flag, 0, depth - i - 1, 0, 1});
  }
  program.waits.assign(depth, {});
  EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
}

TEST(CommandProgram, OtherVersionsAreNamed) {
  std::string bytes = encodeCommandProgram(everyCommand());
  bytes[0] = 10;
  Status status = readBytes(bytes).status();
  EXPECT_EQ(status.code(), StatusCode::FailedPrecondition);
  EXPECT_NE(status.message().find("version 10"), std::string::npos);
}

} // namespace
