// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading attributes that are written as named fields in any order.

#pragma once

#include <mlir/IR/OpImplementation.h>

#include <variant>

namespace weft::stablehlo {

/// A number or a list of numbers, with its name in the text.
struct Field {
  llvm::StringRef name;
  std::variant<int64_t *, llvm::SmallVector<int64_t> *> value;
};

/// Reads `name = value, ...>`: fields in any order, each at most once, those
/// absent left as they are. A comma before the end is allowed.
mlir::ParseResult parseFields(mlir::AsmParser &parser,
                              llvm::ArrayRef<Field> fields);

} // namespace weft::stablehlo
