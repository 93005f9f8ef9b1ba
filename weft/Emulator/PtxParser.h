// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a PTX file: what LLVM's back end writes, and what people write by hand
// in the same style. Errors name the line, and show it.

#pragma once

#include "weft/Emulator/Ptx.h"
#include "weft/Support/Status.h"

namespace weft::emulator {

StatusOr<std::unique_ptr<Module>> parsePtx(std::string_view text);

} // namespace weft::emulator
