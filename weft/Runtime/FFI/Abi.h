/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/*
 * The typed FFI interface, version 0.4, that handlers in other libraries are
 * built against. A handler gets a call frame and returns null or an error made
 * through the table in the frame. Version 0.3 differs in two places, both told
 * apart by struct_size: an error's details have no code, and a handler bundle
 * has no record stage.
 */

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
#define WEFT_FFI_ASSERT(condition, text) static_assert(condition, text)
#else
#define WEFT_FFI_ASSERT(condition, text) _Static_assert(condition, text)
#endif
/* struct_size of some structs stops short of their last field; that is how the
 * interface is, and both sides know. */
#define WEFT_FFI_STRUCT(name, size, known)                                     \
  enum { name##_STRUCT_SIZE = known };                                         \
  WEFT_FFI_ASSERT(sizeof(struct name) == size, #name)

/* Libraries of other versions pass values that are not listed. C has no
 * objection to that; in C++ only an enum whose type is fixed may hold them. */
#ifdef __cplusplus
#define WEFT_FFI_OPEN : unsigned
#else
#define WEFT_FFI_OPEN
#endif

#define XLA_FFI_API_MAJOR 0
#define XLA_FFI_API_MINOR 4

typedef enum XLA_FFI_Error_Code WEFT_FFI_OPEN {
  XLA_FFI_Error_Code_OK = 0,
  XLA_FFI_Error_Code_CANCELLED = 1,
  XLA_FFI_Error_Code_UNKNOWN = 2,
  XLA_FFI_Error_Code_INVALID_ARGUMENT = 3,
  XLA_FFI_Error_Code_DEADLINE_EXCEEDED = 4,
  XLA_FFI_Error_Code_NOT_FOUND = 5,
  XLA_FFI_Error_Code_ALREADY_EXISTS = 6,
  XLA_FFI_Error_Code_PERMISSION_DENIED = 7,
  XLA_FFI_Error_Code_RESOURCE_EXHAUSTED = 8,
  XLA_FFI_Error_Code_FAILED_PRECONDITION = 9,
  XLA_FFI_Error_Code_ABORTED = 10,
  XLA_FFI_Error_Code_OUT_OF_RANGE = 11,
  XLA_FFI_Error_Code_UNIMPLEMENTED = 12,
  XLA_FFI_Error_Code_INTERNAL = 13,
  XLA_FFI_Error_Code_UNAVAILABLE = 14,
  XLA_FFI_Error_Code_DATA_LOSS = 15,
  XLA_FFI_Error_Code_UNAUTHENTICATED = 16
} XLA_FFI_Error_Code;

typedef enum XLA_FFI_DataType WEFT_FFI_OPEN {
  XLA_FFI_DataType_INVALID = 0,
  XLA_FFI_DataType_PRED = 1,
  XLA_FFI_DataType_S8 = 2,
  XLA_FFI_DataType_S16 = 3,
  XLA_FFI_DataType_S32 = 4,
  XLA_FFI_DataType_S64 = 5,
  XLA_FFI_DataType_U8 = 6,
  XLA_FFI_DataType_U16 = 7,
  XLA_FFI_DataType_U32 = 8,
  XLA_FFI_DataType_U64 = 9,
  XLA_FFI_DataType_F16 = 10,
  XLA_FFI_DataType_F32 = 11,
  XLA_FFI_DataType_F64 = 12,
  XLA_FFI_DataType_C64 = 15,
  XLA_FFI_DataType_BF16 = 16,
  XLA_FFI_DataType_TOKEN = 17,
  XLA_FFI_DataType_C128 = 18,
  XLA_FFI_DataType_F8E5M2 = 19,
  XLA_FFI_DataType_F8E4M3FN = 20,
  XLA_FFI_DataType_S4 = 21,
  XLA_FFI_DataType_U4 = 22,
  XLA_FFI_DataType_F8E4M3B11FNUZ = 23,
  XLA_FFI_DataType_F8E5M2FNUZ = 24,
  XLA_FFI_DataType_F8E4M3FNUZ = 25,
  XLA_FFI_DataType_S2 = 26,
  XLA_FFI_DataType_U2 = 27,
  XLA_FFI_DataType_F8E4M3 = 28,
  XLA_FFI_DataType_F8E3M4 = 29,
  XLA_FFI_DataType_S1 = 30,
  XLA_FFI_DataType_U1 = 31,
  XLA_FFI_DataType_F4E2M1FN = 32,
  XLA_FFI_DataType_F8E8M0FNU = 33,
  XLA_FFI_DataType_F6E3M2FN = 35,
  XLA_FFI_DataType_F6E2M3FN = 36
} XLA_FFI_DataType;

typedef enum XLA_FFI_ArgType WEFT_FFI_OPEN {
  XLA_FFI_ArgType_BUFFER = 1
} XLA_FFI_ArgType;
typedef enum XLA_FFI_RetType WEFT_FFI_OPEN {
  XLA_FFI_RetType_BUFFER = 1
} XLA_FFI_RetType;

typedef enum XLA_FFI_AttrType WEFT_FFI_OPEN {
  XLA_FFI_AttrType_ARRAY = 1,
  XLA_FFI_AttrType_DICTIONARY = 2,
  XLA_FFI_AttrType_SCALAR = 3,
  XLA_FFI_AttrType_STRING = 4
} XLA_FFI_AttrType;

typedef enum XLA_FFI_ExecutionStage WEFT_FFI_OPEN {
  XLA_FFI_ExecutionStage_INSTANTIATE = 0,
  XLA_FFI_ExecutionStage_PREPARE = 1,
  XLA_FFI_ExecutionStage_INITIALIZE = 2,
  XLA_FFI_ExecutionStage_EXECUTE = 3,
  XLA_FFI_ExecutionStage_RECORD = 4
} XLA_FFI_ExecutionStage;

typedef enum XLA_FFI_InternalExtension_Type WEFT_FFI_OPEN {
  XLA_FFI_InternalExtension_Metadata = 1
} XLA_FFI_InternalExtension_Type;

enum { XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE = 1u << 0 };
typedef uint32_t XLA_FFI_Handler_Traits;

typedef struct XLA_FFI_InternalExtension XLA_FFI_InternalExtension;
typedef struct XLA_FFI_ExtensionId XLA_FFI_ExtensionId;
typedef struct XLA_FFI_Extension XLA_FFI_Extension;
typedef struct XLA_FFI_Api_Version XLA_FFI_Api_Version;
typedef struct XLA_FFI_Error_Create_Args XLA_FFI_Error_Create_Args;
typedef struct XLA_FFI_Error_GetDetails_Args XLA_FFI_Error_GetDetails_Args;
typedef struct XLA_FFI_Error_Destroy_Args XLA_FFI_Error_Destroy_Args;
typedef struct XLA_FFI_Buffer XLA_FFI_Buffer;
typedef struct XLA_FFI_ByteSpan XLA_FFI_ByteSpan;
typedef struct XLA_FFI_Scalar XLA_FFI_Scalar;
typedef struct XLA_FFI_Array XLA_FFI_Array;
typedef struct XLA_FFI_TypeId XLA_FFI_TypeId;
typedef struct XLA_FFI_TypeInfo XLA_FFI_TypeInfo;
typedef struct XLA_FFI_Future_Create_Args XLA_FFI_Future_Create_Args;
typedef struct XLA_FFI_Future_SetAvailable_Args
    XLA_FFI_Future_SetAvailable_Args;
typedef struct XLA_FFI_Future_SetError_Args XLA_FFI_Future_SetError_Args;
typedef struct XLA_FFI_Args XLA_FFI_Args;
typedef struct XLA_FFI_Rets XLA_FFI_Rets;
typedef struct XLA_FFI_Attrs XLA_FFI_Attrs;
typedef struct XLA_FFI_CallFrame XLA_FFI_CallFrame;
typedef struct XLA_FFI_Handler_Bundle XLA_FFI_Handler_Bundle;
typedef struct XLA_FFI_Handler_Register_Args XLA_FFI_Handler_Register_Args;
typedef struct XLA_FFI_Type_Register_Args XLA_FFI_Type_Register_Args;
typedef struct XLA_FFI_InvokeContext_FindExtension_Args
    XLA_FFI_InvokeContext_FindExtension_Args;
typedef struct XLA_FFI_InvokeContext_Get_Args XLA_FFI_InvokeContext_Get_Args;
typedef struct XLA_FFI_State_Set_Args XLA_FFI_State_Set_Args;
typedef struct XLA_FFI_State_Get_Args XLA_FFI_State_Get_Args;
typedef struct XLA_FFI_Stream_Get_Args XLA_FFI_Stream_Get_Args;
typedef struct XLA_FFI_DeviceMemory_Allocate_Args
    XLA_FFI_DeviceMemory_Allocate_Args;
typedef struct XLA_FFI_DeviceMemory_Free_Args XLA_FFI_DeviceMemory_Free_Args;
typedef struct XLA_FFI_ThreadPool_Schedule_Args
    XLA_FFI_ThreadPool_Schedule_Args;
typedef struct XLA_FFI_ThreadPool_NumThreads_Args
    XLA_FFI_ThreadPool_NumThreads_Args;
typedef struct XLA_FFI_RunId_Get_Args XLA_FFI_RunId_Get_Args;
typedef struct XLA_FFI_DeviceOrdinal_Get_Args XLA_FFI_DeviceOrdinal_Get_Args;
typedef struct XLA_FFI_Metadata XLA_FFI_Metadata;
typedef struct XLA_FFI_Metadata_Extension XLA_FFI_Metadata_Extension;
typedef struct XLA_FFI_Api XLA_FFI_Api;
typedef struct XLA_FFI_Error XLA_FFI_Error;
typedef struct XLA_FFI_Future XLA_FFI_Future;
typedef struct XLA_FFI_InvokeContext XLA_FFI_InvokeContext;
typedef struct XLA_FFI_InternalApi XLA_FFI_InternalApi;

typedef XLA_FFI_Error *XLA_FFI_Handler(XLA_FFI_CallFrame *call_frame);
typedef void XLA_FFI_Task(void *data);

struct XLA_FFI_InternalExtension {
  size_t struct_size;
  XLA_FFI_InternalExtension_Type type;
  struct XLA_FFI_InternalExtension *next;
};
WEFT_FFI_STRUCT(XLA_FFI_InternalExtension, 24, 24);

struct XLA_FFI_ExtensionId {
  int64_t extension_type;
  int32_t major_version;
  int32_t minor_version;
};
WEFT_FFI_STRUCT(XLA_FFI_ExtensionId, 16, 16);

struct XLA_FFI_Extension {
  size_t struct_size;
  XLA_FFI_ExtensionId id;
  const XLA_FFI_Extension *next;
};
WEFT_FFI_STRUCT(XLA_FFI_Extension, 32, 32);

struct XLA_FFI_Api_Version {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  int major_version; /* out */
  int minor_version; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_Api_Version, 24, 24);

struct XLA_FFI_Error_Create_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  const char *message;
  XLA_FFI_Error_Code errc;
};
WEFT_FFI_STRUCT(XLA_FFI_Error_Create_Args, 32, 28);

struct XLA_FFI_Error_GetDetails_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_Error *error;
  const char *message;     /* out */
  XLA_FFI_Error_Code errc; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_Error_GetDetails_Args, 40, 36);

