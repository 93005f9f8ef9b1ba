/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The client: creation, lookups, compiling, and making buffers. */

#pragma once

#include "weft/Pjrt/Abi/Buffers.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum PJRT_ProcessState WEFT_ABI_OPEN {
  PJRT_ProcessState_kUnspecified = 0,
  PJRT_ProcessState_kUninitialized = 1,
  PJRT_ProcessState_kDisconnected = 2,
  PJRT_ProcessState_kConnected = 3,
  PJRT_ProcessState_kError = 4
} PJRT_ProcessState;

typedef struct PJRT_KeyValueGetCallback_Args PJRT_KeyValueGetCallback_Args;
typedef struct PJRT_KeyValueTryGetCallback_Args
    PJRT_KeyValueTryGetCallback_Args;
typedef struct PJRT_KeyValuePutCallback_Args PJRT_KeyValuePutCallback_Args;
typedef struct PJRT_ProcessInfo PJRT_ProcessInfo;
typedef struct PJRT_Program PJRT_Program;
typedef struct PJRT_ShapeSpec PJRT_ShapeSpec;
typedef struct PJRT_Client_Create_Args PJRT_Client_Create_Args;
typedef struct PJRT_Client_Destroy_Args PJRT_Client_Destroy_Args;
typedef struct PJRT_Client_PlatformName_Args PJRT_Client_PlatformName_Args;
typedef struct PJRT_Client_ProcessIndex_Args PJRT_Client_ProcessIndex_Args;
typedef struct PJRT_Client_PlatformVersion_Args
    PJRT_Client_PlatformVersion_Args;
typedef struct PJRT_Client_TopologyDescription_Args
    PJRT_Client_TopologyDescription_Args;
typedef struct PJRT_Client_Devices_Args PJRT_Client_Devices_Args;
typedef struct PJRT_Client_AddressableDevices_Args
    PJRT_Client_AddressableDevices_Args;
typedef struct PJRT_Client_LookupDevice_Args PJRT_Client_LookupDevice_Args;
typedef struct PJRT_Client_LookupAddressableDevice_Args
    PJRT_Client_LookupAddressableDevice_Args;
typedef struct PJRT_Client_UpdateGlobalProcessInfo_Args
    PJRT_Client_UpdateGlobalProcessInfo_Args;
typedef struct PJRT_Client_AddressableMemories_Args
    PJRT_Client_AddressableMemories_Args;
typedef struct PJRT_Client_Compile_Args PJRT_Client_Compile_Args;
typedef struct PJRT_Client_Load_Args PJRT_Client_Load_Args;
typedef struct PJRT_Client_DefaultDeviceAssignment_Args
    PJRT_Client_DefaultDeviceAssignment_Args;
typedef struct PJRT_Client_DmaMap_Args PJRT_Client_DmaMap_Args;
typedef struct PJRT_Client_DmaUnmap_Args PJRT_Client_DmaUnmap_Args;
typedef struct PJRT_Client_CreateUninitializedBuffer_Args
    PJRT_Client_CreateUninitializedBuffer_Args;
typedef struct PJRT_Client_CreateErrorBuffer_Args
    PJRT_Client_CreateErrorBuffer_Args;
typedef struct PJRT_Client_CreateAliasBuffer_Args
    PJRT_Client_CreateAliasBuffer_Args;
typedef struct PJRT_Client_FulfillAliasBuffer_Args
    PJRT_Client_FulfillAliasBuffer_Args;
typedef struct PJRT_Client_BufferFromHostBuffer_Args
    PJRT_Client_BufferFromHostBuffer_Args;
typedef struct PJRT_Client_CreateViewOfDeviceBuffer_Args
    PJRT_Client_CreateViewOfDeviceBuffer_Args;
typedef struct PJRT_Client_CreateBuffersForAsyncHostToDevice_Args
    PJRT_Client_CreateBuffersForAsyncHostToDevice_Args;
typedef struct PJRT_FulfillAliasBufferCallback PJRT_FulfillAliasBufferCallback;

typedef void (*PJRT_KeyValueGetCallback_ValueDeleter)(char *value);
typedef PJRT_Error *(*PJRT_KeyValueGetCallback)(
    PJRT_KeyValueGetCallback_Args *args);
