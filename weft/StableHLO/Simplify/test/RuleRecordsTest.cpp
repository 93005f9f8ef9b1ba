// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule has a test, its equation, and leaves a record where it applies.
// The programs are those of the text tests beside this file.

#include "weft/StableHLO/Simplify/Simplify.h"

#include "weft/StableHLO/Import/Dialects.h"
#include "weft/Support/DecisionsDialect.h"

#include <gtest/gtest.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Regex.h>
#include <mlir/Parser/Parser.h>

#include <set>

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {

/// Files of a folder that end so, in alphabetic order.
std::vector<std::string> filesIn(const std::string &folder,
                                 llvm::StringRef ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error)) {
    if (llvm::StringRef(file->path()).ends_with(ending)) {
      files.push_back(file->path());
    }
  }
  EXPECT_FALSE(error) << error.message();
  llvm::sort(files);
  return files;
}

std::string contentsOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  EXPECT_TRUE(buffer) << path;
  return buffer ? (*buffer)->getBuffer().str() : "";
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

class RuleRecords : public testing::Test {
protected:
  RuleRecords() {
    DialectRegistry dialects;
    registerAllDialects(dialects);
    context.appendDialectRegistry(dialects);
    context.loadAllAvailableDialects();
  }

  /// Simplifies a program. The rules that applied, by what was counted; what
  /// was recorded has to agree.
  std::map<std::string, int64_t> simplifyText(llvm::StringRef text,
                                              const std::string &name) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << name;
    if (!module) {
      return {};
    }
    std::string before = print(*module);
    DecisionLog log({.perSubject = 1 << 20, .total = 1 << 20});
    attachDecisionLog(*module, &log);
    SimplifyStatistics statistics;
    {
      DecisionStage stage(*module, "simplify");
      simplify(*module, standardRules(&context), {}, &statistics);
    }
    detachDecisionLog(&context);

    std::map<std::string, int64_t> recorded;
    int64_t changes = 0;
    for (const Record &record : log.records()) {
      changes += record.verdict != Verdict::Refused ? 1 : 0;
      if (record.reason == Reason::RuleApplied) {
        auto rule = std::get<StringId>(log.arguments(record)[0]);
        ++recorded[std::string(log.string(rule))];
      } else if (record.reason == Reason::ConstantFolded) {
        ++recorded["fold-constants"];
      }
    }
    for (const auto &[rule, count] : statistics.byRule) {
      EXPECT_EQ(recorded[rule], count) << rule << " in " << name;
    }
    // Printed without locations, which records number.
    EXPECT_TRUE(print(*module) == before || changes > 0)
        << name << " has changed, and nothing says why\n"
        << print(*module);
    return statistics.byRule;
  }

  const std::string folder = WEFT_SOURCE_DIRECTORY "/weft/StableHLO/Simplify";
  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(RuleRecords, AreLeftByEveryRule) {
  std::set<std::string> applied;
  for (const std::string &path : filesIn(folder + "/test", ".mlir")) {
    std::string contents = contentsOf(path);
    SmallVector<StringRef> programs;
    StringRef(contents).split(programs, "// -----");
    for (StringRef program : programs) {
      for (const auto &[rule, count] : simplifyText(program, path)) {
        applied.insert(rule);
      }
    }
  }
  for (const std::string &rule : standardRules(&context).names()) {
    EXPECT_TRUE(applied.contains(rule)) << "no test applies rule " << rule;
  }
  // Those on loops are not in the set, since they look at more than a root.
  std::string loops = contentsOf(folder + "/SimplifyLoops.cpp");
  llvm::Regex name("\"(loop-[a-z-]+)\"");
  SmallVector<StringRef> found;
  unsigned count = 0;
  for (StringRef rest = loops; name.match(rest, &found);
       rest = rest.drop_front(found[0].end() - rest.begin())) {
    EXPECT_TRUE(applied.contains(found[1].str()))
        << "no test applies rule " << found[1].str();
    ++count;
  }
  EXPECT_GE(count, 6u);
}

/// The comment before the definition of a function.
std::string commentOf(StringRef source, StringRef function) {
  SmallVector<StringRef> lines;
  source.split(lines, '\n');
  llvm::Regex definition("^[A-Za-z].*[ >]" + function.str() + "\\(");
  for (size_t i = 0; i < lines.size(); ++i) {
    StringRef next = i + 1 < lines.size() ? lines[i + 1] : "";
    bool isDefinition = definition.match(lines[i]) ||
                        // The result's type on a line of its own.
                        (lines[i].starts_with(function.str() + "(") && i > 0);
    if (!isDefinition || lines[i].ends_with(";") || next.empty()) {
      continue;
    }
    std::string comment;
    size_t line = i;
    while (line > 0 && !lines[line - 1].starts_with("///") &&
           !lines[line - 1].empty() && !lines[line - 1].starts_with("}")) {
      --line;
    }
    while (line > 0 && lines[line - 1].starts_with("///")) {
      comment = lines[--line].str() + "\n" + comment;
    }
    return comment;
  }
  return "";
}

TEST_F(RuleRecords, RulesHaveTheirEquations) {
  llvm::Regex addition(
      "rules\\.add[A-Za-z]*(<[^(]*>)?\\([[:space:]]*\"([a-z0-9-]+)\","
      "[[:space:]]*([A-Za-z0-9]+)");
  std::set<std::string> seen;
  for (const std::string &path : filesIn(folder, ".cpp")) {
    std::string source = contentsOf(path);
    SmallVector<StringRef> found;
    for (StringRef rest = source; addition.match(rest, &found);
         rest = rest.drop_front(found[0].end() - rest.begin())) {
      seen.insert(found[2].str());
      std::string comment = commentOf(source, found[3]);
      // Where all rules of a file say one thing, the file says it.
      if (!StringRef(comment).contains("=")) {
        comment += source.substr(0, source.find("\n\n"));
      }
      EXPECT_TRUE(StringRef(comment).contains("="))
          << llvm::sys::path::filename(path).str() << ": " << found[3].str()
          << " of rule " << found[2].str()
          << " has no equation before it: " << comment;
    }
  }
  for (const std::string &rule : standardRules(&context).names()) {
    EXPECT_TRUE(seen.contains(rule)) << rule;
  }
}

} // namespace
