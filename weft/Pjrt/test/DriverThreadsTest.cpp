// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many threads that use the plugin at once, each for itself.

#include "weft/Pjrt/test/Threads.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace weft::pjrt::test {
namespace {

struct Work {
  const char *name;
  int rounds;
  /// `number` is different for every round of every thread.
  void (*once)(Common &common, int number);
};

void compileAndRun(Common &common, int number) {
  Session &session = common.session;
  std::string constant = std::to_string(number) + ".0";
  PJRT_LoadedExecutable *executable = session.compile(R"(
module @m {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<)" + constant + R"(> : tensor<4xf32>
    %r = stablehlo.add %a, %c : tensor<4xf32>
    return %r : tensor<4xf32>
  }
})");
  ASSERT_NE(executable, nullptr);
  std::vector<PJRT_Buffer *> results =
      session.execute(executable, {common.ones});
  session.destroy(executable);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(session.values<float>(results[0])[2],
            static_cast<float>(number + 1));
  session.destroy(results[0]);
}

/// A chain in which each run overwrites the result of the one before; nobody
/// waits before its end.
void donate(Common &common, int number) {
  Session &session = common.session;
  auto first = static_cast<float>(number);
  PJRT_Buffer *buffer = session.fromHost<float>(row(first), {4});
  constexpr int steps = 10;
  for (int i = 0; i < steps; ++i) {
    Launch run = session.launch(common.step, {{buffer, common.ones}});
    ASSERT_EQ(run.done.size(), 1u);
    EXPECT_TRUE(session.isDeleted(buffer));
    session.destroy(buffer);
    drop(run.done[0]);
    buffer = run.results[0][0];
  }
  EXPECT_EQ(session.values<float>(buffer), row(first + steps));
  session.destroy(buffer);
}

/// Everybody gets the error that is his.
void fail(Common &common, int number) {
  Session &session = common.session;
  std::string name = "unknown_operation_" + std::to_string(number) + "_";
  Failure failure;
  EXPECT_EQ(session.compile("module @m { func.func public @main() { " + name +
                                ".op return } }",
                            &failure),
            nullptr);
  EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT);
  EXPECT_NE(failure.message.find(name), std::string::npos) << failure.message;

  Caller caller = Caller::Same;
  std::vector<int64_t> dimensions = {4};
  WEFT_ARGS(error, PJRT_Client_CreateErrorBuffer);
  error->client = session.client;
  error->error_code = PJRT_Error_Code_DATA_LOSS;
  error->error_message = name.data();
  error->error_message_size = name.size();
  error->shape_dims = dimensions.data();
  error->shape_num_dims = 1;
  error->shape_element_type = PJRT_Buffer_Type_F32;
  error->shape_layout = nullptr;
  error->memory = session.defaultMemory();
  expectOk(api().PJRT_Client_CreateErrorBuffer(error.get()));
  // It comes from the call, or with the result.
  Launch run = session.launch(common.loop, {{error->buffer}}, &failure);
  session.destroy(error->buffer);
  if (failure.code == PJRT_Error_Code_OK) {
    drop(run.done[0]);
    session.toHost(run.results[0][0], &failure);
    session.destroy(run.results[0][0]);
    session.destroy(run.results[0][1]);
  }
  EXPECT_EQ(failure.code, PJRT_Error_Code_DATA_LOSS);
  EXPECT_NE(failure.message.find(name), std::string::npos) << failure.message;
}

PJRT_Buffer *copyTo(Session &session, PJRT_Buffer *buffer, size_t device) {
  Caller caller = Caller::Same;
  WEFT_ARGS(copy, PJRT_Buffer_CopyToMemory);
  copy->buffer = buffer;
  copy->dst_memory = session.defaultMemory(device);
  expectOk(api().PJRT_Buffer_CopyToMemory(copy.get()));
  return copy->dst_buffer;
}

