// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collectives of compiled programs: the processes of a group meet, show each
// other where their operands lie, and each copies what it needs.

#pragma once

#include "weft/Executable/CollectiveCall.h"
#include "weft/Support/Rendezvous.h"

namespace weft::runtime {

/// One process's part. `pointers` holds the operands, then the results. Waits
/// for the others of the group; nobody's operands are read after it returns.
Status exchange(const CollectiveCall &call, Rendezvous &rendezvous,
                ProcessId self, int64_t partitions, void *const *pointers);

} // namespace weft::runtime
