// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a program: an object file, or an archive of several, which were
// made side by side. Archives are those that `ar` makes, so that any tool looks
// into them.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace weft::cpu {

/// One object is itself. Equal objects give equal bytes.
std::string packObjects(llvm::ArrayRef<std::string> objects);

/// The objects of what packObjects() made, in their order; pieces of `code`.
StatusOr<std::vector<llvm::StringRef>> objectsIn(llvm::StringRef code);

} // namespace weft::cpu
