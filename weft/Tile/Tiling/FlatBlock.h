// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block with fewer dimensions, and how it is made from another.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/TilingSpace.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::tile {

/// A copy of a block whose values have fewer dimensions. Arguments have the
/// same numbers and the same bytes.
struct FlatBlock {
  mlir::OwningOpRef<mlir::ModuleOp> owner;
  mlir::Block *block = nullptr;
  llvm::SmallVector<mlir::Value> roots;
};

/// Copies an operation, and maps its results to those of the copy.
using CopyOperation =
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Operation *)>;

/// A copy of the live operations and updates of a block whose arguments have
/// these types.
FlatBlock copyFlat(const TilingSpace &space,
                   llvm::ArrayRef<mlir::Type> arguments,
                   mlir::IRMapping &mapping, CopyOperation copy);

/// The same elements in another shape.
mlir::Value copyConstant(mlir::OpBuilder &builder,
                         stablehlo::ConstantOp constant,
                         mlir::RankedTensorType type);

} // namespace weft::tile
