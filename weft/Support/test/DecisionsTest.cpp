// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Decisions.h"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

using namespace weft;

namespace {

Decision merged(std::string subject) {
  Decision decision;
  decision.kind = DecisionKind::Simplify;
  decision.reason = Reason::DuplicateMerged;
  decision.subject = std::move(subject);
  return decision;
}

Decision rule(std::string subject, std::string name) {
  Decision decision = merged(std::move(subject));
  decision.reason = Reason::RuleApplied;
  decision.arguments.emplace_back(std::move(name));
  return decision;
}

std::string text(const DecisionLog &log) {
  std::string result;
  log.printText([&](std::string_view piece) { result += piece; });
  return result;
}

std::string json(const DecisionLog &log) {
  std::string result;
  log.printJson([&](std::string_view piece) { result += piece; });
  return result;
}

std::vector<llvm::json::Object> parsedLines(const std::string &lines) {
  std::vector<llvm::json::Object> objects;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    auto value = llvm::json::parse(line);
    if (!value) {
      ADD_FAILURE() << line << ": " << llvm::toString(value.takeError());
      continue;
    }
    objects.push_back(*value->getAsObject());
  }
  return objects;
}

TEST(Reasons, TableIsSound) {
  std::set<std::string_view> codes;
  for (size_t index = 0; index < allReasons().size(); ++index) {
    const ReasonInfo &info = allReasons()[index];
    EXPECT_EQ(static_cast<size_t>(info.reason), index);
    EXPECT_TRUE(codes.insert(info.code).second) << info.code;
    EXPECT_EQ(
        info.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
        std::string_view::npos)
        << info.code;
    EXPECT_EQ(std::count(info.sentence.begin(), info.sentence.end(), '{'),
              std::count(info.sentence.begin(), info.sentence.end(), '}'));
    EXPECT_NE(info.sentence.back(), '.') << info.code;
    EXPECT_EQ(info.explanation.back(), '.') << info.code;
  }
}

TEST(Reasons, ArgumentNamesInOrder) {
  const auto names = reasonInfo(Reason::ConstantTooLarge).argumentNames();
  EXPECT_EQ(names, (std::vector<std::string_view>{"bytes", "limit"}));
}

TEST(Reasons, PageIsUpToDate) {
  std::ifstream file(WEFT_REASONS_PAGE);
  std::ostringstream content;
  content << file.rdbuf();
  EXPECT_EQ(content.str(), reasonsPage())
      << "write docs/reasons.md anew with: DecisionsTest --write-reasons";
}

TEST(DecisionLog, EmptyPrintsNothing) {
  DecisionLog log;
  log.beginStage("import");
  log.endStage();
  log.endStage();
  EXPECT_EQ(text(log), "");
  EXPECT_EQ(json(log), "");
}

TEST(DecisionLog, Sentences) {
  DecisionLog log;
  log.beginStage("import");
  Decision decision = merged("stablehlo.add");
  decision.reason = Reason::ConstantTooLarge;
  decision.kind = DecisionKind::Import;
  decision.verdict = Verdict::Forced;
  decision.arguments = {std::string("many"), int64_t{-3}};
  decision.origins = {7};
  decision.cost = {1500000, 64};
  decision.bestAlternative = {2250000, std::nullopt};
  log.add("main", decision);
  const DecisionLog::Frame frames[] = {{"model.py", 12, 3, "layer"},
                                       {"train.py", 4, 1, ""}};
  log.endStage();
  log.describeOrigin(7, frames, "jit(f)/add");
  EXPECT_EQ(
      text(log),
      "model.py:12:3: import: forced: stablehlo.add left for run time: its "
      "many bytes are over the limit of -3 (1.5 us, 64 bytes, the alternative "
      "2.25 us) "
      "[constant-too-large]\n");
  EXPECT_EQ(
      json(log),
      R"({"sequence":0,"stage":"import","kind":"import","verdict":"forced",)"
      R"("reason":"constant-too-large","anchor":"main",)"
      R"("subject":"stablehlo.add","arguments":{"bytes":"many","limit":-3},)"
      R"("sentence":"stablehlo.add left for run time: its many bytes are over )"
      R"(the limit of -3",)"
      R"("cost":{"picoseconds":1500000,"bytes":64},)"
      R"("alternative":{"picoseconds":2250000},"origins":[7],)"
      R"("name":"jit(f)/add","source":[{"file":"model.py","line":12,)"
      R"("column":3,"function":"layer"},{"file":"train.py","line":4,)"
      R"("column":1}]})"
      "\n");
}

