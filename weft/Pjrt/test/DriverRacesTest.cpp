// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several threads at the same buffer, program or event.

#include "weft/Pjrt/test/Threads.h"

#include <atomic>

namespace weft::pjrt::test {
namespace {

TEST(DriverRaces, DeleteWhatOthersUse) {
  Common common;
  Session &session = common.session;
  for (int round = 0; round < 50; ++round) {
    PJRT_Buffer *a = session.fromHost<float>({1, 2, 3, 4}, {4});
    together(2, [&](int thread) {
      if (thread == 0) {
        session.remove(a);
        return;
      }
      Failure failure;
      Launch run = session.launch(common.twice, {{a}}, &failure);
      if (failure.code == PJRT_Error_Code_OK) {
        EXPECT_EQ(finish(run.done[0]).code, PJRT_Error_Code_OK);
        EXPECT_EQ(session.values<float>(run.results[0][0])[3], 8.0f);
        session.destroy(run.results[0][0]);
      }
    });
    session.destroy(a);
  }
}

/// One gets it, and whoever reads finds either nothing or what was there
/// before the run wrote its result over it.
TEST(DriverRaces, DonateOneBuffer) {
  Common common;
  Session &session = common.session;
  for (int round = 0; round < 20; ++round) {
    PJRT_Buffer *buffer = session.fromHost<float>({5, 6, 7, 8}, {4});
    std::atomic<int> winners = 0;
    together(threadCount, [&](int thread) {
      Failure failure;
      if (thread % 2 == 0) {
        std::vector<char> bytes = session.toHost(buffer, &failure);
        if (failure.code == PJRT_Error_Code_OK) {
          float values[4];
          std::memcpy(values, bytes.data(), sizeof(values));
          EXPECT_EQ(values[1], 6.0f);
        }
        return;
      }
      Launch run =
          session.launch(common.step, {{buffer, common.ones}}, &failure);
      if (failure.code != PJRT_Error_Code_OK) {
        EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT);
        return;
      }
      ++winners;
      drop(run.done[0]);
      EXPECT_EQ(session.values<float>(run.results[0][0]),
                (std::vector<float>{6, 7, 8, 9}));
      session.destroy(run.results[0][0]);
    });
    EXPECT_EQ(winners, 1);
    session.destroy(buffer);
  }
}

TEST(DriverRaces, DeleteAProgramThatOthersRun) {
  Common common;
  Session &session = common.session;
  for (int round = 0; round < 10; ++round) {
    PJRT_LoadedExecutable *executable =
        session.load(session.serialize(common.loop));
    together(threadCount, [&](int thread) {
      if (thread == 0) {
        Caller caller = Caller::Same;
        WEFT_ARGS(end, PJRT_LoadedExecutable_Delete);
        end->executable = executable;
        expectOk(api().PJRT_LoadedExecutable_Delete(end.get()));
        return;
      }
      Failure failure;
      Launch run = session.launch(executable, {{common.ones}}, &failure);
      if (failure.code == PJRT_Error_Code_OK) {
        EXPECT_EQ(finish(run.done[0]).code, PJRT_Error_Code_OK);
        EXPECT_EQ(session.values<float>(run.results[0][0])[0], 51.0f);
        session.destroy(run.results[0][0]);
        session.destroy(run.results[0][1]);
      }
    });
    session.destroy(executable);
  }
}

/// Who waits for an event may destroy it before the call that sets it has
/// returned.
TEST(DriverRaces, DestroyTheEventThatIsBeingSet) {
  Caller caller = Caller::Same;
  for (int round = 0; round < 200; ++round) {
    WEFT_ARGS(create, PJRT_Event_Create);
    expectOk(api().PJRT_Event_Create(create.get()));
    PJRT_Event *event = create->event;
    together(2, [&](int thread) {
      if (thread == 0) {
        WEFT_ARGS(set, PJRT_Event_Set);
        set->event = event;
        set->error_code = PJRT_Error_Code_OK;
        set->error_message = nullptr;
        set->error_message_size = 0;
        expectOk(api().PJRT_Event_Set(set.get()));
        return;
      }
      WEFT_ARGS(ready, PJRT_Event_IsReady);
      ready->event = event;
      expectOk(api().PJRT_Event_IsReady(ready.get()));
      while (!ready->is_ready) {
        std::this_thread::yield();
        expectOk(api().PJRT_Event_IsReady(ready.get()));
      }
      drop(event);
    });
  }
}

TEST(DriverRaces, WaitForOneEvent) {
  Common common;
  Session &session = common.session;
  Caller caller = Caller::Same;
  for (int round = 0; round < 20; ++round) {
    WEFT_ARGS(create, PJRT_Event_Create);
    expectOk(api().PJRT_Event_Create(create.get()));
    PJRT_Event *event = create->event;
    std::atomic<int> calls = 0;
    Gate called(threadCount - 1);
    together(threadCount, [&](int thread) {
      if (thread == 0) {
        WEFT_ARGS(set, PJRT_Event_Set);
        set->event = event;
        set->error_code = PJRT_Error_Code_ABORTED;
        set->error_message = "stop";
        set->error_message_size = 4;
        expectOk(api().PJRT_Event_Set(set.get()));
        return;
      }
      struct Counters {
        std::atomic<int> *calls;
        Gate *called;
      } counters{&calls, &called};
      WEFT_ARGS(on, PJRT_Event_OnReady);
      on->event = event;
      on->callback = [](PJRT_Error *error, void *argument) {
        auto *counters = static_cast<Counters *>(argument);
        EXPECT_EQ(take(error).message, "stop");
        ++*counters->calls;
        counters->called->arrive();
      };
      on->user_arg = &counters;
      expectOk(api().PJRT_Event_OnReady(on.get()));
      WEFT_ARGS(await, PJRT_Event_Await);
      await->event = event;
      Failure failure = take(api().PJRT_Event_Await(await.get()));
      EXPECT_EQ(failure.code, PJRT_Error_Code_ABORTED);
      EXPECT_EQ(failure.message, "stop");
      called.wait();
    });
    EXPECT_EQ(calls, threadCount - 1);
    EXPECT_EQ(finish(event).code, PJRT_Error_Code_ABORTED);
  }
  EXPECT_EQ(session.values<float>(common.ones)[0], 1.0f);
}

/// The pieces of one buffer come from everywhere.
TEST(DriverRaces, FillOneBuffer) {
  Session session;
  Caller caller = Caller::Same;
  for (int round = 0; round < 20; ++round) {
    std::vector<int64_t> dimensions = {threadCount};
    PJRT_ShapeSpec shape = {};
    shape.struct_size = PJRT_ShapeSpec_STRUCT_SIZE;
    shape.dims = dimensions.data();
    shape.num_dims = 1;
    shape.element_type = PJRT_Buffer_Type_S32;
    WEFT_ARGS(create, PJRT_Client_CreateBuffersForAsyncHostToDevice);
    create->client = session.client;
    create->shape_specs = &shape;
    create->num_shape_specs = 1;
    create->device_layouts = nullptr;
    create->num_device_layouts = 0;
    create->memory = session.defaultMemory();
    expectOk(api().PJRT_Client_CreateBuffersForAsyncHostToDevice(create.get()));
    WEFT_ARGS(get, PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer);
    get->transfer_manager = create->transfer_manager;
    get->buffer_index = 0;
    expectOk(
        api().PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer(get.get()));
    std::atomic<int> come = 0;
    std::atomic<int> sent = 0;
    together(threadCount + 1, [&](int thread) {
      if (thread == threadCount) {
        EXPECT_EQ(session.values<int32_t>(get->buffer_out),
                  (std::vector<int32_t>{0, 1, 2, 3, 4, 5}));
        return;
      }
      // The last to come sends his piece as the last.
      bool last = ++come == threadCount;
      while (last && sent != threadCount - 1) {
        std::this_thread::yield();
      }
      WEFT_ARGS(piece, PJRT_AsyncHostToDeviceTransferManager_TransferData);
      piece->transfer_manager = create->transfer_manager;
      piece->buffer_index = 0;
      piece->data = &thread;
      piece->offset = thread * static_cast<int64_t>(sizeof(int32_t));
      piece->transfer_size = sizeof(int32_t);
      piece->is_last_transfer = last;
      expectOk(api().PJRT_AsyncHostToDeviceTransferManager_TransferData(
          piece.get()));
      EXPECT_EQ(finish(piece->done_with_h2d_transfer).code, PJRT_Error_Code_OK);
      ++sent;
    });
    WEFT_ARGS(destroy, PJRT_AsyncHostToDeviceTransferManager_Destroy);
    destroy->transfer_manager = create->transfer_manager;
    expectOk(
        api().PJRT_AsyncHostToDeviceTransferManager_Destroy(destroy.get()));
    session.destroy(get->buffer_out);
  }
}

} // namespace
} // namespace weft::pjrt::test
