// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

#include <algorithm>
#include <memory>

namespace weft::pjrt {

PJRT_Buffer *handBuffer(Ref<runtime::Buffer> buffer, Ref<PJRT_Client> client) {
  return new PJRT_Buffer{std::move(buffer), std::move(client)};
}

//===----------------------------------------------------------------------===//
// Types and layouts
//===----------------------------------------------------------------------===//

static Status noTiles() {
  return Status::unimplemented(
      "tiled layouts are not supported; use a dense layout that names the "
      "order of the dimensions");
}

static Status unknownLayout(PJRT_Buffer_MemoryLayout_Type type) {
  return Status::invalidArgument("layouts of kind " + std::to_string(type) +
                                 " are not known");
}

static Status wrongRank(const char *what, size_t given, size_t rank) {
  return Status::invalidArgument(
      std::string(what) + " has " + std::to_string(given) +
      " entries, the array has rank " + std::to_string(rank));
}

/// The order of dimensions that dense byte strides mean.
static StatusOr<std::vector<int64_t>>
orderOfStrides(ElementType element, std::span<const int64_t> dimensions,
               std::span<const int64_t> strides) {
  std::vector<int64_t> order = rowMajorLayout(dimensions.size());
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return strides[static_cast<size_t>(a)] < strides[static_cast<size_t>(b)];
  });
  int64_t expected = elementBytes(element);
  for (int64_t axis : order) {
    auto index = static_cast<size_t>(axis);
    if (dimensions[index] > 1 && strides[index] != expected) {
      return Status::unimplemented(
          "a device layout must be dense; dimension " + std::to_string(axis) +
          " has a stride of " + std::to_string(strides[index]) +
          " bytes instead of " + std::to_string(expected));
    }
    expected *= dimensions[index];
  }
  return order;
}

StatusOr<std::optional<std::vector<int64_t>>>
readDeviceLayout(const PJRT_Buffer_MemoryLayout *layout, ElementType element,
                 std::span<const int64_t> dimensions) {
  if (layout == nullptr) {
    return std::optional<std::vector<int64_t>>();
  }
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
    const PJRT_Buffer_MemoryLayout_Tiled &tiled = layout->tiled;
    if (tiled.num_tiles != 0) {
      return noTiles();
    }
    if (tiled.minor_to_major_size != dimensions.size()) {
      return wrongRank("the layout", tiled.minor_to_major_size,
                       dimensions.size());
    }
    return std::optional(std::vector<int64_t>(
        tiled.minor_to_major, tiled.minor_to_major + dimensions.size()));
  }
  if (layout->type != PJRT_Buffer_MemoryLayout_Type_Strides) {
    return unknownLayout(layout->type);
  }
  const PJRT_Buffer_MemoryLayout_Strides &strides = layout->strides;
  if (strides.num_byte_strides != dimensions.size()) {
    return wrongRank("the layout", strides.num_byte_strides, dimensions.size());
  }
  WEFT_ASSIGN_OR_RETURN(
      std::vector<int64_t> order,
      orderOfStrides(element, dimensions,
                     {strides.byte_strides, strides.num_byte_strides}));
  return std::optional(std::move(order));
}

StatusOr<ArrayType> readArrayType(PJRT_Buffer_Type type, const int64_t *dims,
                                  size_t rank,
                                  const PJRT_Buffer_MemoryLayout *layout) {
  if (!isElementType(type)) {
    return Status::invalidArgument("element type " + std::to_string(type) +
                                   " is not known");
  }
  auto element = static_cast<ElementType>(type);
  std::span<const int64_t> dimensions(dims, rank);
  WEFT_ASSIGN_OR_RETURN(std::optional<std::vector<int64_t>> order,
                        readDeviceLayout(layout, element, dimensions));
  if (!order) {
    return ArrayType::create(element, dimensions);
  }
  return ArrayType::create(element, dimensions,
                           std::span<const int64_t>(*order));
}

