// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What compiling to native code promises, whatever the program: the same bytes
// every time, nothing called but what is allowed, and an error where it ends.

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/Trace.h"
#include "weft/Support/Decisions.h"
#include "weft/Target/CPU/Objects.h"
#include "weft/Target/CPU/Symbols.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>

using namespace weft;

namespace {

StatusOr<Ref<const Executable>> compile(const std::string &text) {
  CompileOptions options;
  options.engine = Engine::Native;
  return compileProgram(text, options);
}

/// A loop, a branch, a sort, functions of f32 and f64, a custom call, constants
/// of several kernels, and kernels that compute the same.
constexpr const char *kMixed = R"(
  func.func @main(%a: tensor<8x16xf32>, %b: tensor<16xf64>, %n: tensor<i32>)
      -> (tensor<8x16xf32>, tensor<16xf64>, tensor<8x16xf32>, tensor<16xf64>) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %table = stablehlo.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : tensor<8xi32>
    %other = stablehlo.constant dense<[2, 7, 1, 8, 2, 8, 1, 8]> : tensor<8xi32>
    %r:2 = stablehlo.while(%i = %n, %s = %a) : tensor<i32>, tensor<8x16xf32>
      cond {
        %c = stablehlo.compare GT, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.subtract %i, %one : tensor<i32>
        %t = stablehlo.custom_call @step(%s)
            : (tensor<8x16xf32>) -> tensor<8x16xf32>
        %u = stablehlo.tanh %t : tensor<8x16xf32>
        stablehlo.return %j, %u : tensor<i32>, tensor<8x16xf32>
      }
    %sorted = "stablehlo.sort"(%r#1) <{dimension = 1 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y
            : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %sin = stablehlo.sine %b : tensor<16xf64>
    %pow = stablehlo.power %b, %sin : tensor<16xf64>
    %log = stablehlo.log %pow : tensor<16xf64>
    %f0 = stablehlo.convert %table : (tensor<8xi32>) -> tensor<8xf32>
    %f1 = stablehlo.convert %other : (tensor<8xi32>) -> tensor<8xf32>
    %g0 = stablehlo.broadcast_in_dim %f0, dims = [0]
        : (tensor<8xf32>) -> tensor<8x16xf32>
    %g1 = stablehlo.broadcast_in_dim %f1, dims = [0]
        : (tensor<8xf32>) -> tensor<8x16xf32>
    %h0 = stablehlo.multiply %sorted, %g0 : tensor<8x16xf32>
    %h1 = stablehlo.exponential %h0 : tensor<8x16xf32>
    %h2 = stablehlo.custom_call @step(%h1)
        : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %h3 = stablehlo.multiply %h2, %g1 : tensor<8x16xf32>
    %h4 = stablehlo.exponential %h3 : tensor<8x16xf32>
    %k = "stablehlo.case"(%n) ({
      %v = stablehlo.sine %log : tensor<16xf64>
      stablehlo.return %v : tensor<16xf64>
    }, {
      %v = stablehlo.cosine %log : tensor<16xf64>
      stablehlo.return %v : tensor<16xf64>
    }) : (tensor<i32>) -> tensor<16xf64>
    return %h1, %log, %h4, %k : tensor<8x16xf32>, tensor<16xf64>,
        tensor<8x16xf32>, tensor<16xf64>
  })";

TEST(Native, SameBytesEveryTime) {
  auto first = compile(kMixed);
  ASSERT_TRUE(first.ok()) << first.status();
  for (int i = 0; i < 3; ++i) {
    // Different addresses for everything.
    std::vector<std::unique_ptr<char[]>> shift(static_cast<size_t>(100 * i));
    for (size_t k = 0; k < shift.size(); ++k) {
      shift[k] = std::make_unique<char[]>(16 + 8 * k);
    }
    auto again = compile(kMixed);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ((*first)->serialize(), (*again)->serialize());
  }
}

/// Not a test: what the next one runs in other processes.
TEST(Native, DISABLED_PrintFingerprint) {
  auto executable = compile(kMixed);
  ASSERT_TRUE(executable.ok()) << executable.status();
  std::printf("fingerprint %s\n", (*executable)->fingerprint().c_str());
}

