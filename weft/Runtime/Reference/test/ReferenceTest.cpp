// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from their text to their results: compiler, runtime, and either the
// interpreter or native code, which promise the same.

#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/Compiled/Loader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

using namespace weft;
using namespace weft::runtime;

namespace {

using Numbers = std::vector<int64_t>;

struct Way {
  const char *name;
  Engine engine;
  int threads;
};

class ReferenceTest : public ::testing::TestWithParam<Way> {
protected:
  void SetUp() override {
    CpuClientOptions options;
    options.threads = GetParam().threads;
    options.deviceCount = 4;
    client = *createCpuClient(options, createLoader());
  }
  bool isNative() const { return GetParam().engine == Engine::Native; }

  StatusOr<Ref<LoadedExecutable>> tryLoad(const char *text,
                                          CompileOptions options = {}) {
    options.engine = GetParam().engine;
    WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                          compileProgram(text, options));
    // Through bytes, as a cache or a user's file would.
    WEFT_ASSIGN_OR_RETURN(executable,
                          Executable::parse(executable->serialize()));
    return client->load(executable);
  }
  Ref<LoadedExecutable> load(const char *text, CompileOptions options = {}) {
    auto loaded = tryLoad(text, std::move(options));
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

  StatusOr<Execution> call(LoadedExecutable &program,
                           std::vector<Buffer *> arguments,
                           const ExecuteOptions &options = {}) {
    std::vector<std::vector<Buffer *>> lists = {std::move(arguments)};
    return program.execute(lists, options);
  }

  /// How a run ends, whether that is known when the call returns or later.
  Status outcomeOf(LoadedExecutable &program, std::vector<Buffer *> arguments,
                   const ExecuteOptions &options = {}) {
    StatusOr<Execution> execution =
        call(program, std::move(arguments), options);
    return execution.ok() ? execution->done[0]->await() : execution.status();
  }

  template <class T> std::vector<T> read(const Ref<Buffer> &buffer) {
    std::vector<T> values(buffer->type().elementCount());
    Status status = buffer->toHost(values.data(), buffer->byteSize())->await();
    EXPECT_TRUE(status.ok()) << status;
    return values;
  }

  Ref<Client> client;
};

INSTANTIATE_TEST_SUITE_P(
    Ways, ReferenceTest,
    ::testing::Values(Way{"Interpreted", Engine::Interpreter, 1},
                      Way{"InterpretedByThreads", Engine::Interpreter, 2},
                      Way{"Native", Engine::Native, 1},
                      Way{"NativeByThreads", Engine::Native, 2}),
    [](const auto &way) { return std::string(way.param.name); });

constexpr const char *kAdd = R"(
module @jit_f {
  func.func public @main(%a: tensor<2x2xf32> {tf.aliasing_output = 0 : i32},
                         %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.add %a, %b : tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
})";

TEST_P(ReferenceTest, AddsAndDonates) {
  auto program = load(kAdd);
  EXPECT_EQ(program->manifest().name, "jit_f");
  auto a = array<float>(ElementType::F32, {2, 2}, {1, 2, 3, 4});
  auto b = array<float>(ElementType::F32, {2, 2}, {10, 20, 30, 40});
  void *storage = *a->dataPointer();
  auto execution = call(*program, {a.get(), b.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_EQ(read<float>(execution->results[0][0]),
            (std::vector<float>{11, 22, 33, 44}));
  EXPECT_TRUE(a->isRemoved());
  EXPECT_EQ(*execution->results[0][0]->dataPointer(), storage);
}

TEST_P(ReferenceTest, ArgumentsInAnyLayout) {
  auto program = load(kAdd);
  auto a =
      array<float>(ElementType::F32, {2, 2}, {1, 2, 3, 4}, 0, Numbers{0, 1});
  auto b = array<float>(ElementType::F32, {2, 2}, {10, 20, 30, 40});
  auto execution = call(*program, {a.get(), b.get()});
  EXPECT_EQ(read<float>(execution->results[0][0]),
            (std::vector<float>{11, 22, 33, 44}));
}

TEST_P(ReferenceTest, ResultsInAGivenLayout) {
  auto program = load(R"(
    func.func @main(%a: tensor<2x3xi32> {mhlo.layout_mode = "{0,1}"})
        -> (tensor<2x3xi32> {mhlo.layout_mode = "{0,1}"}) {
      return %a : tensor<2x3xi32>
    })");
  auto a = array<int32_t>(ElementType::S32, {2, 3}, {1, 2, 3, 4, 5, 6});
  auto result = call(*program, {a.get()})->results[0][0];
  EXPECT_EQ(read<int32_t>(result), (std::vector<int32_t>{1, 2, 3, 4, 5, 6}));
  std::vector<int32_t> raw(6);
  EXPECT_TRUE(result->rawToHost(raw.data(), 0, 24)->await().ok());
  EXPECT_EQ(raw, (std::vector<int32_t>{1, 4, 2, 5, 3, 6}));
}

TEST_P(ReferenceTest, NarrowAndUnusualTypes) {
  auto program = load(R"(
    func.func @main(%a: tensor<3xi4>, %b: tensor<2xi1>, %c: tensor<0x2xbf16>,
                    %t: !stablehlo.token)
        -> (tensor<3xi4>, tensor<2xi1>, tensor<0x2xbf16>, !stablehlo.token) {
      %0 = stablehlo.negate %a : tensor<3xi4>
      %1 = stablehlo.not %b : tensor<2xi1>
      %2 = stablehlo.add %c, %c : tensor<0x2xbf16>
      return %0, %1, %2, %t
          : tensor<3xi4>, tensor<2xi1>, tensor<0x2xbf16>, !stablehlo.token
    })");
  auto a = array<int8_t>(ElementType::S4, {3}, {1, -3, 7});
  auto b = array<uint8_t>(ElementType::Pred, {2}, {0, 1});
  auto c = array<uint16_t>(ElementType::BF16, {0, 2}, {});
  auto t = array<uint8_t>(ElementType::Token, {}, {});
  auto execution = call(*program, {a.get(), b.get(), c.get(), t.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_TRUE(execution->done[0]->await().ok());
  EXPECT_EQ(read<int8_t>(execution->results[0][0]),
            (std::vector<int8_t>{-1, 3, -7}));
  EXPECT_EQ(read<uint8_t>(execution->results[0][1]),
            (std::vector<uint8_t>{1, 0}));
  EXPECT_TRUE(execution->results[0][3]->type().isToken());
}

TEST_P(ReferenceTest, LoopsFunctionsAndComposites) {
  auto program = load(R"(
    func.func @main(%n: tensor<i32>) -> tensor<i32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:2 = stablehlo.while(%i = %n, %s = %zero) : tensor<i32>, tensor<i32>
        cond {
          %c = stablehlo.compare GT, %i, %zero
              : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %t = func.call @plus(%s, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
          %j = stablehlo.subtract %i, %one : tensor<i32>
          stablehlo.return %j, %t : tensor<i32>, tensor<i32>
        }
      return %r#1 : tensor<i32>
    }
    func.func private @plus(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.composite "my.add" %a, %b {decomposition = @impl}
          : (tensor<i32>, tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    func.func private @impl(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.add %a, %b : tensor<i32>
      return %0 : tensor<i32>
    })");
  EXPECT_TRUE(program->manifest().traits.loops);
  auto n = array<int32_t>(ElementType::S32, {}, {100});
  EXPECT_EQ(read<int32_t>(call(*program, {n.get()})->results[0][0]),
            std::vector<int32_t>{5050});
}

constexpr const char *kAllReduce = R"(
  func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>) {
    %0 = "stablehlo.all_reduce"(%a) <{
      replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.partition_id : tensor<ui32>
    return %0, %1 : tensor<2xf32>, tensor<ui32>
  })";

TEST_P(ReferenceTest, CollectivesOverDevices) {
  CompileOptions options;
  options.replicas = 1;
  options.partitions = 4;
  options.deviceIds = {3, 2, 1, 0};
  auto program = load(kAllReduce, options);
  ASSERT_TRUE(program);
  EXPECT_TRUE(program->manifest().traits.collectives);
  std::vector<Ref<Buffer>> buffers;
  std::vector<std::vector<Buffer *>> arguments;
  for (int i = 0; i < 4; ++i) {
    buffers.push_back(
        array<float>(ElementType::F32, {2}, {float(i), float(10 * i)}, 3 - i));
    arguments.push_back({buffers.back().get()});
  }
  std::vector<Execution> executions;
  for (int round = 0; round < 5; ++round) {
    auto execution = program->execute(arguments, {});
    ASSERT_TRUE(execution.ok()) << execution.status();
    executions.push_back(*std::move(execution));
  }
  for (Execution &execution : executions) {
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(read<float>(execution.results[i][0]),
                (std::vector<float>{6, 60}));
      EXPECT_EQ(read<uint32_t>(execution.results[i][1]),
                std::vector<uint32_t>{static_cast<uint32_t>(i)});
      EXPECT_EQ(execution.results[i][0]->device().description().id, 3 - i);
    }
  }
}

constexpr const char *kCallback = R"(
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %token = stablehlo.create_token : !stablehlo.token
    %sent = "stablehlo.send"(%a, %token) <{
      channel_handle = #stablehlo.channel_handle<handle = 3, type = 2>,
      is_host_transfer = true}>
      : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%sent) <{
      channel_handle = #stablehlo.channel_handle<handle = 4, type = 3>,
      is_host_transfer = true}>
      : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return %r#0 : tensor<2xf32>
  })";

TEST_P(ReferenceTest, ConversationWithTheHost) {
  auto program = load(kCallback);
  ASSERT_TRUE(program);
  auto a = array<float>(ElementType::F32, {2}, {1, 2});
  std::vector<float> heard;
  std::thread later;
  ExecuteOptions options;
  options.sendCallbacks = {
      {{3, [&](std::span<const char> bytes, uint64_t total, bool done) {
          EXPECT_EQ(bytes.size(), total);
          EXPECT_TRUE(done);
          heard.resize(total / sizeof(float));
          std::memcpy(heard.data(), bytes.data(), total);
          return Status::success();
        }}}};
  options.receiveCallbacks = {
      {{4, [&](Ref<HostReceiver> receiver) {
          later = std::thread([receiver, heard] {
            for (float value : heard) {
              value *= 5;
              const auto *bytes = reinterpret_cast<const char *>(&value);
              EXPECT_TRUE(receiver->addChunk({bytes, 4}).ok());
            }
          });
        }}}};
  auto execution = call(*program, {a.get()}, options);
  ASSERT_TRUE(execution.ok());
  EXPECT_EQ(read<float>(execution->results[0][0]), (std::vector<float>{5, 10}));
  later.join();

  // Nobody listens.
  EXPECT_EQ(outcomeOf(*program, {a.get()}).code(),
            StatusCode::FailedPrecondition);
  // A callback that fails, and one that forgets to answer.
  options.sendCallbacks[0][0].send = [](auto, auto, auto) {
    return Status::aborted("raised");
  };
  Status raised = outcomeOf(*program, {a.get()}, options);
  EXPECT_EQ(raised.code(), StatusCode::Aborted);
  EXPECT_NE(raised.message().find("raised"), std::string::npos);
  options.sendCallbacks[0][0].send = [](auto, auto, auto) {
    return Status::success();
  };
  options.receiveCallbacks[0][0].receive = [](Ref<HostReceiver> receiver) {
    EXPECT_FALSE(receiver->addChunk(std::vector<char>(3)).ok());
    EXPECT_FALSE(receiver->addChunk(std::vector<char>(12)).ok());
    EXPECT_TRUE(receiver->addChunk(std::vector<char>(4)).ok());
    EXPECT_EQ(receiver->currentBytes(), 4u);
  };
  Status stopped = outcomeOf(*program, {a.get()}, options);
  EXPECT_NE(stopped.message().find("4 of 8 bytes"), std::string::npos)
      << stopped;
}

constexpr const char *kCustom = R"(
  func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.custom_call @scale(%a) {
      backend_config = "", mhlo.backend_config = {factor = 3.0 : f32,
        name = "x", sizes = array<i64: 1, 2>, deep = {flag = true}},
      operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
      result_layouts = [dense<[1, 0]> : tensor<2xindex>]
    } : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  })";