static StatusOr<runtime::HostLayout>
readHostLayout(const PJRT_Buffer_MemoryLayout *layout, size_t rank) {
  runtime::HostLayout result;
  if (layout == nullptr) {
    return result;
  }
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
    const PJRT_Buffer_MemoryLayout_Tiled &tiled = layout->tiled;
    if (tiled.num_tiles != 0) {
      return noTiles();
    }
    if (tiled.minor_to_major_size != rank) {
      return wrongRank("the host layout", tiled.minor_to_major_size, rank);
    }
    result.minorToMajor.emplace(tiled.minor_to_major,
                                tiled.minor_to_major + rank);
    return result;
  }
  if (layout->type != PJRT_Buffer_MemoryLayout_Type_Strides) {
    return unknownLayout(layout->type);
  }
  const PJRT_Buffer_MemoryLayout_Strides &strides = layout->strides;
  if (strides.num_byte_strides != rank) {
    return wrongRank("the host layout", strides.num_byte_strides, rank);
  }
  result.byteStrides.emplace(strides.byte_strides, strides.byte_strides + rank);
  return result;
}

//===----------------------------------------------------------------------===//
// What a buffer is
//===----------------------------------------------------------------------===//

static Status bufferDestroy(PJRT_Buffer_Destroy_Args &args) {
  delete args.buffer;
  return Status::success();
}

static Status bufferElementType(PJRT_Buffer_ElementType_Args &args) {
  args.type =
      static_cast<PJRT_Buffer_Type>(args.buffer->buffer->type().element);
  return Status::success();
}

static Status bufferDimensions(PJRT_Buffer_Dimensions_Args &args) {
  const std::vector<int64_t> &dimensions =
      args.buffer->buffer->type().dimensions;
  args.dims = dimensions.data();
  args.num_dims = dimensions.size();
  return Status::success();
}

static Status
bufferUnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args &args) {
  const std::vector<int64_t> &dimensions =
      args.buffer->buffer->type().dimensions;
  args.unpadded_dims = dimensions.data();
  args.num_dims = dimensions.size();
  return Status::success();
}

/// Every shape is known when a program is compiled.
static Status
bufferDynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args &args) {
  args.dynamic_dim_indices = nullptr;
  args.num_dynamic_dims = 0;
  return Status::success();
}

static Status bufferGetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args &args) {
  const std::vector<int64_t> &order = args.buffer->buffer->type().minorToMajor;
  args.layout = {};
  args.layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  args.layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  args.layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  args.layout.tiled.minor_to_major = order.data();
  args.layout.tiled.minor_to_major_size = order.size();
  return Status::success();
}

static Status
bufferOnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args &args) {
  args.on_device_size_in_bytes = args.buffer->buffer->byteSize();
  return Status::success();
}

static Status bufferDevice(PJRT_Buffer_Device_Args &args) {
  args.device = args.buffer->client->handleOf(&args.buffer->buffer->device());
  return Status::success();
}

static Status bufferMemory(PJRT_Buffer_Memory_Args &args) {
  args.memory = args.buffer->client->handleOf(&args.buffer->buffer->memory());
  return Status::success();
}

static Status bufferIsOnCpu(PJRT_Buffer_IsOnCpu_Args &args) {
  args.is_on_cpu = args.buffer->buffer->memory().isHostMemory();
  return Status::success();
}

//===----------------------------------------------------------------------===//
// What becomes of it
//===----------------------------------------------------------------------===//

static Status bufferDelete(PJRT_Buffer_Delete_Args &args) {
  args.buffer->buffer->remove();
  return Status::success();
}

static Status bufferIsDeleted(PJRT_Buffer_IsDeleted_Args &args) {
  args.is_deleted = args.buffer->buffer->isRemoved();
  return Status::success();
}

static Status bufferReadyEvent(PJRT_Buffer_ReadyEvent_Args &args) {
  args.buffer->buffer->device().client().noteWait();
  args.event = handEvent(args.buffer->buffer->readyEvent());
  return Status::success();
}

static Status bufferUnsafePointer(PJRT_Buffer_UnsafePointer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(void *data, args.buffer->buffer->dataPointer());
  args.buffer_pointer = reinterpret_cast<uintptr_t>(data);
  return Status::success();
}

static Status bufferOpaqueDeviceMemoryDataPointer(
    PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args &args) {
  WEFT_ASSIGN_OR_RETURN(args.device_memory_ptr,
                        args.buffer->buffer->dataPointer());
  return Status::success();
}