/// To the other device and back, the sources gone before the copies are made.
/// Large enough for the copies to be tasks.
void copy(Common &common, int number) {
  Session &session = common.session;
  std::vector<int32_t> numbers((64 << 10) + 16, number);
  PJRT_Buffer *here = session.fromHost<int32_t>(
      numbers, {static_cast<int64_t>(numbers.size())});
  PJRT_Buffer *there = copyTo(session, here, 1);
  session.remove(here);
  PJRT_Buffer *back = copyTo(session, there, 0);
  session.destroy(here);
  session.destroy(there);
  EXPECT_EQ(session.values<int32_t>(back), numbers);
  session.destroy(back);
}

/// Lends memory, which is freed as soon as the plugin gives it back.
void lend(Common &common, int number) {
  Session &session = common.session;
  std::vector<float> values = row(static_cast<float>(number));
  auto *memory = static_cast<float *>(std::aligned_alloc(64, 64));
  std::copy(values.begin(), values.end(), memory);
  Caller caller = Caller::Same;
  std::vector<int64_t> dimensions = {4};
  WEFT_ARGS(from, PJRT_Client_BufferFromHostBuffer);
  from->client = session.client;
  from->data = memory;
  from->type = PJRT_Buffer_Type_F32;
  from->dims = dimensions.data();
  from->num_dims = 1;
  from->byte_strides = nullptr;
  from->num_byte_strides = 0;
  from->host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableZeroCopy;
  from->device = session.devices[0];
  from->memory = nullptr;
  from->device_layout = nullptr;
  expectOk(api().PJRT_Client_BufferFromHostBuffer(from.get()));
  Gate returned;
  whenReady(from->done_with_host_buffer, [&](const Failure &failure) {
    EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
    std::free(memory);
    returned.arrive();
  });
  Launch run = session.launch(common.loop, {{from->buffer}});
  session.destroy(from->buffer);
  ASSERT_EQ(run.done.size(), 1u);
  EXPECT_EQ(finish(run.done[0]).code, PJRT_Error_Code_OK);
  returned.wait();
  EXPECT_EQ(session.values<float>(run.results[0][0]), times(values, 51));
  session.destroy(run.results[0][0]);
  session.destroy(run.results[0][1]);
}

/// Everything goes on in callbacks: the result starts another run, whose
/// result starts the way back to the host.
void chain(Common &common, int number) {
  Session &session = common.session;
  std::vector<float> values = row(static_cast<float>(number));
  std::vector<float> result(4);
  Gate finished;
  PJRT_Buffer *argument = session.fromHost<float>(values, {4});
  Launch first = session.launch(common.loop, {{argument}});
  ASSERT_EQ(first.done.size(), 1u);
  session.destroy(argument);
  session.destroy(first.results[0][1]);
  drop(first.done[0]);
  PJRT_Buffer *middle = first.results[0][0];
  whenReady(session.readyEvent(middle), [&](const Failure &failure) {
    EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
    Launch second = session.launch(common.twice, {{middle}});
    session.destroy(middle);
    PJRT_Buffer *last = second.results[0][0];
    whenReady(second.done[0], [&, last](const Failure &failure) {
      EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
      Caller caller = Caller::Same;
      WEFT_ARGS(raw, PJRT_Buffer_CopyRawToHost);
      raw->buffer = last;
      raw->dst = result.data();
      raw->offset = 0;
      raw->transfer_size = 16;
      expectOk(api().PJRT_Buffer_CopyRawToHost(raw.get()));
      session.destroy(last);
      whenReady(raw->event, [&](const Failure &failure) {
        EXPECT_EQ(failure.code, PJRT_Error_Code_OK) << failure.message;
        finished.arrive();
      });
    });
  });
  finished.wait();
  EXPECT_EQ(result, times(values, 102));
}

/// All handles but one result go while the program runs; of other runs even
/// the results.
void abandon(Common &common, int number) {
  Session &session = common.session;
  std::vector<float> values = row(static_cast<float>(number));
  PJRT_LoadedExecutable *own = session.load(session.serialize(common.loop));
  ASSERT_NE(own, nullptr);
  PJRT_Buffer *argument = session.fromHost<float>(values, {4});
  Launch kept = session.launch(own, {{argument}});
  Launch lost = session.launch(own, {{argument}});
  session.destroy(own);
  session.remove(argument);
  session.destroy(argument);
  for (const Launch &run : {kept, lost}) {
    ASSERT_EQ(run.done.size(), 1u);
    drop(run.done[0]);
    session.destroy(run.results[0][1]);
  }
  session.destroy(lost.results[0][0]);
  EXPECT_EQ(session.values<float>(kept.results[0][0]), times(values, 51));
  session.destroy(kept.results[0][0]);
}

