// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared ownership with the count inside the object: one pointer wide, and a
// raw pointer handed through a C interface can become an owner again.
//
//   Ref<Buffer> buffer = makeRef<Buffer>(...);
//   auto *handle = buffer.release();            // the C side owns one count
//   Ref<Buffer> again = Ref<Buffer>::adopt(handle);

#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace weft {

/// Starts with a count of one, which belongs to whoever constructs the object.
class RefCounted {
public:
  RefCounted(const RefCounted &) = delete;
  RefCounted &operator=(const RefCounted &) = delete;

  void addReference() const {
    [[maybe_unused]] uint64_t before =
        references.fetch_add(1, std::memory_order_relaxed);
    assert(before > 0 && "the object is already gone");
  }
  void dropReference() const {
    // What other owners did to the object happens before its destruction.
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete this;
    }
  }
  /// Whether the caller's is the only reference. Stable when the caller knows
  /// that no new one can be made.
  bool isUniquelyReferenced() const {
    return references.load(std::memory_order_acquire) == 1;
  }

protected:
  RefCounted() = default;
  virtual ~RefCounted() = default;

private:
  mutable std::atomic<uint64_t> references = 1;
};

template <class T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(const Ref &other) : object(other.object) { retain(); }
  Ref(Ref &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  template <class U>
    requires std::is_convertible_v<U *, T *>
  Ref(const Ref<U> &other) : object(other.get()) {
    retain();
  }
  template <class U>
    requires std::is_convertible_v<U *, T *>
  Ref(Ref<U> &&other) noexcept : object(other.release()) {}
  ~Ref() {
    if (object) {
      object->dropReference();
    }
  }
  Ref &operator=(Ref other) noexcept {
    std::swap(object, other.object);
    return *this;
  }

  /// Takes over a reference that already is counted.
  static Ref adopt(T *object) {
    Ref result;
    result.object = object;
    return result;
  }
  /// A further owner of an object that has one.
  static Ref share(T *object) {
    Ref result = adopt(object);
    result.retain();
    return result;
  }
  /// Gives the counted reference away.
  [[nodiscard]] T *release() { return std::exchange(object, nullptr); }

  T *get() const { return object; }
  T &operator*() const { return *object; }
  T *operator->() const { return object; }
  explicit operator bool() const { return object != nullptr; }
  friend bool operator==(const Ref &, const Ref &) = default;

private:
  void retain() const {
    if (object) {
      object->addReference();
    }
  }

  T *object = nullptr;
};

template <class T, class... Arguments>
Ref<T> makeRef(Arguments &&...arguments) {
  return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

} // namespace weft
