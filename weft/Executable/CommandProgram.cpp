// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/CommandProgram.h"

#include "weft/Executable/Bytes.h"

#include <algorithm>

namespace weft {
namespace {

constexpr uint32_t kVersion = 9;

using Base = CommandAddress::Base;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

class Writer {
public:
  void program(const CommandProgram &program) {
    bytes.number(kVersion);
    bytes.text(program.machine);
    bytes.number(program.temporaryBytes);
    bytes.number(static_cast<uint64_t>(program.kernels.size()));
    for (const CommandKernel &kernel : program.kernels) {
      bytes.text(kernel.name);
      bytes.number(kernel.codeOffset);
      bytes.number(kernel.codeBytes);
      bytes.number(kernel.blocks);
      bytes.number(kernel.threads);
      bytes.number(kernel.sharedBytes);
      bytes.number(static_cast<uint8_t>(kernel.guards.size()));
      for (const GuardTest &test : kernel.guards) {
        write(test);
      }
      bytes.text(kernel.origin);
    }
    bytes.number(static_cast<uint64_t>(program.calls.size()));
    for (const NativeCall &call : program.calls) {
      writeCall(bytes, call);
    }
    bytes.number(static_cast<uint64_t>(program.commands.size()));
    for (const Command &command : program.commands) {
      bytes.number(static_cast<uint8_t>(command.index()));
      std::visit([&](const auto &held) { write(held); }, command);
    }
    for (const std::vector<uint32_t> &waits : program.waits) {
      write(waits);
    }
  }

  std::string take() { return bytes.take(); }

private:
  void write(const CommandAddress &address) {
    bytes.number(static_cast<uint8_t>(address.base));
    bytes.number(address.index);
    bytes.number(address.offset);
  }
  void write(const std::vector<CommandAddress> &addresses) {
    bytes.number(static_cast<uint64_t>(addresses.size()));
    for (const CommandAddress &address : addresses) {
      write(address);
    }
  }
  void write(const GuardTest &test) {
    bytes.number(test.bits);
    bytes.number(test.wanted);
    bytes.number(static_cast<uint8_t>(test.orAbove));
  }
  void write(const std::vector<CommandGuard> &guards) {
    bytes.number(static_cast<uint8_t>(guards.size()));
    for (const CommandGuard &guard : guards) {
      write(guard.address);
      write(guard.test);
    }
  }
  void write(const CommandNumber &number) {
    write(number.address);
    bytes.number(number.bytes);
    bytes.number(number.bits);
    bytes.number(static_cast<uint8_t>(number.isSigned));
  }
  void write(const LaunchCommand &launch) {
    bytes.number(launch.kernel);
    write(launch.arguments);
  }
  void write(const CopyCommand &copy) {
    write(copy.from);
    write(copy.to);
    bytes.number(copy.bytes);
    write(copy.guards);
  }
  void write(const FillCommand &fill) {
    write(fill.to);
    bytes.number(fill.bytes);
    bytes.number(fill.pattern);
    bytes.number(fill.width);
    write(fill.guards);
  }
  void write(const DeviceNumberCommand &number) {
    bytes.number(static_cast<uint8_t>(number.kind));
    write(number.to);
  }
  void write(const WhileCommand &loop) {
    write(loop.again);
    bytes.number(loop.condition);
    bytes.number(loop.body);
    bytes.number(loop.lead);
    bytes.number(loop.turns);
    bytes.number(static_cast<uint8_t>(loop.isGuarded));
    bytes.number(loop.rounds);
  }
  void write(const SwitchCommand &branch) {
    write(branch.chosen);
    write(branch.branches);
  }
  void write(const std::vector<uint32_t> &numbers) {
    bytes.number(static_cast<uint64_t>(numbers.size()));
    for (uint32_t number : numbers) {
      bytes.number(number);
    }
  }
  void write(const CheckCommand &check) {
    write(check.holds);
    bytes.text(check.message);
  }
  void write(const CallCommand &call) {
    bytes.number(call.site);
    write(call.arrays);
  }

  ByteWriter bytes;
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

class Reader {
public:
  explicit Reader(std::string_view text) : bytes(text) {}

  bool isVersion() {
    version = bytes.number<uint32_t>();
    return !bytes.failed() && version == kVersion;
  }

