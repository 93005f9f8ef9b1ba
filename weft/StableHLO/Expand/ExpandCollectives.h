// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collectives that compute, as collectives that move and operations that
// compute.
//
// A reduction over a group is written as an exchange, after which each process
// has what all members brought, and the computation element by element in the
// order of the group, as the interpreter does it: the result is the same on
// every process and in every run. Large arrays are reduced in parts, a part on
// each process, and gathered again.
//
// Where each process is alone in its group, or sends to itself only, there is
// nothing to exchange: its array is what it gets. Where nobody sends, all get
// zeros.
//
// Afterwards the only collectives are all_gather, all_to_all,
// collective_broadcast and collective_permute, each with its groups worked out
// for the grid the program is compiled for (kProcessGroupsName).

#pragma once

#include "weft/Support/Status.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::stablehlo {

/// In the function and all it calls.
Status expandCollectives(mlir::func::FuncOp entry, int64_t replicas,
                         int64_t partitions);

} // namespace weft::stablehlo
