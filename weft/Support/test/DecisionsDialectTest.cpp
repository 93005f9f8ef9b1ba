// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/DecisionsDialect.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Remarks.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/Pass.h>
#include <mlir/Pass/PassManager.h>

using namespace mlir;
using namespace weft;

namespace {

class Decisions : public testing::Test {
protected:
  Decisions() { context.loadDialect<func::FuncDialect>(); }

  OwningOpRef<ModuleOp> parse(llvm::StringRef source) {
    return parseSourceString<ModuleOp>(source, ParserConfig(&context));
  }

  MLIRContext context;
};

std::string text(const DecisionLog &log) {
  std::string result;
  log.printText([&](std::string_view piece) { result += piece; });
  return result;
}

constexpr llvm::StringLiteral threeFunctions = R"(
  func.func @zebra(%x: i32) -> i32 {
    return %x : i32 loc("model.py":30:4)
  } loc("model.py":3:1)
  func.func @apple(%x: i32) -> i32 {
    return %x : i32 loc("model.py":10:4)
  } loc("model.py":1:1)
  func.func @mango(%x: i32) -> i32 {
    return %x : i32 loc("model.py":20:4)
  } loc("model.py":2:1)
)";

/// Records something about every operation of a function.
struct TalkativePass : PassWrapper<TalkativePass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TalkativePass)

  void runOnOperation() override {
    const DecisionTicket parent =
        decide(getOperation(), DecisionKind::Simplify, Reason::DeadRemoved)
            .record();
    getOperation().walk([&](func::ReturnOp op) {
      for (int count = 0; count < 3; ++count) {
        decide(op, DecisionKind::Simplify, Reason::RuleApplied,
               Verdict::Rejected)
                .parent(parent)
            << arg("rule " + std::to_string(count));
      }
    });
  }
};

TEST_F(Decisions, AbsentLogCostsNothingAndBreaksNothing) {
  OwningOpRef<ModuleOp> module = parse(threeFunctions);
  EXPECT_EQ(decisionLogOf(&context), nullptr);
  DecisionStage stage(*module, "quiet");
  auto decision = decide(*module, DecisionKind::Limit, Reason::LimitReached);
  EXPECT_FALSE(decision);
  decision << arg("a") << arg(1) << arg(2.5);
  decision.subject("s").other("o").cost({1, 2}).origin(*module);
  PassManager passes(&context);
  passes.addNestedPass<func::FuncOp>(std::make_unique<TalkativePass>());
  EXPECT_TRUE(succeeded(passes.run(*module)));
  trackOrigins(*module);
  EXPECT_TRUE(originsOf(*module).empty());
  EXPECT_EQ(context.getLoadedDialect<DecisionsDialect>(), nullptr);
}

TEST_F(Decisions, ParallelPassesGiveProgramOrder) {
  std::string expected;
  for (int round = 0; round < 10; ++round) {
    OwningOpRef<ModuleOp> module = parse(threeFunctions);
    DecisionLog log;
    attachDecisionLog(&context, &log);
    trackOrigins(*module);
    {
      DecisionStage stage(*module, "talk");
      PassManager passes(&context);
      passes.addNestedPass<func::FuncOp>(std::make_unique<TalkativePass>());
      ASSERT_TRUE(succeeded(passes.run(*module)));
    }
    detachDecisionLog(&context);
    if (round == 0) {
      expected = text(log);
      ASSERT_EQ(log.records().size(), 12u);
      EXPECT_EQ(log.records()[5].parent, 4u);
      EXPECT_TRUE(llvm::StringRef(expected).starts_with(
          "model.py:3:1: talk: chosen: func.func @zebra removed, nothing uses "
          "its results [dead-removed]\n"
          "model.py:30:4: talk: rejected: func.return rewritten by rule rule 0 "
          "[rule-applied]\n"))
          << expected;
    }
    EXPECT_EQ(text(log), expected);
  }
}

