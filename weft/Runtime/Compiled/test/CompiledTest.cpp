// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is particular to programs that run as native code. What they have in
// common with interpreted ones is in Reference/test/ReferenceTest.cpp.

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/Trace.h"
#include "weft/Executable/NativeProgram.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/Compiled/Loader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

using namespace weft;
using namespace weft::runtime;

namespace {

using Numbers = std::vector<int64_t>;

class CompiledTest : public ::testing::Test {
protected:
  void SetUp() override {
    CpuClientOptions options;
    options.threads = 4;
    options.deviceCount = 4;
    client = *createCpuClient(options, createLoader());
  }

  static StatusOr<Ref<const Executable>> compile(const char *text,
                                                 CompileOptions options = {}) {
    options.engine = Engine::Native;
    return compileProgram(text, options);
  }

  Ref<LoadedExecutable> load(const char *text, CompileOptions options = {}) {
    auto executable = compile(text, std::move(options));
    EXPECT_TRUE(executable.ok()) << executable.status();
    if (!executable.ok()) {
      return nullptr;
    }
    EXPECT_FALSE((*executable)->section(SectionKind::Code).empty());
    auto parsed = Executable::parse((*executable)->serialize());
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    auto loaded = client->load(*parsed);
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    return loaded.ok() ? *loaded : nullptr;
  }

  template <class T>
  Ref<Buffer> array(ElementType element, Numbers dimensions,
                    std::vector<T> values, int device = 0,
                    std::optional<Numbers> layout = std::nullopt) {
    Ref<Event> done;
    std::optional<std::span<const int64_t>> order;
    if (layout) {
      order = *layout;
    }
    auto buffer =
        client->fromHost({values.data(), element, dimensions, std::nullopt},
                         client->devices()[device]->defaultMemory(),
                         HostSemantics::ImmutableOnlyDuringCall, done, order);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return *buffer;
  }
  Ref<Buffer> floats(Numbers dimensions, std::vector<float> values,
                     int device = 0,
                     std::optional<Numbers> layout = std::nullopt) {
    return array<float>(ElementType::F32, std::move(dimensions),
                        std::move(values), device, std::move(layout));
  }

  StatusOr<std::vector<Ref<Buffer>>> call(LoadedExecutable &program,
                                          std::vector<Buffer *> arguments,
                                          const ExecuteOptions &options = {}) {
    std::vector<std::vector<Buffer *>> lists = {std::move(arguments)};
    WEFT_ASSIGN_OR_RETURN(Execution execution, program.execute(lists, options));
    WEFT_RETURN_IF_ERROR(execution.done[0]->await());
    return execution.results[0];
  }

  template <class T = float> std::vector<T> read(const Ref<Buffer> &buffer) {
    std::vector<T> values(buffer->type().elementCount());
    Status status = buffer->toHost(values.data(), buffer->byteSize())->await();
    EXPECT_TRUE(status.ok()) << status;
    return values;
  }

  Ref<Client> client;
};

constexpr const char *kScale = R"(
  func.func @main(%a: tensor<2x3xf32> {tf.aliasing_output = 0 : i32},
                  %b: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
    %0 = stablehlo.add %a, %b : tensor<2x3xf32>
    %1 = stablehlo.multiply %a, %b : tensor<2x3xf32>
    return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
  })";

TEST_F(CompiledTest, DonatedMemoryIsUsed) {
  auto program = load(kScale);
  auto a = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  auto b = floats({2, 3}, {10, 20, 30, 40, 50, 60});
  void *storage = *a->dataPointer();
  auto results = call(*program, {a.get(), b.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(*(*results)[0]->dataPointer(), storage);
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{11, 22, 33, 44, 55, 66}));
  EXPECT_EQ(read((*results)[1]),
            (std::vector<float>{10, 40, 90, 160, 250, 360}));
}

