// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/test/Driver.h"

namespace weft::pjrt::test {
namespace {

class DriverBufferTest : public testing::TestWithParam<Caller> {
protected:
  Caller caller = GetParam();
};

INSTANTIATE_TEST_SUITE_P(Callers, DriverBufferTest,
                         testing::Values(Caller::Same, Caller::Older,
                                         Caller::Newer),
                         callerName);

TEST_P(DriverBufferTest, ReadsAnyStrides) {
  Session session(caller);
  std::vector<int32_t> data = {0, 1, 2, 3, 4, 5};
  struct Case {
    size_t first;
    std::vector<int64_t> dimensions;
    std::vector<int64_t> strides;
    std::vector<int32_t> expected;
  };
  const std::vector<Case> cases = {
      {0, {2, 3}, {12, 4}, {0, 1, 2, 3, 4, 5}},
      {5, {2, 3}, {-12, -4}, {5, 4, 3, 2, 1, 0}},
      {2, {2, 3}, {12, -4}, {2, 1, 0, 5, 4, 3}},
      {0, {3, 2}, {4, 12}, {0, 3, 1, 4, 2, 5}},
      {1, {2, 3}, {0, 4}, {1, 2, 3, 1, 2, 3}},
      {0, {3}, {8}, {0, 2, 4}},
      {3, {}, {}, {3}},
      {0, {0, 3}, {12, 4}, {}},
  };
  for (const Case &one : cases) {
    PJRT_Buffer *buffer =
        session.fromHost(data.data() + one.first, PJRT_Buffer_Type_S32,
                         one.dimensions, one.strides);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(session.values<int32_t>(buffer), one.expected);
    session.destroy(buffer);
  }
}

TEST_P(DriverBufferTest, CarriesEveryElementType) {
  Session session(caller);
  for (unsigned type = PJRT_Buffer_Type_PRED; type <= PJRT_Buffer_Type_F6E3M2FN;
       ++type) {
    if (type == PJRT_Buffer_Type_TOKEN) {
      continue;
    }
    // Values that every type holds, one element per byte if narrower.
    std::vector<char> bytes(3 * 16, 0);
    std::vector<int64_t> dimensions = {3};
    PJRT_Buffer *buffer = session.fromHost(
        bytes.data(), static_cast<PJRT_Buffer_Type>(type), dimensions);
    ASSERT_NE(buffer, nullptr) << type;
    WEFT_ARGS(element, PJRT_Buffer_ElementType);
    element->buffer = buffer;
    expectOk(api().PJRT_Buffer_ElementType(element.get()));
    EXPECT_EQ(element->type, type);
    std::vector<char> back = session.toHost(buffer);
    EXPECT_EQ(back, std::vector<char>(back.size(), 0)) << type;
    EXPECT_GE(back.size(), 3u);
    session.destroy(buffer);
  }
  std::vector<int8_t> nibbles = {-8, -1, 0, 7};
  PJRT_Buffer *buffer =
      session.fromHost(nibbles.data(), PJRT_Buffer_Type_S4, {4});
  EXPECT_EQ(session.values<int8_t>(buffer), nibbles);
  session.destroy(buffer);
  Failure failure;
  EXPECT_EQ(session.fromHost(nibbles.data(), static_cast<PJRT_Buffer_Type>(77),
                             {4}, {}, 0, &failure),
            nullptr);
  EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT);
}

TEST_P(DriverBufferTest, KeepsZeroCopyMemoryUntilTheEnd) {
  Session session(caller);
  alignas(64) static float data[16] = {3, 1, 4, 1, 5};
  std::vector<int64_t> dimensions = {16};
  WEFT_ARGS(from, PJRT_Client_BufferFromHostBuffer);
  from->client = session.client;
  from->data = data;
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
  static bool done = false;
  done = false;
  WEFT_ARGS(on, PJRT_Event_OnReady);
  on->event = from->done_with_host_buffer;
  on->callback = [](PJRT_Error *error, void *flag) {
    expectOk(error);
    *static_cast<bool *>(flag) = true;
  };
  on->user_arg = &done;
  expectOk(api().PJRT_Event_OnReady(on.get()));
  EXPECT_EQ(session.values<float>(from->buffer)[4], 5.0f);
  session.destroy(from->buffer);
  EXPECT_EQ(finish(from->done_with_host_buffer).code, PJRT_Error_Code_OK);
  EXPECT_TRUE(done);
}

TEST_P(DriverBufferTest, ShowsItsMemory) {
  Session session(caller);
  PJRT_Buffer *buffer = session.fromHost<float>({1, 2, 3}, {3});
  WEFT_ARGS(cpu, PJRT_Buffer_IsOnCpu);
  cpu->buffer = buffer;
  expectOk(api().PJRT_Buffer_IsOnCpu(cpu.get()));
  EXPECT_TRUE(cpu->is_on_cpu);
  WEFT_ARGS(hold, PJRT_Buffer_IncreaseExternalReferenceCount);
  hold->buffer = buffer;
  expectOk(api().PJRT_Buffer_IncreaseExternalReferenceCount(hold.get()));
  WEFT_ARGS(pointer, PJRT_Buffer_OpaqueDeviceMemoryDataPointer);
  pointer->buffer = buffer;
  expectOk(api().PJRT_Buffer_OpaqueDeviceMemoryDataPointer(pointer.get()));
  WEFT_ARGS(address, PJRT_Buffer_UnsafePointer);
  address->buffer = buffer;
  expectOk(api().PJRT_Buffer_UnsafePointer(address.get()));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer->device_memory_ptr),
            address->buffer_pointer);
  // Deleting does not take the bytes from under an external reference.
  WEFT_ARGS(remove, PJRT_Buffer_Delete);
  remove->buffer = buffer;
  expectOk(api().PJRT_Buffer_Delete(remove.get()));
  EXPECT_TRUE(session.isDeleted(buffer));
  EXPECT_EQ(static_cast<float *>(pointer->device_memory_ptr)[1], 2.0f);
  WEFT_ARGS(release, PJRT_Buffer_DecreaseExternalReferenceCount);
  release->buffer = buffer;
  expectOk(api().PJRT_Buffer_DecreaseExternalReferenceCount(release.get()));
  Failure failure;
  session.toHost(buffer, &failure);
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  session.destroy(buffer);
}

