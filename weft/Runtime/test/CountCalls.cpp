// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CountCalls.h"

#include <algorithm>
#include <cerrno>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||     \
    __has_feature(memory_sanitizer)
#define WEFT_SANITIZED 1
#else
#define WEFT_SANITIZED 0
#endif

namespace weft::testing {
namespace {

// Without constructors: malloc runs before any of them.
thread_local bool counting = false;
thread_local bool isAlive = false;
thread_local CallCounts current;
// Negative when what was taken before is given back.
thread_local long live = 0;

} // namespace

bool canCountCalls() { return !WEFT_SANITIZED; }

CountingCalls::CountingCalls() {
  current = {};
  live = 0;
  counting = isAlive = true;
}

CountingCalls::~CountingCalls() { counting = isAlive = false; }

void pauseCounting(bool isPaused) { counting = isAlive && !isPaused; }

CallCounts CountingCalls::counts() const { return current; }

#if !WEFT_SANITIZED
namespace {

void *taken(void *data) {
  if (counting && data) {
    ++current.allocations;
    live += static_cast<long>(malloc_usable_size(data));
    current.peakBytes =
        std::max(current.peakBytes, static_cast<size_t>(std::max(live, 0L)));
  }
  return data;
}

void givenBack(void *data) {
  if (counting && data) {
    live -= static_cast<long>(malloc_usable_size(data));
  }
}

template <class Function> Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

} // namespace
#endif

} // namespace weft::testing

#if !WEFT_SANITIZED

// glibc's own names of its functions, so that nothing has to be looked up
// while memory is asked for.
extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

#define WEFT_REPLACES __attribute__((visibility("default"), used))

WEFT_REPLACES void *malloc(size_t size) {
  return weft::testing::taken(__libc_malloc(size));
}
WEFT_REPLACES void *calloc(size_t count, size_t size) {
  return weft::testing::taken(__libc_calloc(count, size));
}
WEFT_REPLACES void *realloc(void *data, size_t size) {
  weft::testing::givenBack(data);
  return weft::testing::taken(__libc_realloc(data, size));
}
WEFT_REPLACES void *memalign(size_t alignment, size_t size) {
  return weft::testing::taken(__libc_memalign(alignment, size));
}
WEFT_REPLACES void *aligned_alloc(size_t alignment, size_t size) {
  return weft::testing::taken(__libc_memalign(alignment, size));
}
WEFT_REPLACES int posix_memalign(void **data, size_t alignment, size_t size) {
  *data = weft::testing::taken(__libc_memalign(alignment, size));
  return *data ? 0 : ENOMEM;
}

WEFT_REPLACES void free(void *data) {
  weft::testing::givenBack(data);
  __libc_free(data);
}

WEFT_REPLACES int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static auto *const original =
      weft::testing::next<int(pthread_mutex_t *)>("pthread_mutex_lock");
  weft::testing::current.locks += weft::testing::counting;
  return original(mutex);
}
WEFT_REPLACES int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  static auto *const original =
      weft::testing::next<int(pthread_rwlock_t *)>("pthread_rwlock_rdlock");
  weft::testing::current.locks += weft::testing::counting;
  return original(lock);
}
WEFT_REPLACES int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  static auto *const original =
      weft::testing::next<int(pthread_rwlock_t *)>("pthread_rwlock_wrlock");
  weft::testing::current.locks += weft::testing::counting;
  return original(lock);
}
}

#endif
