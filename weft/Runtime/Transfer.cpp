// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Transfer.h"

#include <memory>
#include <new>

namespace weft::runtime {
namespace {

/// Memory of the processor's own, on nobody's books: for as long as bytes are
/// on their way.
using Staging = std::shared_ptr<char[]>;

StatusOr<Staging> makeStaging(const Memory &memory, uint64_t bytes) {
  Staging staging(new (std::nothrow) char[bytes]);
  if (!staging) {
    return Status::resourceExhausted(
        "the machine has no " + std::to_string(bytes) +
        " bytes for a transfer between the host and " + memory.toString() +
        ": free arrays that are no longer needed");
  }
  return staging;
}

/// Does `work` with the bytes of `storage`, which is let go before anybody
/// hears of the end.
template <class Work>
Ref<Event> workWith(Workers &workers, uint64_t bytes, Ref<Storage> storage,
                    Work work) {
  Ref<Event> done = Event::pending();
  workers.schedule(bytes,
                   [storage = std::move(storage), work = std::move(work), done,
                    keeper = Ref<Workers>::share(&workers)]() mutable {
                     work(storage->address());
                     storage = nullptr;
                     done->set();
                   });
  return done;
}

} // namespace

bool isLaidOutAs(const ArrayType &type, std::span<const int64_t> strides) {
  std::vector<int64_t> dense = type.byteStrides();
  for (size_t i = 0; i < type.rank(); ++i) {
    if (type.dimensions[i] != 1 && strides[i] != dense[i]) {
      return false;
    }
  }
  return true;
}

Ref<Event> readArray(Memory &memory, Ref<Storage> source, const ArrayType &type,
                     void *destination, std::vector<int64_t> strides) {
  uint64_t size = type.byteSize();
  if (isLaidOutAs(type, strides) || size == 0) {
    return memory.read({std::move(source), 0, size}, destination);
  }
  auto transpose = [type, destination,
                    strides = std::move(strides)](const void *bytes) {
    copyStrided(elementBytes(type.element), type.dimensions, bytes,
                type.byteStrides(), destination, strides);
  };
  Workers &workers = memory.workers();
  if (memory.isHostMemory()) {
    return workWith(workers, size, std::move(source), std::move(transpose));
  }
  StatusOr<Staging> staging = makeStaging(memory, size);
  if (!staging.ok()) {
    return Event::failed(staging.status());
  }
  Ref<Event> done = Event::pending();
  memory.read({std::move(source), 0, size}, staging->get())
      ->onReady([&workers, keeper = Ref<Workers>::share(&workers), size, done,
                 staging = *staging,
                 transpose = std::move(transpose)](const Status &status) {
        if (!status.ok()) {
          done->set(status);
          return;
        }
        workers.schedule(size, [keeper, done, staging, transpose] {
          transpose(staging.get());
          done->set();
        });
      });
  return done;
}

Ref<Event> writeArray(Memory &memory, const void *source,
                      std::vector<int64_t> strides, HostBytes promise,
                      Ref<Storage> destination, const ArrayType &type) {
  uint64_t size = type.byteSize();
  bool isBoolean = type.element == ElementType::Pred;
  // Looking at booleans in the call pays where it saves a detour.
  bool mayMoveAsTheyLie =
      !isBoolean || (!memory.isHostMemory() && areBooleans(source, size));
  if (size == 0 || (mayMoveAsTheyLie && isLaidOutAs(type, strides))) {
    return memory.write(source, promise, {std::move(destination), 0, size});
  }
  auto transpose = [type, source, isBoolean, size,
                    strides = std::move(strides)](void *bytes) {
    copyStrided(elementBytes(type.element), type.dimensions, source, strides,
                bytes, type.byteStrides());
    if (isBoolean) {
      makeBooleans(bytes, size);
    }
  };
  Workers &workers = memory.workers();
  if (memory.isHostMemory()) {
    if (promise == HostBytes::UnchangedDuringCall) {
      transpose(destination->address());
      return Event::ready();
    }
    return workWith(workers, size, std::move(destination),
                    std::move(transpose));
  }
  StatusOr<Staging> staging = makeStaging(memory, size);
  if (!staging.ok()) {
    return Event::failed(staging.status());
  }
  transpose(staging->get());
  Ref<Event> done = Event::pending();
  memory
      .write(staging->get(), HostBytes::UnchangedUntilDone,
             {std::move(destination), 0, size})
      ->onReady([done, staging = *std::move(staging)](const Status &status) {
        done->set(status);
      });
  return done;
}

} // namespace weft::runtime