typedef void (*PJRT_KeyValueTryGetCallback_ValueDeleter)(char *value);
typedef PJRT_Error *(*PJRT_KeyValueTryGetCallback)(
    PJRT_KeyValueTryGetCallback_Args *args);
typedef PJRT_Error *(*PJRT_KeyValuePutCallback)(
    PJRT_KeyValuePutCallback_Args *args);

struct PJRT_KeyValueGetCallback_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *key;
  size_t key_size;
  int timeout_in_ms;
  PJRT_CallbackError *callback_error;
  void *user_arg;
  char *value;                                                  /* out */
  size_t value_size;                                            /* out */
  PJRT_KeyValueGetCallback_ValueDeleter value_deleter_callback; /* out */
};
WEFT_ABI_STRUCT(PJRT_KeyValueGetCallback_Args, 80, 80);

struct PJRT_KeyValueTryGetCallback_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *key;
  size_t key_size;
  PJRT_CallbackError *callback_error;
  void *user_arg;
  char *value;                                                     /* out */
  size_t value_size;                                               /* out */
  PJRT_KeyValueTryGetCallback_ValueDeleter value_deleter_callback; /* out */
};
WEFT_ABI_STRUCT(PJRT_KeyValueTryGetCallback_Args, 72, 72);

struct PJRT_KeyValuePutCallback_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *key;
  size_t key_size;
  const char *value;
  size_t value_size;
  PJRT_CallbackError *callback_error;
  void *user_arg;
};
WEFT_ABI_STRUCT(PJRT_KeyValuePutCallback_Args, 64, 64);

struct PJRT_ProcessInfo {
  size_t struct_size;
  int task_id;
  uint64_t incarnation_id;
  PJRT_ProcessState state;
  int error_code;
  const char *error_message;
  size_t error_message_size;
};
WEFT_ABI_STRUCT(PJRT_ProcessInfo, 48, 48);

struct PJRT_Program {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  char *code; /* out */
  size_t code_size;
  const char *format;
  size_t format_size;
};
WEFT_ABI_STRUCT(PJRT_Program, 48, 48);

struct PJRT_ShapeSpec {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Buffer_Type element_type;
};
WEFT_ABI_STRUCT(PJRT_ShapeSpec, 40, 36);

struct PJRT_Client_Create_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_NamedValue *create_options;
  size_t num_options;
  PJRT_KeyValueGetCallback kv_get_callback;
  void *kv_get_user_arg;
  PJRT_KeyValuePutCallback kv_put_callback;
  void *kv_put_user_arg;
  PJRT_Client *client; /* out */
  PJRT_KeyValueTryGetCallback kv_try_get_callback;
  void *kv_try_get_user_arg;
};
WEFT_ABI_STRUCT(PJRT_Client_Create_Args, 88, 88);

struct PJRT_Client_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
};
WEFT_ABI_STRUCT(PJRT_Client_Destroy_Args, 24, 24);

struct PJRT_Client_PlatformName_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  const char *platform_name; /* out */
  size_t platform_name_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_PlatformName_Args, 40, 40);

struct PJRT_Client_ProcessIndex_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  int process_index; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_ProcessIndex_Args, 32, 28);

struct PJRT_Client_PlatformVersion_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  const char *platform_version; /* out */
  size_t platform_version_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_PlatformVersion_Args, 40, 40);

struct PJRT_Client_TopologyDescription_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_TopologyDescription *topology; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_TopologyDescription_Args, 32, 32);

struct PJRT_Client_Devices_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Device *const *devices; /* out */
  size_t num_devices;          /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_Devices_Args, 40, 40);

struct PJRT_Client_AddressableDevices_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Device *const *addressable_devices; /* out */
  size_t num_addressable_devices;          /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_AddressableDevices_Args, 40, 40);

struct PJRT_Client_LookupDevice_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  int id;
  PJRT_Device *device; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_LookupDevice_Args, 40, 40);

struct PJRT_Client_LookupAddressableDevice_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  int local_hardware_id;
  PJRT_Device *addressable_device; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_LookupAddressableDevice_Args, 40, 40);

struct PJRT_Client_UpdateGlobalProcessInfo_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_ProcessInfo *process_infos;
  size_t num_process_infos;
};
WEFT_ABI_STRUCT(PJRT_Client_UpdateGlobalProcessInfo_Args, 40, 40);

struct PJRT_Client_AddressableMemories_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Memory *const *addressable_memories; /* out */
  size_t num_addressable_memories;          /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_AddressableMemories_Args, 40, 40);

