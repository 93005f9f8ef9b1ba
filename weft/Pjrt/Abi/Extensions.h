/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The extensions Weft offers: layouts, shardings, memory descriptions, FFI,
 * custom calls by stage. */

#pragma once

#include "weft/Pjrt/Abi/Executables.h"
#include "weft/Pjrt/Abi/Topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function pointer `member` that takes `function`_Args. */
#define WEFT_PJRT_FUNCTION(function, member)                                   \
  PJRT_Error *(*member)(function##_Args * args)

/* ---- Layouts ---- */

typedef struct PJRT_Layouts_MemoryLayout_Destroy_Args
    PJRT_Layouts_MemoryLayout_Destroy_Args;
typedef struct PJRT_Layouts_MemoryLayout_Serialize_Args
    PJRT_Layouts_MemoryLayout_Serialize_Args;
typedef struct PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args
    PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args;
typedef struct PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args
    PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args;
typedef struct PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args
    PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args;
typedef struct PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args
    PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args;
typedef struct PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args
    PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args;
typedef struct PJRT_Layouts_Extension PJRT_Layouts_Extension;
typedef struct PJRT_Layouts_MemoryLayout PJRT_Layouts_MemoryLayout;
typedef struct PJRT_Layouts_SerializedLayout PJRT_Layouts_SerializedLayout;

struct PJRT_Layouts_MemoryLayout_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Layouts_MemoryLayout *layout;
};
WEFT_ABI_STRUCT(PJRT_Layouts_MemoryLayout_Destroy_Args, 24, 24);

struct PJRT_Layouts_MemoryLayout_Serialize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Layouts_MemoryLayout *layout;
  const char *serialized_bytes; /* out */
  size_t serialized_bytes_size; /* out */
  PJRT_Layouts_SerializedLayout *serialized_layout;
  void (*serialized_layout_deleter)(
      PJRT_Layouts_SerializedLayout *s_layout); /* out */
};
WEFT_ABI_STRUCT(PJRT_Layouts_MemoryLayout_Serialize_Args, 56, 56);

struct PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Buffer *buffer;
  PJRT_Layouts_MemoryLayout *layout; /* out */
};
WEFT_ABI_STRUCT(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args, 32, 32);

struct PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Client *client;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Layouts_MemoryLayout *layout; /* out */
};
WEFT_ABI_STRUCT(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, 56, 56);

struct PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_TopologyDescription *topology_description;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Layouts_MemoryLayout *layout; /* out */
};
WEFT_ABI_STRUCT(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, 56, 56);

struct PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_outputs;                  /* out */
  PJRT_Layouts_MemoryLayout **layouts; /* out */
};
WEFT_ABI_STRUCT(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args, 40, 40);

struct PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_parameters;               /* out */
  PJRT_Layouts_MemoryLayout **layouts; /* out */
};
WEFT_ABI_STRUCT(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args, 40, 40);

struct PJRT_Layouts_Extension {
  PJRT_Extension_Base base;
  WEFT_PJRT_FUNCTION(PJRT_Layouts_MemoryLayout_Destroy,
                     PJRT_Layouts_MemoryLayout_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Layouts_MemoryLayout_Serialize,
                     PJRT_Layouts_MemoryLayout_Serialize);
  WEFT_PJRT_FUNCTION(PJRT_Layouts_PJRT_Client_GetDefaultLayout,
                     PJRT_Layouts_PJRT_Client_GetDefaultLayout);
  WEFT_PJRT_FUNCTION(PJRT_Layouts_PJRT_Buffer_MemoryLayout,
                     PJRT_Layouts_PJRT_Buffer_MemoryLayout);
  WEFT_PJRT_FUNCTION(PJRT_Layouts_PJRT_Topology_GetDefaultLayout,
                     PJRT_Layouts_PJRT_Topology_GetDefaultLayout);
  WEFT_PJRT_FUNCTION(PJRT_Layouts_PJRT_Executable_GetOutputLayouts,
                     PJRT_Layouts_PJRT_Executable_GetOutputLayouts);
  WEFT_PJRT_FUNCTION(PJRT_Layouts_PJRT_Executable_GetParameterLayouts,
                     PJRT_Layouts_PJRT_Executable_GetParameterLayouts);
};
WEFT_ABI_STRUCT(PJRT_Layouts_Extension, 80, 80);