TEST(Native, SameBytesInEveryProcess) {
  auto here = compile(kMixed);
  ASSERT_TRUE(here.ok()) << here.status();
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
  ASSERT_GT(length, 0);
  std::string command =
      std::string(self, static_cast<size_t>(length)) +
      " --gtest_also_run_disabled_tests --gtest_filter=*PrintFingerprint";
  for (int i = 0; i < 2; ++i) {
    std::FILE *process = popen(command.c_str(), "r");
    ASSERT_NE(process, nullptr);
    std::string output;
    char piece[256];
    while (size_t count = std::fread(piece, 1, sizeof(piece), process)) {
      output.append(piece, count);
    }
    EXPECT_EQ(pclose(process), 0);
    EXPECT_NE(output.find("fingerprint " + (*here)->fingerprint() + "\n"),
              std::string::npos)
        << output;
  }
}

TEST(Native, CallsOnlyWhatIsAllowed) {
  CompileOptions options;
  options.engine = Engine::Native;
  CompileTrace trace;
  auto executable = compileProgram(kMixed, options, trace);
  ASSERT_TRUE(executable.ok()) << executable.status();
  auto objects = cpu::objectsIn(
      llvm::StringRef((*executable)->section(SectionKind::Code)));
  ASSERT_TRUE(objects.ok()) << objects.status();
  for (llvm::StringRef object : *objects) {
    auto symbols = cpu::undefinedSymbols(object);
    ASSERT_TRUE(symbols.ok()) << symbols.status();
    for (const std::string &symbol : *symbols) {
      const bool isKernel =
          llvm::any_of(trace.kernels, [&](const CompileTrace::Kernel &kernel) {
            return kernel.function == symbol;
          });
      EXPECT_TRUE(isKernel || cpu::findAllowedSymbol(symbol) != nullptr)
          << symbol;
    }
  }
}

TEST(Native, CodeOfALargeProgramIsSeveralObjects) {
  std::string text = "func.func @main(%x0: tensor<64x64xf32>) -> "
                     "tensor<64x64xf32> {\n";
  constexpr int steps = 40;
  for (int i = 0; i < steps; ++i) {
    // Of different lengths, so that each is a kernel with code of its own.
    const std::string rows = std::to_string(64 - i);
    const std::string x = std::to_string(i);
    text += "%s" + x + " = stablehlo.slice %x" + x + " [0:" + rows +
            ", 0:64] : (tensor<64x64xf32>) -> tensor<" + rows + "x64xf32>\n";
    text += "%p" + x + " = stablehlo.dot_general %x" + x + ", %s" + x +
            ", contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<" +
            rows + "x64xf32>) -> tensor<64x" + rows + "xf32>\n";
    text += "%x" + std::to_string(i + 1) + " = stablehlo.dot_general %p" + x +
            ", %s" + x + ", contracting_dims = [1] x [0] : (tensor<64x" + rows +
            "xf32>, tensor<" + rows + "x64xf32>) -> tensor<64x64xf32>\n";
  }
  text += "return %x" + std::to_string(steps) + " : tensor<64x64xf32>\n}";
  auto executable = compile(text);
  ASSERT_TRUE(executable.ok()) << executable.status();
  auto objects = cpu::objectsIn(
      llvm::StringRef((*executable)->section(SectionKind::Code)));
  ASSERT_TRUE(objects.ok()) << objects.status();
  EXPECT_GT(objects->size(), 2u);
  auto again = compile(text);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ((*executable)->serialize(), (*again)->serialize());
}

TEST(Native, RecordsAndKernelsAreTraced) {
  CompileOptions options;
  options.engine = Engine::Native;
  CompileTrace trace;
  DecisionLog log;
  trace.log = &log;
  trace.keepsCode = true;
  auto executable = compileProgram(kMixed, options, trace);
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_FALSE(trace.kernels.empty());
  for (const CompileTrace::Kernel &kernel : trace.kernels) {
    EXPECT_NE(trace.code.assembly.find("\n" + kernel.function + ":"),
              std::string::npos)
        << kernel.name;
    // Each is spoken of under the name it has at the end.
    bool isExplained = false;
    for (const Record &record : log.records()) {
      isExplained |= log.string(record.subject) == kernel.name;
    }
    EXPECT_TRUE(isExplained) << kernel.name;
  }
  EXPECT_NE(trace.code.llvm.find("@weft_run"), std::string::npos);
  EXPECT_EQ(trace.stages().front().name, "import");
  EXPECT_EQ(trace.stages().back().name, "emit-code");
  EXPECT_NE((*executable)->section(SectionKind::Records).find("fuse-kernels"),
            std::string_view::npos);
}

