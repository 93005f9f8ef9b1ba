/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Where every field of the FFI interface lies. Compiled as C; nothing is code.
 */

#include "weft/Runtime/FFI/Abi.h"

#define FIELD(name, field, offset)                                             \
  WEFT_FFI_ASSERT(offsetof(struct name, field) == offset, #name "." #field)

/* XLA_FFI_InternalExtension */
FIELD(XLA_FFI_InternalExtension, type, 8);
FIELD(XLA_FFI_InternalExtension, next, 16);

/* XLA_FFI_ExtensionId */
FIELD(XLA_FFI_ExtensionId, extension_type, 0);
FIELD(XLA_FFI_ExtensionId, major_version, 8);
FIELD(XLA_FFI_ExtensionId, minor_version, 12);

/* XLA_FFI_Extension */
FIELD(XLA_FFI_Extension, id, 8);
FIELD(XLA_FFI_Extension, next, 24);

/* XLA_FFI_Api_Version */
FIELD(XLA_FFI_Api_Version, major_version, 16);
FIELD(XLA_FFI_Api_Version, minor_version, 20);

/* XLA_FFI_Error_Create_Args */
FIELD(XLA_FFI_Error_Create_Args, message, 16);
FIELD(XLA_FFI_Error_Create_Args, errc, 24);

/* XLA_FFI_Error_GetDetails_Args */
FIELD(XLA_FFI_Error_GetDetails_Args, error, 16);
FIELD(XLA_FFI_Error_GetDetails_Args, message, 24);
FIELD(XLA_FFI_Error_GetDetails_Args, errc, 32);

/* XLA_FFI_Error_Destroy_Args */
FIELD(XLA_FFI_Error_Destroy_Args, error, 16);

/* XLA_FFI_Buffer */
FIELD(XLA_FFI_Buffer, dtype, 16);
FIELD(XLA_FFI_Buffer, data, 24);
FIELD(XLA_FFI_Buffer, rank, 32);
FIELD(XLA_FFI_Buffer, dims, 40);

/* XLA_FFI_ByteSpan */
FIELD(XLA_FFI_ByteSpan, ptr, 0);
FIELD(XLA_FFI_ByteSpan, len, 8);

/* XLA_FFI_Scalar */
FIELD(XLA_FFI_Scalar, dtype, 0);
FIELD(XLA_FFI_Scalar, value, 8);

/* XLA_FFI_Array */
FIELD(XLA_FFI_Array, dtype, 0);
FIELD(XLA_FFI_Array, size, 8);
FIELD(XLA_FFI_Array, data, 16);

/* XLA_FFI_TypeId */
FIELD(XLA_FFI_TypeId, type_id, 0);

/* XLA_FFI_TypeInfo */
FIELD(XLA_FFI_TypeInfo, deleter, 16);

/* XLA_FFI_Future_Create_Args */
FIELD(XLA_FFI_Future_Create_Args, future, 16);

/* XLA_FFI_Future_SetAvailable_Args */
FIELD(XLA_FFI_Future_SetAvailable_Args, future, 16);

/* XLA_FFI_Future_SetError_Args */
FIELD(XLA_FFI_Future_SetError_Args, future, 16);
FIELD(XLA_FFI_Future_SetError_Args, error, 24);

/* XLA_FFI_Args */
FIELD(XLA_FFI_Args, size, 16);
FIELD(XLA_FFI_Args, types, 24);
FIELD(XLA_FFI_Args, args, 32);

/* XLA_FFI_Rets */
FIELD(XLA_FFI_Rets, size, 16);
FIELD(XLA_FFI_Rets, types, 24);
FIELD(XLA_FFI_Rets, rets, 32);

/* XLA_FFI_Attrs */
FIELD(XLA_FFI_Attrs, size, 16);
FIELD(XLA_FFI_Attrs, types, 24);
FIELD(XLA_FFI_Attrs, names, 32);
FIELD(XLA_FFI_Attrs, attrs, 40);

/* XLA_FFI_CallFrame */
FIELD(XLA_FFI_CallFrame, api, 16);
FIELD(XLA_FFI_CallFrame, ctx, 24);
FIELD(XLA_FFI_CallFrame, stage, 32);
FIELD(XLA_FFI_CallFrame, args, 40);
FIELD(XLA_FFI_CallFrame, rets, 80);
FIELD(XLA_FFI_CallFrame, attrs, 120);
FIELD(XLA_FFI_CallFrame, future, 168);

/* XLA_FFI_Handler_Bundle */
FIELD(XLA_FFI_Handler_Bundle, instantiate, 0);
FIELD(XLA_FFI_Handler_Bundle, prepare, 8);
FIELD(XLA_FFI_Handler_Bundle, initialize, 16);
FIELD(XLA_FFI_Handler_Bundle, execute, 24);
FIELD(XLA_FFI_Handler_Bundle, record, 32);

/* XLA_FFI_Handler_Register_Args */
FIELD(XLA_FFI_Handler_Register_Args, name, 16);
FIELD(XLA_FFI_Handler_Register_Args, platform, 32);
FIELD(XLA_FFI_Handler_Register_Args, bundle, 48);
FIELD(XLA_FFI_Handler_Register_Args, traits, 88);

/* XLA_FFI_Type_Register_Args */
FIELD(XLA_FFI_Type_Register_Args, name, 16);
FIELD(XLA_FFI_Type_Register_Args, type_id, 32);
FIELD(XLA_FFI_Type_Register_Args, type_info, 40);

/* XLA_FFI_InvokeContext_FindExtension_Args */
FIELD(XLA_FFI_InvokeContext_FindExtension_Args, ctx, 16);
FIELD(XLA_FFI_InvokeContext_FindExtension_Args, extension_type, 24);
FIELD(XLA_FFI_InvokeContext_FindExtension_Args, extension, 32);

/* XLA_FFI_InvokeContext_Get_Args */
FIELD(XLA_FFI_InvokeContext_Get_Args, ctx, 16);
FIELD(XLA_FFI_InvokeContext_Get_Args, type_id, 24);
FIELD(XLA_FFI_InvokeContext_Get_Args, data, 32);

/* XLA_FFI_State_Set_Args */
FIELD(XLA_FFI_State_Set_Args, ctx, 16);
FIELD(XLA_FFI_State_Set_Args, stage, 24);
FIELD(XLA_FFI_State_Set_Args, type_id, 32);
FIELD(XLA_FFI_State_Set_Args, state, 40);

/* XLA_FFI_State_Get_Args */
FIELD(XLA_FFI_State_Get_Args, ctx, 16);
FIELD(XLA_FFI_State_Get_Args, stage, 24);
FIELD(XLA_FFI_State_Get_Args, type_id, 32);
FIELD(XLA_FFI_State_Get_Args, state, 40);

/* XLA_FFI_Stream_Get_Args */
FIELD(XLA_FFI_Stream_Get_Args, ctx, 16);
FIELD(XLA_FFI_Stream_Get_Args, stream, 24);

/* XLA_FFI_DeviceMemory_Allocate_Args */
FIELD(XLA_FFI_DeviceMemory_Allocate_Args, ctx, 16);
FIELD(XLA_FFI_DeviceMemory_Allocate_Args, size, 24);
FIELD(XLA_FFI_DeviceMemory_Allocate_Args, alignment, 32);
FIELD(XLA_FFI_DeviceMemory_Allocate_Args, data, 40);

/* XLA_FFI_DeviceMemory_Free_Args */
FIELD(XLA_FFI_DeviceMemory_Free_Args, ctx, 16);
FIELD(XLA_FFI_DeviceMemory_Free_Args, size, 24);
FIELD(XLA_FFI_DeviceMemory_Free_Args, data, 32);

/* XLA_FFI_ThreadPool_Schedule_Args */
FIELD(XLA_FFI_ThreadPool_Schedule_Args, ctx, 16);
FIELD(XLA_FFI_ThreadPool_Schedule_Args, task, 24);
FIELD(XLA_FFI_ThreadPool_Schedule_Args, data, 32);

/* XLA_FFI_ThreadPool_NumThreads_Args */
FIELD(XLA_FFI_ThreadPool_NumThreads_Args, ctx, 16);
FIELD(XLA_FFI_ThreadPool_NumThreads_Args, num_threads, 24);

/* XLA_FFI_RunId_Get_Args */
FIELD(XLA_FFI_RunId_Get_Args, ctx, 16);
FIELD(XLA_FFI_RunId_Get_Args, run_id, 24);

/* XLA_FFI_DeviceOrdinal_Get_Args */
FIELD(XLA_FFI_DeviceOrdinal_Get_Args, ctx, 16);
FIELD(XLA_FFI_DeviceOrdinal_Get_Args, device_ordinal, 24);

/* XLA_FFI_Metadata */
FIELD(XLA_FFI_Metadata, api_version, 8);
FIELD(XLA_FFI_Metadata, traits, 32);
FIELD(XLA_FFI_Metadata, state_type_id, 40);

/* XLA_FFI_Metadata_Extension */
FIELD(XLA_FFI_Metadata_Extension, extension_base, 0);
FIELD(XLA_FFI_Metadata_Extension, metadata, 24);

/* XLA_FFI_Api */
FIELD(XLA_FFI_Api, api_version, 16);
FIELD(XLA_FFI_Api, internal_api, 40);
FIELD(XLA_FFI_Api, XLA_FFI_Error_Create, 48);
FIELD(XLA_FFI_Api, XLA_FFI_Error_GetDetails, 56);
FIELD(XLA_FFI_Api, XLA_FFI_Error_Destroy, 64);
FIELD(XLA_FFI_Api, XLA_FFI_Handler_Register, 72);
FIELD(XLA_FFI_Api, XLA_FFI_Stream_Get, 80);
FIELD(XLA_FFI_Api, XLA_FFI_Type_Register, 88);
FIELD(XLA_FFI_Api, XLA_FFI_InvokeContext_Get, 96);
FIELD(XLA_FFI_Api, XLA_FFI_State_Set, 104);
FIELD(XLA_FFI_Api, XLA_FFI_State_Get, 112);
FIELD(XLA_FFI_Api, XLA_FFI_DeviceMemory_Allocate, 120);
FIELD(XLA_FFI_Api, XLA_FFI_DeviceMemory_Free, 128);
FIELD(XLA_FFI_Api, XLA_FFI_ThreadPool_Schedule, 136);
FIELD(XLA_FFI_Api, XLA_FFI_ThreadPool_NumThreads, 144);
FIELD(XLA_FFI_Api, XLA_FFI_Future_Create, 152);
FIELD(XLA_FFI_Api, XLA_FFI_Future_SetAvailable, 160);
FIELD(XLA_FFI_Api, XLA_FFI_Future_SetError, 168);
FIELD(XLA_FFI_Api, XLA_FFI_RunId_Get, 176);
FIELD(XLA_FFI_Api, XLA_FFI_DeviceOrdinal_Get, 184);
FIELD(XLA_FFI_Api, XLA_FFI_InvokeContext_FindExtension, 192);
