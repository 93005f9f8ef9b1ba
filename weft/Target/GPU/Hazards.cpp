// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Hazards.h"

#include <llvm/ADT/STLExtras.h>

#include <utility>

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
      llvm::append_range(before, bytes.writers);
      if (access.isWrite) {
        llvm::append_range(before, bytes.readers);
      } else if (bytes.readers.empty() || bytes.readers.back() != command) {
        bytes.readers.push_back(command);
      }
    }
    if (access.isWrite) {
      // Whoever comes later waits for this one.
      array.erase(std::next(begin), end);
      begin->second = {{command}, {}};
    }
  }
  llvm::sort(before);
  before.erase(llvm::unique(before), before.end());
  // What it touched itself is the last.
  if (!before.empty() && before.back() == command) {
    before.pop_back();
  }
}

void Hazards::beginBranches() { open.push_back({arrays, {}}); }

void Hazards::endBranch() {
  Branches &branches = open.back();
  branches.after.push_back(std::exchange(arrays, branches.before));
}

void Hazards::endBranches() {
  const Branches branches = std::move(open.back());
  open.pop_back();
  for (const Arrays &after : branches.after) {
    for (const auto &[name, array] : after) {
      arrays.try_emplace(name);
    }
  }
  for (auto &[name, array] : arrays) {
    llvm::SmallVector<const Array *> after;
    for (const Arrays &one : branches.after) {
      if (auto found = one.find(name); found != one.end()) {
        after.push_back(&found->second);
      }
    }
    array = join(Array(array), after);
  }
}

/// What the branches made of an array, of those that touched it at all.
Hazards::Array Hazards::join(const Array &before,
                             llvm::ArrayRef<const Array *> after) {
  auto at = [](const Array &array, uint64_t offset) {
    auto next = array.upper_bound(offset);
    return next == array.begin() ? Bytes() : std::prev(next)->second;
  };
  Array joined = before;
  for (const Array *one : after) {
    for (uint64_t offset : llvm::make_first_range(*one)) {
      joined.try_emplace(offset);
    }
  }
  auto add = [](auto &list, llvm::ArrayRef<uint32_t> more) {
    for (uint32_t command : more) {
      if (!llvm::is_contained(list, command)) {
        list.push_back(command);
      }
    }
  };
  for (auto &[offset, bytes] : joined) {
    const Bytes old = at(before, offset);
    bytes = {};
    for (const Array *one : after) {
      const Bytes now = at(*one, offset);
      // Who wrote in a branch waited for all that stood here before.
      if (now.writers != old.writers) {
        add(bytes.writers, now.writers);
      }
      add(bytes.readers, now.readers);
    }
    if (bytes.writers.empty()) {
      bytes.writers = old.writers;
    }
    // The last one is known by being so.
    llvm::sort(bytes.readers);
  }
  return joined;
}

Waits Hazards::takeWaits() {
  reduceWaits(waits);
  return std::move(waits);
}

} // namespace weft::gpu
