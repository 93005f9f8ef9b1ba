/* Part of Weft, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/*
 * The function table a plugin hands out. The order is the interface; a newer
 * version only appends.
 */

#pragma once

#include "weft/Pjrt/Abi/Buffers.h"
#include "weft/Pjrt/Abi/Client.h"
#include "weft/Pjrt/Abi/Core.h"
#include "weft/Pjrt/Abi/Devices.h"
#include "weft/Pjrt/Abi/Executables.h"
#include "weft/Pjrt/Abi/Extensions.h"
#include "weft/Pjrt/Abi/Topology.h"
#include "weft/Pjrt/Abi/Transfers.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PJRT_Api PJRT_Api;

struct PJRT_Api {
  size_t struct_size;
  PJRT_Extension_Base *extension_start;
  PJRT_Api_Version pjrt_api_version;

  void (*PJRT_Error_Destroy)(PJRT_Error_Destroy_Args *args);
  void (*PJRT_Error_Message)(PJRT_Error_Message_Args *args);
  WEFT_PJRT_FUNCTION(PJRT_Error_GetCode, PJRT_Error_GetCode);
  WEFT_PJRT_FUNCTION(PJRT_Plugin_Initialize, PJRT_Plugin_Initialize);
  WEFT_PJRT_FUNCTION(PJRT_Plugin_Attributes, PJRT_Plugin_Attributes);
  WEFT_PJRT_FUNCTION(PJRT_Event_Destroy, PJRT_Event_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Event_IsReady, PJRT_Event_IsReady);
  WEFT_PJRT_FUNCTION(PJRT_Event_Error, PJRT_Event_Error);
  WEFT_PJRT_FUNCTION(PJRT_Event_Await, PJRT_Event_Await);
  WEFT_PJRT_FUNCTION(PJRT_Event_OnReady, PJRT_Event_OnReady);
  WEFT_PJRT_FUNCTION(PJRT_Client_Create, PJRT_Client_Create);
  WEFT_PJRT_FUNCTION(PJRT_Client_Destroy, PJRT_Client_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Client_PlatformName, PJRT_Client_PlatformName);
  WEFT_PJRT_FUNCTION(PJRT_Client_ProcessIndex, PJRT_Client_ProcessIndex);
  WEFT_PJRT_FUNCTION(PJRT_Client_PlatformVersion, PJRT_Client_PlatformVersion);
  WEFT_PJRT_FUNCTION(PJRT_Client_Devices, PJRT_Client_Devices);
  WEFT_PJRT_FUNCTION(PJRT_Client_AddressableDevices,
                     PJRT_Client_AddressableDevices);
  WEFT_PJRT_FUNCTION(PJRT_Client_LookupDevice, PJRT_Client_LookupDevice);
  WEFT_PJRT_FUNCTION(PJRT_Client_LookupAddressableDevice,
                     PJRT_Client_LookupAddressableDevice);
  WEFT_PJRT_FUNCTION(PJRT_Client_AddressableMemories,
                     PJRT_Client_AddressableMemories);
  WEFT_PJRT_FUNCTION(PJRT_Client_Compile, PJRT_Client_Compile);
  WEFT_PJRT_FUNCTION(PJRT_Client_DefaultDeviceAssignment,
                     PJRT_Client_DefaultDeviceAssignment);
  WEFT_PJRT_FUNCTION(PJRT_Client_BufferFromHostBuffer,
                     PJRT_Client_BufferFromHostBuffer);
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_Id, PJRT_DeviceDescription_Id);
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_ProcessIndex,
                     PJRT_DeviceDescription_ProcessIndex);
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_Attributes,
                     PJRT_DeviceDescription_Attributes);
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_Kind, PJRT_DeviceDescription_Kind);
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_DebugString,
                     PJRT_DeviceDescription_DebugString);
  WEFT_PJRT_FUNCTION(PJRT_DeviceDescription_ToString,
                     PJRT_DeviceDescription_ToString);
  WEFT_PJRT_FUNCTION(PJRT_Device_GetDescription, PJRT_Device_GetDescription);
  WEFT_PJRT_FUNCTION(PJRT_Device_IsAddressable, PJRT_Device_IsAddressable);
  WEFT_PJRT_FUNCTION(PJRT_Device_LocalHardwareId, PJRT_Device_LocalHardwareId);
  WEFT_PJRT_FUNCTION(PJRT_Device_AddressableMemories,
                     PJRT_Device_AddressableMemories);
  WEFT_PJRT_FUNCTION(PJRT_Device_DefaultMemory, PJRT_Device_DefaultMemory);
  WEFT_PJRT_FUNCTION(PJRT_Device_MemoryStats, PJRT_Device_MemoryStats);
  WEFT_PJRT_FUNCTION(PJRT_Memory_Id, PJRT_Memory_Id);
  WEFT_PJRT_FUNCTION(PJRT_Memory_Kind, PJRT_Memory_Kind);
  WEFT_PJRT_FUNCTION(PJRT_Memory_DebugString, PJRT_Memory_DebugString);
  WEFT_PJRT_FUNCTION(PJRT_Memory_ToString, PJRT_Memory_ToString);
  WEFT_PJRT_FUNCTION(PJRT_Memory_AddressableByDevices,
                     PJRT_Memory_AddressableByDevices);
  WEFT_PJRT_FUNCTION(PJRT_Executable_Destroy, PJRT_Executable_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Executable_Name, PJRT_Executable_Name);
  WEFT_PJRT_FUNCTION(PJRT_Executable_NumReplicas, PJRT_Executable_NumReplicas);
  WEFT_PJRT_FUNCTION(PJRT_Executable_NumPartitions,
                     PJRT_Executable_NumPartitions);
  WEFT_PJRT_FUNCTION(PJRT_Executable_NumOutputs, PJRT_Executable_NumOutputs);
  WEFT_PJRT_FUNCTION(PJRT_Executable_SizeOfGeneratedCodeInBytes,
                     PJRT_Executable_SizeOfGeneratedCodeInBytes);
  WEFT_PJRT_FUNCTION(PJRT_Executable_GetCostAnalysis,
                     PJRT_Executable_GetCostAnalysis);
  WEFT_PJRT_FUNCTION(PJRT_Executable_OutputMemoryKinds,
                     PJRT_Executable_OutputMemoryKinds);
  WEFT_PJRT_FUNCTION(PJRT_Executable_OptimizedProgram,
                     PJRT_Executable_OptimizedProgram);
  WEFT_PJRT_FUNCTION(PJRT_Executable_Serialize, PJRT_Executable_Serialize);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_Destroy,
                     PJRT_LoadedExecutable_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_GetExecutable,
                     PJRT_LoadedExecutable_GetExecutable);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_AddressableDevices,
                     PJRT_LoadedExecutable_AddressableDevices);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_Delete,
                     PJRT_LoadedExecutable_Delete);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_IsDeleted,
                     PJRT_LoadedExecutable_IsDeleted);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_Execute,
                     PJRT_LoadedExecutable_Execute);
  WEFT_PJRT_FUNCTION(PJRT_Executable_DeserializeAndLoad,
                     PJRT_Executable_DeserializeAndLoad);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_Fingerprint,
                     PJRT_LoadedExecutable_Fingerprint);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_Destroy, PJRT_Buffer_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_ElementType, PJRT_Buffer_ElementType);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_Dimensions, PJRT_Buffer_Dimensions);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_UnpaddedDimensions,
                     PJRT_Buffer_UnpaddedDimensions);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_DynamicDimensionIndices,
                     PJRT_Buffer_DynamicDimensionIndices);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_GetMemoryLayout, PJRT_Buffer_GetMemoryLayout);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_OnDeviceSizeInBytes,
                     PJRT_Buffer_OnDeviceSizeInBytes);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_Device, PJRT_Buffer_Device);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_Memory, PJRT_Buffer_Memory);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_Delete, PJRT_Buffer_Delete);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_IsDeleted, PJRT_Buffer_IsDeleted);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_CopyToDevice, PJRT_Buffer_CopyToDevice);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_ToHostBuffer, PJRT_Buffer_ToHostBuffer);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_IsOnCpu, PJRT_Buffer_IsOnCpu);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_ReadyEvent, PJRT_Buffer_ReadyEvent);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_UnsafePointer, PJRT_Buffer_UnsafePointer);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_IncreaseExternalReferenceCount,
                     PJRT_Buffer_IncreaseExternalReferenceCount);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_DecreaseExternalReferenceCount,
                     PJRT_Buffer_DecreaseExternalReferenceCount);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_OpaqueDeviceMemoryDataPointer,
                     PJRT_Buffer_OpaqueDeviceMemoryDataPointer);
  WEFT_PJRT_FUNCTION(PJRT_CopyToDeviceStream_Destroy,
                     PJRT_CopyToDeviceStream_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_CopyToDeviceStream_AddChunk,
                     PJRT_CopyToDeviceStream_AddChunk);
  WEFT_PJRT_FUNCTION(PJRT_CopyToDeviceStream_TotalBytes,
                     PJRT_CopyToDeviceStream_TotalBytes);
  WEFT_PJRT_FUNCTION(PJRT_CopyToDeviceStream_GranuleSize,
                     PJRT_CopyToDeviceStream_GranuleSize);
  WEFT_PJRT_FUNCTION(PJRT_CopyToDeviceStream_CurrentBytes,
                     PJRT_CopyToDeviceStream_CurrentBytes);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_Create,
                     PJRT_TopologyDescription_Create);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_Destroy,
                     PJRT_TopologyDescription_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_PlatformName,
                     PJRT_TopologyDescription_PlatformName);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_PlatformVersion,
                     PJRT_TopologyDescription_PlatformVersion);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_GetDeviceDescriptions,
                     PJRT_TopologyDescription_GetDeviceDescriptions);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_Serialize,
                     PJRT_TopologyDescription_Serialize);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_Attributes,
                     PJRT_TopologyDescription_Attributes);
  WEFT_PJRT_FUNCTION(PJRT_Compile, PJRT_Compile);
  WEFT_PJRT_FUNCTION(PJRT_Executable_OutputElementTypes,
                     PJRT_Executable_OutputElementTypes);
  WEFT_PJRT_FUNCTION(PJRT_Executable_OutputDimensions,
                     PJRT_Executable_OutputDimensions);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_CopyToMemory, PJRT_Buffer_CopyToMemory);
  WEFT_PJRT_FUNCTION(PJRT_Client_CreateViewOfDeviceBuffer,
                     PJRT_Client_CreateViewOfDeviceBuffer);
  WEFT_PJRT_FUNCTION(PJRT_Executable_Fingerprint, PJRT_Executable_Fingerprint);
  WEFT_PJRT_FUNCTION(PJRT_Client_TopologyDescription,
                     PJRT_Client_TopologyDescription);
  WEFT_PJRT_FUNCTION(PJRT_Executable_GetCompiledMemoryStats,
                     PJRT_Executable_GetCompiledMemoryStats);
  WEFT_PJRT_FUNCTION(PJRT_Memory_Kind_Id, PJRT_Memory_Kind_Id);
  WEFT_PJRT_FUNCTION(PJRT_ExecuteContext_Create, PJRT_ExecuteContext_Create);
  WEFT_PJRT_FUNCTION(PJRT_ExecuteContext_Destroy, PJRT_ExecuteContext_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_CopyRawToHost, PJRT_Buffer_CopyRawToHost);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_Destroy,
                     PJRT_AsyncHostToDeviceTransferManager_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_TransferData,
                     PJRT_AsyncHostToDeviceTransferManager_TransferData);
  WEFT_PJRT_FUNCTION(PJRT_Client_CreateBuffersForAsyncHostToDevice,
                     PJRT_Client_CreateBuffersForAsyncHostToDevice);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer,
                     PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_Device,
                     PJRT_AsyncHostToDeviceTransferManager_Device);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_BufferCount,
                     PJRT_AsyncHostToDeviceTransferManager_BufferCount);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_BufferSize,
                     PJRT_AsyncHostToDeviceTransferManager_BufferSize);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_SetBufferError,
                     PJRT_AsyncHostToDeviceTransferManager_SetBufferError);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_AddMetadata,
                     PJRT_AsyncHostToDeviceTransferManager_AddMetadata);
  WEFT_PJRT_FUNCTION(PJRT_Client_DmaMap, PJRT_Client_DmaMap);
  WEFT_PJRT_FUNCTION(PJRT_Client_DmaUnmap, PJRT_Client_DmaUnmap);
  WEFT_PJRT_FUNCTION(PJRT_Client_CreateUninitializedBuffer,
                     PJRT_Client_CreateUninitializedBuffer);
  WEFT_PJRT_FUNCTION(PJRT_Client_UpdateGlobalProcessInfo,
                     PJRT_Client_UpdateGlobalProcessInfo);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_Deserialize,
                     PJRT_TopologyDescription_Deserialize);
  WEFT_PJRT_FUNCTION(PJRT_Client_CreateAliasBuffer,
                     PJRT_Client_CreateAliasBuffer);
  WEFT_PJRT_FUNCTION(PJRT_Client_FulfillAliasBuffer,
                     PJRT_Client_FulfillAliasBuffer);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_GetDeviceAssignment,
                     PJRT_LoadedExecutable_GetDeviceAssignment);
  WEFT_PJRT_FUNCTION(PJRT_Client_CreateErrorBuffer,
                     PJRT_Client_CreateErrorBuffer);
  WEFT_PJRT_FUNCTION(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral,
                     PJRT_AsyncHostToDeviceTransferManager_TransferLiteral);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_CopyRawToHostFuture,
                     PJRT_Buffer_CopyRawToHostFuture);
  WEFT_PJRT_FUNCTION(PJRT_Device_PoisonExecution, PJRT_Device_PoisonExecution);
  WEFT_PJRT_FUNCTION(PJRT_Device_CreateAsyncTrackingEvent,
                     PJRT_Device_CreateAsyncTrackingEvent);
  WEFT_PJRT_FUNCTION(PJRT_AsyncTrackingEvent_Destroy,
                     PJRT_AsyncTrackingEvent_Destroy);
  WEFT_PJRT_FUNCTION(PJRT_Executable_GetCompileOptions,
                     PJRT_Executable_GetCompileOptions);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_DonateWithControlDependency,
                     PJRT_Buffer_DonateWithControlDependency);
  WEFT_PJRT_FUNCTION(PJRT_Event_Create, PJRT_Event_Create);
  WEFT_PJRT_FUNCTION(PJRT_Event_Set, PJRT_Event_Set);
  WEFT_PJRT_FUNCTION(PJRT_Device_GetAttributes, PJRT_Device_GetAttributes);
  WEFT_PJRT_FUNCTION(PJRT_Client_Load, PJRT_Client_Load);
  WEFT_PJRT_FUNCTION(PJRT_LoadedExecutable_AddressableDeviceLogicalIds,
                     PJRT_LoadedExecutable_AddressableDeviceLogicalIds);
  WEFT_PJRT_FUNCTION(PJRT_Buffer_Bitcast, PJRT_Buffer_Bitcast);
  WEFT_PJRT_FUNCTION(PJRT_Error_ForEachPayload, PJRT_Error_ForEachPayload);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_Fingerprint,
                     PJRT_TopologyDescription_Fingerprint);
  WEFT_PJRT_FUNCTION(PJRT_Executable_ParameterMemoryKinds,
                     PJRT_Executable_ParameterMemoryKinds);
  WEFT_PJRT_FUNCTION(PJRT_Device_ClearMemoryStats,
                     PJRT_Device_ClearMemoryStats);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace,
                     PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace);
  WEFT_PJRT_FUNCTION(PJRT_TopologyDescription_GetMemorySpaceKindIds,
                     PJRT_TopologyDescription_GetMemorySpaceKindIds);
};
WEFT_ABI_STRUCT(PJRT_Api, 1144, 1144);

/* The one symbol a plugin exports. */
typedef const PJRT_Api *(*GetPjrtApi_Function)(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