struct PJRT_Client_Compile_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  const PJRT_Program *program;
  const char *compile_options;
  size_t compile_options_size;
  PJRT_LoadedExecutable *executable; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_Compile_Args, 56, 56);

struct PJRT_Client_Load_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Executable *executable;
  const char *compile_options;
  size_t compile_options_size;
  PJRT_LoadedExecutable *loaded_executable; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_Load_Args, 56, 56);

struct PJRT_Client_DefaultDeviceAssignment_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  int num_replicas;
  int num_partitions;
  size_t default_assignment_size;
  int *default_assignment; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_DefaultDeviceAssignment_Args, 48, 48);

struct PJRT_Client_DmaMap_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  void *data;
  size_t size;
};
WEFT_ABI_STRUCT(PJRT_Client_DmaMap_Args, 40, 40);

struct PJRT_Client_DmaUnmap_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  void *data;
};
WEFT_ABI_STRUCT(PJRT_Client_DmaUnmap_Args, 32, 32);

struct PJRT_Client_CreateUninitializedBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  const int64_t *shape_dims;
  size_t shape_num_dims;
  PJRT_Buffer_Type shape_element_type;
  PJRT_Buffer_MemoryLayout *shape_layout;
  PJRT_Device *device;
  PJRT_Memory *memory;
  PJRT_Buffer *buffer; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_CreateUninitializedBuffer_Args, 80, 80);

struct PJRT_Client_CreateErrorBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Error_Code error_code;
  const char *error_message;
  size_t error_message_size;
  const int64_t *shape_dims;
  size_t shape_num_dims;
  PJRT_Buffer_Type shape_element_type;
  PJRT_Buffer_MemoryLayout *shape_layout;
  PJRT_Memory *memory;
  PJRT_Buffer *buffer; /* out */
  const PJRT_NamedValue *payload;
  size_t num_payload;
};
WEFT_ABI_STRUCT(PJRT_Client_CreateErrorBuffer_Args, 112, 112);

struct PJRT_Client_CreateAliasBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Memory *memory;
  const int64_t *shape_dims;
  size_t shape_num_dims;
  PJRT_Buffer_Type shape_element_type;
  PJRT_Buffer_MemoryLayout *shape_layout;
  PJRT_Buffer *alias_buffer;                                /* out */
  PJRT_FulfillAliasBufferCallback *fulfill_alias_buffer_cb; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_CreateAliasBuffer_Args, 80, 80);

struct PJRT_Client_FulfillAliasBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Buffer *buffer;
  PJRT_Error_Code status_code;
  const char *error_message;
  size_t error_message_size;
  PJRT_FulfillAliasBufferCallback *fulfill_alias_buffer_cb;
};
WEFT_ABI_STRUCT(PJRT_Client_FulfillAliasBuffer_Args, 64, 64);

struct PJRT_Client_BufferFromHostBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  const void *data;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  const int64_t *byte_strides;
  size_t num_byte_strides;
  PJRT_HostBufferSemantics host_buffer_semantics;
  PJRT_Device *device;
  PJRT_Memory *memory;
  PJRT_Buffer_MemoryLayout *device_layout;
  PJRT_Event *done_with_host_buffer; /* out */
  PJRT_Buffer *buffer;               /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_BufferFromHostBuffer_Args, 120, 120);

struct PJRT_Client_CreateViewOfDeviceBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  void *device_buffer_ptr;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Buffer_Type element_type;
  PJRT_Buffer_MemoryLayout *layout;
  PJRT_Device *device;
  void (*on_delete_callback)(void *device_buffer_ptr, void *user_arg);
  void *on_delete_callback_arg;
  intptr_t stream;
  PJRT_Buffer *buffer; /* out */
  PJRT_Memory *memory;
};
WEFT_ABI_STRUCT(PJRT_Client_CreateViewOfDeviceBuffer_Args, 112, 112);

struct PJRT_Client_CreateBuffersForAsyncHostToDevice_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_ShapeSpec *shape_specs;
  size_t num_shape_specs;
  PJRT_Buffer_MemoryLayout **device_layouts;
  size_t num_device_layouts;
  PJRT_Memory *memory;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager; /* out */
};
WEFT_ABI_STRUCT(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args, 72, 72);

#ifdef __cplusplus
} /* extern "C" */
#endif