TEST(Native, ForAnotherProcessor) {
  CompileOptions options;
  options.engine = Engine::Native;
  options.target = "a-loom";
  Status status = compileProgram(kMixed, options).status();
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_NE(status.message().find("x86-64-v3"), std::string::npos) << status;
}

TEST(Native, WhatHasNoCodeIsRefusedByName) {
  struct Case {
    const char *text;
    const char *operation;
    const char *place;
  };
  for (const Case &example : {
           Case{"func.func @main(%a: tensor<4xf32>, %n: tensor<2xi32>) -> "
                "tensor<2x2xf32> {\n"
                "  %0 = stablehlo.dynamic_reshape %a, %n\n"
                "      : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>\n"
                "  %1 = stablehlo.tanh %0 : tensor<?x?xf32>\n"
                "  %2 = stablehlo.dynamic_reshape %1, %n\n"
                "      : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<2x2xf32>\n"
                "  return %2 : tensor<2x2xf32>\n}",
                "stablehlo.dynamic_reshape", "program:2:"},
       }) {
    Status status = compile(example.text).status();
    EXPECT_EQ(status.code(), StatusCode::Unimplemented) << status;
    EXPECT_NE(status.message().find(example.operation), std::string::npos)
        << status;
    EXPECT_NE(status.message().find(example.place), std::string::npos)
        << status;
  }
}

TEST(Native, ShapesThatFollowFromConstantsAreKnown) {
  const char *text =
      "func.func @main(%a: tensor<6xf32>) -> tensor<?x?xf32> {\n"
      "  %0 = func.call @rows(%a) : (tensor<6xf32>) -> tensor<2xi32>\n"
      "  %1 = stablehlo.dynamic_reshape %a, %0\n"
      "      : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>\n"
      "  %2 = stablehlo.tanh %1 : tensor<?x?xf32>\n"
      "  return %2 : tensor<?x?xf32>\n}\n"
      "func.func private @rows(%a: tensor<6xf32>) -> tensor<2xi32> {\n"
      "  %0 = stablehlo.get_dimension_size %a, dim = 0\n"
      "      : (tensor<6xf32>) -> tensor<i32>\n"
      "  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>\n"
      "  %2 = stablehlo.constant dense<2> : tensor<1xi32>\n"
      "  %3 = stablehlo.divide %1, %2 : tensor<1xi32>\n"
      "  %4 = stablehlo.concatenate %3, %2, dim = 0\n"
      "      : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
      "  return %4 : tensor<2xi32>\n}";
  auto executable = compile(text);
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_EQ((*executable)->manifest().results[0].type.toString(),
            "f32[3,2]{1,0}");
}

/// @main calls @f0, which calls @f1, and so on.
std::string chainOfCalls(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) {
    std::string name = i == 0 ? "@main" : "private @f" + std::to_string(i);
    text += "func.func " + name + "(%a: tensor<4xf32>) -> tensor<4xf32> {\n";
    text += i + 1 < depth ? "  %0 = func.call @f" + std::to_string(i + 1) +
                                "(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"
                          : "  %0 = stablehlo.tanh %a : tensor<4xf32>\n";
    text += "  return %0 : tensor<4xf32>\n}\n";
  }
  return text;
}

TEST(Native, DeepChainsOfCalls) {
  // Either compiled or refused; in no case the end of the process.
  auto executable = compile(chainOfCalls(20000));
  if (!executable.ok()) {
    EXPECT_TRUE(executable.status().code() == StatusCode::ResourceExhausted ||
                executable.status().code() == StatusCode::InvalidArgument)
        << executable.status();
    EXPECT_FALSE(executable.status().message().empty());
  }
  EXPECT_TRUE(compile(chainOfCalls(100)).ok());
}

