// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Scratch.h"

namespace weft::cuda {

using runtime::Storage;

StatusOr<Ref<Storage>> Scratch::take(uint64_t bytes, const Allocate &allocate) {
  {
    std::lock_guard lock(mutex);
    rests = false;
    if (held && held->size() >= bytes) {
      return held;
    }
    // What is too small makes room for its successor.
    held = nullptr;
  }
  WEFT_ASSIGN_OR_RETURN(Ref<Storage> larger, allocate(bytes));
  std::lock_guard lock(mutex);
  if (!held || held->size() < bytes) {
    held = larger;
  }
  return larger;
}

bool Scratch::giveBack() {
  Ref<Storage> given;
  std::lock_guard lock(mutex);
  given = std::move(held);
  return static_cast<bool>(given);
}

void Scratch::giveBackRested() {
  Ref<Storage> given;
  std::lock_guard lock(mutex);
  if (rests) {
    given = std::move(held);
  }
  rests = true;
}

} // namespace weft::cuda