TEST_P(ReferenceTest, CustomCalls) {
  EXPECT_EQ(tryLoad(kCustom).status().code(), StatusCode::NotFound);
  int instantiated = 0;
  CustomCallHandler handler;
  handler.instantiate = [&](CustomCallSite &site) {
    ++instantiated;
    EXPECT_EQ(site.apiVersion, 4);
    const auto &entries = site.attributes.entries;
    EXPECT_EQ(entries.size(), 4u);
    EXPECT_EQ(entries[0].name, "deep");
    EXPECT_EQ(entries[0].value.entries[0].value.element, ElementType::Pred);
    EXPECT_EQ(entries[1].value.element, ElementType::F32);
    EXPECT_EQ(entries[2].value.bytes, "x");
    EXPECT_EQ(entries[3].value.bytes.size(), 16u);
    float factor;
    std::memcpy(&factor, entries[1].value.bytes.data(), sizeof(factor));
    site.state = std::make_shared<float>(factor);
    return Status::success();
  };
  handler.execute = [](CustomCallFrame &frame) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(frame.operands[0].data) % 64, 0u);
    float factor = *static_cast<float *>(frame.site.state.get());
    auto *in = static_cast<const float *>(frame.operands[0].data);
    auto *out = static_cast<float *>(frame.results[0].data);
    for (int row = 0; row < 2; ++row) {
      for (int column = 0; column < 3; ++column) {
        // Columns are contiguous in the operand, rows in the result.
        out[row * 3 + column] = factor * in[column * 2 + row];
      }
    }
    return frame.context ? Status::aborted("asked to fail") : Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("scale", "weft", handler).ok());
  EXPECT_EQ(client->customCalls().add("scale", "weft", handler).code(),
            StatusCode::AlreadyExists);
  auto program = load(kCustom);
  ASSERT_TRUE(program);
  EXPECT_EQ(instantiated, 1);
  auto a = array<float>(ElementType::F32, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(read<float>(call(*program, {a.get()})->results[0][0]),
            (std::vector<float>{3, 6, 9, 12, 15, 18}));
  ExecuteOptions options;
  options.customCallContext = &instantiated;
  EXPECT_EQ(outcomeOf(*program, {a.get()}, options).code(),
            StatusCode::Aborted);
}

