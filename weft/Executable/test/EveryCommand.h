// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with every kind of command, for tests and for the fuzzer.

#pragma once

#include "weft/Executable/CommandProgram.h"

namespace weft::testing {

/// What the program is said to have.
inline constexpr size_t kEveryArguments = 2;
inline constexpr size_t kEveryResults = 1;
inline constexpr uint64_t kEveryConstantBytes = 64;
inline constexpr uint64_t kEveryCodeBytes = 16;

/// A loop around a branch, and one command of every kind.
inline CommandProgram everyCommand() {
  using Base = CommandAddress::Base;
  CommandProgram program;
  program.machine = "sm_90";
  program.temporaryBytes = 1536;
  program.kernels = {{"add", 0, 12, 7, 128, 0, {}, "model.py:3"},
                     {"less", 12, 4, 1, 32, 64, {}, ""}};
  program.calls = {OutlinedCall{false, 8}};
  const CommandAddress flag{Base::Temporary, 0, 256};
  const CommandNumber isSet{flag, 1, 1, false};
  program.commands = {
      DeviceNumberCommand{DeviceNumberCommand::Kind::Replica,
                          {Base::Temporary, 0, 0}},
      WhileCommand{isSet, 1, 3, 5, 16},
      LaunchCommand{1, {{Base::Argument, 1, 0}, flag}},
      SwitchCommand{{{Base::Argument, 0, 4}, 4, 32, true}, {1, 0, 1}},
      LaunchCommand{0, {{Base::Constants, 0, 64}, {Base::Temporary, 0, 512}}},
      CopyCommand{{Base::Argument, 1, 0}, {Base::Result, 0, 8}, 16},
      CheckCommand{isSet, "x must be positive"},
      FillCommand{{Base::Temporary, 0, 512}, 1024, 0x3f80, 2},
      CallCommand{0, {{Base::Nowhere, 0, 0}, {Base::Result, 0, 0}}},
  };
  program.waits = {{}, {0}, {}, {}, {}, {}, {0, 1}, {1}, {6}};
  return program;
}

} // namespace weft::testing