TEST_P(DriverBufferTest, CopiesBetweenDevices) {
  Session session(caller);
  PJRT_Buffer *buffer = session.fromHost<float>({1, 2, 3}, {3});
  WEFT_ARGS(copy, PJRT_Buffer_CopyToMemory);
  copy->buffer = buffer;
  copy->dst_memory = session.defaultMemory(1);
  expectOk(api().PJRT_Buffer_CopyToMemory(copy.get()));
  WEFT_ARGS(memory, PJRT_Buffer_Memory);
  memory->buffer = copy->dst_buffer;
  expectOk(api().PJRT_Buffer_Memory(memory.get()));
  EXPECT_EQ(memory->memory, session.defaultMemory(1));
  WEFT_ARGS(device, PJRT_Buffer_Device);
  device->buffer = copy->dst_buffer;
  expectOk(api().PJRT_Buffer_Device(device.get()));
  EXPECT_EQ(device->device, session.devices[1]);
  session.destroy(buffer);
  EXPECT_EQ(session.values<float>(copy->dst_buffer),
            (std::vector<float>{1, 2, 3}));
  session.destroy(copy->dst_buffer);

  Session other(caller);
  PJRT_Buffer *here = session.fromHost<float>({1}, {1});
  WEFT_ARGS(across, PJRT_Buffer_CopyToMemory);
  across->buffer = here;
  across->dst_memory = other.defaultMemory();
  EXPECT_EQ(take(api().PJRT_Buffer_CopyToMemory(across.get())).code,
            PJRT_Error_Code_UNIMPLEMENTED);
  session.destroy(here);
}