TEST_F(CompiledTest, MemoryThatCannotBeGivenIsCopied) {
  auto program = load(kScale);
  auto a = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  auto b = floats({2, 3}, {10, 20, 30, 40, 50, 60});
  ExecuteOptions options;
  options.nonDonatableParameters = {0};
  for (int i = 0; i < 2; ++i) {
    auto results = call(*program, {a.get(), b.get()}, options);
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(read((*results)[0]),
              (std::vector<float>{11, 22, 33, 44, 55, 66}));
    EXPECT_EQ(read((*results)[1]),
              (std::vector<float>{10, 40, 90, 160, 250, 360}));
    EXPECT_EQ(read(a), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  }
}

TEST_F(CompiledTest, DonatedInAnotherLayout) {
  auto program = load(kScale);
  for (bool isDonated : {true, false}) {
    auto a = floats({2, 3}, {1, 2, 3, 4, 5, 6}, 0, Numbers{0, 1});
    auto b = floats({2, 3}, {10, 20, 30, 40, 50, 60}, 0, Numbers{0, 1});
    ExecuteOptions options;
    if (!isDonated) {
      options.nonDonatableParameters = {0};
    }
    auto results = call(*program, {a.get(), b.get()}, options);
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(read((*results)[0]),
              (std::vector<float>{11, 22, 33, 44, 55, 66}));
    EXPECT_EQ(read((*results)[1]),
              (std::vector<float>{10, 40, 90, 160, 250, 360}));
  }
}

TEST_F(CompiledTest, ArgumentsAndResultsInOtherLayouts) {
  auto program = load(R"(
    func.func @main(%a: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}",
                                         tf.aliasing_output = 0 : i32})
        -> (tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}, tensor<3x2xf32>) {
      %0 = stablehlo.add %a, %a : tensor<2x3xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0]
          : (tensor<2x3xf32>) -> tensor<3x2xf32>
      return %0, %1 : tensor<2x3xf32>, tensor<3x2xf32>
    })");
  ASSERT_TRUE(program);
  for (const std::optional<Numbers> &layout :
       {std::optional<Numbers>(), std::optional<Numbers>({0, 1})}) {
    auto a = floats({2, 3}, {1, 2, 3, 4, 5, 6}, 0, layout);
    auto results = call(*program, {a.get()});
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(read((*results)[0]), (std::vector<float>{2, 4, 6, 8, 10, 12}));
    EXPECT_EQ(read((*results)[1]), (std::vector<float>{2, 8, 4, 10, 6, 12}));
    std::vector<float> raw(6);
    EXPECT_TRUE((*results)[0]->rawToHost(raw.data(), 0, 24)->await().ok());
    EXPECT_EQ(raw, (std::vector<float>{2, 8, 4, 10, 6, 12}));
  }
}

TEST_F(CompiledTest, EmptyArrays) {
  auto program = load(R"(
    func.func @main(%a: tensor<0x3xf32>, %b: tensor<2x3xf32>)
        -> (tensor<0x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x0xf32>) {
      %zero = stablehlo.constant dense<5.0> : tensor<f32>
      %0 = stablehlo.add %a, %a : tensor<0x3xf32>
      %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add
          across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
      %2 = stablehlo.concatenate %0, %b, dim = 0
          : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
      %3 = stablehlo.slice %b [0:2, 1:1] : (tensor<2x3xf32>) -> tensor<2x0xf32>
      return %0, %1, %2, %3
          : tensor<0x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x0xf32>
    })");
  ASSERT_TRUE(program);
  auto a = floats({0, 3}, {});
  auto b = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  auto results = call(*program, {a.get(), b.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_TRUE(read((*results)[0]).empty());
  EXPECT_EQ(read((*results)[1]), (std::vector<float>{5, 5, 5}));
  EXPECT_EQ(read((*results)[2]), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(read((*results)[3]).empty());
}

constexpr const char *kLarge = R"(
  func.func @main(%a: tensor<1024x2048xf32>)
      -> (tensor<1024x2048xf32>, tensor<1024xf32>, tensor<1024x2048xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.add %a, %a : tensor<1024x2048xf32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add
        across dimensions = [1]
        : (tensor<1024x2048xf32>, tensor<f32>) -> tensor<1024xf32>
    %2 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare GT, %x, %y
            : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<1024x2048xf32>) -> tensor<1024x2048xf32>
    return %0, %1, %2
        : tensor<1024x2048xf32>, tensor<1024xf32>, tensor<1024x2048xf32>
  })";

TEST_F(CompiledTest, LargeKernelsRunOnSeveralThreads) {
  CompileTrace trace;
  CompileOptions options;
  options.engine = Engine::Native;
  ASSERT_TRUE(compileProgram(kLarge, options, trace).ok());
  EXPECT_TRUE(std::any_of(trace.kernels.begin(), trace.kernels.end(),
                          [](const CompileTrace::Kernel &kernel) {
                            return kernel.grain > 0 &&
                                   kernel.programs > kernel.grain;
                          }));

  auto program = load(kLarge);
  ASSERT_TRUE(program);
  constexpr int64_t rows = 1024, columns = 2048;
  std::vector<float> values(rows * columns);
  for (int64_t i = 0; i < rows * columns; ++i) {
    // Small whole numbers: their sums are exact in any order.
    values[i] = static_cast<float>(i * 7919 % 1009);
  }
  auto a = floats({rows, columns}, values);
  // Several runs at once share the client's threads.
  std::vector<std::thread> callers;
  for (int t = 0; t < 3; ++t) {
    callers.emplace_back([&] {
      auto results = call(*program, {a.get()});
      ASSERT_TRUE(results.ok()) << results.status();
      std::vector<float> doubled = read((*results)[0]);
      std::vector<float> sums = read((*results)[1]);
      std::vector<float> sorted = read((*results)[2]);
      for (int64_t row = 0; row < rows; ++row) {
        auto first = values.begin() + row * columns;
        std::vector<float> expected(first, first + columns);
        EXPECT_EQ(sums[row],
                  2 * std::accumulate(expected.begin(), expected.end(), 0.0f));
        std::sort(expected.begin(), expected.end(), std::greater<>());
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                               sorted.begin() + row * columns));
        EXPECT_EQ(doubled[row * columns + 5], 2 * values[row * columns + 5]);
      }
    });
  }
  for (std::thread &caller : callers) {
    caller.join();
  }
}

