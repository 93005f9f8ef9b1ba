// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/DeviceBytes.h"

namespace weft::cuda {

DeviceBytes::DeviceBytes(std::shared_ptr<void> owner, DeviceBytesList &list,
                         Heap &heap, const Stream &queue, uint64_t address,
                         uint64_t counted, Ref<runtime::MemoryAccount> account)
    : address(address), owner(std::move(owner)), list(list), heap(heap),
      queue(queue), counted(counted), account(std::move(account)) {
  list.add(*this);
}

DeviceBytes::~DeviceBytes() {
  list.remove(*this);
  heap.free(address, queue.submitted());
  account->giveBack(counted);
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
      return bytes->weak_from_this().lock();
    }
  }
  return nullptr;
}

} // namespace weft::cuda