struct XLA_FFI_Error_Destroy_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_Error *error;
};
WEFT_FFI_STRUCT(XLA_FFI_Error_Destroy_Args, 24, 24);

struct XLA_FFI_Buffer {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_DataType dtype;
  void *data;
  int64_t rank;
  int64_t *dims;
};
WEFT_FFI_STRUCT(XLA_FFI_Buffer, 48, 48);

struct XLA_FFI_ByteSpan {
  const char *ptr;
  size_t len;
};
WEFT_FFI_STRUCT(XLA_FFI_ByteSpan, 16, 16);

struct XLA_FFI_Scalar {
  XLA_FFI_DataType dtype;
  void *value;
};
WEFT_FFI_STRUCT(XLA_FFI_Scalar, 16, 16);

struct XLA_FFI_Array {
  XLA_FFI_DataType dtype;
  size_t size;
  void *data;
};
WEFT_FFI_STRUCT(XLA_FFI_Array, 24, 24);

struct XLA_FFI_TypeId {
  int64_t type_id;
};
WEFT_FFI_STRUCT(XLA_FFI_TypeId, 8, 8);

struct XLA_FFI_TypeInfo {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  void (*deleter)(void *object);
};
WEFT_FFI_STRUCT(XLA_FFI_TypeInfo, 24, 24);