constexpr const char *kCallInLoop = R"(
  func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %n, %s = %x) : tensor<i32>, tensor<4xf32>
      cond {
        %c = stablehlo.compare GT, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.subtract %i, %one : tensor<i32>
        %t = stablehlo.custom_call @next(%s, %i)
            : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
        stablehlo.return %j, %t : tensor<i32>, tensor<4xf32>
      }
    return %r#1 : tensor<4xf32>
  })";

TEST_F(CompiledTest, CallsInLoops) {
  std::atomic<int> calls = 0;
  CustomCallHandler handler;
  handler.execute = [&](CustomCallFrame &frame) {
    ++calls;
    int32_t i = 0;
    std::memcpy(&i, frame.operands[1].data, sizeof(i));
    for (int k = 0; k < 4; ++k) {
      static_cast<float *>(frame.results[0].data)[k] =
          static_cast<const float *>(frame.operands[0].data)[k] + i;
    }
    return i == 100 ? Status::aborted("a hundred is too many")
                    : Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("next", "weft", handler).ok());
  auto program = load(kCallInLoop);
  ASSERT_TRUE(program);
  auto n = array<int32_t>(ElementType::S32, {}, {4});
  auto x = floats({4}, {0, 1, 2, 3});
  auto results = call(*program, {n.get(), x.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{10, 11, 12, 13}));
  EXPECT_EQ(calls, 4);
  auto hundred = array<int32_t>(ElementType::S32, {}, {100});
  Status status = call(*program, {hundred.get(), x.get()}).status();
  EXPECT_EQ(status.code(), StatusCode::Aborted);
  EXPECT_NE(status.message().find("a hundred is too many"), std::string::npos);
  EXPECT_NE(status.message().find("program:12:"), std::string::npos) << status;
  EXPECT_EQ(calls, 5);
}

// A handler that may write over an operand writes over a copy of it.
TEST_F(CompiledTest, CallsThatWriteOverAnOperand) {
  CustomCallHandler handler;
  handler.execute = [&](CustomCallFrame &frame) {
    EXPECT_EQ(frame.operands[0].data, frame.results[0].data);
    for (int k = 0; k < 4; ++k) {
      static_cast<float *>(frame.results[0].data)[k] += 10;
    }
    return Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("bump", "weft", handler).ok());
  auto program = load(R"(
    func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = stablehlo.custom_call @bump(%a) {
        api_version = 4 : i32,
        output_operand_aliases = [#stablehlo.output_operand_alias<
          output_tuple_indices = [], operand_index = 0,
          operand_tuple_indices = []>]
      } : (tensor<4xf32>) -> tensor<4xf32>
      return %0, %a : tensor<4xf32>, tensor<4xf32>
    })");
  ASSERT_TRUE(program);
  auto a = floats({4}, {0, 1, 2, 3});
  auto results = call(*program, {a.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{10, 11, 12, 13}));
  EXPECT_EQ(read((*results)[1]), (std::vector<float>{0, 1, 2, 3}));
}

