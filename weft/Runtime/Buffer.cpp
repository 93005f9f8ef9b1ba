// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Buffer.h"

#include "weft/Runtime/Transfer.h"

#include <thread>

namespace weft::runtime {

Donation::Donation(Ref<Buffer> buffer, Ref<Content> content)
    : buffer(std::move(buffer)), held(std::move(content)) {}

Donation::~Donation() {
  if (held) {
    buffer->restore(std::move(held));
  }
}

Buffer::Buffer(ArrayType type, Memory &memory, Ref<Content> content)
    : arrayType(std::move(type)), home(memory),
      clientKeeper(Ref<Workers>::share(&memory.workers())),
      event(content->ready()), content(content.release()) {}

Buffer::~Buffer() { Ref<Content>::adopt(content.load()); }

Ref<Content> Buffer::shareContent() const {
  // In one order for all threads: either the content is seen to be gone, or
  // this reader is seen by who takes it out.
  readers.fetch_add(1);
  Content *current = content.load();
  Ref<Content> shared = current ? Ref<Content>::share(current) : nullptr;
  readers.fetch_sub(1);
  return shared;
}

Ref<Content> Buffer::takeContent() {
  auto taken = Ref<Content>::adopt(content.exchange(nullptr));
  while (taken && readers.load() != 0) {
    std::this_thread::yield();
  }
  return taken;
}

void Buffer::remove() {
  Ref<Content> released;
  std::lock_guard guard(mutex);
  removed = true;
  // Freeing memory is not done under the lock.
  released = takeContent();
}

bool Buffer::isRemoved() const { return !content.load(); }

Status Buffer::removedError() const {
  return Status::invalidArgument(
      "array " + arrayType.toString() +
      (donated && !removed
           ? " was donated to a computation and cannot be used again"
           : " was deleted and cannot be used again") +
      ": buffer has been deleted or donated");
}

StatusOr<Ref<Content>> Buffer::acquireRead() const {
  Ref<Content> held = shareContent();
  if (!held) {
    std::lock_guard guard(mutex);
    return removedError();
  }
  return held;
}

StatusOr<Donation> Buffer::acquireDonation() {
  std::lock_guard guard(mutex);
  Ref<Content> taken = takeContent();
  if (!taken) {
    return removedError();
  }
  donated = true;
  return Donation(Ref<Buffer>::share(this), std::move(taken));
}

void Buffer::restore(Ref<Content> returned) {
  std::lock_guard guard(mutex);
  donated = false;
  if (!removed) {
    content.store(returned.release());
  }
}

Status Buffer::addExternalReference() {
  std::lock_guard guard(mutex);
  Ref<Content> held = shareContent();
  if (!held) {
    return removedError();
  }
  if (externalReferences++ == 0) {
    externalContent = std::move(held);
  }
  return Status::success();
}

Status Buffer::dropExternalReference() {
  Ref<Content> released;
  std::lock_guard guard(mutex);
  if (externalReferences == 0) {
    return Status::failedPrecondition(
        "an external reference was dropped that was never taken");
  }
  if (--externalReferences == 0) {
    released = std::move(externalContent);
  }
  return Status::success();
}

StatusOr<void *> Buffer::dataPointer() const {
  if (!home.isHostMemory() && home.sharedQueues() == nullptr) {
    return Status::unimplemented("memory " + home.toString() +
                                 " has no addresses for the host");
  }
  Ref<Content> held = shareContent();
  if (!held) {
    std::lock_guard guard(mutex);
    held = externalContent;
    if (!held) {
      return removedError();
    }
  }
  const Ref<Event> &ready = held->ready();
  if (!home.isHostMemory()) {
    // Storage is there as soon as what writes it stands in a queue.
    Ref<Event> queued = Event::pending();
    ready->onQueued([queued] { queued->set(); });
    queued->await();
  }
  if (home.isHostMemory() || ready->isReady()) {
    WEFT_RETURN_IF_ERROR(ready->await());
  }
  return held->hasStorage() ? held->storage().address() : nullptr;
}

StatusOr<uint64_t> Buffer::hostSize(const HostLayout &layout) const {
  WEFT_ASSIGN_OR_RETURN(HostPlacement placement,
                        placementOf(arrayType, layout));
  return placement.byteSize;
}

/// Begins a copy once the content is there. The event is the copy's: nobody
/// holds the content any more when it is set.
template <class Begin>
static Ref<Event> afterReady(Ref<Content> content, Memory &memory,
                             Begin begin) {
  if (content->ready()->isReady()) {
    const Status &status = content->ready()->status();
    if (!status.ok()) {
      return Event::failed(status);
    }
    return content->hasStorage() ? begin(content->sharedStorage())
                                 : Event::ready();
  }
  Ref<Event> done = Event::pending();
  Ref<Event> ready = content->ready();
  ready->onReady([done, content = std::move(content), begin = std::move(begin),
                  // The memory belongs to the client, which a copy that waits
                  // must not lose.
                  keeper = Ref<Workers>::share(&memory.workers())](
                     const Status &status) mutable {
    if (!status.ok() || !content->hasStorage()) {
      content = nullptr;
      done->set(status);
      return;
    }
    Ref<Storage> storage = content->sharedStorage();
    content = nullptr;
    // What the copy was begun with goes as well, before anybody hears of it.
    Ref<Event> copy = Begin(std::move(begin))(std::move(storage));
    copy->onReady([done](const Status &outcome) { done->set(outcome); });
  });
  return done;
}

/// Reads bytes as they lie: behind what writes them where that stands in a
/// queue and the memory can, else once they are there.
static Ref<Event> readWhenQueued(Ref<Content> content, Memory &memory,
                                 uint64_t offset, uint64_t size,
                                 void *destination) {
  auto readNow = [memory = &memory, offset, size,
                  destination](Ref<Storage> storage) {
    return memory->read({std::move(storage), offset, size}, destination);
  };
  Ref<Event> ready = content->ready();
  if (ready->isReady() || memory.sharedQueues() == nullptr) {
    return afterReady(std::move(content), memory, readNow);
  }
  Ref<Event> done = Event::pending();
  ready->onQueued([done, ready, content = std::move(content), &memory, offset,
                   size, destination, readNow,
                   keeper = Ref<Workers>::share(&memory.workers())]() mutable {
    Ref<Event> copy;
    if (Ref<Fence> fence = ready->fence(); fence && content->hasStorage()) {
      copy = memory.readBehind(fence, {content->sharedStorage(), offset, size},
                               destination);
    }
    if (!copy) {
      afterReady(std::move(content), memory, readNow)
          ->onReady([done](const Status &outcome) { done->set(outcome); });
      return;
    }
    content = nullptr;
    // Bytes of a run that failed are none.
    const Ref<Event> ends[] = {std::move(ready), std::move(copy)};
    whenAll(ends, [done](const Status &outcome) { done->set(outcome); });
  });
  return done;
}

Ref<Event> Buffer::toHost(void *destination, uint64_t size,
                          const HostLayout &layout) {
  StatusOr<Ref<Content>> held = acquireRead();
  if (!held.ok()) {
    return Event::failed(held.status());
  }
  StatusOr<HostPlacement> placement = placementOf(arrayType, layout);
  if (!placement.ok()) {
    return Event::failed(placement.status());
  }
  if (size < placement->byteSize) {
    return Event::failed(Status::invalidArgument(
        "array " + arrayType.toString() + " needs " +
        std::to_string(placement->byteSize) + " bytes on the host, " +
        std::to_string(size) + " were given"));
  }
  if (isLaidOutAs(arrayType, placement->byteStrides)) {
    return readWhenQueued(*std::move(held), home, 0, arrayType.byteSize(),
                          destination);
  }
  return afterReady(
      *std::move(held), home,
      [memory = &home, destination, type = arrayType,
       strides = std::move(placement->byteStrides)](Ref<Storage> storage) {
        return readArray(*memory, std::move(storage), type, destination,
                         strides);
      });
}

Ref<Event> Buffer::rawToHost(void *destination, uint64_t offset,
                             uint64_t size) {
  StatusOr<Ref<Content>> held = acquireRead();
  if (!held.ok()) {
    return Event::failed(held.status());
  }
  if (offset > byteSize() || size > byteSize() - offset) {
    return Event::failed(Status::invalidArgument(
        "bytes " + std::to_string(offset) + " to " +
        std::to_string(offset + size) + " of array " + arrayType.toString() +
        " were asked for, it has " + std::to_string(byteSize())));
  }
  return readWhenQueued(*std::move(held), home, offset, size, destination);
}

StatusOr<Ref<Buffer>> Buffer::copyTo(Memory &memory) {
  if (&memory.client() != &home.client()) {
    return Status::invalidArgument(
        "memory " + memory.toString() +
        " belongs to another client; copy through the host");
  }
  WEFT_ASSIGN_OR_RETURN(Ref<Content> held, acquireRead());
  if (arrayType.isToken()) {
    return makeRef<Buffer>(arrayType, memory,
                           makeRef<Content>(nullptr, held->ready()));
  }
  WEFT_ASSIGN_OR_RETURN(Ref<Storage> storage, memory.allocate(byteSize()));
  Ref<Event> ready =
      afterReady(std::move(held), home,
                 [from = &home, to = &memory, storage,
                  size = byteSize()](Ref<Storage> source) {
                   return from->copy({std::move(source), 0, size}, *to,
                                     {storage, 0, size});
                 });
  return makeRef<Buffer>(arrayType, memory,
                         makeRef<Content>(std::move(storage), ready));
}

StatusOr<Ref<Buffer>> Buffer::bitcast(ArrayType type) {
  if (type.byteSize() != byteSize() || type.isToken() != arrayType.isToken()) {
    return Status::invalidArgument(
        "array " + arrayType.toString() + " has " + std::to_string(byteSize()) +
        " bytes and cannot be seen as " + type.toString() + ", which has " +
        std::to_string(type.byteSize()));
  }
  WEFT_ASSIGN_OR_RETURN(Ref<Content> held, acquireRead());
  return makeRef<Buffer>(std::move(type), home, std::move(held));
}

} // namespace weft::runtime
