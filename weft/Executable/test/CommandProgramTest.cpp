// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/CommandText.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

using Base = CommandAddress::Base;

constexpr size_t arguments = 2;
constexpr size_t results = 1;
constexpr uint64_t constantBytes = 64;
constexpr uint64_t codeBytes = 1000;

/// A loop around a branch, and one command of every kind.
CommandProgram everyKind() {
  CommandProgram program;
  program.machine = "sm_90";
  program.temporaryBytes = 512;
  program.workspaceBytes = 1024;
  program.kernels = {{"add", 0, 900, 7, 128, 0, false, "model.py:3"},
                     {"less", 900, 100, 1, 32, 64, false, ""}};
  program.calls = {OutlinedCall{false, 8}};
  const CommandAddress flag{Base::Temporary, 0, 256};
  const CommandNumber isSet{flag, 1, 1, false};
  program.commands = {
      DeviceNumberCommand{DeviceNumberCommand::Kind::Replica,
                          {Base::Temporary, 0, 0}},
      WhileCommand{isSet, 1, 3, 5, 16},
      LaunchCommand{1, {{Base::Argument, 1, 0}, flag}},
      SwitchCommand{{{Base::Argument, 0, 4}, 4, 32, true}, {1, 0, 1}},
      LaunchCommand{0, {{Base::Constants, 0, 64}, {Base::Workspace, 0, 0}}},
      CopyCommand{{Base::Argument, 1, 0}, {Base::Result, 0, 8}, 16},
      CheckCommand{isSet, "x must be positive"},
      CallCommand{0, {{Base::Nowhere, 0, 0}, {Base::Result, 0, 0}}},
  };
  program.waits = {{}, {0}, {}, {}, {}, {}, {0, 1}, {6}};
  return program;
}

StatusOr<CommandProgram> readBack(const CommandProgram &program) {
  return decodeCommandProgram(encodeCommandProgram(program), arguments, results,
                              constantBytes, codeBytes);
}

TEST(CommandProgram, ComesBack) {
  const CommandProgram program = everyKind();
  StatusOr<CommandProgram> read = readBack(program);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->machine, program.machine);
  EXPECT_EQ(read->temporaryBytes, program.temporaryBytes);
  EXPECT_EQ(read->workspaceBytes, program.workspaceBytes);
  EXPECT_EQ(read->kernels, program.kernels);
  EXPECT_EQ(read->commands, program.commands);
  EXPECT_EQ(read->waits, program.waits);
  ASSERT_EQ(read->calls.size(), 1u);
  EXPECT_EQ(std::get<OutlinedCall>(read->calls[0]), (OutlinedCall{false, 8}));
}

TEST(CommandProgram, IsText) {
  EXPECT_EQ(describeCommands(everyKind()),
            R"(0  write the number of the replica to temporary
1  while temporary + 256 is not zero, 5 times ahead, 16 times for each test, after 0
    condition
    2  launch less(argument 1, temporary + 256) in 1 blocks of 32 threads
    body
    3  one branch of 3, by argument 0 + 4
        branch 0
        4  launch add(constants + 64, workspace) in 7 blocks of 128 threads
        branch 1: nothing
        branch 2
        5  copy 16 bytes from argument 1 to result 0 + 8
6  check that temporary + 256 is not zero: x must be positive, after 0 and 1
7  call 0 of the host (nowhere, result 0), after 6
)");
}

TEST(CommandProgram, CommandsEndBehindThoseInsideOfThem) {
  const std::vector<Command> commands = everyKind().commands;
  std::vector<size_t> lengths;
  for (const Command &command : commands) {
    lengths.push_back(lengthOf(command));
  }
  EXPECT_EQ(lengths, (std::vector<size_t>{1, 5, 1, 3, 1, 1, 1, 1}));
}

TEST(CommandProgram, EveryTruncationIsNoticed) {
  const std::string bytes = encodeCommandProgram(everyKind());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decodeCommandProgram(bytes.substr(0, length), arguments,
                                      results, constantBytes, codeBytes)
                     .ok())
        << length;
  }
}

