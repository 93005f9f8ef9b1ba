// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `custom<...>` directives of contractions and calls.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/OpImplementation.h>

namespace weft::stablehlo {

/// `, precision = [DEFAULT, HIGH]`, or nothing where the attribute is absent.
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::ArrayAttr precision);
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &precision);

/// The same, and `, algorithm = <...>` where there is one.
void printPrecisionConfigAndAlgorithm(mlir::OpAsmPrinter &printer,
                                      mlir::Operation *op,
                                      mlir::ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);
mlir::ParseResult parsePrecisionConfigAndAlgorithm(mlir::OpAsmParser &parser,
                                                   mlir::ArrayAttr &precision,
                                                   DotAlgorithmAttr &algorithm);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`; the batching part
/// only if there is any.
void printDotDimensionNumbers(mlir::AsmPrinter &printer, mlir::Operation *op,
                              DotDimensionNumbersAttr numbers);
mlir::ParseResult parseDotDimensionNumbers(mlir::AsmParser &parser,
                                           DotDimensionNumbersAttr &numbers);

/// `stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1],
/// rhs_dilate = [1, 1], reverse = [false, false]`: those that are present. They
/// are read in any order, booleans also as 0 and 1.
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::DenseI64ArrayAttr windowStrides,
                           mlir::DenseIntElementsAttr padding,
                           mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation,
                           mlir::DenseBoolArrayAttr windowReversal);
mlir::ParseResult parseWindowAttributes(
    mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &windowStrides,
    mlir::DenseIntElementsAttr &padding, mlir::DenseI64ArrayAttr &lhsDilation,
    mlir::DenseI64ArrayAttr &rhsDilation,
    mlir::DenseBoolArrayAttr &windowReversal);

/// `@target`, or `@"not an identifier"`: a string written like a symbol.
void printCustomCallTarget(mlir::AsmPrinter &printer, mlir::Operation *op,
                           mlir::StringAttr target);
mlir::ParseResult parseCustomCallTarget(mlir::AsmParser &parser,
                                        mlir::StringAttr &target);

} // namespace weft::stablehlo
