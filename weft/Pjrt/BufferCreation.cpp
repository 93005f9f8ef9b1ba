// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers from host memory, from memory of others, and buffers whose contents
// the caller promises for later.

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

#include <memory>

/// The promise to fill an alias buffer, or a buffer given away under a
/// condition. Kept once.
struct PJRT_FulfillAliasBufferCallback {
  weft::Ref<weft::runtime::Content> content;
  weft::ArrayType type;
};

namespace weft::pjrt {

StatusOr<runtime::Memory *>
chooseMemory(PJRT_Client &client, PJRT_Memory *memory, PJRT_Device *device) {
  runtime::Memory *chosen = nullptr;
  if (memory != nullptr) {
    chosen = &memoryOf(memory).memory;
  } else if (device != nullptr) {
    chosen = &device->device.defaultMemory();
  } else {
    return Status::invalidArgument("a new array needs a memory or a device");
  }
  if (&chosen->client() != client.client.get()) {
    return Status::invalidArgument(
        "the memory for a new array belongs to another client");
  }
  return chosen;
}

static Status
bufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Memory * memory,
                        chooseMemory(*args.client, args.memory, args.device));
  WEFT_ASSIGN_OR_RETURN(
      ArrayType type,
      readArrayType(args.type, args.dims, args.num_dims, args.device_layout));
  runtime::HostArray array;
  array.data = args.data;
  array.element = type.element;
  array.dimensions = type.dimensions;
  if (args.byte_strides != nullptr && args.num_byte_strides != 0) {
    array.byteStrides.emplace(args.byte_strides, args.num_byte_strides);
  }
  if (args.host_buffer_semantics > PJRT_HostBufferSemantics_kMutableZeroCopy) {
    return Status::invalidArgument(
        "host buffer semantics " +
        std::to_string(static_cast<int>(args.host_buffer_semantics)) +
        " are not known");
  }
  auto semantics =
      static_cast<runtime::HostSemantics>(args.host_buffer_semantics);
  Ref<runtime::Event> done;
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Buffer> buffer,
                        args.client->client->fromHost(
                            array, *memory, semantics, done,
                            std::span<const int64_t>(type.minorToMajor)));
  args.done_with_host_buffer = handEvent(std::move(done));
  args.buffer =
      handBuffer(std::move(buffer), Ref<PJRT_Client>::share(args.client));
  return Status::success();
}

static Status
createViewOfDeviceBuffer(PJRT_Client_CreateViewOfDeviceBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Memory * memory,
                        chooseMemory(*args.client, args.memory, args.device));
  WEFT_ASSIGN_OR_RETURN(
      ArrayType type,
      readArrayType(args.element_type, args.dims, args.num_dims, args.layout));
  std::function<void()> release;
  if (args.on_delete_callback != nullptr) {
    release =
        [callback = args.on_delete_callback, data = args.device_buffer_ptr,
         argument = args.on_delete_callback_arg] { callback(data, argument); };
  }
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Buffer> buffer,
                        args.client->client->createView(
                            args.device_buffer_ptr, std::move(type), *memory,
                            std::move(release), args.stream));
  args.buffer =
      handBuffer(std::move(buffer), Ref<PJRT_Client>::share(args.client));
  return Status::success();
}

static Status
createUninitializedBuffer(PJRT_Client_CreateUninitializedBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Memory * memory,
                        chooseMemory(*args.client, args.memory, args.device));
  WEFT_ASSIGN_OR_RETURN(ArrayType type,
                        readArrayType(args.shape_element_type, args.shape_dims,
                                      args.shape_num_dims, args.shape_layout));
  WEFT_ASSIGN_OR_RETURN(
      Ref<runtime::Buffer> buffer,
      args.client->client->createUninitialized(std::move(type), *memory));
  args.buffer =
      handBuffer(std::move(buffer), Ref<PJRT_Client>::share(args.client));
  return Status::success();
}

static Status createErrorBuffer(PJRT_Client_CreateErrorBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Memory * memory,
                        chooseMemory(*args.client, args.memory, nullptr));
  WEFT_ASSIGN_OR_RETURN(ArrayType type,
                        readArrayType(args.shape_element_type, args.shape_dims,
                                      args.shape_num_dims, args.shape_layout));
  Status error =
      statusFrom(args.error_code, args.error_message, args.error_message_size);
  if (error.ok()) {
    return Status::invalidArgument(
        "a buffer in place of an array that failed needs an error");
  }
  args.buffer = handBuffer(args.client->client->createFailed(
                               std::move(type), *memory, std::move(error)),
                           Ref<PJRT_Client>::share(args.client));
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Contents promised for later
//===----------------------------------------------------------------------===//

/// Gives `content` the bytes of `from` once they are there.
static void fulfill(Ref<runtime::Content> content, Ref<runtime::Content> from) {
  Ref<runtime::Event> ready = from->ready();
  ready->onReady([content = std::move(content),
                  from = std::move(from)](const Status &status) {
    if (status.ok() && from->hasStorage()) {
      content->provide(from->sharedStorage());
    }
    content->ready()->set(status);
  });
}

