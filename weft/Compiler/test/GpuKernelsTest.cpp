// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a program for a GPU, which several threads compile: the same
// executable as by one, and what becomes of a kernel that fails among others.

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/GpuTarget.h"
#include "weft/Compiler/Trace.h"
#include "weft/Support/Decisions.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include <gtest/gtest.h>

#include <llvm/IR/InlineAsm.h>

#include <sched.h>

using namespace weft;

namespace {

/// LLVM has no register for what one kernel asks in its form for blocks.
class PickyMachine : public nvidia::NvidiaMachine {
public:
  PickyMachine(Machine row, std::string refused)
      : NvidiaMachine(std::move(row)), refused(std::move(refused)) {}

  llvm::Value *number(gpu::Builder &builder,
                      gpu::Number number) const override {
    llvm::Value *known = NvidiaMachine::number(builder, number);
    llvm::Function *function = builder.GetInsertBlock()->getParent();
    if (function->getName() == refused &&
        function->hasFnAttribute("nvvm.reqntid")) {
      auto *type = llvm::FunctionType::get(known->getType(), false);
      known = builder.CreateCall(llvm::InlineAsm::get(
          type, "mov.u32 $0, 1;", "={nothing}", /*hasSideEffects=*/true));
    }
    return known;
  }

private:
  const std::string refused;
};

/// Transposes of different lengths, so that each is a kernel with code of its
/// own.
std::string manyKernels(int count) {
  std::string arguments;
  std::string types;
  std::string values;
  std::string body;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    const std::string rows = std::to_string(64 + i);
    const std::string from = "tensor<" + rows + "x96xf32>";
    const std::string to = "tensor<96x" + rows + "xf32>";
    const std::string comma = i == 0 ? "" : ", ";
    arguments += comma + "%a" + n + ": " + from;
    types += comma + to;
    values += comma + "%t" + n;
    body += "%t" + n + " = stablehlo.transpose %a" + n + ", dims = [1, 0] : (" +
            from + ") -> " + to + "\n";
  }
  return "func.func @main(" + arguments + ") -> (" + types + ") {\n" + body +
         "return " + values + " : " + types + "\n}";
}

struct Compiled {
  std::string bytes;
  std::vector<CompileTrace::Kernel> kernels;
  /// The forms that kernels have, in the order of the records.
  std::vector<std::string> forms;
};

Compiled compile(const std::string &text, std::string refused = {}) {
  const Machine row = *findMachine("sm_90");
  // LLVM can write PTX from then on.
  nvidia::createNvidiaMachine(row);
  const std::unique_ptr<Target> target =
      createGpuTarget(std::make_unique<PickyMachine>(row, std::move(refused)));
  CompileOptions options;
  options.target = "sm_90";
  CompileTrace trace;
  DecisionLog log;
  trace.log = &log;
  auto executable = compileProgram(text, options, trace, *target);
  EXPECT_TRUE(executable.ok()) << executable.status();
  Compiled result;
  if (executable.ok()) {
    result.bytes = (*executable)->serialize();
  }
  result.kernels = trace.kernels;
  for (const Record &record : log.records()) {
    if (log.stageName(record) == "emit-blocks") {
      result.forms.push_back(std::string(log.string(record.subject)) + " " +
                             std::string(reasonInfo(record.reason).code));
    }
  }
  return result;
}

TEST(GpuKernels, CodeDoesNotDependOnTheNumberOfThreads) {
  const std::string text = manyKernels(9);
  const Compiled byAll = compile(text);
  EXPECT_GE(byAll.kernels.size(), 9u);
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  const Compiled byOne = compile(text);
  sched_setaffinity(0, sizeof(all), &all);
  EXPECT_EQ(byAll.bytes, byOne.bytes);
  EXPECT_EQ(byAll.forms, byOne.forms);
}

TEST(GpuKernels, OneThatFailsIsRunByThreadsOnRecord) {
  const std::string text = manyKernels(5);
  const Compiled plain = compile(text);
  ASSERT_EQ(plain.kernels.size(), 5u);
  const CompileTrace::Kernel &middle = plain.kernels[2];
  const Compiled picky = compile(text, middle.function);
  ASSERT_EQ(picky.kernels.size(), 5u);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_FALSE(plain.kernels[i].byThread);
    EXPECT_EQ(picky.kernels[i].byThread, i == 2);
  }
  // The others' records are where they were.
  std::vector<std::string> expected = plain.forms;
  auto chosen = std::find(expected.begin(), expected.end(),
                          middle.name + " blocks-chosen");
  ASSERT_NE(chosen, expected.end());
  *chosen = middle.name + " threads-alone";
  // Tiles of blocks that nobody runs are not told.
  expected.erase(std::remove(expected.begin(), expected.end(),
                             middle.name + " tiles-chosen"),
                 expected.end());
  EXPECT_EQ(picky.forms, expected);
}

} // namespace