TEST_P(DriverBufferTest, CopiesRawBytes) {
  Session session(caller);
  PJRT_Buffer *buffer = session.fromHost<int32_t>({1, 2, 3, 4}, {4});
  int32_t two[2] = {};
  WEFT_ARGS(raw, PJRT_Buffer_CopyRawToHost);
  raw->buffer = buffer;
  raw->dst = two;
  raw->offset = 4;
  raw->transfer_size = 8;
  expectOk(api().PJRT_Buffer_CopyRawToHost(raw.get()));
  EXPECT_EQ(finish(raw->event).code, PJRT_Error_Code_OK);
  EXPECT_EQ(two[0], 2);
  EXPECT_EQ(two[1], 3);
  WEFT_ARGS(later, PJRT_Buffer_CopyRawToHostFuture);
  later->buffer = buffer;
  later->offset = 12;
  later->transfer_size = 4;
  expectOk(api().PJRT_Buffer_CopyRawToHostFuture(later.get()));
  int32_t last = 0;
  PJRT_Buffer_CopyRawToHostFuture_Callback_Args ready = {};
  ready.struct_size = PJRT_Buffer_CopyRawToHostFuture_Callback_Args_STRUCT_SIZE;
  ready.callback_data = later->callback_data;
  ready.dst = &last;
  later->future_ready_callback(&ready);
  EXPECT_EQ(finish(later->event).code, PJRT_Error_Code_OK);
  EXPECT_EQ(last, 4);
  WEFT_ARGS(beyond, PJRT_Buffer_CopyRawToHost);
  beyond->buffer = buffer;
  beyond->dst = two;
  beyond->offset = 12;
  beyond->transfer_size = 8;
  Failure failure = take(api().PJRT_Buffer_CopyRawToHost(beyond.get()));
  if (failure.code == PJRT_Error_Code_OK) {
    failure = finish(beyond->event);
  }
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  session.destroy(buffer);
}

TEST_P(DriverBufferTest, TransfersInPieces) {
  Session session(caller);
  std::vector<int64_t> dimensions = {4};
  PJRT_ShapeSpec shapes[2];
  std::memset(shapes, poison, sizeof(shapes));
  for (PJRT_ShapeSpec &shape : shapes) {
    shape.struct_size = PJRT_ShapeSpec_STRUCT_SIZE;
    shape.dims = dimensions.data();
    shape.num_dims = 1;
    shape.element_type = PJRT_Buffer_Type_S32;
  }
  WEFT_ARGS(create, PJRT_Client_CreateBuffersForAsyncHostToDevice);
  create->client = session.client;
  create->shape_specs = shapes;
  create->num_shape_specs = 2;
  create->device_layouts = nullptr;
  create->num_device_layouts = 0;
  create->memory = session.defaultMemory();
  expectOk(api().PJRT_Client_CreateBuffersForAsyncHostToDevice(create.get()));
  PJRT_Buffer *buffers[2] = {};
  for (int i = 0; i < 2; ++i) {
    WEFT_ARGS(get, PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer);
    get->transfer_manager = create->transfer_manager;
    get->buffer_index = i;
    expectOk(
        api().PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer(get.get()));
    buffers[i] = get->buffer_out;
  }
  const int32_t data[4] = {7, 8, 9, 10};
  for (int64_t half : {1, 0}) {
    WEFT_ARGS(piece, PJRT_AsyncHostToDeviceTransferManager_TransferData);
    piece->transfer_manager = create->transfer_manager;
    piece->buffer_index = 0;
    piece->data = data + 2 * half;
    piece->offset = 8 * half;
    piece->transfer_size = 8;
    piece->is_last_transfer = half == 0;
    expectOk(
        api().PJRT_AsyncHostToDeviceTransferManager_TransferData(piece.get()));
    EXPECT_EQ(finish(piece->done_with_h2d_transfer).code, PJRT_Error_Code_OK);
  }
  EXPECT_EQ(session.values<int32_t>(buffers[0]),
            (std::vector<int32_t>{7, 8, 9, 10}));
  // The second never comes.
  WEFT_ARGS(destroy, PJRT_AsyncHostToDeviceTransferManager_Destroy);
  destroy->transfer_manager = create->transfer_manager;
  expectOk(api().PJRT_AsyncHostToDeviceTransferManager_Destroy(destroy.get()));
  Failure failure;
  session.toHost(buffers[1], &failure);
  EXPECT_EQ(failure.code, PJRT_Error_Code_CANCELLED);
  session.destroy(buffers[0]);
  session.destroy(buffers[1]);
}

