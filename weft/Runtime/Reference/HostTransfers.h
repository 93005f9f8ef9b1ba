// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `send` and `recv` with the host, in a program that a RunningProcess runs.

#pragma once

#include "weft/StableHLO/Interpreter/OpTable.h"

#include <span>

namespace weft::runtime {

/// Replaces the entries of send and recv; those between devices are passed on
/// to the entries that were there.
void addHostTransfers(reference::OpTable &table);

/// Between an interpreter's elements and those of buffers: signed elements
/// narrower than a byte are sign-extended outside.
void signExtend(std::span<char> bytes, unsigned bits);

} // namespace weft::runtime
