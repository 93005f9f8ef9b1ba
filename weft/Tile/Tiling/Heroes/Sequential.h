// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Tiling/Algorithms.h"

namespace weft::tile {

/// The algorithms of this folder: a program is one thread that takes one step
/// after the other, with vectors in some of them. They run on every machine.
mlir::ArrayRef<const Algorithm *> sequentialAlgorithms();

/// The same, behind those for the cores of a CPU: their steps are all on
/// vectors, or they keep much in its caches.
mlir::ArrayRef<const Algorithm *> vectorAlgorithms();

} // namespace weft::tile
