/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/*
 * Where every field lies, and what struct_size covers. Compiled as C, which
 * also shows that the headers are C. Nothing here is code.
 */

#include "weft/Pjrt/Abi/Api.h"

#define FIELD(name, field, offset)                                             \
  WEFT_ABI_ASSERT(offsetof(struct name, field) == offset, #name "." #field)
#define KNOWN(name, last)                                                      \
  WEFT_ABI_ASSERT(name##_STRUCT_SIZE == offsetof(struct name, last) +          \
                                            sizeof(((struct name *)0)->last),  \
                  #name)

/* PJRT_Extension_Base */
FIELD(PJRT_Extension_Base, type, 8);
FIELD(PJRT_Extension_Base, next, 16);
KNOWN(PJRT_Extension_Base, next);

/* PJRT_Api_Version */
FIELD(PJRT_Api_Version, major_version, 16);
FIELD(PJRT_Api_Version, minor_version, 20);
KNOWN(PJRT_Api_Version, minor_version);

/* PJRT_Error_Destroy_Args */
FIELD(PJRT_Error_Destroy_Args, error, 16);
KNOWN(PJRT_Error_Destroy_Args, error);

/* PJRT_Error_Message_Args */
FIELD(PJRT_Error_Message_Args, error, 16);
FIELD(PJRT_Error_Message_Args, message, 24);
FIELD(PJRT_Error_Message_Args, message_size, 32);
KNOWN(PJRT_Error_Message_Args, message_size);

/* PJRT_Error_GetCode_Args */
FIELD(PJRT_Error_GetCode_Args, error, 16);
FIELD(PJRT_Error_GetCode_Args, code, 24);
KNOWN(PJRT_Error_GetCode_Args, code);

/* PJRT_Error_ForEachPayload_Args */
FIELD(PJRT_Error_ForEachPayload_Args, error, 16);
FIELD(PJRT_Error_ForEachPayload_Args, visitor, 24);
FIELD(PJRT_Error_ForEachPayload_Args, user_arg, 32);
KNOWN(PJRT_Error_ForEachPayload_Args, user_arg);

/* PJRT_Error_FunctionTable */
FIELD(PJRT_Error_FunctionTable, instance_size, 8);
FIELD(PJRT_Error_FunctionTable, extension_start, 16);
FIELD(PJRT_Error_FunctionTable, destroy, 24);
FIELD(PJRT_Error_FunctionTable, message, 32);
FIELD(PJRT_Error_FunctionTable, get_code, 40);
FIELD(PJRT_Error_FunctionTable, for_each_payload, 48);
KNOWN(PJRT_Error_FunctionTable, for_each_payload);

/* PJRT_Error */
FIELD(PJRT_Error, vtable, 0);
KNOWN(PJRT_Error, vtable);

/* PJRT_NamedValue */
FIELD(PJRT_NamedValue, name, 16);
FIELD(PJRT_NamedValue, name_size, 24);
FIELD(PJRT_NamedValue, type, 32);
FIELD(PJRT_NamedValue, string_value, 40);
FIELD(PJRT_NamedValue, int64_value, 40);
FIELD(PJRT_NamedValue, int64_array_value, 40);
FIELD(PJRT_NamedValue, float_value, 40);
FIELD(PJRT_NamedValue, bool_value, 40);
FIELD(PJRT_NamedValue, value_size, 48);
KNOWN(PJRT_NamedValue, value_size);

/* PJRT_Plugin_Initialize_Args */
KNOWN(PJRT_Plugin_Initialize_Args, extension_start);

/* PJRT_Plugin_Attributes_Args */
FIELD(PJRT_Plugin_Attributes_Args, attributes, 16);
FIELD(PJRT_Plugin_Attributes_Args, num_attributes, 24);
KNOWN(PJRT_Plugin_Attributes_Args, num_attributes);

/* PJRT_Event_Destroy_Args */
FIELD(PJRT_Event_Destroy_Args, event, 16);
KNOWN(PJRT_Event_Destroy_Args, event);

/* PJRT_Event_IsReady_Args */
FIELD(PJRT_Event_IsReady_Args, event, 16);
FIELD(PJRT_Event_IsReady_Args, is_ready, 24);
KNOWN(PJRT_Event_IsReady_Args, is_ready);

/* PJRT_Event_Error_Args */
FIELD(PJRT_Event_Error_Args, event, 16);
KNOWN(PJRT_Event_Error_Args, event);

/* PJRT_Event_Await_Args */
FIELD(PJRT_Event_Await_Args, event, 16);
KNOWN(PJRT_Event_Await_Args, event);

/* PJRT_Event_OnReady_Args */
FIELD(PJRT_Event_OnReady_Args, event, 16);
FIELD(PJRT_Event_OnReady_Args, callback, 24);
FIELD(PJRT_Event_OnReady_Args, user_arg, 32);
KNOWN(PJRT_Event_OnReady_Args, user_arg);

/* PJRT_Event_Create_Args */
FIELD(PJRT_Event_Create_Args, event, 16);
KNOWN(PJRT_Event_Create_Args, event);

/* PJRT_Event_Set_Args */
FIELD(PJRT_Event_Set_Args, event, 16);
FIELD(PJRT_Event_Set_Args, error_code, 24);
FIELD(PJRT_Event_Set_Args, error_message, 32);
FIELD(PJRT_Event_Set_Args, error_message_size, 40);
KNOWN(PJRT_Event_Set_Args, error_message_size);

/* PJRT_Buffer_MemoryLayout_Tiled */
FIELD(PJRT_Buffer_MemoryLayout_Tiled, minor_to_major, 16);
FIELD(PJRT_Buffer_MemoryLayout_Tiled, minor_to_major_size, 24);
FIELD(PJRT_Buffer_MemoryLayout_Tiled, tile_dims, 32);
FIELD(PJRT_Buffer_MemoryLayout_Tiled, tile_dim_sizes, 40);
FIELD(PJRT_Buffer_MemoryLayout_Tiled, num_tiles, 48);
KNOWN(PJRT_Buffer_MemoryLayout_Tiled, num_tiles);

/* PJRT_Buffer_MemoryLayout_Strides */
FIELD(PJRT_Buffer_MemoryLayout_Strides, byte_strides, 16);
FIELD(PJRT_Buffer_MemoryLayout_Strides, num_byte_strides, 24);
KNOWN(PJRT_Buffer_MemoryLayout_Strides, num_byte_strides);

/* PJRT_Buffer_MemoryLayout */
FIELD(PJRT_Buffer_MemoryLayout, tiled, 16);
FIELD(PJRT_Buffer_MemoryLayout, strides, 16);
FIELD(PJRT_Buffer_MemoryLayout, type, 72);
KNOWN(PJRT_Buffer_MemoryLayout, type);

/* PJRT_Buffer_Destroy_Args */
FIELD(PJRT_Buffer_Destroy_Args, buffer, 16);
KNOWN(PJRT_Buffer_Destroy_Args, buffer);

/* PJRT_Buffer_ElementType_Args */
FIELD(PJRT_Buffer_ElementType_Args, buffer, 16);
FIELD(PJRT_Buffer_ElementType_Args, type, 24);
KNOWN(PJRT_Buffer_ElementType_Args, type);

/* PJRT_Buffer_Dimensions_Args */
FIELD(PJRT_Buffer_Dimensions_Args, buffer, 16);
FIELD(PJRT_Buffer_Dimensions_Args, dims, 24);
FIELD(PJRT_Buffer_Dimensions_Args, num_dims, 32);
KNOWN(PJRT_Buffer_Dimensions_Args, num_dims);

/* PJRT_Buffer_UnpaddedDimensions_Args */
FIELD(PJRT_Buffer_UnpaddedDimensions_Args, buffer, 16);
FIELD(PJRT_Buffer_UnpaddedDimensions_Args, unpadded_dims, 24);
FIELD(PJRT_Buffer_UnpaddedDimensions_Args, num_dims, 32);
KNOWN(PJRT_Buffer_UnpaddedDimensions_Args, num_dims);

/* PJRT_Buffer_DynamicDimensionIndices_Args */
FIELD(PJRT_Buffer_DynamicDimensionIndices_Args, buffer, 16);
FIELD(PJRT_Buffer_DynamicDimensionIndices_Args, dynamic_dim_indices, 24);
FIELD(PJRT_Buffer_DynamicDimensionIndices_Args, num_dynamic_dims, 32);
KNOWN(PJRT_Buffer_DynamicDimensionIndices_Args, num_dynamic_dims);

/* PJRT_Buffer_GetMemoryLayout_Args */
FIELD(PJRT_Buffer_GetMemoryLayout_Args, buffer, 16);
FIELD(PJRT_Buffer_GetMemoryLayout_Args, layout, 24);
KNOWN(PJRT_Buffer_GetMemoryLayout_Args, layout);

/* PJRT_Buffer_ToHostBuffer_Args */
FIELD(PJRT_Buffer_ToHostBuffer_Args, src, 16);
FIELD(PJRT_Buffer_ToHostBuffer_Args, host_layout, 24);
FIELD(PJRT_Buffer_ToHostBuffer_Args, dst, 32);
FIELD(PJRT_Buffer_ToHostBuffer_Args, dst_size, 40);
FIELD(PJRT_Buffer_ToHostBuffer_Args, event, 48);
KNOWN(PJRT_Buffer_ToHostBuffer_Args, event);

/* PJRT_Buffer_OnDeviceSizeInBytes_Args */
FIELD(PJRT_Buffer_OnDeviceSizeInBytes_Args, buffer, 16);
FIELD(PJRT_Buffer_OnDeviceSizeInBytes_Args, on_device_size_in_bytes, 24);
KNOWN(PJRT_Buffer_OnDeviceSizeInBytes_Args, on_device_size_in_bytes);

/* PJRT_Buffer_Delete_Args */
FIELD(PJRT_Buffer_Delete_Args, buffer, 16);
KNOWN(PJRT_Buffer_Delete_Args, buffer);

/* PJRT_Buffer_IsDeleted_Args */
FIELD(PJRT_Buffer_IsDeleted_Args, buffer, 16);
FIELD(PJRT_Buffer_IsDeleted_Args, is_deleted, 24);
KNOWN(PJRT_Buffer_IsDeleted_Args, is_deleted);

/* PJRT_Buffer_CopyRawToHost_Args */
FIELD(PJRT_Buffer_CopyRawToHost_Args, buffer, 16);
FIELD(PJRT_Buffer_CopyRawToHost_Args, dst, 24);
FIELD(PJRT_Buffer_CopyRawToHost_Args, offset, 32);
FIELD(PJRT_Buffer_CopyRawToHost_Args, transfer_size, 40);
FIELD(PJRT_Buffer_CopyRawToHost_Args, event, 48);
KNOWN(PJRT_Buffer_CopyRawToHost_Args, event);

/* PJRT_Buffer_CopyRawToHostFuture_Callback_Args */
FIELD(PJRT_Buffer_CopyRawToHostFuture_Callback_Args, callback_data, 8);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Callback_Args, error_code, 16);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Callback_Args, error_message, 24);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Callback_Args, error_message_size, 32);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Callback_Args, dst, 40);
KNOWN(PJRT_Buffer_CopyRawToHostFuture_Callback_Args, dst);

