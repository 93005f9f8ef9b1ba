/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Executables, loaded executables, execution, and host callbacks. */

#pragma once

#include "weft/Pjrt/Abi/Client.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PJRT_LogicalDeviceIds PJRT_LogicalDeviceIds;
typedef struct PJRT_Chunk PJRT_Chunk;
typedef struct PJRT_SendCallbackInfo PJRT_SendCallbackInfo;
typedef struct PJRT_RecvCallbackInfo PJRT_RecvCallbackInfo;
typedef struct PJRT_HloOutputCallbackInfo PJRT_HloOutputCallbackInfo;
typedef struct PJRT_ExecuteOptions PJRT_ExecuteOptions;
typedef struct PJRT_LoadOptions PJRT_LoadOptions;
typedef struct PJRT_ExecuteContext_Create_Args PJRT_ExecuteContext_Create_Args;
typedef struct PJRT_ExecuteContext_Destroy_Args
    PJRT_ExecuteContext_Destroy_Args;
typedef struct PJRT_Executable_Destroy_Args PJRT_Executable_Destroy_Args;
typedef struct PJRT_LoadedExecutable_Destroy_Args
    PJRT_LoadedExecutable_Destroy_Args;
typedef struct PJRT_LoadedExecutable_GetExecutable_Args
    PJRT_LoadedExecutable_GetExecutable_Args;
typedef struct PJRT_LoadedExecutable_GetDeviceAssignment_Args
    PJRT_LoadedExecutable_GetDeviceAssignment_Args;
typedef struct PJRT_Executable_Name_Args PJRT_Executable_Name_Args;
typedef struct PJRT_Executable_NumReplicas_Args
    PJRT_Executable_NumReplicas_Args;
typedef struct PJRT_Executable_NumPartitions_Args
    PJRT_Executable_NumPartitions_Args;
typedef struct PJRT_LoadedExecutable_AddressableDevices_Args
    PJRT_LoadedExecutable_AddressableDevices_Args;
typedef struct PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args
    PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args;
typedef struct PJRT_Executable_OptimizedProgram_Args
    PJRT_Executable_OptimizedProgram_Args;
typedef struct PJRT_LoadedExecutable_Delete_Args
    PJRT_LoadedExecutable_Delete_Args;
typedef struct PJRT_LoadedExecutable_IsDeleted_Args
    PJRT_LoadedExecutable_IsDeleted_Args;
typedef struct PJRT_LoadedExecutable_Execute_Args
    PJRT_LoadedExecutable_Execute_Args;
typedef struct PJRT_Executable_NumOutputs_Args PJRT_Executable_NumOutputs_Args;
typedef struct PJRT_Executable_SizeOfGeneratedCodeInBytes_Args
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args;
typedef struct PJRT_Executable_Fingerprint_Args
    PJRT_Executable_Fingerprint_Args;
typedef struct PJRT_Executable_GetCostAnalysis_Args
    PJRT_Executable_GetCostAnalysis_Args;
typedef struct PJRT_Executable_GetCompiledMemoryStats_Args
    PJRT_Executable_GetCompiledMemoryStats_Args;
typedef struct PJRT_Executable_OutputElementTypes_Args
    PJRT_Executable_OutputElementTypes_Args;
typedef struct PJRT_Executable_OutputDimensions_Args
    PJRT_Executable_OutputDimensions_Args;
typedef struct PJRT_Executable_ParameterMemoryKinds_Args
    PJRT_Executable_ParameterMemoryKinds_Args;
typedef struct PJRT_Executable_OutputMemoryKinds_Args
    PJRT_Executable_OutputMemoryKinds_Args;
typedef struct PJRT_Executable_Serialize_Args PJRT_Executable_Serialize_Args;
typedef struct PJRT_Executable_GetCompileOptions_Args
    PJRT_Executable_GetCompileOptions_Args;
typedef struct PJRT_Executable_DeserializeAndLoad_Args
    PJRT_Executable_DeserializeAndLoad_Args;
typedef struct PJRT_LoadedExecutable_Fingerprint_Args
    PJRT_LoadedExecutable_Fingerprint_Args;
typedef struct PJRT_MultiSlice_Config PJRT_MultiSlice_Config;
typedef struct PJRT_SerializedExecutable PJRT_SerializedExecutable;
typedef struct PJRT_SerializedCompileOptions PJRT_SerializedCompileOptions;
typedef struct PJRT_DeviceAssignmentSerialized PJRT_DeviceAssignmentSerialized;

/* The callback deletes the chunk when done with it. */
typedef PJRT_Error *(*PJRT_SendCallback)(PJRT_Chunk *chunk,
                                         PJRT_CallbackError *callback_error,
                                         size_t total_size_in_bytes, bool done,
                                         void *user_arg);