// Where nobody else needs the operand, its memory is the result's.
TEST_F(CompiledTest, CallsThatWriteOverAnOperandInPlace) {
  CustomCallHandler handler;
  handler.execute = [](CustomCallFrame &frame) {
    EXPECT_EQ(frame.operands[1].data, frame.results[0].data);
    EXPECT_NE(frame.operands[0].data, frame.results[0].data);
    auto *sum = static_cast<float *>(frame.results[0].data);
    for (int k = 0; k < 4; ++k) {
      sum[k] += static_cast<const float *>(frame.operands[0].data)[3 - k];
    }
    return Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("add_turned", "weft", handler).ok());
  auto text = [](std::string_view first) {
    return R"(
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %negative = stablehlo.negate %a : tensor<4xf32>
      %0 = stablehlo.custom_call @add_turned(%)" +
           std::string(first) + R"(, %negative) {
        api_version = 4 : i32,
        output_operand_aliases = [#stablehlo.output_operand_alias<
          output_tuple_indices = [], operand_index = 1,
          operand_tuple_indices = []>]
      } : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })";
  };
  auto a = floats({4}, {0, 1, 2, 3});
  auto program = load(text("a").c_str());
  ASSERT_TRUE(program);
  auto results = call(*program, {a.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{3, 1, -1, -3}));
  // The call reads what it writes over by another name, too.
  program = load(text("negative").c_str());
  ASSERT_TRUE(program);
  results = call(*program, {a.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{-3, -3, -3, -3}));
}

// Calls may expect arrays at multiples of 64 bytes. One that is not theirs is
// copied.
TEST_F(CompiledTest, CallsGetAlignedArrays) {
  CustomCallHandler handler;
  handler.execute = [](CustomCallFrame &frame) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(frame.operands[0].data) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(frame.results[0].data) % 64, 0u);
    std::memcpy(frame.results[0].data, frame.operands[0].data, 16);
    return Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("same", "weft", handler).ok());
  auto program = load(R"(
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.custom_call @same(%a) {api_version = 4 : i32}
        : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  ASSERT_TRUE(program);
  alignas(64) float values[] = {0, 1, 2, 3, 4};
  ArrayType type{ElementType::F32, {4}, {0}};
  for (int offset : {0, 1}) {
    auto view = client->createView(values + offset, type,
                                   client->devices()[0]->defaultMemory(), {});
    ASSERT_TRUE(view.ok()) << view.status();
    auto results = call(*program, {view->get()});
    ASSERT_TRUE(results.ok()) << results.status();
    float first = static_cast<float>(offset);
    EXPECT_EQ(read((*results)[0]),
              (std::vector<float>{first, first + 1, first + 2, first + 3}));
  }
}

TEST_F(CompiledTest, TruthValuesOfCallsAreZeroOrOne) {
  CustomCallHandler handler;
  handler.execute = [](CustomCallFrame &frame) {
    for (int k = 0; k < 4; ++k) {
      static_cast<uint8_t *>(frame.results[0].data)[k] = k * 85;
    }
    return Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("truths", "weft", handler).ok());
  auto program = load(R"(
    func.func @main() -> tensor<4xf32> {
      %0 = stablehlo.custom_call @truths() {api_version = 4 : i32}
        : () -> tensor<4xi1>
      %1 = stablehlo.convert %0 : (tensor<4xi1>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    })");
  ASSERT_TRUE(program);
  auto results = call(*program, {});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{0, 1, 1, 1}));
}