TEST_P(ReferenceTest, CustomCallsInTheCallersThread) {
  std::thread::id calledIn;
  CustomCallHandler handler;
  handler.needsCallersThread = true;
  handler.execute = [&](CustomCallFrame &) {
    calledIn = std::this_thread::get_id();
    return Status::aborted("raised");
  };
  ASSERT_TRUE(client->customCalls().add("scale", "weft", handler).ok());
  auto program = load(kCustom);
  ASSERT_TRUE(program);
  auto a = array<float>(ElementType::F32, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(call(*program, {a.get()}).status().code(), StatusCode::Aborted);
  EXPECT_EQ(calledIn, std::this_thread::get_id());
}

TEST_P(ReferenceTest, CallsEveryClientKnows) {
  auto program = load(R"(
    func.func private @greater(%p: tensor<f32>, %q: tensor<f32>,
                               %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
      %0 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1>
    }
    func.func @main(%a: tensor<2x4xf32>)
        -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x1xf32>, tensor<2x1xi32>,
            tensor<2x4xf32>, tensor<3xcomplex<f32>>, tensor<2x3xi32>) {
      stablehlo.custom_call @dce_sink(%a) {api_version = 4 : i32, has_side_effect = true}
          : (tensor<2x4xf32>) -> ()
      %iota = stablehlo.iota dim = 1 : tensor<2x4xi32>
      %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %none = stablehlo.constant dense<-1> : tensor<i32>
      %0:2 = stablehlo.custom_call @ApproxTopK(%a, %iota, %least, %none) {
        called_computations = [@greater],
        mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32,
          reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64,
          top_k = 2 : i64}
      } : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>)
          -> (tensor<2x2xf32>, tensor<2x2xi32>)
      %1:2 = stablehlo.custom_call @mhlo.topk(%a) {
        mhlo.attributes = {k = 1 : i64, largest = true}, mhlo.version = 1 : i64
      } : (tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)
      %2 = stablehlo.custom_call @mhlo.tan(%a) {
        mhlo.attributes = {}, mhlo.version = 1 : i64
      } : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %3 = stablehlo.custom_call @MoveToHost(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %4 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%3) {has_side_effect = true}
          : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %5 = stablehlo.custom_call @AllocateBuffer() : () -> tensor<3xcomplex<f32>>
      %6 = stablehlo.custom_call @cu_lu_pivots_to_permutation(%1#1) {
        api_version = 4 : i32, backend_config = {},
        operand_layouts = [dense<[1, 0]> : tensor<2xindex>],
        result_layouts = [dense<[1, 0]> : tensor<2xindex>]
      } : (tensor<2x1xi32>) -> tensor<2x3xi32>
      return %0#0, %0#1, %1#0, %1#1, %4, %5, %6 : tensor<2x2xf32>, tensor<2x2xi32>,
          tensor<2x1xf32>, tensor<2x1xi32>, tensor<2x4xf32>, tensor<3xcomplex<f32>>,
          tensor<2x3xi32>
    })");
  ASSERT_TRUE(program);
  auto a = array<float>(ElementType::F32, {2, 4}, {1, 3, 0, 3, 5, 6, 7, 4});
  auto results = call(*program, {a.get()})->results[0];
  EXPECT_EQ(read<float>(results[0]), (std::vector<float>{3, 3, 7, 6}));
  EXPECT_EQ(read<int32_t>(results[1]), (std::vector<int32_t>{1, 3, 2, 1}));
  EXPECT_EQ(read<float>(results[2]), (std::vector<float>{3, 7}));
  EXPECT_EQ(read<int32_t>(results[3]), (std::vector<int32_t>{1, 2}));
  EXPECT_FLOAT_EQ(read<float>(results[4])[0], 1.55740773f);
  // As wide as the complex numbers it holds.
  EXPECT_EQ(read<double>(results[5]), std::vector<double>(3, 0));
  EXPECT_EQ(read<int32_t>(results[6]),
            (std::vector<int32_t>{1, 0, 2, 2, 1, 0}));
}