/* PJRT_Buffer_CopyRawToHostFuture_Args */
FIELD(PJRT_Buffer_CopyRawToHostFuture_Args, buffer, 16);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Args, offset, 24);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Args, transfer_size, 32);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Args, event, 40);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Args, callback_data, 48);
FIELD(PJRT_Buffer_CopyRawToHostFuture_Args, future_ready_callback, 56);
KNOWN(PJRT_Buffer_CopyRawToHostFuture_Args, future_ready_callback);

/* PJRT_Buffer_CopyToDevice_Args */
FIELD(PJRT_Buffer_CopyToDevice_Args, buffer, 16);
FIELD(PJRT_Buffer_CopyToDevice_Args, dst_device, 24);
FIELD(PJRT_Buffer_CopyToDevice_Args, dst_buffer, 32);
KNOWN(PJRT_Buffer_CopyToDevice_Args, dst_buffer);

/* PJRT_Buffer_CopyToMemory_Args */
FIELD(PJRT_Buffer_CopyToMemory_Args, buffer, 16);
FIELD(PJRT_Buffer_CopyToMemory_Args, dst_memory, 24);
FIELD(PJRT_Buffer_CopyToMemory_Args, dst_buffer, 32);
KNOWN(PJRT_Buffer_CopyToMemory_Args, dst_buffer);

/* PJRT_Buffer_Bitcast_Args */
FIELD(PJRT_Buffer_Bitcast_Args, buffer, 16);
FIELD(PJRT_Buffer_Bitcast_Args, element_type, 24);
FIELD(PJRT_Buffer_Bitcast_Args, dims, 32);
FIELD(PJRT_Buffer_Bitcast_Args, num_dims, 40);
FIELD(PJRT_Buffer_Bitcast_Args, device_layout, 48);
FIELD(PJRT_Buffer_Bitcast_Args, out_buffer, 56);
KNOWN(PJRT_Buffer_Bitcast_Args, out_buffer);

/* PJRT_Buffer_IsOnCpu_Args */
FIELD(PJRT_Buffer_IsOnCpu_Args, buffer, 16);
FIELD(PJRT_Buffer_IsOnCpu_Args, is_on_cpu, 24);
KNOWN(PJRT_Buffer_IsOnCpu_Args, is_on_cpu);

/* PJRT_Buffer_Device_Args */
FIELD(PJRT_Buffer_Device_Args, buffer, 16);
FIELD(PJRT_Buffer_Device_Args, device, 24);
KNOWN(PJRT_Buffer_Device_Args, device);

/* PJRT_Buffer_Memory_Args */
FIELD(PJRT_Buffer_Memory_Args, buffer, 16);
FIELD(PJRT_Buffer_Memory_Args, memory, 24);
KNOWN(PJRT_Buffer_Memory_Args, memory);

/* PJRT_Buffer_ReadyEvent_Args */
FIELD(PJRT_Buffer_ReadyEvent_Args, buffer, 16);
FIELD(PJRT_Buffer_ReadyEvent_Args, event, 24);
KNOWN(PJRT_Buffer_ReadyEvent_Args, event);

/* PJRT_Buffer_UnsafePointer_Args */
FIELD(PJRT_Buffer_UnsafePointer_Args, buffer, 16);
FIELD(PJRT_Buffer_UnsafePointer_Args, buffer_pointer, 24);
KNOWN(PJRT_Buffer_UnsafePointer_Args, buffer_pointer);

/* PJRT_Buffer_IncreaseExternalReferenceCount_Args */
FIELD(PJRT_Buffer_IncreaseExternalReferenceCount_Args, buffer, 16);
KNOWN(PJRT_Buffer_IncreaseExternalReferenceCount_Args, buffer);

/* PJRT_Buffer_DecreaseExternalReferenceCount_Args */
FIELD(PJRT_Buffer_DecreaseExternalReferenceCount_Args, buffer, 16);
KNOWN(PJRT_Buffer_DecreaseExternalReferenceCount_Args, buffer);

/* PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args */
FIELD(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args, buffer, 16);
FIELD(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args, device_memory_ptr, 24);
KNOWN(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args, device_memory_ptr);

/* PJRT_Buffer_DonateWithControlDependency_Callback_Args */
FIELD(PJRT_Buffer_DonateWithControlDependency_Callback_Args, callback_data, 8);
FIELD(PJRT_Buffer_DonateWithControlDependency_Callback_Args, error_code, 16);
FIELD(PJRT_Buffer_DonateWithControlDependency_Callback_Args, error_message, 24);
FIELD(PJRT_Buffer_DonateWithControlDependency_Callback_Args, error_message_size,
      32);
KNOWN(PJRT_Buffer_DonateWithControlDependency_Callback_Args,
      error_message_size);

/* PJRT_Buffer_DonateWithControlDependency_Args */
FIELD(PJRT_Buffer_DonateWithControlDependency_Args, buffer, 16);
FIELD(PJRT_Buffer_DonateWithControlDependency_Args, callback_data, 24);
FIELD(PJRT_Buffer_DonateWithControlDependency_Args, dependency_ready_callback,
      32);
FIELD(PJRT_Buffer_DonateWithControlDependency_Args, out_buffer, 40);
KNOWN(PJRT_Buffer_DonateWithControlDependency_Args, out_buffer);

/* PJRT_Memory_FunctionTable */
FIELD(PJRT_Memory_FunctionTable, instance_struct_size, 16);
FIELD(PJRT_Memory_FunctionTable, get_user_data, 24);
FIELD(PJRT_Memory_FunctionTable, set_user_data, 32);
KNOWN(PJRT_Memory_FunctionTable, set_user_data);

/* PJRT_Memory */
FIELD(PJRT_Memory, vtable, 0);
KNOWN(PJRT_Memory, vtable);

/* PJRT_DeviceDescription_Id_Args */
FIELD(PJRT_DeviceDescription_Id_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_Id_Args, id, 24);
KNOWN(PJRT_DeviceDescription_Id_Args, id);

/* PJRT_DeviceDescription_ProcessIndex_Args */
FIELD(PJRT_DeviceDescription_ProcessIndex_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_ProcessIndex_Args, process_index, 24);
KNOWN(PJRT_DeviceDescription_ProcessIndex_Args, process_index);

/* PJRT_DeviceDescription_Attributes_Args */
FIELD(PJRT_DeviceDescription_Attributes_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_Attributes_Args, num_attributes, 24);
FIELD(PJRT_DeviceDescription_Attributes_Args, attributes, 32);
KNOWN(PJRT_DeviceDescription_Attributes_Args, attributes);

/* PJRT_DeviceDescription_Kind_Args */
FIELD(PJRT_DeviceDescription_Kind_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_Kind_Args, device_kind, 24);
FIELD(PJRT_DeviceDescription_Kind_Args, device_kind_size, 32);
KNOWN(PJRT_DeviceDescription_Kind_Args, device_kind_size);

/* PJRT_DeviceDescription_DebugString_Args */
FIELD(PJRT_DeviceDescription_DebugString_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_DebugString_Args, debug_string, 24);
FIELD(PJRT_DeviceDescription_DebugString_Args, debug_string_size, 32);
KNOWN(PJRT_DeviceDescription_DebugString_Args, debug_string_size);

/* PJRT_DeviceDescription_ToString_Args */
FIELD(PJRT_DeviceDescription_ToString_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_ToString_Args, to_string, 24);
FIELD(PJRT_DeviceDescription_ToString_Args, to_string_size, 32);
KNOWN(PJRT_DeviceDescription_ToString_Args, to_string_size);

/* PJRT_Device_GetDescription_Args */
FIELD(PJRT_Device_GetDescription_Args, device, 16);
FIELD(PJRT_Device_GetDescription_Args, device_description, 24);
KNOWN(PJRT_Device_GetDescription_Args, device_description);

/* PJRT_Device_IsAddressable_Args */
FIELD(PJRT_Device_IsAddressable_Args, device, 16);
FIELD(PJRT_Device_IsAddressable_Args, is_addressable, 24);
KNOWN(PJRT_Device_IsAddressable_Args, is_addressable);

/* PJRT_Device_LocalHardwareId_Args */
FIELD(PJRT_Device_LocalHardwareId_Args, device, 16);
FIELD(PJRT_Device_LocalHardwareId_Args, local_hardware_id, 24);
KNOWN(PJRT_Device_LocalHardwareId_Args, local_hardware_id);

/* PJRT_Device_AddressableMemories_Args */
FIELD(PJRT_Device_AddressableMemories_Args, device, 16);
FIELD(PJRT_Device_AddressableMemories_Args, memories, 24);
FIELD(PJRT_Device_AddressableMemories_Args, num_memories, 32);
KNOWN(PJRT_Device_AddressableMemories_Args, num_memories);

/* PJRT_Device_DefaultMemory_Args */
FIELD(PJRT_Device_DefaultMemory_Args, device, 16);
FIELD(PJRT_Device_DefaultMemory_Args, memory, 24);
KNOWN(PJRT_Device_DefaultMemory_Args, memory);

/* PJRT_Device_MemoryStats_Args */
FIELD(PJRT_Device_MemoryStats_Args, device, 16);
FIELD(PJRT_Device_MemoryStats_Args, bytes_in_use, 24);
FIELD(PJRT_Device_MemoryStats_Args, peak_bytes_in_use, 32);
FIELD(PJRT_Device_MemoryStats_Args, peak_bytes_in_use_is_set, 40);
FIELD(PJRT_Device_MemoryStats_Args, num_allocs, 48);
FIELD(PJRT_Device_MemoryStats_Args, num_allocs_is_set, 56);
FIELD(PJRT_Device_MemoryStats_Args, largest_alloc_size, 64);
FIELD(PJRT_Device_MemoryStats_Args, largest_alloc_size_is_set, 72);
FIELD(PJRT_Device_MemoryStats_Args, bytes_limit, 80);
FIELD(PJRT_Device_MemoryStats_Args, bytes_limit_is_set, 88);
FIELD(PJRT_Device_MemoryStats_Args, bytes_reserved, 96);
FIELD(PJRT_Device_MemoryStats_Args, bytes_reserved_is_set, 104);
FIELD(PJRT_Device_MemoryStats_Args, peak_bytes_reserved, 112);
FIELD(PJRT_Device_MemoryStats_Args, peak_bytes_reserved_is_set, 120);
FIELD(PJRT_Device_MemoryStats_Args, bytes_reservable_limit, 128);
FIELD(PJRT_Device_MemoryStats_Args, bytes_reservable_limit_is_set, 136);
FIELD(PJRT_Device_MemoryStats_Args, largest_free_block_bytes, 144);
FIELD(PJRT_Device_MemoryStats_Args, largest_free_block_bytes_is_set, 152);
FIELD(PJRT_Device_MemoryStats_Args, pool_bytes, 160);
FIELD(PJRT_Device_MemoryStats_Args, pool_bytes_is_set, 168);
FIELD(PJRT_Device_MemoryStats_Args, peak_pool_bytes, 176);
FIELD(PJRT_Device_MemoryStats_Args, peak_pool_bytes_is_set, 184);
FIELD(PJRT_Device_MemoryStats_Args, peak_allocated_bytes, 192);
FIELD(PJRT_Device_MemoryStats_Args, peak_allocated_bytes_is_set, 200);
KNOWN(PJRT_Device_MemoryStats_Args, peak_allocated_bytes_is_set);

