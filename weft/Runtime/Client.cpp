// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client.h"

#include "weft/Runtime/Transfer.h"

#include <cstdint>

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

StatusOr<Ref<Buffer>>
Client::fromHost(const HostArray &array, Memory &memory,
                 HostSemantics semantics, Ref<Event> &doneWithHost,
                 std::optional<std::span<const int64_t>> minorToMajor) {
  if (&memory.client() != this) {
    return Status::invalidArgument("memory " + memory.toString() +
                                   " belongs to another client");
  }
  WEFT_ASSIGN_OR_RETURN(
      ArrayType type,
      ArrayType::create(array.element, array.dimensions, minorToMajor));
  WEFT_ASSIGN_OR_RETURN(std::vector<int64_t> strides, stridesOf(array));
  if (type.isToken()) {
    doneWithHost = Event::ready();
    return makeRef<Buffer>(type, memory,
                           makeRef<Content>(nullptr, Event::ready()));
  }
  uint64_t size = type.byteSize();
  if (!array.data && size > 0) {
    return Status::invalidArgument("array " + type.toString() +
                                   " was given at address null");
  }

  bool isAligned = reinterpret_cast<uintptr_t>(array.data) % kAlignment == 0;
  bool mayAlias = semantics == HostSemantics::ImmutableZeroCopy ||
                  semantics == HostSemantics::MutableZeroCopy;
  if (mayAlias && memory.isHostMemory() && isLaidOutAs(type, strides) &&
      isAligned && size > 0 &&
      (type.element != ElementType::Pred || areBooleans(array.data, size))) {
    Ref<Event> done = Event::pending();
    doneWithHost = done;
    auto storage = makeRef<Storage>(const_cast<void *>(array.data), size,
                                    semantics == HostSemantics::MutableZeroCopy,
                                    [done] { done->set(); });
    return makeRef<Buffer>(
        type, memory, makeRef<Content>(std::move(storage), Event::ready()));
  }

  HostBytes promise = semantics == HostSemantics::ImmutableOnlyDuringCall
                          ? HostBytes::UnchangedDuringCall
                          : HostBytes::UnchangedUntilDone;
  WEFT_ASSIGN_OR_RETURN(Ref<Storage> storage, memory.allocate(size));
  Ref<Event> written = writeArray(memory, array.data, std::move(strides),
                                  promise, storage, type);
  doneWithHost =
      promise == HostBytes::UnchangedDuringCall ? Event::ready() : written;
  return makeRef<Buffer>(type, memory,
                         makeRef<Content>(std::move(storage), written));
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
  pending.storage = storage;
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
                                         std::function<void()> release,
                                         intptr_t queue) {
  if (!memory.isHostMemory() && memory.sharedQueues() == nullptr) {
    return Status::unimplemented("memory " + memory.toString() +
                                 " has no addresses for the host");
  }
  if (!data && type.byteSize() > 0) {
    return Status::invalidArgument("a view of " + type.toString() +
                                   " was asked for at address null");
  }
  WEFT_ASSIGN_OR_RETURN(
      Memory::View view,
      memory.view(data, type.byteSize(), std::move(release), queue));
  return makeRef<Buffer>(
      std::move(type), memory,
      makeRef<Content>(std::move(view.storage), std::move(view.ready)));
}

} // namespace weft::runtime
