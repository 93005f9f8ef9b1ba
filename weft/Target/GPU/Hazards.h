// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which commands have to wait for which, by the bytes that they read and write.

#pragma once

#include "weft/Executable/CommandProgram.h"

#include <llvm/ADT/ArrayRef.h>

#include <map>

namespace weft::gpu {

struct Access {
  CommandAddress address;
  uint64_t bytes = 0;
  bool isWrite = false;
};

/// Of the commands of one list, in their order.
class Hazards {
public:
  /// The numbers of earlier commands that have written what this one touches,
  /// or have touched what it writes; without those that others of them wait
  /// for because of the same bytes.
  std::vector<uint32_t> add(uint32_t command, llvm::ArrayRef<Access> accesses);

private:
  struct Touch {
    uint64_t begin;
    uint64_t end;
    uint32_t command;
    bool isWrite;
  };
  /// Arrays of callers are apart from each other: a result that takes an
  /// argument's memory over lies in the argument.
  using Array = std::pair<CommandAddress::Base, uint32_t>;

  std::map<Array, std::vector<Touch>> touched;
};

} // namespace weft::gpu
