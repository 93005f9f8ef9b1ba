/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Transfers in pieces: asynchronous managers and callback streams. */

#pragma once

#include "weft/Pjrt/Abi/Executables.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PJRT_AsyncHostToDeviceTransferManager_Destroy_Args
    PJRT_AsyncHostToDeviceTransferManager_Destroy_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_TransferData_Args
    PJRT_AsyncHostToDeviceTransferManager_TransferData_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_Device_Args
    PJRT_AsyncHostToDeviceTransferManager_Device_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args
    PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args
    PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args
    PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args;
typedef struct PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args;
typedef struct PJRT_CopyToDeviceStream_Destroy_Args
    PJRT_CopyToDeviceStream_Destroy_Args;
typedef struct PJRT_CopyToDeviceStream_AddChunk_Args
    PJRT_CopyToDeviceStream_AddChunk_Args;
typedef struct PJRT_CopyToDeviceStream_TotalBytes_Args
    PJRT_CopyToDeviceStream_TotalBytes_Args;
typedef struct PJRT_CopyToDeviceStream_GranuleSize_Args
    PJRT_CopyToDeviceStream_GranuleSize_Args;
typedef struct PJRT_CopyToDeviceStream_CurrentBytes_Args
    PJRT_CopyToDeviceStream_CurrentBytes_Args;

struct PJRT_AsyncHostToDeviceTransferManager_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args, 24, 24);

struct PJRT_AsyncHostToDeviceTransferManager_TransferData_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  const void *data;
  int64_t offset;
  int64_t transfer_size;
  bool is_last_transfer;
  PJRT_Event *done_with_h2d_transfer; /* out */
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args, 72,
                72);

struct PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  PJRT_Buffer *buffer_out; /* out */
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, 40,
                40);

struct PJRT_AsyncHostToDeviceTransferManager_Device_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  PJRT_Device *device_out; /* out */
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_Device_Args, 32, 32);

struct PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  size_t buffer_count; /* out */
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args, 32, 32);

struct PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  size_t buffer_size; /* out */
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args, 40, 40);

struct PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  PJRT_Error_Code error_code;
  const char *error_message;
  size_t error_message_size;
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args, 48,
                48);

struct PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  const PJRT_NamedValue *transfer_metadata;
  size_t num_metadata;
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args, 40, 40);

struct PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  const void *data;
  const int64_t *shape_dims;
  size_t shape_num_dims;
  PJRT_Buffer_Type shape_element_type;
  PJRT_Buffer_MemoryLayout *shape_layout;
  PJRT_Event *done_with_h2d_transfer; /* out */
};
WEFT_ABI_STRUCT(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args, 80,
                80);

struct PJRT_CopyToDeviceStream_Destroy_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_CopyToDeviceStream *stream;
};
WEFT_ABI_STRUCT(PJRT_CopyToDeviceStream_Destroy_Args, 24, 24);

struct PJRT_CopyToDeviceStream_AddChunk_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_CopyToDeviceStream *stream;
  PJRT_Chunk *chunk;
  PJRT_Event *transfer_complete; /* out */
};
WEFT_ABI_STRUCT(PJRT_CopyToDeviceStream_AddChunk_Args, 40, 40);

struct PJRT_CopyToDeviceStream_TotalBytes_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_CopyToDeviceStream *stream;
  int64_t total_bytes; /* out */
};
WEFT_ABI_STRUCT(PJRT_CopyToDeviceStream_TotalBytes_Args, 32, 32);

struct PJRT_CopyToDeviceStream_GranuleSize_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_CopyToDeviceStream *stream;
  int64_t granule_size_in_bytes; /* out */
};
WEFT_ABI_STRUCT(PJRT_CopyToDeviceStream_GranuleSize_Args, 32, 32);

struct PJRT_CopyToDeviceStream_CurrentBytes_Args {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_CopyToDeviceStream *stream;
  int64_t current_bytes; /* out */
};
WEFT_ABI_STRUCT(PJRT_CopyToDeviceStream_CurrentBytes_Args, 32, 32);

#ifdef __cplusplus
} /* extern "C" */
#endif