TEST_P(DriverBufferTest, PiecesMayComeAfterTheDeletion) {
  Session session(caller);
  std::vector<int64_t> dimensions = {4};
  PJRT_ShapeSpec shape;
  std::memset(&shape, poison, sizeof(shape));
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
  session.remove(get->buffer_out);
  const int32_t data[4] = {7, 8, 9, 10};
  WEFT_ARGS(piece, PJRT_AsyncHostToDeviceTransferManager_TransferData);
  piece->transfer_manager = create->transfer_manager;
  piece->buffer_index = 0;
  piece->data = data;
  piece->offset = 0;
  piece->transfer_size = 16;
  piece->is_last_transfer = true;
  expectOk(
      api().PJRT_AsyncHostToDeviceTransferManager_TransferData(piece.get()));
  EXPECT_EQ(finish(piece->done_with_h2d_transfer).code, PJRT_Error_Code_OK);
  EXPECT_EQ(take(api().PJRT_AsyncHostToDeviceTransferManager_TransferData(
                     piece.get()))
                .code,
            PJRT_Error_Code_FAILED_PRECONDITION);
  WEFT_ARGS(destroy, PJRT_AsyncHostToDeviceTransferManager_Destroy);
  destroy->transfer_manager = create->transfer_manager;
  expectOk(api().PJRT_AsyncHostToDeviceTransferManager_Destroy(destroy.get()));
  session.destroy(get->buffer_out);
}

TEST_P(DriverBufferTest, PromisesContents) {
  Session session(caller);
  std::vector<int64_t> dimensions = {2};
  WEFT_ARGS(alias, PJRT_Client_CreateAliasBuffer);
  alias->client = session.client;
  alias->memory = session.defaultMemory();
  alias->shape_dims = dimensions.data();
  alias->shape_num_dims = 1;
  alias->shape_element_type = PJRT_Buffer_Type_F32;
  alias->shape_layout = nullptr;
  expectOk(api().PJRT_Client_CreateAliasBuffer(alias.get()));
  WEFT_ARGS(ready, PJRT_Buffer_ReadyEvent);
  ready->buffer = alias->alias_buffer;
  expectOk(api().PJRT_Buffer_ReadyEvent(ready.get()));
  WEFT_ARGS(is, PJRT_Event_IsReady);
  is->event = ready->event;
  expectOk(api().PJRT_Event_IsReady(is.get()));
  EXPECT_FALSE(is->is_ready);
  PJRT_Buffer *real = session.fromHost<float>({5, 6}, {2});
  WEFT_ARGS(fulfill, PJRT_Client_FulfillAliasBuffer);
  fulfill->client = session.client;
  fulfill->buffer = real;
  fulfill->status_code = PJRT_Error_Code_OK;
  fulfill->error_message = nullptr;
  fulfill->error_message_size = 0;
  fulfill->fulfill_alias_buffer_cb = alias->fulfill_alias_buffer_cb;
  expectOk(api().PJRT_Client_FulfillAliasBuffer(fulfill.get()));
  EXPECT_EQ(finish(ready->event).code, PJRT_Error_Code_OK);
  EXPECT_EQ(session.values<float>(alias->alias_buffer),
            (std::vector<float>{5, 6}));

  WEFT_ARGS(donate, PJRT_Buffer_DonateWithControlDependency);
  donate->buffer = real;
  expectOk(api().PJRT_Buffer_DonateWithControlDependency(donate.get()));
  EXPECT_TRUE(session.isDeleted(real));
  PJRT_Buffer_DonateWithControlDependency_Callback_Args done = {};
  done.struct_size =
      PJRT_Buffer_DonateWithControlDependency_Callback_Args_STRUCT_SIZE;
  done.callback_data = donate->callback_data;
  donate->dependency_ready_callback(&done);
  EXPECT_EQ(session.values<float>(donate->out_buffer),
            (std::vector<float>{5, 6}));
  for (PJRT_Buffer *buffer : {alias->alias_buffer, real, donate->out_buffer}) {
    session.destroy(buffer);
  }

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
  Failure failure;
  session.toHost(error->buffer, &failure);
  EXPECT_EQ(failure.code, PJRT_Error_Code_DATA_LOSS);
  EXPECT_NE(failure.message.find("gone"), std::string::npos);
  session.destroy(error->buffer);
}