/* The callback owns the stream and destroys it. */
typedef void (*PJRT_RecvCallback)(PJRT_CopyToDeviceStream *stream,
                                  void *user_arg);
/* Never called by Weft; its arguments are of no concern. */
typedef void (*PJRT_HloOutputCallback)(void);

struct PJRT_LogicalDeviceIds {
  int replica;
  int partition;
};
WEFT_ABI_STRUCT(PJRT_LogicalDeviceIds, 8, 8);

struct PJRT_Chunk {
  void *data;
  size_t size;
  void (*deleter)(void *data, void *deleter_arg);
  void *deleter_arg;
};
WEFT_ABI_STRUCT(PJRT_Chunk, 32, 32);

struct PJRT_SendCallbackInfo {
  int64_t channel_id;
  void *user_arg;
  PJRT_SendCallback send_callback;
};
WEFT_ABI_STRUCT(PJRT_SendCallbackInfo, 24, 24);

struct PJRT_RecvCallbackInfo {
  int64_t channel_id;
  void *user_arg;
  PJRT_RecvCallback recv_callback;
};
WEFT_ABI_STRUCT(PJRT_RecvCallbackInfo, 24, 24);

struct PJRT_HloOutputCallbackInfo {
  void *user_arg;
  PJRT_HloOutputCallback callback;
  int64_t callback_id;
  size_t num_operands;
};
WEFT_ABI_STRUCT(PJRT_HloOutputCallbackInfo, 32, 32);

struct PJRT_ExecuteOptions {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_SendCallbackInfo **send_callbacks;
  PJRT_RecvCallbackInfo **recv_callbacks;
  size_t num_send_ops;
  size_t num_recv_ops;
  int launch_id;
  const int64_t *non_donatable_input_indices;
  size_t num_non_donatable_input_indices;
  PJRT_ExecuteContext *context;
  const char *call_location;
  size_t num_tasks;
  int *task_ids;
  int64_t *incarnation_ids;
  PJRT_MultiSlice_Config *multi_slice_config;
  bool use_major_to_minor_data_layout_for_callbacks;
  PJRT_HloOutputCallbackInfo *hlo_output_callbacks;
  size_t num_hlo_output_callbacks;
};
WEFT_ABI_STRUCT(PJRT_ExecuteOptions, 144, 144);

struct PJRT_LoadOptions {
  size_t struct_size;
  const int32_t *computation_origin;
  size_t computation_origin_size;
  PJRT_MultiSlice_Config *multi_slice_config;
};
WEFT_ABI_STRUCT(PJRT_LoadOptions, 32, 32);

struct PJRT_ExecuteContext_Create_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_ExecuteContext *context; /* out */
};
WEFT_ABI_STRUCT(PJRT_ExecuteContext_Create_Args, 24, 24);

struct PJRT_ExecuteContext_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_ExecuteContext *context;
};
WEFT_ABI_STRUCT(PJRT_ExecuteContext_Destroy_Args, 24, 24);

struct PJRT_Executable_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
};
WEFT_ABI_STRUCT(PJRT_Executable_Destroy_Args, 24, 24);

struct PJRT_LoadedExecutable_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_Destroy_Args, 24, 24);

struct PJRT_LoadedExecutable_GetExecutable_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *loaded_executable;
  PJRT_Executable *executable; /* out */
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_GetExecutable_Args, 32, 32);

struct PJRT_LoadedExecutable_GetDeviceAssignment_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
  const char *serialized_bytes; /* out */
  size_t serialized_bytes_size; /* out */
  PJRT_DeviceAssignmentSerialized *serialized_device_assignment;
  void (*serialized_device_assignment_deleter)(
      PJRT_DeviceAssignmentSerialized *da); /* out */
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_GetDeviceAssignment_Args, 56, 56);

struct PJRT_Executable_Name_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  const char *executable_name; /* out */
  size_t executable_name_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_Name_Args, 40, 40);

struct PJRT_Executable_NumReplicas_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_replicas; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_NumReplicas_Args, 32, 32);

struct PJRT_Executable_NumPartitions_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_partitions; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_NumPartitions_Args, 32, 32);

struct PJRT_LoadedExecutable_AddressableDevices_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
  PJRT_Device *const *addressable_devices; /* out */
  size_t num_addressable_devices;          /* out */
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_AddressableDevices_Args, 40, 40);

struct PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
  PJRT_LogicalDeviceIds *addressable_device_logical_ids; /* out */
  size_t num_addressable_device_logical_ids;             /* out */
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args, 40, 40);

