// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CudaMemory.h"

#include "weft/Runtime/CUDA/Functions.h"

#include <algorithm>
#include <cstring>

namespace weft::cuda {

using runtime::Event;
using runtime::HostBytes;
using runtime::Storage;
using runtime::StorageRange;

uint64_t addressOf(const Ref<Storage> &storage) {
  return storage ? reinterpret_cast<uint64_t>(storage->address()) : 0;
}

namespace {

uint64_t addressOf(const StorageRange &range) {
  return cuda::addressOf(range.storage) + range.offset;
}

/// Pinned bytes on the books of a memory, given back by `release`.
class PinnedStorage final : public Storage {
public:
  PinnedStorage(void *data, uint64_t bytes, uint64_t counted,
                Ref<runtime::MemoryAccount> account, Release release)
      : Storage(data, bytes, /*writable=*/true, std::move(release)),
        counted(counted), account(std::move(account)) {}
  ~PinnedStorage() override { account->giveBack(counted); }

private:
  const uint64_t counted;
  const Ref<runtime::MemoryAccount> account;
};

/// Bytes of the device, which are written to again only while nobody borrows
/// them.
class DeviceStorage final : public Storage {
public:
  DeviceStorage(void *data, uint64_t size, std::shared_ptr<DeviceBytes> bytes)
      : Storage(data, size, /*writable=*/true, {}), bytes(std::move(bytes)) {}