struct XLA_FFI_Future_Create_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_Future *future; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_Future_Create_Args, 24, 16);

struct XLA_FFI_Future_SetAvailable_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_Future *future;
};
WEFT_FFI_STRUCT(XLA_FFI_Future_SetAvailable_Args, 24, 24);

struct XLA_FFI_Future_SetError_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_Future *future;
  XLA_FFI_Error *error;
};
WEFT_FFI_STRUCT(XLA_FFI_Future_SetError_Args, 32, 32);

struct XLA_FFI_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  int64_t size;
  XLA_FFI_ArgType *types;
  void **args;
};
WEFT_FFI_STRUCT(XLA_FFI_Args, 40, 40);

struct XLA_FFI_Rets {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  int64_t size;
  XLA_FFI_RetType *types;
  void **rets;
};
WEFT_FFI_STRUCT(XLA_FFI_Rets, 40, 40);

struct XLA_FFI_Attrs {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  int64_t size;
  XLA_FFI_AttrType *types;
  XLA_FFI_ByteSpan **names;
  void **attrs;
};
WEFT_FFI_STRUCT(XLA_FFI_Attrs, 48, 48);

struct XLA_FFI_CallFrame {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  const XLA_FFI_Api *api;
  XLA_FFI_InvokeContext *ctx;
  XLA_FFI_ExecutionStage stage;
  XLA_FFI_Args args;
  XLA_FFI_Rets rets;
  XLA_FFI_Attrs attrs;
  XLA_FFI_Future *future; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_CallFrame, 176, 168);

