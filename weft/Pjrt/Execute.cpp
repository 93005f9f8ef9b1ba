// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Pjrt/Streams.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory_resource>

namespace weft::pjrt {

//===----------------------------------------------------------------------===//
// Callbacks on the host
//===----------------------------------------------------------------------===//

/// How a caller's callback makes an error to return.
static PJRT_Error *callbackError(PJRT_Error_Code code, const char *message,
                                 size_t size) {
  return makeError(statusFrom(code, message, size));
}

static Status send(const PJRT_SendCallbackInfo &info,
                   std::span<const char> bytes, uint64_t totalBytes,
                   bool done) {
  // The callback keeps the chunk as long as it likes; the bytes are only lent
  // to us.
  char *copy = new char[std::max<size_t>(bytes.size(), 1)];
  std::copy(bytes.begin(), bytes.end(), copy);
  PJRT_Chunk chunk = {};
  chunk.data = copy;
  chunk.size = bytes.size();
  chunk.deleter = [](void *data, void *) {
    delete[] static_cast<char *>(data);
  };
  PJRT_CallbackError makeCallbackError = callbackError;
  return takeError(info.send_callback(&chunk, &makeCallbackError, totalBytes,
                                      done, info.user_arg));
}

static void readCallbacks(const PJRT_ExecuteOptions &from, size_t devices,
                          runtime::ExecuteOptions &to) {
  if (from.send_callbacks != nullptr && from.num_send_ops != 0) {
    to.sendCallbacks.resize(devices);
    for (size_t device = 0; device < devices; ++device) {
      for (size_t i = 0; i < from.num_send_ops; ++i) {
        PJRT_SendCallbackInfo info = from.send_callbacks[device][i];
        to.sendCallbacks[device].push_back(
            {info.channel_id, [info](std::span<const char> bytes,
                                     uint64_t totalBytes, bool done) {
               return send(info, bytes, totalBytes, done);
             }});
      }
    }
  }
  if (from.recv_callbacks != nullptr && from.num_recv_ops != 0) {
    to.receiveCallbacks.resize(devices);
    for (size_t device = 0; device < devices; ++device) {
      for (size_t i = 0; i < from.num_recv_ops; ++i) {
        PJRT_RecvCallbackInfo info = from.recv_callbacks[device][i];
        to.receiveCallbacks[device].push_back(
            {info.channel_id, [info](Ref<runtime::HostReceiver> receiver) {
               info.recv_callback(handStream(std::move(receiver)),
                                  info.user_arg);
             }});
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// The buffers of all devices, one device after the other.
static Status readArguments(const PJRT_LoadedExecutable_Execute_Args &args,
                            std::pmr::vector<runtime::Buffer *> &buffers) {
  buffers.reserve(args.num_devices * args.num_args);
  for (size_t device = 0; device < args.num_devices; ++device) {
    for (size_t i = 0; i < args.num_args; ++i) {
      PJRT_Buffer *buffer = args.argument_lists[device][i];
      if (buffer == nullptr) {
        return Status::invalidArgument("argument " + std::to_string(i) +
                                       " for device " + std::to_string(device) +
                                       " is null");
      }
      buffers.push_back(buffer->buffer.get());
    }
  }
  return Status::success();
}

static Status execute(PJRT_LoadedExecutable_Execute_Args &args) {
  PJRT_LoadedExecutable &executable = *args.executable;
  // Enough for the lists of most calls, which then ask for no memory.
  std::array<std::byte, 2048> space;
  std::pmr::monotonic_buffer_resource memory(space.data(), space.size());
  std::pmr::vector<runtime::Buffer *> buffers(&memory);
  WEFT_RETURN_IF_ERROR(readArguments(args, buffers));
  std::pmr::vector<std::span<runtime::Buffer *const>> arguments(&memory);
  arguments.reserve(args.num_devices);
  for (size_t device = 0; device < args.num_devices; ++device) {
    arguments.push_back(
        std::span(buffers).subspan(device * args.num_args, args.num_args));
  }
  runtime::ExecuteOptions options;
  if (args.options != nullptr) {
    const PJRT_ExecuteOptions &given = *args.options;
    readCallbacks(given, args.num_devices, options);
    options.launchId = given.launch_id;
    if (given.non_donatable_input_indices != nullptr) {
      options.nonDonatableParameters.assign(
          given.non_donatable_input_indices,
          given.non_donatable_input_indices +
              given.num_non_donatable_input_indices);
    }
    if (covers(given, &PJRT_ExecuteOptions::context) &&
        given.context != nullptr) {
      options.customCallContext = static_cast<ffi::UserData *>(given.context);
      options.keepAlive = std::make_shared<Ref<PJRT_ExecuteContext>>(
          Ref<PJRT_ExecuteContext>::share(given.context));
    }
  }
  if (args.execute_device != nullptr) {
    options.device = &args.execute_device->device;
  }
  WEFT_ASSIGN_OR_RETURN(runtime::Execution execution,
                        executable.executable->execute(arguments, options));
  for (size_t device = 0; device < execution.results.size(); ++device) {
    for (size_t i = 0; i < execution.results[device].size(); ++i) {
      args.output_lists[device][i] = handBuffer(
          std::move(execution.results[device][i]), executable.client);
    }
    if (args.device_complete_events != nullptr) {
      args.device_complete_events[device] =
          handEvent(std::move(execution.done[device]));
    }
  }
  return Status::success();
}

static Status contextCreate(PJRT_ExecuteContext_Create_Args &args) {
  args.context = makeRef<PJRT_ExecuteContext>().release();
  return Status::success();
}

static Status contextDestroy(PJRT_ExecuteContext_Destroy_Args &args) {
  if (args.context != nullptr) {
    args.context->dropReference();
  }
  return Status::success();
}

void fillExecuteSlots(PJRT_Api &api) {
  api.PJRT_LoadedExecutable_Execute =
      entry<execute, &PJRT_LoadedExecutable_Execute_Args::execute_device>;
  api.PJRT_ExecuteContext_Create =
      entry<contextCreate, &PJRT_ExecuteContext_Create_Args::context>;
  api.PJRT_ExecuteContext_Destroy =
      entry<contextDestroy, &PJRT_ExecuteContext_Destroy_Args::context>;
}

} // namespace weft::pjrt
