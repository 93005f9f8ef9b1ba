// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace weft::nvidia {

/// The passes of weft-opt that are about this machine.
void registerPasses();

} // namespace weft::nvidia
