// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers in pieces: a manager makes buffers at once and is given their
// bytes later, in any order.

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Runtime/Transfer.h"

#include <mutex>
#include <vector>

namespace weft::pjrt {
namespace {

/// One buffer of a manager. Copies under way keep it. Any thread.
class IncomingArray : public RefCounted {
public:
  IncomingArray(size_t index, runtime::PendingBuffer pending)
      : index(index), pending(std::move(pending)) {}

  const Ref<runtime::Buffer> &buffer() const { return pending.buffer; }

  /// Fails when all bytes have been given.
  Status checkOpen() {
    std::lock_guard guard(mutex);
    return isClosed ? closedError() : Status::success();
  }
  /// Lets `write` begin a copy into the storage, unless all bytes have been
  /// given. After the last one the array is ready as soon as all have come.
  template <class Write> Status add(bool isLast, Write write) {
    Ref<runtime::Storage> storage;
    {
      std::lock_guard guard(mutex);
      if (isClosed) {
        return closedError();
      }
      storage = isLast ? std::move(pending.storage) : pending.storage;
      isClosed = isLast;
      ++underWay;
    }
    write(std::move(storage))
        ->onReady([array = Ref<IncomingArray>::share(this)](
                      const Status &status) { array->arrive(status); });
    return Status::success();
  }

  /// Unless all bytes have been given.
  void fail(Status status) {
    Ref<runtime::Storage> released;
    {
      std::lock_guard guard(mutex);
      if (isClosed) {
        return;
      }
      isClosed = true;
      released = std::move(pending.storage);
    }
    pending.ready->set(std::move(status));
  }

private:
  Status closedError() const {
    return Status::failedPrecondition(
        "buffer " + std::to_string(index) +
        " of a transfer manager is complete already");
  }

  void arrive(const Status &status) {
    Status all = Status::success();
    {
      std::lock_guard guard(mutex);
      if (outcome.ok()) {
        outcome = status;
      }
      if (--underWay != 0 || !isClosed) {
        return;
      }
      all = outcome;
    }
    pending.ready->set(std::move(all));
  }

  const size_t index;
  std::mutex mutex;
  runtime::PendingBuffer pending;
  bool isClosed = false;
  size_t underWay = 0;
  /// Of the copies that are over.
  Status outcome = Status::success();
};

} // namespace
} // namespace weft::pjrt

struct PJRT_AsyncHostToDeviceTransferManager {
  ~PJRT_AsyncHostToDeviceTransferManager() {
    for (const weft::Ref<weft::pjrt::IncomingArray> &array : arrays) {
      array->fail(weft::Status::cancelled(
          "the transfer manager was destroyed before all bytes came"));
    }
  }

  weft::Ref<PJRT_Client> client;
  PJRT_Device *device = nullptr;
  std::vector<weft::Ref<weft::pjrt::IncomingArray>> arrays;
};

namespace weft::pjrt {

using Manager = PJRT_AsyncHostToDeviceTransferManager;

static StatusOr<IncomingArray *> arrayAt(Manager &manager, int index) {
  if (index < 0 || static_cast<size_t>(index) >= manager.arrays.size()) {
    return Status::invalidArgument(
        "there is no buffer " + std::to_string(index) +
        "; the transfer manager has " + std::to_string(manager.arrays.size()));
  }
  return manager.arrays[static_cast<size_t>(index)].get();
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
    manager->arrays.push_back(makeRef<IncomingArray>(i, std::move(pending)));
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
  WEFT_ASSIGN_OR_RETURN(IncomingArray * array,
                        arrayAt(*args.transfer_manager, args.buffer_index));
  WEFT_RETURN_IF_ERROR(array->checkOpen());
  runtime::Buffer &buffer = *array->buffer();
  uint64_t size = buffer.byteSize();
  auto offset = static_cast<uint64_t>(args.offset);
  auto count = static_cast<uint64_t>(args.transfer_size);
  if (args.offset < 0 || args.transfer_size < 0 || offset > size ||
      count > size - offset) {
    return Status::outOfRange(
        std::to_string(args.transfer_size) + " bytes at offset " +
        std::to_string(args.offset) + " do not fit a buffer of " +
        std::to_string(size) + " bytes");
  }
  WEFT_RETURN_IF_ERROR(
      array->add(args.is_last_transfer, [&](Ref<runtime::Storage> storage) {
        return buffer.memory().write(args.data,
                                     runtime::HostBytes::UnchangedDuringCall,
                                     {std::move(storage), offset, count});
      }));
  args.done_with_h2d_transfer = handEvent(runtime::Event::ready());
  return Status::success();
}

static Status transferLiteral(
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args &args) {
  WEFT_ASSIGN_OR_RETURN(IncomingArray * array,
                        arrayAt(*args.transfer_manager, args.buffer_index));
  WEFT_ASSIGN_OR_RETURN(ArrayType source,
                        readArrayType(args.shape_element_type, args.shape_dims,
                                      args.shape_num_dims, args.shape_layout));
  runtime::Buffer &buffer = *array->buffer();
  const ArrayType &type = buffer.type();
  if (source.element != type.element || source.dimensions != type.dimensions) {
    return Status::invalidArgument("a literal of type " + source.toString() +
                                   " was given for a buffer of type " +
                                   type.toString());
  }
  WEFT_RETURN_IF_ERROR(array->add(
      /*isLast=*/true, [&](Ref<runtime::Storage> storage) {
        return runtime::writeArray(
            buffer.memory(), args.data, source.byteStrides(),
            runtime::HostBytes::UnchangedDuringCall, std::move(storage), type);
      }));
  args.done_with_h2d_transfer = handEvent(runtime::Event::ready());
  return Status::success();
}

static Status retrieveBuffer(
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(IncomingArray * array,
                        arrayAt(*args.transfer_manager, args.buffer_index));
  args.buffer_out = handBuffer(array->buffer(), args.transfer_manager->client);
  return Status::success();
}

static Status
managerDevice(PJRT_AsyncHostToDeviceTransferManager_Device_Args &args) {
  args.device_out = args.transfer_manager->device;
  return Status::success();
}

static Status
bufferCount(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args &args) {
  args.buffer_count = args.transfer_manager->arrays.size();
  return Status::success();
}

static Status
bufferSize(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args &args) {
  WEFT_ASSIGN_OR_RETURN(IncomingArray * array,
                        arrayAt(*args.transfer_manager, args.buffer_index));
  args.buffer_size = array->buffer()->byteSize();
  return Status::success();
}

static Status setBufferError(
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args &args) {
  WEFT_ASSIGN_OR_RETURN(IncomingArray * array,
                        arrayAt(*args.transfer_manager, args.buffer_index));
  Status error =
      statusFrom(args.error_code, args.error_message, args.error_message_size);
  array->fail(error.ok() ? Status::unknown("the transfer failed")
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
