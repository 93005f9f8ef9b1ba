// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers in pieces: a manager makes buffers at once and is given their
// bytes later, in any order.

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

#include <cstring>

struct PJRT_AsyncHostToDeviceTransferManager {
  ~PJRT_AsyncHostToDeviceTransferManager() {
    for (weft::runtime::PendingBuffer &pending : buffers) {
      if (!pending.ready->isReady()) {
        pending.ready->set(weft::Status::cancelled(
            "the transfer manager was destroyed before all bytes came"));
      }
    }
  }

  weft::Ref<PJRT_Client> client;
  PJRT_Device *device = nullptr;
  std::vector<weft::runtime::PendingBuffer> buffers;
};

namespace weft::pjrt {

using Manager = PJRT_AsyncHostToDeviceTransferManager;

static StatusOr<runtime::PendingBuffer *> bufferAt(Manager &manager,
                                                   int index) {
  if (index < 0 || static_cast<size_t>(index) >= manager.buffers.size()) {
    return Status::invalidArgument(
        "there is no buffer " + std::to_string(index) +
        "; the transfer manager has " + std::to_string(manager.buffers.size()));
  }
  return &manager.buffers[static_cast<size_t>(index)];
}

static Status createBuffersForAsyncHostToDevice(
    PJRT_Client_CreateBuffersForAsyncHostToDevice_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::Memory * memory,
                        chooseMemory(*args.client, args.memory, nullptr));
  if (args.num_device_layouts != 0 &&
      args.num_device_layouts != args.num_shape_specs) {
    return Status::invalidArgument(
        std::to_string(args.num_shape_specs) + " shapes came with " +
        std::to_string(args.num_device_layouts) + " layouts");
  }
  auto manager = std::make_unique<Manager>();
  manager->client = Ref<PJRT_Client>::share(args.client);
  manager->device = args.client->handleOf(&memory->device());
  for (size_t i = 0; i < args.num_shape_specs; ++i) {
    const PJRT_ShapeSpec &shape = args.shape_specs[i];
    const PJRT_Buffer_MemoryLayout *layout =
        args.num_device_layouts == 0 ? nullptr : args.device_layouts[i];
    WEFT_ASSIGN_OR_RETURN(
        ArrayType type,
        readArrayType(shape.element_type, shape.dims, shape.num_dims, layout));
    WEFT_ASSIGN_OR_RETURN(
        runtime::PendingBuffer pending,
        args.client->client->createPending(std::move(type), *memory));
    manager->buffers.push_back(std::move(pending));
  }
  args.transfer_manager = manager.release();
  return Status::success();
}

static Status
managerDestroy(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args &args) {
  delete args.transfer_manager;
  return Status::success();
}

static Status
transferData(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::PendingBuffer * pending,
                        bufferAt(*args.transfer_manager, args.buffer_index));
  if (pending->ready->isReady()) {
    return Status::failedPrecondition(
        "buffer " + std::to_string(args.buffer_index) +
        " of a transfer manager is complete already");
  }
  uint64_t size = pending->buffer->byteSize();
  auto offset = static_cast<uint64_t>(args.offset);
  auto count = static_cast<uint64_t>(args.transfer_size);
  if (args.offset < 0 || args.transfer_size < 0 || offset > size ||
      count > size - offset) {
    return Status::outOfRange(
        std::to_string(args.transfer_size) + " bytes at offset " +
        std::to_string(args.offset) + " do not fit a buffer of " +
        std::to_string(size) + " bytes");
  }
  if (count != 0) {
    std::memcpy(static_cast<char *>(pending->data) + offset, args.data, count);
  }
  if (args.is_last_transfer) {
    pending->ready->set();
  }
  args.done_with_h2d_transfer = handEvent(runtime::Event::ready());
  return Status::success();
}

