// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sdy` dialect: meshes and shardings as JAX writes them. See the TableGen
// files for what each attribute and operation means.

#pragma once

#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/OpImplementation.h>
#include <mlir/IR/SymbolTable.h>
#include <mlir/Interfaces/ControlFlowInterfaces.h>
#include <mlir/Interfaces/InferTypeOpInterface.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

#include <optional>

#include "weft/StableHLO/Sdy/SdyDialect.h.inc"
#include "weft/StableHLO/Sdy/SdyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/StableHLO/Sdy/SdyAttributes.h.inc"

#define GET_OP_CLASSES
#include "weft/StableHLO/Sdy/SdyOps.h.inc"

namespace weft::sdy {

/// The attribute that carries shardings: a TensorShardingAttr on arguments and
/// results of functions, a TensorShardingPerValueAttr on other operations.
inline constexpr llvm::StringLiteral shardingAttributeName = "sdy.sharding";
/// The attribute that carries an OpShardingRuleAttr.
inline constexpr llvm::StringLiteral shardingRuleAttributeName =
    "sdy.sharding_rule";

/// Checks `sharding` against its mesh and the `type` of its value, inside
/// `operation` (axes bound by an enclosing manual computation may not occur).
/// `what` names the value in the diagnostic, for example "operand 2".
mlir::LogicalResult verifySharding(TensorShardingAttr sharding, mlir::Type type,
                                   mlir::Operation *operation,
                                   const llvm::Twine &what);

/// Checks one sharding per value, as verifySharding. An operation without
/// results may have one that names a single device or no axes.
mlir::LogicalResult verifyShardingPerValue(TensorShardingPerValueAttr shardings,
                                           mlir::TypeRange types,
                                           mlir::Operation *operation,
                                           llvm::StringRef what);

/// Checks a sharding rule against the operands and results of `operation`.
mlir::LogicalResult verifyShardingRule(OpShardingRuleAttr rule,
                                       mlir::Operation *operation);

} // namespace weft::sdy