TEST_P(ReferenceTest, AssertionsAboutShapes) {
  auto program = load(R"(
    func.func @main(%a: tensor<i1>, %b: tensor<i32>) {
      %0 = stablehlo.constant dense<7> : tensor<i64>
      stablehlo.custom_call @shape_assertion(%a, %b, %0) {
        error_message = "{0} is not {1}, {2} {x}", has_side_effect = true
      } : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
      return
    })");
  ASSERT_TRUE(program);
  auto good = array<uint8_t>(ElementType::Pred, {}, {1});
  auto bad = array<uint8_t>(ElementType::Pred, {}, {0});
  auto five = array<int32_t>(ElementType::S32, {}, {5});
  EXPECT_TRUE(outcomeOf(*program, {good.get(), five.get()}).ok());
  Status status = outcomeOf(*program, {bad.get(), five.get()});
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_NE(status.message().find("5 is not 7, {2} {x}"), std::string::npos)
      << status;
}

TEST_P(ReferenceTest, CallsForOtherMachinesSaySo) {
  struct Case {
    const char *target;
    const char *advice;
  };
  for (const Case &example :
       {Case{"Qr", "lower the program for weft or cpu"},
        Case{"cusolver_geqrf_ffi", "lower the program for weft or cpu"},
        Case{"tpu_custom_call", "pass interpret=True"},
        Case{"stablehlo.dynamic_top_k", "jax.export"},
        Case{"nobody_knows", "register the target"},
        Case{"mhlo.nothing", "not supported"},
        Case{"ApproxTopK", "reduction_dim"},
        Case{"cu_lu_pivots_to_permutation", "pivots"}}) {
    Status status =
        tryLoad(("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                 "  %0 = stablehlo.custom_call @\"" +
                 std::string(example.target) +
                 "\"(%a) : (tensor<2xf32>) -> tensor<2xf32>\n"
                 "  return %0 : tensor<2xf32>\n}")
                    .c_str())
            .status();
    EXPECT_FALSE(status.ok()) << example.target;
    EXPECT_NE(status.message().find(example.advice), std::string::npos)
        << status;
  }
}