  bool goesInOrder() const override { return true; }
  bool isWritable() const override { return bytes.use_count() == 1; }

private:
  const std::shared_ptr<DeviceBytes> bytes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Of the device
//===----------------------------------------------------------------------===//

StatusOr<Ref<Storage>> CudaMemory::allocate(uint64_t bytes) {
  StatusOr<Ref<Storage>> storage = tryToAllocate(bytes);
  if (!storage.ok() && scratch->giveBack()) {
    storage = tryToAllocate(bytes);
  }
  return storage;
}

StatusOr<Ref<Storage>> CudaMemory::tryToAllocate(uint64_t bytes) {
  WEFT_ASSIGN_OR_RETURN(uint64_t size, runtime::countedBytes(bytes));
  WEFT_RETURN_IF_ERROR(books()->take(size));
  StatusOr<uint64_t> address = gpu->heap().allocate(size);
  if (!address.ok()) {
    books()->giveBack(size);
    return Status::resourceExhausted(
        "no " + std::to_string(size) + " bytes are left for an array in " +
        toString() + ", where " + std::to_string(books()->stats().bytesInUse) +
        " are in use: free arrays that are no longer needed (" +
        std::string(address.status().message()) + ")");
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): storage has addresses so.
  void *data = reinterpret_cast<void *>(*address);
  return Ref<Storage>(makeRef<DeviceStorage>(
      data, bytes,
      std::make_shared<HeapBytes>(gpu, gpu->bytes(), gpu->heap(),
                                  gpu->compute(), *address, size, books())));
}

StatusOr<runtime::Memory::View> CudaMemory::view(void *data, uint64_t bytes,
                                                 Storage::Release release,
                                                 intptr_t queue) {
  auto begin = [&](const DriverFunctions &, void *stream) {
    return queue == 0
               ? Status::success()
               : gpu->queues().chain(queue, reinterpret_cast<intptr_t>(stream));
  };
  const bool isAligned =
      bytes == 0 || reinterpret_cast<uint64_t>(data) % runtime::kAlignment == 0;
  Ref<Storage> aligned;
  if (!isAligned) {
    WEFT_ASSIGN_OR_RETURN(aligned, allocate(bytes));
  }
  // In the list, so that they can be lent on.
  auto held = std::make_shared<ForeignBytes>(
      gpu, gpu->bytes(), reinterpret_cast<uint64_t>(data), std::move(release));
  auto theirs = makeRef<Storage>(data, bytes, /*writable=*/false,
                                 [held = std::move(held)] {});
  if (isAligned) {
    return View{
        std::move(theirs),
        queue == 0 ? Event::ready()
                   : gpu->arriving().submit(
                         "waiting for an array of another library", {}, begin)};
  }
  // Kernels load several elements at once, and a load from an address that is
  // no multiple of its size would take the device with it.
  Ref<Event> copied = gpu->arriving().submit(
      "copying an array of another library", fencesBefore({aligned, 0, bytes}),
      [&](const DriverFunctions &driver, void *stream) -> Status {
        WEFT_RETURN_IF_ERROR(begin(driver, stream));
        return driver.check(driver.memoryCopyAsync(cuda::addressOf(aligned),
                                                   cuda::addressOf(theirs),
                                                   bytes, stream),
                            "copying on the device");
      },
      [from = theirs, to = aligned]() mutable {
        from = nullptr;
        to = nullptr;
      });
  return View{std::move(aligned), std::move(copied)};
}

StatusOr<Ref<Storage>> CudaMemory::scratchOf(uint64_t bytes) {
  return scratch->take(bytes, [this](uint64_t size) { return allocate(size); });
}

Stream::Fences CudaMemory::fencesBefore(const StorageRange &written) const {
  if (gpu->heap().usedUntil(cuda::addressOf(written.storage)) >
      gpu->compute().completed()) {
    if (Ref<runtime::Fence> end = gpu->compute().end()) {
      return {std::move(end)};
    }
  }
  return {};
}

Ref<Event> CudaMemory::schedule(uint64_t bytes, Ref<Storage> kept,
                                std::function<Ref<Event>()> copy) {
  if (bytes <= PinnedBlocks::kPiece) {
    return copy();
  }
  Ref<Event> done = Event::pending();
  pool.submit([done, kept = std::move(kept), copy = std::move(copy),
               keeper = Ref<runtime::Workers>::share(&workers())]() mutable {
    Ref<Event> copied = copy();
    copy = nullptr;
    copied->onReady(
        [done, kept = std::move(kept)](const Status &status) mutable {
          kept = nullptr;
          done->set(status);
        });
  });
  return done;
}

Ref<Event> CudaMemory::readPiece(Stream &stream, const Stream::Fences &fences,
                                 const StorageRange &source, char *block,
                                 char *destination) {
  return stream.submit(
      "copying an array from the device", fences,
      [&](const DriverFunctions &driver, void *handle) {
        return driver.check(driver.memoryReadAsync(block, addressOf(source),
                                                   source.size, handle),
                            "copying from the device");
      },
      [gpu = gpu.get(), block, destination, bytes = source.size,
       kept = source.storage]() mutable {
        std::memcpy(destination, block, bytes);
        gpu->pinned().giveBack(block, bytes);
        // Whoever waits for the copy may count on its holds being gone.
        kept = nullptr;
      });
}

Ref<Event> CudaMemory::startReadBehind(const Ref<runtime::Fence> &fence,
                                       const StorageRange &source,
                                       void *destination) {
  // Larger ones take longer than the host takes to hear of the run's end, and
  // would keep pinned memory from others for as long as it runs.
  constexpr uint64_t most = uint64_t(1) << 20;
  if (source.size > most) {
    return nullptr;
  }
  char *block = gpu->pinned().takeOneOfFew(source.size);
  return block == nullptr ? nullptr
                          : readPiece(gpu->leavingLater(), {fence}, source,
                                      block, static_cast<char *>(destination));
}

Ref<Event> CudaMemory::readPieces(const StorageRange &source,
                                  char *destination) {
  std::vector<Ref<Event>> pieces;
  for (uint64_t at = 0; at < source.size; at += PinnedBlocks::kPiece) {
    const uint64_t bytes = std::min(PinnedBlocks::kPiece, source.size - at);
    StatusOr<char *> block =
        gpu->pinned().take(bytes, /*mayWait=*/bytes < source.size);
    if (!block.ok()) {
      pieces.push_back(Event::failed(block.status()));
      break;
    }
    pieces.push_back(readPiece(gpu->leaving(), {},
                               {source.storage, source.offset + at, bytes},
                               *block, destination + at));
  }
  return pieces.size() == 1 ? pieces.front() : runtime::allOf(pieces);
}

Ref<Event> CudaMemory::writePieces(const char *source,
                                   const StorageRange &destination) {
  const Stream::Fences fences = fencesBefore(destination);
  std::vector<Ref<Event>> pieces;
  for (uint64_t at = 0; at < destination.size; at += PinnedBlocks::kPiece) {
    const uint64_t bytes =
        std::min(PinnedBlocks::kPiece, destination.size - at);
    StatusOr<char *> block =
        gpu->pinned().take(bytes, /*mayWait=*/bytes < destination.size);
    if (!block.ok()) {
      pieces.push_back(Event::failed(block.status()));
      break;
    }
    std::memcpy(*block, source + at, bytes);
    pieces.push_back(gpu->arriving().submit(
        "copying an array to the device", fences,
        [&](const DriverFunctions &driver, void *stream) {
          return driver.check(
              driver.memoryWriteAsync(addressOf(destination) + at, *block,
                                      bytes, stream),
              "copying to the device");
        },
        [gpu = gpu.get(), block = *block, bytes,
         kept = destination.storage]() mutable {
          gpu->pinned().giveBack(block, bytes);
          kept = nullptr;
        }));
  }
  return pieces.size() == 1 ? pieces.front() : runtime::allOf(pieces);
}

Ref<Event> CudaMemory::startRead(StorageRange source, void *destination) {
  Ref<Storage> kept = source.storage;
  const uint64_t bytes = source.size;
  return schedule(bytes, std::move(kept),
                  [this, source = std::move(source), destination] {
                    return readPieces(source, static_cast<char *>(destination));
                  });
}

Ref<Event> CudaMemory::startWrite(const void *source, HostBytes promise,
                                  StorageRange destination) {
  const char *from = static_cast<const char *>(source);
  if (promise == HostBytes::UnchangedDuringCall) {
    return writePieces(from, destination);
  }
  Ref<Storage> kept = destination.storage;
  const uint64_t bytes = destination.size;
  return schedule(bytes, std::move(kept),
                  [this, from, destination = std::move(destination)] {
                    return writePieces(from, destination);
                  });
}

Ref<Event> CudaMemory::startCopy(StorageRange source, Memory &memory,
                                 StorageRange destination) {
  if (memory.isHostMemory()) {
    void *to = static_cast<char *>(destination.storage->address()) +
               destination.offset;
    Ref<Event> done = Event::pending();
    startRead(std::move(source), to)
        ->onReady([done, kept = std::move(destination.storage)](
                      const Status &status) mutable {
          kept = nullptr;
          done->set(status);
        });
    return done;
  }
  // What is no host's memory is another one of these.
  if (static_cast<CudaMemory &>(memory).gpu != gpu) {
    return copyThroughHost(std::move(source), memory, std::move(destination));
  }
  return gpu->compute().submit(
      "copying an array on the device", {},
      [&](const DriverFunctions &driver, void *stream) {
        return driver.check(driver.memoryCopyAsync(addressOf(destination),
                                                   addressOf(source),
                                                   source.size, stream),
                            "copying on the device");
      },
      [from = source.storage, to = destination.storage]() mutable {
        from = nullptr;
        to = nullptr;
      });
}

Ref<Event> CudaMemory::copyThroughHost(StorageRange source, Memory &memory,
                                       StorageRange destination) {
  const auto bytes = std::make_shared_for_overwrite<char[]>(source.size);
  Ref<Event> done = Event::pending();
  startRead(std::move(source), bytes.get())
      ->onReady(
          [done, bytes, &memory,
           keeper = Ref<runtime::Workers>::share(&workers()),
           destination = std::move(destination)](const Status &status) mutable {
            if (!status.ok()) {
              destination.storage = nullptr;
              done->set(status);
              return;
            }
            memory
                .write(bytes.get(), HostBytes::UnchangedUntilDone,
                       std::move(destination))
                ->onReady([done, bytes](const Status &outcome) {
                  done->set(outcome);
                });
          });
  return done;
}

//===----------------------------------------------------------------------===//
// Of the host
//===----------------------------------------------------------------------===//

StatusOr<Ref<Storage>> PinnedMemory::allocate(uint64_t bytes) {
  WEFT_ASSIGN_OR_RETURN(uint64_t size, runtime::countedBytes(bytes));
  WEFT_RETURN_IF_ERROR(books()->take(size));
  void *data = nullptr;
  const DeviceScope scope(gpu->device());
  Status status = scope.status();
  if (status.ok()) {
    const DriverFunctions &driver = gpu->device().functions();
    status = driver.check(driver.hostAllocate(&data, size, 0),
                          "allocating memory of the host");
  }
  if (!status.ok()) {
    books()->giveBack(size);
    return Status::resourceExhausted(
        "no " + std::to_string(size) + " bytes are left for an array in " +
        toString() + " (" + std::string(status.message()) + ")");
  }
  return Ref<Storage>(
      makeRef<PinnedStorage>(data, bytes, size, books(), [gpu = gpu, data] {
        const DeviceScope scope(gpu->device());
        gpu->device().functions().hostFree(data);
      }));
}

} // namespace weft::cuda
