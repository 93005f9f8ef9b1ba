// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of a custom call, taken out of MLIR.

#pragma once

#include "weft/Runtime/FFI/Attributes.h"
#include "weft/Support/Status.h"

#include <mlir/IR/Attributes.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/Types.h>

namespace weft::ffi {

/// INVALID where the interface has no such type.
XLA_FFI_DataType dataTypeOf(mlir::Type elementType);

/// Numbers, booleans, strings, arrays of numbers and dictionaries of these.
StatusOr<Dictionary> readDictionary(mlir::DictionaryAttr attributes);

} // namespace weft::ffi
