// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An extension of our own, for python/weft/dlpack.py: jaxlib exports arrays
// only of platforms that it knows by name, and of ours it gives out an address.

#include "weft/Pjrt/Extensions.h"
#include "weft/Runtime/CUDA/LentArray.h"

#include <cstdlib>
#include <string>

namespace weft::pjrt {
namespace {

using cuda::LentArray;

struct LendingExtension {
  PJRT_Extension_Base base;
  /// Null where no array of a GPU begins at the address.
  LentArray *(*lend)(uint64_t address);
  /// Null where the stream waits for the array now; else why it does not, until
  /// the thread's next call.
  const char *(*waitIn)(LentArray *array, intptr_t stream);
  void (*takeBack)(LentArray *array);
  /// Memory for a tensor, and the deleters of those that are made there. They
  /// may be called after Python has ended.
  void *(*reserve)(size_t bytes);
  void (*deleteTensor)(void *tensor);
  void (*deleteVersionedTensor)(void *tensor);
};

/// DLManagedTensor and DLManagedTensorVersioned as far as the array that they
/// hold, which is null where the tensor has no elements.
struct Tensor {
  char description[48];
  LentArray *array;
};
struct VersionedTensor {
  uint32_t version[2];
  LentArray *array;
};

template <class Kind> void deleteTensor(void *tensor) {
  delete static_cast<Kind *>(tensor)->array;
  std::free(tensor);
}

/// "weft": no number of PJRT's own.
constexpr auto lendingType = static_cast<PJRT_Extension_Type>(0x77656674);

} // namespace

PJRT_Extension_Base *lendingExtension() {
  static LendingExtension extension = {
      {sizeof(LendingExtension), lendingType, nullptr},
      [](uint64_t address) { return LentArray::lend(address).release(); },
      [](LentArray *array, intptr_t stream) -> const char * {
        static thread_local std::string reason;
        const Status status = array->waitIn(stream);
        reason = status.message();
        return status.ok() ? nullptr : reason.c_str();
      },
      [](LentArray *array) { delete array; },
      [](size_t bytes) { return std::malloc(bytes); },
      deleteTensor<Tensor>,
      deleteTensor<VersionedTensor>,
  };
  return &extension.base;
}

} // namespace weft::pjrt
