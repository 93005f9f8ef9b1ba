// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run takes from the C library at its worst moment is what the compiler
// predicted: results that have no memory yet, and temporary values. Nobody's
// books are asked, the functions of the C library count.

#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/Compiled/CompiledProgram.h"
#include "weft/Runtime/Compiled/Loader.h"
#include "weft/Runtime/Team.h"
#include "weft/Runtime/test/CountCalls.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace weft;
using namespace weft::runtime;
using weft::testing::CountingCalls;

namespace {

struct Case {
  const char *name;
  const char *text;
};

constexpr Case kCases[] = {
    {"Elementwise", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.tanh %a : tensor<512x512xf32>
    %1 = stablehlo.multiply %0, %a : tensor<512x512xf32>
    return %1 : tensor<512x512xf32>
  })"},
    // Less than a large block, which is not counted among calls.
    {"Products", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    return %1 : tensor<512x512xf32>
  })"},
    {"Sorts", R"(
  func.func @main(%a: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512xf32>) {
    %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    return %2, %3 : tensor<512x512xf32>, tensor<512xf32>
  })"},
    {"LoopWithLargeState", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<3> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %s = %a) : tensor<i32>, tensor<512x512xf32>
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %t = stablehlo.dot_general %s, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
        stablehlo.return %j, %t : tensor<i32>, tensor<512x512xf32>
      }
    return %r#1 : tensor<512x512xf32>
  })"},
    {"UpdateInPlace", R"(
  func.func @main(%a: tensor<512x512xf32> {tf.aliasing_output = 0 : i32}) -> tensor<512x512xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %at = stablehlo.constant dense<7> : tensor<i32>
    %row = stablehlo.constant dense<1.0> : tensor<16x512xf32>
    %0 = stablehlo.dynamic_update_slice %a, %row, %at, %zero : (tensor<512x512xf32>, tensor<16x512xf32>, tensor<i32>, tensor<i32>) -> tensor<512x512xf32>
    return %0 : tensor<512x512xf32>
  })"},
    {"Fourier", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x257xcomplex<f32>> {
    %0 = stablehlo.fft %a, type = RFFT, length = [512] : (tensor<512x512xf32>) -> tensor<512x257xcomplex<f32>>
    return %0 : tensor<512x257xcomplex<f32>>
  })"},
    {"OtherLayouts", R"(
  func.func @main(%a: tensor<512x512xf32> {mhlo.layout_mode = "{0,1}"}) -> (tensor<512x512xf32> {mhlo.layout_mode = "{0,1}"}) {
    %0 = stablehlo.tanh %a : tensor<512x512xf32>
    return %0 : tensor<512x512xf32>
  })"},
    {"Calls", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %1 = stablehlo.custom_call @twice(%0) {api_version = 4 : i32} : (tensor<512x512xf32>) -> tensor<512x512xf32>
    return %1 : tensor<512x512xf32>
  })"},
    {"CallsThatWriteOverAnOperand", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %1 = stablehlo.custom_call @twice(%0) {api_version = 4 : i32, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<512x512xf32>) -> tensor<512x512xf32>
    return %1 : tensor<512x512xf32>
  })"},
    {"CallsInAnotherOrder", R"(
  func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.custom_call @twice(%a) {api_version = 4 : i32, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<512x512xf32>) -> tensor<512x512xf32>
    return %0 : tensor<512x512xf32>
  })"},
};

/// For the program with a call.
void addTwice(CustomCallRegistry &registry) {
  CustomCallHandler handler;
  handler.execute = [](CustomCallFrame &frame) {
    for (size_t i = 0; i < 512 * 512; ++i) {
      static_cast<float *>(frame.results[0].data)[i] =
          static_cast<const float *>(frame.operands[0].data)[i] * 2;
    }
    return Status::success();
  };
  ASSERT_TRUE(registry.add("twice", "weft", handler).ok());
}

class PeakTest : public ::testing::TestWithParam<Case> {};

