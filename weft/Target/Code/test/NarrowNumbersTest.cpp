// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/NarrowNumbers.h"

#include "weft/Target/Code/test/EvaluateFunction.h"
#include "weft/Target/Code/test/RandomFunction.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

namespace weft::code {
namespace {

class NarrowNumbersTest : public testing::Test {
protected:
  /// A function of a number `%x` below `end`, and of `%m`, which may be any.
  llvm::Function *parse(uint64_t end, const std::string &body) {
    const std::string text =
        "declare i64 @llvm.smin.i64(i64, i64)\n"
        "declare i64 @llvm.smax.i64(i64, i64)\n"
        "define i64 @f(i32 range(i32 0, " +
        std::to_string(static_cast<int32_t>(static_cast<uint32_t>(end))) +
        ") %x, i64 %m) {\n"
        "  %w = zext i32 %x to i64\n" +
        body + "}\n";
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module ? module->getFunction("f") : nullptr;
  }

  static void narrow(llvm::Function &function) {
    llvm::FunctionAnalysisManager analyses;
    analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
    analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    analyses.registerPass([] { return llvm::LoopAnalysis(); });
    analyses.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
    analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
    analyses.registerPass([] { return llvm::TargetLibraryAnalysis(); });
    NarrowNumbers().run(function, analyses);
    std::string broken;
    llvm::raw_string_ostream stream(broken);
    EXPECT_FALSE(llvm::verifyFunction(function, &stream)) << broken;
  }

  /// What is computed of numbers of 64 bits.
  static int64_t wideOperations(const llvm::Function &function) {
    int64_t count = 0;
    for (const llvm::BasicBlock &block : function) {
      for (const llvm::Instruction &instruction : block) {
        count += !llvm::isa<llvm::CastInst>(instruction) &&
                 !instruction.isTerminator() &&
                 instruction.getOperand(0)->getType()->isIntegerTy(64);
      }
    }
    return count;
  }

  /// The result, which does not depend on `%m`.
  static uint64_t evaluate(const llvm::Function &function, uint64_t x) {
    const Outcome outcome = code::evaluate(
        function, {llvm::APInt(32, x), llvm::APInt(64, 77)}, /*mostSteps=*/64);
    EXPECT_EQ(outcome.kind, Outcome::Kind::Number);
    return outcome.number.getZExtValue();
  }

