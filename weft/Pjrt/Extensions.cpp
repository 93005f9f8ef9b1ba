// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Extensions.h"

#include "weft/Pjrt/Entry.h"

#include <iterator>

namespace weft::pjrt {

PJRT_Extension_Base *extensions() {
  static PJRT_Extension_Base *const first = [] {
    PJRT_Extension_Base *const chain[] = {
        layoutsExtension(),
        shardingsExtension(),
        memoryDescriptionsExtension(),
        foreignFunctionExtension(),
        customCallExtension(),
        streamExtension(),
        lendingExtension(),
    };
    PJRT_Extension_Base *next = nullptr;
    for (size_t i = std::size(chain); i-- > 0;) {
      chain[i]->next = next;
      next = chain[i];
    }
    return next;
  }();
  return first;
}

} // namespace weft::pjrt
