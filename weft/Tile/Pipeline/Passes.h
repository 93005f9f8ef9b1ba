// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace weft::tile {

/// drop-unit-batches and join-loops; and plan-transfers, allocate-shared,
/// insert-synchronisation and check-synchronisation, each on the kernels of a
/// module that are in the stage it starts from, for the machine that layouts
/// were inferred for.
void registerPipelinePasses();

} // namespace weft::tile