TEST_P(PeakTest, IsAsPredicted) {
  if (!weft::testing::canCountCalls()) {
    GTEST_SKIP() << "memory is the sanitizer's in this program";
  }
  CompileOptions compileOptions;
  compileOptions.engine = Engine::Native;
  auto executable = compileProgram(GetParam().text, compileOptions);
  ASSERT_TRUE(executable.ok()) << executable.status();
  // One thread, this one: it is the one that counts.
  CpuClientOptions options;
  options.threads = 1;
  Ref<Client> client = *createCpuClient(options, createLoader());
  addTwice(client->customCalls());
  auto program = *client->load(*executable);
  std::vector<float> values(512 * 512, 0.001f);
  std::vector<int64_t> dimensions = {512, 512};
  Ref<Event> copied;
  auto buffer = *client->fromHost(
      {values.data(), ElementType::F32, dimensions, std::nullopt},
      client->devices()[0]->defaultMemory(),
      HostSemantics::ImmutableOnlyDuringCall, copied,
      (*executable)->manifest().parameters[0].type.minorToMajor);
  Buffer *list[] = {buffer.get()};
  std::span<Buffer *const> lists[] = {list};

  CountingCalls counting;
  auto execution = program->execute(lists, ExecuteOptions());
  ASSERT_TRUE(execution.ok()) << execution.status();
  ASSERT_TRUE(execution->done[0]->isReady());
  ASSERT_TRUE(execution->done[0]->status().ok());

  const MemoryReport &memory = (*executable)->manifest().memory;
  auto predicted = static_cast<double>(memory.peak);
  auto measured =
      static_cast<double>(memory.arguments + counting.counts().peakBytes);
  EXPECT_NEAR(measured, predicted, 0.02 * predicted);
}

// What threads that help take is there before they are asked to, and predicted.
TEST(HelperTest, ScratchIsAsPredicted) {
  if (!weft::testing::canCountCalls()) {
    GTEST_SKIP() << "memory is the sanitizer's in this program";
  }
  constexpr int kThreads = 4;
  CompileOptions compileOptions;
  compileOptions.engine = Engine::Native;
  auto executable = compileProgram(R"(
  func.func @main(%a: tensor<64x8192xf32>) -> tensor<64x8192xf32> {
    %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<64x8192xf32>) -> tensor<64x8192xf32>
    return %0 : tensor<64x8192xf32>
  })",
                                   compileOptions);
  ASSERT_TRUE(executable.ok()) << executable.status();
  const Manifest &manifest = (*executable)->manifest();
  CustomCallRegistry registry;
  auto program =
      CompiledProgram::load(**executable, registry, "weft", kThreads);
  ASSERT_TRUE(program.ok()) << program.status();
  std::vector<float> values(64 * 8192);
  std::vector<float> sorted(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i * 7919 % 8191);
  }
  const void *arguments[] = {values.data()};
  const ArrayType *types[] = {&manifest.parameters[0].type};
  void *results[] = {sorted.data()};
  RunPart part;
  part.arguments = arguments;
  part.argumentTypes = types;
  part.results = results;
  Team team(kThreads);
  RunServices services;
  services.team = &team;
  services.threadCount = kThreads;

  CountingCalls counting;
  Status status = (*program)->run({&part, 1}, services);
  auto measured = static_cast<double>(counting.counts().peakBytes);
  ASSERT_TRUE(status.ok()) << status;
  for (size_t row = 0; row < 64; ++row) {
    EXPECT_TRUE(std::is_sorted(sorted.begin() + row * 8192,
                               sorted.begin() + (row + 1) * 8192));
  }
  uint64_t forHelpers = manifest.memory.helperBytes(kThreads);
  EXPECT_GT(forHelpers, 0u);
  auto predicted = static_cast<double>(manifest.memory.temporary + forHelpers);
  EXPECT_NEAR(measured, predicted, 0.02 * predicted);
}

INSTANTIATE_TEST_SUITE_P(Programs, PeakTest, ::testing::ValuesIn(kCases),
                         [](const ::testing::TestParamInfo<Case> &info) {
                           return info.param.name;
                         });

} // namespace