struct XLA_FFI_Handler_Bundle {
  XLA_FFI_Handler *instantiate;
  XLA_FFI_Handler *prepare;
  XLA_FFI_Handler *initialize;
  XLA_FFI_Handler *execute;
  XLA_FFI_Handler *record;
};
WEFT_FFI_STRUCT(XLA_FFI_Handler_Bundle, 40, 40);

struct XLA_FFI_Handler_Register_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_ByteSpan name;
  XLA_FFI_ByteSpan platform;
  XLA_FFI_Handler_Bundle bundle;
  XLA_FFI_Handler_Traits traits;
};
WEFT_FFI_STRUCT(XLA_FFI_Handler_Register_Args, 96, 92);

struct XLA_FFI_Type_Register_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_ByteSpan name;
  XLA_FFI_TypeId *type_id; /* out */
  const XLA_FFI_TypeInfo *type_info;
};
WEFT_FFI_STRUCT(XLA_FFI_Type_Register_Args, 48, 40);

struct XLA_FFI_InvokeContext_FindExtension_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  int64_t extension_type;
  const XLA_FFI_Extension *extension; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_InvokeContext_FindExtension_Args, 40, 40);

struct XLA_FFI_InvokeContext_Get_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  XLA_FFI_TypeId *type_id;
  void *data; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_InvokeContext_Get_Args, 40, 40);

struct XLA_FFI_State_Set_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  XLA_FFI_ExecutionStage stage;
  XLA_FFI_TypeId *type_id;
  void *state;
};
WEFT_FFI_STRUCT(XLA_FFI_State_Set_Args, 48, 48);

struct XLA_FFI_State_Get_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  XLA_FFI_ExecutionStage stage;
  XLA_FFI_TypeId *type_id;
  void *state; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_State_Get_Args, 48, 48);

struct XLA_FFI_Stream_Get_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  void *stream; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_Stream_Get_Args, 32, 32);

struct XLA_FFI_DeviceMemory_Allocate_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  size_t size;
  size_t alignment;
  void *data; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_DeviceMemory_Allocate_Args, 48, 48);

struct XLA_FFI_DeviceMemory_Free_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  size_t size;
  void *data;
};
WEFT_FFI_STRUCT(XLA_FFI_DeviceMemory_Free_Args, 40, 40);

