// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel of stage `synchronised` keeps its threads apart, computed
// anew: by other means than those that put allocations and barriers in their
// places, so that a mistake there is found here.
//
//   what meets      all ways from one operation to another without a barrier,
//                   by searching the graph of the program's accesses; insertion
//                   carries sets along instead
//   who touches     the thread of every element, by asking the layout for the
//                   element of every register of every thread; insertion
//                   compares layouts
//   what is alive   whether bytes are overwritten on a way from their store to
//                   their load; allocation compares lifetimes
//
// Both ask MemoryUse.h which refs share bytes and whether two boxes are apart.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Reports, at the operation and by name, every
///
///   read after write    of bytes that another thread writes
///   write after read    of bytes that another thread may still be reading
///   write after write   of bytes that another thread writes
///   lost bytes          a load of an allocation that another one overwrote
///
/// and memory on the chip that the machine does not have.
mlir::LogicalResult checkSynchronisation(KernelOp kernel,
                                         const Machine &machine);

} // namespace weft::tile