/* ---- Shardings ---- */

typedef struct PJRT_Shardings_PJRT_Executable_ParameterShardings_Args
    PJRT_Shardings_PJRT_Executable_ParameterShardings_Args;
typedef struct PJRT_Shardings_PJRT_Executable_OutputShardings_Args
    PJRT_Shardings_PJRT_Executable_OutputShardings_Args;
typedef struct PJRT_Shardings_Extension PJRT_Shardings_Extension;

struct PJRT_Shardings_PJRT_Executable_ParameterShardings_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_parameters;        /* out */
  const char *const *shardings; /* out */
  const size_t *sharding_sizes; /* out */
};
WEFT_ABI_STRUCT(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, 48, 48);

struct PJRT_Shardings_PJRT_Executable_OutputShardings_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Executable *executable;
  size_t num_outputs;           /* out */
  const char *const *shardings; /* out */
  const size_t *sharding_sizes; /* out */
};
WEFT_ABI_STRUCT(PJRT_Shardings_PJRT_Executable_OutputShardings_Args, 48, 48);

struct PJRT_Shardings_Extension {
  PJRT_Extension_Base base;
  WEFT_PJRT_FUNCTION(PJRT_Shardings_PJRT_Executable_ParameterShardings,
                     PJRT_Shardings_PJRT_Executable_ParameterShardings);
  WEFT_PJRT_FUNCTION(PJRT_Shardings_PJRT_Executable_OutputShardings,
                     PJRT_Shardings_PJRT_Executable_OutputShardings);
};
WEFT_ABI_STRUCT(PJRT_Shardings_Extension, 40, 40);

/* ---- Memory descriptions ---- */

typedef struct PJRT_DeviceDescription_MemoryDescriptions_Args
    PJRT_DeviceDescription_MemoryDescriptions_Args;
typedef struct PJRT_MemoryDescription_Kind_Args
    PJRT_MemoryDescription_Kind_Args;
typedef struct PJRT_MemoryDescriptions_Extension
    PJRT_MemoryDescriptions_Extension;
typedef struct PJRT_MemoryDescription PJRT_MemoryDescription;

struct PJRT_DeviceDescription_MemoryDescriptions_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_DeviceDescription *device_description;
  const PJRT_MemoryDescription *const *memory_descriptions; /* out */
  size_t num_memory_descriptions;                           /* out */
  size_t default_memory_index;                              /* out */
};
WEFT_ABI_STRUCT(PJRT_DeviceDescription_MemoryDescriptions_Args, 48, 48);

struct PJRT_MemoryDescription_Kind_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_MemoryDescription *memory_description;
  const char *kind; /* out */
  size_t kind_size; /* out */
  int kind_id;      /* out */
};
WEFT_ABI_STRUCT(PJRT_MemoryDescription_Kind_Args, 48, 44);

struct PJRT_MemoryDescriptions_Extension {
  PJRT_Extension_Base base;
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_MemoryDescriptions,
                     PJRT_DeviceDescription_MemoryDescriptions);
  WEFT_PJRT_FUNCTION(PJRT_MemoryDescription_Kind, PJRT_MemoryDescription_Kind);
};
WEFT_ABI_STRUCT(PJRT_MemoryDescriptions_Extension, 40, 40);

/* ---- FFI ---- */

typedef enum PJRT_FFI_Handler_TraitsBits WEFT_ABI_OPEN {
  PJRT_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE = 1u << 0
} PJRT_FFI_Handler_TraitsBits;

typedef struct PJRT_FFI_Type_Info PJRT_FFI_Type_Info;
typedef struct PJRT_FFI_Type_Register_Args PJRT_FFI_Type_Register_Args;
typedef struct PJRT_FFI_UserData PJRT_FFI_UserData;
typedef struct PJRT_FFI_UserData_Add_Args PJRT_FFI_UserData_Add_Args;
typedef struct PJRT_FFI_Register_Handler_Args PJRT_FFI_Register_Handler_Args;
typedef struct PJRT_FFI_Extension PJRT_FFI_Extension;

