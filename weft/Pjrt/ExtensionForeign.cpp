// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Foreign.h"

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Extensions.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Runtime/FFI/Api.h"
#include "weft/Runtime/FFI/Types.h"

namespace weft::pjrt {

void connectForeignFunctions(runtime::Client &client) {
  const runtime::Memory &memory = client.devices().front()->defaultMemory();
  ffi::processRegistry().connect(client.customCalls(), client.platformName(),
                                 /*isCuda=*/memory.sharedQueues() != nullptr);
}

void disconnectForeignFunctions(runtime::Client &client) {
  ffi::processRegistry().disconnect(client.customCalls());
}

/// Where handlers go that name no platform.
static constexpr std::string_view defaultPlatform = "weft";

static Status typeRegister(PJRT_FFI_Type_Register_Args &args) {
  // Callers of before 0.104 end at the number and have no type info.
  void (*deleter)(void *) = nullptr;
  if (covers(args, &PJRT_FFI_Type_Register_Args::type_info) &&
      args.type_info != nullptr) {
    deleter = args.type_info->deleter;
  }
  WEFT_ASSIGN_OR_RETURN(
      args.type_id,
      ffi::Types::process().add(textOf(args.type_name, args.type_name_size),
                                args.type_id, deleter));
  return Status::success();
}

static Status userDataAdd(PJRT_FFI_UserData_Add_Args &args) {
  if (args.context == nullptr) {
    return Status::invalidArgument("user data needs an execution context");
  }
  return args.context->add(args.user_data.type_id, args.user_data.data);
}

static Status registerHandler(PJRT_FFI_Register_Handler_Args &args) {
  XLA_FFI_Handler_Bundle stages = {};
  stages.execute = reinterpret_cast<XLA_FFI_Handler *>(args.handler);
  return ffi::processRegistry().addHandler(
      textOf(args.platform_name, args.platform_name_size),
      textOf(args.target_name, args.target_name_size), stages,
      static_cast<XLA_FFI_Handler_Traits>(args.traits));
}

PJRT_Extension_Base *foreignFunctionExtension() {
  static PJRT_FFI_Extension extension = {
      {PJRT_FFI_Extension_STRUCT_SIZE, PJRT_Extension_Type_FFI, nullptr},
      entry<typeRegister, &PJRT_FFI_Type_Register_Args::type_id>,
      entry<userDataAdd, &PJRT_FFI_UserData_Add_Args::user_data>,
      entry<registerHandler, &PJRT_FFI_Register_Handler_Args::traits>,
  };
  return &extension.base;
}

/// The other way to register, with a handler for each stage. It says "Gpu" in
/// its name for no reason that concerns us.
static Status registerCustomCall(PJRT_Gpu_Register_Custom_Call_Args &args) {
  constexpr int typedVersion = 1;
  std::string_view name = textOf(args.function_name, args.function_name_size);
  if (args.api_version != typedVersion) {
    return Status::unimplemented(
        "custom call '" + std::string(name) + "' is registered with version " +
        std::to_string(args.api_version) +
        "; only typed handlers (version 1) can be called");
  }
  auto handlerOf = [](void *function) {
    return reinterpret_cast<XLA_FFI_Handler *>(function);
  };
  XLA_FFI_Handler_Bundle stages = {};
  stages.instantiate = handlerOf(args.handler_instantiate);
  stages.prepare = handlerOf(args.handler_prepare);
  stages.initialize = handlerOf(args.handler_initialize);
  stages.execute = handlerOf(args.handler_execute);
  XLA_FFI_Handler_Traits traits = 0;
  if (covers(args, &PJRT_Gpu_Register_Custom_Call_Args::traits)) {
    traits = args.traits;
  }
  return ffi::processRegistry().addHandler(defaultPlatform, name, stages,
                                           traits);
}

PJRT_Extension_Base *customCallExtension() {
  static PJRT_Gpu_Custom_Call extension = {
      {PJRT_Gpu_Custom_Call_STRUCT_SIZE, PJRT_Extension_Type_Gpu_Custom_Call,
       nullptr},
      entry<registerCustomCall,
            &PJRT_Gpu_Register_Custom_Call_Args::handler_execute>,
      true,
  };
  return &extension.base;
}

} // namespace weft::pjrt