/* PJRT_Device_ClearMemoryStats_Args */
FIELD(PJRT_Device_ClearMemoryStats_Args, device, 16);
KNOWN(PJRT_Device_ClearMemoryStats_Args, device);

/* PJRT_Device_PoisonExecution_Args */
FIELD(PJRT_Device_PoisonExecution_Args, device, 16);
FIELD(PJRT_Device_PoisonExecution_Args, launch_id, 24);
FIELD(PJRT_Device_PoisonExecution_Args, error_code, 28);
FIELD(PJRT_Device_PoisonExecution_Args, error_message, 32);
FIELD(PJRT_Device_PoisonExecution_Args, error_message_size, 40);
FIELD(PJRT_Device_PoisonExecution_Args, poisoned, 48);
FIELD(PJRT_Device_PoisonExecution_Args, payload, 56);
FIELD(PJRT_Device_PoisonExecution_Args, num_payload, 64);
KNOWN(PJRT_Device_PoisonExecution_Args, num_payload);

/* PJRT_Device_GetAttributes_Args */
FIELD(PJRT_Device_GetAttributes_Args, device, 16);
FIELD(PJRT_Device_GetAttributes_Args, attributes, 24);
FIELD(PJRT_Device_GetAttributes_Args, num_attributes, 32);
FIELD(PJRT_Device_GetAttributes_Args, device_attributes, 40);
FIELD(PJRT_Device_GetAttributes_Args, attributes_deleter, 48);
KNOWN(PJRT_Device_GetAttributes_Args, attributes_deleter);

/* PJRT_Device_CreateAsyncTrackingEvent_Args */
FIELD(PJRT_Device_CreateAsyncTrackingEvent_Args, device, 16);
FIELD(PJRT_Device_CreateAsyncTrackingEvent_Args, description, 24);
FIELD(PJRT_Device_CreateAsyncTrackingEvent_Args, description_size, 32);
FIELD(PJRT_Device_CreateAsyncTrackingEvent_Args, event, 40);
KNOWN(PJRT_Device_CreateAsyncTrackingEvent_Args, event);

/* PJRT_AsyncTrackingEvent_Destroy_Args */
FIELD(PJRT_AsyncTrackingEvent_Destroy_Args, event, 16);
KNOWN(PJRT_AsyncTrackingEvent_Destroy_Args, event);

/* PJRT_Memory_Id_Args */
FIELD(PJRT_Memory_Id_Args, memory, 16);
FIELD(PJRT_Memory_Id_Args, id, 24);
KNOWN(PJRT_Memory_Id_Args, id);

/* PJRT_Memory_Kind_Args */
FIELD(PJRT_Memory_Kind_Args, memory, 16);
FIELD(PJRT_Memory_Kind_Args, kind, 24);
FIELD(PJRT_Memory_Kind_Args, kind_size, 32);
KNOWN(PJRT_Memory_Kind_Args, kind_size);

/* PJRT_Memory_Kind_Id_Args */
FIELD(PJRT_Memory_Kind_Id_Args, memory, 16);
FIELD(PJRT_Memory_Kind_Id_Args, kind_id, 24);
KNOWN(PJRT_Memory_Kind_Id_Args, kind_id);

/* PJRT_Memory_DebugString_Args */
FIELD(PJRT_Memory_DebugString_Args, memory, 16);
FIELD(PJRT_Memory_DebugString_Args, debug_string, 24);
FIELD(PJRT_Memory_DebugString_Args, debug_string_size, 32);
KNOWN(PJRT_Memory_DebugString_Args, debug_string_size);

/* PJRT_Memory_ToString_Args */
FIELD(PJRT_Memory_ToString_Args, memory, 16);
FIELD(PJRT_Memory_ToString_Args, to_string, 24);
FIELD(PJRT_Memory_ToString_Args, to_string_size, 32);
KNOWN(PJRT_Memory_ToString_Args, to_string_size);

/* PJRT_Memory_AddressableByDevices_Args */
FIELD(PJRT_Memory_AddressableByDevices_Args, memory, 16);
FIELD(PJRT_Memory_AddressableByDevices_Args, devices, 24);
FIELD(PJRT_Memory_AddressableByDevices_Args, num_devices, 32);
KNOWN(PJRT_Memory_AddressableByDevices_Args, num_devices);

/* PJRT_KeyValueGetCallback_Args */
FIELD(PJRT_KeyValueGetCallback_Args, key, 16);
FIELD(PJRT_KeyValueGetCallback_Args, key_size, 24);
FIELD(PJRT_KeyValueGetCallback_Args, timeout_in_ms, 32);
FIELD(PJRT_KeyValueGetCallback_Args, callback_error, 40);
FIELD(PJRT_KeyValueGetCallback_Args, user_arg, 48);
FIELD(PJRT_KeyValueGetCallback_Args, value, 56);
FIELD(PJRT_KeyValueGetCallback_Args, value_size, 64);
FIELD(PJRT_KeyValueGetCallback_Args, value_deleter_callback, 72);
KNOWN(PJRT_KeyValueGetCallback_Args, value_deleter_callback);

/* PJRT_KeyValueTryGetCallback_Args */
FIELD(PJRT_KeyValueTryGetCallback_Args, key, 16);
FIELD(PJRT_KeyValueTryGetCallback_Args, key_size, 24);
FIELD(PJRT_KeyValueTryGetCallback_Args, callback_error, 32);
FIELD(PJRT_KeyValueTryGetCallback_Args, user_arg, 40);
FIELD(PJRT_KeyValueTryGetCallback_Args, value, 48);
FIELD(PJRT_KeyValueTryGetCallback_Args, value_size, 56);
FIELD(PJRT_KeyValueTryGetCallback_Args, value_deleter_callback, 64);
KNOWN(PJRT_KeyValueTryGetCallback_Args, value_deleter_callback);

/* PJRT_KeyValuePutCallback_Args */
FIELD(PJRT_KeyValuePutCallback_Args, key, 16);
FIELD(PJRT_KeyValuePutCallback_Args, key_size, 24);
FIELD(PJRT_KeyValuePutCallback_Args, value, 32);
FIELD(PJRT_KeyValuePutCallback_Args, value_size, 40);
FIELD(PJRT_KeyValuePutCallback_Args, callback_error, 48);
FIELD(PJRT_KeyValuePutCallback_Args, user_arg, 56);
KNOWN(PJRT_KeyValuePutCallback_Args, user_arg);

/* PJRT_ProcessInfo */
FIELD(PJRT_ProcessInfo, task_id, 8);
FIELD(PJRT_ProcessInfo, incarnation_id, 16);
FIELD(PJRT_ProcessInfo, state, 24);
FIELD(PJRT_ProcessInfo, error_code, 28);
FIELD(PJRT_ProcessInfo, error_message, 32);
FIELD(PJRT_ProcessInfo, error_message_size, 40);
KNOWN(PJRT_ProcessInfo, error_message_size);

/* PJRT_Program */
FIELD(PJRT_Program, code, 16);
FIELD(PJRT_Program, code_size, 24);
FIELD(PJRT_Program, format, 32);
FIELD(PJRT_Program, format_size, 40);
KNOWN(PJRT_Program, format_size);

/* PJRT_ShapeSpec */
FIELD(PJRT_ShapeSpec, dims, 16);
FIELD(PJRT_ShapeSpec, num_dims, 24);
FIELD(PJRT_ShapeSpec, element_type, 32);
KNOWN(PJRT_ShapeSpec, element_type);

/* PJRT_Client_Create_Args */
FIELD(PJRT_Client_Create_Args, create_options, 16);
FIELD(PJRT_Client_Create_Args, num_options, 24);
FIELD(PJRT_Client_Create_Args, kv_get_callback, 32);
FIELD(PJRT_Client_Create_Args, kv_get_user_arg, 40);
FIELD(PJRT_Client_Create_Args, kv_put_callback, 48);
FIELD(PJRT_Client_Create_Args, kv_put_user_arg, 56);
FIELD(PJRT_Client_Create_Args, client, 64);
FIELD(PJRT_Client_Create_Args, kv_try_get_callback, 72);
FIELD(PJRT_Client_Create_Args, kv_try_get_user_arg, 80);
KNOWN(PJRT_Client_Create_Args, kv_try_get_user_arg);

/* PJRT_Client_Destroy_Args */
FIELD(PJRT_Client_Destroy_Args, client, 16);
KNOWN(PJRT_Client_Destroy_Args, client);

/* PJRT_Client_PlatformName_Args */
FIELD(PJRT_Client_PlatformName_Args, client, 16);
FIELD(PJRT_Client_PlatformName_Args, platform_name, 24);
FIELD(PJRT_Client_PlatformName_Args, platform_name_size, 32);
KNOWN(PJRT_Client_PlatformName_Args, platform_name_size);

/* PJRT_Client_ProcessIndex_Args */
FIELD(PJRT_Client_ProcessIndex_Args, client, 16);
FIELD(PJRT_Client_ProcessIndex_Args, process_index, 24);
KNOWN(PJRT_Client_ProcessIndex_Args, process_index);

/* PJRT_Client_PlatformVersion_Args */
FIELD(PJRT_Client_PlatformVersion_Args, client, 16);
FIELD(PJRT_Client_PlatformVersion_Args, platform_version, 24);
FIELD(PJRT_Client_PlatformVersion_Args, platform_version_size, 32);
KNOWN(PJRT_Client_PlatformVersion_Args, platform_version_size);

/* PJRT_Client_TopologyDescription_Args */
FIELD(PJRT_Client_TopologyDescription_Args, client, 16);
FIELD(PJRT_Client_TopologyDescription_Args, topology, 24);
KNOWN(PJRT_Client_TopologyDescription_Args, topology);

/* PJRT_Client_Devices_Args */
FIELD(PJRT_Client_Devices_Args, client, 16);
FIELD(PJRT_Client_Devices_Args, devices, 24);
FIELD(PJRT_Client_Devices_Args, num_devices, 32);
KNOWN(PJRT_Client_Devices_Args, num_devices);

