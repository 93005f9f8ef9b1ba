// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a caller may do wrong, and what must then happen: an error with the
// right code, and everything works on.

#include "weft/Pjrt/test/Driver.h"

#include <atomic>
#include <random>

namespace weft::pjrt::test {
namespace {

constexpr const char *doubleProgram = R"(
module @jit_double {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %sum = stablehlo.add %a, %a : tensor<4xf32>
    return %sum : tensor<4xf32>
  }
})";

void expectWorking(Session &session) {
  PJRT_LoadedExecutable *executable = session.compile(doubleProgram);
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *a = session.fromHost<float>({1, 2, 3, 4}, {4});
  std::vector<PJRT_Buffer *> results = session.execute(executable, {a});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(session.values<float>(results[0]),
            (std::vector<float>{2, 4, 6, 8}));
  session.destroy(a);
  session.destroy(results[0]);
  session.destroy(executable);
}

TEST(DriverFault, RefusesBadPrograms) {
  Session session;
  std::mt19937 random(7);
  for (const std::string &program :
       {std::string(), std::string("nonsense"), std::string("ML\xefR\x0dX"),
        std::string("module { func.func @main() { return } "),
        std::string("module @m { func.func public @main(%a: tensor<4xf32>) -> "
                    "tensor<5xf32> { return %a : tensor<4xf32> } }")}) {
    Failure failure;
    EXPECT_EQ(session.compile(program, &failure), nullptr) << program;
    EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT) << program;
    EXPECT_FALSE(failure.message.empty());
  }
  // Text with bytes exchanged: anything but the end of the process.
  for (int i = 0; i < 50; ++i) {
    std::string damaged = doubleProgram;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    Failure failure;
    if (PJRT_LoadedExecutable *executable =
            session.compile(damaged, &failure)) {
      session.destroy(executable);
    }
  }
  expectWorking(session);
}

TEST(DriverFault, RefusesOtherFormatsAndOptions) {
  Session session;
  Caller caller = Caller::Same;
  std::string code = doubleProgram;
  PJRT_Program program = {};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = code.data();
  program.code_size = code.size();
  program.format = "hlo";
  program.format_size = 3;
  WEFT_ARGS(compile, PJRT_Client_Compile);
  compile->client = session.client;
  compile->program = &program;
  compile->compile_options = nullptr;
  compile->compile_options_size = 0;
  EXPECT_EQ(take(api().PJRT_Client_Compile(compile.get())).code,
            PJRT_Error_Code_UNIMPLEMENTED);
  program.format = "mlir";
  program.format_size = 4;
  // A field that says it is longer than the message.
  compile->compile_options = "\x1a\x7f\x01";
  compile->compile_options_size = 3;
  EXPECT_EQ(take(api().PJRT_Client_Compile(compile.get())).code,
            PJRT_Error_Code_INVALID_ARGUMENT);
  // Build options with an assignment to device 57.
  const std::string options("\x1a\x0e\x20\x01\x28\x01\x4a\x08\x08\x01\x10\x01"
                            "\x1a\x02\x0a\x39",
                            16);
  compile->compile_options = options.data();
  compile->compile_options_size = options.size();
  Failure failure = take(api().PJRT_Client_Compile(compile.get()));
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  expectWorking(session);
}

TEST(DriverFault, RefusesWrongArguments) {
  Session session;
  PJRT_LoadedExecutable *executable = session.compile(doubleProgram);
  PJRT_Buffer *right = session.fromHost<float>({1, 2, 3, 4}, {4});
  PJRT_Buffer *wrongShape = session.fromHost<float>({1, 2, 3}, {3});
  PJRT_Buffer *wrongType = session.fromHost<int32_t>({1, 2, 3, 4}, {4});
  float data[4] = {};
  PJRT_Buffer *elsewhere =
      session.fromHost(data, PJRT_Buffer_Type_F32, {4}, {}, 1);
  Failure failure;
  for (const std::vector<PJRT_Buffer *> &arguments :
       std::vector<std::vector<PJRT_Buffer *>>{{},
                                               {right, right},
                                               {nullptr},
                                               {wrongShape},
                                               {wrongType},
                                               {elsewhere}}) {
    EXPECT_TRUE(session.execute(executable, arguments, &failure).empty());
    EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT)
        << failure.message;
  }
  Caller caller = Caller::Same;
  WEFT_ARGS(remove, PJRT_Buffer_Delete);
  remove->buffer = right;
  expectOk(api().PJRT_Buffer_Delete(remove.get()));
  expectOk(api().PJRT_Buffer_Delete(remove.get()));
  EXPECT_TRUE(session.execute(executable, {right}, &failure).empty());
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  WEFT_ARGS(end, PJRT_LoadedExecutable_Delete);
  end->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_Delete(end.get()));
  WEFT_ARGS(ended, PJRT_LoadedExecutable_IsDeleted);
  ended->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_IsDeleted(ended.get()));
  EXPECT_TRUE(ended->is_deleted);
  PJRT_Buffer *fresh = session.fromHost<float>({1, 2, 3, 4}, {4});
  EXPECT_TRUE(session.execute(executable, {fresh}, &failure).empty());
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  for (PJRT_Buffer *buffer : {right, wrongShape, wrongType, elsewhere, fresh}) {
    session.destroy(buffer);
  }
  session.destroy(executable);
  expectWorking(session);
}

