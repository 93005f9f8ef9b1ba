/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/*
 * The PJRT C API, version 0.114: the rules every struct follows, errors, named
 * values, and events. These headers describe a binary interface that is fixed
 * elsewhere, so names and order are not ours to improve; each struct's size is
 * asserted where it stands, each field's offset in Layout.c.
 *
 * Every argument struct begins with struct_size and extension_start. The
 * caller sets struct_size to what *it* knows: a plugin reads and writes no
 * field that ends beyond it, and ignores what lies beyond its own knowledge.
 * Nothing else in a struct is initialised by the caller unless it is an input.
 */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Declares the struct's short name, its struct_size (no trailing padding), and
 * fails to compile where the compiler lays it out otherwise. */
#ifdef __cplusplus
#define WEFT_ABI_ASSERT(condition, text) static_assert(condition, text)
#else
#define WEFT_ABI_ASSERT(condition, text) _Static_assert(condition, text)
#endif
#define WEFT_ABI_STRUCT(name, size, known)                                     \
  enum { name##_STRUCT_SIZE = known };                                         \
  WEFT_ABI_ASSERT(sizeof(struct name) == size, #name)

/* Callers of other versions pass values that are not listed. C has no objection
 * to that; in C++ only an enum whose type is fixed may hold them. */
#ifdef __cplusplus
#define WEFT_ABI_OPEN : unsigned
#else
#define WEFT_ABI_OPEN
#endif

#define PJRT_API_MAJOR 0
#define PJRT_API_MINOR 114

typedef enum PJRT_Extension_Type WEFT_ABI_OPEN {
  PJRT_Extension_Type_Gpu_Custom_Call = 0,
  PJRT_Extension_Type_Profiler = 1,
  PJRT_Extension_Type_Custom_Partitioner = 2,
  PJRT_Extension_Type_Stream = 3,
  PJRT_Extension_Type_Layouts = 4,
  PJRT_Extension_Type_FFI = 5,
  PJRT_Extension_Type_MemoryDescriptions = 6,
  PJRT_Extension_Type_Triton = 7,
  PJRT_Extension_Type_RawBuffer = 8,
  PJRT_Extension_Type_PhaseCompile = 9,
  PJRT_Extension_Type_Example = 10,
  PJRT_Extension_Type_Unknown = 11,
  PJRT_Extension_Type_CrossHostTransfers = 12,
  PJRT_Extension_Type_ExecutableMetadata = 13,
  PJRT_Extension_Type_Callback = 14,
  PJRT_Extension_Type_HostAllocator = 15,
  PJRT_Extension_Type_TpuTopology = 16,
  PJRT_Extension_Type_TpuExecutable = 17,
  PJRT_Extension_Type_Megascale = 18,
  PJRT_Extension_Type_Shardings = 19,
  PJRT_Extension_Type_AbiVersion = 20,
  PJRT_Extension_Type_Collectives = 21,
  PJRT_Extension_Type_MultiSlice = 22,
  PJRT_Extension_Type_HostMemoryAllocator = 23,
  PJRT_Extension_Type_XlaTransform = 24
} PJRT_Extension_Type;

typedef enum PJRT_Error_Code WEFT_ABI_OPEN {
  PJRT_Error_Code_OK = 0,
  PJRT_Error_Code_CANCELLED = 1,
  PJRT_Error_Code_UNKNOWN = 2,
  PJRT_Error_Code_INVALID_ARGUMENT = 3,
  PJRT_Error_Code_DEADLINE_EXCEEDED = 4,
  PJRT_Error_Code_NOT_FOUND = 5,
  PJRT_Error_Code_ALREADY_EXISTS = 6,
  PJRT_Error_Code_PERMISSION_DENIED = 7,
  PJRT_Error_Code_RESOURCE_EXHAUSTED = 8,
  PJRT_Error_Code_FAILED_PRECONDITION = 9,
  PJRT_Error_Code_ABORTED = 10,
  PJRT_Error_Code_OUT_OF_RANGE = 11,
  PJRT_Error_Code_UNIMPLEMENTED = 12,
  PJRT_Error_Code_INTERNAL = 13,
  PJRT_Error_Code_UNAVAILABLE = 14,
  PJRT_Error_Code_DATA_LOSS = 15,
  PJRT_Error_Code_UNAUTHENTICATED = 16
} PJRT_Error_Code;

typedef enum PJRT_NamedValue_Type WEFT_ABI_OPEN {
  PJRT_NamedValue_kString = 0,
  PJRT_NamedValue_kInt64 = 1,
  PJRT_NamedValue_kInt64List = 2,
  PJRT_NamedValue_kFloat = 3,
  PJRT_NamedValue_kBool = 4
} PJRT_NamedValue_Type;

typedef struct PJRT_Extension_Base PJRT_Extension_Base;
typedef struct PJRT_Api_Version PJRT_Api_Version;
typedef struct PJRT_Error_Destroy_Args PJRT_Error_Destroy_Args;
typedef struct PJRT_Error_Message_Args PJRT_Error_Message_Args;
typedef struct PJRT_Error_GetCode_Args PJRT_Error_GetCode_Args;
typedef struct PJRT_Error_ForEachPayload_Args PJRT_Error_ForEachPayload_Args;
typedef struct PJRT_Error_FunctionTable PJRT_Error_FunctionTable;
typedef struct PJRT_Error PJRT_Error;
typedef struct PJRT_NamedValue PJRT_NamedValue;
typedef struct PJRT_Plugin_Initialize_Args PJRT_Plugin_Initialize_Args;
typedef struct PJRT_Plugin_Attributes_Args PJRT_Plugin_Attributes_Args;
typedef struct PJRT_Event_Destroy_Args PJRT_Event_Destroy_Args;
typedef struct PJRT_Event_IsReady_Args PJRT_Event_IsReady_Args;
typedef struct PJRT_Event_Error_Args PJRT_Event_Error_Args;
typedef struct PJRT_Event_Await_Args PJRT_Event_Await_Args;
typedef struct PJRT_Event_OnReady_Args PJRT_Event_OnReady_Args;
typedef struct PJRT_Event_Create_Args PJRT_Event_Create_Args;
typedef struct PJRT_Event_Set_Args PJRT_Event_Set_Args;
typedef struct PJRT_Event PJRT_Event;

typedef void (*PJRT_Error_PayloadVisitor)(const char *key, size_t key_size,
                                          const char *value, size_t value_size,
                                          void *user_arg);

/* Given to a caller's callback so that it can make an error of the plugin's. */
typedef PJRT_Error *(*PJRT_CallbackError)(PJRT_Error_Code code,
                                          const char *message,
                                          size_t message_size);

/* Takes ownership of the error. May destroy the event it was registered on. */
typedef void (*PJRT_Event_OnReadyCallback)(PJRT_Error *error, void *user_arg);

struct PJRT_Extension_Base {
  size_t struct_size;
  PJRT_Extension_Type type;
  PJRT_Extension_Base *next;
};
WEFT_ABI_STRUCT(PJRT_Extension_Base, 24, 24);

struct PJRT_Api_Version {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  int major_version; /* out */
  int minor_version; /* out */
};
WEFT_ABI_STRUCT(PJRT_Api_Version, 24, 24);

struct PJRT_Error_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Error *error;
};
WEFT_ABI_STRUCT(PJRT_Error_Destroy_Args, 24, 24);

struct PJRT_Error_Message_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_Error *error;
  const char *message; /* out */
  size_t message_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_Error_Message_Args, 40, 40);

