// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"

namespace weft::pjrt {

PJRT_Event *handEvent(Ref<runtime::Event> event) {
  return reinterpret_cast<PJRT_Event *>(event.release());
}

runtime::Event &eventOf(PJRT_Event *event) {
  return *reinterpret_cast<runtime::Event *>(event);
}

static Status eventDestroy(PJRT_Event_Destroy_Args &args) {
  if (args.event != nullptr) {
    eventOf(args.event).dropReference();
  }
  return Status::success();
}

static Status eventIsReady(PJRT_Event_IsReady_Args &args) {
  args.is_ready = eventOf(args.event).isReady();
  return Status::success();
}

static Status eventError(PJRT_Event_Error_Args &args) {
  runtime::Event &event = eventOf(args.event);
  if (!event.isReady()) {
    return Status::failedPrecondition(
        "an event was asked for its outcome before it was ready");
  }
  return event.status();
}

static Status eventAwait(PJRT_Event_Await_Args &args) {
  return eventOf(args.event).await();
}

static Status eventOnReady(PJRT_Event_OnReady_Args &args) {
  if (args.callback == nullptr) {
    return Status::invalidArgument("the callback of an event is null");
  }
  // The callback may destroy the caller's reference, possibly before onReady
  // returns.
  Ref<runtime::Event> event = Ref<runtime::Event>::share(&eventOf(args.event));
  event->onReady([callback = args.callback,
                  argument = args.user_arg](const Status &status) {
    callback(makeError(status), argument);
  });
  return Status::success();
}

static Status eventCreate(PJRT_Event_Create_Args &args) {
  args.event = handEvent(runtime::Event::pending());
  return Status::success();
}

static Status eventSet(PJRT_Event_Set_Args &args) {
  Status outcome =
      statusFrom(args.error_code, args.error_message, args.error_message_size);
  // Who waits for the event may destroy it before `set` has returned.
  Ref<runtime::Event> event = Ref<runtime::Event>::share(&eventOf(args.event));
  if (!event->set(std::move(outcome))) {
    return Status::failedPrecondition("the event has been set already");
  }
  return Status::success();
}

void fillEventSlots(PJRT_Api &api) {
  api.PJRT_Event_Destroy = entry<eventDestroy, &PJRT_Event_Destroy_Args::event>;
  api.PJRT_Event_IsReady =
      entry<eventIsReady, &PJRT_Event_IsReady_Args::is_ready>;
  api.PJRT_Event_Error = entry<eventError, &PJRT_Event_Error_Args::event>;
  api.PJRT_Event_Await = entry<eventAwait, &PJRT_Event_Await_Args::event>;
  api.PJRT_Event_OnReady =
      entry<eventOnReady, &PJRT_Event_OnReady_Args::user_arg>;
  api.PJRT_Event_Create = entry<eventCreate, &PJRT_Event_Create_Args::event>;
  api.PJRT_Event_Set =
      entry<eventSet, &PJRT_Event_Set_Args::error_message_size>;
}

} // namespace weft::pjrt
