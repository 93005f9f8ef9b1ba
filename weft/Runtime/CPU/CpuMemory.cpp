// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuMemory.h"

#include "weft/Runtime/LargeBlocks.h"

namespace weft::runtime {
namespace {

/// Bytes on the books of a memory.
class CpuStorage final : public Storage {
public:
  CpuStorage(void *data, uint64_t bytes, uint64_t counted,
             Ref<MemoryAccount> account)
      : Storage(data, bytes, /*writable=*/true, nullptr), counted(counted),
        account(std::move(account)) {}
  ~CpuStorage() override {
    freeBlock(address(), counted);
    account->giveBack(counted);
  }

private:
  const uint64_t counted;
  const Ref<MemoryAccount> account;
};

} // namespace

StatusOr<Ref<Storage>> CpuMemory::allocate(uint64_t bytes) {
  WEFT_ASSIGN_OR_RETURN(uint64_t size, countedBytes(bytes));
  WEFT_RETURN_IF_ERROR(books()->take(size));
  void *data = allocateBlock(size);
  if (!data) {
    books()->giveBack(size);
    return Status::resourceExhausted(
        "the machine has no " + std::to_string(size) +
        " bytes for an array in " + toString() + ", where " +
        std::to_string(books()->stats().bytesInUse) +
        " are in use: free arrays that are no longer needed");
  }
  return Ref<Storage>(makeRef<CpuStorage>(data, bytes, size, books()));
}

} // namespace weft::runtime
