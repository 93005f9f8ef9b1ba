// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/test/Driver.h"

#include <cstdlib>
#include <dlfcn.h>

namespace weft::pjrt::test {

std::string callerName(const testing::TestParamInfo<Caller> &info) {
  switch (info.param) {
  case Caller::Same:
    return "same";
  case Caller::Older:
    return "older";
  case Caller::Newer:
    return "newer";
  }
  return {};
}

const PJRT_Api &api() {
  static const PJRT_Api *table = [] {
    // Tests neither use nor fill the user's cache of compiled programs.
    setenv("WEFT_CACHE", "0", 1);
    void *library = dlopen(WEFT_PLUGIN, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::abort();
    }
    auto getApi =
        reinterpret_cast<GetPjrtApi_Function>(dlsym(library, "GetPjrtApi"));
    return getApi();
  }();
  return *table;
}

Failure take(PJRT_Error *error, Caller caller) {
  if (error == nullptr) {
    return {};
  }
  Failure failure;
  WEFT_ARGS(code, PJRT_Error_GetCode);
  code->error = error;
  EXPECT_EQ(api().PJRT_Error_GetCode(code.get()), nullptr);
  failure.code = code->code;
  WEFT_ARGS(message, PJRT_Error_Message);
  message->error = error;
  api().PJRT_Error_Message(message.get());
  failure.message.assign(message->message, message->message_size);
  // Newer callers go through the error itself.
  const char *text = nullptr;
  size_t size = 0;
  error->vtable->message(error, &text, &size);
  EXPECT_EQ(failure.message, std::string(text, size));
  EXPECT_EQ(error->vtable->get_code(error), failure.code);
  WEFT_ARGS(payloads, PJRT_Error_ForEachPayload);
  payloads->error = error;
  payloads->visitor = [](const char *, size_t, const char *, size_t, void *) {
    ADD_FAILURE() << "there are no payloads";
  };
  payloads->user_arg = nullptr;
  EXPECT_EQ(api().PJRT_Error_ForEachPayload(payloads.get()), nullptr);
  WEFT_ARGS(destroy, PJRT_Error_Destroy);
  destroy->error = error;
  api().PJRT_Error_Destroy(destroy.get());
  return failure;
}

void expectOk(PJRT_Error *error) {
  Failure failure = take(error);
  EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
}

Failure finish(PJRT_Event *event, Caller caller) {
  WEFT_ARGS(await, PJRT_Event_Await);
  await->event = event;
  Failure failure = take(api().PJRT_Event_Await(await.get()), caller);
  WEFT_ARGS(ready, PJRT_Event_IsReady);
  ready->event = event;
  expectOk(api().PJRT_Event_IsReady(ready.get()));
  EXPECT_TRUE(ready->is_ready);
  WEFT_ARGS(error, PJRT_Event_Error);
  error->event = event;
  Failure again = take(api().PJRT_Event_Error(error.get()), caller);
  EXPECT_EQ(again.code, failure.code);
  EXPECT_EQ(again.message, failure.message);
  WEFT_ARGS(destroy, PJRT_Event_Destroy);
  destroy->event = event;
  expectOk(api().PJRT_Event_Destroy(destroy.get()));
  return failure;
}

void drop(PJRT_Event *event) {
  Caller caller = Caller::Same;
  WEFT_ARGS(destroy, PJRT_Event_Destroy);
  destroy->event = event;
  expectOk(api().PJRT_Event_Destroy(destroy.get()));
}

void whenReady(PJRT_Event *event, std::function<void(const Failure &)> then) {
  struct Waiting {
    PJRT_Event *event;
    std::function<void(const Failure &)> then;
  };
  Caller caller = Caller::Same;
  WEFT_ARGS(on, PJRT_Event_OnReady);
  on->event = event;
  on->callback = [](PJRT_Error *error, void *argument) {
    std::unique_ptr<Waiting> waiting(static_cast<Waiting *>(argument));
    Failure outcome = take(error);
    drop(waiting->event);
    waiting->then(outcome);
  };
  on->user_arg = new Waiting{event, std::move(then)};
  expectOk(api().PJRT_Event_OnReady(on.get()));
}

static PJRT_NamedValue numberOption(const char *name, int64_t value) {
  PJRT_NamedValue option;
  std::memset(&option, poison, sizeof(option));
  option.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  option.name = name;
  option.name_size = std::strlen(name);
  option.type = PJRT_NamedValue_kInt64;
  option.int64_value = value;
  option.value_size = 1;
  return option;
}

Session::Session(Caller caller, int64_t deviceCount, int64_t memoryLimit,
                 int64_t threads)
    : caller(caller) {
  std::vector<PJRT_NamedValue> options = {
      numberOption("num_devices", deviceCount),
      numberOption("an_option_of_the_future", 7)};
  if (memoryLimit != 0) {
    options.push_back(numberOption("memory_limit_bytes", memoryLimit));
  }
  if (threads != 0) {
    options.push_back(numberOption("num_threads", threads));
  }
  WEFT_ARGS(create, PJRT_Client_Create);
  create->create_options = options.data();
  create->num_options = options.size();
  expectOk(api().PJRT_Client_Create(create.get()));
  client = create->client;
  WEFT_ARGS(list, PJRT_Client_Devices);
  list->client = client;
  expectOk(api().PJRT_Client_Devices(list.get()));
  devices.assign(list->devices, list->devices + list->num_devices);
}

Session::~Session() {
  WEFT_ARGS(destroy, PJRT_Client_Destroy);
  destroy->client = client;
  expectOk(api().PJRT_Client_Destroy(destroy.get()));
}

PJRT_Memory *Session::defaultMemory(size_t device) const {
  WEFT_ARGS(memory, PJRT_Device_DefaultMemory);
  memory->device = devices[device];
  expectOk(api().PJRT_Device_DefaultMemory(memory.get()));
  return memory->memory;
}

PJRT_LoadedExecutable *Session::compile(std::string_view text, Failure *failure,
                                        std::string_view options) {
  PJRT_Program program;
  std::memset(&program, poison, sizeof(program));
  std::string code(text);
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = code.data();
  program.code_size = code.size();
  program.format = "mlir";
  program.format_size = 4;
  WEFT_ARGS(compile, PJRT_Client_Compile);
  compile->client = client;
  compile->program = &program;
  compile->compile_options = options.data();
  compile->compile_options_size = options.size();
  Failure outcome = take(api().PJRT_Client_Compile(compile.get()), caller);
  if (failure != nullptr) {
    *failure = outcome;
  } else {
    EXPECT_EQ(outcome.code, PJRT_Error_Code_OK) << outcome.message;
  }
  return outcome.code == PJRT_Error_Code_OK ? compile->executable : nullptr;
}

std::string Session::serialize(PJRT_LoadedExecutable *executable) const {
  WEFT_ARGS(get, PJRT_LoadedExecutable_GetExecutable);
  get->loaded_executable = executable;
  expectOk(api().PJRT_LoadedExecutable_GetExecutable(get.get()));
  WEFT_ARGS(serialize, PJRT_Executable_Serialize);
  serialize->executable = get->executable;
  expectOk(api().PJRT_Executable_Serialize(serialize.get()));
  WEFT_ARGS(drop, PJRT_Executable_Destroy);
  drop->executable = get->executable;
  expectOk(api().PJRT_Executable_Destroy(drop.get()));
  std::string bytes(serialize->serialized_bytes,
                    serialize->serialized_bytes_size);
  serialize->serialized_executable_deleter(serialize->serialized_executable);
  return bytes;
}

PJRT_LoadedExecutable *Session::load(std::string_view serialized) {
  WEFT_ARGS(load, PJRT_Executable_DeserializeAndLoad);
  load->client = client;
  load->serialized_executable = serialized.data();
  load->serialized_executable_size = serialized.size();
  load->overridden_serialized_compile_options = nullptr;
  load->overridden_serialized_compile_options_size = 0;
  expectOk(api().PJRT_Executable_DeserializeAndLoad(load.get()));
  return load->loaded_executable;
}

PJRT_Buffer *Session::fromHost(const void *data, PJRT_Buffer_Type type,
                               std::vector<int64_t> dimensions,
                               std::vector<int64_t> strides, size_t device,
                               Failure *failure) {
  WEFT_ARGS(from, PJRT_Client_BufferFromHostBuffer);
  from->client = client;
  from->data = data;
  from->type = type;
  from->dims = dimensions.data();
  from->num_dims = dimensions.size();
  from->byte_strides = strides.empty() ? nullptr : strides.data();
  from->num_byte_strides = strides.size();
  from->host_buffer_semantics =
      PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
  from->device = nullptr;
  from->memory = defaultMemory(device);
  from->device_layout = nullptr;
  Failure outcome =
      take(api().PJRT_Client_BufferFromHostBuffer(from.get()), caller);
  if (failure != nullptr) {
    *failure = outcome;
  } else {
    EXPECT_EQ(outcome.code, PJRT_Error_Code_OK) << outcome.message;
  }
  if (outcome.code != PJRT_Error_Code_OK) {
    return nullptr;
  }
  EXPECT_EQ(finish(from->done_with_host_buffer, caller).code,
            PJRT_Error_Code_OK);
  return from->buffer;
}

Launch Session::launch(PJRT_LoadedExecutable *executable,
                       const std::vector<std::vector<PJRT_Buffer *>> &arguments,
                       Failure *failure) {
  WEFT_ARGS(get, PJRT_LoadedExecutable_GetExecutable);
  get->loaded_executable = executable;
  expectOk(api().PJRT_LoadedExecutable_GetExecutable(get.get()));
  WEFT_ARGS(count, PJRT_Executable_NumOutputs);
  count->executable = get->executable;
  expectOk(api().PJRT_Executable_NumOutputs(count.get()));
  WEFT_ARGS(drop, PJRT_Executable_Destroy);
  drop->executable = get->executable;
  expectOk(api().PJRT_Executable_Destroy(drop.get()));

  Call<PJRT_ExecuteOptions> options(
      caller, PJRT_ExecuteOptions_STRUCT_SIZE,
      olderSize<PJRT_ExecuteOptions>(PJRT_ExecuteOptions_STRUCT_SIZE));
  options->send_callbacks = nullptr;
  options->recv_callbacks = nullptr;
  options->num_send_ops = 0;
  options->num_recv_ops = 0;
  options->launch_id = 1;
  options->non_donatable_input_indices = nullptr;
  options->num_non_donatable_input_indices = 0;
  options->context = nullptr;
  Launch launch;
  launch.done.resize(arguments.size(), nullptr);
  std::vector<PJRT_Buffer *const *> argumentLists;
  std::vector<PJRT_Buffer **> resultLists;
  for (const std::vector<PJRT_Buffer *> &list : arguments) {
    argumentLists.push_back(list.data());
    launch.results.emplace_back(count->num_outputs, nullptr);
    resultLists.push_back(launch.results.back().data());
  }
  WEFT_ARGS(execute, PJRT_LoadedExecutable_Execute);
  execute->executable = executable;
  execute->options = options.get();
  execute->argument_lists = argumentLists.data();
  execute->num_devices = arguments.size();
  execute->num_args = arguments.front().size();
  execute->output_lists = resultLists.data();
  execute->device_complete_events = launch.done.data();
  execute->execute_device = nullptr;
  Failure outcome =
      take(api().PJRT_LoadedExecutable_Execute(execute.get()), caller);
  if (failure != nullptr) {
    *failure = outcome;
  } else {
    EXPECT_EQ(outcome.code, PJRT_Error_Code_OK) << outcome.message;
  }
  if (outcome.code == PJRT_Error_Code_OK) {
    return launch;
  }
  for (size_t device = 0; device < arguments.size(); ++device) {
    EXPECT_EQ(launch.done[device], nullptr);
    for (PJRT_Buffer *result : launch.results[device]) {
      EXPECT_EQ(result, nullptr);
    }
  }
  return {};
}

std::vector<PJRT_Buffer *>
Session::execute(PJRT_LoadedExecutable *executable,
                 std::vector<PJRT_Buffer *> arguments, Failure *failure,
                 Failure *completion) {
  Launch run = launch(executable, {std::move(arguments)}, failure);
  if (run.done.empty()) {
    return {};
  }
  Failure end = finish(run.done.front(), caller);
  if (completion != nullptr) {
    *completion = end;
  } else {
    EXPECT_EQ(end.code, PJRT_Error_Code_OK) << end.message;
  }
  return run.results.front();
}

std::vector<char> Session::toHost(PJRT_Buffer *buffer, Failure *failure) {
  WEFT_ARGS(dimensions, PJRT_Buffer_Dimensions);
  dimensions->buffer = buffer;
  expectOk(api().PJRT_Buffer_Dimensions(dimensions.get()));
  // As callers do: the order is given, the sizes inside are not set.
  std::vector<int64_t> order(dimensions->num_dims);
  for (size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<int64_t>(order.size() - 1 - i);
  }
  PJRT_Buffer_MemoryLayout layout;
  std::memset(&layout, poison, sizeof(layout));
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.minor_to_major = order.data();
  layout.tiled.minor_to_major_size = order.size();
  layout.tiled.num_tiles = 0;

  WEFT_ARGS(query, PJRT_Buffer_ToHostBuffer);
  query->src = buffer;
  query->host_layout = &layout;
  query->dst = nullptr;
  expectOk(api().PJRT_Buffer_ToHostBuffer(query.get()));
  // Also for no bytes the destination is not null.
  std::vector<char> bytes(query->dst_size + 1);
  WEFT_ARGS(copy, PJRT_Buffer_ToHostBuffer);
  copy->src = buffer;
  copy->host_layout = &layout;
  copy->dst = bytes.data();
  copy->dst_size = query->dst_size;
  Failure outcome = take(api().PJRT_Buffer_ToHostBuffer(copy.get()), caller);
  if (outcome.code == PJRT_Error_Code_OK) {
    outcome = finish(copy->event, caller);
  }
  if (failure != nullptr) {
    *failure = outcome;
  } else {
    EXPECT_EQ(outcome.code, PJRT_Error_Code_OK) << outcome.message;
  }
  bytes.pop_back();
  return bytes;
}

PJRT_Event *Session::readyEvent(PJRT_Buffer *buffer) const {
  WEFT_ARGS(ready, PJRT_Buffer_ReadyEvent);
  ready->buffer = buffer;
  expectOk(api().PJRT_Buffer_ReadyEvent(ready.get()));
  return ready->event;
}

bool Session::isDeleted(PJRT_Buffer *buffer) const {
  WEFT_ARGS(deleted, PJRT_Buffer_IsDeleted);
  deleted->buffer = buffer;
  expectOk(api().PJRT_Buffer_IsDeleted(deleted.get()));
  return deleted->is_deleted;
}

void Session::remove(PJRT_Buffer *buffer) const {
  WEFT_ARGS(remove, PJRT_Buffer_Delete);
  remove->buffer = buffer;
  expectOk(api().PJRT_Buffer_Delete(remove.get()));
}

void Session::destroy(PJRT_Buffer *buffer) const {
  WEFT_ARGS(destroy, PJRT_Buffer_Destroy);
  destroy->buffer = buffer;
  expectOk(api().PJRT_Buffer_Destroy(destroy.get()));
}

void Session::destroy(PJRT_LoadedExecutable *executable) const {
  WEFT_ARGS(destroy, PJRT_LoadedExecutable_Destroy);
  destroy->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_Destroy(destroy.get()));
}

} // namespace weft::pjrt::test