struct XLA_FFI_ThreadPool_Schedule_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  XLA_FFI_Task *task;
  void *data;
};
WEFT_FFI_STRUCT(XLA_FFI_ThreadPool_Schedule_Args, 40, 40);

struct XLA_FFI_ThreadPool_NumThreads_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  int64_t *num_threads; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_ThreadPool_NumThreads_Args, 32, 32);

struct XLA_FFI_RunId_Get_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  int64_t run_id; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_RunId_Get_Args, 32, 32);

struct XLA_FFI_DeviceOrdinal_Get_Args {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_InvokeContext *ctx;
  int32_t device_ordinal; /* out */
};
WEFT_FFI_STRUCT(XLA_FFI_DeviceOrdinal_Get_Args, 32, 28);

struct XLA_FFI_Metadata {
  size_t struct_size;
  XLA_FFI_Api_Version api_version;
  XLA_FFI_Handler_Traits traits;
  XLA_FFI_TypeId state_type_id;
};
WEFT_FFI_STRUCT(XLA_FFI_Metadata, 48, 36);

struct XLA_FFI_Metadata_Extension {
  XLA_FFI_InternalExtension extension_base;
  XLA_FFI_Metadata *metadata;
};
WEFT_FFI_STRUCT(XLA_FFI_Metadata_Extension, 32, 32);

struct XLA_FFI_Api {
  size_t struct_size;
  XLA_FFI_InternalExtension *extension_start;
  XLA_FFI_Api_Version api_version;
  const XLA_FFI_InternalApi *internal_api;
  XLA_FFI_Error *(*XLA_FFI_Error_Create)(XLA_FFI_Error_Create_Args *args);
  void (*XLA_FFI_Error_GetDetails)(XLA_FFI_Error_GetDetails_Args *args);
  void (*XLA_FFI_Error_Destroy)(XLA_FFI_Error_Destroy_Args *args);
  XLA_FFI_Error *(*XLA_FFI_Handler_Register)(
      XLA_FFI_Handler_Register_Args *args);
  XLA_FFI_Error *(*XLA_FFI_Stream_Get)(XLA_FFI_Stream_Get_Args *args);
  XLA_FFI_Error *(*XLA_FFI_Type_Register)(XLA_FFI_Type_Register_Args *args);
  XLA_FFI_Error *(*XLA_FFI_InvokeContext_Get)(
      XLA_FFI_InvokeContext_Get_Args *args);
  XLA_FFI_Error *(*XLA_FFI_State_Set)(XLA_FFI_State_Set_Args *args);
  XLA_FFI_Error *(*XLA_FFI_State_Get)(XLA_FFI_State_Get_Args *args);
  XLA_FFI_Error *(*XLA_FFI_DeviceMemory_Allocate)(
      XLA_FFI_DeviceMemory_Allocate_Args *args);
  XLA_FFI_Error *(*XLA_FFI_DeviceMemory_Free)(
      XLA_FFI_DeviceMemory_Free_Args *args);
  XLA_FFI_Error *(*XLA_FFI_ThreadPool_Schedule)(
      XLA_FFI_ThreadPool_Schedule_Args *args);
  XLA_FFI_Error *(*XLA_FFI_ThreadPool_NumThreads)(
      XLA_FFI_ThreadPool_NumThreads_Args *args);
  XLA_FFI_Error *(*XLA_FFI_Future_Create)(XLA_FFI_Future_Create_Args *args);
  XLA_FFI_Error *(*XLA_FFI_Future_SetAvailable)(
      XLA_FFI_Future_SetAvailable_Args *args);
  XLA_FFI_Error *(*XLA_FFI_Future_SetError)(XLA_FFI_Future_SetError_Args *args);
  XLA_FFI_Error *(*XLA_FFI_RunId_Get)(XLA_FFI_RunId_Get_Args *args);
  XLA_FFI_Error *(*XLA_FFI_DeviceOrdinal_Get)(
      XLA_FFI_DeviceOrdinal_Get_Args *args);
  XLA_FFI_Error *(*XLA_FFI_InvokeContext_FindExtension)(
      XLA_FFI_InvokeContext_FindExtension_Args *args);
};
WEFT_FFI_STRUCT(XLA_FFI_Api, 200, 200);

#ifdef __cplusplus
} /* extern "C" */
#endif