/* PJRT_Client_AddressableDevices_Args */
FIELD(PJRT_Client_AddressableDevices_Args, client, 16);
FIELD(PJRT_Client_AddressableDevices_Args, addressable_devices, 24);
FIELD(PJRT_Client_AddressableDevices_Args, num_addressable_devices, 32);
KNOWN(PJRT_Client_AddressableDevices_Args, num_addressable_devices);

/* PJRT_Client_LookupDevice_Args */
FIELD(PJRT_Client_LookupDevice_Args, client, 16);
FIELD(PJRT_Client_LookupDevice_Args, id, 24);
FIELD(PJRT_Client_LookupDevice_Args, device, 32);
KNOWN(PJRT_Client_LookupDevice_Args, device);

/* PJRT_Client_LookupAddressableDevice_Args */
FIELD(PJRT_Client_LookupAddressableDevice_Args, client, 16);
FIELD(PJRT_Client_LookupAddressableDevice_Args, local_hardware_id, 24);
FIELD(PJRT_Client_LookupAddressableDevice_Args, addressable_device, 32);
KNOWN(PJRT_Client_LookupAddressableDevice_Args, addressable_device);

/* PJRT_Client_UpdateGlobalProcessInfo_Args */
FIELD(PJRT_Client_UpdateGlobalProcessInfo_Args, client, 16);
FIELD(PJRT_Client_UpdateGlobalProcessInfo_Args, process_infos, 24);
FIELD(PJRT_Client_UpdateGlobalProcessInfo_Args, num_process_infos, 32);
KNOWN(PJRT_Client_UpdateGlobalProcessInfo_Args, num_process_infos);

/* PJRT_Client_AddressableMemories_Args */
FIELD(PJRT_Client_AddressableMemories_Args, client, 16);
FIELD(PJRT_Client_AddressableMemories_Args, addressable_memories, 24);
FIELD(PJRT_Client_AddressableMemories_Args, num_addressable_memories, 32);
KNOWN(PJRT_Client_AddressableMemories_Args, num_addressable_memories);

/* PJRT_Client_Compile_Args */
FIELD(PJRT_Client_Compile_Args, client, 16);
FIELD(PJRT_Client_Compile_Args, program, 24);
FIELD(PJRT_Client_Compile_Args, compile_options, 32);
FIELD(PJRT_Client_Compile_Args, compile_options_size, 40);
FIELD(PJRT_Client_Compile_Args, executable, 48);
KNOWN(PJRT_Client_Compile_Args, executable);

/* PJRT_Client_Load_Args */
FIELD(PJRT_Client_Load_Args, client, 16);
FIELD(PJRT_Client_Load_Args, executable, 24);
FIELD(PJRT_Client_Load_Args, compile_options, 32);
FIELD(PJRT_Client_Load_Args, compile_options_size, 40);
FIELD(PJRT_Client_Load_Args, loaded_executable, 48);
KNOWN(PJRT_Client_Load_Args, loaded_executable);

/* PJRT_Client_DefaultDeviceAssignment_Args */
FIELD(PJRT_Client_DefaultDeviceAssignment_Args, client, 16);
FIELD(PJRT_Client_DefaultDeviceAssignment_Args, num_replicas, 24);
FIELD(PJRT_Client_DefaultDeviceAssignment_Args, num_partitions, 28);
FIELD(PJRT_Client_DefaultDeviceAssignment_Args, default_assignment_size, 32);
FIELD(PJRT_Client_DefaultDeviceAssignment_Args, default_assignment, 40);
KNOWN(PJRT_Client_DefaultDeviceAssignment_Args, default_assignment);

/* PJRT_Client_DmaMap_Args */
FIELD(PJRT_Client_DmaMap_Args, client, 16);
FIELD(PJRT_Client_DmaMap_Args, data, 24);
FIELD(PJRT_Client_DmaMap_Args, size, 32);
KNOWN(PJRT_Client_DmaMap_Args, size);

/* PJRT_Client_DmaUnmap_Args */
FIELD(PJRT_Client_DmaUnmap_Args, client, 16);
FIELD(PJRT_Client_DmaUnmap_Args, data, 24);
KNOWN(PJRT_Client_DmaUnmap_Args, data);

/* PJRT_Client_CreateUninitializedBuffer_Args */
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, client, 16);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, shape_dims, 24);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, shape_num_dims, 32);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, shape_element_type, 40);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, shape_layout, 48);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, device, 56);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, memory, 64);
FIELD(PJRT_Client_CreateUninitializedBuffer_Args, buffer, 72);
KNOWN(PJRT_Client_CreateUninitializedBuffer_Args, buffer);

/* PJRT_Client_CreateErrorBuffer_Args */
FIELD(PJRT_Client_CreateErrorBuffer_Args, client, 16);
FIELD(PJRT_Client_CreateErrorBuffer_Args, error_code, 24);
FIELD(PJRT_Client_CreateErrorBuffer_Args, error_message, 32);
FIELD(PJRT_Client_CreateErrorBuffer_Args, error_message_size, 40);
FIELD(PJRT_Client_CreateErrorBuffer_Args, shape_dims, 48);
FIELD(PJRT_Client_CreateErrorBuffer_Args, shape_num_dims, 56);
FIELD(PJRT_Client_CreateErrorBuffer_Args, shape_element_type, 64);
FIELD(PJRT_Client_CreateErrorBuffer_Args, shape_layout, 72);
FIELD(PJRT_Client_CreateErrorBuffer_Args, memory, 80);
FIELD(PJRT_Client_CreateErrorBuffer_Args, buffer, 88);
FIELD(PJRT_Client_CreateErrorBuffer_Args, payload, 96);
FIELD(PJRT_Client_CreateErrorBuffer_Args, num_payload, 104);
KNOWN(PJRT_Client_CreateErrorBuffer_Args, num_payload);

/* PJRT_Client_CreateAliasBuffer_Args */
FIELD(PJRT_Client_CreateAliasBuffer_Args, client, 16);
FIELD(PJRT_Client_CreateAliasBuffer_Args, memory, 24);
FIELD(PJRT_Client_CreateAliasBuffer_Args, shape_dims, 32);
FIELD(PJRT_Client_CreateAliasBuffer_Args, shape_num_dims, 40);
FIELD(PJRT_Client_CreateAliasBuffer_Args, shape_element_type, 48);
FIELD(PJRT_Client_CreateAliasBuffer_Args, shape_layout, 56);
FIELD(PJRT_Client_CreateAliasBuffer_Args, alias_buffer, 64);
FIELD(PJRT_Client_CreateAliasBuffer_Args, fulfill_alias_buffer_cb, 72);
KNOWN(PJRT_Client_CreateAliasBuffer_Args, fulfill_alias_buffer_cb);

/* PJRT_Client_FulfillAliasBuffer_Args */
FIELD(PJRT_Client_FulfillAliasBuffer_Args, client, 16);
FIELD(PJRT_Client_FulfillAliasBuffer_Args, buffer, 24);
FIELD(PJRT_Client_FulfillAliasBuffer_Args, status_code, 32);
FIELD(PJRT_Client_FulfillAliasBuffer_Args, error_message, 40);
FIELD(PJRT_Client_FulfillAliasBuffer_Args, error_message_size, 48);
FIELD(PJRT_Client_FulfillAliasBuffer_Args, fulfill_alias_buffer_cb, 56);
KNOWN(PJRT_Client_FulfillAliasBuffer_Args, fulfill_alias_buffer_cb);

/* PJRT_Client_BufferFromHostBuffer_Args */
FIELD(PJRT_Client_BufferFromHostBuffer_Args, client, 16);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, data, 24);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, type, 32);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, dims, 40);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, num_dims, 48);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, byte_strides, 56);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, num_byte_strides, 64);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, host_buffer_semantics, 72);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, device, 80);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, memory, 88);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, device_layout, 96);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, done_with_host_buffer, 104);
FIELD(PJRT_Client_BufferFromHostBuffer_Args, buffer, 112);
KNOWN(PJRT_Client_BufferFromHostBuffer_Args, buffer);

/* PJRT_Client_CreateViewOfDeviceBuffer_Args */
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, client, 16);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, device_buffer_ptr, 24);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, dims, 32);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, num_dims, 40);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, element_type, 48);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, layout, 56);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, device, 64);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, on_delete_callback, 72);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, on_delete_callback_arg, 80);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, stream, 88);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, buffer, 96);
FIELD(PJRT_Client_CreateViewOfDeviceBuffer_Args, memory, 104);
KNOWN(PJRT_Client_CreateViewOfDeviceBuffer_Args, memory);

/* PJRT_Client_CreateBuffersForAsyncHostToDevice_Args */
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, client, 16);
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, shape_specs, 24);
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, num_shape_specs, 32);
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, device_layouts, 40);
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, num_device_layouts,
      48);
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, memory, 56);
FIELD(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, transfer_manager, 64);
KNOWN(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, transfer_manager);

/* PJRT_LogicalDeviceIds */
FIELD(PJRT_LogicalDeviceIds, replica, 0);
FIELD(PJRT_LogicalDeviceIds, partition, 4);
KNOWN(PJRT_LogicalDeviceIds, partition);

/* PJRT_Chunk */
FIELD(PJRT_Chunk, data, 0);
FIELD(PJRT_Chunk, size, 8);
FIELD(PJRT_Chunk, deleter, 16);
FIELD(PJRT_Chunk, deleter_arg, 24);
KNOWN(PJRT_Chunk, deleter_arg);

/* PJRT_SendCallbackInfo */
FIELD(PJRT_SendCallbackInfo, channel_id, 0);
FIELD(PJRT_SendCallbackInfo, user_arg, 8);
FIELD(PJRT_SendCallbackInfo, send_callback, 16);
KNOWN(PJRT_SendCallbackInfo, send_callback);

/* PJRT_RecvCallbackInfo */
FIELD(PJRT_RecvCallbackInfo, channel_id, 0);
FIELD(PJRT_RecvCallbackInfo, user_arg, 8);
FIELD(PJRT_RecvCallbackInfo, recv_callback, 16);
KNOWN(PJRT_RecvCallbackInfo, recv_callback);

/* PJRT_HloOutputCallbackInfo */
FIELD(PJRT_HloOutputCallbackInfo, user_arg, 0);
FIELD(PJRT_HloOutputCallbackInfo, callback, 8);
FIELD(PJRT_HloOutputCallbackInfo, callback_id, 16);
FIELD(PJRT_HloOutputCallbackInfo, num_operands, 24);
KNOWN(PJRT_HloOutputCallbackInfo, num_operands);