TEST_P(ReferenceTest, ShardingsOnOneDeviceMeanNothing) {
  auto program = load(R"(
    module {
      sdy.mesh @mesh = <["x"=1]>
      func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
          -> tensor<4xf32> {
        %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"}
            : (tensor<4xf32>) -> tensor<4xf32>
        %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4xf32>
        %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>]
            out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"}
            (%b: tensor<4xf32>) {
          %3 = stablehlo.add %b, %b : tensor<4xf32>
          sdy.return %3 : tensor<4xf32>
        } : (tensor<4xf32>) -> tensor<4xf32>
        return %2 : tensor<4xf32>
      }
    })");
  ASSERT_TRUE(program);
  auto a = array<float>(ElementType::F32, {4}, {1, 2, 3, 4});
  EXPECT_EQ(read<float>(call(*program, {a.get()})->results[0][0]),
            (std::vector<float>{2, 4, 6, 8}));
}

TEST_P(ReferenceTest, ErrorsNameTheOperation) {
  const char *recursion = R"(
    func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = func.call @main(%a) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })";
  if (isNative()) {
    Status status = tryLoad(recursion).status();
    EXPECT_FALSE(status.ok());
    EXPECT_NE(status.message().find("program:3:"), std::string::npos) << status;
    return;
  }
  auto program = load(recursion);
  ASSERT_TRUE(program);
  auto a = array<float>(ElementType::F32, {2}, {1, 2});
  Status status = outcomeOf(*program, {a.get()});
  EXPECT_EQ(status.code(), StatusCode::ResourceExhausted);
  EXPECT_NE(status.message().find("program:3:"), std::string::npos) << status;
}

