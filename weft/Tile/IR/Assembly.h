// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of the text form that several operations share.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// `bound [_, %n]`: one entry per dim, `_` for none. Absent: no bounds.
mlir::ParseResult
parseBounds(mlir::OpAsmParser &parser,
            llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &bounds,
            mlir::DenseI64ArrayAttr &bounded,
            llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> offsets);
void printBounds(mlir::OpAsmPrinter &printer, mlir::Operation *operation,
                 mlir::OperandRange bounds, mlir::DenseI64ArrayAttr bounded,
                 mlir::OperandRange offsets);

/// From one bound per dim, null for none, to the operands and the dims that
/// have one.
void splitBounds(llvm::ArrayRef<mlir::Value> bounds,
                 llvm::SmallVectorImpl<mlir::Value> &operands,
                 llvm::SmallVectorImpl<int64_t> &bounded);

/// Checks that each bounded dim exists, in increasing order, and has one bound.
mlir::LogicalResult verifyBounds(mlir::Operation *operation,
                                 llvm::ArrayRef<int64_t> bounded, size_t bounds,
                                 int64_t rank);

/// Checks one stride other than zero per dim of the tile, or none at all.
mlir::LogicalResult verifyStrides(mlir::Operation *operation,
                                  llvm::ArrayRef<int64_t> strides,
                                  mlir::RankedTensorType tile);

} // namespace weft::tile