TEST(DriverFault, PassesFailuresOn) {
  Session session;
  Caller caller = Caller::Same;
  PJRT_LoadedExecutable *executable = session.compile(doubleProgram);
  std::vector<int64_t> dimensions = {4};
  WEFT_ARGS(error, PJRT_Client_CreateErrorBuffer);
  error->client = session.client;
  error->error_code = PJRT_Error_Code_DATA_LOSS;
  error->error_message = "gone";
  error->error_message_size = 4;
  error->shape_dims = dimensions.data();
  error->shape_num_dims = 1;
  error->shape_element_type = PJRT_Buffer_Type_F32;
  error->shape_layout = nullptr;
  error->memory = session.defaultMemory();
  expectOk(api().PJRT_Client_CreateErrorBuffer(error.get()));
  Failure completion;
  std::vector<PJRT_Buffer *> results =
      session.execute(executable, {error->buffer}, nullptr, &completion);
  EXPECT_EQ(completion.code, PJRT_Error_Code_DATA_LOSS);
  ASSERT_EQ(results.size(), 1u);
  Failure failure;
  session.toHost(results[0], &failure);
  EXPECT_EQ(failure.code, PJRT_Error_Code_DATA_LOSS);
  session.destroy(results[0]);
  session.destroy(error->buffer);
  session.destroy(executable);
}

TEST(DriverFault, RunsOutOfMemory) {
  Session session(Caller::Same, 1, 1 << 20);
  std::vector<float> large(1 << 20, 1.0f);
  Failure failure;
  EXPECT_EQ(session.fromHost(large.data(), PJRT_Buffer_Type_F32, {1 << 20}, {},
                             0, &failure),
            nullptr);
  EXPECT_EQ(failure.code, PJRT_Error_Code_RESOURCE_EXHAUSTED);
  // Dimensions whose product does not fit any number.
  EXPECT_EQ(session.fromHost(large.data(), PJRT_Buffer_Type_F32,
                             {int64_t(1) << 40, int64_t(1) << 40}, {}, 0,
                             &failure),
            nullptr);
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  EXPECT_EQ(session.fromHost(large.data(), PJRT_Buffer_Type_F32, {-1}, {}, 0,
                             &failure),
            nullptr);
  EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT);
  expectWorking(session);
}

/// For any argument but zeros endless.
constexpr const char *endlessProgram = R"(
module @jit_endless {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    %true = stablehlo.constant dense<false> : tensor<i1>
    %r = stablehlo.while(%s = %a) : tensor<4xf32>
      cond {
        %n = stablehlo.compare NE, %s, %zero
            : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
        %c = stablehlo.reduce(%n init: %true) applies stablehlo.or
            across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.abs %s : tensor<4xf32>
        stablehlo.return %t : tensor<4xf32>
      }
    return %r : tensor<4xf32>
  }
})";

bool poisonRun(Session &session, size_t device, int32_t launchId) {
  Caller caller = session.caller;
  WEFT_ARGS(end, PJRT_Device_PoisonExecution);
  end->device = session.devices[device];
  end->launch_id = launchId;
  end->error_code = PJRT_Error_Code_UNAVAILABLE;
  end->error_message = "a neighbour is gone";
  end->error_message_size = 19;
  end->payload = nullptr;
  end->num_payload = 0;
  expectOk(api().PJRT_Device_PoisonExecution(end.get()));
  return end->poisoned;
}

TEST(DriverFault, EndsRunsOnRequest) {
  // With threads of its own, whatever the machine has.
  Session session(Caller::Same, 2, 0, 2);
  PJRT_LoadedExecutable *executable = session.compile(endlessProgram);
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *ones = session.fromHost<float>({1, 1, 1, 1}, {4});
  // Runs are launched under number 1.
  EXPECT_FALSE(poisonRun(session, 0, 1));
  Launch run = session.launch(executable, {{ones}});
  ASSERT_EQ(run.done.size(), 1u);
  EXPECT_FALSE(poisonRun(session, 0, 2));
  EXPECT_FALSE(poisonRun(session, 1, 1));
  EXPECT_TRUE(poisonRun(session, 0, 1));
  Failure end = finish(run.done[0]);
  EXPECT_EQ(end.code, PJRT_Error_Code_UNAVAILABLE);
  EXPECT_EQ(end.message, "a neighbour is gone");
  Failure failure;
  session.toHost(run.results[0][0], &failure);
  EXPECT_EQ(failure.code, PJRT_Error_Code_UNAVAILABLE);
  EXPECT_FALSE(poisonRun(session, 0, 1));

  PJRT_Buffer *zeros = session.fromHost<float>({0, 0, 0, 0}, {4});
  std::vector<PJRT_Buffer *> results = session.execute(executable, {zeros});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(session.values<float>(results[0]), (std::vector<float>(4, 0)));
  for (PJRT_Buffer *buffer : {ones, zeros, run.results[0][0], results[0]}) {
    session.destroy(buffer);
  }
  session.destroy(executable);
  expectWorking(session);
}

