// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which version of PTX a text needs. A driver refuses versions that are newer
// than itself, whatever is in the text.

#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace weft::nvidia {

/// Ten times the lowest version that knows the processor ("sm_90a") and all
/// instructions of a text; zero where the processor is not known here.
int lowestPtxVersion(llvm::StringRef processor, llvm::StringRef text);

/// Gives a finished text its lowest version, in place of the one that LLVM was
/// told to write for.
void lowerPtxVersion(llvm::StringRef processor, std::string &text);

} // namespace weft::nvidia