TEST_F(Decisions, BuilderFillsTheRecord) {
  OwningOpRef<ModuleOp> module = parse(threeFunctions);
  DecisionLog log;
  attachDecisionLog(*module, &log);
  {
    DecisionStage stage(*module, "import");
    auto functions = module->getOps<func::FuncOp>();
    decide(*functions.begin(), DecisionKind::Import, Reason::CompositeInlined)
            .subject("kernel_3")
            .other("kernel_4")
            .cost({10, 20}, {30, std::nullopt})
            .origin(*std::next(functions.begin()))
        << arg(llvm::StringRef("a.b")) << arg(std::string_view("f"));
  }
  ASSERT_EQ(log.records().size(), 1u);
  const Record &record = log.records()[0];
  EXPECT_EQ(log.string(record.anchor), "zebra");
  EXPECT_EQ(log.string(record.subject), "kernel_3");
  EXPECT_EQ(log.string(record.other), "kernel_4");
  EXPECT_EQ(record.cost, (Cost{10, 20}));
  EXPECT_EQ(record.bestAlternative, (Cost{30, std::nullopt}));
  EXPECT_EQ(log.sentence(record),
            "composite a.b replaced by its decomposition @f");
  // Module 0, zebra 1, its return 2, apple 3.
  EXPECT_EQ(std::vector<uint32_t>(log.origins(record).begin(),
                                  log.origins(record).end()),
            (std::vector<uint32_t>{1, 3}));
}

TEST_F(Decisions, DiagnosticsCarryTheSourceLine) {
  OwningOpRef<ModuleOp> module = parse(threeFunctions);
  DecisionLog log;
  attachDecisionLog(&context, &log);
  trackOrigins(*module);
  {
    DecisionStage stage(*module, "simplify");
    decide(&*module->getBody()->begin(), DecisionKind::Simplify,
           Reason::DeadRemoved);
  }
  std::vector<std::string> seen;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    std::string message;
    llvm::raw_string_ostream(message)
        << diagnostic.getLocation() << " " << diagnostic;
    EXPECT_EQ(diagnostic.getSeverity(), DiagnosticSeverity::Remark);
    seen.push_back(message);
  });
  emitDecisionRemarks(log, &context);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0], "loc(\"model.py\":3:1) simplify: chosen: func.func @zebra "
                     "removed, nothing uses its results [dead-removed]");
}

/// Writes down what the remark engine passes on.
class Recorder : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Recorder(std::vector<std::string> &lines) : lines(lines) {}
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string line;
    llvm::raw_string_ostream stream(line);
    remark.print(stream);
    lines.push_back(line);
  }

private:
  std::vector<std::string> &lines;
};

TEST_F(Decisions, RemarkEngineGetsTypedArguments) {
  OwningOpRef<ModuleOp> module = parse(threeFunctions);
  std::vector<std::string> lines;
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.failed = ".*";
  ASSERT_TRUE(succeeded(remark::enableOptimizationRemarks(
      context, std::make_unique<Recorder>(lines),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)));
  DecisionLog log;
  attachDecisionLog(&context, &log);
  trackOrigins(*module);
  {
    DecisionStage stage(*module, "import");
    Operation *function = &*module->getBody()->begin();
    decide(function, DecisionKind::Limit, Reason::LimitReached,
           Verdict::Refused)
        << arg("depth") << arg(12) << arg(10.5);
    decide(function, DecisionKind::Simplify, Reason::DeadRemoved);
  }
  emitDecisionRemarks(log, &context);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_NE(lines[0].find("limit-reached"), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find("actual=12"), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find("Function=zebra"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("dead-removed"), std::string::npos) << lines[1];
}

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

TEST_F(Decisions, NumberingIsProgramOrderAndRepeatable) {
  OwningOpRef<ModuleOp> module = parse(threeFunctions);
  const auto first = numberOrigins(*module);
  const auto second = numberOrigins(*module);
  EXPECT_EQ(first, second);
  ASSERT_EQ(first.size(), 7u);
  Operation *apple = module->lookupSymbol("apple");
  EXPECT_EQ(originsOf(apple->getLoc()), (llvm::SmallVector<uint32_t>{3}));
  EXPECT_EQ(originsOf(apple), (llvm::SmallVector<uint32_t>{3, 4}));
  EXPECT_EQ(resolveLocation(first[4]).frames.at(0).line, 10u);
}

TEST_F(Decisions, OriginsSurviveFusingPrintingAndParsing) {
  OwningOpRef<ModuleOp> module = parse(threeFunctions);
  numberOrigins(*module);
  Operation *zebra = module->lookupSymbol("zebra");
  Operation *apple = module->lookupSymbol("apple");
  Operation *mango = module->lookupSymbol("mango");
  mango->setLoc(FusedLoc::get(
      &context, {zebra->getLoc(),
                 NameLoc::get(StringAttr::get(&context, "n"), apple->getLoc()),
                 CallSiteLoc::get(mango->getLoc(), zebra->getLoc())}));
  const llvm::SmallVector<uint32_t> expected = {1, 3, 5};
  EXPECT_EQ(originsOf(mango->getLoc()), expected);

  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  OwningOpRef<ModuleOp> again = parse(printed);
  ASSERT_TRUE(again);
  EXPECT_EQ(originsOf(again->lookupSymbol("mango")->getLoc()), expected);
}

TEST_F(Decisions, ForeignMetadataIsNotAnOrigin) {
  for (const char *location :
       {"fused<\"text\">[\"a.py\":1:2]",
        "fused<{weft.origin = \"3\"}>[unknown]",
        "fused<{weft.origin = -1 : i64}>[unknown]",
        "fused<{other = 3 : i64}>[unknown]", "unknown", "\"a.py\":1:2"}) {
    OwningOpRef<ModuleOp> module =
        parse(std::string("module {} loc(") + location + ")");
    ASSERT_TRUE(module) << location;
    EXPECT_TRUE(originsOf(module->getLoc()).empty()) << location;
  }
}

ResolvedLocation resolved(MLIRContext &context, llvm::StringRef location) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      ("module {} loc(" + location + ")").str(), ParserConfig(&context));
  EXPECT_TRUE(module);
  return resolveLocation(module->getLoc());
}

