// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Hazards.h"

#include <llvm/ADT/STLExtras.h>

namespace weft::gpu {

std::vector<uint32_t> Hazards::add(uint32_t command,
                                   llvm::ArrayRef<Access> accesses) {
  std::vector<uint32_t> waits;
  for (const Access &access : accesses) {
    const uint64_t begin = access.address.offset;
    const uint64_t end = begin + access.bytes;
    std::vector<Touch> &touches =
        touched[{access.address.base, access.address.index}];
    for (const Touch &touch : touches) {
      if (touch.begin < end && begin < touch.end && touch.command != command &&
          (touch.isWrite || access.isWrite)) {
        waits.push_back(touch.command);
      }
    }
    if (access.isWrite) {
      // Whoever comes later waits for this one.
      llvm::erase_if(touches, [&](const Touch &touch) {
        return begin <= touch.begin && touch.end <= end;
      });
    }
    touches.push_back({begin, end, command, access.isWrite});
  }
  llvm::sort(waits);
  waits.erase(llvm::unique(waits), waits.end());
  return waits;
}

} // namespace weft::gpu
