// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The StableHLO dialect: types, attributes and all operations.

#pragma once

#include "weft/StableHLO/IR/EffectResources.h"
#include "weft/StableHLO/IR/Traits.h"
#include "weft/StableHLO/IR/TypeCompatibility.h"
#include "weft/StableHLO/IR/Types.h"
#include "weft/StableHLO/IR/Window.h"

#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/SymbolTable.h>
#include <mlir/Interfaces/InferTypeOpInterface.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Ops.h.inc"
