// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled program on the emulator, command by command: everything that a
// device leaves open is decided by a seed, which of the commands that may run
// comes next as well as when a thread has its turn.

#pragma once

#include "weft/Emulator/Launch.h"
#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"

namespace weft::tools {

/// The bytes of arrays, one string each.
using Arrays = std::vector<std::string>;

class CommandRun {
public:
  static StatusOr<CommandRun> load(const Executable &executable);

  /// The results. INTERNAL where a kernel does what none may do.
  StatusOr<Arrays> run(const Arrays &arguments, uint64_t seed);

  /// Of the last run that ended well. A run may take `most`, more are a kernel
  /// without an end.
  uint64_t instructions() const { return taken; }
  void allowInstructions(uint64_t most) { allowed = most; }

  const CommandProgram &commands() const { return program; }
  const std::string &textOf(size_t kernel) const { return texts[kernel]; }
  /// The kernel is another one from now on.
  Status replaceText(size_t kernel, const std::string &text);
  /// A command no longer waits for another one.
  std::vector<std::vector<uint32_t>> &waits() { return program.waits; }

private:
  struct Running;
  Status runList(Running &running, size_t begin, size_t end);
  Status runCommand(Running &running, size_t number);
  Status launch(Running &running, const LaunchCommand &command);

  const Executable *executable = nullptr;
  CommandProgram program;
  std::vector<std::string> texts;
  std::vector<std::unique_ptr<emulator::Module>> modules;
  /// Kernels that are launched while those before them run, and wait for them.
  std::vector<bool> beginsByWaiting;
  uint64_t taken = 0;
  uint64_t allowed = uint64_t(1) << 34;
};

} // namespace weft::tools