static Status bufferIncreaseExternalReferenceCount(
    PJRT_Buffer_IncreaseExternalReferenceCount_Args &args) {
  return args.buffer->buffer->addExternalReference();
}

static Status bufferDecreaseExternalReferenceCount(
    PJRT_Buffer_DecreaseExternalReferenceCount_Args &args) {
  return args.buffer->buffer->dropExternalReference();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static Status bufferToHostBuffer(PJRT_Buffer_ToHostBuffer_Args &args) {
  runtime::Buffer &source = *args.src->buffer;
  WEFT_ASSIGN_OR_RETURN(runtime::HostLayout layout,
                        readHostLayout(args.host_layout, source.type().rank()));
  if (args.dst == nullptr) {
    WEFT_ASSIGN_OR_RETURN(args.dst_size, source.hostSize(layout));
    return Status::success();
  }
  source.device().client().noteWait();
  args.event = handEvent(source.toHost(args.dst, args.dst_size, layout));
  return Status::success();
}

static Status bufferCopyRawToHost(PJRT_Buffer_CopyRawToHost_Args &args) {
  if (args.offset < 0 || args.transfer_size < 0) {
    return Status::invalidArgument(
        "a raw copy of " + std::to_string(args.transfer_size) +
        " bytes from offset " + std::to_string(args.offset) +
        " was asked for; both must not be negative");
  }
  args.event = handEvent(args.buffer->buffer->rawToHost(
      args.dst, static_cast<uint64_t>(args.offset),
      static_cast<uint64_t>(args.transfer_size)));
  return Status::success();
}

namespace {

/// A raw copy whose destination comes later.
struct AwaitedDestination {
  Ref<runtime::Buffer> buffer;
  uint64_t offset;
  uint64_t size;
  Ref<runtime::Event> done;
};

} // namespace

static void
destinationReady(PJRT_Buffer_CopyRawToHostFuture_Callback_Args *args) {
  std::unique_ptr<AwaitedDestination> copy(
      static_cast<AwaitedDestination *>(args->callback_data));
  if (args->error_code != PJRT_Error_Code_OK) {
    copy->done->set(statusFrom(args->error_code, args->error_message,
                               args->error_message_size));
    return;
  }
  copy->buffer->rawToHost(args->dst, copy->offset, copy->size)
      ->onReady(
          [done = copy->done](const Status &status) { done->set(status); });
}

static Status
bufferCopyRawToHostFuture(PJRT_Buffer_CopyRawToHostFuture_Args &args) {
  if (args.offset < 0 || args.transfer_size < 0) {
    return Status::invalidArgument(
        "offset and size of a raw copy must not be negative");
  }
  Ref<runtime::Event> done = runtime::Event::pending();
  args.callback_data = new AwaitedDestination{
      args.buffer->buffer, static_cast<uint64_t>(args.offset),
      static_cast<uint64_t>(args.transfer_size), done};
  args.future_ready_callback = destinationReady;
  args.event = handEvent(std::move(done));
  return Status::success();
}

static StatusOr<PJRT_Buffer *> copyBuffer(const PJRT_Buffer &from,
                                          runtime::Memory &memory) {
  if (&memory.client() != from.client->client.get()) {
    return Status::unimplemented(
        "an array can be copied only to devices of its own client");
  }
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Buffer> copy, from.buffer->copyTo(memory));
  return handBuffer(std::move(copy), from.client);
}

static Status bufferCopyToDevice(PJRT_Buffer_CopyToDevice_Args &args) {
  WEFT_ASSIGN_OR_RETURN(
      args.dst_buffer,
      copyBuffer(*args.buffer, args.dst_device->device.defaultMemory()));
  return Status::success();
}

static Status bufferCopyToMemory(PJRT_Buffer_CopyToMemory_Args &args) {
  WEFT_ASSIGN_OR_RETURN(
      args.dst_buffer,
      copyBuffer(*args.buffer, memoryOf(args.dst_memory).memory));
  return Status::success();
}

static Status bufferBitcast(PJRT_Buffer_Bitcast_Args &args) {
  WEFT_ASSIGN_OR_RETURN(ArrayType type,
                        readArrayType(args.element_type, args.dims,
                                      args.num_dims, args.device_layout));
  WEFT_ASSIGN_OR_RETURN(Ref<runtime::Buffer> buffer,
                        args.buffer->buffer->bitcast(std::move(type)));
  args.out_buffer = handBuffer(std::move(buffer), args.buffer->client);
  return Status::success();
}

