// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program for a device that is told what to do: kernels to launch, bytes to
// move or fill, loops and branches around them (SectionKind::Commands). The
// code of the kernels is SectionKind::Code, what they read that never changes
// SectionKind::Constants.
//
// Commands lie in one list, in an order in which they may run one after the
// other. A loop or branch is followed by the commands inside of it, and says
// how many they are.

#pragma once

#include "weft/Executable/NativeProgram.h"

#include <variant>

namespace weft {

/// What devices place arrays at, so that kernels may rely on it.
inline constexpr uint64_t kDeviceAlignment = 256;

/// Where bytes lie while a program runs.
struct CommandAddress {
  enum class Base : uint8_t {
    /// Of arrays without bytes.
    Nowhere,
    Argument,
    Result,
    Constants,
    /// Values that no caller sees, and what kernels have for themselves while
    /// they run, with whatever was left there.
    Temporary,
    /// By which a kernel finds out whether its run is to end: RunWords.
    Words,
  };
  Base base = Base::Nowhere;
  /// Of an argument or result.
  uint32_t index = 0;
  uint64_t offset = 0;

  friend bool operator==(const CommandAddress &,
                         const CommandAddress &) = default;
};

/// Words on the device that are one program's: how many of its runs have begun,
/// and which ones the device has told to end, 32 bits each, the latter by their
/// number modulo kRuns; then 64 bits each, the address of as many words of the
/// host's memory, where the host does the same, and when the device looked
/// there last, in nanoseconds.
struct RunWords {
  static constexpr uint64_t kRuns = 64;
  static constexpr uint64_t kOfHost = (2 + kRuns) * sizeof(uint32_t);
  static constexpr uint64_t kLooked = kOfHost + sizeof(uint64_t);
  static constexpr uint64_t kBytes = kLooked + sizeof(uint64_t);
  static constexpr uint64_t kHostBytes = kRuns * sizeof(uint32_t);

  static uint64_t offsetOfEnded(uint32_t run) {
    return (1 + run % kRuns) * sizeof(uint32_t);
  }
};

/// A number that a kernel computed, and a step of the program depends on.
struct CommandNumber {
  CommandAddress address;
  uint8_t bytes = 1;
  /// Fewer than all where the type is narrower than its bytes.
  uint8_t bits = 8;
  bool isSigned = false;

  friend bool operator==(const CommandNumber &,
                         const CommandNumber &) = default;
};

/// What a number has to be for a command to do anything.
struct GuardTest {
  /// One, the lowest of a byte, or 32, without a sign.
  uint8_t bits = 1;
  uint32_t wanted = 1;
  /// Whether anything above it will do, too.
  bool orAbove = true;

  bool holdsFor(uint32_t number) const {
    return number == wanted || (orAbove && number > wanted);
  }
  friend bool operator==(const GuardTest &, const GuardTest &) = default;
};

/// A number that a command looks at before it does anything: a boolean that has
/// to be true, if nothing else is said.
struct CommandGuard {
  CommandAddress address;
  GuardTest test = {};

  CommandNumber number() const {
    return {address, static_cast<uint8_t>((test.bits + 7) / 8), test.bits};
  }
  friend bool operator==(const CommandGuard &, const CommandGuard &) = default;
};

/// How many of them a command looks at, one after the other.
inline constexpr size_t kMostGuards = 2;

struct LaunchCommand {
  /// In CommandProgram::kernels.
  uint32_t kernel = 0;
  std::vector<CommandAddress> arguments;

  friend bool operator==(const LaunchCommand &,
                         const LaunchCommand &) = default;
};

struct CopyCommand {
  CommandAddress from;
  CommandAddress to;
  uint64_t bytes = 0;
  std::vector<CommandGuard> guards = {};

  friend bool operator==(const CopyCommand &, const CopyCommand &) = default;
};

/// Sets bytes to a few of them, again and again.
struct FillCommand {
  CommandAddress to;
  /// Whole patterns, and no part of one.
  uint64_t bytes = 0;
  /// The lowest `width` bytes of it, the lowest first. One, two or four, which
  /// the place is a multiple of.
  uint32_t pattern = 0;
  uint8_t width = 1;
  std::vector<CommandGuard> guards = {};