/// Each function calls the next twice: 2^depth operations when inlined.
TEST(Native, WideTreesOfCalls) {
  std::string text;
  constexpr int depth = 60;
  for (int i = 0; i < depth; ++i) {
    std::string name = i == 0 ? "@main" : "private @f" + std::to_string(i);
    std::string next = i + 1 < depth ? "func.call @f" + std::to_string(i + 1)
                                     : "func.call @leaf";
    text += "func.func " + name + "(%a: tensor<4xf32>) -> tensor<4xf32> {\n";
    text += "  %0 = " + next + "(%a) : (tensor<4xf32>) -> tensor<4xf32>\n";
    text += "  %1 = " + next + "(%0) : (tensor<4xf32>) -> tensor<4xf32>\n";
    text += "  return %1 : tensor<4xf32>\n}\n";
  }
  text += "func.func private @leaf(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
          "  %0 = stablehlo.sine %a : tensor<4xf32>\n"
          "  return %0 : tensor<4xf32>\n}\n";
  auto executable = compile(text);
  ASSERT_FALSE(executable.ok());
  EXPECT_EQ(executable.status().code(), StatusCode::ResourceExhausted)
      << executable.status();
  EXPECT_NE(executable.status().message().find("operations"), std::string::npos)
      << executable.status();
}

TEST(Native, RecursionIsRefused) {
  Status status =
      compile("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
              "  %0 = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"
              "  return %0 : tensor<4xf32>\n}\n"
              "func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
              "  %0 = func.call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"
              "  return %0 : tensor<4xf32>\n}\n"
              "func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
              "  %0 = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"
              "  return %0 : tensor<4xf32>\n}\n")
          .status();
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("program:"), std::string::npos) << status;
}

TEST(Native, ValuesBeyondAllMemory) {
  struct Case {
    const char *text;
    StatusCode code;
    const char *message;
  };
  for (const Case &example : {
           // What no number of ours can count is no program at all.
           Case{"func.func @main(%a: tensor<4611686018427387904xi8>) -> "
                "tensor<4611686018427387904xi8> {\n"
                "  return %a : tensor<4611686018427387904xi8>\n}",
                StatusCode::InvalidArgument, "program:1:"},
           // What no machine has, by itself or together.
           Case{"func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
                "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                "  %0 = stablehlo.broadcast_in_dim %a, dims = []\n"
                "      : (tensor<f32>) -> tensor<4503599627370496xf32>\n"
                "  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add\n"
                "      across dimensions = [0] : "
                "(tensor<4503599627370496xf32>, tensor<f32>) -> tensor<f32>\n"
                "  return %1 : tensor<f32>\n}",
                StatusCode::ResourceExhausted,
                "program:3:8: 'stablehlo.broadcast_in_dim': a value of type "
                "tensor<4503599627370496xf32>"},
       }) {
    Status status = compile(example.text).status();
    EXPECT_EQ(status.code(), example.code) << example.text << "\n" << status;
    EXPECT_NE(status.message().find(example.message), std::string::npos)
        << status;
  }
  // A value that is large, but never stored.
  auto fused =
      compile("func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
              "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
              "  %0 = stablehlo.broadcast_in_dim %a, dims = []\n"
              "      : (tensor<f32>) -> tensor<1099511627776xf32>\n"
              "  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add\n"
              "      across dimensions = [0] : "
              "(tensor<1099511627776xf32>, tensor<f32>) -> tensor<f32>\n"
              "  return %1 : tensor<f32>\n}");
  ASSERT_TRUE(fused.ok()) << fused.status();
  EXPECT_LT((*fused)->manifest().memory.peak, 1u << 20);
}

/// Many operations in one function: linear, or an error, not for ever.
TEST(Native, LongPrograms) {
  std::string text = "func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {\n";
  constexpr int length = 3000;
  for (int i = 0; i < length; ++i) {
    text += "  %v" + std::to_string(i + 1) + " = stablehlo." +
            (i % 3 == 0   ? "sine"
             : i % 3 == 1 ? "negate"
                          : "abs") +
            " %v" + std::to_string(i) + " : tensor<4xf32>\n";
  }
  text += "  return %v" + std::to_string(length) + " : tensor<4xf32>\n}\n";
  auto executable = compile(text);
  EXPECT_TRUE(executable.ok()) << executable.status();
}

} // namespace
