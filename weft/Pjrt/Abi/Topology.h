/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Topologies, and compiling for one without a client. */

#pragma once

#include "weft/Pjrt/Abi/Client.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PJRT_TopologyDescription_Create_Args
    PJRT_TopologyDescription_Create_Args;
typedef struct PJRT_TopologyDescription_Destroy_Args
    PJRT_TopologyDescription_Destroy_Args;
typedef struct PJRT_TopologyDescription_PlatformVersion_Args
    PJRT_TopologyDescription_PlatformVersion_Args;
typedef struct PJRT_TopologyDescription_PlatformName_Args
    PJRT_TopologyDescription_PlatformName_Args;
typedef struct PJRT_TopologyDescription_GetDeviceDescriptions_Args
    PJRT_TopologyDescription_GetDeviceDescriptions_Args;
typedef struct PJRT_TopologyDescription_Serialize_Args
    PJRT_TopologyDescription_Serialize_Args;
typedef struct PJRT_TopologyDescription_Deserialize_Args
    PJRT_TopologyDescription_Deserialize_Args;
typedef struct PJRT_TopologyDescription_Attributes_Args
    PJRT_TopologyDescription_Attributes_Args;
typedef struct PJRT_TopologyDescription_Fingerprint_Args
    PJRT_TopologyDescription_Fingerprint_Args;
typedef struct PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args
    PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args;
typedef struct PJRT_TopologyDescription_GetMemorySpaceKindIds_Args
    PJRT_TopologyDescription_GetMemorySpaceKindIds_Args;
typedef struct PJRT_Compile_Args PJRT_Compile_Args;
typedef struct PJRT_SerializedTopology PJRT_SerializedTopology;

struct PJRT_TopologyDescription_Create_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *topology_name;
  size_t topology_name_size;
  const PJRT_NamedValue *create_options;
  size_t num_options;
  PJRT_TopologyDescription *topology; /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_Create_Args, 56, 56);

struct PJRT_TopologyDescription_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_TopologyDescription *topology;
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_Destroy_Args, 24, 24);

struct PJRT_TopologyDescription_PlatformVersion_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_TopologyDescription *topology;
  const char *platform_version; /* out */
  size_t platform_version_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_PlatformVersion_Args, 40, 40);

struct PJRT_TopologyDescription_PlatformName_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_TopologyDescription *topology;
  const char *platform_name; /* out */
  size_t platform_name_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_PlatformName_Args, 40, 40);

struct PJRT_TopologyDescription_GetDeviceDescriptions_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_TopologyDescription *topology;
  PJRT_DeviceDescription *const *descriptions; /* out */
  size_t num_descriptions;                     /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_GetDeviceDescriptions_Args, 40, 40);

struct PJRT_TopologyDescription_Serialize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_TopologyDescription *topology;
  const char *serialized_bytes;                 /* out */
  size_t serialized_bytes_size;                 /* out */
  PJRT_SerializedTopology *serialized_topology; /* out */
  void (*serialized_topology_deleter)(
      PJRT_SerializedTopology *serialized_topology); /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_Serialize_Args, 56, 56);

struct PJRT_TopologyDescription_Deserialize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *serialized_topology;
  size_t serialized_topology_size;
  PJRT_TopologyDescription *topology; /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_Deserialize_Args, 40, 40);

struct PJRT_TopologyDescription_Attributes_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_TopologyDescription *topology;
  const PJRT_NamedValue *attributes; /* out */
  size_t num_attributes;             /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_Attributes_Args, 40, 40);

struct PJRT_TopologyDescription_Fingerprint_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_TopologyDescription *topology;
  uint64_t fingerprint; /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_Fingerprint_Args, 32, 32);

struct PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_TopologyDescription *topology;
  int memory_space_kind_id;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Buffer_Type element_type;
  const PJRT_Buffer_MemoryLayout *layout;
  const char *serialized_shape;                   /* out */
  size_t serialized_shape_size;                   /* out */
  void (*serialized_shape_deleter)(const char *); /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
                88, 88);

struct PJRT_TopologyDescription_GetMemorySpaceKindIds_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_TopologyDescription *topology;
  const int *memory_space_kind_ids; /* out */
  size_t num_memory_space_kind_ids; /* out */
};
WEFT_ABI_STRUCT(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args, 40, 40);

struct PJRT_Compile_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_TopologyDescription *topology;
  const PJRT_Program *program;
  const char *compile_options;
  size_t compile_options_size;
  PJRT_Client *client;
  PJRT_Executable *executable; /* out */
};
WEFT_ABI_STRUCT(PJRT_Compile_Args, 64, 64);

#ifdef __cplusplus
} /* extern "C" */
#endif
