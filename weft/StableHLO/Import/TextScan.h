// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A look at MLIR text before MLIR's parser sees it. That parser recurses per
// open bracket, believes the number in `%name#4000000000`, and takes quadratic
// time for long numbers; text in which it would overflow the stack, allocate
// without bound or hang is found here.

#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <string>

namespace weft::stablehlo {

struct TextError {
  uint64_t offset;
  std::string message;
};

/// Why the text must not be parsed. What is merely wrong is left to the parser.
std::optional<TextError> findTextError(llvm::StringRef text);

} // namespace weft::stablehlo