/// What is asked while others work.
void ask(Common &common, int number) {
  Session &session = common.session;
  Caller caller = Caller::Same;
  WEFT_ARGS(stats, PJRT_Device_MemoryStats);
  stats->device = session.devices[0];
  expectOk(api().PJRT_Device_MemoryStats(stats.get()));
  EXPECT_GE(stats->bytes_in_use, 16);
  WEFT_ARGS(hold, PJRT_Buffer_IncreaseExternalReferenceCount);
  hold->buffer = common.ones;
  expectOk(api().PJRT_Buffer_IncreaseExternalReferenceCount(hold.get()));
  WEFT_ARGS(pointer, PJRT_Buffer_OpaqueDeviceMemoryDataPointer);
  pointer->buffer = common.ones;
  expectOk(api().PJRT_Buffer_OpaqueDeviceMemoryDataPointer(pointer.get()));
  EXPECT_EQ(static_cast<float *>(pointer->device_memory_ptr)[3], 1.0f);
  WEFT_ARGS(release, PJRT_Buffer_DecreaseExternalReferenceCount);
  release->buffer = common.ones;
  expectOk(api().PJRT_Buffer_DecreaseExternalReferenceCount(release.get()));
  PJRT_Memory *memory = session.defaultMemory();
  static int keys[threadCount];
  int value = number;
  int *key = &keys[static_cast<size_t>(number) % threadCount];
  memory->vtable->set_user_data(memory, key, key, nullptr);
  EXPECT_EQ(memory->vtable->get_user_data(memory, key), key);
  EXPECT_EQ(memory->vtable->get_user_data(memory, &value), nullptr);
  EXPECT_EQ(finish(session.readyEvent(common.ones)).code, PJRT_Error_Code_OK);
}

/// A run is started on a promise, which is kept afterwards.
void promise(Common &common, int number) {
  Session &session = common.session;
  std::vector<float> values = row(static_cast<float>(number));
  Caller caller = Caller::Same;
  std::vector<int64_t> dimensions = {4};
  WEFT_ARGS(alias, PJRT_Client_CreateAliasBuffer);
  alias->client = session.client;
  alias->memory = session.defaultMemory();
  alias->shape_dims = dimensions.data();
  alias->shape_num_dims = 1;
  alias->shape_element_type = PJRT_Buffer_Type_F32;
  alias->shape_layout = nullptr;
  expectOk(api().PJRT_Client_CreateAliasBuffer(alias.get()));
  Launch run = session.launch(common.twice, {{alias->alias_buffer}});
  PJRT_Buffer *real = session.fromHost<float>(values, {4});
  WEFT_ARGS(fulfill, PJRT_Client_FulfillAliasBuffer);
  fulfill->client = session.client;
  fulfill->buffer = real;
  fulfill->status_code = PJRT_Error_Code_OK;
  fulfill->error_message = nullptr;
  fulfill->error_message_size = 0;
  fulfill->fulfill_alias_buffer_cb = alias->fulfill_alias_buffer_cb;
  expectOk(api().PJRT_Client_FulfillAliasBuffer(fulfill.get()));
  session.destroy(real);
  session.destroy(alias->alias_buffer);
  ASSERT_EQ(run.done.size(), 1u);
  EXPECT_EQ(finish(run.done[0]).code, PJRT_Error_Code_OK);
  EXPECT_EQ(session.values<float>(run.results[0][0]), times(values, 2));
  session.destroy(run.results[0][0]);
}

