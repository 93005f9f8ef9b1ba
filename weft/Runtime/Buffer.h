// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One array in one memory. Type and layout never change.
//
// A Buffer is the caller's handle; what it stands for is its Content: storage,
// and the event that says when the storage holds the array. The storage of a
// result appears only when its program runs. Everybody who reads (a run that
// takes the buffer as argument, a copy, a zero-copy view) holds a reference to
// the content, so `remove` and destruction never wait: memory goes when the
// last reader is done.
//
// Donation takes the content out of the buffer, which thereby is removed. The
// run may overwrite the storage when it holds the only reference: the buffer
// cannot give out new ones, so "the only one" stays true. Somebody else still
// reading (an external view, a copy under way) means fresh storage for the
// result, nothing worse.

#pragma once

#include "weft/Runtime/Memory.h"

#include <atomic>
#include <mutex>

namespace weft::runtime {

class Content : public RefCounted {
public:
  /// Present from the start when `storage` is given.
  Content(Ref<Storage> storage, Ref<Event> ready)
      : held(std::move(storage)), event(std::move(ready)) {}

  const Ref<Event> &ready() const { return event; }
  /// Only after ready() succeeded or had a fence, or by whoever will set it.
  Storage &storage() const { return *held; }
  const Ref<Storage> &sharedStorage() const { return held; }
  bool hasStorage() const { return static_cast<bool>(held); }
  /// By whoever will set ready(), before that and before it has a fence.
  void provide(Ref<Storage> storage) { held = std::move(storage); }

private:
  Ref<Storage> held;
  const Ref<Event> event;
};

class Buffer;

/// The content of a buffer on its way into a run. Puts it back unless taken.
class Donation {
public:
  Donation(Ref<Buffer> buffer, Ref<Content> content);
  Donation(Donation &&) = default;
  Donation &operator=(Donation &&) = delete;
  ~Donation();

  const Content &content() const { return *held; }
  Ref<Content> take() { return std::move(held); }

private:
  Ref<Buffer> buffer;
  Ref<Content> held;
};

class Buffer final : public RefCounted {
public:
  Buffer(ArrayType type, Memory &memory, Ref<Content> content);
  ~Buffer() override;

  const ArrayType &type() const { return arrayType; }
  Memory &memory() const { return home; }
  Device &device() const { return home.device(); }
  uint64_t byteSize() const { return arrayType.byteSize(); }

  /// Stays valid when the buffer is removed.
  const Ref<Event> &readyEvent() const { return event; }

  /// Deletes the array; twice is the same as once. Never waits.
  void remove();
  bool isRemoved() const;

  /// Fails when the buffer has been removed or donated.
  StatusOr<Ref<Content>> acquireRead() const;
  /// Takes the content out. Fails as above.
  StatusOr<Donation> acquireDonation();

  /// External references keep the bytes where they are, also after `remove`
  /// and donation, until each is dropped or the buffer is destroyed.
  Status addExternalReference();
  Status dropExternalReference();

  /// The address of the bytes, for host memories and those of devices that
  /// share their queues. Waits for a result whose run has not begun, because
  /// its storage does not exist before; the bytes are valid once readyEvent()
  /// is set.
  StatusOr<void *> dataPointer() const;

  /// Copies the array to `destination`, which has `size` bytes. The event is
  /// set when that is done; errors come through it too.
  Ref<Event> toHost(void *destination, uint64_t size,
                    const HostLayout &layout = {});
  /// What toHost needs.
  StatusOr<uint64_t> hostSize(const HostLayout &layout = {}) const;
  /// Bytes of the storage as they lie.
  Ref<Event> rawToHost(void *destination, uint64_t offset, uint64_t size);
  /// A copy in another memory of the same client; in the same memory too.
  StatusOr<Ref<Buffer>> copyTo(Memory &memory);
  /// A second buffer on the same bytes under a type of the same size.
  StatusOr<Ref<Buffer>> bitcast(ArrayType type);

private:
  friend class Donation;
  /// A reference to the content, or null; without a lock.
  Ref<Content> shareContent() const;
  /// Takes the content out. Under the lock.
  Ref<Content> takeContent();
  void restore(Ref<Content> content);
  Status removedError() const;

  const ArrayType arrayType;
  Memory &home;
  /// Memories belong to the client.
  const Ref<Workers> clientKeeper;
  const Ref<Event> event;
  /// Holds a reference; null once the buffer was removed or donated. Calls of
  /// programs read it without a lock: they count themselves among the readers
  /// while they take their reference, and who takes the content out waits for
  /// that moment to pass.
  std::atomic<Content *> content;
  mutable std::atomic<uint32_t> readers = 0;
  /// For everything below, and for changes of the content.
  mutable std::mutex mutex;
  /// Set while the last word on the content is not `remove`.
  bool donated = false;
  bool removed = false;
  uint64_t externalReferences = 0;
  Ref<Content> externalContent;
};

} // namespace weft::runtime