TEST(DecisionLog, JsonIsValidWhateverNamesHold) {
  std::string everyByte;
  for (int byte = 0; byte < 256; ++byte) {
    everyByte += static_cast<char>(byte);
  }
  const std::vector<std::string> names = {
      everyByte, "quote \" backslash \\ newline \n tab \t",
      "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80",
      "\xC0\x80 \xED\xA0\x80 \xF4\x90\x80\x80 \xE2\x82", "{name} }{ {"};
  DecisionLog log;
  for (const std::string &name : names) {
    Decision decision = rule(name, name);
    decision.other = name;
    log.add(name, decision);
  }
  Decision number = merged("x");
  number.reason = Reason::LimitReached;
  number.arguments = {std::string("steps"),
                      std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::quiet_NaN()};
  log.add("main", number);
  log.endStage();
  const auto objects = parsedLines(json(log));
  EXPECT_EQ(objects.size(), 6u);
  for (const llvm::json::Object &object : objects) {
    if (object.getString("subject")->starts_with("quote")) {
      EXPECT_EQ(*object.getString("subject"), names[1]);
    }
  }
  EXPECT_NE(json(log).find(names[2]), std::string::npos);
  EXPECT_NE(json(log).find(R"("actual":"inf","limit":"nan")"),
            std::string::npos);
}

TEST(DecisionLog, AnchorsComeInProgramOrder) {
  DecisionLog log;
  log.beginStage("simplify");
  for (const char *anchor : {"late", "unknown_b", "early", "", "unknown_a"}) {
    log.add(anchor, merged(std::string("1 ") + anchor));
    log.add(anchor, merged(std::string("2 ") + anchor));
  }
  const std::string_view order[] = {"early", "late"};
  log.endStage(order);
  std::vector<std::string_view> subjects;
  for (const Record &record : log.records()) {
    EXPECT_EQ(record.sequence, subjects.size());
    subjects.push_back(log.string(record.subject));
  }
  EXPECT_EQ(subjects,
            (std::vector<std::string_view>{
                "1 ", "2 ", "1 early", "2 early", "1 late", "2 late",
                "1 unknown_a", "2 unknown_a", "1 unknown_b", "2 unknown_b"}));
}

/// The same work dealt to threads in a different way each time.
std::string tableWithThreads(unsigned threads, unsigned turn) {
  constexpr unsigned functions = 24;
  DecisionLog log({8, 300});
  std::vector<std::string> names;
  for (unsigned function = 0; function < functions; ++function) {
    names.push_back("f" + std::to_string((function * 7) % functions));
  }
  const std::vector<std::string_view> order(names.begin(), names.end());
  for (const char *stage : {"one", "two"}) {
    log.beginStage(stage);
    const auto work = [&](unsigned thread) {
      for (unsigned index = thread; index < functions; index += threads) {
        const std::string &name = names[(index + turn) % functions];
        std::optional<DecisionTicket> parent;
        for (unsigned count = 0; count < 20; ++count) {
          Decision decision =
              rule("op" + std::to_string(count % 2), name + "/rule");
          decision.origins = {count};
          decision.parent = parent;
          const DecisionTicket ticket = log.add(name, std::move(decision));
          if (count % 5 == 0) {
            parent = ticket;
          }
        }
      }
    };
    std::vector<std::thread> pool;
    for (unsigned thread = 0; thread < threads; ++thread) {
      pool.emplace_back(work, thread);
    }
    for (std::thread &thread : pool) {
      thread.join();
    }
    log.endStage(order);
  }
  // The identifiers too, because tables are stored by them.
  std::string result = json(log) + text(log);
  for (const Record &record : log.records()) {
    result += std::to_string(static_cast<uint32_t>(record.subject)) + " " +
              std::to_string(static_cast<uint32_t>(record.anchor)) + "\n";
  }
  return result;
}

TEST(DecisionLog, ThreadsDoNotShow) {
  const std::string expected = tableWithThreads(1, 0);
  EXPECT_NE(expected.find("\"omitted\""), std::string::npos);
  EXPECT_NE(expected.find("\"parent\""), std::string::npos);
  for (unsigned turn = 0; turn < 20; ++turn) {
    ASSERT_EQ(tableWithThreads(1 + turn % 8, turn), expected) << turn;
  }
}