static Status createAliasBuffer(PJRT_Client_CreateAliasBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Memory * memory,
                        chooseMemory(*args.client, args.memory, nullptr));
  WEFT_ASSIGN_OR_RETURN(ArrayType type,
                        readArrayType(args.shape_element_type, args.shape_dims,
                                      args.shape_num_dims, args.shape_layout));
  auto content = makeRef<runtime::Content>(nullptr, runtime::Event::pending());
  args.alias_buffer =
      handBuffer(makeRef<runtime::Buffer>(type, *memory, content),
                 Ref<PJRT_Client>::share(args.client));
  args.fulfill_alias_buffer_cb =
      new PJRT_FulfillAliasBufferCallback{std::move(content), std::move(type)};
  return Status::success();
}

static Status fulfillAliasBuffer(PJRT_Client_FulfillAliasBuffer_Args &args) {
  if (args.fulfill_alias_buffer_cb == nullptr) {
    return Status::invalidArgument("there is no promise to keep");
  }
  std::unique_ptr<PJRT_FulfillAliasBufferCallback> promise(
      args.fulfill_alias_buffer_cb);
  auto fail = [&](Status status) {
    promise->content->ready()->set(status);
    return status;
  };
  if (args.status_code != PJRT_Error_Code_OK) {
    promise->content->ready()->set(statusFrom(
        args.status_code, args.error_message, args.error_message_size));
    return Status::success();
  }
  if (args.buffer == nullptr) {
    return fail(Status::invalidArgument(
        "an alias buffer is to be fulfilled without a buffer"));
  }
  const ArrayType &type = args.buffer->buffer->type();
  if (type != promise->type) {
    return fail(Status::invalidArgument(
        "an alias buffer of type " + promise->type.toString() +
        " cannot be fulfilled by one of type " + type.toString()));
  }
  auto content = args.buffer->buffer->acquireRead();
  if (!content.ok()) {
    return fail(content.status());
  }
  fulfill(std::move(promise->content), std::move(*content));
  return Status::success();
}

namespace {

/// A buffer given away; the receiver may use it once a condition holds.
struct ConditionalGift {
  Ref<runtime::Content> content;
  Ref<runtime::Content> given;
};

} // namespace

static void
dependencyReady(PJRT_Buffer_DonateWithControlDependency_Callback_Args *args) {
  std::unique_ptr<ConditionalGift> gift(
      static_cast<ConditionalGift *>(args->callback_data));
  if (args->error_code != PJRT_Error_Code_OK) {
    gift->content->ready()->set(statusFrom(
        args->error_code, args->error_message, args->error_message_size));
    return;
  }
  fulfill(std::move(gift->content), std::move(gift->given));
}

static Status bufferDonateWithControlDependency(
    PJRT_Buffer_DonateWithControlDependency_Args &args) {
  runtime::Buffer &buffer = *args.buffer->buffer;
  WEFT_ASSIGN_OR_RETURN(runtime::Donation donation, buffer.acquireDonation());
  auto content = makeRef<runtime::Content>(nullptr, runtime::Event::pending());
  args.out_buffer = handBuffer(
      makeRef<runtime::Buffer>(buffer.type(), buffer.memory(), content),
      args.buffer->client);
  args.callback_data = new ConditionalGift{std::move(content), donation.take()};
  args.dependency_ready_callback = dependencyReady;
  return Status::success();
}

void fillBufferCreationSlots(PJRT_Api &api) {
  api.PJRT_Client_BufferFromHostBuffer =
      entry<bufferFromHostBuffer,
            &PJRT_Client_BufferFromHostBuffer_Args::buffer>;
  api.PJRT_Client_CreateViewOfDeviceBuffer =
      entry<createViewOfDeviceBuffer,
            &PJRT_Client_CreateViewOfDeviceBuffer_Args::memory>;
  api.PJRT_Client_CreateUninitializedBuffer =
      entry<createUninitializedBuffer,
            &PJRT_Client_CreateUninitializedBuffer_Args::buffer>;
  api.PJRT_Client_CreateErrorBuffer =
      entry<createErrorBuffer, &PJRT_Client_CreateErrorBuffer_Args::buffer>;
  api.PJRT_Client_CreateAliasBuffer =
      entry<createAliasBuffer,
            &PJRT_Client_CreateAliasBuffer_Args::fulfill_alias_buffer_cb>;
  api.PJRT_Client_FulfillAliasBuffer =
      entry<fulfillAliasBuffer,
            &PJRT_Client_FulfillAliasBuffer_Args::fulfill_alias_buffer_cb>;
  api.PJRT_Buffer_DonateWithControlDependency =
      entry<bufferDonateWithControlDependency,
            &PJRT_Buffer_DonateWithControlDependency_Args::out_buffer>;
}

} // namespace weft::pjrt
