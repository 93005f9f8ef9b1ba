// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the arrays of one run of a program lie.

#pragma once

#include "weft/Executable/CommandProgram.h"

namespace weft::cuda {

struct RunPlaces {
  std::vector<uint64_t> arguments;
  std::vector<uint64_t> results;
  uint64_t constants = 0;
  uint64_t temporary = 0;
  /// RunWords.
  uint64_t words = 0;
  /// Pinned memory of the host for arrays of calls that are made later: the
  /// run's own, or the ring of its program.
  uint64_t staging = 0;
  /// Pinned memory of the host, 64 bits: one more than the number of the check
  /// that failed.
  uint64_t failure = 0;
  /// Which of its program's devices this one is.
  uint32_t partition = 0;
  uint32_t replica = 0;

  uint64_t addressOf(const CommandAddress &address) const;
  uint32_t numberOf(DeviceNumberCommand::Kind kind) const {
    return kind == DeviceNumberCommand::Kind::Partition ? partition : replica;
  }

  friend bool operator==(const RunPlaces &, const RunPlaces &) = default;
};

} // namespace weft::cuda