static Status transferLiteral(
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::PendingBuffer * pending,
                        bufferAt(*args.transfer_manager, args.buffer_index));
  WEFT_ASSIGN_OR_RETURN(ArrayType source,
                        readArrayType(args.shape_element_type, args.shape_dims,
                                      args.shape_num_dims, args.shape_layout));
  const ArrayType &type = pending->buffer->type();
  if (source.element != type.element || source.dimensions != type.dimensions) {
    return Status::invalidArgument("a literal of type " + source.toString() +
                                   " was given for a buffer of type " +
                                   type.toString());
  }
  if (pending->ready->isReady()) {
    return Status::failedPrecondition(
        "buffer " + std::to_string(args.buffer_index) +
        " of a transfer manager is complete already");
  }
  if (type.byteSize() != 0) {
    runtime::copyStrided(elementBytes(type.element), type.dimensions, args.data,
                         source.byteStrides(), pending->data,
                         type.byteStrides());
  }
  pending->ready->set();
  args.done_with_h2d_transfer = handEvent(runtime::Event::ready());
  return Status::success();
}

static Status retrieveBuffer(
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::PendingBuffer * pending,
                        bufferAt(*args.transfer_manager, args.buffer_index));
  args.buffer_out = handBuffer(pending->buffer, args.transfer_manager->client);
  return Status::success();
}

static Status
managerDevice(PJRT_AsyncHostToDeviceTransferManager_Device_Args &args) {
  args.device_out = args.transfer_manager->device;
  return Status::success();
}

static Status
bufferCount(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args &args) {
  args.buffer_count = args.transfer_manager->buffers.size();
  return Status::success();
}

static Status
bufferSize(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::PendingBuffer * pending,
                        bufferAt(*args.transfer_manager, args.buffer_index));
  args.buffer_size = pending->buffer->byteSize();
  return Status::success();
}

static Status setBufferError(
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args &args) {
  WEFT_ASSIGN_OR_RETURN(runtime::PendingBuffer * pending,
                        bufferAt(*args.transfer_manager, args.buffer_index));
  Status error =
      statusFrom(args.error_code, args.error_message, args.error_message_size);
  pending->ready->set(error.ok() ? Status::unknown("the transfer failed")
                                 : std::move(error));
  return Status::success();
}

/// For tools that trace transfers.
static Status
addMetadata(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args &) {
  return Status::success();
}

void fillTransferSlots(PJRT_Api &api) {
  api.PJRT_Client_CreateBuffersForAsyncHostToDevice = entry<
      createBuffersForAsyncHostToDevice,
      &PJRT_Client_CreateBuffersForAsyncHostToDevice_Args::transfer_manager>;
  api.PJRT_AsyncHostToDeviceTransferManager_Destroy = entry<
      managerDestroy,
      &PJRT_AsyncHostToDeviceTransferManager_Destroy_Args::transfer_manager>;
  api.PJRT_AsyncHostToDeviceTransferManager_TransferData =
      entry<transferData,
            &PJRT_AsyncHostToDeviceTransferManager_TransferData_Args::
                done_with_h2d_transfer>;
  api.PJRT_AsyncHostToDeviceTransferManager_TransferLiteral =
      entry<transferLiteral,
            &PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args::
                done_with_h2d_transfer>;
  api.PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer = entry<
      retrieveBuffer,
      &PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args::buffer_out>;
  api.PJRT_AsyncHostToDeviceTransferManager_Device =
      entry<managerDevice,
            &PJRT_AsyncHostToDeviceTransferManager_Device_Args::device_out>;
  api.PJRT_AsyncHostToDeviceTransferManager_BufferCount = entry<
      bufferCount,
      &PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args::buffer_count>;
  api.PJRT_AsyncHostToDeviceTransferManager_BufferSize = entry<
      bufferSize,
      &PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args::buffer_size>;
  api.PJRT_AsyncHostToDeviceTransferManager_SetBufferError =
      entry<setBufferError,
            &PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args::
                error_message_size>;
  api.PJRT_AsyncHostToDeviceTransferManager_AddMetadata = entry<
      addMetadata,
      &PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args::num_metadata>;
}

} // namespace weft::pjrt