  /// Nothing if the bytes are no program.
  std::optional<CommandProgram> program() {
    CommandProgram result;
    result.machine = bytes.text();
    result.temporaryBytes = bytes.number<uint64_t>();
    result.kernels.resize(bytes.count(49));
    for (CommandKernel &kernel : result.kernels) {
      kernel.name = bytes.text();
      kernel.codeOffset = bytes.number<uint64_t>();
      kernel.codeBytes = bytes.number<uint64_t>();
      kernel.blocks = bytes.number<uint64_t>();
      kernel.threads = bytes.number<uint32_t>();
      kernel.sharedBytes = bytes.number<uint32_t>();
      kernel.guards.resize(choice<uint8_t>(kMostGuards + 1));
      for (GuardTest &test : kernel.guards) {
        test = guardTest();
      }
      kernel.origin = bytes.text();
    }
    const uint64_t calls = bytes.count(9);
    for (uint64_t i = 0; i < calls; ++i) {
      std::optional<NativeCall> call = readCall(bytes);
      if (!call) {
        return std::nullopt;
      }
      result.calls.push_back(*std::move(call));
    }
    const uint64_t commands = bytes.count(5);
    for (uint64_t i = 0; i < commands && isValid; ++i) {
      result.commands.push_back(command());
    }
    for (size_t i = 0; i < result.commands.size() && !bytes.failed(); ++i) {
      result.waits.push_back(numbers());
    }
    if (bytes.failed() || !bytes.atEnd() || !isValid) {
      return std::nullopt;
    }
    return result;
  }

  uint32_t version = 0;

private:
  /// A number below `count`.
  template <class T> T choice(uint8_t count) {
    auto value = bytes.number<uint8_t>();
    isValid &= value < count;
    return static_cast<T>(value);
  }
  CommandAddress address() {
    CommandAddress result;
    result.base = choice<Base>(static_cast<uint8_t>(Base::Words) + 1);
    result.index = bytes.number<uint32_t>();
    result.offset = bytes.number<uint64_t>();
    return result;
  }
  std::vector<CommandAddress> addresses() {
    std::vector<CommandAddress> result(bytes.count(13));
    for (CommandAddress &each : result) {
      each = address();
    }
    return result;
  }
  std::vector<uint32_t> numbers() {
    std::vector<uint32_t> result(bytes.count(4));
    for (uint32_t &each : result) {
      each = bytes.number<uint32_t>();
    }
    return result;
  }
  GuardTest guardTest() {
    GuardTest test;
    test.bits = bytes.number<uint8_t>();
    test.wanted = bytes.number<uint32_t>();
    test.orAbove = choice<bool>(2);
    isValid &= test.bits == 32 || (test.bits == 1 && test.wanted <= 1);
    return test;
  }
  std::vector<CommandGuard> guards() {
    std::vector<CommandGuard> result(choice<uint8_t>(kMostGuards + 1));
    for (CommandGuard &guard : result) {
      guard.address = address();
      guard.test = guardTest();
    }
    return result;
  }
  CommandNumber number() {
    CommandNumber result;
    result.address = address();
    result.bytes = bytes.number<uint8_t>();
    result.bits = bytes.number<uint8_t>();
    result.isSigned = choice<bool>(2);
    isValid &= (result.bytes == 1 || result.bytes == 2 || result.bytes == 4 ||
                result.bytes == 8) &&
               result.bits >= 1 && result.bits <= 8 * result.bytes;
    return result;
  }
  Command command() {
    switch (bytes.number<uint8_t>()) {
    case 0: {
      LaunchCommand launch;
      launch.kernel = bytes.number<uint32_t>();
      launch.arguments = addresses();
      return launch;
    }
    case 1: {
      CopyCommand copy;
      copy.from = address();
      copy.to = address();
      copy.bytes = bytes.number<uint64_t>();
      copy.guards = guards();
      return copy;
    }
    case 2: {
      FillCommand fill;
      fill.to = address();
      fill.bytes = bytes.number<uint64_t>();
      fill.pattern = bytes.number<uint32_t>();
      fill.width = bytes.number<uint8_t>();
      fill.guards = guards();
      return fill;
    }
    case 3: {
      DeviceNumberCommand number;
      number.kind = choice<DeviceNumberCommand::Kind>(2);
      number.to = address();
      return number;
    }
    case 4: {
      WhileCommand loop;
      loop.again = number();
      loop.condition = bytes.number<uint32_t>();
      loop.body = bytes.number<uint32_t>();
      loop.lead = bytes.number<uint32_t>();
      loop.turns = bytes.number<uint32_t>();
      loop.isGuarded = choice<bool>(2);
      loop.rounds = bytes.number<uint32_t>();
      return loop;
    }
    case 5: {
      SwitchCommand branch;
      branch.chosen = number();
      branch.branches = numbers();
      return branch;
    }
    case 6: {
      CheckCommand check;
      check.holds = number();
      check.message = bytes.text();
      return check;
    }
    case 7: {
      CallCommand call;
      call.site = bytes.number<uint32_t>();
      call.arrays = addresses();
      return call;
    }
    default:
      isValid = false;
      return LaunchCommand();
    }
  }