TEST(DecisionLog, CapsPerSubjectAndStage) {
  DecisionLog log;
  for (const char *stage : {"one", "two"}) {
    log.beginStage(stage);
    for (int count = 0; count < 100; ++count) {
      log.add("main", merged("kernel_1"));
      if (count < 10) {
        log.add("main", merged("kernel_2"));
        log.add("other", merged("kernel_1"));
      }
    }
    log.endStage();
  }
  EXPECT_EQ(log.records().size(), 2u * (64 + 10 + 10));
  ASSERT_EQ(log.omissions().size(), 2u);
  EXPECT_EQ(log.omissions()[0].count, 36u);
  EXPECT_EQ(log.stageName(log.omissions()[1]), "two");
  EXPECT_NE(text(log).find("two: 36 more [duplicate-merged]\n"),
            std::string::npos);
}

TEST(DecisionLog, CapsTheWhole) {
  DecisionLog log({10, 25});
  for (const char *stage : {"one", "two"}) {
    log.beginStage(stage);
    for (int count = 0; count < 4; ++count) {
      for (int kernel = 0; kernel < 4; ++kernel) {
        log.add("main", merged("kernel_" + std::to_string(kernel)));
      }
    }
    log.endStage();
  }
  EXPECT_EQ(log.records().size(), 25u);
  ASSERT_EQ(log.omissions().size(), 1u);
  EXPECT_EQ(log.omissions()[0].count, 7u);
  EXPECT_EQ(parsedLines(json(log)).size(), 26u);
}

TEST(DecisionLog, MillionRecordsFit) {
  DecisionLog log;
  log.beginStage("plan");
  for (int kernel = 0; kernel < 20000; ++kernel) {
    const std::string name = "kernel_" + std::to_string(kernel);
    for (int count = 0; count < 64; ++count) {
      log.add("main", merged(name));
    }
  }
  log.endStage();
  EXPECT_EQ(log.records().size(), 1'000'000u);
  EXPECT_EQ(log.omissions()[0].count, 280'000u);
}

TEST(DecisionLog, ParentsAcrossStages) {
  DecisionLog log({2, 100});
  log.beginStage("one");
  log.add("b", merged("x"));
  const DecisionTicket parent = log.add("b", merged("x"));
  const DecisionTicket cut = log.add("b", merged("x"));
  log.add("a", merged("y"));
  log.beginStage("two");
  Decision child = merged("z");
  child.parent = parent;
  log.add("a", child);
  child.parent = cut;
  log.add("a", child);
  log.endStage();
  ASSERT_EQ(log.records().size(), 5u);
  EXPECT_EQ(log.records()[3].parent, 2u);
  EXPECT_EQ(log.string(log.records()[2].subject), "x");
  EXPECT_EQ(log.records()[4].parent, Record::noParent);
}

TEST(DecisionLog, StringsAreStoredOnce) {
  DecisionLog log;
  log.add("main", rule("op", "op"));
  log.add("main", rule("op", "main"));
  log.endStage();
  const Record &first = log.records()[0];
  const Record &second = log.records()[1];
  EXPECT_EQ(first.subject, second.subject);
  EXPECT_EQ(std::get<StringId>(log.arguments(first)[0]), first.subject);
  EXPECT_EQ(std::get<StringId>(log.arguments(second)[0]), second.anchor);
  EXPECT_EQ(first.other, StringId::Empty);
}

TEST(DecisionLog, RenamesAllAtOnce) {
  DecisionLog log;
  log.beginStage("first");
  log.add("f", merged("add_0"));
  log.endStage();
  log.beginStage("second");
  Decision apart = merged("dot_1");
  apart.other = "add_0";
  log.add("f", apart);
  log.add("f", merged("stays"));
  // Two names that change places.
  log.rename({{"add_0", "dot_1"}, {"dot_1", "add_0"}});
  log.endStage();
  ASSERT_EQ(log.records().size(), 3u);
  EXPECT_EQ(log.string(log.records()[0].subject), "dot_1");
  EXPECT_EQ(log.string(log.records()[1].subject), "add_0");
  EXPECT_EQ(log.string(log.records()[1].other), "dot_1");
  EXPECT_EQ(log.string(log.records()[2].subject), "stays");
  EXPECT_EQ(text(log), log.text(log.records()[0]) + "\n" +
                           log.text(log.records()[1]) + "\n" +
                           log.text(log.records()[2]) + "\n");
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--write-reasons") {
    std::ofstream(WEFT_REASONS_PAGE) << reasonsPage();
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