void fillBufferSlots(PJRT_Api &api) {
  api.PJRT_Buffer_Destroy =
      entry<bufferDestroy, &PJRT_Buffer_Destroy_Args::buffer>;
  api.PJRT_Buffer_ElementType =
      entry<bufferElementType, &PJRT_Buffer_ElementType_Args::type>;
  api.PJRT_Buffer_Dimensions =
      entry<bufferDimensions, &PJRT_Buffer_Dimensions_Args::num_dims>;
  api.PJRT_Buffer_UnpaddedDimensions =
      entry<bufferUnpaddedDimensions,
            &PJRT_Buffer_UnpaddedDimensions_Args::num_dims>;
  api.PJRT_Buffer_DynamicDimensionIndices =
      entry<bufferDynamicDimensionIndices,
            &PJRT_Buffer_DynamicDimensionIndices_Args::num_dynamic_dims>;
  api.PJRT_Buffer_GetMemoryLayout =
      entry<bufferGetMemoryLayout, &PJRT_Buffer_GetMemoryLayout_Args::layout>;
  api.PJRT_Buffer_OnDeviceSizeInBytes =
      entry<bufferOnDeviceSizeInBytes,
            &PJRT_Buffer_OnDeviceSizeInBytes_Args::on_device_size_in_bytes>;
  api.PJRT_Buffer_Device =
      entry<bufferDevice, &PJRT_Buffer_Device_Args::device>;
  api.PJRT_Buffer_Memory =
      entry<bufferMemory, &PJRT_Buffer_Memory_Args::memory>;
  api.PJRT_Buffer_IsOnCpu =
      entry<bufferIsOnCpu, &PJRT_Buffer_IsOnCpu_Args::is_on_cpu>;
  api.PJRT_Buffer_Delete =
      entry<bufferDelete, &PJRT_Buffer_Delete_Args::buffer>;
  api.PJRT_Buffer_IsDeleted =
      entry<bufferIsDeleted, &PJRT_Buffer_IsDeleted_Args::is_deleted>;
  api.PJRT_Buffer_ReadyEvent =
      entry<bufferReadyEvent, &PJRT_Buffer_ReadyEvent_Args::event>;
  api.PJRT_Buffer_UnsafePointer =
      entry<bufferUnsafePointer,
            &PJRT_Buffer_UnsafePointer_Args::buffer_pointer>;
  api.PJRT_Buffer_OpaqueDeviceMemoryDataPointer =
      entry<bufferOpaqueDeviceMemoryDataPointer,
            &PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args::device_memory_ptr>;
  api.PJRT_Buffer_IncreaseExternalReferenceCount =
      entry<bufferIncreaseExternalReferenceCount,
            &PJRT_Buffer_IncreaseExternalReferenceCount_Args::buffer>;
  api.PJRT_Buffer_DecreaseExternalReferenceCount =
      entry<bufferDecreaseExternalReferenceCount,
            &PJRT_Buffer_DecreaseExternalReferenceCount_Args::buffer>;
  api.PJRT_Buffer_ToHostBuffer =
      entry<bufferToHostBuffer, &PJRT_Buffer_ToHostBuffer_Args::event>;
  api.PJRT_Buffer_CopyRawToHost =
      entry<bufferCopyRawToHost, &PJRT_Buffer_CopyRawToHost_Args::event>;
  api.PJRT_Buffer_CopyRawToHostFuture =
      entry<bufferCopyRawToHostFuture,
            &PJRT_Buffer_CopyRawToHostFuture_Args::future_ready_callback>;
  api.PJRT_Buffer_CopyToDevice =
      entry<bufferCopyToDevice, &PJRT_Buffer_CopyToDevice_Args::dst_buffer>;
  api.PJRT_Buffer_CopyToMemory =
      entry<bufferCopyToMemory, &PJRT_Buffer_CopyToMemory_Args::dst_buffer>;
  api.PJRT_Buffer_Bitcast =
      entry<bufferBitcast, &PJRT_Buffer_Bitcast_Args::out_buffer>;
}

} // namespace weft::pjrt
