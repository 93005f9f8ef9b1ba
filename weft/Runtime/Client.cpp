// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client.h"

namespace weft::runtime {

Device *Client::findDevice(int id) const {
  for (Device *device : devices()) {
    if (device->description().id == id) {
      return device;
    }
  }
  return nullptr;
}

Device *Client::findDeviceByHardwareId(int localHardwareId) const {
  for (Device *device : devices()) {
    if (device->localHardwareId() == localHardwareId) {
      return device;
    }
  }
  return nullptr;
}

StatusOr<Ref<Buffer>> Client::createUninitialized(ArrayType type,
                                                  Memory &memory) {
  WEFT_ASSIGN_OR_RETURN(PendingBuffer pending,
                        createPending(std::move(type), memory));
  pending.ready->set();
  return std::move(pending.buffer);
}

StatusOr<PendingBuffer> Client::createPending(ArrayType type, Memory &memory) {
  Ref<Storage> storage;
  if (!type.isToken()) {
    WEFT_ASSIGN_OR_RETURN(storage, memory.allocate(type.byteSize()));
  }
  PendingBuffer pending;
  pending.ready = Event::pending();
  pending.data = storage ? storage->data() : nullptr;
  pending.buffer =
      makeRef<Buffer>(std::move(type), memory,
                      makeRef<Content>(std::move(storage), pending.ready));
  return pending;
}

Ref<Buffer> Client::createFailed(ArrayType type, Memory &memory,
                                 Status status) {
  return makeRef<Buffer>(
      std::move(type), memory,
      makeRef<Content>(nullptr, Event::failed(std::move(status))));
}

StatusOr<Ref<Buffer>> Client::createView(void *data, ArrayType type,
                                         Memory &memory,
                                         std::function<void()> release) {
  if (!memory.isHostMemory()) {
    return Status::unimplemented("memory " + memory.toString() +
                                 " has no addresses for the host");
  }
  if (!data && type.byteSize() > 0) {
    return Status::invalidArgument("a view of " + type.toString() +
                                   " was asked for at address null");
  }
  auto storage = makeRef<Storage>(data, type.byteSize(), /*writable=*/false,
                                  std::move(release));
  return makeRef<Buffer>(std::move(type), memory,
                         makeRef<Content>(std::move(storage), Event::ready()));
}

} // namespace weft::runtime