/// Callers destroy the client when the process ends.
TEST(DriverFault, EndsRunsWithTheClient) {
  auto session = std::make_unique<Session>(Caller::Same, 1, 0, 2);
  PJRT_LoadedExecutable *executable = session->compile(endlessProgram);
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *ones = session->fromHost<float>({1, 1, 1, 1}, {4});
  Launch run = session->launch(executable, {{ones}});
  ASSERT_EQ(run.done.size(), 1u);
  PJRT_Buffer *result = run.results[0][0];
  session->destroy(ones);
  session->destroy(executable);
  session->destroy(result);
  session = nullptr;
  EXPECT_EQ(finish(run.done[0]).code, PJRT_Error_Code_CANCELLED);
}

/// As a caller of a later version may pass them.
TEST(DriverFault, RefusesNumbersItDoesNotKnow) {
  Session session;
  Caller caller = Caller::Same;
  float data[4] = {};
  std::vector<int64_t> dimensions = {4};
  WEFT_ARGS(from, PJRT_Client_BufferFromHostBuffer);
  from->client = session.client;
  from->data = data;
  from->type = PJRT_Buffer_Type_F32;
  from->dims = dimensions.data();
  from->num_dims = 1;
  from->byte_strides = nullptr;
  from->num_byte_strides = 0;
  from->host_buffer_semantics = static_cast<PJRT_HostBufferSemantics>(9);
  from->device = session.devices[0];
  from->memory = nullptr;
  from->device_layout = nullptr;
  EXPECT_EQ(take(api().PJRT_Client_BufferFromHostBuffer(from.get())).code,
            PJRT_Error_Code_INVALID_ARGUMENT);
  PJRT_Buffer_MemoryLayout layout = {};
  layout.type = static_cast<PJRT_Buffer_MemoryLayout_Type>(9);
  from->host_buffer_semantics =
      PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
  from->device_layout = &layout;
  EXPECT_EQ(take(api().PJRT_Client_BufferFromHostBuffer(from.get())).code,
            PJRT_Error_Code_INVALID_ARGUMENT);

  WEFT_ARGS(create, PJRT_Event_Create);
  expectOk(api().PJRT_Event_Create(create.get()));
  WEFT_ARGS(set, PJRT_Event_Set);
  set->event = create->event;
  set->error_code = static_cast<PJRT_Error_Code>(99);
  set->error_message = "of the future";
  set->error_message_size = 13;
  expectOk(api().PJRT_Event_Set(set.get()));
  Failure failure = finish(create->event);
  EXPECT_EQ(failure.code, PJRT_Error_Code_UNKNOWN);
  EXPECT_NE(failure.message.find("of the future"), std::string::npos);
  expectWorking(session);
}

