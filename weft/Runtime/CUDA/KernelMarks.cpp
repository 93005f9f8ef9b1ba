// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/KernelMarks.h"

#include <algorithm>

namespace weft::cuda {
namespace {

/// Commands as a tree: each in a list, that of the program, of a loop's
/// condition or body, or of a branch.
class CommandTree {
public:
  explicit CommandTree(const CommandProgram &program)
      : program(program), places(program.commands.size()) {
    add(0, places.size(), nobody);
  }

  /// Whether two commands may be under way at the same time.
  bool areBeside(size_t one, size_t other) const {
    for (size_t a = one; a != nobody; a = places[a].outer) {
      for (size_t b = other; b != nobody; b = places[b].outer) {
        if (places[a].list == places[b].list) {
          return a != b && !waitsFor(a, b) && !waitsFor(b, a);
        }
      }
    }
    return false;
  }

private:
  static constexpr size_t nobody = ~size_t(0);
  struct Place {
    size_t list = 0;
    size_t outer = nobody;
  };

  void add(size_t begin, size_t end, size_t outer) {
    const size_t list = lists++;
    for (size_t i = begin; i < end;) {
      places[i] = {list, outer};
      size_t inner = i + 1;
      auto addInner = [&](size_t length) {
        add(inner, inner + length, i);
        inner += length;
      };
      if (const auto *loop = std::get_if<WhileCommand>(&program.commands[i])) {
        addInner(loop->condition);
        addInner(loop->body);
      }
      if (const auto *branch =
              std::get_if<SwitchCommand>(&program.commands[i])) {
        std::ranges::for_each(branch->branches, addInner);
      }
      i = inner;
    }
  }

  bool waitsFor(size_t later, size_t earlier) const {
    std::vector<bool> seen(places.size());
    std::vector<size_t> open = {later};
    while (!open.empty()) {
      const size_t next = open.back();
      open.pop_back();
      for (uint32_t wait : program.waits[next]) {
        if (wait == earlier) {
          return true;
        }
        // Commands wait for those before them.
        if (wait > earlier && !seen[wait]) {
          seen[wait] = true;
          open.push_back(wait);
        }
      }
    }
    return false;
  }

  const CommandProgram &program;
  std::vector<Place> places;
  size_t lists = 0;
};

} // namespace

std::vector<size_t> launchesBeside(const CommandProgram &program,
                                   size_t command) {
  const CommandTree tree(program);
  std::vector<size_t> found = {command};
  for (size_t i = 0; i < program.commands.size(); ++i) {
    if (std::holds_alternative<LaunchCommand>(program.commands[i]) &&
        tree.areBeside(command, i)) {
      found.push_back(i);
    }
  }
  return found;
}

static std::vector<size_t> launchesOf(const CommandProgram &program) {
  std::vector<size_t> found;
  for (size_t i = 0; i < program.commands.size(); ++i) {
    if (std::holds_alternative<LaunchCommand>(program.commands[i])) {
      found.push_back(i);
    }
  }
  return found;
}

StatusOr<std::shared_ptr<KernelMarks>>
KernelMarks::create(std::string name,
                    std::shared_ptr<const CommandProgram> program,
                    std::shared_ptr<Gpu> gpu) {
  WEFT_ASSIGN_OR_RETURN(const PinnedWords::Words words, gpu->words().take());
  return std::shared_ptr<KernelMarks>(new KernelMarks(
      std::move(name), std::move(program), std::move(gpu), words));
}

std::string KernelMarks::describe(const CommandKernel &kernel) const {
  return "kernel " + kernel.name + " of '" + name + "' (" + kernel.origin + ")";
}

std::string KernelMarks::text() const {
  // A thread of the first may be the one that fails, and another one, which
  // says that it begins, not have begun.
  const uint32_t last = PinnedWords::get(words[0]);
  const bool isKnown = last != 0 && last <= program->commands.size();
  const std::vector<size_t> possible =
      isKnown ? launchesBeside(*program, last - 1) : launchesOf(*program);
  if (possible.empty()) {
    return "running the program '" + name + "'";
  }
  auto kernelOf = [&](size_t command) -> const CommandKernel & {
    return program
        ->kernels[std::get<LaunchCommand>(program->commands[command]).kernel];
  };
  // What a library does behind a kernel leaves no mark.
  const std::string other =
      program->calls.empty() ? "" : ", or a call behind it";
  if (possible.size() == 1) {
    return "running " + describe(kernelOf(possible.front())) + other;
  }
  std::string text = "running the program '" + name + "', one of its kernels ";
  constexpr size_t most = 4;
  for (size_t i = 0; i < std::min(possible.size(), most); ++i) {
    const CommandKernel &kernel = kernelOf(possible[i]);
    text += (i == 0 ? "" : ", ") + kernel.name + " (" + kernel.origin + ")";
  }
  if (possible.size() > most) {
    text += " and " + std::to_string(possible.size() - most) + " more";
  }
  return text + (isKnown ? ", which may run at the same time" : "") + other;
}

} // namespace weft::cuda
