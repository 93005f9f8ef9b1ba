// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams and events.

#include "weft/Emulator/Driver/Exports.h"
#include "weft/Emulator/Driver/State.h"

using namespace weft::emulator;
using namespace weft::emulator::driver;

WEFT_DRIVER_EXPORT cuStreamCreate(void **stream, unsigned flags) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  auto handle = std::make_shared<StreamHandle>();
  handle->device = device;
  handle->stream = device->addStream(!(flags & streamNonBlocking));
  *stream = state().streams.add(std::move(handle));
  return success;
}

WEFT_DRIVER_EXPORT cuStreamCreateWithPriority(void **stream, unsigned flags,
                                              int) {
  WEFT_DRIVER_CALL();
  return cuStreamCreate(stream, flags);
}

WEFT_DRIVER_EXPORT cuStreamDestroy_v2(void *stream) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<StreamHandle> handle = state().streams.remove(stream);
  if (!handle) {
    return invalidHandle;
  }
  handle->device->abandonStream(handle->stream);
  return success;
}

WEFT_DRIVER_EXPORT cuStreamSynchronize(void *stream) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  if (!queue) {
    return invalidHandle;
  }
  queue->waitFor(queue->submitted());
  return device->error();
}

WEFT_DRIVER_EXPORT cuStreamQuery(void *stream) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  if (!queue) {
    return invalidHandle;
  }
  if (!queue->isDone(queue->submitted())) {
    return notReady;
  }
  return device->error();
}

WEFT_DRIVER_EXPORT cuStreamWaitEvent(void *stream, void *event, unsigned) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  std::shared_ptr<EventHandle> handle = state().events.find(event);
  if (!queue || !handle) {
    return invalidHandle;
  }
  if (std::shared_ptr<Mark> mark = handle->event.last()) {
    device->submit(*queue, [mark] { mark->wait(); });
  }
  return success;
}

WEFT_DRIVER_EXPORT cuLaunchHostFunc(void *stream, void (*function)(void *),
                                    void *data) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  if (!queue) {
    return invalidHandle;
  }
  device->submit(*queue, [device, function, data] {
    // After a fault nothing is called any more.
    if (!device->error()) {
      function(data);
    }
  });
  return success;
}

WEFT_DRIVER_EXPORT cuEventCreate(void **event, unsigned flags) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  auto handle = std::make_shared<EventHandle>();
  handle->device = device;
  handle->event.hasTiming = !(flags & eventDisableTiming);
  *event = state().events.add(std::move(handle));
  return success;
}

WEFT_DRIVER_EXPORT cuEventDestroy_v2(void *event) {
  WEFT_DRIVER_CALL();
  return state().events.remove(event) ? success : invalidHandle;
}

WEFT_DRIVER_EXPORT cuEventRecord(void *event, void *stream) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  std::shared_ptr<EventHandle> handle = state().events.find(event);
  if (!queue || !handle) {
    return invalidHandle;
  }
  auto mark = std::make_shared<Mark>();
  {
    std::lock_guard lock(handle->event.mutex);
    handle->event.mark = mark;
  }
  device->submit(*queue, [mark] { mark->set(); });
  return success;
}

WEFT_DRIVER_EXPORT cuEventQuery(void *event) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<EventHandle> handle = state().events.find(event);
  if (!handle) {
    return invalidHandle;
  }
  std::shared_ptr<Mark> mark = handle->event.last();
  if (mark && !mark->check()) {
    return notReady;
  }
  return handle->device->error();
}

WEFT_DRIVER_EXPORT cuEventSynchronize(void *event) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<EventHandle> handle = state().events.find(event);
  if (!handle) {
    return invalidHandle;
  }
  if (std::shared_ptr<Mark> mark = handle->event.last()) {
    mark->wait();
  }
  return handle->device->error();
}

WEFT_DRIVER_EXPORT cuEventElapsedTime(float *milliseconds, void *start,
                                      void *end) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<EventHandle> first = state().events.find(start);
  std::shared_ptr<EventHandle> second = state().events.find(end);
  if (!first || !second || !first->event.hasTiming ||
      !second->event.hasTiming) {
    return invalidHandle;
  }
  std::shared_ptr<Mark> from = first->event.last(), to = second->event.last();
  if (!from || !to) {
    return invalidHandle;
  }
  if (!from->check() || !to->check()) {
    return notReady;
  }
  *milliseconds =
      std::chrono::duration<float, std::milli>(to->when - from->when).count();
  return first->device->error();
}