struct PJRT_Error_GetCode_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_Error *error;
  PJRT_Error_Code code; /* out */
};
WEFT_ABI_STRUCT(PJRT_Error_GetCode_Args, 32, 28);

struct PJRT_Error_ForEachPayload_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_Error *error;
  PJRT_Error_PayloadVisitor visitor;
  void *user_arg;
};
WEFT_ABI_STRUCT(PJRT_Error_ForEachPayload_Args, 40, 40);

struct PJRT_Error_FunctionTable {
  size_t struct_size;
  size_t instance_size;
  PJRT_Extension_Base *extension_start;
  void (*destroy)(PJRT_Error *error);
  void (*message)(const PJRT_Error *error, const char **message,
                  size_t *message_size);
  PJRT_Error_Code (*get_code)(const PJRT_Error *error);
  void (*for_each_payload)(const PJRT_Error *error,
                           PJRT_Error_PayloadVisitor visitor, void *user_arg);
};
WEFT_ABI_STRUCT(PJRT_Error_FunctionTable, 56, 56);

struct PJRT_Error {
  const struct PJRT_Error_FunctionTable *vtable;
};
WEFT_ABI_STRUCT(PJRT_Error, 8, 8);

struct PJRT_NamedValue {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const char *name;
  size_t name_size;
  PJRT_NamedValue_Type type;
  union {
    const char *string_value;
    int64_t int64_value;
    const int64_t *int64_array_value;
    float float_value;
    bool bool_value;
  };
  size_t value_size;
};
WEFT_ABI_STRUCT(PJRT_NamedValue, 56, 56);

struct PJRT_Plugin_Initialize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
};
WEFT_ABI_STRUCT(PJRT_Plugin_Initialize_Args, 16, 16);

struct PJRT_Plugin_Attributes_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  const PJRT_NamedValue *attributes; /* out */
  size_t num_attributes;             /* out */
};
WEFT_ABI_STRUCT(PJRT_Plugin_Attributes_Args, 32, 32);

struct PJRT_Event_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event;
};
WEFT_ABI_STRUCT(PJRT_Event_Destroy_Args, 24, 24);

struct PJRT_Event_IsReady_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event;
  bool is_ready; /* out */
};
WEFT_ABI_STRUCT(PJRT_Event_IsReady_Args, 32, 25);

struct PJRT_Event_Error_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event;
};
WEFT_ABI_STRUCT(PJRT_Event_Error_Args, 24, 24);

struct PJRT_Event_Await_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event;
};
WEFT_ABI_STRUCT(PJRT_Event_Await_Args, 24, 24);

struct PJRT_Event_OnReady_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event;
  PJRT_Event_OnReadyCallback callback;
  void *user_arg;
};
WEFT_ABI_STRUCT(PJRT_Event_OnReady_Args, 40, 40);

struct PJRT_Event_Create_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event; /* out */
};
WEFT_ABI_STRUCT(PJRT_Event_Create_Args, 24, 24);

struct PJRT_Event_Set_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Event *event;
  PJRT_Error_Code error_code;
  const char *error_message;
  size_t error_message_size;
};
WEFT_ABI_STRUCT(PJRT_Event_Set_Args, 48, 48);

#ifdef __cplusplus
} /* extern "C" */
#endif
