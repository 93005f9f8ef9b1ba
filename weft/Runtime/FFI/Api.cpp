// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Api.h"

#include "weft/Runtime/FFI/Context.h"
#include "weft/Runtime/FFI/Outcome.h"
#include "weft/Runtime/FFI/Types.h"

#include <string>

namespace weft::ffi {

static XLA_FFI_Error *errorCreate(XLA_FFI_Error_Create_Args *args) {
  auto code = static_cast<int>(args->errc);
  if (code <= 0 || code > static_cast<int>(StatusCode::Unauthenticated)) {
    code = static_cast<int>(StatusCode::Unknown);
  }
  return new XLA_FFI_Error{
      Status(static_cast<StatusCode>(code),
             args->message != nullptr ? args->message : "")};
}

static void errorGetDetails(XLA_FFI_Error_GetDetails_Args *args) {
  args->message = args->error->status.message().c_str();
  // Version 0.3 had no code here.
  if (args->struct_size >= XLA_FFI_Error_GetDetails_Args_STRUCT_SIZE) {
    args->errc = static_cast<XLA_FFI_Error_Code>(args->error->status.code());
  }
}

static void errorDestroy(XLA_FFI_Error_Destroy_Args *args) {
  delete args->error;
}

static XLA_FFI_Error *handlerRegister(XLA_FFI_Handler_Register_Args *args) {
  XLA_FFI_Handler_Bundle stages = args->bundle;
  XLA_FFI_Handler_Traits traits = 0;
  if (args->struct_size >= XLA_FFI_Handler_Register_Args_STRUCT_SIZE) {
    traits = args->traits;
  } else {
    // Version 0.3: the traits lie where the record stage is now.
    traits =
        *reinterpret_cast<const XLA_FFI_Handler_Traits *>(&args->bundle.record);
    stages.record = nullptr;
  }
  return makeError(processRegistry().addHandler(
      {args->platform.ptr, args->platform.len},
      {args->name.ptr, args->name.len}, stages, traits));
}

static XLA_FFI_Error *streamGet(XLA_FFI_Stream_Get_Args *args) {
  args->stream = args->ctx->environment->stream();
  if (args->stream == nullptr) {
    return makeError(Status::unimplemented(
        "this device has no stream to give to a foreign function"));
  }
  return nullptr;
}

static XLA_FFI_Error *typeRegister(XLA_FFI_Type_Register_Args *args) {
  auto number = Types::process().add(
      {args->name.ptr, args->name.len}, args->type_id->type_id,
      args->type_info != nullptr ? args->type_info->deleter : nullptr);
  if (!number.ok()) {
    return makeError(number.status());
  }
  args->type_id->type_id = *number;
  return nullptr;
}

static XLA_FFI_Error *contextGet(XLA_FFI_InvokeContext_Get_Args *args) {
  args->data = args->ctx->environment->userData(args->type_id->type_id);
  if (args->data == nullptr) {
    return makeError(
        Status::notFound("this execution carries no user data of type " +
                         std::to_string(args->type_id->type_id)));
  }
  return nullptr;
}

static StageStates *statesOf(XLA_FFI_InvokeContext *context,
                             XLA_FFI_ExecutionStage stage) {
  return stage == XLA_FFI_ExecutionStage_INSTANTIATE ? context->siteStates
                                                     : context->runStates;
}

static XLA_FFI_Error *stateSet(XLA_FFI_State_Set_Args *args) {
  StageStates *states = statesOf(args->ctx, args->stage);
  if (states == nullptr) {
    return makeError(
        Status::failedPrecondition("no state can be set in this stage"));
  }
  return makeError(
      states->set(args->stage, args->type_id->type_id, args->state));
}

static XLA_FFI_Error *stateGet(XLA_FFI_State_Get_Args *args) {
  StageStates *states = statesOf(args->ctx, args->stage);
  if (states == nullptr) {
    return makeError(
        Status::failedPrecondition("no state can be read in this stage"));
  }
  auto state = states->get(args->stage, args->type_id->type_id);
  if (!state.ok()) {
    return makeError(state.status());
  }
  args->state = *state;
  return nullptr;
}

static XLA_FFI_Error *
deviceMemoryAllocate(XLA_FFI_DeviceMemory_Allocate_Args *args) {
  auto data = args->ctx->environment->allocate(args->size, args->alignment);
  if (!data.ok()) {
    return makeError(data.status());
  }
  args->data = *data;
  return nullptr;
}

static XLA_FFI_Error *deviceMemoryFree(XLA_FFI_DeviceMemory_Free_Args *args) {
  args->ctx->environment->deallocate(args->data, args->size);
  return nullptr;
}

static XLA_FFI_Error *
threadPoolSchedule(XLA_FFI_ThreadPool_Schedule_Args *args) {
  args->ctx->environment->schedule(
      [task = args->task, data = args->data] { task(data); });
  return nullptr;
}

static XLA_FFI_Error *
threadPoolNumThreads(XLA_FFI_ThreadPool_NumThreads_Args *args) {
  *args->num_threads = args->ctx->environment->threadCount();
  return nullptr;
}

static XLA_FFI_Error *futureCreate(XLA_FFI_Future_Create_Args *args) {
  args->future = new XLA_FFI_Future;
  return nullptr;
}

static void completeFuture(XLA_FFI_Future *future, Status status) {
  // Notified under the lock: the waiter deletes the future once it sees `done`.
  std::lock_guard lock(future->mutex);
  future->done = true;
  future->status = std::move(status);
  future->condition.notify_all();
}

static XLA_FFI_Error *
futureSetAvailable(XLA_FFI_Future_SetAvailable_Args *args) {
  completeFuture(args->future, Status::success());
  return nullptr;
}

static XLA_FFI_Error *futureSetError(XLA_FFI_Future_SetError_Args *args) {
  Status status = takeError(args->error);
  if (status.ok()) {
    status = Status::unknown("a foreign function failed without a reason");
  }
  completeFuture(args->future, std::move(status));
  return nullptr;
}

static XLA_FFI_Error *runIdGet(XLA_FFI_RunId_Get_Args *args) {
  args->run_id = args->ctx->environment->runId();
  return nullptr;
}

static XLA_FFI_Error *deviceOrdinalGet(XLA_FFI_DeviceOrdinal_Get_Args *args) {
  args->device_ordinal = args->ctx->environment->deviceOrdinal();
  return nullptr;
}

static XLA_FFI_Error *
contextFindExtension(XLA_FFI_InvokeContext_FindExtension_Args *args) {
  args->extension = nullptr;
  return nullptr;
}

const XLA_FFI_Api *api() {
  static const XLA_FFI_Api table = [] {
    XLA_FFI_Api result = {};
    result.struct_size = XLA_FFI_Api_STRUCT_SIZE;
    result.api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr,
                          XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
    result.XLA_FFI_Error_Create = errorCreate;
    result.XLA_FFI_Error_GetDetails = errorGetDetails;
    result.XLA_FFI_Error_Destroy = errorDestroy;
    result.XLA_FFI_Handler_Register = handlerRegister;
    result.XLA_FFI_Stream_Get = streamGet;
    result.XLA_FFI_Type_Register = typeRegister;
    result.XLA_FFI_InvokeContext_Get = contextGet;
    result.XLA_FFI_State_Set = stateSet;
    result.XLA_FFI_State_Get = stateGet;
    result.XLA_FFI_DeviceMemory_Allocate = deviceMemoryAllocate;
    result.XLA_FFI_DeviceMemory_Free = deviceMemoryFree;
    result.XLA_FFI_ThreadPool_Schedule = threadPoolSchedule;
    result.XLA_FFI_ThreadPool_NumThreads = threadPoolNumThreads;
    result.XLA_FFI_Future_Create = futureCreate;
    result.XLA_FFI_Future_SetAvailable = futureSetAvailable;
    result.XLA_FFI_Future_SetError = futureSetError;
    result.XLA_FFI_RunId_Get = runIdGet;
    result.XLA_FFI_DeviceOrdinal_Get = deviceOrdinalGet;
    result.XLA_FFI_InvokeContext_FindExtension = contextFindExtension;
    return result;
  }();
  return &table;
}

Registry &processRegistry() {
  // Never destroyed: handlers may be looked up by threads that outlive main.
  static auto *registry = new Registry(*api());
  return *registry;
}

} // namespace weft::ffi
