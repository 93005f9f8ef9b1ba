// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that call out: foreign functions, and sends and receives.

#include "weft/Pjrt/test/Threads.h"
#include "weft/Runtime/FFI/Abi.h"

#include <atomic>
#include <chrono>
#include <future>
#include <pthread.h>

namespace weft::pjrt::test {
namespace {

template <class Extension> Extension *findExtension(PJRT_Extension_Type type) {
  for (PJRT_Extension_Base *extension = api().extension_start;
       extension != nullptr; extension = extension->next) {
    if (extension->type == type) {
      return reinterpret_cast<Extension *>(extension);
    }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Handlers, as a library of somebody else's has them
//===----------------------------------------------------------------------===//

XLA_FFI_Error *fail(XLA_FFI_CallFrame *frame, XLA_FFI_Error_Code code,
                    const char *message) {
  XLA_FFI_Error_Create_Args args = {};
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = message;
  args.errc = code;
  return frame->api->XLA_FFI_Error_Create(&args);
}

/// True if the frame only asks who the handler is.
bool answerMetadata(XLA_FFI_CallFrame *frame) {
  if (frame->extension_start == nullptr ||
      frame->extension_start->type != XLA_FFI_InternalExtension_Metadata) {
    return false;
  }
  auto *extension =
      reinterpret_cast<XLA_FFI_Metadata_Extension *>(frame->extension_start);
  extension->metadata->api_version.major_version = XLA_FFI_API_MAJOR;
  extension->metadata->api_version.minor_version = 3;
  return true;
}

struct ScaleState {
  float factor;
};
std::atomic<int> statesAlive = 0;
XLA_FFI_TypeId scaleStateType = {0};

void deleteScaleState(void *state) {
  --statesAlive;
  delete static_cast<ScaleState *>(state);
}

const void *attribute(const XLA_FFI_Attrs &attributes, const char *name,
                      XLA_FFI_AttrType type) {
  for (int64_t i = 0; i < attributes.size; ++i) {
    if (std::string_view(attributes.names[i]->ptr, attributes.names[i]->len) ==
            name &&
        attributes.types[i] == type) {
      return attributes.attrs[i];
    }
  }
  return nullptr;
}

XLA_FFI_Error *scaleInstantiate(XLA_FFI_CallFrame *frame) {
  if (answerMetadata(frame)) {
    return nullptr;
  }
  for (int64_t i = 1; i < frame->attrs.size; ++i) {
    std::string_view before(frame->attrs.names[i - 1]->ptr,
                            frame->attrs.names[i - 1]->len);
    std::string_view after(frame->attrs.names[i]->ptr,
                           frame->attrs.names[i]->len);
    if (!(before < after)) {
      return fail(frame, XLA_FFI_Error_Code_INTERNAL, "not sorted");
    }
  }
  const auto *factor = static_cast<const XLA_FFI_Scalar *>(
      attribute(frame->attrs, "factor", XLA_FFI_AttrType_SCALAR));
  const auto *nested = static_cast<const XLA_FFI_Attrs *>(
      attribute(frame->attrs, "nested", XLA_FFI_AttrType_DICTIONARY));
  const auto *text = static_cast<const XLA_FFI_ByteSpan *>(
      attribute(frame->attrs, "text", XLA_FFI_AttrType_STRING));
  const auto *list = static_cast<const XLA_FFI_Array *>(
      attribute(frame->attrs, "list", XLA_FFI_AttrType_ARRAY));
  if (factor == nullptr || factor->dtype != XLA_FFI_DataType_F32 ||
      nested == nullptr || nested->size != 1 || text == nullptr ||
      std::string_view(text->ptr, text->len) != "hello" || list == nullptr ||
      list->size != 3 || list->dtype != XLA_FFI_DataType_S64 ||
      static_cast<int64_t *>(list->data)[2] != 30) {
    return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, "attributes");
  }
  ++statesAlive;
  XLA_FFI_State_Set_Args set = {};
  set.struct_size = XLA_FFI_State_Set_Args_STRUCT_SIZE;
  set.ctx = frame->ctx;
  set.stage = XLA_FFI_ExecutionStage_INSTANTIATE;
  set.type_id = &scaleStateType;
  set.state = new ScaleState{*static_cast<float *>(factor->value)};
  return frame->api->XLA_FFI_State_Set(&set);
}

XLA_FFI_Error *scaleExecute(XLA_FFI_CallFrame *frame) {
  if (answerMetadata(frame)) {
    return nullptr;
  }
  XLA_FFI_State_Get_Args get = {};
  get.struct_size = XLA_FFI_State_Get_Args_STRUCT_SIZE;
  get.ctx = frame->ctx;
  get.stage = XLA_FFI_ExecutionStage_INSTANTIATE;
  get.type_id = &scaleStateType;
  if (XLA_FFI_Error *error = frame->api->XLA_FFI_State_Get(&get)) {
    return error;
  }
  if (frame->args.size != 1 || frame->rets.size != 1) {
    return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, "one each");
  }
  const auto *in = static_cast<const XLA_FFI_Buffer *>(frame->args.args[0]);
  const auto *out = static_cast<const XLA_FFI_Buffer *>(frame->rets.rets[0]);
  int64_t count = 1;
  for (int64_t i = 0; i < in->rank; ++i) {
    count *= in->dims[i];
  }
  float factor = static_cast<ScaleState *>(get.state)->factor;
  for (int64_t i = 0; i < count; ++i) {
    static_cast<float *>(out->data)[i] =
        factor * static_cast<const float *>(in->data)[i];
  }
  // Through a future, and from a thread of the runtime if it has one.
  XLA_FFI_Future_Create_Args create = {};
  create.struct_size = XLA_FFI_Future_Create_Args_STRUCT_SIZE;
  if (XLA_FFI_Error *error = frame->api->XLA_FFI_Future_Create(&create)) {
    return error;
  }
  struct Task {
    const XLA_FFI_Api *api;
    XLA_FFI_Future *future;
  };
  XLA_FFI_ThreadPool_Schedule_Args schedule = {};
  schedule.struct_size = XLA_FFI_ThreadPool_Schedule_Args_STRUCT_SIZE;
  schedule.ctx = frame->ctx;
  schedule.task = [](void *data) {
    std::unique_ptr<Task> task(static_cast<Task *>(data));
    XLA_FFI_Future_SetAvailable_Args done = {};
    done.struct_size = XLA_FFI_Future_SetAvailable_Args_STRUCT_SIZE;
    done.future = task->future;
    task->api->XLA_FFI_Future_SetAvailable(&done);
  };
  schedule.data = new Task{frame->api, create.future};
  frame->future = create.future;
  return frame->api->XLA_FFI_ThreadPool_Schedule(&schedule);
}

/// Copies the bytes as they lie.
XLA_FFI_Error *rawExecute(XLA_FFI_CallFrame *frame) {
  if (answerMetadata(frame)) {
    return nullptr;
  }
  const auto *in = static_cast<const XLA_FFI_Buffer *>(frame->args.args[0]);
  const auto *out = static_cast<const XLA_FFI_Buffer *>(frame->rets.rets[0]);
  std::memcpy(out->data, in->data, 6 * sizeof(float));
  return nullptr;
}

XLA_FFI_Error *failExecute(XLA_FFI_CallFrame *frame) {
  if (answerMetadata(frame)) {
    return nullptr;
  }
  return fail(frame, XLA_FFI_Error_Code_OUT_OF_RANGE, "this one always fails");
}

/// Ends the thread, as Python does to those who call it while it shuts down.
XLA_FFI_Error *endThreadExecute(XLA_FFI_CallFrame *frame) {
  if (answerMetadata(frame)) {
    return nullptr;
  }
  pthread_exit(nullptr);
}

std::promise<void> waitGate;
std::promise<void> waitOver;

XLA_FFI_Error *waitExecute(XLA_FFI_CallFrame *frame) {
  if (answerMetadata(frame)) {
    return nullptr;
  }
  waitGate.get_future().wait();
  const auto *out = static_cast<const XLA_FFI_Buffer *>(frame->rets.rets[0]);
  *static_cast<float *>(out->data) = 7;
  waitOver.set_value();
  return nullptr;
}

void registerHandler(const char *name, XLA_FFI_Handler *handler) {
  auto *extension = findExtension<PJRT_FFI_Extension>(PJRT_Extension_Type_FFI);
  ASSERT_NE(extension, nullptr);
  PJRT_FFI_Register_Handler_Args args = {};
  args.struct_size = PJRT_FFI_Register_Handler_Args_STRUCT_SIZE;
  args.target_name = name;
  args.target_name_size = std::strlen(name);
  args.handler = reinterpret_cast<void *>(handler);
  args.platform_name = "WEFT";
  args.platform_name_size = 4;
  expectOk(extension->register_handler(&args));
}

TEST(DriverForeign, RunsStagesWithStateAndAttributes) {
  auto *extension = findExtension<PJRT_FFI_Extension>(PJRT_Extension_Type_FFI);
  ASSERT_NE(extension, nullptr);
  PJRT_FFI_Type_Info info = {deleteScaleState, nullptr, nullptr};
  PJRT_FFI_Type_Register_Args type = {};
  type.struct_size = PJRT_FFI_Type_Register_Args_STRUCT_SIZE;
  type.type_name = "weft.test.scale";
  type.type_name_size = std::strlen(type.type_name);
  type.type_info = &info;
  expectOk(extension->type_register(&type));
  EXPECT_NE(type.type_id, 0);
  scaleStateType.type_id = type.type_id;

  auto owner = std::make_unique<Session>();
  Session &session = *owner;
  // After the client was made: it must reach it all the same.
  auto *byStage =
      findExtension<PJRT_Gpu_Custom_Call>(PJRT_Extension_Type_Gpu_Custom_Call);
  PJRT_Gpu_Register_Custom_Call_Args args = {};
  args.struct_size = PJRT_Gpu_Register_Custom_Call_Args_STRUCT_SIZE;
  args.function_name = "weft_test_scale";
  args.function_name_size = std::strlen(args.function_name);
  args.api_version = 1;
  args.handler_instantiate = reinterpret_cast<void *>(scaleInstantiate);
  args.handler_execute = reinterpret_cast<void *>(scaleExecute);
  expectOk(byStage->custom_call(&args));
  expectOk(byStage->custom_call(&args));
  args.handler_execute = reinterpret_cast<void *>(rawExecute);
  EXPECT_EQ(take(byStage->custom_call(&args)).code,
            PJRT_Error_Code_ALREADY_EXISTS);

  PJRT_LoadedExecutable *executable = session.compile(R"(
module @m {
  func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {
    %r = stablehlo.custom_call @weft_test_scale(%a) {
      api_version = 4 : i32,
      backend_config = {text = "hello", factor = 2.5 : f32,
                        list = array<i64: 10, 20, 30>, nested = {x = true}}
    } : (tensor<3xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  }
})");
  ASSERT_NE(executable, nullptr);
  EXPECT_EQ(statesAlive, 1);
  PJRT_Buffer *a = session.fromHost<float>({1, 2, 4}, {3});
  std::vector<PJRT_Buffer *> results = session.execute(executable, {a});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(session.values<float>(results[0]),
            (std::vector<float>{2.5, 5, 10}));
  session.destroy(a);
  session.destroy(results[0]);
  session.destroy(executable);
  // A run lets go of its program a moment after its results are there.
  owner.reset();
  EXPECT_EQ(statesAlive, 0);
}

TEST(DriverForeign, GivesBuffersInTheLayoutsOfTheCall) {
  registerHandler("weft_test_raw", rawExecute);
  Session session;
  PJRT_LoadedExecutable *executable = session.compile(R"(
module @m {
  func.func public @main(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %r = stablehlo.custom_call @weft_test_raw(%a) {
      api_version = 4 : i32, backend_config = {},
      operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
      result_layouts = [dense<[1, 0]> : tensor<2xindex>]
    } : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>
  }
})");
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *a = session.fromHost<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  std::vector<PJRT_Buffer *> results = session.execute(executable, {a});
  ASSERT_EQ(results.size(), 1u);
  // Column-major bytes of the operand are row-major bytes of the transpose.
  EXPECT_EQ(session.values<float>(results[0]),
            (std::vector<float>{1, 4, 2, 5, 3, 6}));
  session.destroy(a);
  session.destroy(results[0]);
  session.destroy(executable);
}

TEST(DriverForeign, ReportsFailures) {
  registerHandler("weft_test_fail", failExecute);
  Session session(Caller::Same, 1, 0, 2);
  PJRT_LoadedExecutable *executable = session.compile(R"(
module @m {
  func.func public @main(%a: tensor<f32>) -> tensor<f32> {
    %r = stablehlo.custom_call @weft_test_fail(%a) {
      api_version = 4 : i32, backend_config = {}
    } : (tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
})");
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *a = session.fromHost<float>({1}, {});
  Failure completion;
  std::vector<PJRT_Buffer *> results =
      session.execute(executable, {a}, nullptr, &completion);
  EXPECT_EQ(completion.code, PJRT_Error_Code_OUT_OF_RANGE);
  EXPECT_NE(completion.message.find("this one always fails"),
            std::string::npos);
  ASSERT_EQ(results.size(), 1u);
  Failure failure;
  session.toHost(results[0], &failure);
  EXPECT_EQ(failure.code, PJRT_Error_Code_OUT_OF_RANGE);
  session.destroy(a);
  session.destroy(results[0]);
  session.destroy(executable);
  Failure unknown;
  EXPECT_EQ(session.compile(R"(
module @m {
  func.func public @main(%a: tensor<f32>) -> tensor<f32> {
    %r = stablehlo.custom_call @weft_test_nobody(%a) {
      api_version = 4 : i32, backend_config = {}
    } : (tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
})",
                            &unknown),
            nullptr);
  EXPECT_NE(unknown.message.find("weft_test_nobody"), std::string::npos);
}

/// A program that does nothing but call `name`.
PJRT_LoadedExecutable *compileCall(Session &session, const std::string &name) {
  return session.compile(R"(
module @m {
  func.func public @main(%a: tensor<f32>) -> tensor<f32> {
    %r = stablehlo.custom_call @)" +
                         name + R"((%a) {
      api_version = 4 : i32, backend_config = {}
    } : (tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
})");
}

TEST(DriverForeign, FailsAtTheCallInTheCallersThread) {
  auto *extension =
      findExtension<PJRT_Gpu_Custom_Call>(PJRT_Extension_Type_Gpu_Custom_Call);
  PJRT_Gpu_Register_Custom_Call_Args args = {};
  args.struct_size = PJRT_Gpu_Register_Custom_Call_Args_STRUCT_SIZE;
  args.function_name = "weft_test_fail_here";
  args.function_name_size = std::strlen(args.function_name);
  args.api_version = 1;
  args.handler_execute = reinterpret_cast<void *>(failExecute);
  // The plugin's own trait of handlers that call Python.
  args.traits = 1u << 31;
  expectOk(extension->custom_call(&args));
  Session session(Caller::Same, 1, 0, 2);
  PJRT_LoadedExecutable *executable =
      compileCall(session, "weft_test_fail_here");
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *a = session.fromHost<float>({1}, {});
  Failure failure;
  EXPECT_TRUE(session.execute(executable, {a}, &failure).empty());
  EXPECT_EQ(failure.code, PJRT_Error_Code_OUT_OF_RANGE);
  EXPECT_NE(failure.message.find("this one always fails"), std::string::npos);
  EXPECT_FALSE(session.isDeleted(a));
  session.destroy(a);
  session.destroy(executable);
}

TEST(DriverForeign, ThatNeverReturnsDoesNotHoldUpTheEnd) {
  registerHandler("weft_test_end_thread", endThreadExecute);
  registerHandler("weft_test_wait", waitExecute);
  auto session = std::make_unique<Session>(Caller::Same, 1, 0, 3);
  for (const char *name : {"weft_test_wait", "weft_test_end_thread"}) {
    PJRT_LoadedExecutable *executable = compileCall(*session, name);
    ASSERT_NE(executable, nullptr);
    PJRT_Buffer *a = session->fromHost<float>({1}, {});
    Launch launch = session->launch(executable, {{a}});
    ASSERT_EQ(launch.done.size(), 1u);
    drop(launch.done[0]);
    session->destroy(launch.results[0][0]);
    session->destroy(a);
    session->destroy(executable);
  }
  auto begin = std::chrono::steady_clock::now();
  session.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  // What it left behind can still run to its end.
  waitGate.set_value();
  waitOver.get_future().wait();
}

//===----------------------------------------------------------------------===//
// Sends and receives
//===----------------------------------------------------------------------===//

constexpr const char *callbackProgram = R"(
module @m {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %token = stablehlo.create_token : !stablehlo.token
    %sent = "stablehlo.send"(%a, %token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
      is_host_transfer = true
    } : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%sent) {
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>,
      is_host_transfer = true
    } : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    return %r#0 : tensor<4xf32>
  }
})";

struct Conversation {
  std::vector<float> received;
  bool refuse = false;
  bool silent = false;
};

PJRT_Error *onSend(PJRT_Chunk *chunk, PJRT_CallbackError *makeError,
                   size_t total, bool, void *argument) {
  auto *state = static_cast<Conversation *>(argument);
  EXPECT_EQ(total, 16u);
  const auto *data = static_cast<const float *>(chunk->data);
  state->received.assign(data, data + chunk->size / sizeof(float));
  chunk->deleter(chunk->data, chunk->deleter_arg);
  if (state->refuse) {
    return (*makeError)(PJRT_Error_Code_PERMISSION_DENIED, "no", 2);
  }
  return nullptr;
}

void onReceive(PJRT_CopyToDeviceStream *stream, void *argument) {
  auto *state = static_cast<Conversation *>(argument);
  Caller caller = Caller::Same;
  WEFT_ARGS(total, PJRT_CopyToDeviceStream_TotalBytes);
  total->stream = stream;
  expectOk(api().PJRT_CopyToDeviceStream_TotalBytes(total.get()));
  EXPECT_EQ(total->total_bytes, 16);
  WEFT_ARGS(granule, PJRT_CopyToDeviceStream_GranuleSize);
  granule->stream = stream;
  expectOk(api().PJRT_CopyToDeviceStream_GranuleSize(granule.get()));
  if (!state->silent) {
    auto *reply = new float[4];
    for (size_t i = 0; i < 4; ++i) {
      reply[i] = -state->received[i];
    }
    PJRT_Chunk chunk = {};
    chunk.data = reply;
    chunk.size = 16;
    chunk.deleter = [](void *data, void *) {
      delete[] static_cast<float *>(data);
    };
    WEFT_ARGS(add, PJRT_CopyToDeviceStream_AddChunk);
    add->stream = stream;
    add->chunk = &chunk;
    expectOk(api().PJRT_CopyToDeviceStream_AddChunk(add.get()));
    EXPECT_EQ(finish(add->transfer_complete).code, PJRT_Error_Code_OK);
    WEFT_ARGS(current, PJRT_CopyToDeviceStream_CurrentBytes);
    current->stream = stream;
    expectOk(api().PJRT_CopyToDeviceStream_CurrentBytes(current.get()));
    EXPECT_EQ(current->current_bytes, 16);
  }
  WEFT_ARGS(destroy, PJRT_CopyToDeviceStream_Destroy);
  destroy->stream = stream;
  expectOk(api().PJRT_CopyToDeviceStream_Destroy(destroy.get()));
}

/// The outcome of one run, and its result.
Failure converse(Session &session, PJRT_LoadedExecutable *executable,
                 Conversation &state, std::vector<float> &result) {
  Caller caller = Caller::Same;
  PJRT_SendCallbackInfo send = {1, &state, onSend};
  PJRT_RecvCallbackInfo receive = {2, &state, onReceive};
  PJRT_SendCallbackInfo *sends = &send;
  PJRT_RecvCallbackInfo *receives = &receive;
  PJRT_ExecuteOptions options = {};
  options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
  options.send_callbacks = &sends;
  options.recv_callbacks = &receives;
  options.num_send_ops = 1;
  options.num_recv_ops = 1;
  PJRT_Buffer *argument = session.fromHost<float>({1, 2, 3, 4}, {4});
  PJRT_Buffer *const *arguments = &argument;
  PJRT_Buffer *output = nullptr;
  PJRT_Buffer **outputs = &output;
  PJRT_Event *done = nullptr;
  WEFT_ARGS(execute, PJRT_LoadedExecutable_Execute);
  execute->executable = executable;
  execute->options = &options;
  execute->argument_lists = &arguments;
  execute->num_devices = 1;
  execute->num_args = 1;
  execute->output_lists = &outputs;
  execute->device_complete_events = &done;
  execute->execute_device = nullptr;
  Failure failure = take(api().PJRT_LoadedExecutable_Execute(execute.get()));
  if (failure.code == PJRT_Error_Code_OK) {
    failure = finish(done);
    if (failure.code == PJRT_Error_Code_OK) {
      result = session.values<float>(output);
    }
    session.destroy(output);
  }
  session.destroy(argument);
  return failure;
}

TEST(DriverCallback, SendsAndReceives) {
  Session session;
  PJRT_LoadedExecutable *executable = session.compile(callbackProgram);
  ASSERT_NE(executable, nullptr);
  Conversation state;
  std::vector<float> result;
  Failure failure = converse(session, executable, state, result);
  EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
  EXPECT_EQ(state.received, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(result, (std::vector<float>{-1, -2, -3, -4}));
  state.refuse = true;
  EXPECT_EQ(converse(session, executable, state, result).code,
            PJRT_Error_Code_PERMISSION_DENIED);
  state.refuse = false;
  state.silent = true;
  EXPECT_NE(converse(session, executable, state, result).code,
            PJRT_Error_Code_OK);
  session.destroy(executable);
}

//===----------------------------------------------------------------------===//
// Many threads
//===----------------------------------------------------------------------===//

TEST(DriverCallback, ManyThreadsConverse) {
  Session session;
  PJRT_LoadedExecutable *executable = session.compile(callbackProgram);
  ASSERT_NE(executable, nullptr);
  together(threadCount, [&](int thread) {
    for (int round = 0; round < 5; ++round) {
      Conversation state;
      state.refuse = (thread + round) % 4 == 0;
      std::vector<float> result;
      Failure failure = converse(session, executable, state, result);
      EXPECT_EQ(state.received, (std::vector<float>{1, 2, 3, 4}));
      if (state.refuse) {
        EXPECT_EQ(failure.code, PJRT_Error_Code_PERMISSION_DENIED);
      } else {
        EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
        EXPECT_EQ(result, (std::vector<float>{-1, -2, -3, -4}));
      }
    }
  });
  session.destroy(executable);
}

/// Registering, compiling and calling at once.
TEST(DriverForeign, ServesManyThreads) {
  Session session;
  together(threadCount, [&](int thread) {
    // Two threads each register the same name.
    std::string name = "weft_test_raw_" + std::to_string(thread / 2);
    registerHandler(name.c_str(), rawExecute);
    PJRT_LoadedExecutable *executable = session.compile(R"(
module @m {
  func.func public @main(%a: tensor<6xf32>) -> tensor<6xf32> {
    %r = stablehlo.custom_call @)" + name + R"((%a) {
      api_version = 4 : i32, backend_config = {}
    } : (tensor<6xf32>) -> tensor<6xf32>
    return %r : tensor<6xf32>
  }
})");
    ASSERT_NE(executable, nullptr);
    for (int round = 0; round < 5; ++round) {
      std::vector<float> values(6, static_cast<float>(thread * 10 + round));
      PJRT_Buffer *a = session.fromHost<float>(values, {6});
      std::vector<PJRT_Buffer *> results = session.execute(executable, {a});
      session.destroy(a);
      ASSERT_EQ(results.size(), 1u);
      EXPECT_EQ(session.values<float>(results[0]), values);
      session.destroy(results[0]);
    }
    session.destroy(executable);
  });
}

} // namespace
} // namespace weft::pjrt::test
