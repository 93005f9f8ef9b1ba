// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closed list of functions that compiled code may call.
//
// Compiled code is data until it is linked, and may come from a file. It calls
// nothing but what stands here: no look-up in the process, so that neither a
// library loaded by chance nor a crafted object decides what is called. In a
// build under the thread sanitizer it also calls that one's functions.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace weft::cpu {

/// A function that compiled code may call, and where it is.
struct AllowedSymbol {
  llvm::StringRef name;
  void *address;
};

/// In alphabetic order.
llvm::ArrayRef<AllowedSymbol> allowedSymbols();

/// The address of an allowed symbol, or null.
void *findAllowedSymbol(llvm::StringRef name);

/// The symbols an object file needs from elsewhere, in alphabetic order.
StatusOr<std::vector<std::string>> undefinedSymbols(llvm::StringRef object);

} // namespace weft::cpu