/* PJRT_ExecuteOptions */
FIELD(PJRT_ExecuteOptions, send_callbacks, 16);
FIELD(PJRT_ExecuteOptions, recv_callbacks, 24);
FIELD(PJRT_ExecuteOptions, num_send_ops, 32);
FIELD(PJRT_ExecuteOptions, num_recv_ops, 40);
FIELD(PJRT_ExecuteOptions, launch_id, 48);
FIELD(PJRT_ExecuteOptions, non_donatable_input_indices, 56);
FIELD(PJRT_ExecuteOptions, num_non_donatable_input_indices, 64);
FIELD(PJRT_ExecuteOptions, context, 72);
FIELD(PJRT_ExecuteOptions, call_location, 80);
FIELD(PJRT_ExecuteOptions, num_tasks, 88);
FIELD(PJRT_ExecuteOptions, task_ids, 96);
FIELD(PJRT_ExecuteOptions, incarnation_ids, 104);
FIELD(PJRT_ExecuteOptions, multi_slice_config, 112);
FIELD(PJRT_ExecuteOptions, use_major_to_minor_data_layout_for_callbacks, 120);
FIELD(PJRT_ExecuteOptions, hlo_output_callbacks, 128);
FIELD(PJRT_ExecuteOptions, num_hlo_output_callbacks, 136);
KNOWN(PJRT_ExecuteOptions, num_hlo_output_callbacks);

/* PJRT_LoadOptions */
FIELD(PJRT_LoadOptions, computation_origin, 8);
FIELD(PJRT_LoadOptions, computation_origin_size, 16);
FIELD(PJRT_LoadOptions, multi_slice_config, 24);
KNOWN(PJRT_LoadOptions, multi_slice_config);

/* PJRT_ExecuteContext_Create_Args */
FIELD(PJRT_ExecuteContext_Create_Args, context, 16);
KNOWN(PJRT_ExecuteContext_Create_Args, context);

/* PJRT_ExecuteContext_Destroy_Args */
FIELD(PJRT_ExecuteContext_Destroy_Args, context, 16);
KNOWN(PJRT_ExecuteContext_Destroy_Args, context);

/* PJRT_Executable_Destroy_Args */
FIELD(PJRT_Executable_Destroy_Args, executable, 16);
KNOWN(PJRT_Executable_Destroy_Args, executable);

/* PJRT_LoadedExecutable_Destroy_Args */
FIELD(PJRT_LoadedExecutable_Destroy_Args, executable, 16);
KNOWN(PJRT_LoadedExecutable_Destroy_Args, executable);

/* PJRT_LoadedExecutable_GetExecutable_Args */
FIELD(PJRT_LoadedExecutable_GetExecutable_Args, loaded_executable, 16);
FIELD(PJRT_LoadedExecutable_GetExecutable_Args, executable, 24);
KNOWN(PJRT_LoadedExecutable_GetExecutable_Args, executable);

/* PJRT_LoadedExecutable_GetDeviceAssignment_Args */
FIELD(PJRT_LoadedExecutable_GetDeviceAssignment_Args, executable, 16);
FIELD(PJRT_LoadedExecutable_GetDeviceAssignment_Args, serialized_bytes, 24);
FIELD(PJRT_LoadedExecutable_GetDeviceAssignment_Args, serialized_bytes_size,
      32);
FIELD(PJRT_LoadedExecutable_GetDeviceAssignment_Args,
      serialized_device_assignment, 40);
FIELD(PJRT_LoadedExecutable_GetDeviceAssignment_Args,
      serialized_device_assignment_deleter, 48);
KNOWN(PJRT_LoadedExecutable_GetDeviceAssignment_Args,
      serialized_device_assignment_deleter);

/* PJRT_Executable_Name_Args */
FIELD(PJRT_Executable_Name_Args, executable, 16);
FIELD(PJRT_Executable_Name_Args, executable_name, 24);
FIELD(PJRT_Executable_Name_Args, executable_name_size, 32);
KNOWN(PJRT_Executable_Name_Args, executable_name_size);

/* PJRT_Executable_NumReplicas_Args */
FIELD(PJRT_Executable_NumReplicas_Args, executable, 16);
FIELD(PJRT_Executable_NumReplicas_Args, num_replicas, 24);
KNOWN(PJRT_Executable_NumReplicas_Args, num_replicas);

/* PJRT_Executable_NumPartitions_Args */
FIELD(PJRT_Executable_NumPartitions_Args, executable, 16);
FIELD(PJRT_Executable_NumPartitions_Args, num_partitions, 24);
KNOWN(PJRT_Executable_NumPartitions_Args, num_partitions);

/* PJRT_LoadedExecutable_AddressableDevices_Args */
FIELD(PJRT_LoadedExecutable_AddressableDevices_Args, executable, 16);
FIELD(PJRT_LoadedExecutable_AddressableDevices_Args, addressable_devices, 24);
FIELD(PJRT_LoadedExecutable_AddressableDevices_Args, num_addressable_devices,
      32);
KNOWN(PJRT_LoadedExecutable_AddressableDevices_Args, num_addressable_devices);

/* PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args */
FIELD(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args, executable, 16);
FIELD(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args,
      addressable_device_logical_ids, 24);
FIELD(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args,
      num_addressable_device_logical_ids, 32);
KNOWN(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args,
      num_addressable_device_logical_ids);

/* PJRT_Executable_OptimizedProgram_Args */
FIELD(PJRT_Executable_OptimizedProgram_Args, executable, 16);
FIELD(PJRT_Executable_OptimizedProgram_Args, program, 24);
KNOWN(PJRT_Executable_OptimizedProgram_Args, program);

/* PJRT_LoadedExecutable_Delete_Args */
FIELD(PJRT_LoadedExecutable_Delete_Args, executable, 16);
KNOWN(PJRT_LoadedExecutable_Delete_Args, executable);

/* PJRT_LoadedExecutable_IsDeleted_Args */
FIELD(PJRT_LoadedExecutable_IsDeleted_Args, executable, 16);
FIELD(PJRT_LoadedExecutable_IsDeleted_Args, is_deleted, 24);
KNOWN(PJRT_LoadedExecutable_IsDeleted_Args, is_deleted);

/* PJRT_LoadedExecutable_Execute_Args */
FIELD(PJRT_LoadedExecutable_Execute_Args, executable, 16);
FIELD(PJRT_LoadedExecutable_Execute_Args, options, 24);
FIELD(PJRT_LoadedExecutable_Execute_Args, argument_lists, 32);
FIELD(PJRT_LoadedExecutable_Execute_Args, num_devices, 40);
FIELD(PJRT_LoadedExecutable_Execute_Args, num_args, 48);
FIELD(PJRT_LoadedExecutable_Execute_Args, output_lists, 56);
FIELD(PJRT_LoadedExecutable_Execute_Args, device_complete_events, 64);
FIELD(PJRT_LoadedExecutable_Execute_Args, execute_device, 72);
KNOWN(PJRT_LoadedExecutable_Execute_Args, execute_device);

/* PJRT_Executable_NumOutputs_Args */
FIELD(PJRT_Executable_NumOutputs_Args, executable, 16);
FIELD(PJRT_Executable_NumOutputs_Args, num_outputs, 24);
KNOWN(PJRT_Executable_NumOutputs_Args, num_outputs);

/* PJRT_Executable_SizeOfGeneratedCodeInBytes_Args */
FIELD(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args, executable, 16);
FIELD(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args, size_in_bytes, 24);
KNOWN(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args, size_in_bytes);

/* PJRT_Executable_Fingerprint_Args */
FIELD(PJRT_Executable_Fingerprint_Args, executable, 16);
FIELD(PJRT_Executable_Fingerprint_Args, executable_fingerprint, 24);
FIELD(PJRT_Executable_Fingerprint_Args, executable_fingerprint_size, 32);
KNOWN(PJRT_Executable_Fingerprint_Args, executable_fingerprint_size);

/* PJRT_Executable_GetCostAnalysis_Args */
FIELD(PJRT_Executable_GetCostAnalysis_Args, executable, 16);
FIELD(PJRT_Executable_GetCostAnalysis_Args, num_properties, 24);
FIELD(PJRT_Executable_GetCostAnalysis_Args, properties, 32);
KNOWN(PJRT_Executable_GetCostAnalysis_Args, properties);

/* PJRT_Executable_GetCompiledMemoryStats_Args */
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, executable, 16);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, generated_code_size_in_bytes,
      24);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, argument_size_in_bytes, 32);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, output_size_in_bytes, 40);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, alias_size_in_bytes, 48);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, temp_size_in_bytes, 56);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args,
      host_generated_code_size_in_bytes, 64);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, host_argument_size_in_bytes,
      72);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, host_output_size_in_bytes,
      80);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, host_alias_size_in_bytes,
      88);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, host_temp_size_in_bytes, 96);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, peak_memory_in_bytes, 104);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, total_size_in_bytes, 112);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, total_allocation_bytes, 120);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, indefinite_allocations, 128);
FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, peak_unpadded_heap_bytes,
      136);
KNOWN(PJRT_Executable_GetCompiledMemoryStats_Args, peak_unpadded_heap_bytes);

/* PJRT_Executable_OutputElementTypes_Args */
FIELD(PJRT_Executable_OutputElementTypes_Args, executable, 16);
FIELD(PJRT_Executable_OutputElementTypes_Args, output_types, 24);
FIELD(PJRT_Executable_OutputElementTypes_Args, num_output_types, 32);
KNOWN(PJRT_Executable_OutputElementTypes_Args, num_output_types);

/* PJRT_Executable_OutputDimensions_Args */
FIELD(PJRT_Executable_OutputDimensions_Args, executable, 16);
FIELD(PJRT_Executable_OutputDimensions_Args, num_outputs, 24);
FIELD(PJRT_Executable_OutputDimensions_Args, dims, 32);
FIELD(PJRT_Executable_OutputDimensions_Args, dim_sizes, 40);
KNOWN(PJRT_Executable_OutputDimensions_Args, dim_sizes);

/* PJRT_Executable_ParameterMemoryKinds_Args */
FIELD(PJRT_Executable_ParameterMemoryKinds_Args, executable, 16);
FIELD(PJRT_Executable_ParameterMemoryKinds_Args, num_parameters, 24);
FIELD(PJRT_Executable_ParameterMemoryKinds_Args, memory_kinds, 32);
FIELD(PJRT_Executable_ParameterMemoryKinds_Args, memory_kind_sizes, 40);
KNOWN(PJRT_Executable_ParameterMemoryKinds_Args, memory_kind_sizes);

/* PJRT_Executable_OutputMemoryKinds_Args */
FIELD(PJRT_Executable_OutputMemoryKinds_Args, executable, 16);
FIELD(PJRT_Executable_OutputMemoryKinds_Args, num_outputs, 24);
FIELD(PJRT_Executable_OutputMemoryKinds_Args, memory_kinds, 32);
FIELD(PJRT_Executable_OutputMemoryKinds_Args, memory_kind_sizes, 40);
KNOWN(PJRT_Executable_OutputMemoryKinds_Args, memory_kind_sizes);