/// Runs of two devices that wait for each other.
void reduce(Common &common, int number) {
  Session &session = common.session;
  std::vector<float> values = row(static_cast<float>(number));
  PJRT_Buffer *here = session.fromHost<float>(values, {4});
  PJRT_Buffer *there =
      session.fromHost(values.data(), PJRT_Buffer_Type_F32, {4}, {}, 1);
  Launch run = session.launch(common.reduce, {{here}, {there}});
  session.destroy(here);
  session.destroy(there);
  ASSERT_EQ(run.done.size(), 2u);
  for (size_t device : {0, 1}) {
    EXPECT_EQ(finish(run.done[device]).code, PJRT_Error_Code_OK);
    EXPECT_EQ(session.values<float>(run.results[device][0]), times(values, 2));
    session.destroy(run.results[device][0]);
  }
}

constexpr Work works[] = {
    {"compileAndRun", 10, compileAndRun},
    {"donate", 20, donate},
    {"fail", 10, fail},
    {"copy", 20, copy},
    {"lend", 30, lend},
    {"chain", 30, chain},
    {"abandon", 10, abandon},
    {"ask", 100, ask},
    {"promise", 40, promise},
    {"reduce", 15, reduce},
};

class DriverThreadsWork : public testing::TestWithParam<Work> {};
INSTANTIATE_TEST_SUITE_P(Works, DriverThreadsWork, testing::ValuesIn(works),
                         [](const testing::TestParamInfo<Work> &info) {
                           return std::string(info.param.name);
                         });

TEST_P(DriverThreadsWork, InManyThreads) {
  Common common;
  Work work = GetParam();
  together(threadCount, [&](int thread) {
    for (int round = 0; round < work.rounds; ++round) {
      work.once(common, thread + threadCount * round);
    }
  });
}

/// With the threads of the machine, with none, and with more.
TEST(DriverThreads, DoDifferentThings) {
  for (int64_t threads : {0, 1, 5}) {
    Common common(threads);
    together(static_cast<int>(std::size(works)), [&](int thread) {
      const Work &work = works[thread];
      for (int round = 0; round < work.rounds; ++round) {
        work.once(common, round);
      }
    });
  }
}

//===----------------------------------------------------------------------===//
// Clients
//===----------------------------------------------------------------------===//

/// Each thread has a client, which goes while its program runs.
TEST(DriverThreads, MakeAndDestroyClients) {
  together(threadCount, [](int thread) {
    for (int round = 0; round < 2; ++round) {
      auto session = std::make_unique<Session>();
      PJRT_LoadedExecutable *loop = session->compile(loopProgram);
      ASSERT_NE(loop, nullptr);
      PJRT_Buffer *argument = session->fromHost<float>(
          row(static_cast<float>(thread + round)), {4});
      Launch run = session->launch(loop, {{argument}});
      ASSERT_EQ(run.done.size(), 1u);
      session->destroy(loop);
      session->destroy(argument);
      session->destroy(run.results[0][1]);
      PJRT_Buffer *result = run.results[0][0];
      Caller caller = Caller::Same;
      float first = 0;
      WEFT_ARGS(raw, PJRT_Buffer_CopyRawToHost);
      raw->buffer = result;
      raw->dst = &first;
      raw->offset = 0;
      raw->transfer_size = sizeof(first);
      expectOk(api().PJRT_Buffer_CopyRawToHost(raw.get()));
      session.reset();
      EXPECT_EQ(finish(raw->event).code, PJRT_Error_Code_OK);
      EXPECT_EQ(first, 51.0f * static_cast<float>(thread + round));
      WEFT_ARGS(destroy, PJRT_Buffer_Destroy);
      destroy->buffer = result;
      expectOk(api().PJRT_Buffer_Destroy(destroy.get()));
      drop(run.done[0]);
    }
  });
}

/// Clients that read and write the same few entries of one cache.
TEST(DriverThreads, ShareACache) {
  (void)api();
  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      ("weft_threads_cache_" + std::to_string(::getpid()));
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", folder.c_str(), 1);
  together(threadCount, [](int thread) {
    Common common;
    for (int round = 0; round < 3; ++round) {
      compileAndRun(common, round);
    }
  });
  setenv("WEFT_CACHE", "0", 1);
  unsetenv("WEFT_CACHE_DIR");
  EXPECT_FALSE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace weft::pjrt::test
