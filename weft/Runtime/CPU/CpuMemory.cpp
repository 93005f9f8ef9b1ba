// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuMemory.h"

#include <cstdlib>

namespace weft::runtime {
namespace {

/// Copies below this take less time than handing them to another thread.
constexpr uint64_t kInlineBytes = 256 << 10;

/// Bytes from the C library, on the books of a memory.
class CpuStorage final : public Storage {
public:
  CpuStorage(void *data, uint64_t bytes, uint64_t counted,
             Ref<MemoryAccount> account)
      : Storage(data, bytes, /*writable=*/true, nullptr), counted(counted),
        account(std::move(account)) {}
  ~CpuStorage() override {
    std::free(data());
    account->giveBack(counted);
  }

private:
  const uint64_t counted;
  const Ref<MemoryAccount> account;
};

} // namespace

CpuMemory::CpuMemory(int id, int kindId, std::string kind, Device &device,
                     ThreadPool &pool, uint64_t limit)
    : number(id), kindNumber(kindId), kindName(std::move(kind)),
      text(kindName + " memory of " + device.description().toString),
      owners{&device}, pool(pool),
      account(makeRef<MemoryAccount>(text, limit)) {}

StatusOr<Ref<Storage>> CpuMemory::allocate(uint64_t bytes) {
  // Also an empty array has an address of its own.
  uint64_t size = std::max<uint64_t>(bytes, 1);
  if (size > UINT64_MAX - kAlignment) {
    return Status::resourceExhausted(std::to_string(bytes) +
                                     " bytes are more than can be addressed");
  }
  size = (size + kAlignment - 1) / kAlignment * kAlignment;
  WEFT_RETURN_IF_ERROR(account->take(size));
  void *data = std::aligned_alloc(kAlignment, size);
  if (!data) {
    account->giveBack(size);
    return Status::resourceExhausted(
        "the machine has no " + std::to_string(size) +
        " bytes for an array in " + text + ", where " +
        std::to_string(account->stats().bytesInUse) +
        " are in use: free arrays that are no longer needed");
  }
  return Ref<Storage>(makeRef<CpuStorage>(data, bytes, size, account));
}

void CpuMemory::schedule(uint64_t bytes, std::function<void()> work) {
  if (bytes <= kInlineBytes || pool.isInline()) {
    work();
    return;
  }
  pool.submit(std::move(work));
}

} // namespace weft::runtime