/* PJRT_Executable_Serialize_Args */
FIELD(PJRT_Executable_Serialize_Args, executable, 16);
FIELD(PJRT_Executable_Serialize_Args, serialized_bytes, 24);
FIELD(PJRT_Executable_Serialize_Args, serialized_bytes_size, 32);
FIELD(PJRT_Executable_Serialize_Args, serialized_executable, 40);
FIELD(PJRT_Executable_Serialize_Args, serialized_executable_deleter, 48);
KNOWN(PJRT_Executable_Serialize_Args, serialized_executable_deleter);

/* PJRT_Executable_GetCompileOptions_Args */
FIELD(PJRT_Executable_GetCompileOptions_Args, executable, 16);
FIELD(PJRT_Executable_GetCompileOptions_Args, serialized_bytes, 24);
FIELD(PJRT_Executable_GetCompileOptions_Args, serialized_bytes_size, 32);
FIELD(PJRT_Executable_GetCompileOptions_Args, serialized_compile_options, 40);
FIELD(PJRT_Executable_GetCompileOptions_Args,
      serialized_compile_options_deleter, 48);
KNOWN(PJRT_Executable_GetCompileOptions_Args,
      serialized_compile_options_deleter);

/* PJRT_Executable_DeserializeAndLoad_Args */
FIELD(PJRT_Executable_DeserializeAndLoad_Args, client, 16);
FIELD(PJRT_Executable_DeserializeAndLoad_Args, serialized_executable, 24);
FIELD(PJRT_Executable_DeserializeAndLoad_Args, serialized_executable_size, 32);
FIELD(PJRT_Executable_DeserializeAndLoad_Args, loaded_executable, 40);
FIELD(PJRT_Executable_DeserializeAndLoad_Args,
      overridden_serialized_compile_options, 48);
FIELD(PJRT_Executable_DeserializeAndLoad_Args,
      overridden_serialized_compile_options_size, 56);
FIELD(PJRT_Executable_DeserializeAndLoad_Args, load_options, 64);
KNOWN(PJRT_Executable_DeserializeAndLoad_Args, load_options);

/* PJRT_LoadedExecutable_Fingerprint_Args */
FIELD(PJRT_LoadedExecutable_Fingerprint_Args, executable, 16);
FIELD(PJRT_LoadedExecutable_Fingerprint_Args, executable_fingerprint, 24);
FIELD(PJRT_LoadedExecutable_Fingerprint_Args, executable_fingerprint_size, 32);
KNOWN(PJRT_LoadedExecutable_Fingerprint_Args, executable_fingerprint_size);

/* PJRT_AsyncHostToDeviceTransferManager_Destroy_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args, transfer_manager, 16);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args, transfer_manager);

/* PJRT_AsyncHostToDeviceTransferManager_TransferData_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, transfer_manager,
      16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, buffer_index,
      24);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, data, 32);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, offset, 40);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, transfer_size,
      48);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, is_last_transfer,
      56);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args,
      done_with_h2d_transfer, 64);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args,
      done_with_h2d_transfer);

/* PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args,
      transfer_manager, 16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, buffer_index,
      24);
FIELD(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, buffer_out,
      32);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, buffer_out);

/* PJRT_AsyncHostToDeviceTransferManager_Device_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_Device_Args, transfer_manager, 16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_Device_Args, device_out, 24);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_Device_Args, device_out);

/* PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args, transfer_manager,
      16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args, buffer_count, 24);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args, buffer_count);

/* PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args, transfer_manager,
      16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args, buffer_index, 24);
FIELD(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args, buffer_size, 32);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args, buffer_size);

/* PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args,
      transfer_manager, 16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args, buffer_index,
      24);
FIELD(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args, error_code,
      28);
FIELD(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args, error_message,
      32);
FIELD(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args,
      error_message_size, 40);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args,
      error_message_size);

/* PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args, transfer_manager,
      16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args, transfer_metadata,
      24);
FIELD(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args, num_metadata, 32);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args, num_metadata);

/* PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args */
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args,
      transfer_manager, 16);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args, buffer_index,
      24);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args, data, 32);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args, shape_dims,
      40);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args,
      shape_num_dims, 48);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args,
      shape_element_type, 56);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args, shape_layout,
      64);
FIELD(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args,
      done_with_h2d_transfer, 72);
KNOWN(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args,
      done_with_h2d_transfer);

/* PJRT_CopyToDeviceStream_Destroy_Args */
FIELD(PJRT_CopyToDeviceStream_Destroy_Args, stream, 16);
KNOWN(PJRT_CopyToDeviceStream_Destroy_Args, stream);

/* PJRT_CopyToDeviceStream_AddChunk_Args */
FIELD(PJRT_CopyToDeviceStream_AddChunk_Args, stream, 16);
FIELD(PJRT_CopyToDeviceStream_AddChunk_Args, chunk, 24);
FIELD(PJRT_CopyToDeviceStream_AddChunk_Args, transfer_complete, 32);
KNOWN(PJRT_CopyToDeviceStream_AddChunk_Args, transfer_complete);

/* PJRT_CopyToDeviceStream_TotalBytes_Args */
FIELD(PJRT_CopyToDeviceStream_TotalBytes_Args, stream, 16);
FIELD(PJRT_CopyToDeviceStream_TotalBytes_Args, total_bytes, 24);
KNOWN(PJRT_CopyToDeviceStream_TotalBytes_Args, total_bytes);

/* PJRT_CopyToDeviceStream_GranuleSize_Args */
FIELD(PJRT_CopyToDeviceStream_GranuleSize_Args, stream, 16);
FIELD(PJRT_CopyToDeviceStream_GranuleSize_Args, granule_size_in_bytes, 24);
KNOWN(PJRT_CopyToDeviceStream_GranuleSize_Args, granule_size_in_bytes);

/* PJRT_CopyToDeviceStream_CurrentBytes_Args */
FIELD(PJRT_CopyToDeviceStream_CurrentBytes_Args, stream, 16);
FIELD(PJRT_CopyToDeviceStream_CurrentBytes_Args, current_bytes, 24);
KNOWN(PJRT_CopyToDeviceStream_CurrentBytes_Args, current_bytes);

/* PJRT_TopologyDescription_Create_Args */
FIELD(PJRT_TopologyDescription_Create_Args, topology_name, 16);
FIELD(PJRT_TopologyDescription_Create_Args, topology_name_size, 24);
FIELD(PJRT_TopologyDescription_Create_Args, create_options, 32);
FIELD(PJRT_TopologyDescription_Create_Args, num_options, 40);
FIELD(PJRT_TopologyDescription_Create_Args, topology, 48);
KNOWN(PJRT_TopologyDescription_Create_Args, topology);

/* PJRT_TopologyDescription_Destroy_Args */
FIELD(PJRT_TopologyDescription_Destroy_Args, topology, 16);
KNOWN(PJRT_TopologyDescription_Destroy_Args, topology);

/* PJRT_TopologyDescription_PlatformVersion_Args */
FIELD(PJRT_TopologyDescription_PlatformVersion_Args, topology, 16);
FIELD(PJRT_TopologyDescription_PlatformVersion_Args, platform_version, 24);
FIELD(PJRT_TopologyDescription_PlatformVersion_Args, platform_version_size, 32);
KNOWN(PJRT_TopologyDescription_PlatformVersion_Args, platform_version_size);

/* PJRT_TopologyDescription_PlatformName_Args */
FIELD(PJRT_TopologyDescription_PlatformName_Args, topology, 16);
FIELD(PJRT_TopologyDescription_PlatformName_Args, platform_name, 24);
FIELD(PJRT_TopologyDescription_PlatformName_Args, platform_name_size, 32);
KNOWN(PJRT_TopologyDescription_PlatformName_Args, platform_name_size);

/* PJRT_TopologyDescription_GetDeviceDescriptions_Args */
FIELD(PJRT_TopologyDescription_GetDeviceDescriptions_Args, topology, 16);
FIELD(PJRT_TopologyDescription_GetDeviceDescriptions_Args, descriptions, 24);
FIELD(PJRT_TopologyDescription_GetDeviceDescriptions_Args, num_descriptions,
      32);
KNOWN(PJRT_TopologyDescription_GetDeviceDescriptions_Args, num_descriptions);

/* PJRT_TopologyDescription_Serialize_Args */
FIELD(PJRT_TopologyDescription_Serialize_Args, topology, 16);
FIELD(PJRT_TopologyDescription_Serialize_Args, serialized_bytes, 24);
FIELD(PJRT_TopologyDescription_Serialize_Args, serialized_bytes_size, 32);
FIELD(PJRT_TopologyDescription_Serialize_Args, serialized_topology, 40);
FIELD(PJRT_TopologyDescription_Serialize_Args, serialized_topology_deleter, 48);
KNOWN(PJRT_TopologyDescription_Serialize_Args, serialized_topology_deleter);

/* PJRT_TopologyDescription_Deserialize_Args */
FIELD(PJRT_TopologyDescription_Deserialize_Args, serialized_topology, 16);
FIELD(PJRT_TopologyDescription_Deserialize_Args, serialized_topology_size, 24);
FIELD(PJRT_TopologyDescription_Deserialize_Args, topology, 32);
KNOWN(PJRT_TopologyDescription_Deserialize_Args, topology);

/* PJRT_TopologyDescription_Attributes_Args */
FIELD(PJRT_TopologyDescription_Attributes_Args, topology, 16);
FIELD(PJRT_TopologyDescription_Attributes_Args, attributes, 24);
FIELD(PJRT_TopologyDescription_Attributes_Args, num_attributes, 32);
KNOWN(PJRT_TopologyDescription_Attributes_Args, num_attributes);

/* PJRT_TopologyDescription_Fingerprint_Args */
FIELD(PJRT_TopologyDescription_Fingerprint_Args, topology, 16);
FIELD(PJRT_TopologyDescription_Fingerprint_Args, fingerprint, 24);
KNOWN(PJRT_TopologyDescription_Fingerprint_Args, fingerprint);

/* PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args */
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args, topology,
      16);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
      memory_space_kind_id, 24);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args, dims, 32);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args, num_dims,
      40);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
      element_type, 48);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args, layout,
      56);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
      serialized_shape, 64);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
      serialized_shape_size, 72);
FIELD(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
      serialized_shape_deleter, 80);
KNOWN(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
      serialized_shape_deleter);

/* PJRT_TopologyDescription_GetMemorySpaceKindIds_Args */
FIELD(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args, topology, 16);
FIELD(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args,
      memory_space_kind_ids, 24);
FIELD(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args,
      num_memory_space_kind_ids, 32);
KNOWN(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args,
      num_memory_space_kind_ids);

