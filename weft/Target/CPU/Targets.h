// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of LLVM's code generators a program holds. Each is several megabytes,
// so the plugin holds only that of the machine it is built for; tools that
// compile for other machines link WeftTargetCPUEvery and call the second.

#pragma once

namespace weft::cpu {

/// Makes code for the architecture this program was built for. May be called
/// often and from any thread. Compiling calls it.
void registerHostTarget();

/// Makes code for every architecture that has a description. In
/// WeftTargetCPUEvery.
void registerEveryTarget();

} // namespace weft::cpu
