// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/LargeBlocks.h"

#include "weft/Runtime/Memory.h"
#include "weft/Support/MachineShare.h"

#include <cstdlib>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

/// Of large pages, on all machines that have any.
constexpr uint64_t largePage = uint64_t(2) << 20;
/// So that looking through them is nothing beside filling one.
constexpr size_t mostBlocks = 64;

// A sanitizer watches the borders of what the C library hands out.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_BLOCKS_FROM_LIBRARY
#endif
#endif

bool isLarge(uint64_t bytes) {
#ifdef WEFT_BLOCKS_FROM_LIBRARY
  return false;
#else
  return bytes >= kLargeBlock;
#endif
}

uint64_t roundUp(uint64_t bytes, uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

struct Block {
  void *data = nullptr;
  uint64_t bytes = 0;
};

void unmap(Block block) { munmap(block.data, block.bytes); }

/// New memory that begins with a large page.
void *map(uint64_t bytes) {
  void *reserved = mmap(nullptr, bytes + largePage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    return nullptr;
  }
  auto begin = reinterpret_cast<uintptr_t>(reserved);
  uintptr_t aligned = roundUp(begin, largePage);
  if (aligned != begin) {
    munmap(reserved, aligned - begin);
  }
  if (uintptr_t rest = begin + largePage - aligned; rest != 0) {
    munmap(reinterpret_cast<void *>(aligned + bytes), rest);
  }
  auto *data = reinterpret_cast<void *>(aligned);
  // The end, which fills no large page, stays in small ones. It is a wish: not
  // every kernel has them.
  static_cast<void>(
      madvise(data, bytes / largePage * largePage, MADV_HUGEPAGE));
  return data;
}

/// Large blocks: those that are in use, and those that nobody uses, the oldest
/// first.
class LargeBlocks {
public:
  /// One that was kept: the smallest that is large enough and wastes little.
  void *take(uint64_t bytes) {
    std::lock_guard lock(mutex);
    auto best = blocks.end();
    for (auto block = blocks.begin(); block != blocks.end(); ++block) {
      if (block->bytes >= bytes && block->bytes - bytes <= bytes / 4 &&
          (best == blocks.end() || block->bytes <= best->bytes)) {
        best = block;
      }
    }
    if (best == blocks.end()) {
      return nullptr;
    }
    Block found = *best;
    blocks.erase(best);
    total -= found.bytes;
    used.emplace(found.data, found.bytes);
    return found.data;
  }

  void use(Block block) {
    std::lock_guard lock(mutex);
    used.emplace(block.data, block.bytes);
  }

  void keep(void *data) {
    Block block{data, sizeOf(data)};
    madvise(block.data, block.bytes, MADV_FREE);
    std::vector<Block> dropped;
    {
      std::lock_guard lock(mutex);
      used.erase(data);
      blocks.push_back(block);
      total += block.bytes;
      while (total > limit || blocks.size() > mostBlocks) {
        dropped.push_back(blocks.front());
        total -= blocks.front().bytes;
        blocks.erase(blocks.begin());
      }
    }
    for (Block old : dropped) {
      unmap(old);
    }
  }

  void release() {
    std::vector<Block> dropped;
    {
      std::lock_guard lock(mutex);
      dropped.swap(blocks);
      total = 0;
    }
    for (Block old : dropped) {
      unmap(old);
    }
  }

  uint64_t bytes() {
    std::lock_guard lock(mutex);
    return total;
  }

  /// Around a fork: the child's blocks must not be locked by a thread that it
  /// does not have.
  void lock() { mutex.lock(); }
  void unlock() { mutex.unlock(); }

private:
  uint64_t sizeOf(void *data) {
    std::lock_guard lock(mutex);
    return used.at(data);
  }

  std::mutex mutex;
  /// By address: a block may be longer than the array in it.
  std::unordered_map<void *, uint64_t> used;
  std::vector<Block> blocks;
  uint64_t total = 0;
  /// An eighth of the memory that there is.
  const uint64_t limit = usableMemory() / 8;
};

LargeBlocks &largeBlocks();

LargeBlocks *createLargeBlocks() {
  pthread_atfork([] { largeBlocks().lock(); }, [] { largeBlocks().unlock(); },
                 [] { largeBlocks().unlock(); });
  return new LargeBlocks;
}

/// Never destroyed: arrays may outlive all that ends with the process.
LargeBlocks &largeBlocks() {
  static LargeBlocks &blocks = *createLargeBlocks();
  return blocks;
}

/// What a block of the kernel's is long.
uint64_t mappedBytes(uint64_t bytes) {
  static const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return roundUp(bytes, page);
}

} // namespace

void *allocateBlock(uint64_t bytes) {
  // No number is large enough for what is added below.
  if (bytes > UINT64_MAX - 2 * largePage) {
    return nullptr;
  }
  uint64_t size = roundUp(bytes, kAlignment);
  if (!isLarge(size)) {
    return std::aligned_alloc(kAlignment, size);
  }
  size = mappedBytes(size);
  if (void *data = largeBlocks().take(size)) {
    return data;
  }
  void *data = map(size);
  if (!data) {
    releaseKeptBlocks();
    data = map(size);
  }
  if (data) {
    largeBlocks().use({data, size});
  }
  return data;
}

void freeBlock(void *data, uint64_t bytes) {
  uint64_t size = roundUp(bytes, kAlignment);
  if (!isLarge(size) || !data) {
    std::free(data);
    return;
  }
  largeBlocks().keep(data);
}

void releaseKeptBlocks() { largeBlocks().release(); }

uint64_t keptBlockBytes() { return largeBlocks().bytes(); }

} // namespace weft::runtime