TEST_F(CompiledTest, ChecksAreMadeWhereTheyStand) {
  auto program = load(R"(
    func.func @main(%index: tensor<i32>, %flag: tensor<i1>) -> tensor<i32> {
      %0 = "stablehlo.case"(%index) ({
        %c = stablehlo.constant dense<7> : tensor<i32>
        stablehlo.return %c : tensor<i32>
      }, {
        stablehlo.custom_call @shape_assertion(%flag) {
          error_message = "the flag is down", has_side_effect = true
        } : (tensor<i1>) -> ()
        %c = stablehlo.constant dense<8> : tensor<i32>
        stablehlo.return %c : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    })");
  ASSERT_TRUE(program);
  auto up = array<uint8_t>(ElementType::Pred, {}, {1});
  auto down = array<uint8_t>(ElementType::Pred, {}, {0});
  for (int32_t index : {-3, 0, 1, 5}) {
    auto i = array<int32_t>(ElementType::S32, {}, {index});
    auto good = call(*program, {i.get(), up.get()});
    ASSERT_TRUE(good.ok()) << good.status();
    // Out of range is the last branch.
    EXPECT_EQ(read<int32_t>((*good)[0]),
              std::vector<int32_t>{index == 0 ? 7 : 8});
    Status bad = call(*program, {i.get(), down.get()}).status();
    EXPECT_EQ(bad.code(),
              index == 0 ? StatusCode::Ok : StatusCode::InvalidArgument);
    EXPECT_EQ(bad.message().find("the flag is down") == std::string::npos,
              index == 0)
        << bad;
  }
}

constexpr const char *kTalk = R"(
  func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %n, %s = %x) : tensor<i32>, tensor<2xf32>
      cond {
        %c = stablehlo.compare GT, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.subtract %i, %one : tensor<i32>
        %t = "stablehlo.all_reduce"(%s) <{
          replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
          use_global_device_ids}> ({
          ^bb0(%p: tensor<f32>, %q: tensor<f32>):
            %m = stablehlo.maximum %p, %q : tensor<f32>
            stablehlo.return %m : tensor<f32>
        }) : (tensor<2xf32>) -> tensor<2xf32>
        %u = stablehlo.custom_call @look(%t)
            : (tensor<2xf32>) -> tensor<2xf32>
        stablehlo.return %j, %u : tensor<i32>, tensor<2xf32>
      }
    return %r#1 : tensor<2xf32>
  })";

TEST_F(CompiledTest, DevicesTalkInsideLoops) {
  std::atomic<bool> fails = false;
  CustomCallHandler handler;
  handler.execute = [&](CustomCallFrame &frame) {
    std::memcpy(frame.results[0].data, frame.operands[0].data, 8);
    static_cast<float *>(frame.results[0].data)[0] +=
        static_cast<float>(frame.deviceOrdinal);
    return fails && frame.deviceOrdinal == 2 ? Status::aborted("device two")
                                             : Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("look", "weft", handler).ok());
  CompileOptions options;
  options.partitions = 4;
  auto program = load(kTalk, options);
  ASSERT_TRUE(program);
  std::vector<Ref<Buffer>> buffers;
  std::vector<std::vector<Buffer *>> arguments;
  for (int i = 0; i < 4; ++i) {
    buffers.push_back(array<int32_t>(ElementType::S32, {}, {3}, i));
    buffers.push_back(floats({2}, {float(i), float(-i)}, i));
    arguments.push_back(
        {buffers[buffers.size() - 2].get(), buffers.back().get()});
  }
  auto execution = program->execute(arguments, {});
  ASSERT_TRUE(execution.ok()) << execution.status();
  for (int i = 0; i < 4; ++i) {
    // Each round the largest, which is the last device's, plus its number.
    EXPECT_EQ(read(execution->results[i][0]),
              (std::vector<float>{float(3 + 3 + 3 + i), 0}));
  }
  // When one gives up the others, which wait for it, end too.
  fails = true;
  auto failed = program->execute(arguments, {});
  for (int i = 0; i < 4; ++i) {
    Status status = failed.ok() ? failed->done[i]->await() : failed.status();
    EXPECT_EQ(status.code(), StatusCode::Aborted);
    EXPECT_NE(status.message().find("device two"), std::string::npos) << status;
  }
}

TEST_F(CompiledTest, NarrowIntegersOnTheBorder) {
  auto program = load(R"(
    func.func @main(%a: tensor<4xi4>, %b: tensor<4xui4>)
        -> (tensor<4xi4>, tensor<4xi32>, tensor<4xi4>, tensor<4xui4>) {
      %0 = stablehlo.add %a, %a : tensor<4xi4>
      %1 = stablehlo.convert %a : (tensor<4xi4>) -> tensor<4xi32>
      %2 = stablehlo.not %b : tensor<4xui4>
      return %0, %1, %a, %2
          : tensor<4xi4>, tensor<4xi32>, tensor<4xi4>, tensor<4xui4>
    })");
  ASSERT_TRUE(program);
  auto a = array<int8_t>(ElementType::S4, {4}, {-8, -1, 3, 7});
  auto b = array<uint8_t>(ElementType::U4, {4}, {0, 1, 14, 15});
  auto results = call(*program, {a.get(), b.get()});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(read<int8_t>((*results)[0]), (std::vector<int8_t>{0, -2, 6, -2}));
  EXPECT_EQ(read<int32_t>((*results)[1]), (std::vector<int32_t>{-8, -1, 3, 7}));
  EXPECT_EQ(read<int8_t>((*results)[2]), (std::vector<int8_t>{-8, -1, 3, 7}));
  EXPECT_EQ(read<uint8_t>((*results)[3]), (std::vector<uint8_t>{15, 14, 1, 0}));
}