struct PJRT_Executable_OptimizedProgram_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  PJRT_Program *program; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_OptimizedProgram_Args, 32, 32);

struct PJRT_LoadedExecutable_Delete_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_Delete_Args, 24, 24);

struct PJRT_LoadedExecutable_IsDeleted_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
  bool is_deleted; /* out */
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_IsDeleted_Args, 32, 25);

struct PJRT_LoadedExecutable_Execute_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
  PJRT_ExecuteOptions *options;
  PJRT_Buffer *const *const *argument_lists;
  size_t num_devices;
  size_t num_args;
  PJRT_Buffer **const *output_lists;   /* out */
  PJRT_Event **device_complete_events; /* out */
  PJRT_Device *execute_device;
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_Execute_Args, 80, 80);

struct PJRT_Executable_NumOutputs_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_outputs; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_NumOutputs_Args, 32, 32);

struct PJRT_Executable_SizeOfGeneratedCodeInBytes_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  int64_t size_in_bytes; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args, 32, 32);

struct PJRT_Executable_Fingerprint_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  const char *executable_fingerprint; /* out */
  size_t executable_fingerprint_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_Fingerprint_Args, 40, 40);

struct PJRT_Executable_GetCostAnalysis_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_properties;             /* out */
  const PJRT_NamedValue *properties; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_GetCostAnalysis_Args, 40, 40);

struct PJRT_Executable_GetCompiledMemoryStats_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  int64_t generated_code_size_in_bytes;      /* out */
  int64_t argument_size_in_bytes;            /* out */
  int64_t output_size_in_bytes;              /* out */
  int64_t alias_size_in_bytes;               /* out */
  int64_t temp_size_in_bytes;                /* out */
  int64_t host_generated_code_size_in_bytes; /* out */
  int64_t host_argument_size_in_bytes;       /* out */
  int64_t host_output_size_in_bytes;         /* out */
  int64_t host_alias_size_in_bytes;          /* out */
  int64_t host_temp_size_in_bytes;           /* out */
  int64_t peak_memory_in_bytes;              /* out */
  int64_t total_size_in_bytes;               /* out */
  int64_t total_allocation_bytes;            /* out */
  int64_t indefinite_allocations;            /* out */
  int64_t peak_unpadded_heap_bytes;          /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_GetCompiledMemoryStats_Args, 144, 144);

struct PJRT_Executable_OutputElementTypes_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  PJRT_Buffer_Type *output_types; /* out */
  size_t num_output_types;        /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_OutputElementTypes_Args, 40, 40);

struct PJRT_Executable_OutputDimensions_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_outputs;
  const int64_t *dims;     /* out */
  const size_t *dim_sizes; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_OutputDimensions_Args, 48, 48);

struct PJRT_Executable_ParameterMemoryKinds_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_parameters;
  const char *const *memory_kinds; /* out */
  const size_t *memory_kind_sizes; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_ParameterMemoryKinds_Args, 48, 48);

struct PJRT_Executable_OutputMemoryKinds_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_outputs;
  const char *const *memory_kinds; /* out */
  const size_t *memory_kind_sizes; /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_OutputMemoryKinds_Args, 48, 48);

struct PJRT_Executable_Serialize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_Executable *executable;
  const char *serialized_bytes; /* out */
  size_t serialized_bytes_size; /* out */
  PJRT_SerializedExecutable *serialized_executable;
  void (*serialized_executable_deleter)(
      PJRT_SerializedExecutable *exec); /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_Serialize_Args, 56, 56);

struct PJRT_Executable_GetCompileOptions_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  const char *serialized_bytes; /* out */
  size_t serialized_bytes_size; /* out */
  PJRT_SerializedCompileOptions *serialized_compile_options;
  void (*serialized_compile_options_deleter)(
      PJRT_SerializedCompileOptions *options); /* out */
};
WEFT_ABI_STRUCT(PJRT_Executable_GetCompileOptions_Args, 56, 56);

struct PJRT_Executable_DeserializeAndLoad_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  const char *serialized_executable;
  size_t serialized_executable_size;
  PJRT_LoadedExecutable *loaded_executable; /* out */
  const char *overridden_serialized_compile_options;
  size_t overridden_serialized_compile_options_size;
  PJRT_LoadOptions *load_options;
};
WEFT_ABI_STRUCT(PJRT_Executable_DeserializeAndLoad_Args, 72, 72);

struct PJRT_LoadedExecutable_Fingerprint_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_LoadedExecutable *executable;
  const char *executable_fingerprint; /* out */
  size_t executable_fingerprint_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_LoadedExecutable_Fingerprint_Args, 40, 40);

#ifdef __cplusplus
} /* extern "C" */
#endif
