// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/DeviceBytes.h"

namespace weft::cuda {

DeviceBytes::DeviceBytes(DeviceBytesList &list, uint64_t address)
    : address(address), list(list) {
  list.add(*this);
}

void DeviceBytes::leaveList() { list.remove(*this); }

HeapBytes::HeapBytes(std::shared_ptr<void> owner, DeviceBytesList &list,
                     Heap &heap, const Stream &queue, uint64_t address,
                     uint64_t counted, Ref<runtime::MemoryAccount> account)
    : DeviceBytes(list, address), owner(std::move(owner)), heap(heap),
      queue(queue), counted(counted), account(std::move(account)) {}

HeapBytes::~HeapBytes() {
  leaveList();
  heap.free(address, queue.submitted());
  account->giveBack(counted);
}

ForeignBytes::ForeignBytes(std::shared_ptr<void> owner, DeviceBytesList &list,
                           uint64_t address, runtime::Storage::Release release)
    : DeviceBytes(list, address), owner(std::move(owner)),
      release(std::move(release)) {}

ForeignBytes::~ForeignBytes() {
  leaveList();
  if (release) {
    release();
  }
}

void DeviceBytesList::add(DeviceBytes &bytes) {
  std::lock_guard lock(mutex);
  bytes.next = first;
  if (first != nullptr) {
    first->previous = &bytes;
  }
  first = &bytes;
}

void DeviceBytesList::remove(DeviceBytes &bytes) {
  std::lock_guard lock(mutex);
  (bytes.previous != nullptr ? bytes.previous->next : first) = bytes.next;
  if (bytes.next != nullptr) {
    bytes.next->previous = bytes.previous;
  }
}

std::shared_ptr<DeviceBytes> DeviceBytesList::find(uint64_t address) {
  std::lock_guard lock(mutex);
  for (DeviceBytes *bytes = first; bytes != nullptr; bytes = bytes->next) {
    if (bytes->address == address) {
      // Null where they are just being given back.
      if (std::shared_ptr<DeviceBytes> held = bytes->weak_from_this().lock()) {
        return held;
      }
    }
  }
  return nullptr;
}

} // namespace weft::cuda