TEST_P(DriverBufferTest, ViewsForeignMemory) {
  Session session(caller);
  alignas(64) static float data[4] = {1, 2, 3, 4};
  static int released = 0;
  released = 0;
  std::vector<int64_t> dimensions = {4};
  WEFT_ARGS(view, PJRT_Client_CreateViewOfDeviceBuffer);
  view->client = session.client;
  view->device_buffer_ptr = data;
  view->dims = dimensions.data();
  view->num_dims = 1;
  view->element_type = PJRT_Buffer_Type_F32;
  view->layout = nullptr;
  view->device = session.devices[0];
  view->on_delete_callback = [](void *, void *) { ++released; };
  view->on_delete_callback_arg = nullptr;
  view->stream = 0;
  view->memory = nullptr;
  expectOk(api().PJRT_Client_CreateViewOfDeviceBuffer(view.get()));
  EXPECT_EQ(session.values<float>(view->buffer),
            (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(released, 0);
  session.destroy(view->buffer);
  EXPECT_EQ(released, 1);
}

TEST_P(DriverBufferTest, SpeaksOfLayouts) {
  Session session(caller);
  const PJRT_Layouts_Extension *layouts = nullptr;
  for (PJRT_Extension_Base *extension = api().extension_start;
       extension != nullptr; extension = extension->next) {
    if (extension->type == PJRT_Extension_Type_Layouts) {
      layouts = reinterpret_cast<PJRT_Layouts_Extension *>(extension);
    }
  }
  ASSERT_NE(layouts, nullptr);
  std::vector<int64_t> dimensions = {2, 3};
  WEFT_ARGS(standard, PJRT_Layouts_PJRT_Client_GetDefaultLayout);
  standard->client = session.client;
  standard->type = PJRT_Buffer_Type_F32;
  standard->dims = dimensions.data();
  standard->num_dims = 2;
  expectOk(layouts->PJRT_Layouts_PJRT_Client_GetDefaultLayout(standard.get()));
  WEFT_ARGS(text, PJRT_Layouts_MemoryLayout_Serialize);
  text->layout = standard->layout;
  expectOk(layouts->PJRT_Layouts_MemoryLayout_Serialize(text.get()));
  EXPECT_EQ(std::string(text->serialized_bytes, text->serialized_bytes_size),
            "{1,0}");
  text->serialized_layout_deleter(text->serialized_layout);
  WEFT_ARGS(destroy, PJRT_Layouts_MemoryLayout_Destroy);
  destroy->layout = standard->layout;
  expectOk(layouts->PJRT_Layouts_MemoryLayout_Destroy(destroy.get()));
}

} // namespace
} // namespace weft::pjrt::test