  /// That both forms give the same for numbers at the ends and in between, and
  /// how much of the second is in 64 bits.
  int64_t checkNarrowed(uint64_t end, const std::string &body) {
    llvm::Function *function = parse(end, body);
    if (function == nullptr) {
      return -1;
    }
    std::vector<uint64_t> numbers = {0, 1, 2, 3, end / 3, end / 2, end - 1};
    std::vector<uint64_t> before;
    for (uint64_t x : numbers) {
      before.push_back(evaluate(*function, x));
    }
    narrow(*function);
    for (auto [x, wanted] : llvm::zip_equal(numbers, before)) {
      EXPECT_EQ(evaluate(*function, x), wanted) << x << " of " << end << body;
    }
    return wideOperations(*function);
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

TEST_F(NarrowNumbersTest, PlacesThatFit) {
  EXPECT_EQ(checkNarrowed(1000, "  %a = mul i64 %w, 4096\n"
                                "  %b = add i64 %a, 77\n"
                                "  %c = udiv i64 %b, 37\n"
                                "  %d = urem i64 %b, 37\n"
                                "  %e = shl i64 %d, 3\n"
                                "  %f = or i64 %c, %e\n"
                                "  %g = lshr i64 %f, 1\n"
                                "  %h = xor i64 %g, %a\n"
                                "  %i = and i64 %h, 4095\n"
                                "  ret i64 %i\n"),
            0);
}

/// 2^32 elements have places of 32 bits, one more has not.
TEST_F(NarrowNumbersTest, PlacesAtTheBorder) {
  const std::string places = "  %a = mul i64 %w, 2\n"
                             "  %b = udiv i64 %a, 3\n"
                             "  ret i64 %b\n";
  const uint64_t half = uint64_t(1) << 31;
  EXPECT_EQ(checkNarrowed(half / 2 - 1, places), 0);
  EXPECT_EQ(checkNarrowed(half / 2, places), 0);
  EXPECT_EQ(checkNarrowed(half - 1, places), 0);
  EXPECT_EQ(checkNarrowed(half, places), 0);
  EXPECT_EQ(checkNarrowed(half + 1, places), 2);
}

/// What a place in an array of more than 4 GiB is the sum of stays wide.
TEST_F(NarrowNumbersTest, PlacesInLargeArrays) {
  auto wideSums = [&](uint64_t elements) {
    llvm::Function *function =
        parse(elements / 4, "  %a = mul i64 %w, 4\n"
                            "  %b = add i64 %a, 4\n"
                            "  %p = getelementptr float, ptr null, i64 %b\n"
                            "  %c = ptrtoint ptr %p to i64\n"
                            "  ret i64 %c\n");
    narrow(*function);
    return llvm::count_if(llvm::instructions(*function),
                          [](const llvm::Instruction &sum) {
                            return llvm::isa<llvm::BinaryOperator>(sum) &&
                                   sum.getType()->isIntegerTy(64);
                          });
  };
  const uint64_t elements = uint64_t(1) << 30;
  EXPECT_EQ(wideSums(elements), 0);
  EXPECT_EQ(wideSums(elements + 4), 1);
}

TEST_F(NarrowNumbersTest, NegativeNumbers) {
  EXPECT_EQ(checkNarrowed(1000,
                          "  %a = sub i64 %w, 500\n"
                          "  %b = sdiv i64 %a, 7\n"
                          "  %c = ashr i64 %a, 2\n"
                          "  %d = mul i64 %b, %c\n"
                          "  %e = call i64 @llvm.smin.i64(i64 %d, i64 9)\n"
                          "  %f = icmp slt i64 %a, -3\n"
                          "  %g = select i1 %f, i64 %e, i64 %a\n"
                          "  ret i64 %g\n"),
            0);
  // The largest of 32 bits, and one that is not of 32 either way.
  EXPECT_EQ(checkNarrowed(3, "  %a = sub i64 %w, 2147483648\n"
                             "  %b = ashr i64 %a, 1\n"
                             "  ret i64 %b\n"),
            0);
  EXPECT_EQ(checkNarrowed(3, "  %a = sub i64 %w, 2147483649\n"
                             "  %b = mul i64 %a, 1\n"
                             "  ret i64 %b\n"),
            2);
  EXPECT_EQ(checkNarrowed(3, "  %a = sub i64 %w, 1\n"
                             "  %b = shl i64 %w, 31\n"
                             "  %c = icmp ult i64 %a, %b\n"
                             "  %d = zext i1 %c to i64\n"
                             "  ret i64 %d\n"),
            2);
}

/// Negative numbers are the largest where they are taken to have no sign.
TEST_F(NarrowNumbersTest, OrdersOfBothKinds) {
  for (const char *order : {"slt", "sge", "ult", "ugt", "eq", "ne"}) {
    EXPECT_EQ(checkNarrowed(20, std::string("  %a = sub i64 %w, 10\n"
                                            "  %c = icmp ") +
                                    order +
                                    " i64 %a, 3\n"
                                    "  %d = zext i1 %c to i64\n"
                                    "  ret i64 %d\n"),
              0)
        << order;
    EXPECT_EQ(
        checkNarrowed(uint64_t(1) << 31, std::string("  %a = mul i64 %w, 2\n"
                                                     "  %c = icmp ") +
                                             order +
                                             " i64 %a, 2147483650\n"
                                             "  %d = zext i1 %c to i64\n"
                                             "  ret i64 %d\n"),
        0)
        << order;
  }
}

TEST_F(NarrowNumbersTest, TestsThatAreDecided) {
  llvm::Function *function = parse(16, "  %a = mul i64 %w, 4096\n"
                                       "  %b = icmp slt i64 %a, 61441\n"
                                       "  %c = icmp slt i64 %a, 61440\n"
                                       "  %d = select i1 %b, i64 %m, i64 1\n"
                                       "  %e = select i1 %c, i64 %d, i64 2\n"
                                       "  ret i64 %e\n");
  ASSERT_NE(function, nullptr);
  narrow(*function);
  llvm::SmallVector<llvm::ICmpInst *> used;
  for (llvm::Instruction &instruction : function->getEntryBlock()) {
    auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (compare != nullptr && !compare->use_empty()) {
      used.push_back(compare);
    }
  }
  ASSERT_EQ(used.size(), 1U);
  EXPECT_EQ(
      llvm::cast<llvm::ConstantInt>(used[0]->getOperand(1))->getZExtValue(),
      61440U);
}

TEST_F(NarrowNumbersTest, LimitsThatHoldAlready) {
  llvm::Function *function =
      parse(16, "  %a = call i64 @llvm.smax.i64(i64 %w, i64 -2147483648)\n"
                "  %b = call i64 @llvm.smin.i64(i64 %a, i64 15)\n"
                "  %c = urem i64 %b, 16\n"
                "  ret i64 %c\n");
  ASSERT_NE(function, nullptr);
  narrow(*function);
  EXPECT_EQ(
      llvm::cast<llvm::ReturnInst>(function->getEntryBlock().getTerminator())
          ->getReturnValue(),
      &function->getEntryBlock().front());
}

TEST_F(NarrowNumbersTest, CountersOfLoops) {
  const char *body = "  br label %loop\n"
                     "loop:\n"
                     "  %i = phi i64 [ %w, %0 ], [ %next, %loop ]\n"
                     "  %s = phi i64 [ 0, %0 ], [ %t, %loop ]\n"
                     "  %q = udiv i64 %i, 7\n"
                     "  %t = add i64 %s, %q\n"
                     "  %next = add nsw i64 %i, 32\n"
                     "  %more = icmp slt i64 %next, 5000\n"
                     "  br i1 %more, label %loop, label %done\n"
                     "done:\n"
                     "  ret i64 %t\n";
  llvm::Function *function = parse(32, body);
  ASSERT_NE(function, nullptr);
  narrow(*function);
  // The sum has no end that is known.
  EXPECT_EQ(wideOperations(*function), 2);
}

TEST_F(NarrowNumbersTest, NumbersFromElsewhereStay) {
  llvm::Function *function = parse(16, "  %a = add i64 %m, 4\n"
                                       "  %b = udiv i64 %a, 3\n"
                                       "  ret i64 %b\n");
  ASSERT_NE(function, nullptr);
  narrow(*function);
  EXPECT_EQ(wideOperations(*function), 2);
}

/// What a function gives stays what it is, to the bit, wherever it gives
/// something.
TEST_F(NarrowNumbersTest, RandomFunctions) {
  constexpr uint32_t functions = 2000;
  constexpr int64_t mostSteps = 4096;
  int64_t numbers = 0;
  for (uint32_t seed = 0; seed < functions; ++seed) {
    std::mt19937 random(seed);
    llvm::Module made("made", context);
    llvm::Function *function = makeRandomFunction(made, random);
    std::vector<std::vector<llvm::APInt>> arguments;
    std::vector<Outcome> before;
    for (int i = 0; i < 16; ++i) {
      arguments.push_back(makeRandomArguments(*function, random));
      before.push_back(code::evaluate(*function, arguments.back(), mostSteps));
    }
    std::string text;
    llvm::raw_string_ostream(text) << *function;
    narrow(*function);
    for (auto [wanted, given] : llvm::zip_equal(before, arguments)) {
      if (wanted.kind != Outcome::Kind::Number) {
        continue;
      }
      ++numbers;
      const Outcome outcome = code::evaluate(*function, given, 4 * mostSteps);
      std::string became;
      llvm::raw_string_ostream(became) << *function;
      ASSERT_TRUE(outcome.kind == Outcome::Kind::Number &&
                  outcome.number == wanted.number)
          << "seed " << seed << text << became;
    }
  }
  // Most have a meaning.
  EXPECT_GT(numbers, functions * 4);
}

} // namespace
} // namespace weft::code