TEST(DriverFault, RefusesBadClientOptions) {
  Caller caller = Caller::Same;
  PJRT_NamedValue option = {};
  option.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  option.name = "num_devices";
  option.name_size = 11;
  option.type = PJRT_NamedValue_kString;
  option.string_value = "many";
  option.value_size = 4;
  WEFT_ARGS(create, PJRT_Client_Create);
  create->create_options = &option;
  create->num_options = 1;
  EXPECT_EQ(take(api().PJRT_Client_Create(create.get())).code,
            PJRT_Error_Code_INVALID_ARGUMENT);
  option.type = PJRT_NamedValue_kInt64;
  option.int64_value = 0;
  EXPECT_EQ(take(api().PJRT_Client_Create(create.get())).code,
            PJRT_Error_Code_INVALID_ARGUMENT);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

struct Reentrant {
  PJRT_Event *event = nullptr;
  std::atomic<int> calls = 0;
  Failure failure;
};

/// Registers another callback on its own event, and destroys the event.
void destroyItself(PJRT_Error *error, void *argument) {
  auto *state = static_cast<Reentrant *>(argument);
  Caller caller = Caller::Same;
  state->failure = take(error);
  WEFT_ARGS(on, PJRT_Event_OnReady);
  on->event = state->event;
  on->callback = [](PJRT_Error *inner, void *data) {
    take(inner);
    ++static_cast<Reentrant *>(data)->calls;
  };
  on->user_arg = state;
  expectOk(api().PJRT_Event_OnReady(on.get()));
  WEFT_ARGS(destroy, PJRT_Event_Destroy);
  destroy->event = state->event;
  expectOk(api().PJRT_Event_Destroy(destroy.get()));
  ++state->calls;
}

TEST(DriverEvent, MayBeDestroyedByItsCallback) {
  Caller caller = Caller::Same;
  for (bool readyFirst : {false, true}) {
    WEFT_ARGS(create, PJRT_Event_Create);
    expectOk(api().PJRT_Event_Create(create.get()));
    Reentrant state;
    state.event = create->event;
    WEFT_ARGS(set, PJRT_Event_Set);
    set->event = create->event;
    set->error_code = PJRT_Error_Code_ABORTED;
    set->error_message = "stop";
    set->error_message_size = 4;
    WEFT_ARGS(on, PJRT_Event_OnReady);
    on->event = create->event;
    on->callback = destroyItself;
    on->user_arg = &state;
    if (readyFirst) {
      expectOk(api().PJRT_Event_Set(set.get()));
      expectOk(api().PJRT_Event_OnReady(on.get()));
    } else {
      expectOk(api().PJRT_Event_OnReady(on.get()));
      EXPECT_EQ(state.calls, 0);
      expectOk(api().PJRT_Event_Set(set.get()));
    }
    EXPECT_EQ(state.calls, 2);
    EXPECT_EQ(state.failure.code, PJRT_Error_Code_ABORTED);
    EXPECT_EQ(state.failure.message, "stop");
  }
}

/// Starts a run from the callback of another one's result.
TEST(DriverEvent, MayStartWorkInItsCallback) {
  struct Chain {
    Session session;
    PJRT_LoadedExecutable *executable = nullptr;
    PJRT_Buffer *argument = nullptr;
    std::vector<PJRT_Buffer *> results;
    PJRT_Event *finished = nullptr;
  } chain;
  Caller caller = Caller::Same;
  chain.executable = chain.session.compile(doubleProgram);
  ASSERT_NE(chain.executable, nullptr);
  chain.argument = chain.session.fromHost<float>({1, 2, 3, 4}, {4});
  WEFT_ARGS(create, PJRT_Event_Create);
  expectOk(api().PJRT_Event_Create(create.get()));
  chain.finished = create->event;
  WEFT_ARGS(ready, PJRT_Buffer_ReadyEvent);
  ready->buffer = chain.argument;
  expectOk(api().PJRT_Buffer_ReadyEvent(ready.get()));
  WEFT_ARGS(on, PJRT_Event_OnReady);
  on->event = ready->event;
  on->callback = [](PJRT_Error *error, void *argument) {
    expectOk(error);
    auto *state = static_cast<Chain *>(argument);
    state->results =
        state->session.execute(state->executable, {state->argument});
    Caller caller = Caller::Same;
    WEFT_ARGS(set, PJRT_Event_Set);
    set->event = state->finished;
    set->error_code = PJRT_Error_Code_OK;
    set->error_message = nullptr;
    set->error_message_size = 0;
    expectOk(api().PJRT_Event_Set(set.get()));
  };
  on->user_arg = &chain;
  expectOk(api().PJRT_Event_OnReady(on.get()));
  EXPECT_EQ(finish(chain.finished).code, PJRT_Error_Code_OK);
  EXPECT_EQ(finish(ready->event).code, PJRT_Error_Code_OK);
  ASSERT_EQ(chain.results.size(), 1u);
  EXPECT_EQ(chain.session.values<float>(chain.results[0])[2], 6.0f);
  chain.session.destroy(chain.results[0]);
  chain.session.destroy(chain.argument);
  chain.session.destroy(chain.executable);
}

TEST(DriverEvent, IsSetOnce) {
  Caller caller = Caller::Same;
  WEFT_ARGS(create, PJRT_Event_Create);
  expectOk(api().PJRT_Event_Create(create.get()));
  WEFT_ARGS(error, PJRT_Event_Error);
  error->event = create->event;
  EXPECT_EQ(take(api().PJRT_Event_Error(error.get())).code,
            PJRT_Error_Code_FAILED_PRECONDITION);
  WEFT_ARGS(set, PJRT_Event_Set);
  set->event = create->event;
  set->error_code = PJRT_Error_Code_OK;
  set->error_message = nullptr;
  set->error_message_size = 0;
  expectOk(api().PJRT_Event_Set(set.get()));
  EXPECT_EQ(take(api().PJRT_Event_Set(set.get())).code,
            PJRT_Error_Code_FAILED_PRECONDITION);
  EXPECT_EQ(finish(create->event).code, PJRT_Error_Code_OK);
}

} // namespace
} // namespace weft::pjrt::test