struct PJRT_FFI_Type_Info {
  void (*deleter)(void *object);
  void (*serialize)(void);
  void (*deserialize)(void);
};
WEFT_ABI_STRUCT(PJRT_FFI_Type_Info, 24, 24);

struct PJRT_FFI_Type_Register_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *type_name;
  size_t type_name_size;
  int64_t type_id; /* out */
  PJRT_FFI_Type_Info *type_info;
};
WEFT_ABI_STRUCT(PJRT_FFI_Type_Register_Args, 48, 48);

struct PJRT_FFI_UserData {
  int64_t type_id;
  void *data;
};
WEFT_ABI_STRUCT(PJRT_FFI_UserData, 16, 16);

struct PJRT_FFI_UserData_Add_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_ExecuteContext *context;
  PJRT_FFI_UserData user_data;
};
WEFT_ABI_STRUCT(PJRT_FFI_UserData_Add_Args, 40, 40);

struct PJRT_FFI_Register_Handler_Args {
  size_t struct_size;
  const char *target_name;
  size_t target_name_size;
  void *handler;
  const char *platform_name;
  size_t platform_name_size;
  PJRT_FFI_Handler_TraitsBits traits;
};
WEFT_ABI_STRUCT(PJRT_FFI_Register_Handler_Args, 56, 52);

struct PJRT_FFI_Extension {
  PJRT_Extension_Base base;
  WEFT_PJRT_FUNCTION(PJRT_FFI_Type_Register, type_register);
  WEFT_PJRT_FUNCTION(PJRT_FFI_UserData_Add, user_data_add);
  WEFT_PJRT_FUNCTION(PJRT_FFI_Register_Handler, register_handler);
};
WEFT_ABI_STRUCT(PJRT_FFI_Extension, 48, 48);

/* ---- Streams of the device's driver ---- */

typedef struct PJRT_Get_Stream_For_External_Ready_Events_Args
    PJRT_Get_Stream_For_External_Ready_Events_Args;
typedef struct PJRT_Wait_Until_Buffer_Ready_On_Stream_Args
    PJRT_Wait_Until_Buffer_Ready_On_Stream_Args;
typedef struct PJRT_Stream_Extension PJRT_Stream_Extension;

struct PJRT_Get_Stream_For_External_Ready_Events_Args {
  size_t struct_size;
  PJRT_Device *device;
  intptr_t stream; /* out */
};
WEFT_ABI_STRUCT(PJRT_Get_Stream_For_External_Ready_Events_Args, 24, 24);

struct PJRT_Wait_Until_Buffer_Ready_On_Stream_Args {
  size_t struct_size;
  intptr_t stream;
  PJRT_Buffer *buffer;
};
WEFT_ABI_STRUCT(PJRT_Wait_Until_Buffer_Ready_On_Stream_Args, 24, 24);

struct PJRT_Stream_Extension {
  PJRT_Extension_Base base;
  WEFT_PJRT_FUNCTION(PJRT_Get_Stream_For_External_Ready_Events, get_stream);
  WEFT_PJRT_FUNCTION(PJRT_Wait_Until_Buffer_Ready_On_Stream, wait_stream);
};
WEFT_ABI_STRUCT(PJRT_Stream_Extension, 40, 40);

/* ---- Custom calls with one handler per stage; the name is history ---- */

typedef struct PJRT_Gpu_Register_Custom_Call_Args
    PJRT_Gpu_Register_Custom_Call_Args;
typedef struct PJRT_Gpu_Custom_Call PJRT_Gpu_Custom_Call;

struct PJRT_Gpu_Register_Custom_Call_Args {
  size_t struct_size;
  const char *function_name;
  size_t function_name_size;
  int api_version;
  void *handler_instantiate;
  void *handler_prepare;
  void *handler_initialize;
  void *handler_execute;
  uint32_t traits;
};
WEFT_ABI_STRUCT(PJRT_Gpu_Register_Custom_Call_Args, 72, 68);

struct PJRT_Gpu_Custom_Call {
  PJRT_Extension_Base base;
  WEFT_PJRT_FUNCTION(PJRT_Gpu_Register_Custom_Call, custom_call);
  bool custom_call_handles_traits;
};
WEFT_ABI_STRUCT(PJRT_Gpu_Custom_Call, 40, 33);

#ifdef __cplusplus
} /* extern "C" */
#endif