TEST_F(CompiledTest, DescriptionsOfCodeAreChecked) {
  NativeProgram program;
  program.temporaryBytes = 128;
  program.scratchBytes = 7;
  program.calls.resize(2);
  program.checks = {"one", ""};
  std::string bytes = encodeNativeProgram(program);
  auto decoded = decodeNativeProgram(bytes);
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(decoded->temporaryBytes, 128u);
  EXPECT_EQ(decoded->scratchBytes, 7u);
  EXPECT_EQ(decoded->calls.size(), 2u);
  EXPECT_EQ(decoded->checks, program.checks);

  for (size_t length = 0; length < bytes.size(); ++length) {
    Status status = decodeNativeProgram(bytes.substr(0, length)).status();
    EXPECT_TRUE(status.code() == StatusCode::DataLoss ||
                status.code() == StatusCode::FailedPrecondition)
        << length << ": " << status;
  }
  EXPECT_EQ(decodeNativeProgram(bytes + '\0').status().code(),
            StatusCode::DataLoss);
  std::string other = bytes;
  other[0] ^= 0x40;
  Status version = decodeNativeProgram(other).status();
  EXPECT_EQ(version.code(), StatusCode::FailedPrecondition);
  EXPECT_NE(version.message().find("compile the program again"),
            std::string::npos);
  // Sizes whose sum is no size.
  for (const NativeProgram &wrong :
       {NativeProgram{uint64_t(1) << 63, uint64_t(1) << 63, {}, {}},
        NativeProgram{64, ~uint64_t(0), {}, {}},
        NativeProgram{65, 0, {}, {}}}) {
    EXPECT_EQ(decodeNativeProgram(encodeNativeProgram(wrong)).status().code(),
              StatusCode::DataLoss);
  }
}

TEST_F(CompiledTest, DamagedSectionsAreRefused) {
  CustomCallHandler handler;
  handler.execute = [](CustomCallFrame &) { return Status::success(); };
  ASSERT_TRUE(client->customCalls().add("next", "weft", handler).ok());
  auto executable = compile(kCallInLoop);
  ASSERT_TRUE(executable.ok()) << executable.status();
  std::map<SectionKind, std::string> sections;
  for (SectionKind kind :
       {SectionKind::Program, SectionKind::Code, SectionKind::Constants,
        SectionKind::Native, SectionKind::Calls}) {
    sections[kind] = std::string((*executable)->section(kind));
  }
  auto loads = [&](std::map<SectionKind, std::string> changed) {
    return client
        ->load(
            Executable::create((*executable)->manifest(), std::move(changed)))
        .status();
  };
  EXPECT_TRUE(loads(sections).ok());
  for (SectionKind kind :
       {SectionKind::Code, SectionKind::Native, SectionKind::Calls}) {
    auto changed = sections;
    // An executable without code is an interpreted one.
    for (size_t length = kind == SectionKind::Code ? 1 : 0;
         length < sections[kind].size();
         length += std::max<size_t>(1, sections[kind].size() / 23)) {
      changed[kind] = sections[kind].substr(0, length);
      Status status = loads(changed);
      EXPECT_TRUE(status.code() == StatusCode::DataLoss ||
                  status.code() == StatusCode::FailedPrecondition)
          << static_cast<int>(kind) << " cut to " << length << ": " << status;
    }
  }
  // Code that defines something else.
  auto swapped = sections;
  size_t name = swapped[SectionKind::Code].find("weft_run");
  ASSERT_NE(name, std::string::npos);
  swapped[SectionKind::Code][name] = 'x';
  EXPECT_EQ(loads(swapped).code(), StatusCode::DataLoss);
}

} // namespace
