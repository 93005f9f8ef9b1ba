// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/CommandText.h"

#include <algorithm>

namespace weft {
namespace {

class Describer {
public:
  explicit Describer(const CommandProgram &program) : program(program) {}

  void list(size_t begin, size_t end, size_t depth) {
    for (size_t next = begin; next < end;) {
      const size_t number = next++;
      std::visit([&](const auto &held) { line(number, depth, describe(held)); },
                 program.commands[number]);
      if (const auto *loop =
              std::get_if<WhileCommand>(&program.commands[number])) {
        part("condition", next, loop->condition, depth + 1);
        part("body", next, loop->body, depth + 1);
      } else if (const auto *branch =
                     std::get_if<SwitchCommand>(&program.commands[number])) {
        for (size_t i = 0; i < branch->branches.size(); ++i) {
          part("branch " + std::to_string(i), next, branch->branches[i],
               depth + 1);
        }
      }
    }
  }

  std::string text;

private:
  static std::string indent(size_t depth) {
    return std::string(4 * depth, ' ');
  }

  void line(size_t number, size_t depth, std::string what) {
    const std::vector<uint32_t> &waits = program.waits[number];
    for (size_t i = 0; i < waits.size(); ++i) {
      what += (i == 0 ? ", after " : " and ") + std::to_string(waits[i]);
    }
    text += indent(depth) + std::to_string(number) + "  " + what + "\n";
  }

  void part(const std::string &name, size_t &next, uint32_t count,
            size_t depth) {
    text += indent(depth) + name + (count == 0 ? ": nothing\n" : "\n");
    list(next, next + count, depth);
    next += count;
  }

  static std::string describe(const CommandAddress &address) {
    using Base = CommandAddress::Base;
    auto at = [&](const std::string &where) {
      return address.offset == 0
                 ? where
                 : where + " + " + std::to_string(address.offset);
    };
    switch (address.base) {
    case Base::Nowhere:
      return "nowhere";
    case Base::Argument:
      return at("argument " + std::to_string(address.index));
    case Base::Result:
      return at("result " + std::to_string(address.index));
    case Base::Constants:
      return at("constants");
    case Base::Temporary:
      return at("temporary");
    case Base::Words:
      return "words of the run";
    }
    return "";
  }
  static std::string describe(const std::vector<CommandAddress> &addresses) {
    std::string list;
    for (const CommandAddress &address : addresses) {
      list += (list.empty() ? "" : ", ") + describe(address);
    }
    return "(" + list + ")";
  }

  static std::string describe(const std::vector<CommandGuard> &guards) {
    std::string text;
    for (const CommandGuard &guard : guards) {
      const GuardTest &test = guard.test;
      text += (text.empty() ? ", if " : " and ") + describe(guard.address);
      if (test.orAbove && test.wanted == 1) {
        text += " is not zero";
      } else {
        text += " is " +
                (test.wanted == 0 ? "zero" : std::to_string(test.wanted)) +
                (test.orAbove ? " or above" : "");
      }
    }
    return text;
  }

  std::string describe(const LaunchCommand &launch) const {
    const CommandKernel &kernel = program.kernels[launch.kernel];
    std::vector<CommandAddress> arguments = launch.arguments;
    arguments.resize(arguments.size() - kernel.guards.size());
    return "launch " + kernel.name + describe(arguments) + " in " +
           std::to_string(kernel.blocks) + " blocks of " +
           std::to_string(kernel.threads) + " threads" +
           describe(guardsOf(launch, kernel));
  }
  static std::string describe(const CopyCommand &copy) {
    return "copy " + std::to_string(copy.bytes) + " bytes from " +
           describe(copy.from) + " to " + describe(copy.to) +
           describe(copy.guards);
  }
  /// The digits of the pattern say how wide it is.
  static std::string describe(const FillCommand &fill) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string pattern;
    for (int i = 2 * fill.width - 1; i >= 0; --i) {
      pattern += digits[fill.pattern >> (4 * i) & 15];
    }
    return "fill " + std::to_string(fill.bytes) + " bytes of " +
           describe(fill.to) + " with 0x" + pattern + describe(fill.guards);
  }
  static std::string describe(const DeviceNumberCommand &number) {
    return std::string("write the number of the ") +
           (number.kind == DeviceNumberCommand::Kind::Partition ? "partition"
                                                                : "replica") +
           " to " + describe(number.to);
  }
  static std::string describe(const WhileCommand &loop) {
    const std::string ahead =
        loop.lead == 0 ? "" : std::to_string(loop.lead) + " times ahead";
    if (loop.turns == 0) {
      return "repeat " + std::to_string(loop.lead) + " times";
    }
    if (loop.rounds != 0) {
      const uint64_t times =
          loop.lead + uint64_t(loop.rounds) * uint64_t(loop.turns);
      return "repeat " + std::to_string(times) + " times" +
             (ahead.empty() ? "" : ", " + ahead) +
             (loop.turns == 1
                  ? ""
                  : ", " + std::to_string(loop.turns) + " at once") +
             ", counted at " + describe(loop.again.address);
    }
    return "while " + describe(loop.again.address) + " is not zero" +
           (ahead.empty() ? "" : ", " + ahead) +
           (loop.turns == 1
                ? ""
                : ", " + std::to_string(loop.turns) +
                      (loop.isGuarded ? " guarded turns" : " times") +
                      " for each test");
  }
  static std::string describe(const SwitchCommand &branch) {
    return "one branch of " + std::to_string(branch.branches.size()) + ", by " +
           describe(branch.chosen.address);
  }
  static std::string describe(const CheckCommand &check) {
    return "check that " + describe(check.holds.address) +
           " is not zero: " + check.message;
  }
  static std::string describe(const CallCommand &call) {
    return "call " + std::to_string(call.site) + " of the host " +
           describe(call.arrays);
  }

  const CommandProgram &program;
};

} // namespace

std::string describeCommands(const CommandProgram &program) {
  Describer describer(program);
  describer.list(0, program.commands.size(), 0);
  return std::move(describer.text);
}

} // namespace weft
