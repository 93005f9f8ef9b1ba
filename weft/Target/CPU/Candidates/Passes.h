// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace weft::cpu {

/// `emit-tiles`, for weft-opt: the tile programs of functions, in tiles as they
/// are given or as they are chosen for a CPU.
void registerPasses();

} // namespace weft::cpu