/* PJRT_Compile_Args */
FIELD(PJRT_Compile_Args, topology, 16);
FIELD(PJRT_Compile_Args, program, 24);
FIELD(PJRT_Compile_Args, compile_options, 32);
FIELD(PJRT_Compile_Args, compile_options_size, 40);
FIELD(PJRT_Compile_Args, client, 48);
FIELD(PJRT_Compile_Args, executable, 56);
KNOWN(PJRT_Compile_Args, executable);

/* PJRT_Layouts_MemoryLayout_Destroy_Args */
FIELD(PJRT_Layouts_MemoryLayout_Destroy_Args, layout, 16);
KNOWN(PJRT_Layouts_MemoryLayout_Destroy_Args, layout);

/* PJRT_Layouts_MemoryLayout_Serialize_Args */
FIELD(PJRT_Layouts_MemoryLayout_Serialize_Args, layout, 16);
FIELD(PJRT_Layouts_MemoryLayout_Serialize_Args, serialized_bytes, 24);
FIELD(PJRT_Layouts_MemoryLayout_Serialize_Args, serialized_bytes_size, 32);
FIELD(PJRT_Layouts_MemoryLayout_Serialize_Args, serialized_layout, 40);
FIELD(PJRT_Layouts_MemoryLayout_Serialize_Args, serialized_layout_deleter, 48);
KNOWN(PJRT_Layouts_MemoryLayout_Serialize_Args, serialized_layout_deleter);

/* PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args */
FIELD(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args, buffer, 16);
FIELD(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args, layout, 24);
KNOWN(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args, layout);

/* PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args */
FIELD(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, client, 16);
FIELD(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, type, 24);
FIELD(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, dims, 32);
FIELD(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, num_dims, 40);
FIELD(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, layout, 48);
KNOWN(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, layout);

/* PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args */
FIELD(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, topology_description,
      16);
FIELD(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, type, 24);
FIELD(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, dims, 32);
FIELD(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, num_dims, 40);
FIELD(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, layout, 48);
KNOWN(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, layout);

/* PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args */
FIELD(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args, executable, 16);
FIELD(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args, num_outputs, 24);
FIELD(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args, layouts, 32);
KNOWN(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args, layouts);

/* PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args */
FIELD(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args, executable, 16);
FIELD(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args, num_parameters,
      24);
FIELD(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args, layouts, 32);
KNOWN(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args, layouts);

/* PJRT_Get_Stream_For_External_Ready_Events_Args */
FIELD(PJRT_Get_Stream_For_External_Ready_Events_Args, device, 8);
FIELD(PJRT_Get_Stream_For_External_Ready_Events_Args, stream, 16);
KNOWN(PJRT_Get_Stream_For_External_Ready_Events_Args, stream);

/* PJRT_Wait_Until_Buffer_Ready_On_Stream_Args */
FIELD(PJRT_Wait_Until_Buffer_Ready_On_Stream_Args, stream, 8);
FIELD(PJRT_Wait_Until_Buffer_Ready_On_Stream_Args, buffer, 16);
KNOWN(PJRT_Wait_Until_Buffer_Ready_On_Stream_Args, buffer);

/* PJRT_Stream_Extension */
FIELD(PJRT_Stream_Extension, base, 0);
FIELD(PJRT_Stream_Extension, get_stream, 24);
FIELD(PJRT_Stream_Extension, wait_stream, 32);
KNOWN(PJRT_Stream_Extension, wait_stream);

/* PJRT_Layouts_Extension */
FIELD(PJRT_Layouts_Extension, base, 0);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_MemoryLayout_Destroy, 24);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_MemoryLayout_Serialize, 32);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_PJRT_Client_GetDefaultLayout, 40);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_PJRT_Buffer_MemoryLayout, 48);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_PJRT_Topology_GetDefaultLayout, 56);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_PJRT_Executable_GetOutputLayouts,
      64);
FIELD(PJRT_Layouts_Extension, PJRT_Layouts_PJRT_Executable_GetParameterLayouts,
      72);
KNOWN(PJRT_Layouts_Extension, PJRT_Layouts_PJRT_Executable_GetParameterLayouts);

/* PJRT_Shardings_PJRT_Executable_ParameterShardings_Args */
FIELD(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, executable, 16);
FIELD(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, num_parameters,
      24);
FIELD(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, shardings, 32);
FIELD(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, sharding_sizes,
      40);
KNOWN(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, sharding_sizes);

/* PJRT_Shardings_PJRT_Executable_OutputShardings_Args */
FIELD(PJRT_Shardings_PJRT_Executable_OutputShardings_Args, executable, 16);
FIELD(PJRT_Shardings_PJRT_Executable_OutputShardings_Args, num_outputs, 24);
FIELD(PJRT_Shardings_PJRT_Executable_OutputShardings_Args, shardings, 32);
FIELD(PJRT_Shardings_PJRT_Executable_OutputShardings_Args, sharding_sizes, 40);
KNOWN(PJRT_Shardings_PJRT_Executable_OutputShardings_Args, sharding_sizes);

/* PJRT_Shardings_Extension */
FIELD(PJRT_Shardings_Extension, base, 0);
FIELD(PJRT_Shardings_Extension,
      PJRT_Shardings_PJRT_Executable_ParameterShardings, 24);
FIELD(PJRT_Shardings_Extension, PJRT_Shardings_PJRT_Executable_OutputShardings,
      32);
KNOWN(PJRT_Shardings_Extension, PJRT_Shardings_PJRT_Executable_OutputShardings);

/* PJRT_DeviceDescription_MemoryDescriptions_Args */
FIELD(PJRT_DeviceDescription_MemoryDescriptions_Args, device_description, 16);
FIELD(PJRT_DeviceDescription_MemoryDescriptions_Args, memory_descriptions, 24);
FIELD(PJRT_DeviceDescription_MemoryDescriptions_Args, num_memory_descriptions,
      32);
FIELD(PJRT_DeviceDescription_MemoryDescriptions_Args, default_memory_index, 40);
KNOWN(PJRT_DeviceDescription_MemoryDescriptions_Args, default_memory_index);

/* PJRT_MemoryDescription_Kind_Args */
FIELD(PJRT_MemoryDescription_Kind_Args, memory_description, 16);
FIELD(PJRT_MemoryDescription_Kind_Args, kind, 24);
FIELD(PJRT_MemoryDescription_Kind_Args, kind_size, 32);
FIELD(PJRT_MemoryDescription_Kind_Args, kind_id, 40);
KNOWN(PJRT_MemoryDescription_Kind_Args, kind_id);

/* PJRT_MemoryDescriptions_Extension */
FIELD(PJRT_MemoryDescriptions_Extension, base, 0);
FIELD(PJRT_MemoryDescriptions_Extension,
      PJRT_DeviceDescription_MemoryDescriptions, 24);
FIELD(PJRT_MemoryDescriptions_Extension, PJRT_MemoryDescription_Kind, 32);
KNOWN(PJRT_MemoryDescriptions_Extension, PJRT_MemoryDescription_Kind);

/* PJRT_FFI_Type_Info */
FIELD(PJRT_FFI_Type_Info, deleter, 0);
FIELD(PJRT_FFI_Type_Info, serialize, 8);
FIELD(PJRT_FFI_Type_Info, deserialize, 16);
KNOWN(PJRT_FFI_Type_Info, deserialize);

/* PJRT_FFI_Type_Register_Args */
FIELD(PJRT_FFI_Type_Register_Args, type_name, 16);
FIELD(PJRT_FFI_Type_Register_Args, type_name_size, 24);
FIELD(PJRT_FFI_Type_Register_Args, type_id, 32);
FIELD(PJRT_FFI_Type_Register_Args, type_info, 40);
KNOWN(PJRT_FFI_Type_Register_Args, type_info);

/* PJRT_FFI_UserData */
FIELD(PJRT_FFI_UserData, type_id, 0);
FIELD(PJRT_FFI_UserData, data, 8);
KNOWN(PJRT_FFI_UserData, data);

/* PJRT_FFI_UserData_Add_Args */
FIELD(PJRT_FFI_UserData_Add_Args, context, 16);
FIELD(PJRT_FFI_UserData_Add_Args, user_data, 24);
KNOWN(PJRT_FFI_UserData_Add_Args, user_data);

/* PJRT_FFI_Register_Handler_Args */
FIELD(PJRT_FFI_Register_Handler_Args, target_name, 8);
FIELD(PJRT_FFI_Register_Handler_Args, target_name_size, 16);
FIELD(PJRT_FFI_Register_Handler_Args, handler, 24);
FIELD(PJRT_FFI_Register_Handler_Args, platform_name, 32);
FIELD(PJRT_FFI_Register_Handler_Args, platform_name_size, 40);
FIELD(PJRT_FFI_Register_Handler_Args, traits, 48);
KNOWN(PJRT_FFI_Register_Handler_Args, traits);

/* PJRT_FFI_Extension */
FIELD(PJRT_FFI_Extension, base, 0);
FIELD(PJRT_FFI_Extension, type_register, 24);
FIELD(PJRT_FFI_Extension, user_data_add, 32);
FIELD(PJRT_FFI_Extension, register_handler, 40);
KNOWN(PJRT_FFI_Extension, register_handler);

/* PJRT_Gpu_Register_Custom_Call_Args */
FIELD(PJRT_Gpu_Register_Custom_Call_Args, function_name, 8);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, function_name_size, 16);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, api_version, 24);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, handler_instantiate, 32);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, handler_prepare, 40);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, handler_initialize, 48);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, handler_execute, 56);
FIELD(PJRT_Gpu_Register_Custom_Call_Args, traits, 64);
KNOWN(PJRT_Gpu_Register_Custom_Call_Args, traits);

/* PJRT_Gpu_Custom_Call */
FIELD(PJRT_Gpu_Custom_Call, base, 0);
FIELD(PJRT_Gpu_Custom_Call, custom_call, 24);
FIELD(PJRT_Gpu_Custom_Call, custom_call_handles_traits, 32);
KNOWN(PJRT_Gpu_Custom_Call, custom_call_handles_traits);

