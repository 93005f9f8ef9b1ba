// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-check-timings/Guards.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>

using llvm::StringRef;

namespace weft::tools {
namespace {

using Lines = llvm::SmallVector<StringRef>;

bool startsWithAny(StringRef text, std::initializer_list<StringRef> starts) {
  return llvm::any_of(starts,
                      [&](StringRef start) { return text.starts_with(start); });
}

/// Of memory that other threads see.
bool isAccess(StringRef line) {
  return startsWithAny(line, {"ld.", "st.", "atom.", "red.", "cp.async.c"}) &&
         !startsWithAny(line, {"ld.param", "st.param", "ld.local", "st.local",
                               "cp.async.commit"});
}

/// The operands of an instruction, without braces and brackets looked into.
llvm::SmallVector<StringRef> operandsOf(StringRef line) {
  llvm::SmallVector<StringRef> operands;
  line.drop_until([](char c) { return c == ' ' || c == '\t'; })
      .trim(" \t;")
      .split(operands, ',');
  for (StringRef &operand : operands) {
    operand = operand.trim();
  }
  return operands;
}

/// A branch over nothing but what a mask keeps from running: it goes forward,
/// to the next label, with an access on the way.
bool isMaskingBranch(const Lines &lines, size_t branch) {
  const StringRef target = lines[branch].split("bra").second.trim(" \t;");
  bool hasAccess = false;
  for (size_t i = branch + 1; i < lines.size(); ++i) {
    const StringRef line = lines[i];
    if (line.starts_with("$")) {
      return hasAccess && line.drop_back() == target;
    }
    if (line.starts_with("@") || startsWithAny(line, {"bra", "ret", "call"})) {
      return false;
    }
    hasAccess |= isAccess(line);
  }
  return false;
}

/// A branch to where threads look, once more, at what others write.
bool isWaitingBranch(const Lines &lines, size_t branch) {
  const StringRef target = lines[branch].split("bra").second.trim(" \t;");
  const auto *label = llvm::find(lines, (target + ":").str());
  if (label == lines.end()) {
    return false;
  }
  const auto *end = std::find_if(label + 1, lines.end(), [](StringRef line) {
    return line.starts_with("$");
  });
  return std::any_of(label, end, [](StringRef line) {
    return startsWithAny(line, {"ld.relaxed", "ld.acquire"});
  });
}

/// An address that is another one where the mask says so, and is used in the
/// next access.
bool isMaskingSelect(const Lines &lines, size_t select) {
  const StringRef chosen = operandsOf(lines[select])[0];
  for (size_t i = select + 1; i < lines.size(); ++i) {
    if (isAccess(lines[i])) {
      const StringRef inside = lines[i].split('[').second;
      return inside.starts_with((chosen + "]").str()) ||
             inside.starts_with((chosen + "+").str());
    }
    if (lines[i].starts_with("$") || lines[i].starts_with("@")) {
      return false;
    }
  }
  return false;
}

/// What stands in the line's place without the guard; nothing where it is none.
struct Change {
  GuardKind kind;
  std::string line;
  /// The line with a trap for threads that are masked off.
  std::string trapping = {};
};

std::optional<Change> withoutGuard(const Lines &lines, size_t i) {
  const StringRef line = lines[i];
  if (startsWithAny(line, {"bar.sync", "bar.warp.sync", "barrier."})) {
    return Change{GuardKind::Barrier, ""};
  }
  if (startsWithAny(line, {"membar", "fence"})) {
    return Change{GuardKind::Fence, ""};
  }
  if (startsWithAny(line, {"cp.async.wait", "griddepcontrol.wait"})) {
    return Change{GuardKind::Wait, ""};
  }
  if (line.starts_with("@")) {
    const StringRef guarded =
        line.drop_until([](char c) { return c == ' ' || c == '\t'; }).trim();
    if (isAccess(guarded)) {
      return Change{GuardKind::Mask, guarded.str()};
    }
    if (guarded.starts_with("bra") && isWaitingBranch(lines, i)) {
      return Change{GuardKind::Wait, ""};
    }
    // A kernel that is not wanted ends at once.
    if (guarded.starts_with("ret")) {
      return Change{GuardKind::Mask, "",
                    (line.split("ret").first + "trap;").str()};
    }
    // Masked off are those that take it.
    if (guarded.starts_with("bra") && isMaskingBranch(lines, i)) {
      return Change{GuardKind::Mask, "",
                    (line.split("bra").first + "trap;").str()};
    }
    return std::nullopt;
  }
  if (line.starts_with("selp.b64") && isMaskingSelect(lines, i)) {
    const auto operands = operandsOf(line);
    return Change{GuardKind::Mask,
                  ("mov.b64 " + operands[0] + ", " + operands[1] + ";").str(),
                  ("@!" + operands[3] + " trap; " + line).str()};
  }
  // A copy that takes fewer bytes than it writes.
  if (startsWithAny(line, {"cp.async.ca", "cp.async.cg"})) {
    const auto operands = operandsOf(line);
    if (operands.size() == 4) {
      const StringRef name =
          line.take_until([](char c) { return c == ' ' || c == '\t'; });
      return Change{GuardKind::Mask, (name + " " + operands[0] + ", " +
                                      operands[1] + ", " + operands[2] + ";")
                                         .str()};
    }
  }
  return std::nullopt;
}

} // namespace

const char *nameOf(GuardKind kind) {
  switch (kind) {
  case GuardKind::Barrier:
    return "barrier";
  case GuardKind::Fence:
    return "fence";
  case GuardKind::Wait:
    return "wait";
  case GuardKind::Mask:
    return "mask";
  }
  return "";
}

std::vector<Guard> findGuards(const std::string &ptx) {
  Lines lines;
  StringRef(ptx).split(lines, '\n');
  for (StringRef &line : lines) {
    line = line.split("//").first.trim();
  }
  std::vector<Guard> guards;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::optional<Change> change = withoutGuard(lines, i);
    if (!change) {
      continue;
    }
    auto replaced = [&](StringRef line) {
      Lines changed = lines;
      changed[i] = line;
      return llvm::join(changed, "\n");
    };
    guards.push_back({change->kind, i + 1, lines[i].str(),
                      replaced(change->line),
                      change->trapping.empty() ? std::string()
                                               : replaced(change->trapping)});
  }
  return guards;
}

} // namespace weft::tools