  uint64_t count() const { return bytes / width; }
  /// Four bytes that give the same, wherever whole patterns begin.
  uint32_t fourBytes() const {
    return width == 1 ? pattern * 0x01010101U
                      : pattern * (width == 2 ? 0x00010001U : 1U);
  }
  friend bool operator==(const FillCommand &, const FillCommand &) = default;
};

/// Writes which of its program's devices this one is, as 32 bits.
struct DeviceNumberCommand {
  enum class Kind : uint8_t { Partition, Replica };
  Kind kind = Kind::Partition;
  CommandAddress to;

  friend bool operator==(const DeviceNumberCommand &,
                         const DeviceNumberCommand &) = default;
};

/// Runs `condition` commands, then, while their number is not zero, `body`
/// commands and those of the condition again.
///
/// Where it is known how often that is, the body may run `lead` times before
/// anything is asked, and then `turns` times for each answer, or never more
/// where that is zero. Or nothing is asked at all: so many `rounds` of `turns`
/// times follow, and `again` is a place of 32 bits where the device counts
/// those to come.
///
/// Where it is not known, a loop that is guarded may still be told `turns`
/// times for each answer, each time the body and the condition: all commands of
/// its body have `again` as their first guard, so that those behind the end do
/// nothing, and those of the condition find the same once more.
struct WhileCommand {
  CommandNumber again;
  uint32_t condition = 0;
  uint32_t body = 0;
  uint32_t lead = 0;
  uint32_t turns = 1;
  bool isGuarded = false;
  uint32_t rounds = 0;

  friend bool operator==(const WhileCommand &, const WhileCommand &) = default;
};

/// Runs the commands of one branch: the last one where the number is none of
/// them.
struct SwitchCommand {
  CommandNumber chosen;
  /// How many commands each branch has.
  std::vector<uint32_t> branches;

  friend bool operator==(const SwitchCommand &,
                         const SwitchCommand &) = default;
};

/// Ends the run where the number is zero.
struct CheckCommand {
  CommandNumber holds;
  std::string message;

  friend bool operator==(const CheckCommand &, const CheckCommand &) = default;
};

/// Asks the runtime: call number `site`, with its operands and results.
struct CallCommand {
  uint32_t site = 0;
  std::vector<CommandAddress> arrays;

  friend bool operator==(const CallCommand &, const CallCommand &) = default;
};

using Command =
    std::variant<LaunchCommand, CopyCommand, FillCommand, DeviceNumberCommand,
                 WhileCommand, SwitchCommand, CheckCommand, CallCommand>;

/// How many commands a command takes up, with those inside of it.
size_t lengthOf(const Command &command);

/// How a kernel of the code is launched.
struct CommandKernel {
  std::string name;
  /// A piece of SectionKind::Code: the text of a module of its own.
  uint64_t codeOffset = 0;
  uint64_t codeBytes = 0;
  uint64_t blocks = 1;
  uint32_t threads = 1;
  /// Memory on the chip, per block.
  uint32_t sharedBytes = 0;
  /// What it looks at before it does anything, at its last arguments.
  std::vector<GuardTest> guards = {};
  /// Where in the user's program it comes from, for reports.
  std::string origin;

  friend bool operator==(const CommandKernel &,
                         const CommandKernel &) = default;
};

/// The guards of a copy or a fill, at which whoever makes it has to look: a
/// kernel looks itself.
std::vector<CommandGuard> movedUnder(const Command &command);

/// Of a launch that has arguments for all of its kernel's.
std::vector<CommandGuard> guardsOf(const LaunchCommand &launch,
                                   const CommandKernel &kernel);

struct CommandProgram {
  /// The name of the machine that the code is for, such as sm_90.
  std::string machine;
  uint64_t temporaryBytes = 0;
  std::vector<CommandKernel> kernels;
  std::vector<Command> commands;
  /// Of each command, the numbers of those that have to be over before: earlier
  /// ones of the same list, that of the program, of a loop's condition or body,
  /// or of a branch. What they wait for is over then, too, and not among them.
  std::vector<std::vector<uint32_t>> waits;
  /// By the number that commands know them by.
  std::vector<NativeCall> calls;
};

std::string encodeCommandProgram(const CommandProgram &program);
/// Checks everything but the sizes of arrays: kernels and calls exist,
/// arguments and results are among so many, commands inside of others end with
/// them, offsets lie in what the program has, guards are those of the loop
/// first, nothing but arrays that may change is filled.
StatusOr<CommandProgram> decodeCommandProgram(std::string_view bytes,
                                              size_t arguments, size_t results,
                                              uint64_t constantBytes,
                                              uint64_t codeBytes);

} // namespace weft