TEST_P(ReferenceTest, ManyThreadsCompileAndRun) {
  std::vector<std::thread> threads;
  auto shared = load(kAdd);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 8; ++i) {
        auto program = i % 2 == 0 ? shared : load(kAdd);
        auto a =
            array<float>(ElementType::F32, {2, 2}, {float(t), 0, 0, float(i)});
        auto b = array<float>(ElementType::F32, {2, 2}, {1, 1, 1, 1});
        auto execution = call(*program, {a.get(), b.get()});
        program = nullptr;
        b->remove();
        EXPECT_EQ(read<float>(execution->results[0][0]),
                  (std::vector<float>{float(t + 1), 1, 1, float(i + 1)}));
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST_P(ReferenceTest, DamagedProgramsAreRefused) {
  if (isNative()) {
    GTEST_SKIP() << "native code has a test of its own";
  }
  auto executable = *compileProgram(kAdd, {});
  std::string program(executable->section(SectionKind::Program));
  Manifest manifest = executable->manifest();
  for (size_t i = 0; i < program.size(); i += 7) {
    std::string changed = program;
    changed[i] = static_cast<char>(changed[i] ^ 0x15);
    auto loaded = client->load(
        Executable::create(manifest, {{SectionKind::Program, changed}}));
    if (loaded.ok()) {
      continue;
    }
    EXPECT_EQ(loaded.status().code(), StatusCode::DataLoss);
  }
  manifest.parameters.pop_back();
  EXPECT_EQ(client
                ->load(Executable::create(manifest,
                                          {{SectionKind::Program, program}}))
                .status()
                .code(),
            StatusCode::DataLoss);
}

} // namespace
