// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and attributes of the StableHLO dialect, without its operations.

#pragma once

#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/IR/Attributes.h>
#include <mlir/IR/BuiltinAttributeInterfaces.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpImplementation.h>
#include <mlir/IR/SymbolTable.h>
#include <mlir/IR/TensorEncoding.h>

#include "weft/StableHLO/IR/Dialect.h.inc"

#include "weft/StableHLO/IR/Enums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "weft/StableHLO/IR/Types.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/StableHLO/IR/Attributes.h.inc"