/// Damage that the container's digest does not find must not end a process.
TEST(CommandProgram, ChangedBytesAreReadOrRefused) {
  const std::string bytes = encodeCommandProgram(everyKind());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (int value : {0, 1, 127, 255}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(value);
      (void)decodeCommandProgram(changed, arguments, results, constantBytes,
                                 codeBytes);
    }
  }
}

TEST(CommandProgram, WhatIsNotThereIsRefused) {
  auto refuses = [](Command command) {
    CommandProgram program = everyKind();
    program.commands = {std::move(command)};
    program.waits = {{}};
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  };
  const CommandNumber flag{{Base::Temporary, 0, 0}, 1, 1, false};
  refuses(LaunchCommand{2, {}});
  refuses(LaunchCommand{0, {{Base::Argument, 2, 0}}});
  refuses(LaunchCommand{0, {{Base::Result, 1, 0}}});
  refuses(LaunchCommand{0, {{Base::Constants, 0, 65}}});
  refuses(LaunchCommand{0, {{Base::Temporary, 0, 513}}});
  refuses(LaunchCommand{0, {{Base::Workspace, 0, 1025}}});
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

TEST(CommandProgram, LoopsThatRepeatTooMuchAreRefused) {
  CommandProgram program = everyKind();
  auto &loop = std::get<WhileCommand>(program.commands[1]);
  loop.turns = 0;
  EXPECT_TRUE(readBack(program).ok());
  loop.lead = UINT32_MAX;
  loop.turns = UINT32_MAX;
  EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
}

/// A loop that is told eight turns at a time.
CommandProgram guardedLoop() {
  CommandProgram program = everyKind();
  const CommandAddress flag{Base::Temporary, 0, 256};
  program.kernels[0].isGuarded = true;
  program.commands = {
      WhileCommand{{flag, 1, 1, false}, 1, 2, 0, 8, /*isGuarded=*/true},
      LaunchCommand{1, {{Base::Argument, 1, 0}, flag}},
      LaunchCommand{0, {{Base::Argument, 1, 0}, flag}},
      CopyCommand{{Base::Argument, 1, 0}, {Base::Result, 0, 0}, 16, flag},
  };
  program.waits = {{}, {}, {}, {2}};
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
    std::get<CopyCommand>(program.commands[3]).guard = {};
  });
  // Commands that cannot have one.
  refuses([&](CommandProgram &program) {
    program.commands[3] = CallCommand{0, {}};
  });
  refuses([&](CommandProgram &program) {
    program.commands[3] = WhileCommand{{other, 1, 1, false}, 0, 0};
  });
  // Kernels that take none where there is one, and the other way round.
  refuses(
      [&](CommandProgram &program) { program.kernels[0].isGuarded = false; });
  refuses(
      [&](CommandProgram &program) { program.kernels[1].isGuarded = true; });
  // Guards around which no loop is guarded.
  refuses([&](CommandProgram &program) { loopOf(program).isGuarded = false; });
  // Numbers that are no booleans, and turns without a test.
  refuses([&](CommandProgram &program) { loopOf(program).again.bits = 8; });
  refuses([&](CommandProgram &program) { loopOf(program).lead = 1; });
  refuses([&](CommandProgram &program) { loopOf(program).turns = 0; });
}

TEST(CommandProgram, CommandsWaitForEarlierOnesOfTheirList) {
  auto refuses = [](size_t command, std::vector<uint32_t> waits) {
    CommandProgram program = everyKind();
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
       {std::pair<uint64_t, uint64_t>{900, 101}, {1001, 0}, {1, UINT64_MAX}}) {
    CommandProgram program = everyKind();
    program.kernels[0].codeOffset = offset;
    program.kernels[0].codeBytes = bytes;
    EXPECT_EQ(readBack(program).status().code(), StatusCode::DataLoss);
  }
}

TEST(CommandProgram, LoopsInEachOtherWithoutEndAreRefused) {
  CommandProgram program = everyKind();
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
  std::string bytes = encodeCommandProgram(everyKind());
  bytes[0] = 9;
  Status status =
      decodeCommandProgram(bytes, arguments, results, constantBytes, codeBytes)
          .status();
  EXPECT_EQ(status.code(), StatusCode::FailedPrecondition);
  EXPECT_NE(status.message().find("version 9"), std::string::npos);
}

} // namespace
