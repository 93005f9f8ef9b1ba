// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM ends the process on what it takes for its own fault ("cannot select",
// "out of registers"). Inside a guard it ends the guarded function instead.
//
// What the function has built is then abandoned, not destroyed: no destructor
// runs between the fault and the guard. So the function owns nothing that must
// be released, other than memory, and whoever calls it leaks the LLVM objects
// that were in use.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace weft::code {

/// Runs `function` and returns its status, or INTERNAL with LLVM's message if
/// LLVM gave up. Guards do not nest. `abandoned` tells the two apart.
Status guardAgainstFatalErrors(llvm::function_ref<Status()> function,
                               bool &abandoned);

} // namespace weft::code