  ByteReader bytes;
  bool isValid = true;
};

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

class Checker {
public:
  Checker(const CommandProgram &program, size_t arguments, size_t results,
          uint64_t constantBytes, uint64_t codeBytes)
      : program(program), arguments(arguments), results(results),
        constantBytes(constantBytes), codeBytes(codeBytes) {}

  bool isValid() const {
    // It is allocated as one piece.
    constexpr uint64_t most = uint64_t(1) << 62;
    if (program.temporaryBytes > most) {
      return false;
    }
    for (const CommandKernel &kernel : program.kernels) {
      if (kernel.blocks == 0 || kernel.threads == 0 || kernel.threads > 1024 ||
          kernel.name.empty() || kernel.codeOffset > codeBytes ||
          kernel.codeBytes > codeBytes - kernel.codeOffset) {
        return false;
      }
    }
    return program.waits.size() == program.commands.size() &&
           isList(0, program.commands.size(), 0, 1, std::nullopt);
  }

private:
  /// Whether the commands from `begin` on, up to `end`, end with the last.
  /// Loops around them repeat them so many times before they ask for more, and
  /// `guard`, if any, is the first of all of them.
  bool isList(size_t begin, size_t end, size_t depth, uint64_t repeats,
              const std::optional<CommandGuard> &guard) const {
    constexpr size_t deepest = 1000;
    constexpr uint64_t most = 1 << 20;
    if (depth > deepest || repeats * (end - begin) > most) {
      return false;
    }
    size_t next = begin;
    std::vector<uint32_t> listed;
    while (next < end) {
      // What waits for nothing that comes later, and for nothing inside of
      // another command, cannot wait for ever.
      for (uint32_t wait : program.waits[next]) {
        if (!std::ranges::binary_search(listed, wait)) {
          return false;
        }
      }
      listed.push_back(static_cast<uint32_t>(next));
      const Command &command = program.commands[next++];
      if (!std::visit([&](const auto &held) { return isValid(held); },
                      command) ||
          !isGuardedBy(command, guard)) {
        return false;
      }
      auto takes = [&](uint32_t count, uint64_t turns = 1,
                       const std::optional<CommandGuard> &inside = {}) {
        if (count > end - next ||
            !isList(next, next + count, depth + 1, repeats * turns, inside)) {
          return false;
        }
        next += count;
        return true;
      };
      if (const auto *loop = std::get_if<WhileCommand>(&command)) {
        if (!takes(loop->condition, loop->isGuarded ? loop->turns : 1) ||
            !takes(loop->body,
                   std::max<uint64_t>(1, uint64_t(loop->lead) + loop->turns),
                   loop->isGuarded
                       ? std::optional(CommandGuard{loop->again.address})
                       : std::nullopt)) {
          return false;
        }
      } else if (const auto *branch = std::get_if<SwitchCommand>(&command)) {
        for (uint32_t count : branch->branches) {
          if (!takes(count)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /// Whether the guards of a command are numbers, this one the first of them.
  bool isGuardedBy(const Command &command,
                   const std::optional<CommandGuard> &first) const {
    std::vector<CommandGuard> guards;
    if (const auto *launch = std::get_if<LaunchCommand>(&command)) {
      const CommandKernel &kernel = program.kernels[launch->kernel];
      if (launch->arguments.size() < kernel.guards.size()) {
        return false;
      }
      guards = guardsOf(*launch, kernel);
    } else {
      guards = movedUnder(command);
    }
    return (!first || (!guards.empty() && guards.front() == *first)) &&
           std::ranges::all_of(guards, [&](const CommandGuard &guard) {
             return isValid(guard.number());
           });
  }

  bool isValid(const CommandAddress &address) const {
    switch (address.base) {
    case Base::Nowhere:
      return true;
    case Base::Argument:
      return address.index < arguments;
    case Base::Result:
      return address.index < results;
    case Base::Constants:
      return address.offset <= constantBytes;
    case Base::Temporary:
      return address.offset <= program.temporaryBytes;
    case Base::Words:
      // Kernels alone know what is there.
      return false;
    }
    return false;
  }
  bool isArgument(const CommandAddress &address) const {
    return address.base == Base::Words ? address.offset == 0 : isValid(address);
  }
  bool isValid(const std::vector<CommandAddress> &addresses) const {
    for (const CommandAddress &address : addresses) {
      if (!isValid(address)) {
        return false;
      }
    }
    return true;
  }
  bool isValid(const CommandNumber &number) const {
    return number.address.base != Base::Nowhere && isValid(number.address);
  }
  bool isValid(const LaunchCommand &launch) const {
    return launch.kernel < program.kernels.size() &&
           std::all_of(
               launch.arguments.begin(), launch.arguments.end(),
               [&](const CommandAddress &one) { return isArgument(one); });
  }
  bool isValid(const CopyCommand &copy) const {
    return isValid(copy.from) && isValid(copy.to) && copy.bytes != 0;
  }
  bool isValid(const FillCommand &fill) const {
    const bool hasPattern =
        fill.width == 4 || ((fill.width == 1 || fill.width == 2) &&
                            fill.pattern >> (8 * fill.width) == 0);
    if (!hasPattern || fill.bytes == 0 || fill.bytes % fill.width != 0 ||
        fill.to.offset % fill.width != 0 || !isValid(fill.to)) {
      return false;
    }
    switch (fill.to.base) {
    case Base::Argument:
    case Base::Result:
      return true;
    case Base::Temporary:
      return fill.bytes <= program.temporaryBytes - fill.to.offset;
    case Base::Nowhere:
    case Base::Constants:
    case Base::Words:
      return false;
    }
    return false;
  }
  bool isValid(const DeviceNumberCommand &number) const {
    return isValid(number.to);
  }
  bool isValid(const WhileCommand &loop) const {
    if (loop.rounds != 0) {
      return loop.condition == 0 && loop.turns != 0 && !loop.isGuarded &&
             isPlaceToCount(loop.again);
    }
    // Nobody looks at anything where all of it is told.
    if (loop.turns == 0 && !loop.isGuarded &&
        loop.again.address.base == Base::Nowhere) {
      return true;
    }
    // What guards look at is a boolean.
    return isValid(loop.again) &&
           (!loop.isGuarded || (loop.lead == 0 && loop.turns != 0 &&
                                loop.again.bytes == 1 && loop.again.bits == 1));
  }
  bool isPlaceToCount(const CommandNumber &number) const {
    constexpr uint64_t bytes = sizeof(uint32_t);
    const uint64_t offset = number.address.offset;
    return number.bytes == bytes && number.address.base == Base::Temporary &&
           offset % bytes == 0 && offset <= program.temporaryBytes &&
           bytes <= program.temporaryBytes - offset;
  }
  bool isValid(const SwitchCommand &branch) const {
    return !branch.branches.empty() && isValid(branch.chosen);
  }
  bool isValid(const CheckCommand &check) const { return isValid(check.holds); }
  bool isValid(const CallCommand &call) const {
    return call.site < program.calls.size() && isValid(call.arrays);
  }

  const CommandProgram &program;
  const size_t arguments;
  const size_t results;
  const uint64_t constantBytes;
  const uint64_t codeBytes;
};

} // namespace

size_t lengthOf(const Command &command) {
  if (const auto *loop = std::get_if<WhileCommand>(&command)) {
    return size_t(1) + loop->condition + loop->body;
  }
  size_t length = 1;
  if (const auto *branch = std::get_if<SwitchCommand>(&command)) {
    for (uint32_t count : branch->branches) {
      length += count;
    }
  }
  return length;
}

std::vector<CommandGuard> movedUnder(const Command &command) {
  if (const auto *copy = std::get_if<CopyCommand>(&command)) {
    return copy->guards;
  }
  const auto *fill = std::get_if<FillCommand>(&command);
  return fill != nullptr ? fill->guards : std::vector<CommandGuard>();
}

std::vector<CommandGuard> guardsOf(const LaunchCommand &launch,
                                   const CommandKernel &kernel) {
  std::vector<CommandGuard> guards;
  const size_t first = launch.arguments.size() - kernel.guards.size();
  for (size_t i = 0; i < kernel.guards.size(); ++i) {
    guards.push_back({launch.arguments[first + i], kernel.guards[i]});
  }
  return guards;
}

std::string encodeCommandProgram(const CommandProgram &program) {
  Writer writer;
  writer.program(program);
  return writer.take();
}

StatusOr<CommandProgram> decodeCommandProgram(std::string_view bytes,
                                              size_t arguments, size_t results,
                                              uint64_t constantBytes,
                                              uint64_t codeBytes) {
  Reader reader(bytes);
  if (!reader.isVersion()) {
    return Status::failedPrecondition(
        "the executable holds commands of version " +
        std::to_string(reader.version) + ", this build runs version " +
        std::to_string(kVersion) + ": compile the program again");
  }
  std::optional<CommandProgram> program = reader.program();
  if (!program ||
      !Checker(*program, arguments, results, constantBytes, codeBytes)
           .isValid()) {
    return Status::dataLoss("the executable's commands are damaged");
  }
  return *std::move(program);
}

} // namespace weft
