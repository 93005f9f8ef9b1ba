// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Hazards.h"

#include <llvm/ADT/STLExtras.h>

namespace weft::gpu {

/// The bytes from `offset` on, apart from those before it.
Hazards::Array::iterator Hazards::cut(Array &array, uint64_t offset) {
  auto at = array.try_emplace(0).first;
  at = std::prev(array.upper_bound(offset));
  return at->first == offset
             ? at
             : array.emplace_hint(std::next(at), offset, Bytes(at->second));
}

void Hazards::add(llvm::ArrayRef<Access> accesses) {
  const auto command = static_cast<uint32_t>(waits.size());
  std::vector<uint32_t> &before = waits.emplace_back();
  for (const Access &access : accesses) {
    if (access.bytes == 0) {
      continue;
    }
    Array &array = arrays[{access.address.base, access.address.index}];
    const auto begin = cut(array, access.address.offset);
    const auto end = cut(array, access.address.offset + access.bytes);
    for (Bytes &bytes : llvm::make_second_range(llvm::make_range(begin, end))) {
      if (bytes.writer) {
        before.push_back(*bytes.writer);
      }
      if (access.isWrite) {
        llvm::append_range(before, bytes.readers);
      } else if (bytes.readers.empty() || bytes.readers.back() != command) {
        bytes.readers.push_back(command);
      }
    }
    if (access.isWrite) {
      // Whoever comes later waits for this one.
      array.erase(std::next(begin), end);
      begin->second = {command, {}};
    }
  }
  llvm::sort(before);
  before.erase(llvm::unique(before), before.end());
  // What it touched itself is the last.
  if (!before.empty() && before.back() == command) {
    before.pop_back();
  }
}

Waits Hazards::takeWaits() {
  reduceWaits(waits);
  return std::move(waits);
}

} // namespace weft::gpu
