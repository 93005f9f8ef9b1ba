// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client/HostMemory.h"

#include <cstring>

namespace weft::runtime {

static char *bytesOf(const StorageRange &range) {
  return static_cast<char *>(range.storage->address()) + range.offset;
}

Ref<Event> HostMemory::copyBytes(const void *source, void *destination,
                                 uint64_t size, Ref<Storage> kept,
                                 Ref<Storage> alsoKept) {
  if (pool.isQuick(size)) {
    std::memcpy(destination, source, size);
    return Event::ready();
  }
  Ref<Event> done = Event::pending();
  pool.submit([=, kept = std::move(kept), alsoKept = std::move(alsoKept),
               keeper = Ref<Workers>::share(&workers())]() mutable {
    std::memcpy(destination, source, size);
    // Whoever waits for the copy may count on its holds being gone.
    kept = nullptr;
    alsoKept = nullptr;
    done->set();
  });
  return done;
}

Ref<Event> HostMemory::startRead(StorageRange source, void *destination) {
  const char *bytes = bytesOf(source);
  return copyBytes(bytes, destination, source.size, std::move(source.storage));
}

Ref<Event> HostMemory::startWrite(const void *source, HostBytes promise,
                                  StorageRange destination) {
  char *bytes = bytesOf(destination);
  if (promise == HostBytes::UnchangedDuringCall) {
    std::memcpy(bytes, source, destination.size);
    return Event::ready();
  }
  return copyBytes(source, bytes, destination.size,
                   std::move(destination.storage));
}

Ref<Event> HostMemory::startCopy(StorageRange source, Memory &memory,
                                 StorageRange destination) {
  const char *from = bytesOf(source);
  if (memory.isHostMemory()) {
    char *to = bytesOf(destination);
    return copyBytes(from, to, source.size, std::move(source.storage),
                     std::move(destination.storage));
  }
  Ref<Event> done = Event::pending();
  memory.write(from, HostBytes::UnchangedUntilDone, std::move(destination))
      ->onReady([done, kept = std::move(source.storage)](
                    const Status &status) mutable {
        kept = nullptr;
        done->set(status);
      });
  return done;
}

} // namespace weft::runtime