TEST_F(Decisions, ResolvesWhatProducersWrite) {
  // A name around one position.
  ResolvedLocation plain =
      resolved(context, R"("jit(f)/add"("/home/me/model.py":12:4))");
  EXPECT_EQ(plain.namePath, "jit(f)/add");
  ASSERT_EQ(plain.frames.size(), 1u);
  EXPECT_EQ(plain.frames[0].file, "/home/me/model.py");
  EXPECT_EQ(plain.frames[0].line, 12u);
  EXPECT_EQ(plain.frames[0].column, 4u);
  EXPECT_EQ(plain.frames[0].function, "");

  // A name around a call stack, a library frame innermost.
  ResolvedLocation stack = resolved(
      context,
      R"("jit(f)/dot"(callsite("dot"("/v/site-packages/jax/numpy.py":900:2) at )"
      R"(callsite("layer"("model.py":12:4 to :20) at "<module>"("train.py":3:1)))))");
  EXPECT_EQ(stack.namePath, "jit(f)/dot");
  ASSERT_EQ(stack.frames.size(), 3u);
  EXPECT_EQ(stack.frames[0].function, "layer");
  EXPECT_EQ(stack.frames[0].line, 12u);
  EXPECT_EQ(stack.frames[1].file, "train.py");
  EXPECT_EQ(stack.frames[2].function, "dot");

  // A stack without a name; names within it are functions.
  ResolvedLocation bare =
      resolved(context, R"(callsite("f"("a.py":1:1) at "g"("b.py":2:2)))");
  EXPECT_EQ(bare.namePath, "");
  ASSERT_EQ(bare.frames.size(), 2u);
  EXPECT_EQ(bare.frames[0].function, "f");

  // Fused: the first that has a file.
  ResolvedLocation fused = resolved(
      context, R"(fused<{weft.origin = 1 : i64}>[unknown, "add"("a.py":5:6)])");
  EXPECT_EQ(fused.namePath, "add");
  ASSERT_EQ(fused.frames.size(), 1u);
  EXPECT_EQ(fused.frames[0].line, 5u);

  EXPECT_TRUE(resolved(context, "unknown").frames.empty());
  EXPECT_EQ(resolved(context, R"("only a name")").namePath, "only a name");
}

/// Each level mentions the one below twice: 2^60 paths, 60 parts.
TEST_F(Decisions, SharedLocationsTakeNoTime) {
  for (LocationAttr leaf :
       {LocationAttr(FileLineColLoc::get(&context, "a.py", 1, 1)),
        LocationAttr(UnknownLoc::get(&context))}) {
    LocationAttr location = leaf;
    for (int level = 0; level < 60; ++level) {
      location = CallSiteLoc::get(Location(location), Location(location));
    }
    location = FusedLoc::get({Location(location), Location(leaf)},
                             StringAttr::get(&context, "x"), &context);
    EXPECT_TRUE(originsOf(Location(location)).empty());
    EXPECT_LE(resolveLocation(location).frames.size(), 2000u);
  }
}

} // namespace