/* PJRT_Api */
FIELD(PJRT_Api, struct_size, 0);
FIELD(PJRT_Api, extension_start, 8);
FIELD(PJRT_Api, pjrt_api_version, 16);
FIELD(PJRT_Api, PJRT_Error_Destroy, 40);
FIELD(PJRT_Api, PJRT_Error_Message, 48);
FIELD(PJRT_Api, PJRT_Error_GetCode, 56);
FIELD(PJRT_Api, PJRT_Plugin_Initialize, 64);
FIELD(PJRT_Api, PJRT_Plugin_Attributes, 72);
FIELD(PJRT_Api, PJRT_Event_Destroy, 80);
FIELD(PJRT_Api, PJRT_Event_IsReady, 88);
FIELD(PJRT_Api, PJRT_Event_Error, 96);
FIELD(PJRT_Api, PJRT_Event_Await, 104);
FIELD(PJRT_Api, PJRT_Event_OnReady, 112);
FIELD(PJRT_Api, PJRT_Client_Create, 120);
FIELD(PJRT_Api, PJRT_Client_Destroy, 128);
FIELD(PJRT_Api, PJRT_Client_PlatformName, 136);
FIELD(PJRT_Api, PJRT_Client_ProcessIndex, 144);
FIELD(PJRT_Api, PJRT_Client_PlatformVersion, 152);
FIELD(PJRT_Api, PJRT_Client_Devices, 160);
FIELD(PJRT_Api, PJRT_Client_AddressableDevices, 168);
FIELD(PJRT_Api, PJRT_Client_LookupDevice, 176);
FIELD(PJRT_Api, PJRT_Client_LookupAddressableDevice, 184);
FIELD(PJRT_Api, PJRT_Client_AddressableMemories, 192);
FIELD(PJRT_Api, PJRT_Client_Compile, 200);
FIELD(PJRT_Api, PJRT_Client_DefaultDeviceAssignment, 208);
FIELD(PJRT_Api, PJRT_Client_BufferFromHostBuffer, 216);
FIELD(PJRT_Api, PJRT_DeviceDescription_Id, 224);
FIELD(PJRT_Api, PJRT_DeviceDescription_ProcessIndex, 232);
FIELD(PJRT_Api, PJRT_DeviceDescription_Attributes, 240);
FIELD(PJRT_Api, PJRT_DeviceDescription_Kind, 248);
FIELD(PJRT_Api, PJRT_DeviceDescription_DebugString, 256);
FIELD(PJRT_Api, PJRT_DeviceDescription_ToString, 264);
FIELD(PJRT_Api, PJRT_Device_GetDescription, 272);
FIELD(PJRT_Api, PJRT_Device_IsAddressable, 280);
FIELD(PJRT_Api, PJRT_Device_LocalHardwareId, 288);
FIELD(PJRT_Api, PJRT_Device_AddressableMemories, 296);
FIELD(PJRT_Api, PJRT_Device_DefaultMemory, 304);
FIELD(PJRT_Api, PJRT_Device_MemoryStats, 312);
FIELD(PJRT_Api, PJRT_Memory_Id, 320);
FIELD(PJRT_Api, PJRT_Memory_Kind, 328);
FIELD(PJRT_Api, PJRT_Memory_DebugString, 336);
FIELD(PJRT_Api, PJRT_Memory_ToString, 344);
FIELD(PJRT_Api, PJRT_Memory_AddressableByDevices, 352);
FIELD(PJRT_Api, PJRT_Executable_Destroy, 360);
FIELD(PJRT_Api, PJRT_Executable_Name, 368);
FIELD(PJRT_Api, PJRT_Executable_NumReplicas, 376);
FIELD(PJRT_Api, PJRT_Executable_NumPartitions, 384);
FIELD(PJRT_Api, PJRT_Executable_NumOutputs, 392);
FIELD(PJRT_Api, PJRT_Executable_SizeOfGeneratedCodeInBytes, 400);
FIELD(PJRT_Api, PJRT_Executable_GetCostAnalysis, 408);
FIELD(PJRT_Api, PJRT_Executable_OutputMemoryKinds, 416);
FIELD(PJRT_Api, PJRT_Executable_OptimizedProgram, 424);
FIELD(PJRT_Api, PJRT_Executable_Serialize, 432);
FIELD(PJRT_Api, PJRT_LoadedExecutable_Destroy, 440);
FIELD(PJRT_Api, PJRT_LoadedExecutable_GetExecutable, 448);
FIELD(PJRT_Api, PJRT_LoadedExecutable_AddressableDevices, 456);
FIELD(PJRT_Api, PJRT_LoadedExecutable_Delete, 464);
FIELD(PJRT_Api, PJRT_LoadedExecutable_IsDeleted, 472);
FIELD(PJRT_Api, PJRT_LoadedExecutable_Execute, 480);
FIELD(PJRT_Api, PJRT_Executable_DeserializeAndLoad, 488);
FIELD(PJRT_Api, PJRT_LoadedExecutable_Fingerprint, 496);
FIELD(PJRT_Api, PJRT_Buffer_Destroy, 504);
FIELD(PJRT_Api, PJRT_Buffer_ElementType, 512);
FIELD(PJRT_Api, PJRT_Buffer_Dimensions, 520);
FIELD(PJRT_Api, PJRT_Buffer_UnpaddedDimensions, 528);
FIELD(PJRT_Api, PJRT_Buffer_DynamicDimensionIndices, 536);
FIELD(PJRT_Api, PJRT_Buffer_GetMemoryLayout, 544);
FIELD(PJRT_Api, PJRT_Buffer_OnDeviceSizeInBytes, 552);
FIELD(PJRT_Api, PJRT_Buffer_Device, 560);
FIELD(PJRT_Api, PJRT_Buffer_Memory, 568);
FIELD(PJRT_Api, PJRT_Buffer_Delete, 576);
FIELD(PJRT_Api, PJRT_Buffer_IsDeleted, 584);
FIELD(PJRT_Api, PJRT_Buffer_CopyToDevice, 592);
FIELD(PJRT_Api, PJRT_Buffer_ToHostBuffer, 600);
FIELD(PJRT_Api, PJRT_Buffer_IsOnCpu, 608);
FIELD(PJRT_Api, PJRT_Buffer_ReadyEvent, 616);
FIELD(PJRT_Api, PJRT_Buffer_UnsafePointer, 624);
FIELD(PJRT_Api, PJRT_Buffer_IncreaseExternalReferenceCount, 632);
FIELD(PJRT_Api, PJRT_Buffer_DecreaseExternalReferenceCount, 640);
FIELD(PJRT_Api, PJRT_Buffer_OpaqueDeviceMemoryDataPointer, 648);
FIELD(PJRT_Api, PJRT_CopyToDeviceStream_Destroy, 656);
FIELD(PJRT_Api, PJRT_CopyToDeviceStream_AddChunk, 664);
FIELD(PJRT_Api, PJRT_CopyToDeviceStream_TotalBytes, 672);
FIELD(PJRT_Api, PJRT_CopyToDeviceStream_GranuleSize, 680);
FIELD(PJRT_Api, PJRT_CopyToDeviceStream_CurrentBytes, 688);
FIELD(PJRT_Api, PJRT_TopologyDescription_Create, 696);
FIELD(PJRT_Api, PJRT_TopologyDescription_Destroy, 704);
FIELD(PJRT_Api, PJRT_TopologyDescription_PlatformName, 712);
FIELD(PJRT_Api, PJRT_TopologyDescription_PlatformVersion, 720);
FIELD(PJRT_Api, PJRT_TopologyDescription_GetDeviceDescriptions, 728);
FIELD(PJRT_Api, PJRT_TopologyDescription_Serialize, 736);
FIELD(PJRT_Api, PJRT_TopologyDescription_Attributes, 744);
FIELD(PJRT_Api, PJRT_Compile, 752);
FIELD(PJRT_Api, PJRT_Executable_OutputElementTypes, 760);
FIELD(PJRT_Api, PJRT_Executable_OutputDimensions, 768);
FIELD(PJRT_Api, PJRT_Buffer_CopyToMemory, 776);
FIELD(PJRT_Api, PJRT_Client_CreateViewOfDeviceBuffer, 784);
FIELD(PJRT_Api, PJRT_Executable_Fingerprint, 792);
FIELD(PJRT_Api, PJRT_Client_TopologyDescription, 800);
FIELD(PJRT_Api, PJRT_Executable_GetCompiledMemoryStats, 808);
FIELD(PJRT_Api, PJRT_Memory_Kind_Id, 816);
FIELD(PJRT_Api, PJRT_ExecuteContext_Create, 824);
FIELD(PJRT_Api, PJRT_ExecuteContext_Destroy, 832);
FIELD(PJRT_Api, PJRT_Buffer_CopyRawToHost, 840);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_Destroy, 848);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_TransferData, 856);
FIELD(PJRT_Api, PJRT_Client_CreateBuffersForAsyncHostToDevice, 864);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer, 872);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_Device, 880);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_BufferCount, 888);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_BufferSize, 896);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_SetBufferError, 904);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_AddMetadata, 912);
FIELD(PJRT_Api, PJRT_Client_DmaMap, 920);
FIELD(PJRT_Api, PJRT_Client_DmaUnmap, 928);
FIELD(PJRT_Api, PJRT_Client_CreateUninitializedBuffer, 936);
FIELD(PJRT_Api, PJRT_Client_UpdateGlobalProcessInfo, 944);
FIELD(PJRT_Api, PJRT_TopologyDescription_Deserialize, 952);
FIELD(PJRT_Api, PJRT_Client_CreateAliasBuffer, 960);
FIELD(PJRT_Api, PJRT_Client_FulfillAliasBuffer, 968);
FIELD(PJRT_Api, PJRT_LoadedExecutable_GetDeviceAssignment, 976);
FIELD(PJRT_Api, PJRT_Client_CreateErrorBuffer, 984);
FIELD(PJRT_Api, PJRT_AsyncHostToDeviceTransferManager_TransferLiteral, 992);
FIELD(PJRT_Api, PJRT_Buffer_CopyRawToHostFuture, 1000);
FIELD(PJRT_Api, PJRT_Device_PoisonExecution, 1008);
FIELD(PJRT_Api, PJRT_Device_CreateAsyncTrackingEvent, 1016);
FIELD(PJRT_Api, PJRT_AsyncTrackingEvent_Destroy, 1024);
FIELD(PJRT_Api, PJRT_Executable_GetCompileOptions, 1032);
FIELD(PJRT_Api, PJRT_Buffer_DonateWithControlDependency, 1040);
FIELD(PJRT_Api, PJRT_Event_Create, 1048);
FIELD(PJRT_Api, PJRT_Event_Set, 1056);
FIELD(PJRT_Api, PJRT_Device_GetAttributes, 1064);
FIELD(PJRT_Api, PJRT_Client_Load, 1072);
FIELD(PJRT_Api, PJRT_LoadedExecutable_AddressableDeviceLogicalIds, 1080);
FIELD(PJRT_Api, PJRT_Buffer_Bitcast, 1088);
FIELD(PJRT_Api, PJRT_Error_ForEachPayload, 1096);
FIELD(PJRT_Api, PJRT_TopologyDescription_Fingerprint, 1104);
FIELD(PJRT_Api, PJRT_Executable_ParameterMemoryKinds, 1112);
FIELD(PJRT_Api, PJRT_Device_ClearMemoryStats, 1120);
FIELD(PJRT_Api, PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace,
      1128);
FIELD(PJRT_Api, PJRT_TopologyDescription_GetMemorySpaceKindIds, 1136);
KNOWN(PJRT_Api, PJRT_TopologyDescription_GetMemorySpaceKindIds);
