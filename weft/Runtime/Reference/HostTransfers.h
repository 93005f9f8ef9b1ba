// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `send` and `recv` with the host, in a program that a RunningProcess runs.

#pragma once

#include "weft/StableHLO/Interpreter/OpTable.h"

namespace weft::runtime {

/// Replaces the entries of send and recv; those between devices are passed on
/// to the entries that were there.
void addHostTransfers(reference::OpTable &table);

} // namespace weft::runtime
